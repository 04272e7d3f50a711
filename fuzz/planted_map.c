/* SPDX-License-Identifier: MIT */
/* The mapping that `mine` judges where nobody brings one: the reference's as
 * $FUZZ_DIALECT has it, with a planted defect if there is one. */
#include <stdlib.h>

#include "conformance/explain/formula.h"
#include "planted.h"
#include "probes.h"
#include "text.h"

struct answerer {
    enum dialect dialect;
    struct choice_sets sets;
};

static struct answerer begin_answers(void)
{
    const char *name = getenv("FUZZ_DIALECT");
    int dialect = dialect_by_name(name ? name : "freebsd");
    struct answerer a;
    struct formula formula;

    if (dialect < 0)
        fuzz_usage("FUZZ_DIALECT", name, "the name of a dialect");
    a.dialect = (enum dialect)dialect;
    formula_begin(&formula, a.dialect);
    a.sets = formula.sets;
    planted_sets(a.dialect, &a.sets);
    return a;
}

int64_t my_map(uint64_t pc, uint64_t size, uint64_t offset, uint64_t scale,
               unsigned width)
{
    static struct answerer answerer;
    static bool begun;
    struct mapping m = {offset, size, scale, (uint8_t)width, 64};
    struct mapped mapped;
    struct choices c;

    if (!begun)
        answerer = begin_answers();
    begun = true;
    choices_begin(&c, &answerer.sets);
    formula_map(&c, answerer.dialect, &m, pc, &mapped);
    return mapped.counter == FORMULA_NOWHERE ? -1 : (int64_t)mapped.counter;
}
