/* SPDX-License-Identifier: MIT */
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "strays.h"

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined __SANITIZE_ADDRESS__
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0 /* its shadow memory is not data to be limited */
#endif

static const rlim_t stack_most = (rlim_t)8 << 20;
static const rlim_t data_most = (rlim_t)1 << 30;

uint64_t sandbox_time(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void sandbox_tie(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

static void limit(int resource, rlim_t most)
{
    struct rlimit now;

    if (getrlimit(resource, &now) != 0 || now.rlim_cur <= most)
        return;
    now.rlim_cur = most;
    setrlimit(resource, &now);
}

static void default_signals(void)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t none;

    for (int s = 1; s <= SIGRTMAX; s++)
        sigaction(s, &action, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void silence(void)
{
    int null = open("/dev/null", O_RDWR);

    for (int fd = 0; fd <= 2; fd++)
        if (null != fd && null >= 0)
            dup2(null, fd);
        else if (null < 0)
            close(fd);
    if (null > 2)
        close(null);
}

/* Descriptors of the harness: not for what may write to each it finds. */
static void close_others(void)
{
#ifdef SYS_close_range
    syscall(SYS_close_range, 3u, ~0u, 0u);
#endif
}

static void enter(pid_t parent)
{
    setsid();
    sandbox_tie();
    if (getppid() != parent)
        _exit(0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_STACK, stack_most);
    if (!SANITIZED)
        limit(RLIMIT_DATA, data_most);
    default_signals();
    silence();
    close_others();
}

/* Wait until the process ended or the time has come.  A descriptor tells,
 * here; what the process does to its own changes nothing. */
static bool ended_before(int pidfd, pid_t pid, uint64_t deadline)
{
    siginfo_t info;

    for (;;) {
        uint64_t now = sandbox_time();
        uint64_t left = deadline > now ? deadline - now : 0;
        struct pollfd wait = {.fd = pidfd, .events = POLLIN};
        uint64_t nap = pidfd >= 0 || left < 1000000 ? left : 1000000;
        struct timespec time = {(time_t)(nap / 1000000000),
                                (long)(nap % 1000000000)};

        info.si_pid = 0;
        if (ppoll(&wait, pidfd >= 0, &time, NULL) < 0 && errno != EINTR)
            return false;
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0
            && info.si_pid == pid)
            return true;
        if (left == 0)
            return false;
    }
}

static void wait_for(pid_t pid, uint64_t (*deadline)(void *), void *context,
                     struct sandbox_end *end)
{
    int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);

    end->timed_out = false;
    while (!ended_before(pidfd, pid, deadline(context)))
        if (deadline(context) <= sandbox_time()) {
            end->timed_out = true;
            kill(pid, SIGKILL);
            break;
        }
    while (waitpid(pid, &end->status, 0) < 0 && errno == EINTR)
        ;
    if (pidfd >= 0)
        close(pidfd);
}

bool sandbox_run(void (*body)(void *context),
                 uint64_t (*deadline)(void *context), void *context,
                 struct sandbox_end *end)
{
    struct strays strays;
    pid_t parent = getpid();
    pid_t pid;

    /* Orphans come to this process, which sees to their end. */
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    strays_before(&strays);
    fflush(NULL); /* or an exit in there writes what is buffered here */
    pid = fork();
    if (pid < 0)
        return false;
    if (pid == 0) {
        enter(parent);
        body(context);
        _exit(0);
    }
    wait_for(pid, deadline, context, end);
    strays_end(&strays, pid);
    return true;
}
