/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "conformance/base/memory.h"
#include "conformance/base/output.h"
#include "conformance/language/ops.h"
#include "conformance/machine/inject.h"
#include "conformance/machine/sandbox.h"
#include "conformance/machine/scratch.h"
#include "execute.h"
#include "host.h"
#include "observe.h"
#include "pinned.h"

/* Whether a tick of its own clock reaches the caller. */

/* Milliseconds of CPU time.  The slowest clock of a manual ticks 60 times in a
 * second. */
enum { ARRIVAL_MS = 1000 };

static struct sigaction its_own;
static volatile sig_atomic_t arrived;
static long caller;

/* Its own handler goes on: it may be what arms the clock again. */
static void look_out(int signal, siginfo_t *info, void *context)
{
    if (syscall(SYS_gettid) == caller)
        arrived++;
    if (its_own.sa_flags & SA_SIGINFO)
        its_own.sa_sigaction(signal, info, context);
    else
        its_own.sa_handler(signal);
}

static void look_out_for_ticks(void)
{
    struct sigaction action;

    caller = syscall(SYS_gettid);
    sigaction(SIGPROF, NULL, &its_own);
    action = its_own;
    action.sa_sigaction = look_out;
    action.sa_flags |= SA_SIGINFO;
    action.sa_flags &= ~(int)SA_RESETHAND;
    sigaction(SIGPROF, &action, NULL);
}

/* A clock that is not periodic is to be armed again by the handler. */
static void wait_for_ticks(struct run *run)
{
    int wanted = clock_periodic(&run->clock) ? 1 : 2;
    uint64_t until = clock_spent() + ARRIVAL_MS * UINT64_C(1000000);

    clock_hasten(&run->clock);
    clock_release(&run->clock);
    clock_open();
    while (arrived < wanted && clock_spent() < until)
        ;
    if (arrived < wanted)
        arrived = 0;
    clock_hold(&run->clock);
}

/*
 * Whether a tick of the implementation's own clock reaches the caller.
 *
 * Exact delivery holds that clock still and lets SIGPROF in.  An
 * implementation whose ticks never come, since they are blocked, far apart, or
 * sent elsewhere, would go unnoticed.  So once, before any case, its clock is
 * let go as it left it, but for a first tick that comes soon, in the mask that
 * it left, while CPU time is spent; and a handler looks out for SIGPROF before
 * the implementation's own.
 *
 * With a clock that is seen (clock.h) and a handler for it: false where no
 * tick comes in time; why is a sentence about "it".  The process is good for
 * nothing else after this.
 */
static bool arrival_wait(struct run *run, char *why, size_t why_size)
{
    uint64_t period = clock_period(&run->clock);

    if (run->left_blocked) {
        snprintf(why, why_size,
                 "no tick reaches its caller: it left SIGPROF blocked");
        return false;
    }
    if (period > ARRIVAL_MS * UINT64_C(1000)) {
        snprintf(why, why_size,
                 "no tick reaches its caller in %d ms of CPU time: its clock "
                 "ticks every %llu ms",
                 ARRIVAL_MS, (unsigned long long)period / 1000);
        return false;
    }
    look_out_for_ticks();
    wait_for_ticks(run);
    if (!arrived)
        snprintf(why, why_size,
                 "no tick of its clock reached its caller in %d ms of CPU time",
                 ARRIVAL_MS);
    return arrived;
}

/* A first call, which turns profiling on. */

enum {
    SMOKE_OP = 1,          /* after its buffer */
    SMOKE_PC = 0x10000100, /* which it profiles */
    TIMEOUT_MS = 5000,
    TIME_LEAST = 2000, /* milliseconds for the call, however short a case's */
};

static struct call first_call(unsigned capabilities)
{
    static const struct region_arguments region = {
        .base = {.kind = POINTER_GIVEN},
        .size = 2048,
        .offset = 0x10000000,
        .scale = 0x8000,
        .high = 0x10001000,
    };
    struct call call = {.kind = CALL_PROFIL, .region = region};

    if (capabilities & IMPL_CAN_PROFIL)
        return call;
    if (capabilities & (IMPL_CAN_MONITOR | IMPL_CAN_MONSTARTUP)) {
        call.kind =
            capabilities & IMPL_CAN_MONITOR ? CALL_MONITOR : CALL_MONSTARTUP;
        call.region.size /= 2; /* shorts */
        return call;
    }
    call.kind =
        capabilities & IMPL_CAN_SPROFIL ? CALL_SPROFIL : CALL_PROFIL_LIST;
    call.list_kind = POINTER_GIVEN;
    call.list = &region;
    call.listed = 1;
    call.count = 1;
    call.flags = FLAG_USHORT;
    return call;
}

/* Where it hung in that call: which, by enum call_kind and 1 more.  That of a
 * list may hang for a layout that is another dialect's. */
static uint8_t hung_call(unsigned capabilities)
{
    unsigned kind = first_call(capabilities).kind;

    return kind == CALL_SPROFIL || kind == CALL_PROFIL_LIST
               ? 0
               : (uint8_t)(kind + 1);
}

/* Where the implementation brings its ticks itself. */
static enum smoke ask_delivery(struct run *run, char *why, size_t why_size)
{
    if (run->impl->class->deliver(run->impl, NULL, 0) == 0)
        return SMOKE_READY;
    snprintf(why, why_size, "%s",
             run->impl->refused ? run->impl->refused
                                : "it can't deliver ticks");
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

/* What that call did, and why nothing more is available. */
static void smoke_explain(struct probe_report *report,
                          const struct event *event, const char *reason)
{
    char returned[64];

    snprintf(returned, sizeof returned, " returned %lld (errno %d)",
             (long long)event->value, event->error);
    snprintf(report->why, sizeof report->why,
             "%sthe call to turn profiling on%s: %s",
             event->value == VALUE_NONE ? "after " : "",
             event->value == VALUE_NONE ? "" : returned, reason);
}

/* With a clock that is seen, and a handler: does a tick of it come? */
static enum smoke wait_for_arrival(struct run *run, struct probe_report *report)
{
    const struct event *event = &run->writer->events[0];

    if (arrival_wait(run, report->silence, sizeof report->silence))
        return SMOKE_READY;
    smoke_explain(report, event, report->silence);
    return SMOKE_SILENT;
}

/* Where it does not: is there a clock at all?  One that is not seen is waited
 * for, where a counter would show its ticks. */
static enum smoke look_for_ticks(struct run *run, const struct call *call,
                                 struct probe_report *report)
{
    bool clocked = run->options->backend == BACKEND_CLOCK, came = false;
    bool any = clocked || inject_received();
    bool seen = report->clock_seen;
    bool waited = seen || (call->kind != CALL_MONSTARTUP &&
                           pinned_comes(run, SMOKE_PC, &came));
    const struct event *event = &run->writer->events[0];
    const char *silent = smoke_silence(run, came);

    if (seen && inject_received())
        return wait_for_arrival(run, report);
    if (any && (seen || came || !waited))
        return SMOKE_READY;
    snprintf(report->silence, sizeof report->silence,
             "no tick reached it in %d periods of CPU time%s", PINNED_UNSEEN,
             clocked ? ""
                     : "; if its ticks are not SIGPROF, use --backend clock");
    smoke_explain(report, event,
                  !waited  ? "SIGPROF has no handler, and profilcheck can't "
                             "wait for other ticks here"
                  : silent ? silent
                           : "its ticks are not SIGPROF: use --backend clock");
    return waited && silent ? SMOKE_SILENT : SMOKE_UNSUPPORTED;
}

static const struct op smoke_ops[] = {{.kind = OP_BUFFER, .size = 4096},
                                      {.kind = OP_CALL}};
static const struct test_case smoke_case = {
    .slug = "smoke",
    .script = {smoke_ops, SMOKE_OP + 1, 8 * sizeof(void *), 0, false}};

/* Make the call, whatever it is here. */
static enum smoke try_call(struct run *run, void *journal,
                           struct probe_report *report)
{
    struct op ops[] = {smoke_ops[0], smoke_ops[1]};
    struct test_case c = smoke_case;
    struct journal_writer writer;

    if (run->options->impl == &impl_exec)
        return SMOKE_READY;
    ops[SMOKE_OP].call = first_call(run->impl->class->capabilities(run->impl));
    c.script.ops = ops;
    journal_begin(&writer, &c, journal);
    run->plainly = true;
    execute(run, &c, &writer);
    if (writer.journal.ended != ENDED_NORMALLY)
        return SMOKE_READY; /* its cases will show why */
    report->clock_seen = clock_period(&run->clock) != 0;
    report->own_ticks = run->impl->class->deliver != NULL;
    if (report->own_ticks)
        return ask_delivery(run, report->why, sizeof report->why);
    return look_for_ticks(run, &ops[SMOKE_OP].call, report);
}

/* The probing: opening it, and that call, in a sandbox. */

struct probing {
    struct observe_options *options;
    bool only_opened;
    uint8_t hung;                 /* as in struct learnt, from before */
    char directory[SCRATCH_NAME]; /* a runtime may write its file at once */
    struct seal_key key;
    struct probe_report report;
    struct probe_shared *shared;
};

/* What is known so far. */
static void probing_share(struct probing *probing, uint8_t state)
{
    probing->report.state = state;
    memcpy(&probing->shared->report, &probing->report, sizeof probing->report);
    probing->shared->seal =
        seal_of(&probing->key, 0, &probing->report, sizeof probing->report);
}

static void probing_begin(void *context)
{
    struct probing *probing = context;

    probing->key = seal_key_new();
    probing_share(probing, PROBING_BEGUN);
}

/* Which calls it has is said by a mark, which no call of it can take back. */
static void probing_run(void *context)
{
    struct probing *probing = context;
    struct probe_report *report = &probing->report;
    unsigned capabilities = 0;
    static struct run run;

    strcpy(report->why, "it has none of this dialect's calls");
    if (execute_begin(&run, probing->options, "", report->why,
                      sizeof report->why))
        capabilities = run.impl->class->capabilities(run.impl);
    probing->shared->opened = 1;
    if (capabilities) {
        *report->why = '\0';
        sandbox_mark(capabilities);
    }
    if (capabilities && *probing->directory && chdir(probing->directory) != 0) {
        report->smoke = SMOKE_HARNESS;
        snprintf(report->why, sizeof report->why, "%s: %s", probing->directory,
                 strerror(errno));
    } else if (capabilities && !probing->only_opened &&
               !(probing->hung && probing->hung == hung_call(capabilities))) {
        report->smoke =
            (uint8_t)try_call(&run, probing->shared->journal, report);
    }
    probing_share(probing, capabilities ? PROBING_DONE : PROBING_UNOPENED);
}

static uint64_t probing_stage(void *context)
{
    return ((const struct probing *)context)->shared->opened != 0;
}

static uint64_t probing_limit(void *context, uint64_t stage)
{
    unsigned ms = ((const struct probing *)context)->options->timeout_ms;

    if (stage && ms && ms < TIME_LEAST)
        ms = TIME_LEAST;
    return sandbox_limit(ms ? ms : TIMEOUT_MS);
}

/* What was sealed; nothing where it was written over. */
static char *probing_answer(void *context, const struct sandbox_end *end,
                            size_t *size)
{
    const struct probing *probing = context;
    struct probe_report *answer = memory_new(1, sizeof *answer);

    (void)end;
    memcpy(answer, &probing->shared->report, *size = sizeof *answer);
    if (probing->shared->seal ==
        seal_of(&probing->key, 0, answer, sizeof *answer))
        return (char *)answer;
    free(answer);
    return NULL;
}

static bool probing_of(struct observe_options *options, bool only_opened,
                       struct sandbox_end *end)
{
    struct probing probing = {.options = options,
                              .only_opened = only_opened,
                              .hung = options->learnt.hung};
    struct sandbox_task task = {
        .context = &probing,
        .directory = probing.directory,
        .shared = (void **)&probing.shared,
        .shared_size = sizeof *probing.shared + journal_size(&smoke_case),
        .begin = probing_begin,
        .body = probing_run,
        .stage = probing_stage,
        .limit = probing_limit,
        .answer = probing_answer,
        .most = probing_limit(&probing, 0) + probing_limit(&probing, 1),
        .answer_most = sizeof(struct probe_report),
        .writes = options->impl == &impl_exec};

    if (sandbox_run(&task, end))
        return true;
    if (*probing.directory)
        return false;
    task.directory = NULL; /* a case that needs one will say why */
    return sandbox_run(&task, end);
}

/* Nothing came of it in time. */
static const char *opens_late(const struct observe_options *options)
{
    return options->impl == &impl_exec
               ? "it had not answered hello when its time was over (does it "
                 "flush each line, and read a line as soon as it comes? awk "
                 "needs fflush(), and mawk -W interactive)"
               : OBSERVED_UNOPENED " after its time limit";
}

/* Its process ended, or hung, before it was opened; or, where there is no
 * report of one that ended, wrote over that. */
static void died_opening(struct observe_options *options,
                         const struct sandbox_end *end)
{
    struct learnt *learnt = &options->learnt;
    bool late = end->how == SANDBOX_TIMED_OUT;
    bool forged = end->how == SANDBOX_ENDED && !end->answer;
    bool killed = !late && WIFSIGNALED(end->status);

    learnt->smoke = SMOKE_DIED;
    learnt->ended = late     ? ENDED_TIMEOUT
                    : forged ? ENDED_FORGED
                    : killed ? ENDED_SIGNAL
                             : ENDED_EXIT;
    learnt->status = late || forged ? 0
                     : killed       ? WTERMSIG(end->status)
                                    : WEXITSTATUS(end->status);
    snprintf(learnt->why, sizeof learnt->why,
             late     ? opens_late(options)
             : forged ? JOURNAL_WRITTEN_OVER
             : killed ? "it was killed by signal %d when it was opened"
                      : "it exited with status %d when it was opened",
             learnt->status);
}

bool probe_is_mute(const struct observe_options *options)
{
    return options->impl == &impl_exec && options->learnt.smoke == SMOKE_DIED &&
           options->learnt.ended == ENDED_TIMEOUT;
}

/* Whoever opens and then dies in its first call can be judged; and who goes on
 * for ever may write there what it likes. */
static void conclude(struct observe_options *options,
                     const struct sandbox_end *end)
{
    struct learnt *learnt = &options->learnt;
    struct probe_report report = {.state = PROBING_BEGUN};
    bool ended = end->how == SANDBOX_ENDED && end->status == 0;

    if (end->answer_size == sizeof report)
        memcpy(&report, end->answer, sizeof report);
    if (!end->mark && report.state != PROBING_UNOPENED)
        died_opening(options, end);
    if (end->mark && end->how == SANDBOX_TIMED_OUT)
        learnt->hung = hung_call(end->mark);
    if (!ended || report.state == PROBING_BEGUN)
        return;
    learnt->smoke = !end->mark                     ? SMOKE_USAGE
                    : report.smoke > SMOKE_HARNESS ? SMOKE_READY
                                                   : (enum smoke)report.smoke;
    learnt->clock_seen = report.clock_seen & 1;
    learnt->own_ticks = report.own_ticks & 1;
    memcpy(learnt->silence, report.silence, sizeof learnt->silence - 1);
    memcpy(learnt->why, report.why, sizeof learnt->why - 1);
}

unsigned probe_capabilities(struct observe_options *options)
{
    struct learnt *learnt = &options->learnt;
    struct sandbox_end end;
    unsigned capabilities;
    bool ran;

    *learnt = (struct learnt){.hung = learnt->hung};
    ran = probing_of(options, false, &end);
    /* Its first call ended those that would report it, too. */
    if (ran && !end.mark && !end.answer)
        ran = probing_of(options, true, &end);
    if (!ran) {
        learnt->smoke = SMOKE_HARNESS;
        snprintf(learnt->why, sizeof learnt->why,
                 "a process could not be created: %s", strerror(errno));
        return PROBE_FAILED;
    }
    conclude(options, &end);
    capabilities = end.mark;
    free(end.answer);
    learnt->own_ticks &=
        options->impl != &impl_so || impl_so_names_ticks(options->open.path);
    if (capabilities)
        learnt->tick_time = host_tick_time();
    return capabilities;
}

/* What a call needs that is not there; null: nothing. */
static const char *probe_needs(const struct call *call, enum dialect dialect,
                               unsigned capabilities,
                               const struct impl_constants *constants)
{
    if (!(capabilities & call_row((enum call_kind)call->kind)->capability))
        return problem_of("needs %s, which is absent",
                          call_lacking((enum call_kind)call->kind));
    if (call->kind == CALL_SPROFIL &&
        !(call->flags & (FLAG_USHORT | FLAG_UINT)) &&
        dialect_has_rule(dialect, RULE_NO_WIDTH_FLAG) &&
        (!constants->prof_ushort || !constants->prof_uint))
        return "needs flags without a width, and one width is 0 here";
    return NULL;
}

/* Of a program that is not ours. */
static const char *probe_linked(const struct op *op)
{
    return op->kind == OP_EXEC ? "needs profilcheck's own program to exec, and "
                                 "the functions are linked into another"
           : op->kind == OP_EXIT
               ? "needs an exit, which would run the exit handlers of the "
                 "program that the functions are linked into"
               : NULL;
}

const char *probe_lacks(const struct test_case *c, enum dialect dialect,
                        unsigned capabilities,
                        const struct impl_constants *constants)
{
    const char *what = NULL;

    if (c->script.address_bits != sizeof(void *) * 8)
        return problem_of("needs a %u-bit machine", c->script.address_bits);
    for (size_t k = 0; k < c->script.count && !what; k++) {
        const struct op *op = &c->script.ops[k];

        if (capabilities & IMPL_IS_LINKED)
            what = probe_linked(op);
        if (op->kind == OP_CALL)
            what = probe_needs(&op->call, dialect, capabilities, constants);
        else if (op_row_of(op)->needs & NEED_COUNT &&
                 !(capabilities & IMPL_CAN_COUNT))
            what = "needs mcount, which is absent";
    }
    return what;
}

bool opening_as(struct opening *opening, const struct impl_class *impl,
                const char *name, enum dialect dialect)
{
    const char *dialect_name = dialect_table[dialect].name;

    *opening = (struct opening){
        .constants = impl_defaults(dialect_name),
        .dialect = dialect,
        .returns =
            dialect_permission(dialect, RETURN_ON_SUCCESS_NONE) == FORBIDDEN};
    opening->options =
        (struct observe_options){.impl = impl,
                                 .open = {.path = name,
                                          .dialect = dialect_name,
                                          .constants = &opening->constants}};
    opening->capabilities = probe_capabilities(&opening->options);
    return opening->capabilities != 0 && opening->capabilities != PROBE_FAILED;
}

bool opening_ask(void *context, const struct test_case *c,
                 struct observation *observation)
{
    struct opening *opening = context;

    opening->options.open.constants = &opening->constants;
    if (probe_lacks(c, opening->dialect, opening->capabilities,
                    &opening->constants) ||
        host_breaks(c, opening->options.backend))
        return false;
    observe(&opening->options, c, observation);
    return true;
}

bool opening_is_void(const struct observation *observation)
{
    const struct outcome *outcome = &observation->outcome;

    for (size_t k = 0; k < outcome->count; k++) {
        const struct event *e = &outcome->events[k];

        if (e->kind == EVENT_CALL && e->value != 0 && e->value != -1 &&
            e->value != ERROR_E2BIG && e->value != ERROR_EACCES &&
            e->value != ERROR_EFAULT && e->value != ERROR_EINVAL &&
            e->value != ERROR_ENOSYS && e->value != VALUE_NONE)
            return true;
    }
    return false;
}

/* A byte of the buffer that is not zero. */
static bool opening_counted(const struct observation *observation)
{
    const struct outcome *outcome = &observation->outcome;

    for (size_t k = 0; k < outcome->count; k++) {
        const struct event *e = &outcome->events[k];

        if (e->kind != EVENT_BUFFER || e->bytes == NULL)
            continue;
        for (size_t at = SCRIPT_ZONE; at < e->size - SCRIPT_ZONE; at++)
            if (e->bytes[at])
                return true;
    }
    return false;
}

/* Whether the tick of a case is counted, all calls returning 0; *is_void:
 * whether one returned what an int function does not. */
static bool opening_counts(struct opening *opening, const char *text,
                           bool *is_void)
{
    struct case_list list = {0};
    struct case_error error;
    struct observation o = {0};
    bool result = false;

    if (case_list_parse(&list, "opening", text, strlen(text), &error) &&
        opening_ask(opening, &list.cases[0], &o)) {
        result = o.ended == ENDED_NORMALLY && opening_counted(&o);
        *is_void = opening_is_void(&o);
        observation_free(&o);
    }
    case_list_free(&list);
    return result;
}

#define BY_FLAG                                                                \
    "case flag\nbuffer b 64\nsprofil [ b 64 0x1000 0x4000 ] 1 null ushort\n"   \
    "tick 0x1001\n"
#define BY_LIST                                                                \
    "case list\nbuffer b 64\nprofil [ 0x1000 0x1100 b 64 0x4000 ] -1 0 0\n"    \
    "tick 0x1001\n"
#define BY_CALLS                                                               \
    "case calls\nbuffer b 64\nprofil b 64 0x1000 0x4000\n"                     \
    "profil b 64 0x1000 0\nprofil b 64 0x2000 0x8000\n"

bool opening_find(struct opening *opening, const struct impl_class *impl,
                  const char *name)
{
    bool is_void = false;

    if (!opening_as(opening, impl, name, DIALECT_GLIBC))
        return false;
    if (opening->capabilities & IMPL_CAN_SPROFIL) {
        if (impl != &impl_so || opening_counts(opening, BY_FLAG, &is_void))
            return true;
        /* PROF_USHORT is not 0 */
        return opening_as(opening, impl, name, DIALECT_IRIX);
    }
    if (opening_as(opening, impl, name, DIALECT_AIX) &&
        opening_counts(opening, BY_LIST, &is_void))
        return true;
    if (!opening_as(opening, impl, name, DIALECT_FREEBSD))
        return false;
    opening_counts(opening, BY_CALLS, &is_void);
    return !is_void || opening_as(opening, impl, name, DIALECT_HPUX);
}
