/* SPDX-License-Identifier: MIT */
/* What is one defect in several runs. */
#include <stdlib.h>
#include <string.h>

#include "html.h"

/* Of an id without the interface that may follow it. */
static size_t html_defects_length(const struct cause *cause)
{
    const char *interface = cause->rule ? strstr(cause->id, " (") : NULL;

    return interface ? (size_t)(interface - cause->id) : strlen(cause->id);
}

static int by_text(const char *a, size_t a_length, const char *b,
                   size_t b_length)
{
    int order = strncmp(a, b, a_length < b_length ? a_length : b_length);

    return order ? order : (a_length > b_length) - (a_length < b_length);
}

/* 0: of one defect.  What no rule explains may be anything in another
 * implementation. */
static int by_defect(const struct html_finding *a, const struct html_finding *b)
{
    int order = (a->cause != NULL) - (b->cause != NULL);

    if (!order && a->cause)
        order = by_text(a->cause->id, html_defects_length(a->cause),
                        b->cause->id, html_defects_length(b->cause));
    if (!order && !a->cause)
        order = strcmp(a->cases[0]->got ? a->cases[0]->got : a->words,
                       b->cases[0]->got ? b->cases[0]->got : b->words);
    if (!order && !a->cause)
        order = (int)a->verdict - (int)b->verdict;
    if (!order && !(a->cause && a->cause->rule))
        order = strcmp(a->run->implementation, b->run->implementation);
    return order;
}

static int by_defect_and_run(const void *a, const void *b)
{
    const struct html_finding *first = a, *second = b;
    int order = by_defect(first, second);

    if (order)
        return order;
    if (first->run != second->run)
        return first->run < second->run ? -1 : 1;
    return strcmp(first->words, second->words);
}

static bool is_defect_named(const struct html_defect *defect)
{
    return defect->example->cause && defect->example->cause->rule;
}

/* The worst; of these what is known, then what is in the most cases. */
static int by_weight(const void *a, const void *b)
{
    const struct html_defect *first = a, *second = b;
    int order =
        (int)verdict_rank(first->verdict) - (int)verdict_rank(second->verdict);

    if (order)
        return order;
    if (is_defect_named(first) != is_defect_named(second))
        return is_defect_named(first) ? -1 : 1;
    if (first->cases != second->cases)
        return first->cases > second->cases ? -1 : 1;
    return strcmp(first->example->words, second->example->words);
}

/* The better example: the worse, with a program, of the fewest words. */
static bool is_better(const struct html_finding *a,
                      const struct html_finding *b)
{
    if (verdict_rank(a->verdict) != verdict_rank(b->verdict))
        return verdict_rank(a->verdict) < verdict_rank(b->verdict);
    if (!a->cases[0]->program != !b->cases[0]->program)
        return a->cases[0]->program != NULL;
    return strlen(a->words) < strlen(b->words);
}

static void html_defects_take(struct html_defect *defect,
                              const struct html_finding *finding)
{
    if (!defect->count)
        *defect = (struct html_defect){.findings = finding, .example = finding};
    defect->count++;
    defect->cases += finding->count;
    if (is_better(finding, defect->example))
        defect->example = finding;
    defect->verdict = defect->example->verdict;
}

bool html_find_defects(struct html_page *page)
{
    page->defects = calloc(page->finding_count + 1, sizeof *page->defects);
    if (!page->defects)
        return false;
    qsort(page->findings, page->finding_count, sizeof *page->findings,
          by_defect_and_run);
    for (size_t k = 0; k < page->finding_count; k++) {
        if (k == 0 || by_defect(&page->findings[k - 1], &page->findings[k]))
            page->defect_count++;
        html_defects_take(&page->defects[page->defect_count - 1],
                          &page->findings[k]);
    }
    qsort(page->defects, page->defect_count, sizeof *page->defects, by_weight);
    for (size_t d = 0; d < page->defect_count; d++)
        for (size_t k = 0; k < page->defects[d].count; k++)
            page->findings[(size_t)(page->defects[d].findings -
                                    page->findings) +
                           k]
                .defect = d;
    return true;
}

size_t html_rule_length(const char *rule)
{
    const char *interface = strstr(rule, " (");

    return interface ? (size_t)(interface - rule) : strlen(rule);
}

bool html_blames(const struct html_defect *defect, const char *rule)
{
    const struct cause *cause = defect->example->cause;

    return cause && cause->rule &&
           by_text(cause->rule, strlen(cause->rule), rule,
                   html_rule_length(rule)) == 0;
}
