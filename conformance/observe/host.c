/* SPDX-License-Identifier: MIT */
#include "host.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/json_text.h"
#include "conformance/base/output.h"
#include "conformance/language/ops.h"
#include "conformance/machine/sandbox.h"
#include "measure.h"

static const struct {
    const char *name;
    host_measure *measure;
} table[HOST_FACTS] = {
    [HOST_SIGNAL_STUB] = {"signal-stub", measure_signal_stub},
    [HOST_SIGNAL_RETURN] = {"signal-return", measure_signal_return},
    [HOST_SIGNAL_MASK] = {"signal-mask", measure_signal_mask},
    [HOST_WAIT] = {"wait", measure_wait},
    [HOST_TIMER] = {"timer", measure_timer},
    [HOST_TIMER_OFF] = {"timer-off", measure_timer_off},
    [HOST_TIMER_LIST] = {"timer-list", measure_timer_list},
    [HOST_SLEEP] = {"sleep", measure_sleep},
    [HOST_FORK_TIMER] = {"fork-timer", measure_fork_timer},
    [HOST_FORK_PENDING] = {"fork-pending", measure_fork_pending},
    [HOST_EXEC] = {"exec", measure_exec},
    [HOST_EXEC_PENDING] = {"exec-pending", measure_exec_pending},
    [HOST_EXEC_TIMER] = {"exec-timer", measure_exec_timer},
    [HOST_LOW_PAGES] = {"low-pages", measure_low_pages},
    [HOST_STEP] = {"step", measure_step},
    [HOST_STEP_THREAD] = {"step-thread", measure_step_thread},
    [HOST_PERF] = {"perf", measure_perf},
    [HOST_PTRACE] = {"ptrace", measure_ptrace},
    [HOST_NAMESPACE] = {"namespace", measure_namespace},
};

static const char *const states[HOST_STATES] = {
    [HOST_RIGHT] = "right",
    [HOST_BROKEN] = "broken",
    [HOST_ABSENT] = "absent",
    [HOST_UNKNOWN] = "unknown",
};

const char *host_name_of(enum host_name name)
{
    return table[name].name;
}

static const char *host_state_of(enum host_state state)
{
    return states[state];
}

void measured(struct host_fact *fact, enum host_state state, const char *format,
              ...)
{
    va_list arguments;

    fact->state = state;
    va_start(arguments, format);
    vsnprintf(fact->text, sizeof fact->text, format, arguments);
    va_end(arguments);
}

/* What a process measures, and what it found, in shared memory. */
struct measuring {
    host_measure *measure; /* null: the time of a tick */
    struct measurement {
        uint64_t time;
        struct host_fact fact; /* no text: it did not finish */
    } * found;
};

static void host_measure_all(void *context)
{
    const struct measuring *measuring = context;

    if (measuring->measure)
        measuring->measure(&measuring->found->fact);
    else
        measuring->found->time = measure_tick_time();
}

static struct measurement measure_apart(host_measure *how)
{
    struct measuring measuring = {.measure = how};
    const struct sandbox_task task = {.context = &measuring,
                                      .shared = (void **)&measuring.found,
                                      .shared_size = sizeof *measuring.found,
                                      .body = host_measure_all,
                                      .most = sandbox_limit(HOST_LIMIT_MS)};
    struct measurement found = {0};
    struct sandbox_end end;

    if (!sandbox_run(&task, &end))
        measured(&found.fact, HOST_UNKNOWN,
                 "a process could not be created: %s", strerror(errno));
    else if (end.answer_size == sizeof found)
        memcpy(&found, end.answer, sizeof found);
    free(end.answer);
    if (!*found.fact.text)
        measured(&found.fact, HOST_UNKNOWN, "the measurement did not finish");
    return found;
}

const struct host_fact *host_fact(enum host_name name)
{
    static struct host_fact facts[HOST_FACTS];
    static bool known[HOST_FACTS];

    if (!known[name])
        facts[name] = measure_apart(table[name].measure).fact;
    known[name] = true;
    return &facts[name];
}

uint64_t host_tick_time(void)
{
    static uint64_t time;
    static bool known;

    if (!known)
        time = measure_apart(NULL).time;
    known = true;
    return time;
}

/* Null: it is not. */
static const struct host_fact *broken(enum host_name name)
{
    const struct host_fact *fact = host_fact(name);

    return fact->state == HOST_BROKEN ? fact : NULL;
}

static bool leads_nowhere(const struct script *script,
                          const struct region_arguments *region)
{
    const struct pointer *base = &region->base;

    if (region->size == 0 || region->scale == 0)
        return false;
    for (size_t k = 0; k < script->count; k++)
        if (script->ops[k].kind == OP_BUFFER && base->kind == POINTER_GIVEN &&
            script->ops[k].buffer == base->buffer)
            return base->at + region->size > script->ops[k].size;
    return true;
}

/* Whether an update may fault in it, in the handler. */
static bool may_fault(const struct script *script, const struct op *op)
{
    const struct call *call = &op->call;
    bool may = false;

    if (op->kind != OP_CALL)
        return op->kind == OP_UNMAP || op->kind == OP_PROTECT;
    if (call->kind == CALL_PROFIL || call->kind == CALL_MONITOR)
        may = leads_nowhere(script, &call->region);
    for (uint32_t i = 0; i < call->listed && !may; i++)
        may = leads_nowhere(script, &call->list[i]);
    return may;
}

/* Ticks by the process itself arrive, one way or the other. */
static const struct host_fact *ticks_break(enum backend backend)
{
    return backend == BACKEND_SIGNAL && broken(HOST_SIGNAL_STUB)
               ? broken(HOST_SIGNAL_RETURN)
               : NULL;
}

/* What operations stand on, by what they need. */
static const struct {
    unsigned need;
    enum host_name facts[2];
    unsigned count;
} depends_on[] = {
    {NEED_SLEEP, {HOST_SLEEP}, 1},
    {NEED_FORK, {HOST_FORK_TIMER, HOST_FORK_PENDING}, 2},
    {NEED_EXEC, {HOST_EXEC, HOST_EXEC_PENDING}, 2},
    {NEED_STEP, {HOST_STEP}, 1},
    {NEED_THREAD, {HOST_STEP_THREAD}, 1},
};

static const struct host_fact *
op_breaks(const struct test_case *c, const struct op *op, enum backend backend)
{
    unsigned needs = op_row_of(op)->needs;
    const struct host_fact *fact = NULL;

    if (may_fault(&c->script, op))
        fact = broken(HOST_SIGNAL_MASK);
    if (!fact && needs & NEED_TICKS)
        fact = ticks_break(backend);
    for (size_t k = 0; k < sizeof depends_on / sizeof *depends_on; k++)
        for (unsigned n = 0; n < depends_on[k].count && !fact; n++)
            if (needs & depends_on[k].need)
                fact = broken(depends_on[k].facts[n]);
    return fact;
}

const char *host_breaks(const struct test_case *c, enum backend backend)
{
    const struct host_fact *fact = NULL;

    for (size_t k = 0; k < c->script.count && !fact; k++)
        fact = op_breaks(c, &c->script.ops[k], backend);
    return fact ? problem_of("this host breaks what the case needs: %s",
                             fact->text)
                : NULL;
}

void host_as_text(FILE *out)
{
    static const enum host_state order[] = {HOST_BROKEN, HOST_UNKNOWN,
                                            HOST_ABSENT, HOST_RIGHT};
    unsigned counts[HOST_STATES] = {0};

    for (unsigned k = 0; k < HOST_STATES; k++)
        for (unsigned f = 0; f < HOST_FACTS; f++) {
            const struct host_fact *fact = host_fact((enum host_name)f);

            if (fact->state != order[k])
                continue;
            counts[fact->state]++;
            fprintf(out, "%-8s%-14s  %s\n", host_state_of(fact->state),
                    host_name_of((enum host_name)f), fact->text);
        }
    fprintf(out, "%u facts:", (unsigned)HOST_FACTS);
    for (unsigned s = 0, n = 0; s < HOST_STATES; s++)
        if (counts[s])
            fprintf(out, "%s %u %s", n++ ? "," : "", counts[s],
                    host_state_of((enum host_state)s));
    fprintf(out, "; a tick takes %llu.%llu us\n",
            (unsigned long long)host_tick_time() / 1000,
            (unsigned long long)host_tick_time() / 100 % 10);
}

void host_as_tap(FILE *out)
{
    fprintf(out, "TAP version 13\n1..%u\n", (unsigned)HOST_FACTS);
    for (unsigned f = 0; f < HOST_FACTS; f++) {
        const struct host_fact *fact = host_fact((enum host_name)f);
        const char *name = host_name_of((enum host_name)f);
        bool skipped =
            fact->state == HOST_ABSENT || fact->state == HOST_UNKNOWN;

        fprintf(out, "%sok %u - %s%s%s\n",
                fact->state == HOST_BROKEN ? "not " : "", f + 1, name,
                skipped ? " # SKIP " : ": ", fact->text);
    }
}

void host_as_json(FILE *out)
{
    fprintf(out, "{\"tick_nanoseconds\": %llu,\n \"facts\": [",
            (unsigned long long)host_tick_time());
    for (unsigned f = 0; f < HOST_FACTS; f++) {
        const struct host_fact *fact = host_fact((enum host_name)f);

        fprintf(out, "%s\n  {\"fact\": \"%s\", \"state\": \"%s\", \"text\": ",
                f ? "," : "", host_name_of((enum host_name)f),
                host_state_of(fact->state));
        json_text(fact->text, out);
        putc('}', out);
    }
    fputs("]}\n", out);
}
