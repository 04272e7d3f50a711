/* SPDX-License-Identifier: MIT */
/* Whether an implementation can be judged at all. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "execute.h"
#include "inject.h"
#include "sandbox.h"

enum { TRIAL_OP = 1 }; /* the call, after its buffer */

/* What the process of the trial tells, in shared memory. */
struct trial_memory {
    bool opened, received;
    bool ran; /* came to its end, one way or the other */
    char why[400];
};

struct smoke {
    const struct observe_options *options;
    struct trial_memory *shared;
    void *journal; /* shared too */
    const struct test_case *c;
    uint64_t deadline;
};

static uint64_t smoke_deadline(void *context)
{
    return ((const struct smoke *)context)->deadline;
}

/* Make the call with which the case ends, whatever it is here. */
static void trial(struct run *run, const struct smoke *smoke)
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
    if (run->impl->class->deliver) {
        shared->received =
            run->impl->class->deliver(run->impl, NULL, 0) == 0;
        snprintf(shared->why, sizeof shared->why, "%s",
                 run->impl->refused ? run->impl->refused
                                    : "it can deliver no ticks");
        return;
    }
    shared->received = smoke->options->backend == BACKEND_CLOCK ||
                       inject_received();
    snprintf(shared->why, sizeof shared->why,
             "profiling was turned on (value %lld, errno %d) but nothing "
             "receives ticks: there is no handler for SIGPROF; with "
             "--backend clock, ticks of its own clock are waited for",
             (long long)writer.events[0].value, writer.events[0].error);
}

static void run_smoke(void *context)
{
    const struct smoke *smoke = context;
    struct trial_memory *shared = smoke->shared;
    static struct run run;

    shared->opened = execute_begin(&run, smoke->options, "", shared->why,
                                   sizeof shared->why);
    if (shared->opened)
        trial(&run, smoke);
    shared->ran = true;
}

static bool judge_smoke(struct smoke *smoke, bool *usage, char *why,
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
        return false;
    }
    shared->why[sizeof shared->why - 1] = '\0';
    /* Whoever opens and then dies in its first call can be judged. */
    if (!shared->ran && shared->opened)
        return true;
    if (!shared->ran) {
        *usage = true;
        snprintf(why, why_size, "it %s when it was opened",
                 end.timed_out              ? "did not come to an end"
                 : WIFSIGNALED(end.status) ? "was killed by a signal"
                                            : "exited");
        return false;
    }
    *usage = !shared->opened;
    if (!shared->opened || !shared->received)
        snprintf(why, why_size, "%s", shared->why);
    return shared->opened && shared->received;
}

bool observe_smoke(const struct observe_options *options, bool *usage,
                   char *why, size_t why_size)
{
    const struct op ops[] = {{.kind = OP_BUFFER, .size = 4096},
                             {.kind = OP_CALL}};
    const struct test_case c = {
        .slug = "smoke",
        .script = {ops, sizeof ops / sizeof ops[0], 8 * sizeof(void *), 0}};
    size_t size = sizeof(struct trial_memory) + 64 + journal_size(&c);
    struct smoke smoke = {.options = options, .c = &c};
    unsigned char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    bool result;

    *usage = false;
    why[0] = '\0';
    if (memory == MAP_FAILED) {
        snprintf(why, why_size, "memory to share: %s", strerror(errno));
        return false;
    }
    smoke.shared = (struct trial_memory *)(void *)memory;
    smoke.journal = memory + (sizeof(struct trial_memory) + 63) / 64 * 64;
    result = judge_smoke(&smoke, usage, why, why_size);
    munmap(memory, size);
    return result;
}
