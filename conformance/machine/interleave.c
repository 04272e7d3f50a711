/* SPDX-License-Identifier: MIT */
#include "interleave.h"

#include "stub.h"

#if ARC_COUNTS

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "clock.h"
#include "proc.h"

enum {
    STUCK_CPU = 5000000, /* ns of its own for one call: it waits, spinning */
    LOOK_EVERY = 64,     /* times that a thread was let go on */
};

static struct {
    struct interleave calls;
    uint32_t left; /* instructions, until the other call */
    bool made;     /* the other call, or it was asked for */
    bool ended;    /* a call had no more instructions: none is stepped now */
    pthread_t thread;
    clockid_t clock; /* the thread's */
    atomic_int id;   /* the thread's; 0 as yet */
    atomic_uint requested, answered;
    atomic_bool over;
} state;

static void count_other(void)
{
    arc_jump(state.calls.count, state.calls.from, state.calls.other, 0);
}

static void *other_thread(void *unused)
{
    (void)unused;
    atomic_store(&state.id, (int)syscall(SYS_gettid));
    while (!atomic_load(&state.over)) {
        if (atomic_load(&state.requested) == atomic_load(&state.answered)) {
            sched_yield();
            continue;
        }
        count_other();
        atomic_fetch_add(&state.answered, 1);
    }
    return NULL;
}

/* Whether the thread sleeps, by the kernel's word. */
static bool is_asleep(void)
{
    char path[64], text[PROC_STAT];
    const char *state_text;

    snprintf(path, sizeof path, "/proc/self/task/%d/stat",
             atomic_load(&state.id));
    state_text = proc_stat(path, text);
    return state_text && (state_text[1] == 'S' || state_text[1] == 'D');
}

/* Until the thread has made its call, or waits for what is held here. */
static void wait_while_it_goes(void)
{
    uint64_t begun = clock_time(state.clock);

    for (unsigned k = 1;
         atomic_load(&state.requested) != atomic_load(&state.answered); k++) {
        if (k % LOOK_EVERY == 0 &&
            (is_asleep() || clock_time(state.clock) - begun > STUCK_CPU))
            return;
        sched_yield();
    }
}

static void make_other(void)
{
    state.made = true;
    if (state.calls.in_thread) {
        atomic_fetch_add(&state.requested, 1);
        wait_while_it_goes();
    } else {
        count_other();
    }
}

static void on_step(int signal, siginfo_t *info, void *context)
{
    ucontext_t *interrupted = context;
    int before = errno;

    (void)signal;
    (void)info;
    if (--state.left > 0)
        return;
    interrupted->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)ARC_STEP;
    make_other();
    errno = before;
}

/* A thread that no signal is for. */
static bool begin_thread(void)
{
    sigset_t all, before;
    bool good;

    atomic_store(&state.id, 0);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    good = pthread_create(&state.thread, NULL, other_thread, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (good && pthread_getcpuclockid(state.thread, &state.clock) != 0)
        state.clock = CLOCK_PROCESS_CPUTIME_ID;
    while (good && atomic_load(&state.id) == 0)
        sched_yield();
    return good;
}

static void end_thread(void)
{
    atomic_store(&state.over, true);
    pthread_join(state.thread, NULL);
}

/* One call, which is left after so many instructions. */
static void count_left_after(uint32_t instructions)
{
    state.left = instructions;
    state.made = false;
    arc_jump(state.calls.count, state.calls.from, state.calls.self,
             state.ended ? 0 : ARC_STEP);
    if (!state.made) {
        state.ended = true;
        make_other();
    }
    while (atomic_load(&state.requested) != atomic_load(&state.answered))
        sched_yield();
}

bool interleave_count(struct interleave *interleave, uint32_t calls)
{
    struct sigaction step = {.sa_flags = SA_SIGINFO}, before;
    bool good = true;

    interleave->why = "a page for it cannot be mapped";
    if (!stub_return(interleave->self) || !stub_return(interleave->other))
        return false;
    state.calls = *interleave;
    state.ended = false;
    atomic_store(&state.requested, 0);
    atomic_store(&state.answered, 0);
    atomic_store(&state.over, false);
    interleave->why = "there are no threads";
    if (interleave->in_thread && !begin_thread())
        return false;
    step.sa_sigaction = on_step;
    sigfillset(&step.sa_mask);
    sigaction(SIGTRAP, &step, &before);
    for (uint32_t k = 0; k < calls && good; k++) {
        count_left_after(k + 1);
        good = k > 0 || !state.ended;
    }
    sigaction(SIGTRAP, &before, NULL);
    if (interleave->in_thread)
        end_thread();
    interleave->why = "the processor does not trap";
    return good;
}

#else

bool interleave_count(struct interleave *interleave, uint32_t calls)
{
    (void)calls;
    interleave->why = "this is possible on x86-64 only";
    return false;
}

#endif
