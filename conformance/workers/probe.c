/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "conformance/contain/sandbox.h"
#include "conformance/contain/sandbox_time.h"
#include "conformance/delivery/journal.h"
#include "conformance/delivery/observe.h"
#include "conformance/host/host.h"

enum { TIMEOUT_MS = 5000 };

struct probe_answer {
    bool given;
    unsigned capabilities;
    char why[400];
};

struct asking {
    const struct observe_options *options;
    struct seal_key key;
    struct probe_shared {
        struct probe_answer answer;
        uint64_t seal;
    } * shared; /* by the processes of the sandbox */
};

static void probe_share(const struct asking *asking,
                        const struct probe_answer *answer)
{
    memcpy(&asking->shared->answer, answer, sizeof *answer);
    asking->shared->seal = seal_of(&asking->key, 0, answer, sizeof *answer);
}

static bool probe_begin(void *context)
{
    struct asking *asking = context;
    void *shared = mmap(NULL, sizeof *asking->shared, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    static const struct probe_answer none;

    if (shared == MAP_FAILED)
        return false;
    asking->shared = shared;
    asking->key = seal_key_new();
    probe_share(asking, &none);
    return true;
}

static void probe_ask(void *context)
{
    const struct asking *asking = context;
    const struct observe_options *options = asking->options;
    static struct probe_answer answer = {
        .why = "it has none of this dialect's calls"};
    struct impl *impl =
        options->impl->open(&options->open, answer.why, sizeof answer.why);

    if (impl)
        answer.capabilities = options->impl->capabilities(impl);
    answer.given = true;
    probe_share(asking, &answer);
}

static uint64_t probe_limit(void *context, uint64_t stage)
{
    unsigned ms = ((const struct asking *)context)->options->timeout_ms;

    (void)stage;
    return sandbox_limit(ms ? ms : TIMEOUT_MS);
}

static char *probe_tell(void *context, const struct sandbox_end *end,
                        size_t *size)
{
    const struct asking *asking = context;
    struct probe_answer *told = malloc(sizeof *told);

    (void)end;
    if (!told)
        return NULL;
    memcpy(told, &asking->shared->answer, sizeof *told);
    *size = sizeof *told;
    if (asking->shared->seal == seal_of(&asking->key, 0, told, sizeof *told))
        return (char *)told;
    free(told);
    *size = sizeof JOURNAL_WRITTEN_OVER;
    return strdup(JOURNAL_WRITTEN_OVER);
}

/* The process ended, or hung, before it answered; or its answer is not its
 * own. */
static void probe_died(struct learnt *learnt, const struct sandbox_end *end)
{
    observe_died_opening(learnt, end);
    if (end->told_size != sizeof JOURNAL_WRITTEN_OVER)
        return;
    learnt->ended = ENDED_FORGED;
    learnt->status = 0;
    strcpy(learnt->why, JOURNAL_WRITTEN_OVER);
}

static unsigned ask_capabilities(struct observe_options *options, char *why,
                                 size_t why_size)
{
    struct asking asking = {.options = options};
    const struct sandbox_task task = {.context = &asking,
                                      .begin = probe_begin,
                                      .body = probe_ask,
                                      .limit = probe_limit,
                                      .tell = probe_tell,
                                      .most = probe_limit(&asking, 0),
                                      .told_most = sizeof(struct probe_answer)};
    struct probe_answer answer = {0};
    struct sandbox_end end;

    if (!sandbox_run(&task, &end)) {
        snprintf(why, why_size, "a process could not be made: %s",
                 strerror(errno));
        return PROBE_FAILED;
    }
    if (end.told_size == sizeof answer)
        memcpy(&answer, end.told, sizeof answer);
    if (!answer.given)
        probe_died(&options->learnt, &end);
    free(end.told);
    snprintf(why, why_size, "%s",
             answer.given ? answer.why : options->learnt.why);
    return answer.capabilities;
}

unsigned probe_capabilities(struct observe_options *options, char *why,
                            size_t why_size)
{
    unsigned capabilities;

    options->learnt = (struct learnt){0};
    capabilities = ask_capabilities(options, why, why_size);
    if (!capabilities || capabilities == PROBE_FAILED)
        return capabilities;
    observe_learn(options);
    options->learnt.tick_time = host_tick_time();
    return capabilities;
}

static void probe_needs(const struct call *call, enum dialect dialect,
                        unsigned capabilities,
                        const struct impl_constants *constants,
                        const char **what)
{
    static const unsigned needed[] = {
        [CALL_PROFIL] = IMPL_CAN_PROFIL,
        [CALL_PROFIL_LIST] = IMPL_CAN_LIST,
        [CALL_SPROFIL] = IMPL_CAN_SPROFIL,
        [CALL_MONITOR] = IMPL_CAN_MONITOR,
        [CALL_MONITOR_LIST] = IMPL_CAN_MONITOR,
        [CALL_MONITOR_STOP] = IMPL_CAN_STOP,
        [CALL_MONSTARTUP] = IMPL_CAN_MONSTARTUP,
        [CALL_MONCONTROL] = IMPL_CAN_MONCONTROL,
        [CALL_MCLEANUP] = IMPL_CAN_MCLEANUP,
    };
    static const char *const names[] = {
        [CALL_PROFIL] = "needs profil, which is absent",
        [CALL_PROFIL_LIST] = "needs profil's list form, which is absent",
        [CALL_SPROFIL] = "needs sprofil, which is absent",
        [CALL_MONITOR] = "needs monitor, which is absent",
        [CALL_MONITOR_LIST] = "needs monitor, which is absent",
        [CALL_MONITOR_STOP] = "needs monitor, which is absent",
        [CALL_MONSTARTUP] = "needs monstartup, which is absent",
        [CALL_MONCONTROL] = "needs moncontrol, which is absent",
        [CALL_MCLEANUP] = "needs _mcleanup, which is absent",
    };

    if (!(capabilities & needed[call->kind])) {
        *what = names[call->kind];
        return;
    }
    if (call->kind == CALL_SPROFIL &&
        !(call->flags & (FLAG_USHORT | FLAG_UINT)) &&
        dialect_has_rule(dialect, RULE_NO_WIDTH_FLAG) &&
        (!constants->prof_ushort || !constants->prof_uint))
        *what = "needs flags without a width, and one of them is 0 here";
}

/* Of a program that is not ours. */
static void probe_linked(const struct op *op, const char **what)
{
    if (op->kind == OP_EXEC)
        *what = "needs a program to exec that is known, and the functions are "
                "linked into another";
    else if (op->kind == OP_EXIT)
        *what = "needs an exit, which would run what the program the functions "
                "are linked into does at its own";
}

bool probe_case(const struct test_case *c, enum dialect dialect,
                unsigned capabilities, const struct impl_constants *constants,
                char *why, size_t why_size)
{
    const char *what = NULL;

    if (c->script.address_bits != sizeof(void *) * 8) {
        snprintf(why, why_size, "needs a %u-bit machine",
                 c->script.address_bits);
        return false;
    }
    for (size_t k = 0; k < c->script.count && !what; k++) {
        const struct op *op = &c->script.ops[k];

        if (capabilities & IMPL_IS_LINKED)
            probe_linked(op, &what);
        if (op->kind == OP_CALL)
            probe_needs(&op->call, dialect, capabilities, constants, &what);
        else if ((op->kind == OP_FUNCTIONS || op->kind == OP_ARCS ||
                  op->kind == OP_ROW || op->kind == OP_NESTED ||
                  op->kind == OP_THREADS) &&
                 !(capabilities & IMPL_CAN_COUNT))
            what = "needs mcount, which is absent";
    }
    if (what)
        snprintf(why, why_size, "%s", what);
    return what == NULL;
}
