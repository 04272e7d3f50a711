/* SPDX-License-Identifier: MIT */
/*
 * A small profil in FreeBSD's form that needs nothing of the machine but where
 * a signal's context has the pc.  -DKIND= says what is odd about it:
 *
 *     downward    nothing
 *     upward      it rounds up, which FreeBSD's manual forbids
 *     moody       it divides before it multiplies, but not in its first calls:
 *                 the manual permits either, and what a case shows depends on
 *                 those before it
 *     fickle_...  it does so at high addresses, after its first call, in other
 *                 threads, or by chance: it is to be found inconsistent
 *     waiting     it waits at one offset, until the pipe that PROFILCHECK_PIPE
 *                 names is opened and closed at its other end
 *     helper      its timer ends at exec, and a process of its own goes on
 *                 then: a SIGPROF to the new program each period, for a while
 *     like_...    it does what the source of clib4, NuttX, RetroBSD,
 *                 UNIX V7 or gcc for ARC does, as far as it can be seen;
 *                 small_monitor.c has a monitor on the third and fourth
 *
 * With WITH_SPROFIL it has no profil, and hands sprofil on to libc's.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "impls/signal/pc.h"

#ifdef WITH_SPROFIL

int sprofil(void *list, int count, struct timeval *time, unsigned flags)
{
    static int (*its)(void *, int, struct timeval *, unsigned);

    if (!its)
        *(void **)&its = dlsym(RTLD_NEXT, "sprofil");
    return its(list, count, time, flags);
}

#else

enum {
    downward,
    upward,
    moody,
    fickle_address,
    fickle_call,
    fickle_thread,
    fickle_chance,
    waiting,
    helper,
    like_clib4,
    like_nuttx,
    like_retrobsd,
    like_v7,
    like_arc
};

enum {
    PERIOD = 10000000, /* nanoseconds */
    STEADY = 8,        /* calls before its mood changes */
    WAITS_AT = 0x123456,
    TIMES = 40, /* that the helper sends a signal */
};

static unsigned short *counters;
static size_t size;
static uint64_t low, high; /* high: of NuttX's alone */
static unsigned scale, calls;
static long first_thread;
static int on;

static int divides_first(uint64_t pc)
{
    struct timespec now;

    switch (KIND) {
    case moody: return calls > STEADY;
    case fickle_address: return pc >= 0x100000;
    case fickle_call: return calls > 1;
    case fickle_thread: return syscall(SYS_gettid) != first_thread;
    case fickle_chance:
        clock_gettime(CLOCK_MONOTONIC, &now);
        return now.tv_nsec >> 8 & 1;
    default: return 0;
    }
}

static void count_at(uint64_t pc)
{
    uint64_t d = pc - low, k;
    uint32_t cut = ((uint32_t)d * scale) >> 16;

    switch (KIND) {
    case like_clib4: /* an index, and one too far */
        if (cut <= size / 2)
            counters[cut]++;
        return;
    case like_retrobsd: /* counters of 32 bits, at a byte's index */
        if ((uint32_t)pc >= (uint32_t)low && cut < size)
            ((uint32_t *)(void *)counters)[cut]++;
        return;
    case like_v7: /* halves, and then rounded up */
        k = (((d / 2 * (scale / 2)) >> 14) + 1) / 2;
        if (pc >= low && 2 * k < size)
            counters[k]++;
        return;
    case like_nuttx:
        k = d / 2;
        if (pc >= low && pc < high)
            counters[k / 65536 * scale + k % 65536 * scale / 65536]++;
        return;
    default: break;
    }
    if (pc < low || d > UINT64_MAX / scale)
        return;
    k = divides_first(pc) ? d / 2 * scale / 65536
                          : (d * scale / 65536 + (KIND == upward)) / 2;
    if (k < size / 2)
        counters[k]++;
}

static void on_tick(int number, siginfo_t *info, void *context)
{
    int error = errno;

    (void)number, (void)info;
    if (on)
        count_at(pc_of(context));
    errno = error;
}

/* The timer, which exec deletes, and fork for the child. */
static int turn(int wanted)
{
    static timer_t timer;
    static struct sigaction before;
    static pid_t its;
    struct itimerspec every = {{0, PERIOD}, {0, PERIOD}};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGPROF};
    struct sigaction action = {.sa_sigaction = on_tick,
                               .sa_flags = SA_SIGINFO | SA_RESTART};

    if (its == getpid()) {
        timer_delete(timer);
        sigaction(SIGPROF, &before, NULL);
        its = 0;
    }
    if (!wanted)
        return 0;
    its = getpid();
    sigfillset(&action.sa_mask);
    sigaction(SIGPROF, &action, &before);
    timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer);
    return timer_settime(timer, 0, &every, NULL);
}

static void go_on_in_child(void)
{
    if (on)
        turn(1);
}

/* Exec closes what it reads, and so does the end of the program. */
static void help_after(int closed)
{
    pid_t program = getppid();
    char byte;

    (void)!read(closed, &byte, 1);
    for (int k = 0; k < TIMES; k++) {
        nanosleep(&(struct timespec){0, PERIOD}, NULL);
        if (kill(program, SIGPROF) != 0)
            break;
    }
    _exit(0);
}

static void begin_helper(void)
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) != 0)
        return;
    if (fork() == 0) {
        close(ends[1]);
        help_after(ends[0]);
    }
    close(ends[0]);
}

static void wait_for_other_end(void)
{
    const char *name = getenv("PROFILCHECK_PIPE");
    int pipe = name ? open(name, O_RDONLY) : -1;
    char byte;

    while (pipe >= 0 && read(pipe, &byte, 1) < 0 && errno == EINTR)
        ;
    if (pipe >= 0)
        close(pipe);
}

int profil(unsigned short *to, size_t bytes, size_t offset, unsigned factor)
{
    unsigned short *volatile address = to; /* it may be null */

    if (calls++ == 0) {
        first_thread = syscall(SYS_gettid);
        if (KIND == like_retrobsd || KIND == like_v7)
            pthread_atfork(NULL, NULL, go_on_in_child);
        if (KIND == helper)
            begin_helper();
    }
    if (KIND == waiting && offset == WAITS_AT)
        wait_for_other_end();
    if (KIND == like_arc && address && factor != 0x8000)
        abort();
    if (KIND == like_nuttx && factor > 65536) {
        errno = EINVAL;
        return -1;
    }
    on = 0;
    if ((!address && KIND != like_retrobsd && KIND != like_v7) ||
        (KIND != like_clib4 && factor == 0))
        return turn(0);
    if (KIND == like_nuttx) {
        memset(address, 0, bytes);
        high = offset + bytes * 65536 / factor; /* it may wrap */
    }
    size = bytes;
    low = offset;
    scale = factor;
    counters = address;
    on = 1;
    return turn(1);
}

#endif
