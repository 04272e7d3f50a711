/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process.h"

static struct process *process; /* null: off, or the tracer was killed */
static struct tracer_order order;
static int refused;

static bool ptrace_is_on(void)
{
    return process && !atomic_load(&process->tracer.ended);
}

static void drop_process(void)
{
    if (!process)
        return;
    process_end(process);
    free(process);
    process = NULL;
}

static int begin_tracer(const struct tracer_order *new)
{
    struct process *made = calloc(1, sizeof *made);

    refused = made ? process_begin(made, new) : ENOMEM;
    if (refused == 0)
        process = made;
    else
        free(made);
    return refused;
}

static int replace_order(const struct tracer_order *new)
{
    process->tracer.order = *new;
    return tracer_ask(&process->tracer, TRACER_OBEY);
}

static int ptrace_start(const struct region *list, size_t count,
                        unsigned microseconds)
{
    struct tracer_order new = {.microseconds = microseconds,
                               .held = order.held};
    int error = table_make(&new.table, list, count);

    if (error != 0)
        return error;
    if (!ptrace_is_on() || replace_order(&new) != 0) {
        drop_process();
        error = begin_tracer(&new);
    }
    if (error != 0) {
        table_free(&new.table);
        return error;
    }
    table_free(&order.table);
    order = new;
    return 0;
}

static void ptrace_stop(void)
{
    drop_process();
    table_free(&order.table);
}

/* The tracer sleeps and wakes by the kernel's timers of real time. */
static bool can_be_fast(void)
{
    struct timespec resolution;

    return clock_getres(CLOCK_MONOTONIC, &resolution) == 0 &&
           resolution.tv_sec == 0 && resolution.tv_nsec <= ENGINE_FAST * 1000L;
}

/* The tracer and the thread that waits for it are the parent's. */
static void ptrace_adopts_child(void)
{
    bool was_on = ptrace_is_on();

    free(process);
    process = NULL;
    if (!was_on || begin_tracer(&order) != 0)
        table_free(&order.table);
}

int engine_ptrace_refused(void)
{
    return refused;
}

void engine_ptrace_hold(bool held)
{
    order.held = held;
    if (ptrace_is_on())
        replace_order(&order);
}

static int ask_row(const struct ptrace_row *row)
{
    struct ptrace_row asked = *row;

    process->tracer.row = &asked;
    return tracer_ask(&process->tracer, TRACER_ROW);
}

/* The kernel forces a breakpoint's signal on a thread that blocks or ignores
 * it, and changes both mask and action for that. */
static int ask_row_of_breakpoints(const struct ptrace_row *row)
{
    struct sigaction action;
    sigset_t trap, mask;
    int error;

    sigemptyset(&trap);
    sigaddset(&trap, SIGTRAP);
    sigaction(SIGTRAP, NULL, &action);
    pthread_sigmask(SIG_UNBLOCK, &trap, &mask);
    error = ask_row(row);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTRAP, &action, NULL);
    return error;
}

int engine_ptrace_row(const struct ptrace_row *row)
{
    if (!ptrace_is_on())
        return 0;
    return row->method == ROW_BREAK ? ask_row_of_breakpoints(row)
                                    : ask_row(row);
}

pid_t engine_ptrace_tracer(void)
{
    return ptrace_is_on() ? (pid_t)atomic_load(&process->tracer.alive) : 0;
}

static int read_scope(void)
{
    FILE *file = fopen("/proc/sys/kernel/yama/ptrace_scope", "re");
    int scope = -1;

    if (file && fscanf(file, "%d", &scope) != 1)
        scope = -1;
    if (file)
        fclose(file);
    return scope;
}

void engine_ptrace_explain(int error, char *why, size_t why_size)
{
    const char *name = strerrorname_np(error);
    char scope[80] = "";

    if (!name)
        name = "an error";
    if (read_scope() >= 0)
        snprintf(scope, sizeof scope,
                 "; /proc/sys/kernel/yama/ptrace_scope is %d", read_scope());
    if (error == ENOENT || error == ENOTSUP)
        snprintf(why, why_size,
                 "ptrace: %s: /proc is needed, with CPU times of threads in "
                 "its schedstat files (CONFIG_SCHED_INFO)",
                 name);
    else
        snprintf(why, why_size,
                 "ptrace: %s: a process of ours must be let trace this one: "
                 "by no other tracer (gdb, strace), by no filter of system "
                 "calls that forbids it, and by a "
                 "/proc/sys/kernel/yama/ptrace_scope of 0 or 1%s",
                 name, scope);
}

const struct engine engine_ptrace = {
    .name = "ptrace",
    .is_on = ptrace_is_on,
    .start = ptrace_start,
    .stop = ptrace_stop,
    .can_be_fast = can_be_fast,
    .adopt_child = ptrace_adopts_child,
};
