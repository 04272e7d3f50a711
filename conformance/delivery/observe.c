/* SPDX-License-Identifier: MIT */
#include "observe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "execute.h"
#include "pinned.h"
#include "sandbox.h"
#include "tracer.h"
#include "written.h"

enum {
    TIMEOUT_MS = 5000,
    SLOWER = 4, /* than when ticks were measured */
    TRACED_TICK = 500000, /* nanoseconds; some 7000 on a machine at rest */
};

/* Cases to be run in one process, and how far it got. */
struct batch {
    const struct observe_options *options;
    const struct test_case *const *cases;
    struct journal_writer *writers;
    size_t count;
    uint64_t started;
    char program[512];
    char directory[WRITTEN_NAME]; /* where files are written, or "" */
    uint64_t *reached; /* shared: the case being run */
    unsigned char *memory; /* shared; reached is its first part */
    size_t memory_size;
};

static uint64_t timeout_of(const struct observe_options *options)
{
    unsigned ms = options->timeout_ms ? options->timeout_ms : TIMEOUT_MS;

    return ms * UINT64_C(1000000);
}

/* What a busy machine may need for the ticks of a case, in nanoseconds,
 * where that is more than nothing. */
static uint64_t time_of_ticks(const struct observe_options *options,
                              const struct script *script)
{
    switch (options->backend) {
    case BACKEND_CLOCK: return pinned_time(script);
    case BACKEND_PTRACE: return pinned_count(script) * TRACED_TICK;
    default:
        return pinned_count(script) * options->learnt.tick_time * SLOWER;
    }
}

/* The shared memory of a batch, between guard pages. */
static bool share(struct batch *batch)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = page, at = page;
    unsigned char *start;

    for (size_t k = 0; k < batch->count; k++)
        size += journal_size(batch->cases[k]);
    size = (size + page - 1) / page * page;
    start = mmap(NULL, size + 2 * page, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
        return false;
    mprotect(start, page, PROT_NONE);
    mprotect(start + page + size, page, PROT_NONE);
    batch->memory = start + page;
    batch->memory_size = size;
    batch->reached = (uint64_t *)(void *)batch->memory;
    for (size_t k = 0; k < batch->count; k++) {
        journal_begin(&batch->writers[k], batch->cases[k],
                       batch->memory + at);
        at += journal_size(batch->cases[k]);
    }
    return true;
}

static void unshare_memory(struct batch *batch)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);

    munmap(batch->memory - page, batch->memory_size + 2 * page);
}

/* In the process of the batch. */
static void run_batch(void *context)
{
    struct batch *batch = context;
    struct journal *first = batch->writers[0].journal;
    static struct run run;
    char why[sizeof first->note] = "";

    first->started = sandbox_time();
    first->state = JOURNAL_RUNNING;
    if (!execute_begin(&run, batch->options, batch->program, why, sizeof why))
        journal_end(&batch->writers[0], ENDED_UNSUPPORTED, "%s", why);
    else if (*batch->directory && chdir(batch->directory) != 0)
        journal_end(&batch->writers[0], ENDED_HARNESS, "%s: %s",
                    batch->directory, strerror(errno));
    if (first->ended != ENDED_NORMALLY) {
        first->state = JOURNAL_FINISHED;
        return;
    }
    for (size_t k = 0; k < batch->count; k++) {
        *batch->reached = k;
        execute(&run, batch->cases[k], &batch->writers[k]);
        if (k + 1 < batch->count)
            execute_off(&run);
    }
    run.impl->class->close(run.impl);
}

/* In the process that traces the one of the batch. */
static void trace_batch(void *context)
{
    struct batch *batch = context;
    int error = tracer_run(run_batch, batch);
    bool forbidden = error == EPERM || error == ENOSYS;

    journal_end(&batch->writers[0],
                forbidden ? ENDED_UNSUPPORTED : ENDED_HARNESS,
                "ptrace: a process can't be traced here: %s; see "
                "/proc/sys/kernel/yama/ptrace_scope", strerror(error));
    batch->writers[0].journal->state = JOURNAL_FINISHED;
}

/* The time of the case that is being run; a time that it can't have started
 * at was written by the implementation. */
static uint64_t batch_deadline(void *context)
{
    const struct batch *batch = context;
    uint64_t reached = *batch->reached, started = batch->started, noted;

    if (reached < batch->count) {
        noted = batch->writers[reached].journal->started;
        if (noted > started && noted <= sandbox_time())
            started = noted;
    }
    if (reached < batch->count)
        started += time_of_ticks(batch->options,
                                 &batch->cases[reached]->script);
    return started + timeout_of(batch->options);
}

static void add_event(struct observation *observation, struct event event)
{
    event.op = observation->op;
    outcome_add(&observation->outcome, &event);
}

/* The file that was there when the process of a case had exited. */
static void note_file(struct observation *observation, const char *directory,
                      const struct script *script)
{
    struct file_contents contents;
    struct event event = {.kind = EVENT_FILE};

    event.value = written_look(directory, script, &contents, observation->note,
                               sizeof observation->note);
    if (file_has_contents(event.value)) {
        memcpy(observation->spare, &contents, sizeof contents);
        event.bytes = observation->spare;
        event.size = sizeof contents;
    }
    add_event(observation, event);
}

/* What the process's end says of the case it ended in. */
static void note_end(struct observation *observation, uint8_t state,
                     const struct sandbox_end *end, const char *directory,
                     const struct script *script)
{
    int result;

    if (state == JOURNAL_FINISHED)
        return;
    observation->status = WIFSIGNALED(end->status)
                              ? WTERMSIG(end->status)
                              : WEXITSTATUS(end->status);
    if (end->timed_out) {
        observation->ended = ENDED_TIMEOUT;
    } else if (state == JOURNAL_EXITED && end->status == 0) {
        note_file(observation, directory, script);
    } else if (state == JOURNAL_EXECED) {
        result = execute_exec_result(end->status);
        if (result >= 0) {
            add_event(observation, (struct event){.kind = EVENT_EXEC,
                                                  .value = result});
            return;
        }
        observation->ended = ENDED_HARNESS;
        snprintf(observation->note, sizeof observation->note,
                 "the program after exec ended with status %d",
                 observation->status);
    } else {
        observation->ended = WIFSIGNALED(end->status) ? ENDED_SIGNAL
                                                      : ENDED_EXIT;
        add_event(observation, (struct event){.kind = EVENT_CRASH});
    }
}

static void harness_fault(struct observation *observation, const char *what)
{
    memset(observation, 0, sizeof *observation);
    observation->ended = ENDED_HARNESS;
    snprintf(observation->note, sizeof observation->note, "%s: %s", what,
             strerror(errno));
}

/* Read the journals of all cases that the process finished or ended in.
 * Returns how many that are. */
static size_t read_journals(const struct batch *batch,
                           const struct sandbox_end *end,
                           struct observation *observations)
{
    size_t k;

    for (k = 0; k < batch->count; k++) {
        const struct journal_writer *writer = &batch->writers[k];
        uint8_t state = writer->journal->state;

        if (state == JOURNAL_NOT_RUN)
            break;
        if (!journal_read(writer, &observations[k])) {
            errno = ENOMEM;
            harness_fault(&observations[k], "reading a journal");
            continue;
        }
        observations[k].batched = k > 0;
        note_end(&observations[k], state, end, batch->directory,
                 &batch->cases[k]->script);
        if (state != JOURNAL_FINISHED)
            return k + 1;
    }
    return k;
}

/* Run cases in one process and fill observations of the first of them: as
 * many as it got through, at least one. */
static size_t observe_some(const struct observe_options *options,
                           const struct test_case *const *cases, size_t count,
                           struct observation *observations)
{
    struct batch batch = {.options = options, .cases = cases, .count = count};
    bool traced = options->backend == BACKEND_PTRACE;
    struct sandbox_end end;
    size_t done = 0;

    execute_find_program(batch.program, sizeof batch.program);
    batch.writers = calloc(count, sizeof *batch.writers);
    if (!batch.writers || !share(&batch)) {
        harness_fault(&observations[0], "memory to share with a case");
        free(batch.writers);
        return 1;
    }
    if (written_used(&cases[0]->script) &&
        !written_directory(batch.directory)) {
        harness_fault(&observations[0], "a directory for mon.out");
        unshare_memory(&batch);
        free(batch.writers);
        return 1;
    }
    batch.started = sandbox_time();
    if (sandbox_run(traced ? trace_batch : run_batch, batch_deadline, &batch,
                    &end)) {
        done = read_journals(&batch, &end, observations);
        errno = ESRCH;
    }
    if (done == 0)
        harness_fault(&observations[0], "the process of a case");
    unshare_memory(&batch);
    free(batch.writers);
    if (*batch.directory)
        written_remove(batch.directory);
    return done ? done : 1;
}

void observe(const struct observe_options *options, const struct test_case *c,
             struct observation *observation)
{
    memset(observation, 0, sizeof *observation);
    observe_some(options, &c, 1, observation);
}

/* Whether the process of a batch died in that case. */
static bool died(const struct observation *observation)
{
    return observation->ended == ENDED_SIGNAL ||
           observation->ended == ENDED_EXIT ||
           observation->ended == ENDED_TIMEOUT;
}

void observe_batch(const struct observe_options *options,
                   const struct test_case *const *cases, size_t count,
                   struct observation *observations)
{
    memset(observations, 0, count * sizeof *observations);
    for (size_t k = 0; k < count;) {
        struct observation *last;

        k += observe_some(options, cases + k, count - k, observations + k);
        last = &observations[k - 1];
        if (last->batched && died(last)) {
            observation_free(last);
            observe(options, cases[k - 1], last);
        }
    }
}

bool observe_can_batch(const struct test_case *c)
{
    if (written_used(&c->script))
        return false;
    for (size_t k = 0; k < c->script.count; k++)
        switch (c->script.ops[k].kind) {
        case OP_BUFFER:
        case OP_CALL:
        case OP_TICKS:
        case OP_SWEEP:
            break;
        default:
            return false;
        }
    return true;
}
