/* SPDX-License-Identifier: MIT */
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "strays.h"

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
static const uint32_t nap_most = 100000000; /* nanoseconds */

uint64_t sandbox_time(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void sandbox_tie(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent)
        _exit(0);
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
    sandbox_tie(parent);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_STACK, stack_most);
    if (!SANITIZED)
        limit(RLIMIT_DATA, data_most);
    default_signals();
    silence();
    close_others();
}

/* Wait until the process ended or the time has come.  SIGCHLD, which is
 * blocked, only wakes: whoever else sends it achieves nothing, and where
 * another thread of the caller takes it the nap ends soon. */
static bool ended_before(pid_t pid, uint64_t deadline)
{
    siginfo_t info;
    sigset_t child;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    for (;;) {
        uint64_t now = sandbox_time();
        uint64_t left = deadline > now ? deadline - now : 0;
        long wait = left < nap_most ? (long)left : nap_most;
        struct timespec nap = {0, wait};

        info.si_pid = 0;
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0
            && info.si_pid == pid)
            return true;
        if (left == 0)
            return false;
        sigtimedwait(&child, NULL, &nap);
    }
}

static void wait_for(pid_t pid, uint64_t (*deadline)(void *), void *context,
                     struct sandbox_end *end)
{
    end->timed_out = false;
    while (!ended_before(pid, deadline(context)))
        if (deadline(context) <= sandbox_time()) {
            end->timed_out = true;
            kill(pid, SIGKILL);
            break;
        }
    while (waitpid(pid, &end->status, 0) < 0 && errno == EINTR)
        ;
}

/* Children are waited for: they must not be reaped unseen. */
static void expect_child(sigset_t *mask)
{
    struct sigaction action;
    sigset_t child;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, mask);
    if (sigaction(SIGCHLD, NULL, &action) == 0 &&
        action.sa_handler == SIG_IGN) {
        action.sa_handler = SIG_DFL;
        sigaction(SIGCHLD, &action, NULL);
    }
}

bool sandbox_run(void (*body)(void *context),
                 uint64_t (*deadline)(void *context), void *context,
                 struct sandbox_end *end)
{
    struct strays strays;
    sigset_t mask;
    pid_t parent = getpid();
    pid_t pid;

    /* Orphans come to this process, which sees to their end. */
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    strays_before(&strays);
    expect_child(&mask);
    fflush(NULL); /* or an exit in there writes what is buffered here */
    pid = fork();
    if (pid == 0) {
        enter(parent);
        body(context);
        _exit(0);
    }
    if (pid > 0) {
        wait_for(pid, deadline, context, end);
        strays_end(&strays, pid);
    }
    sigprocmask(SIG_SETMASK, &mask, NULL);
    return pid > 0;
}
