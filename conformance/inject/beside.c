/* SPDX-License-Identifier: MIT */
#include "beside.h"

#include "arc.h"

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

#include "conformance/contain/task_stat.h"
#include "stub.h"

enum {
    STUCK_CPU = 5000000, /* ns of its own for one call: it waits, spinning */
    LOOK_EVERY = 64,     /* times that a thread was let go on */
};

static struct {
    struct beside beside;
    uint32_t left; /* instructions, until the other call */
    bool made;     /* the other call, or it was asked for */
    bool ended;    /* a call had no more instructions: none is stepped now */
    pthread_t thread;
    clockid_t clock; /* the thread's */
    atomic_int id;   /* the thread's; 0 as yet */
    atomic_uint asked, answered;
    atomic_bool over;
} state;

static void count_other(void)
{
    arc_jump(state.beside.count, state.beside.from, state.beside.other, 0);
}

static void *other_thread(void *unused)
{
    (void)unused;
    atomic_store(&state.id, (int)syscall(SYS_gettid));
    while (!atomic_load(&state.over)) {
        if (atomic_load(&state.asked) == atomic_load(&state.answered)) {
            sched_yield();
            continue;
        }
        count_other();
        atomic_fetch_add(&state.answered, 1);
    }
    return NULL;
}

static int64_t thread_time(void)
{
    struct timespec now = {0};

    clock_gettime(state.clock, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/* Whether the thread sleeps, by the kernel's word. */
static bool is_asleep(void)
{
    char path[64], text[TASK_STAT];
    const char *told;

    snprintf(path, sizeof path, "/proc/self/task/%d/stat",
             atomic_load(&state.id));
    told = task_stat(path, text);
    return told && (told[1] == 'S' || told[1] == 'D');
}

/* Until the thread has made its call, or waits for what is held here. */
static void wait_while_it_goes(void)
{
    int64_t begun = thread_time();

    for (unsigned k = 1;
         atomic_load(&state.asked) != atomic_load(&state.answered); k++) {
        if (k % LOOK_EVERY == 0 &&
            (is_asleep() || thread_time() - begun > STUCK_CPU))
            return;
        sched_yield();
    }
}

static void make_other(void)
{
    state.made = true;
    if (state.beside.in_thread) {
        atomic_fetch_add(&state.asked, 1);
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
    arc_jump(state.beside.count, state.beside.from, state.beside.self,
             state.ended ? 0 : ARC_STEP);
    if (!state.made) {
        state.ended = true;
        make_other();
    }
    while (atomic_load(&state.asked) != atomic_load(&state.answered))
        sched_yield();
}

bool beside_count(struct beside *beside, uint32_t calls)
{
    struct sigaction step = {.sa_flags = SA_SIGINFO}, before;
    bool good = true;

    beside->why = "a page of theirs cannot be mapped";
    if (!stub_return(beside->self) || !stub_return(beside->other))
        return false;
    state.beside = *beside;
    state.ended = false;
    atomic_store(&state.asked, 0);
    atomic_store(&state.answered, 0);
    atomic_store(&state.over, false);
    beside->why = "there are no threads";
    if (beside->in_thread && !begin_thread())
        return false;
    step.sa_sigaction = on_step;
    sigfillset(&step.sa_mask);
    sigaction(SIGTRAP, &step, &before);
    for (uint32_t k = 0; k < calls && good; k++) {
        count_left_after(k + 1);
        good = k > 0 || !state.ended;
    }
    sigaction(SIGTRAP, &before, NULL);
    if (beside->in_thread)
        end_thread();
    beside->why = "the processor does not trap";
    return good;
}

#else

bool beside_count(struct beside *beside, uint32_t calls)
{
    (void)calls;
    beside->why = "that is for x86-64 alone";
    return false;
}

#endif
