/* SPDX-License-Identifier: MIT */
#include "runs.h"

#include <stdio.h>
#include <string.h>

#include "kind.h"

const struct results *report_find(const struct results *runs, size_t count,
                                  const char *implementation,
                                  const char *dialect)
{
    for (size_t k = 0; k < count; k++)
        if (!strcmp(runs[k].implementation, implementation) &&
            !strcmp(runs[k].dialect, dialect))
            return &runs[k];
    return NULL;
}

bool report_new_dialect(const struct results *runs, size_t k)
{
    for (size_t j = 0; j < k; j++)
        if (!strcmp(runs[j].dialect, runs[k].dialect))
            return false;
    return true;
}

bool report_new_implementation(const struct results *runs, size_t k)
{
    for (size_t j = 0; j < k; j++)
        if (!strcmp(runs[j].implementation, runs[k].implementation))
            return false;
    return true;
}

bool report_cell(const struct results *run, char text[REPORT_CELL])
{
    size_t told = 0, used = 0;
    bool good = results_status(run) == 0;

    for (unsigned v = 0; v < VERDICTS; v++) {
        if (good ? v != VERDICT_PASS : !report_is_bad(v) || !run->summary[v])
            continue;
        told += run->summary[v];
        used += (size_t)snprintf(text + used, REPORT_CELL - used, "%s%zu %s",
                                 used ? " " : "", run->summary[v],
                                 verdict_names[v]);
    }
    if (told != run->case_count)
        snprintf(text + used, REPORT_CELL - used, " of %zu", run->case_count);
    return good;
}

size_t report_worst(const struct results *runs, size_t count,
                    struct report_place *places, size_t limit)
{
    size_t found = 0;

    for (int rank = 0; rank < VERDICTS; rank++)
        for (size_t k = 0; k < count; k++)
            for (size_t i = 0; i < runs[k].case_count; i++) {
                const struct result *c = &runs[k].cases[i];

                if (!report_is_bad(c->verdict) ||
                    report_rank(c->verdict) != rank)
                    continue;
                if (found < limit)
                    places[found] = (struct report_place){&runs[k], c};
                found++;
            }
    return found;
}
