/* SPDX-License-Identifier: MIT */
#include "probes.h"

#include "conformance/explain/formula.h"
#include "conformance/inference/latitude.h"
#include "findings.h"

bool probes_can(enum dialect dialect, unsigned width)
{
    return dialect_has_call(dialect, width == 2 ? CALL_PROFIL : CALL_SPROFIL);
}

/* What a run of the reference answers. */
static int64_t answer_of_reference(struct choices *c, const struct probes *p,
                                   const struct probe_pc *probe)
{
    const struct probe_region *r = &p->regions[probe->region];
    struct mapping m = {.offset = r->offset,
                        .size = r->size,
                        .scale = r->scale,
                        .width = (uint8_t)p->width,
                        .address_bits = 64};
    struct mapped mapped;

    /* irix.sprofil.6: a region's first address may be outside it. */
    if (p->dialect == DIALECT_IRIX && probe->pc == r->offset &&
        choose(c, RULE_REGION_START) == REGION_START_BELOW &&
        !(r->offset == 0 && r->scale == 2))
        return -1;
    formula_map(c, p->dialect, &m, probe->pc, &mapped);
    return mapped.counter == FORMULA_NOWHERE ? -1 : (int64_t)mapped.counter;
}

static bool explains(struct choices *c, const struct probes *p,
                     const int64_t *answers)
{
    choices_run(c);
    for (unsigned k = 0; k < p->count; k++)
        if (answer_of_reference(c, p, &p->list[k]) != answers[k])
            return false;
    return true;
}

/* The choices that a run made, and for rules that it did not ask those of the
 * run before. */
static void keep_answers(struct choice_sets *sets, const struct choices *c)
{
    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(c->asked, r))
            sets->of[r] = choice_bit((enum choice)c->made[r]);
}

static void ask_probes(const struct probes *p, int64_t answers[PROBES])
{
    for (unsigned k = 0; k < p->count; k++) {
        const struct probe_region *r = &p->regions[p->list[k].region];

        answers[k] =
            my_map(p->list[k].pc, r->size, r->offset, r->scale, p->width);
    }
}

bool probes_explained_by(const struct probes *p,
                         const struct choice_sets *allowed)
{
    struct choices c;
    int64_t answers[PROBES];

    ask_probes(p, answers);
    choices_begin(&c, allowed);
    do {
        if (explains(&c, p, answers))
            return true;
    } while (choices_next(&c));
    return false;
}

bool probes_explained(const struct probes *p)
{
    /* What explained the last ones is tried first: that changes no result. */
    static struct choice_sets guess[DIALECTS];
    static bool guessed[DIALECTS];
    const struct choice_sets *allowed = findings_allowed(p->dialect);
    struct choices c;
    int64_t answers[PROBES];

    ask_probes(p, answers);
    if (!guessed[p->dialect])
        guess[p->dialect] = *allowed;
    guessed[p->dialect] = true;
    choices_begin(&c, &guess[p->dialect]);
    if (explains(&c, p, answers))
        return true;
    choices_begin(&c, allowed);
    do {
        if (explains(&c, p, answers)) {
            keep_answers(&guess[p->dialect], &c);
            return true;
        }
    } while (choices_next(&c));
    return false;
}

unsigned probes_permitted(const struct probes *p, const struct probe_pc *probe,
                          unsigned most, int64_t *answers,
                          struct choice_sets *sets)
{
    struct choice_sets allowed = latitude_permitted(p->dialect)->allowed;
    struct choices c;
    unsigned count = 0;

    choices_begin(&c, &allowed);
    do {
        int64_t found;
        unsigned k = 0;

        choices_run(&c);
        found = answer_of_reference(&c, p, probe);
        while (k < count && answers[k] != found)
            k++;
        if (k < count || count == most)
            continue;
        answers[count] = found;
        sets[count] = allowed;
        keep_answers(&sets[count++], &c);
    } while (choices_next(&c));
    return count;
}
