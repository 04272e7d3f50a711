/* SPDX-License-Identifier: MIT */
/* Becoming the process of a sandbox's body. */
#include "enter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

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
static const rlim_t file_most = (rlim_t)1 << 28;

enum {
    MARK = 3,      /* its descriptor */
    SAMPLING = 38, /* CAP_PERFMON, which older headers lack */
};

void sandbox_tie(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent)
        _exit(0);
}

void sandbox_mark(void)
{
    while (write(MARK, "", 1) < 0 && errno == EINTR)
        ;
    close(MARK);
}

static void enter_limit(int resource, rlim_t most)
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

static void enter_silence(void)
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
static void enter_close_others(int mark)
{
    dup2(mark, MARK);
#ifdef SYS_close_range
    syscall(SYS_close_range, MARK + 1u, ~0u, 0u);
#endif
}

/* Whether only who has the capability may trace its own child. */
static bool tracing_is_privileged(void)
{
    int file = open("/proc/sys/kernel/yama/ptrace_scope", O_RDONLY | O_CLOEXEC);
    char scope = '0';

    if (file >= 0 && read(file, &scope, 1) != 1)
        scope = '0';
    if (file >= 0)
        close(file);
    return scope == '2';
}

static void keep_capability(struct __user_cap_data_struct *kept,
                            const struct __user_cap_data_struct *had,
                            unsigned capability)
{
    unsigned word = capability / 32, bit = 1u << capability % 32;

    kept[word].permitted |= had[word].permitted & bit;
    kept[word].effective |= had[word].permitted & bit;
}

/* Of the capabilities of root only those are kept that a profil may need: with
 * others it could reach the processes that watch it.  No program that it
 * becomes has more. */
static void enter_without_privilege(void)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct had[_LINUX_CAPABILITY_U32S_3];
    struct __user_cap_data_struct kept[_LINUX_CAPABILITY_U32S_3] = {{0}};

    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (syscall(SYS_capget, &head, had) != 0)
        return;
    keep_capability(kept, had, SAMPLING);
    keep_capability(kept, had, CAP_IPC_LOCK);
    if (tracing_is_privileged())
        keep_capability(kept, had, CAP_SYS_PTRACE);
    syscall(SYS_capset, &head, kept);
}

void enter_sandbox(pid_t parent, int mark)
{
    setsid();
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    sandbox_tie(parent);
    enter_limit(RLIMIT_CORE, 0);
    enter_limit(RLIMIT_STACK, stack_most);
    enter_limit(RLIMIT_FSIZE, file_most);
    if (!SANITIZED)
        enter_limit(RLIMIT_DATA, data_most);
    default_signals();
    enter_silence();
    enter_close_others(mark);
    enter_without_privilege();
}
