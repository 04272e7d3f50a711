/* SPDX-License-Identifier: MIT */
#include "confine.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "contain.h"
#include "proc.h"

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

static const struct {
    int resource;
    rlim_t most;
} limits[] = {
    {RLIMIT_CORE, 0},
    {RLIMIT_STACK, (rlim_t)8 << 20},
    {RLIMIT_FSIZE, (rlim_t)1 << 28},
    {RLIMIT_DATA, SANITIZED ? RLIM_INFINITY : (rlim_t)1 << 30},
};

static void limit_resources(void)
{
    for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
        struct rlimit now;

        if (getrlimit(limits[k].resource, &now) != 0 ||
            now.rlim_cur <= limits[k].most)
            continue;
        now.rlim_cur = limits[k].most;
        setrlimit(limits[k].resource, &now);
    }
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

/* Descriptors of the harness are not for what may write to each it finds. */
static void keep_descriptor(int kept)
{
    int null = open("/dev/null", O_RDWR);

    for (int fd = 0; fd <= 2; fd++)
        if (null != fd && null >= 0)
            dup2(null, fd);
        else if (null < 0)
            close(fd);
    if (null > 2)
        close(null);
    dup2(kept, CONFINED_KEPT);
#ifdef SYS_close_range
    syscall(SYS_close_range, CONFINED_KEPT + 1u, ~0u, 0u);
#endif
}

enum { SAMPLING = 38 }; /* CAP_PERFMON, which older headers lack */

/* Whether only who has the capability may trace its own child. */
static bool tracing_is_privileged(void)
{
    char scope[8];

    proc_text("/proc/sys/kernel/yama/ptrace_scope", scope, sizeof scope);
    return *scope == '2';
}

static void keep_capability(struct __user_cap_data_struct *kept,
                            const struct __user_cap_data_struct *had,
                            unsigned capability)
{
    unsigned word = capability / 32, bit = 1u << capability % 32;

    kept[word].permitted |= had[word].permitted & bit;
    kept[word].effective |= had[word].permitted & bit;
}

/* No program that it becomes has more. */
static void drop_privileges(void)
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

/* Landlock, as <linux/landlock.h> has it where it is new enough. */
enum {
    CREATE_RULESET = 444,
    ADD_RULE = 445,
    RESTRICT_SELF = 446,
    ASK_VERSION = 1,
    PATH_BENEATH = 1,
    WRITE_FILE = 1 << 1,
    REMOVE_AND_MAKE = 0x1ff << 4, /* files and directories of any kind */
    REFER = 1 << 13,              /* move between directories: version 2 */
    TRUNCATE = 1 << 14,           /* version 3 */
    SCOPE_SIGNAL = 1 << 1,        /* version 6 */
};

struct landlock_ruleset {
    uint64_t files, net, scoped;
};

struct landlock_path {
    uint64_t allowed;
    int32_t file;
} __attribute__((packed));

static void allow(int ruleset, const char *path, uint64_t access)
{
    struct landlock_path rule = {
        access, path && access ? open(path, O_PATH | O_CLOEXEC) : -1};

    if (rule.file < 0)
        return;
    syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0);
    close(rule.file);
}

static void keep_to(const char *directory, bool writes)
{
    static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full",
                                          "/dev/tty"};
    long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
    bool alone = containment_here() == CONTAINMENT_NAMESPACE;
    struct landlock_ruleset all = {0};
    int ruleset;

    if (version >= 1 && !writes && !containment_has_files())
        all.files = WRITE_FILE | REMOVE_AND_MAKE | (version >= 2 ? REFER : 0) |
                    (version >= 3 ? TRUNCATE : 0);
    if (version >= 6 && !alone)
        all.scoped = SCOPE_SIGNAL;
    if (!all.files && !all.scoped)
        return;
    ruleset = (int)syscall(CREATE_RULESET, &all, sizeof all, 0);
    if (ruleset < 0)
        return;
    allow(ruleset, directory, all.files);
    for (size_t k = 0; k < sizeof devices / sizeof *devices; k++)
        allow(ruleset, devices[k], all.files & (WRITE_FILE | TRUNCATE));
    syscall(RESTRICT_SELF, ruleset, 0);
    close(ruleset);
}

void confine(int kept, const char *directory, bool writes)
{
    setsid();
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    limit_resources();
    default_signals();
    keep_descriptor(kept);
    drop_privileges();
    keep_to(directory, writes);
}
