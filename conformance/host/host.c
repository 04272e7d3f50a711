/* SPDX-License-Identifier: MIT */
#include "host.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "conformance/contain/sandbox.h"
#include "conformance/contain/sandbox_time.h"
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

const char *host_state_of(enum host_state state)
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

/* What the process that measures tells, in shared memory. */
struct measuring {
    host_measure *measure; /* null: the time of a tick */
    uint64_t time;
    struct host_fact fact;
};

static void host_measure_all(void *context)
{
    struct measuring *measuring = context;

    if (measuring->measure)
        measuring->measure(&measuring->fact);
    else
        measuring->time = measure_tick_time();
}

static uint64_t host_limit(void *context, uint64_t stage)
{
    (void)context;
    (void)stage;
    return sandbox_limit(HOST_LIMIT_MS);
}

static void measure_fact(host_measure *how, struct host_fact *fact,
                         uint64_t *time)
{
    struct measuring *measuring =
        mmap(NULL, sizeof *measuring, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const struct sandbox_task task = {.context = measuring,
                                      .body = host_measure_all,
                                      .limit = host_limit,
                                      .most = sandbox_limit(HOST_LIMIT_MS)};
    struct sandbox_end end;

    *time = 0;
    if (measuring == MAP_FAILED) {
        measured(fact, HOST_UNKNOWN, "memory to share: %s", strerror(errno));
        return;
    }
    measuring->measure = how;
    measured(&measuring->fact, HOST_UNKNOWN,
             "what measures it did not come to its end");
    if (!sandbox_run(&task, &end))
        measured(&measuring->fact, HOST_UNKNOWN,
                 "a process could not be made: %s", strerror(errno));
    else
        free(end.told);
    *fact = measuring->fact;
    *time = measuring->time;
    munmap(measuring, sizeof *measuring);
}

const struct host_fact *host_fact(enum host_name name)
{
    static struct host_fact facts[HOST_FACTS];
    static bool known[HOST_FACTS];
    uint64_t time;

    if (!known[name])
        measure_fact(table[name].measure, &facts[name], &time);
    known[name] = true;
    return &facts[name];
}

uint64_t host_tick_time(void)
{
    static uint64_t time;
    static bool known;
    struct host_fact none;

    if (!known)
        measure_fact(NULL, &none, &time);
    known = true;
    return time;
}

static bool broken(enum host_name name, char *why, size_t why_size)
{
    const struct host_fact *fact = host_fact(name);

    if (fact->state != HOST_BROKEN)
        return false;
    snprintf(why, why_size, "this host breaks what the case stands on: %s",
             fact->text);
    return true;
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
static bool ticks_break(enum backend backend, char *why, size_t why_size)
{
    return backend == BACKEND_SIGNAL &&
           broken(HOST_SIGNAL_STUB, why, why_size) &&
           broken(HOST_SIGNAL_RETURN, why, why_size);
}

bool host_breaks(const struct test_case *c, enum backend backend, char *why,
                 size_t why_size)
{
    for (size_t k = 0; k < c->script.count; k++) {
        if (may_fault(&c->script, &c->script.ops[k]) &&
            broken(HOST_SIGNAL_MASK, why, why_size))
            return true;
        switch (c->script.ops[k].kind) {
        case OP_TICKS:
        case OP_SWEEP:
            if (ticks_break(backend, why, why_size))
                return true;
            break;
        case OP_SLEEP:
            if (broken(HOST_SLEEP, why, why_size))
                return true;
            break;
        case OP_FORK:
            if (broken(HOST_FORK_TIMER, why, why_size) ||
                broken(HOST_FORK_PENDING, why, why_size))
                return true;
            break;
        case OP_EXEC:
            if (broken(HOST_EXEC, why, why_size) ||
                broken(HOST_EXEC_PENDING, why, why_size))
                return true;
            break;
        case OP_NESTED:
        case OP_THREADS:
            if (broken(c->script.ops[k].kind == OP_NESTED ? HOST_STEP
                                                          : HOST_STEP_THREAD,
                       why, why_size))
                return true;
            break;
        default: break;
        }
    }
    return false;
}
