/* SPDX-License-Identifier: MIT */
/* Which cases did not pass, by cause. */
#include <stdlib.h>
#include <string.h>

#include "html.h"

static size_t html_find_length_of(const struct result *c)
{
    return c->text ? strlen(c->text) : (size_t)-1;
}

/* What has several causes says less of each; then the worst, the shortest. */
static int shortest_first(const void *a, const void *b)
{
    const struct result *first = *(const struct result *const *)a;
    const struct result *second = *(const struct result *const *)b;
    int order = (first->cause_count > 1) - (second->cause_count > 1);

    if (order)
        return order;
    order =
        (int)verdict_rank(first->verdict) - (int)verdict_rank(second->verdict);

    if (order)
        return order;
    if (html_find_length_of(first) != html_find_length_of(second))
        return html_find_length_of(first) < html_find_length_of(second) ? -1
                                                                        : 1;
    return strcmp(first->id, second->id);
}

/* A finding of the cases from `first` on. */
static void html_find_add(struct html_page *page, const struct results *run,
                          const struct cause *cause,
                          const struct result **first, size_t count)
{
    if (!count)
        return;
    qsort(first, count, sizeof *first, shortest_first);
    page->findings[page->finding_count++] = (struct html_finding){
        .run = run,
        .cause = cause,
        .cases = first,
        .count = count,
        .words = cause ? cause->sentence : first[0]->detail,
        .verdict = first[0]->verdict,
    };
}

/* What tells one that no cause speaks for from another. */
static const char *html_find_reason(const struct result *c)
{
    return c->got ? c->got : c->detail;
}

static bool html_find_alike(const struct result *a, const struct result *b)
{
    return !a->cause_count && a->verdict == b->verdict &&
           strcmp(html_find_reason(a), html_find_reason(b)) == 0;
}

/* Whether somebody is to look at it. */
static bool html_is_found(const struct results *run, const struct result *c)
{
    return report_is_told(c->verdict) || report_is_house(run, c);
}

static bool is_told_before(const struct results *run, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (html_find_alike(&run->cases[i], &run->cases[k]))
            return true;
    return false;
}

static const struct result **without_cause(struct html_page *page,
                                           const struct results *run,
                                           const struct result **next)
{
    for (size_t k = 0; k < run->case_count; k++) {
        const struct result **first = next, *c = &run->cases[k];

        if (c->cause_count || !html_is_found(run, c) || is_told_before(run, k))
            continue;
        for (size_t i = k; i < run->case_count; i++)
            if (html_find_alike(&run->cases[i], c))
                *next++ = &run->cases[i];
        html_find_add(page, run, NULL, first, (size_t)(next - first));
    }
    return next;
}

static const struct result **html_find_gather(struct html_page *page,
                                              const struct results *run,
                                              const struct result **next)
{
    for (size_t k = 0; k < run->cause_count; k++) {
        const struct cause *cause = &run->causes[k];
        const struct result **first = next;

        for (size_t i = 0; i < cause->case_count; i++)
            if (html_is_found(run, &run->cases[cause->cases[i]]))
                *next++ = &run->cases[cause->cases[i]];
        html_find_add(page, run, cause, first, (size_t)(next - first));
    }
    return without_cause(page, run, next);
}

bool html_find(struct html_page *page)
{
    size_t cases = 1, findings = 1;
    const struct result **next;

    for (size_t k = 0; k < page->run_count; k++) {
        const struct results *run = &page->runs[k];

        cases += run->case_count;
        findings += run->case_count + run->cause_count;
        for (size_t i = 0; i < run->cause_count; i++)
            cases += run->causes[i].case_count;
    }
    page->bad = malloc(cases * sizeof *page->bad);
    page->findings = malloc(findings * sizeof *page->findings);
    if (!page->bad || !page->findings)
        return false;
    next = page->bad;
    for (size_t k = 0; k < page->run_count; k++)
        next = html_find_gather(page, &page->runs[k], next);
    return html_find_defects(page);
}

size_t report_shown(const struct results *run, size_t *cases, size_t limit)
{
    struct html_page page = {.runs = run, .run_count = 1};
    size_t count = 0;

    if (html_find(&page))
        for (; count < limit && count < page.defect_count; count++)
            cases[count] =
                (size_t)(page.defects[count].example->cases[0] - run->cases);
    free(page.bad);
    free(page.findings);
    free(page.defects);
    return count;
}
