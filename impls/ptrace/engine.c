/* SPDX-License-Identifier: MIT */
/*
 * The engine on ptrace: another process stops the threads of this one, once
 * in a period of the CPU time that each spends, reads their pcs and counts.
 *
 * A tick is in the buffer at once.  No signal of the program's is used, and
 * no descriptor.  It needs /proc, and leave to trace: nobody else may trace
 * this process, and where Yama is in force its ptrace_scope must be 0 or 1.
 * A program that is traced by an unprivileged process gets no privileges by
 * exec; in that it is as under a debugger.
 *
 * Should the tracer be killed, profiling is off.  In a child of fork it
 * starts anew, and is off if that is not possible: to deliver says why.
 *
 * To deliver is to set the thread's pc and to read it back, for each tick;
 * nothing is executed, so that any 64-bit number can be one, and what is
 * counted is what the kernel says the pc is.  All registers are as before
 * afterwards; but a tracer that is killed meanwhile leaves the thread where it
 * is.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "impls/own/engine.h"
#include "tracer.h"

static bool has_tracer;     /* which may have been killed */
static pthread_t lender;    /* the thread of this process that made it */
static atomic_bool is_made; /* and whoever made it has been waited for */
static struct tracer_order order;
static int refused; /* why it could not start last, in a call or in a child */

enum {
    TRACER_STACK = 256 * 1024,
    MAKER_STACK = 16 * 1024,
    THREAD_STACK = TRACER_STACK + MAKER_STACK + 256 * 1024,
};

struct stacks {
    _Alignas(16) char tracer[TRACER_STACK], maker[MAKER_STACK];
};

static int tracer_lives(void *unused)
{
    (void)unused;
    tracer_live();
    _exit(0);
}

static void make_tracer(struct stacks *stacks)
{
    if (clone(tracer_lives, stacks->tracer + TRACER_STACK,
              CLONE_VM | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID, NULL,
              &tracer.alive, NULL, &tracer.alive) < 0)
        tracer.error = errno;
}

/* It ends at once, which makes an orphan of the tracer. */
static int leave_orphan(void *stacks)
{
    make_tracer(stacks);
    _exit(0);
}

static void make_orphan(struct stacks *stacks)
{
    pid_t maker =
        clone(leave_orphan, stacks->maker + MAKER_STACK, CLONE_VM, stacks);

    if (maker < 0)
        tracer.error = errno;
    while (maker > 0 && waitpid(maker, NULL, __WALL) < 0 && errno == EINTR)
        ;
}

static bool adopts_orphans(void)
{
    int adopts = 0;

    prctl(PR_GET_CHILD_SUBREAPER, &adopts, 0, 0, 0);
    return adopts || getpid() == 1;
}

static pid_t tracer_of_this_process(void)
{
    char text[4096], *at;
    int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    ssize_t length;

    if (file < 0)
        return 0;
    length = read(file, text, sizeof text - 1);
    close(file);
    text[length > 0 ? length : 0] = '\0';
    at = strstr(text, "\nTracerPid:");
    return at ? (pid_t)atoi(at + strlen("\nTracerPid:")) : 0;
}

/* The kernel clears the word, and only then lets the threads go.  Most often
 * it is not our child. */
static void wait_for_end(void)
{
    uint32_t id, last = 0;

    while ((id = atomic_load(&tracer.alive)) != 0) {
        last = id;
        syscall(SYS_futex, &tracer.alive, FUTEX_WAIT, id, NULL, NULL, 0);
    }
    while (last != 0 && tracer_of_this_process() == (pid_t)last)
        sched_yield();
    while (last != 0 && waitpid((pid_t)last, NULL, __WALL) < 0 &&
           errno == EINTR)
        ;
}

static void *lend(void *unused)
{
    struct stacks stacks;

    tracer.spared = (pid_t)syscall(SYS_gettid);
    prctl(PR_SET_NAME, "profil");
    if (adopts_orphans())
        make_tracer(&stacks);
    else
        make_orphan(&stacks);
    atomic_store(&is_made, true);
    wait_for_end();
    atomic_store(&tracer.ended, true);
    bell_ring(&tracer.news);
    return unused;
}

static int make_lender(void)
{
    pthread_attr_t attributes;
    int error;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, THREAD_STACK);
    error = pthread_create(&lender, &attributes, lend, NULL);
    pthread_attr_destroy(&attributes);
    return error;
}

/* Yama's way for a process to be traced by one that is not its parent.  It
 * is needed for this moment only. */
static int permit(void)
{
    int error;

    if (prctl(PR_SET_PTRACER, atomic_load(&tracer.alive), 0, 0, 0) != 0)
        return EPERM;
    error = tracer_ask(TRACER_SEIZE);
    prctl(PR_SET_PTRACER, 0, 0, 0, 0);
    return error;
}

/* Have the tracer end, if it has not, and wait until it and the thread have. */
static void end_tracer(void)
{
    if (!has_tracer)
        return;
    tracer_ask(TRACER_QUIT);
    pthread_join(lender, NULL);
    tracer_free();
    has_tracer = false;
}

/* 0, or an errno: EPERM where tracing is not permitted or somebody else traces
 * already. */
static int begin_tracer(const struct tracer_order *first)
{
    tracer_prepare(first);
    atomic_store(&is_made, false);
    refused = make_lender();
    if (refused != 0)
        return refused;
    has_tracer = true;
    refused = tracer_born();
    /* Else the program, by a wait for any child, could get the maker. */
    while (!atomic_load(&is_made))
        sched_yield();
    if (refused == EPERM)
        refused = permit();
    if (refused == ESRCH && tracer.error != 0)
        refused = tracer.error;
    if (refused != 0)
        end_tracer();
    return refused;
}

static bool ptrace_is_on(void)
{
    return has_tracer && !atomic_load(&tracer.ended);
}

static int replace_order(const struct tracer_order *new)
{
    tracer.order = *new;
    return tracer_ask(TRACER_OBEY);
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
        end_tracer();
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
    end_tracer();
    table_free(&order.table);
}

/* The tracer sleeps and wakes by the kernel's timers of real time. */
static bool can_be_fast(void)
{
    return engine_clock_is_fine(CLOCK_MONOTONIC);
}

/* The tracer and the thread that waits for it are the parent's. */
static void ptrace_adopts_child(void)
{
    bool was_on = ptrace_is_on();

    has_tracer = false;
    if (!was_on || begin_tracer(&order) != 0)
        table_free(&order.table);
}

static void ptrace_hold(bool held)
{
    order.held = held;
    if (ptrace_is_on())
        replace_order(&order);
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

/* What an errno of starting means, and what to do. */
static void explain(int error, char *why, size_t why_size)
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
                 "ptrace: %s: our process must be allowed to trace this one: "
                 "by no other tracer (gdb, strace), by no filter of system "
                 "calls that forbids it, and by a "
                 "/proc/sys/kernel/yama/ptrace_scope of 0 or 1%s",
                 name, scope);
}

/* For the calling thread, which is stopped meanwhile. */
static int ptrace_deliver(const struct impl_tick *ticks, size_t count,
                          char *why, size_t why_size)
{
    int error = 0;

    if (refused != 0) {
        explain(refused, why, why_size);
        return refused;
    }
    tracer.ticks = ticks;
    tracer.tick_count = count;
    if (ptrace_is_on())
        error = tracer_ask(TRACER_ROW);
    if (error != 0)
        snprintf(why, why_size,
                 "the tracer could not deliver a row of ticks: %s",
                 strerrorname_np(error));
    return error;
}

const struct engine engine_ptrace = {
    .is_on = ptrace_is_on,
    .start = ptrace_start,
    .stop = ptrace_stop,
    .can_be_fast = can_be_fast,
    .adopt_child = ptrace_adopts_child,
    .deliver = ptrace_deliver,
    .hold = ptrace_hold,
};
