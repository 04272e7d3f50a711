/* SPDX-License-Identifier: MIT */
/* Which cases did not pass, by cause. */
#include <stdlib.h>
#include <string.h>

#include "html.h"

static size_t html_find_length_of(const struct result *c)
{
    return c->text ? strlen(c->text) : (size_t)-1;
}

static int shortest_first(const void *a, const void *b)
{
    const struct result *first = *(const struct result *const *)a;
    const struct result *second = *(const struct result *const *)b;
    int order =
        (int)verdict_rank(first->verdict) - (int)verdict_rank(second->verdict);

    if (order)
        return order;
    if (html_find_length_of(first) != html_find_length_of(second))
        return html_find_length_of(first) < html_find_length_of(second) ? -1
                                                                        : 1;
    return strcmp(first->id, second->id);
}

static int by_weight(const void *a, const void *b)
{
    const struct html_finding *first = a, *second = b;
    int order =
        (int)verdict_rank(first->verdict) - (int)verdict_rank(second->verdict);

    if (order)
        return order;
    if (first->count != second->count)
        return first->count > second->count ? -1 : 1;
    if (first->run != second->run)
        return first->run < second->run ? -1 : 1;
    return strcmp(first->words, second->words);
}

/* A finding of the cases from `first` on. */
static void html_find_add(struct html_page *page, size_t run,
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

static bool is_told_before(const struct results *run, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (!run->cases[i].cause_count &&
            run->cases[i].verdict == run->cases[k].verdict &&
            strcmp(run->cases[i].detail, run->cases[k].detail) == 0)
            return true;
    return false;
}

/* What no cause is given for: those with the same words are one finding. */
static const struct result **without_cause(struct html_page *page, size_t r,
                                           const struct result **next)
{
    const struct results *run = &page->runs[r];

    for (size_t k = 0; k < run->case_count; k++) {
        const struct result **first = next, *c = &run->cases[k];

        if (c->cause_count || !report_is_told(c->verdict) ||
            is_told_before(run, k))
            continue;
        for (size_t i = k; i < run->case_count; i++)
            if (!run->cases[i].cause_count &&
                run->cases[i].verdict == c->verdict &&
                strcmp(run->cases[i].detail, c->detail) == 0)
                *next++ = &run->cases[i];
        html_find_add(page, r, NULL, first, (size_t)(next - first));
    }
    return next;
}

static const struct result **html_find_gather(struct html_page *page, size_t r,
                                              const struct result **next)
{
    const struct results *run = &page->runs[r];

    for (size_t k = 0; k < run->cause_count; k++) {
        const struct cause *cause = &run->causes[k];
        const struct result **first = next;

        for (size_t i = 0; i < cause->case_count; i++)
            if (report_is_told(run->cases[cause->cases[i]].verdict))
                *next++ = &run->cases[cause->cases[i]];
        html_find_add(page, r, cause, first, (size_t)(next - first));
    }
    return without_cause(page, r, next);
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
        next = html_find_gather(page, k, next);
    qsort(page->findings, page->finding_count, sizeof *page->findings,
          by_weight);
    return true;
}

size_t report_shown(const struct results *run, size_t *cases, size_t limit)
{
    struct html_page page = {.runs = run, .run_count = 1};
    size_t count = 0;

    if (html_find(&page))
        for (; count < limit && count < page.finding_count; count++)
            cases[count] = (size_t)(page.findings[count].cases[0] - run->cases);
    free(page.bad);
    free(page.findings);
    return count;
}

size_t html_rule_length(const char *rule)
{
    const char *interface = strstr(rule, " (");

    return interface ? (size_t)(interface - rule) : strlen(rule);
}

bool html_blames(const struct html_finding *finding, const char *rule)
{
    size_t length = html_rule_length(rule);

    return finding->cause && finding->cause->rule &&
           strlen(finding->cause->rule) == length &&
           strncmp(finding->cause->rule, rule, length) == 0;
}
