/* SPDX-License-Identifier: MIT */
/* Whether an implementation can be judged at all. */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "arrival.h"
#include "conformance/contain/enter.h"
#include "conformance/contain/sandbox.h"
#include "conformance/contain/sandbox_time.h"
#include "conformance/inject/inject.h"
#include "execute.h"
#include "observe.h"
#include "pinned.h"

enum {
    TRIAL_OP = 1,          /* the call, after its buffer */
    TRIAL_PC = 0x10000100, /* which it profiles */
    TIMEOUT_MS = 5000,
    TIME_LEAST = 2000, /* milliseconds for it all, however short a case's */
};

/* What the process of the trial tells. */
struct trial_memory {
    bool opened;
    bool ran; /* came to its end, one way or the other */
    struct learnt learnt;
};

struct smoke_run {
    struct observe_options *options;
    struct trial_memory own; /* the process's */
    struct seal_key key;
    struct trial_shared {
        struct trial_memory memory;
        uint64_t seal;
    } * shared;
    void *journal; /* shared too */
    const struct test_case *c;
};

/* Where the implementation brings its ticks itself. */
static enum smoke ask_delivery(struct run *run, char *why, size_t why_size)
{
    if (run->impl->class->deliver(run->impl, NULL, 0) == 0)
        return SMOKE_READY;
    snprintf(why, why_size, "%s",
             run->impl->refused ? run->impl->refused
                                : "it can deliver no ticks");
    return SMOKE_UNSUPPORTED;
}

/* Why no tick will ever be counted, or null. */
static const char *smoke_silence(const struct run *run, bool came)
{
    bool handled = inject_received();

    if (came)
        return NULL;
    if (clock_period(&run->clock) != 0)
        return handled ? NULL : "a timer sends SIGPROF, which has no handler";
    return handled ? "SIGPROF has a handler, but no timer was armed, and no "
                     "tick came"
                   : "SIGPROF has no handler, no timer was armed, and no tick "
                     "came";
}

/* What that call did, and why nothing more is to be had. */
static void smoke_explain(struct learnt *learnt, const struct event *event,
                          const char *reason)
{
    char returned[64];

    snprintf(returned, sizeof returned, " returned %lld (errno %d)",
             (long long)event->value, event->error);
    snprintf(learnt->why, sizeof learnt->why,
             "%sthe call to turn profiling on%s: %s",
             event->value == VALUE_NONE ? "after " : "",
             event->value == VALUE_NONE ? "" : returned, reason);
}

/* With a clock that is seen, and a handler: does a tick of it come? */
static enum smoke wait_for_arrival(struct run *run, struct learnt *learnt)
{
    const struct event *event = &run->writer->events[0];

    if (arrival_wait(run, learnt->silence, sizeof learnt->silence))
        return SMOKE_READY;
    smoke_explain(learnt, event, learnt->silence);
    return SMOKE_SILENT;
}

/* Where it does not: is there a clock at all?  One that is not seen is waited
 * for, where a counter would show its ticks. */
static enum smoke look_for_ticks(struct run *run, const struct call *call,
                                 struct learnt *learnt)
{
    bool clocked = run->options->backend == BACKEND_CLOCK, came = false;
    bool any = clocked || inject_received();
    bool seen = learnt->clock_seen;
    bool waited = seen || (call->kind != CALL_MONSTARTUP &&
                           pinned_comes(run, TRIAL_PC, &came));
    const struct event *event = &run->writer->events[0];
    const char *silent = smoke_silence(run, came);

    if (seen && inject_received())
        return wait_for_arrival(run, learnt);
    if (any && (seen || came || !waited))
        return SMOKE_READY;
    snprintf(learnt->silence, sizeof learnt->silence,
             "no tick reached it in %d periods of CPU time%s", PINNED_UNSEEN,
             clocked ? ""
                     : "; if its ticks are not SIGPROF, use --backend clock");
    smoke_explain(learnt, event,
                  !waited  ? "SIGPROF has no handler, and other ticks can't be "
                             "waited for here"
                  : silent ? silent
                           : "its ticks come by other means than SIGPROF: use "
                             "--backend clock");
    return waited && silent ? SMOKE_SILENT : SMOKE_UNSUPPORTED;
}

/* Make the call with which the case ends, whatever it is here. */
static enum smoke trial(struct run *run, struct smoke_run *smoke)
{
    unsigned can = run->impl->class->capabilities(run->impl);
    struct op ops[] = {smoke->c->script.ops[0], {.kind = OP_CALL}};
    struct test_case c = *smoke->c;
    struct learnt *learnt = &smoke->own.learnt;
    struct journal_writer writer;

    if (run->options->drive)
        return SMOKE_READY;
    ops[TRIAL_OP].call = execute_trial(can);
    c.script.ops = ops;
    journal_begin(&writer, &c, smoke->journal);
    run->plainly = true;
    execute(run, &c, &writer);
    if (writer.journal.ended != ENDED_NORMALLY)
        return SMOKE_READY; /* its cases will show why */
    learnt->clock_seen = clock_period(&run->clock) != 0;
    learnt->own_ticks = run->impl->class->deliver != NULL;
    if (learnt->own_ticks)
        return ask_delivery(run, learnt->why, sizeof learnt->why);
    return look_for_ticks(run, &ops[TRIAL_OP].call, learnt);
}

/* What is known so far is shared. */
static void smoke_share(struct smoke_run *smoke)
{
    memcpy(&smoke->shared->memory, &smoke->own, sizeof smoke->own);
    smoke->shared->seal =
        seal_of(&smoke->key, 0, &smoke->own, sizeof smoke->own);
}

static void run_smoke(void *context)
{
    struct smoke_run *smoke = context;
    struct trial_memory *own = &smoke->own;
    static struct run run;

    own->opened = execute_begin(&run, smoke->options, "", own->learnt.why,
                                sizeof own->learnt.why);
    if (own->opened)
        sandbox_mark();
    smoke_share(smoke);
    own->learnt.smoke = own->opened ? trial(&run, smoke) : SMOKE_USAGE;
    own->ran = true;
    smoke_share(smoke);
}

static bool begin_smoke(void *context)
{
    struct smoke_run *smoke = context;
    size_t size = sizeof(struct trial_shared) + 64 + journal_size(smoke->c);
    unsigned char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return false;
    smoke->shared = (struct trial_shared *)(void *)memory;
    smoke->journal = memory + (sizeof(struct trial_shared) + 63) / 64 * 64;
    smoke->key = seal_key_new();
    smoke_share(smoke);
    return true;
}

static uint64_t limit_smoke(void *context, uint64_t stage)
{
    unsigned ms = ((const struct smoke_run *)context)->options->timeout_ms;

    (void)stage;
    return sandbox_limit(!ms ? TIMEOUT_MS : ms < TIME_LEAST ? TIME_LEAST : ms);
}

static char *tell_smoke(void *context, const struct sandbox_end *end,
                        size_t *size)
{
    const struct smoke_run *smoke = context;
    struct trial_memory *told = malloc(sizeof *told);

    (void)end;
    if (!told)
        return NULL;
    memcpy(told, &smoke->shared->memory, sizeof *told);
    if (smoke->shared->seal != seal_of(&smoke->key, 0, told, sizeof *told))
        memset(told, 0, sizeof *told); /* it was written over */
    *size = sizeof *told;
    return (char *)told;
}

/* What came up: any bytes. */
static struct trial_memory hear_smoke(const struct sandbox_end *end)
{
    enum {
        AT = offsetof(struct trial_memory, learnt),
        WHY = AT + offsetof(struct learnt, why),
        SILENCE = AT + offsetof(struct learnt, silence),
    };
    struct trial_memory heard = {0};
    struct learnt *learnt = &heard.learnt;
    unsigned found;

    if (end->told_size != sizeof heard)
        return heard;
    heard.opened = end->told[offsetof(struct trial_memory, opened)] & 1;
    heard.ran = end->told[offsetof(struct trial_memory, ran)] & 1;
    memcpy(&found, end->told + AT + offsetof(struct learnt, smoke),
           sizeof found);
    learnt->smoke = found > SMOKE_HARNESS ? SMOKE_READY : (enum smoke)found;
    learnt->clock_seen =
        end->told[AT + offsetof(struct learnt, clock_seen)] & 1;
    learnt->own_ticks = end->told[AT + offsetof(struct learnt, own_ticks)] & 1;
    memcpy(learnt->why, end->told + WHY, sizeof learnt->why - 1);
    memcpy(learnt->silence, end->told + SILENCE, sizeof learnt->silence - 1);
    return heard;
}

void observe_died_opening(struct learnt *learnt, const struct sandbox_end *end)
{
    bool late = end->how == SANDBOX_TIMED_OUT;
    bool killed = !late && WIFSIGNALED(end->status);

    learnt->smoke = SMOKE_DIED;
    learnt->ended = late ? ENDED_TIMEOUT : killed ? ENDED_SIGNAL : ENDED_EXIT;
    learnt->status = late     ? 0
                     : killed ? WTERMSIG(end->status)
                              : WEXITSTATUS(end->status);
    snprintf(learnt->why, sizeof learnt->why,
             late     ? "it was still being opened after its time limit"
             : killed ? "it was killed by signal %d when it was opened"
                      : "it exited with status %d when it was opened",
             learnt->status);
}

/* What it comes to, where a process there was. */
static struct learnt smoke_conclude(const struct sandbox_end *end)
{
    struct trial_memory heard = hear_smoke(end);
    struct learnt *learnt = &heard.learnt;

    /* What goes on for ever may write there what it likes. */
    if (heard.ran && end->how == SANDBOX_ENDED && end->status == 0)
        return *learnt;
    /* Whoever opens and then dies in its first call can be judged; and who
     * ends those that would tell, too. */
    learnt->smoke = end->marked || heard.opened || !end->told_size
                        ? SMOKE_READY
                        : SMOKE_USAGE;
    if (learnt->smoke == SMOKE_USAGE)
        observe_died_opening(learnt, end);
    return *learnt;
}

void observe_learn(struct observe_options *options)
{
    const struct op ops[] = {{.kind = OP_BUFFER, .size = 4096},
                             {.kind = OP_CALL}};
    const struct test_case c = {.slug = "smoke",
                                .script = {ops, sizeof ops / sizeof ops[0],
                                           8 * sizeof(void *), 0, false}};
    struct smoke_run smoke = {.options = options, .c = &c};
    const struct sandbox_task task = {.context = &smoke,
                                      .begin = begin_smoke,
                                      .body = run_smoke,
                                      .limit = limit_smoke,
                                      .tell = tell_smoke,
                                      .most = limit_smoke(&smoke, 0),
                                      .told_most = sizeof(struct trial_memory)};
    struct sandbox_end end;

    options->learnt = (struct learnt){0};
    if (!sandbox_run(&task, &end)) {
        options->learnt.smoke = SMOKE_HARNESS;
        snprintf(options->learnt.why, sizeof options->learnt.why,
                 "a process could not be made: %s", strerror(errno));
        return;
    }
    options->learnt = smoke_conclude(&end);
    free(end.told);
}
