/* SPDX-License-Identifier: MIT */
/* Which cases did not pass, by reason. */
#include <stdlib.h>
#include <string.h>

#include "html.h"

/* Of "INPUT: GOT, permitted OTHER: WHY" the last parts; of less, all. */
static const char *last_parts(const struct result *c, unsigned parts)
{
    const char *starts[2] = {c->detail, c->detail};

    for (const char *at = c->detail; (at = strstr(at, ": ")); at += 2) {
        starts[1] = starts[0];
        starts[0] = at + 2;
    }
    return starts[parts - 1];
}

static const char *reason(const struct result *c)
{
    return last_parts(c, 1);
}

/* A reason that names no rule says little: there, what was got counts too, as
 * far as it is no text or number of the case. */
static int compare(const struct result *first, const struct result *second)
{
    int order = report_rank(first->verdict) - report_rank(second->verdict);
    const char *got[2];
    size_t lengths[2];

    order = order ? order : strcmp(reason(first), reason(second));
    if (order || strstr(reason(first), " is "))
        return order;
    got[0] = last_parts(first, 2);
    got[1] = last_parts(second, 2);
    for (int k = 0; k < 2; k++)
        lengths[k] = strcspn(got[k], "`[0123456789");
    order = strncmp(got[0], got[1],
                    lengths[0] < lengths[1] ? lengths[0] : lengths[1]);
    return order || lengths[0] == lengths[1] ? order
           : lengths[0] < lengths[1]         ? -1
                                             : 1;
}

static int by_reason(const void *a, const void *b)
{
    const struct result *first = *(const struct result *const *)a;
    const struct result *second = *(const struct result *const *)b;
    int order = compare(first, second);
    size_t lengths[2];

    if (order)
        return order;
    lengths[0] = first->text ? strlen(first->text) : (size_t)-1;
    lengths[1] = second->text ? strlen(second->text) : (size_t)-1;
    return lengths[0] != lengths[1] ? (lengths[0] < lengths[1] ? -1 : 1)
                                    : strcmp(first->id, second->id);
}

static int by_weight(const void *a, const void *b)
{
    const struct html_finding *first = a, *second = b;
    int order = report_rank(first->verdict) - report_rank(second->verdict);

    if (order)
        return order;
    if (first->count != second->count)
        return first->count > second->count ? -1 : 1;
    if (first->run != second->run)
        return first->run < second->run ? -1 : 1;
    return strcmp(first->reason, second->reason);
}

static void gather(struct html_page *page, size_t run,
                   const struct result **cases, size_t count)
{
    struct html_finding *last = NULL;

    qsort(cases, count, sizeof *cases, by_reason);
    for (size_t k = 0; k < count; k++) {
        if (!last || compare(last->cases[0], cases[k]) != 0) {
            last = &page->findings[page->finding_count++];
            *last = (struct html_finding){
                .run = run,
                .cases = cases + k,
                .reason = reason(cases[k]),
                .words = last_parts(cases[k], 2),
                .verdict = cases[k]->verdict,
            };
        }
        last->count++;
    }
}

bool html_find(struct html_page *page)
{
    size_t total = 0;

    for (size_t k = 0; k < page->run_count; k++)
        total += page->runs[k].case_count;
    page->bad = malloc((total + 1) * sizeof *page->bad);
    page->findings = malloc((total + 1) * sizeof *page->findings);
    if (!page->bad || !page->findings)
        return false;
    total = 0;
    for (size_t k = 0; k < page->run_count; k++) {
        size_t before = total;

        for (size_t i = 0; i < page->runs[k].case_count; i++)
            if (report_is_told(page->runs[k].cases[i].verdict))
                page->bad[total++] = &page->runs[k].cases[i];
        gather(page, k, page->bad + before, total - before);
    }
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
            cases[count] =
                (size_t)(page.findings[count].cases[0] - run->cases);
    free(page.bad);
    free(page.findings);
    return count;
}

size_t html_rule_length(const char *rule)
{
    const char *interface = strstr(rule, " (");

    return interface ? (size_t)(interface - rule) : strlen(rule);
}

/* "RULE is CHOICE ..." */
bool html_blames(const struct html_finding *finding, const char *rule)
{
    size_t length = html_rule_length(rule);
    const char *at = finding->reason;

    for (; *at; at++)
        if ((at == finding->reason || at[-1] == ' ') &&
            strncmp(at, rule, length) == 0 &&
            strncmp(at + length, " is ", 4) == 0)
            return true;
    return false;
}
