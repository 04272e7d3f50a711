/* SPDX-License-Identifier: MIT */
#include "inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/base/memory.h"
#include "conformance/machine/contain.h"
#include "conformance/machine/sandbox.h"
#include "conformance/machine/tracer.h"
#include "execute.h"
#include "pinned.h"
#include "record.h"
#include "reference/gmon/gmon.h"

enum {
    TIMEOUT_MS = 5000,
    TRACED_TICK = 500000, /* nanoseconds; some 7000 on a machine at rest */
    SENT_TICK = 20000,    /* some 1500, where it was not measured */
    SLOWER = 4,           /* than when it was measured */
    FILE_LEAST = 1 << 20, /* bytes */
    SCRIPT_MS = 10000,    /* of what a case takes by itself, at most: as long as
                             one may sleep */
    EXEC_MS = 2000,       /* what a new program burns at most */
};

/* What a busy machine may need for the ticks of a case, in nanoseconds. */
static uint64_t time_of_ticks(const struct observe_options *options,
                              const struct script *script)
{
    uint64_t sent = options->learnt.tick_time * SLOWER;

    switch (options->backend) {
    case BACKEND_CLOCK: return pinned_time(script);
    case BACKEND_PTRACE: return pinned_count(script) * TRACED_TICK;
    default:
        return pinned_count(script) * (sent > SENT_TICK ? sent : SENT_TICK);
    }
}

/* What the case itself takes: its sleeps, and other programs' time.  Who
 * writes longer ones gives a longer limit. */
static uint64_t time_of_script(const struct script *script)
{
    uint64_t ms = 0;

    for (size_t k = 0; k < script->count; k++)
        if (script->ops[k].kind == OP_SLEEP)
            ms += script->ops[k].milliseconds;
        else if (script->ops[k].kind == OP_EXEC)
            ms += EXEC_MS;
    return (ms < SCRIPT_MS ? ms : SCRIPT_MS) * UINT64_C(1000000);
}

uint64_t inside_stage(void *context)
{
    const struct inside *inside = context;
    uint64_t reached = *inside->reached;

    return reached < inside->count ? reached : 0;
}

uint64_t inside_limit(void *context, uint64_t stage)
{
    const struct inside *inside = context;
    const struct observe_options *options = inside->options;
    const struct script *script = &inside->cases[stage]->script;

    return sandbox_limit(options->timeout_ms ? options->timeout_ms
                                             : TIMEOUT_MS) +
           time_of_ticks(options, script) + time_of_script(script);
}

size_t inside_size(const struct inside *inside)
{
    size_t size = (size_t)sysconf(_SC_PAGESIZE);

    for (size_t k = 0; k < inside->count; k++)
        size += journal_size(inside->cases[k]);
    return size;
}

void inside_begin(void *context)
{
    struct inside *inside = context;
    size_t at = (size_t)sysconf(_SC_PAGESIZE);

    inside->begun = sandbox_time();
    inside->reached = (uint64_t *)inside->memory;
    for (size_t k = 0; k < inside->count; k++) {
        journal_begin(&inside->writers[k], inside->cases[k],
                      (char *)inside->memory + at);
        at += journal_size(inside->cases[k]);
    }
}

static bool files_are_limited(void)
{
    struct rlimit size;

    return getrlimit(RLIMIT_FSIZE, &size) == 0 && size.rlim_cur < FILE_LEAST;
}

/* Prepare what the cases need before the implementation can interfere. */
static void inside_open(struct inside *inside, struct run *run)
{
    struct journal_writer *first = &inside->writers[0];
    char why[sizeof first->journal.note] = "";

    first->journal.began = sandbox_time();
    first->journal.state = JOURNAL_RUNNING;
    journal_seal(first);
    execute_reach(inside->cases[0], first);
    if (*inside->directory && files_are_limited())
        journal_end(first, ENDED_HARNESS,
                    "the limit of a file's size is too low for a profile: see "
                    "ulimit -f");
    if (first->journal.ended != ENDED_NORMALLY)
        return;
    sandbox_mark(1); /* from here on the implementation can interfere */
    if (!execute_begin(run, inside->options, inside->program, why, sizeof why))
        journal_end(first, ENDED_UNSUPPORTED, "%s", why);
    else if (*inside->directory && chdir(inside->directory) != 0)
        journal_end(first, ENDED_HARNESS, "%s: %s", inside->directory,
                    strerror(errno));
    if (*inside->directory)
        run->directory = inside->directory;
}

void inside_run(void *context)
{
    struct inside *inside = context;
    static struct run run;

    inside_open(inside, &run);
    if (inside->writers[0].journal.ended != ENDED_NORMALLY) {
        inside->writers[0].journal.state = JOURNAL_FINISHED;
        journal_seal(&inside->writers[0]);
        return;
    }
    for (size_t k = 0; k < inside->count; k++) {
        struct journal_writer *writer = &inside->writers[k];

        *inside->reached = k;
        if (k > 0)
            writer->journal.began = sandbox_time();
        if (inside->options->impl == &impl_exec) {
            if (!drive_case(&run, inside->cases[k], writer))
                break;
            continue;
        }
        execute(&run, inside->cases[k], writer);
        if (k + 1 < inside->count)
            execute_off(&run);
    }
    run.impl->class->close(run.impl);
}

/* In the process that traces the one of the cases. */
void inside_trace(void *context)
{
    struct inside *inside = context;
    int error = tracer_run(inside_run, inside);
    bool forbidden = error == EPERM || error == ENOSYS;

    journal_end(&inside->writers[0],
                forbidden ? ENDED_UNSUPPORTED : ENDED_HARNESS,
                "ptrace: processes can't be traced here: %s; see "
                "/proc/sys/kernel/yama/ptrace_scope",
                strerror(error));
    inside->writers[0].journal.state = JOURNAL_FINISHED;
    journal_seal(&inside->writers[0]);
}

static void append_event(struct observation *observation, struct event event)
{
    event.op = observation->op;
    outcome_add(&observation->outcome, &event);
}

/* The file that was there when the process of a case had exited. */
static void note_file(struct observation *observation, const char *directory,
                      const struct script *script)
{
    union file_left left;
    struct event event =
        written_event(directory, gmon_used(script), 0, script, &left,
                      observation->note, sizeof observation->note);

    if (event.bytes)
        event.bytes = memcpy(observation->spare, &left, event.size);
    append_event(observation, event);
}

static void note_death(struct observation *observation,
                       const struct sandbox_end *end)
{
    observation->ended = WIFSIGNALED(end->status) ? ENDED_SIGNAL : ENDED_EXIT;
    append_event(observation, (struct event){.kind = EVENT_CRASH});
    if (end->how == SANDBOX_TOO_LARGE)
        snprintf(observation->note, sizeof observation->note,
                 OBSERVED_CROWDED "%d processes, or had %d at a time, or took "
                                  "more than 2 GiB of memory, or what there "
                                  "was, or wrote more than 256 MiB",
                 CONTAIN_MADE, CONTAIN_AT_ONCE);
}

/* What the process's end says of the case it ended in. */
static void note_end(struct observation *observation, uint8_t state,
                     const struct sandbox_end *end, const char *directory,
                     const struct script *script)
{
    int result;

    if (state == JOURNAL_FINISHED || observation->ended == ENDED_FORGED)
        return;
    observation->status = WIFSIGNALED(end->status) ? WTERMSIG(end->status)
                                                   : WEXITSTATUS(end->status);
    if (end->how == SANDBOX_TIMED_OUT) {
        observation->ended = ENDED_TIMEOUT;
    } else if (state == JOURNAL_EXITED && end->status == 0) {
        note_file(observation, directory, script);
    } else if (state == JOURNAL_EXECED) {
        result = execute_exec_result(end->status);
        if (result >= 0) {
            append_event(observation,
                         (struct event){.kind = EVENT_EXEC, .value = result});
            return;
        }
        observation->ended = ENDED_HARNESS;
        snprintf(observation->note, sizeof observation->note,
                 "the program after exec ended with status %d",
                 observation->status);
    } else {
        note_death(observation, end);
    }
}

/* How long it was a case's turn, until the next one's or now; 0 where that
 * can't be so: the implementation may have written there. */
static uint64_t inside_took(const struct inside *inside, size_t k, uint64_t now)
{
    uint64_t began = inside->writers[k].journal.began, next = 0;

    if (k + 1 < inside->count)
        next = inside->writers[k + 1].journal.began;
    if (!next)
        next = now;
    if (began < inside->begun || next < began || now < next)
        return 0;
    return (next - began + 999) / 1000;
}

char *inside_answer(void *context, const struct sandbox_end *end, size_t *size)
{
    const struct inside *inside = context;
    struct memory_stream lines;
    uint64_t now = sandbox_time();
    bool more = true;
    char *text;

    memory_stream(&lines);
    for (size_t k = 0; k < inside->count; k++)
        journal_take(&inside->writers[k]);
    for (size_t k = 0; more && k < inside->count; k++) {
        struct journal_writer *writer = &inside->writers[k];
        uint8_t state = writer->journal.state;
        struct observation observation;

        if (state == JOURNAL_NOT_RUN)
            break;
        journal_read(writer, &observation);
        observation.batched = k > 0;
        observation.took = inside_took(inside, k, now);
        note_end(&observation, state, end, inside->directory,
                 &inside->cases[k]->script);
        record_print(&observation, lines.out);
        more = state == JOURNAL_FINISHED && observation.ended != ENDED_FORGED;
        observation_free(&observation);
    }
    text = memory_stream_end(&lines);
    *size = lines.length;
    return text;
}
