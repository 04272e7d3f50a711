/* SPDX-License-Identifier: MIT */
#include "hung.h"

#include <stdio.h>
#include <string.h>

static const char *const names[CALL_KINDS] = {
    [CALL_PROFIL] = "profil",
    [CALL_PROFIL_LIST] = "profil of a list",
    [CALL_SPROFIL] = "sprofil",
    [CALL_MONITOR] = "monitor",
    [CALL_MONITOR_LIST] = "monitor of a list",
    [CALL_MONITOR_STOP] = "monitor(0)",
    [CALL_MONSTARTUP] = "monstartup",
    [CALL_MONCONTROL] = "moncontrol",
    [CALL_MCLEANUP] = "_mcleanup",
};

static const struct op *call_at(const struct script *script, size_t op)
{
    return op < script->count && script->ops[op].kind == OP_CALL
               ? &script->ops[op]
               : NULL;
}

void hung_note(struct hung *hung, const struct test_case *c,
               const struct observation *observation)
{
    const struct op *op = call_at(&c->script, observation->op);

    if (hung->count == HUNG_ROW)
        return;
    if (observation->ended != ENDED_TIMEOUT || !op) {
        hung->count = 0;
        return;
    }
    hung->count = op->call.kind == hung->call ? hung->count + 1 : 1;
    hung->call = op->call.kind;
}

bool hung_spares(const struct hung *hung, const struct test_case *c,
                 struct observation *observation)
{
    const struct op *op = NULL;
    size_t k = 0;

    if (hung->count < HUNG_ROW)
        return false;
    for (; k < c->script.count; k++) {
        op = call_at(&c->script, k);
        if (op && op->call.kind == hung->call)
            break;
    }
    if (k == c->script.count)
        return false;
    memset(observation, 0, sizeof *observation);
    observation->ended = ENDED_TIMEOUT;
    observation->op = (uint16_t)k;
    snprintf(observation->note, sizeof observation->note,
             "it was not run: %d cases in a row before it were still running "
             "in %s after their time limits",
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
