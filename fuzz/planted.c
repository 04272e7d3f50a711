/* SPDX-License-Identifier: MIT */
#include "planted.h"

#include <stdlib.h>

#include "conformance/explain/formula.h"
#include "text.h"

static struct choice_sets work_out(enum dialect dialect, const char *defect)
{
    struct formula formula;
    char why[320];

    formula_begin(&formula, dialect);
    if (!formula_choose(&formula, defect, why, sizeof why))
        fuzz_usage("FUZZ_PLANTED", defect, why);
    return formula.sets;
}

bool planted_sets(enum dialect dialect, struct choice_sets *sets)
{
    static struct choice_sets known[DIALECTS];
    const char *defect = getenv("FUZZ_PLANTED");

    if (!defect || !*defect)
        return false;
    if (known[dialect].of[0] == 0)
        known[dialect] = work_out(dialect, defect);
    *sets = known[dialect];
    return true;
}
