/* SPDX-License-Identifier: MIT */
#include "contain.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "enter.h"

enum { SPACES = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC };

static struct {
    bool known;
    enum containment kind;
    int flags;  /* of clone */
    bool files; /* a namespace has a file system of its own */
} here;

static bool contain_put(const char *path, const char *text)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    bool good = file >= 0 && write(file, text, strlen(text)) > 0;

    if (file >= 0)
        close(file);
    return good;
}

/* Be in the new user namespace who one was outside. */
static bool stay_oneself(unsigned user, unsigned group)
{
    char text[64];

    contain_put("/proc/self/setgroups", "deny");
    snprintf(text, sizeof text, "%u %u 1", user, user);
    if (!contain_put("/proc/self/uid_map", text))
        return false;
    snprintf(text, sizeof text, "%u %u 1", group, group);
    return contain_put("/proc/self/gid_map", text);
}

/* A namespace's processes by their numbers there, and a file system of its own.
 * Containers may forbid it; /proc then is the host's, where one's own process is
 * found all the same.  Returns whether it has the files. */
static bool see_own(void)
{
    if (mount("none", "/", NULL, MS_REC | MS_SLAVE, NULL) != 0)
        return false;
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
    return mount("tmpfs", CONTAIN_FILES, "tmpfs", MS_NOSUID | MS_NODEV,
                 "size=256m,nr_inodes=16384,mode=1777") == 0;
}

/* Handlers are for the process that set them; the library's fork would tell
 * them so, and clone does not. */
static void handle_nothing(void)
{
    struct sigaction action;

    for (int s = 1; s <= SIGRTMAX; s++)
        if (sigaction(s, NULL, &action) == 0 && action.sa_handler != SIG_DFL &&
            action.sa_handler != SIG_IGN) {
            action = (struct sigaction){.sa_handler = SIG_DFL};
            sigaction(s, &action, NULL);
        }
}

/* As fork, but that the child is the first process of a namespace.  The one
 * that comes of this forks once more, by the C library, before anything is
 * run that asks the library who it is. */
static pid_t clone_into(int flags)
{
    unsigned user = geteuid(), group = getegid();
    sigset_t all, mask;
    pid_t pid;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &mask);
    pid = (pid_t)syscall(SYS_clone, flags | SIGCHLD, NULL, NULL, NULL, NULL);
    if (pid == 0)
        handle_nothing();
    sigprocmask(SIG_SETMASK, &mask, NULL);
    if (pid != 0)
        return pid;
    if (flags & CLONE_NEWUSER && !stay_oneself(user, group))
        _exit(1);
    here.files = see_own();
    return 0;
}

static bool can_clone(int flags)
{
    enum { FILES = 2, NONE };
    int status = -1;
    pid_t pid;

    fflush(NULL);
    pid = clone_into(flags);
    if (pid == 0)
        _exit(getpid() != 1 ? EXIT_FAILURE : here.files ? FILES : NONE);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    here.files = pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == FILES;
    return here.files ||
           (pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == NONE);
}

/* Valgrind has no such clone, and ends a program that asks for it. */
static bool under_valgrind(void)
{
    const char *preloaded = getenv("LD_PRELOAD");

    return preloaded && strstr(preloaded, "vgpreload") != NULL;
}

bool containment_wanted(enum containment *best)
{
    static const char *const names[] = {"namespace", "cgroup", "subreaper"};
    const char *name = getenv("PROFILCHECK_CONTAINMENT");

    *best = CONTAINMENT_NAMESPACE;
    for (int k = CONTAINMENT_NAMESPACE; name && k <= CONTAINMENT_SUBREAPER; k++)
        if (strcmp(name, names[k]) == 0) {
            *best = (enum containment)k;
            return true;
        }
    return !name;
}

enum containment containment_here(void)
{
    enum containment best;

    if (here.known)
        return here.kind;
    containment_wanted(&best);
    here.known = true;
    here.kind = CONTAINMENT_SUBREAPER;
    here.flags = SPACES;
    if (best == CONTAINMENT_NAMESPACE && !under_valgrind()) {
        if (!can_clone(here.flags))
            here.flags |= CLONE_NEWUSER;
        if (!(here.flags & CLONE_NEWUSER) || can_clone(here.flags))
            return here.kind = CONTAINMENT_NAMESPACE;
    }
    if (best <= CONTAINMENT_CGROUP && cgroup_possible())
        here.kind = CONTAINMENT_CGROUP;
    return here.kind;
}

bool containment_has_files(void)
{
    return containment_here() == CONTAINMENT_NAMESPACE && here.files;
}

const char *containment_name(enum containment containment)
{
    switch (containment) {
    case CONTAINMENT_NAMESPACE: return "pid namespace";
    case CONTAINMENT_CGROUP: return "cgroup";
    default: return "subreaper";
    }
}

pid_t contain_fork(struct container *container)
{
    pid_t pid;

    container->kind = containment_here();
    if (container->kind == CONTAINMENT_NAMESPACE)
        return clone_into(here.flags);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    strays_before(&container->strays);
    if (container->kind == CONTAINMENT_CGROUP &&
        !cgroup_begin(&container->group))
        return -1;
    pid = fork();
    if (pid == 0 && container->kind == CONTAINMENT_CGROUP &&
        !cgroup_enter(&container->group))
        _exit(1);
    if (pid == 0)
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    if (pid < 0 && container->kind == CONTAINMENT_CGROUP)
        cgroup_end(&container->group);
    return pid;
}

void contain_tie(const struct container *container, pid_t parent, int out)
{
    struct pollfd reader = {.fd = out};

    if (container->kind != CONTAINMENT_NAMESPACE) {
        sandbox_tie(parent);
        return;
    }
    /* A parent outside has no number here. */
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (poll(&reader, 1, 0) > 0 && reader.revents & POLLERR)
        _exit(0);
}

void contain_sweep(struct container *container, pid_t body, int *status)
{
    static const struct strays none;
    pid_t pid;
    int how;

    if (container->kind == CONTAINMENT_NAMESPACE) {
        kill(-1, SIGKILL);
        while ((pid = waitpid(-1, &how, __WALL)) > 0 || errno == EINTR)
            if (pid == body)
                *status = how;
        return;
    }
    if (container->kind == CONTAINMENT_CGROUP)
        cgroup_kill(&container->group, getpid());
    strays_end(&none, body, status);
}

void contain_end(struct container *container, pid_t first)
{
    kill(first, SIGKILL);
    if (container->kind == CONTAINMENT_CGROUP)
        cgroup_end(&container->group);
    while (waitpid(first, NULL, __WALL) < 0 && errno == EINTR)
        ;
    if (container->kind != CONTAINMENT_NAMESPACE)
        strays_end(&container->strays, 0, NULL);
}
