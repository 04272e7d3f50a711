/* SPDX-License-Identifier: MIT */
#include "hung.h"

#include <stdio.h>
#include <string.h>

static const char *const names[HUNG_KINDS] = {
    [CALL_PROFIL] = "profil",
    [CALL_PROFIL_LIST] = "profil of a list",
    [CALL_SPROFIL] = "sprofil",
    [CALL_MONITOR] = "monitor",
    [CALL_MONITOR_LIST] = "monitor of a list",
    [CALL_MONITOR_STOP] = "monitor(0)",
    [CALL_MONSTARTUP] = "monstartup",
    [CALL_MONCONTROL] = "moncontrol",
    [CALL_MCLEANUP] = "_mcleanup",
    [HUNG_TICK] = "a tick",
    [HUNG_WHOLE] = "a process of which nothing was heard",
};

/* What an operation may hang in; HUNG_KINDS: nothing of the implementation. */
static uint8_t hung_kind(const struct script *script, size_t op)
{
    if (op >= script->count)
        return HUNG_KINDS;
    switch (script->ops[op].kind) {
    case OP_CALL: return script->ops[op].call.kind;
    case OP_TICKS:
    case OP_SWEEP: return HUNG_TICK;
    default: return HUNG_KINDS;
    }
}

/* What a case hung in; HUNG_KINDS: it did not, or in what is not known. */
static uint8_t hung_in(const struct test_case *c, const struct observation *o)
{
    bool late = o->ended == ENDED_TIMEOUT;
    uint8_t kind = hung_kind(&c->script, o->op);

    if (!late && !observation_crowded(o))
        return HUNG_KINDS;
    return kind == HUNG_KINDS && o->op == 0 && o->outcome.count == 0
               ? (uint8_t)HUNG_WHOLE
               : kind;
}

void hung_note(struct hung *hung, const struct test_case *c,
               const struct observation *observation)
{
    uint8_t kind = hung_in(c, observation);

    if (hung->count == HUNG_ROW)
        return;
    if (kind == HUNG_KINDS) {
        hung->count = 0;
        return;
    }
    hung->count = kind == hung->call ? hung->count + 1 : 1;
    hung->call = kind;
}

bool hung_spares(const struct hung *hung, const struct test_case *c,
                 struct observation *observation)
{
    size_t k = 0;

    if (hung->count < HUNG_ROW)
        return false;
    while (hung->call != HUNG_WHOLE && k < c->script.count &&
           hung_kind(&c->script, k) != hung->call)
        k++;
    if (k == c->script.count)
        return false;
    memset(observation, 0, sizeof *observation);
    observation->ended = ENDED_TIMEOUT;
    observation->op = (uint16_t)k;
    snprintf(
        observation->note, sizeof observation->note,
        "it was not run: %d cases in a row before it hung, or took too much "
        "of the machine, in %s",
        HUNG_ROW, names[hung->call]);
    return true;
}

void hung_apply(const struct test_case *const *cases, size_t count,
                struct observation *observations)
{
    struct hung hung = {0};

    for (size_t k = 0; k < count; k++) {
        struct observation spared;

        hung_note(&hung, cases[k], &observations[k]);
        if (k + 1 == count || !hung_spares(&hung, cases[k + 1], &spared))
            continue;
        observation_free(&observations[k + 1]);
        observations[k + 1] = spared;
    }
}
