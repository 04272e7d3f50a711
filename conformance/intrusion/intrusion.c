/* SPDX-License-Identifier: MIT */
#include "intrusion.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "conformance/inject/clock.h"

enum {
    NOBODYS_ERROR = 4711,
    TICK_NS = 1000000,
    READ_NS = 10 * TICK_NS,
    READS = 100, /* tried, where the machine is so busy that none waits */
};

static bool errno_is_changed(void)
{
    pid_t pid = getpid(), thread = (pid_t)syscall(SYS_gettid);

    errno = NOBODYS_ERROR;
    syscall(SYS_tgkill, pid, thread, SIGPROF);
    return errno != NOBODYS_ERROR;
}

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

enum waited { WAITED, INTERRUPTED, UNKNOWN };

/* A read of a timer that comes to its end later; ticks come all the while.
 * One that began too late to be interrupted tells nothing. */
static enum waited wait_in_read(int fd)
{
    const struct itimerspec end = {.it_value = {0, READ_NS}};
    uint64_t count;

    for (int k = 0; k < READS; k++) {
        int64_t begun = now(), entered;

        if (timerfd_settime(fd, 0, &end, NULL) != 0)
            return UNKNOWN;
        entered = now();
        if (read(fd, &count, sizeof count) < 0)
            return errno == EINTR ? INTERRUPTED : UNKNOWN;
        if (entered - begun < READ_NS / 2)
            return WAITED;
    }
    return UNKNOWN;
}

/* With a signal sent to this thread again and again. */
static enum waited wait_under(int signal)
{
    const struct itimerspec each = {{0, TICK_NS}, {0, TICK_NS}};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID,
                             .sigev_signo = signal};
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC), timer;
    enum waited result = UNKNOWN;

    if (fd < 0)
        return UNKNOWN;
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    if (syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) == 0) {
        if (syscall(SYS_timer_settime, timer, 0, &each, NULL) == 0)
            result = wait_in_read(fd);
        syscall(SYS_timer_delete, timer);
    }
    close(fd);
    return result;
}

static void do_nothing(int signal)
{
    (void)signal;
}

/* Whether this host lets a read go on after a handler with SA_RESTART. */
static bool host_restarts(void)
{
    struct sigaction action = {.sa_handler = do_nothing,
                               .sa_flags = SA_RESTART};
    struct sigaction before;
    sigset_t open, mask;
    bool restarts;

    sigemptyset(&action.sa_mask);
    sigemptyset(&open);
    sigaddset(&open, SIGPWR);
    sigaction(SIGPWR, &action, &before);
    sigprocmask(SIG_UNBLOCK, &open, &mask);
    restarts = wait_under(SIGPWR) == WAITED;
    sigprocmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGPWR, &before, NULL);
    return restarts;
}

void intrusion_try(struct intrusion *intrusion)
{
    intrusion->tried = true;
    intrusion->errno_changed = errno_is_changed();
    /* Else its timer would be taken for the implementation's. */
    intrusion->call_failed = clock_lists_timers() &&
                             wait_under(SIGPROF) == INTERRUPTED &&
                             host_restarts();
}
