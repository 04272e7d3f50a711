/* SPDX-License-Identifier: MIT */
/* Whether an implementation can be judged at all. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "execute.h"
#include "inject.h"
#include "pinned.h"
#include "sandbox.h"

enum {
    TRIAL_OP = 1, /* the call, after its buffer */
    TRIAL_PC = 0x10000100, /* which it profiles */
};

/* What the process of the trial tells, in shared memory. */
struct trial_memory {
    bool opened;
    bool ran; /* came to its end, one way or the other */
    uint8_t found; /* enum smoke */
    char why[400];
};

struct smoke_run {
    const struct observe_options *options;
    struct trial_memory *shared;
    void *journal; /* shared too */
    const struct test_case *c;
    uint64_t deadline;
};

static uint64_t smoke_deadline(void *context)
{
    return ((const struct smoke_run *)context)->deadline;
}

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
static const char *silence(const struct run *run, bool came)
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

/* Where it does not: is there a clock at all?  One that is not seen is waited
 * for, where a counter would show its ticks. */
static enum smoke look_for_ticks(struct run *run, const struct call *call,
                                 char *why, size_t why_size)
{
    bool any = run->options->backend == BACKEND_CLOCK || inject_received();
    bool seen = clock_period(&run->clock) != 0, came = false;
    bool waited = seen || (call->kind != CALL_MONSTARTUP &&
                           pinned_comes(run, TRIAL_PC, &came));
    const struct event *event = &run->writer->events[0];
    const char *silent = silence(run, came);

    if (any && (seen || came || !waited))
        return SMOKE_READY;
    snprintf(why, why_size,
             "the call to turn profiling on returned %lld (errno %d): %s",
             (long long)event->value, event->error,
             !waited  ? "SIGPROF has no handler, and other ticks can't be "
                        "waited for here"
             : silent ? silent
                      : "its ticks come by other means than SIGPROF: use "
                        "--backend clock");
    return waited && silent ? SMOKE_SILENT : SMOKE_UNSUPPORTED;
}

/* Make the call with which the case ends, whatever it is here. */
static enum smoke trial(struct run *run, const struct smoke_run *smoke)
{
    unsigned can = run->impl->class->capabilities(run->impl);
    struct op ops[] = {smoke->c->script.ops[0], {.kind = OP_CALL}};
    struct test_case c = *smoke->c;
    struct trial_memory *shared = smoke->shared;
    struct journal_writer writer;

    ops[TRIAL_OP].call = execute_trial(can);
    c.script.ops = ops;
    journal_begin(&writer, &c, smoke->journal);
    execute(run, &c, &writer);
    if (run->impl->class->deliver)
        return ask_delivery(run, shared->why, sizeof shared->why);
    return look_for_ticks(run, &ops[TRIAL_OP].call, shared->why,
                          sizeof shared->why);
}

static void run_smoke(void *context)
{
    const struct smoke_run *smoke = context;
    struct trial_memory *shared = smoke->shared;
    static struct run run;

    shared->opened = execute_begin(&run, smoke->options, "", shared->why,
                                   sizeof shared->why);
    shared->found = shared->opened ? trial(&run, smoke) : SMOKE_USAGE;
    shared->ran = true;
}

static enum smoke judge_smoke(struct smoke_run *smoke, char *why,
                              size_t why_size)
{
    struct trial_memory *shared = smoke->shared;
    struct sandbox_end end;
    uint64_t ms = smoke->options->timeout_ms ? smoke->options->timeout_ms
                                             : 5000;

    smoke->deadline = sandbox_time() + ms * 1000000;
    if (!sandbox_run(run_smoke, smoke_deadline, smoke, &end)) {
        snprintf(why, why_size, "a process could not be made: %s",
                 strerror(errno));
        return SMOKE_UNSUPPORTED;
    }
    shared->why[sizeof shared->why - 1] = '\0';
    /* Whoever opens and then dies in its first call can be judged. */
    if (!shared->ran && shared->opened)
        return SMOKE_READY;
    if (!shared->ran) {
        snprintf(why, why_size, "it %s when it was opened",
                 end.timed_out              ? "did not come to an end"
                 : WIFSIGNALED(end.status) ? "was killed by a signal"
                                            : "exited");
        return SMOKE_USAGE;
    }
    if (shared->found != SMOKE_READY)
        snprintf(why, why_size, "%s", shared->why);
    return (enum smoke)shared->found;
}

enum smoke observe_smoke(const struct observe_options *options, char *why,
                         size_t why_size)
{
    const struct op ops[] = {{.kind = OP_BUFFER, .size = 4096},
                             {.kind = OP_CALL}};
    const struct test_case c = {
        .slug = "smoke",
        .script = {ops, sizeof ops / sizeof ops[0], 8 * sizeof(void *), 0}};
    size_t size = sizeof(struct trial_memory) + 64 + journal_size(&c);
    struct smoke_run smoke = {.options = options, .c = &c};
    unsigned char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    enum smoke found;

    why[0] = '\0';
    if (memory == MAP_FAILED) {
        snprintf(why, why_size, "memory to share: %s", strerror(errno));
        return SMOKE_UNSUPPORTED;
    }
    smoke.shared = (struct trial_memory *)(void *)memory;
    smoke.journal = memory + (sizeof(struct trial_memory) + 63) / 64 * 64;
    found = judge_smoke(&smoke, why, why_size);
    munmap(memory, size);
    return found;
}
