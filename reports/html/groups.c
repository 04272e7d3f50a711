/* SPDX-License-Identifier: MIT */
/* Which implementations behave alike, and the order that they are told in. */
#include <stdlib.h>
#include <string.h>

#include "html.h"

static bool same_run_causes(const struct results *a, const struct results *b)
{
    if (a->cause_count != b->cause_count)
        return false;
    for (size_t k = 0; k < a->cause_count; k++)
        if (strcmp(a->causes[k].id, b->causes[k].id) != 0)
            return false;
    return true;
}

bool html_same_run(const struct results *a, const struct results *b)
{
    if (!a || !b)
        return a == b;
    if (a->case_count != b->case_count || !same_run_causes(a, b) ||
        memcmp(a->summary, b->summary, sizeof a->summary) != 0)
        return false;
    for (size_t k = 0; k < a->case_count; k++)
        if (a->cases[k].verdict != b->cases[k].verdict ||
            strcmp(a->cases[k].id, b->cases[k].id) != 0)
            return false;
    return true;
}

static bool same_behaviour(const struct html_page *page, const char *one,
                           const char *other)
{
    for (size_t k = 0; k < page->run_count; k++)
        if ((report_new_dialect(page->runs, k) &&
             html_is_control(page, one) != html_is_control(page, other)) ||
            (report_new_dialect(page->runs, k) &&
             !html_same_run(report_find(page->runs, page->run_count, one,
                                        page->runs[k].dialect),
                            report_find(page->runs, page->run_count, other,
                                        page->runs[k].dialect))))
            return false;
    return true;
}

bool html_is_control(const struct html_page *page, const char *implementation)
{
    for (size_t k = 0; k < page->run_count; k++)
        if (strcmp(page->runs[k].implementation, implementation) == 0)
            return report_role(page->runs, page->run_count, k) ==
                   REPORT_CONTROL;
    return false;
}

/* Everybody has the host's libc; the others are as they were named. */
static bool is_best_known(const char *implementation)
{
    return strcmp(implementation, "libc") == 0;
}

static void html_groups_place(struct html_page *page, const char **named,
                              size_t count, size_t k, size_t *placed)
{
    struct html_group *group = &page->groups[page->group_count++];
    const char *first = named[k];

    *group = (struct html_group){*placed, 0};
    for (; k < count; k++)
        if (named[k] && same_behaviour(page, first, named[k])) {
            page->order[(*placed)++] = named[k];
            named[k] = NULL;
            group->count++;
        }
}

bool html_gather_groups(struct html_page *page)
{
    const char **named = calloc(page->run_count + 1, sizeof *named);
    size_t count = 0, placed = 0;

    page->order = calloc(page->run_count + 1, sizeof *page->order);
    page->groups = calloc(page->run_count + 1, sizeof *page->groups);
    if (named && page->order && page->groups) {
        for (size_t k = 0; k < page->run_count; k++)
            if (report_new_implementation(page->runs, k))
                named[count++] = page->runs[k].implementation;
        for (size_t k = 0; k < count; k++)
            if (named[k] && is_best_known(named[k]))
                html_groups_place(page, named, count, k, &placed);
        for (unsigned control = 0; control < 2; control++)
            for (size_t k = 0; k < count; k++)
                if (named[k] && html_is_control(page, named[k]) == control)
                    html_groups_place(page, named, count, k, &placed);
    }
    free(named);
    return placed == count && page->order && page->groups;
}

const struct results *html_group_run(const struct html_page *page,
                                     const struct html_group *group,
                                     const char *dialect)
{
    return report_find(page->runs, page->run_count, page->order[group->first],
                       dialect);
}

void html_group_name(const struct html_page *page,
                     const struct html_group *group)
{
    for (size_t k = 0; k < group->count; k++)
        html_put(page->out, "%s<bdi>%s</bdi>",
                 k == 0                  ? ""
                 : k + 1 == group->count ? " and "
                                         : ", ",
                 page->order[group->first + k]);
}
