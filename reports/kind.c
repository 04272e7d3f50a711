/* SPDX-License-Identifier: MIT */
#include "kind.h"

#include <stdio.h>

enum report_kind report_kind(unsigned verdict)
{
    switch (verdict) {
    case VERDICT_PASS: return REPORT_PASSED;
    case VERDICT_FAIL:
    case VERDICT_INCONSISTENT:
    case VERDICT_CRASH:
    case VERDICT_TIMEOUT:
    case VERDICT_INCONCLUSIVE: return REPORT_FAILED;
    case VERDICT_ERROR: return REPORT_BROKEN;
    default: return REPORT_SKIPPED;
    }
}

size_t report_worst(const struct results *runs, size_t count,
                    struct report_place *places, size_t limit)
{
    static const unsigned ranks[] = {VERDICT_CRASH, VERDICT_FAIL,
                                     VERDICT_INCONSISTENT, VERDICT_TIMEOUT,
                                     VERDICT_ERROR, VERDICT_INCONCLUSIVE};
    size_t found = 0;

    for (size_t r = 0; r < sizeof ranks / sizeof *ranks; r++)
        for (size_t k = 0; k < count; k++)
            for (size_t i = 0; i < runs[k].case_count; i++) {
                if (runs[k].cases[i].verdict != ranks[r])
                    continue;
                if (found < limit)
                    places[found] =
                        (struct report_place){&runs[k], &runs[k].cases[i]};
                found++;
            }
    return found;
}

/* Whether it is what a cell is to tell of a run that is not good. */
static bool is_bad(unsigned verdict)
{
    enum report_kind kind = report_kind(verdict);

    return kind == REPORT_FAILED || kind == REPORT_BROKEN;
}

bool report_cell(const struct results *run, char text[REPORT_CELL])
{
    size_t told = 0, used = 0;
    bool good = true;

    for (unsigned v = 0; v < VERDICTS; v++)
        good = good && !(is_bad(v) && run->summary[v]);
    for (unsigned v = 0; v < VERDICTS; v++) {
        if (good ? v != VERDICT_PASS : !is_bad(v) || !run->summary[v])
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
