/* SPDX-License-Identifier: MIT */
#include "contain.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "proc.h"

/* How much of the machine they take. */

static const uint64_t memory_most = UINT64_C(2) << 30; /* bytes */
static uint64_t memory_peak; /* as far as it was looked at */

/* Where /proc is still the host's, its processes are not ours to count. */
static bool proc_is_own(void)
{
    char text[16] = "";

    return readlink("/proc/self", text, sizeof text - 1) == 1 && *text == '1';
}

/* The processes of the namespace but this first one; or all below this one. */
enum { LISTED = CONTAIN_AT_ONCE + 2 }; /* one too many, and this one */
static pid_t below[LISTED];

static size_t list_those_below(void)
{
    size_t n, count = 0;

    if (getpid() == 1) {
        n = proc_is_own() ? proc_numbers("/proc", below, LISTED) : 0;
        for (size_t k = 0; k < n; k++)
            if (below[k] != 1)
                below[count++] = below[k];
        return count;
    }
    count = proc_children(0, below, LISTED);
    for (size_t k = 0; k < count; k++)
        count += proc_children(below[k], below + count, LISTED - count);
    return count;
}

static void proc_of(pid_t pid, const char *file, char *text, size_t size)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, file);
    proc_text(path, text, size);
}

/* The number of the last process that was made in the namespace of the one
 * that reads it, whichever /proc it is. */
static long last_made(void)
{
    char text[128];
    long last = 0;

    proc_text("/proc/loadavg", text, sizeof text);
    return sscanf(text, "%*s %*s %*s %*s %ld", &last) == 1 ? last : 0;
}

/* The bytes of a process, of those that it shares with others its part; or all
 * of its pages where the kernel does not say. */
static uint64_t part_of(pid_t pid, uint64_t pages)
{
    static const char name[] = "\nPss:";
    char text[1024] = "";
    unsigned long long kib;
    const char *line;

    proc_of(pid, "smaps_rollup", text, sizeof text);
    line = strstr(text, name);
    if (line && sscanf(line + strlen(name), "%llu", &kib) == 1)
        return kib * 1024;
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

bool contain_too_large(void)
{
    uint64_t pages[LISTED] = {0}, memory = 0, parts = 0;
    size_t count;

    if (getpid() == 1 && last_made() > CONTAIN_MADE)
        return true;
    count = list_those_below();
    for (size_t k = 0; k < count; k++) {
        unsigned long long its_pages;
        char text[128];

        proc_of(below[k], "statm", text, sizeof text);
        if (sscanf(text, "%*s %llu", &its_pages) == 1)
            pages[k] = its_pages;
        memory += pages[k] * (uint64_t)sysconf(_SC_PAGESIZE);
    }
    /* What is shared since a fork is there once: a program that judges
     * functions of its own may have much of it. */
    for (size_t k = 0; memory > memory_most && k < count; k++)
        parts += part_of(below[k], pages[k]);
    if (memory > memory_most)
        memory = parts;
    if (memory > memory_peak)
        memory_peak = memory;
    return memory_peak > memory_most || count > CONTAIN_AT_ONCE;
}

bool contain_was_large(void)
{
    return memory_peak > memory_most / 4;
}

/* Of all its threads, those that have ended too. */
static uint64_t ran_whole(const char *state)
{
    unsigned long long user, system;

    if (sscanf(state, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu",
               &user, &system) != 2)
        return 0;
    return (user + system) * (1000000000 / (uint64_t)sysconf(_SC_CLK_TCK));
}

struct contain_time contain_time(void)
{
    struct contain_time time = {0};
    size_t count = list_those_below();

    for (size_t k = 0; k < count; k++) {
        char path[64], text[PROC_STAT];
        unsigned long long ran = 0, waited = 0;
        uint64_t whole = 0;
        const char *state;

        proc_of(below[k], "schedstat", text, sizeof text);
        sscanf(text, "%llu %llu", &ran, &waited);
        snprintf(path, sizeof path, "/proc/%d/stat", (int)below[k]);
        state = proc_stat(path, text);
        if (state) {
            whole = ran_whole(state);
            time.ready |= strncmp(state, " R", 2) == 0;
        }
        time.ran += whole > ran ? whole : ran;
        time.waited += waited;
    }
    return time;
}

/* Those that are children of this process, or become so as orphans. */

static const struct timespec millisecond = {0, 1000000};

static void nap(void)
{
    nanosleep(&millisecond, NULL);
}

static bool is_known(const struct children *before, pid_t pid)
{
    for (size_t k = 0; k < before->count; k++)
        if (before->known[k] == pid)
            return true;
    return false;
}

/* They die at once, but that a tracer may hold one until it dies itself.
 * Killing one may bring its own children here. */
static void end_orphans(const struct children *before, pid_t group, int *status)
{
    enum { PATIENCE = 1000 }; /* milliseconds */
    pid_t pids[CHILDREN_KNOWN];
    unsigned found = 1;

    if (group > 0)
        kill(-group, SIGKILL);
    for (unsigned naps = 0; found && naps < PATIENCE;) {
        size_t n = proc_children(0, pids, CHILDREN_KNOWN);
        unsigned held = 0;

        found = 0;
        for (size_t k = 0; k < n; k++) {
            int how;

            if (is_known(before, pids[k]))
                continue;
            found++;
            kill(pids[k], SIGKILL);
            if (waitpid(pids[k], &how, WNOHANG | __WALL) <= 0)
                held++;
            else if (pids[k] == group)
                *status = how;
        }
        if (held) {
            nap();
            naps++;
        }
    }
}

/* A cgroup. */

enum { ATTEMPTS = 5000 }; /* to find it empty, a millisecond or more apart */

static const char group_processes[] = "1024";
static const char group_memory[] = "2147483648"; /* bytes */

static bool put(const char *path, const char *text)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    bool good = file >= 0 && write(file, text, strlen(text)) > 0;

    if (file >= 0)
        close(file);
    return good;
}

static bool put_in_group(const char *directory, const char *name,
                         const char *text)
{
    char path[CGROUP_PATH + 32];

    snprintf(path, sizeof path, "%s/%s", directory, name);
    return put(path, text);
}

/* Whether one of the words between commas is it. */
static bool has_word(const char *words, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ',') &&
            (at[length] == ',' || at[length] == '\0'))
            return true;
    return false;
}

/* Where a hierarchy is mounted: that with the controller, or, of version 2,
 * the one there is, for a null. */
static bool find_mount(const char *controller, char path[CGROUP_PATH])
{
    FILE *mounts = fopen("/proc/self/mounts", "re");
    char line[2048], type[32], options[512];
    bool found = false;

    while (mounts && !found && fgets(line, sizeof line, mounts))
        found =
            sscanf(line, "%*s %511s %31s %511s", path, type, options) == 3 &&
            (controller
                 ? strcmp(type, "cgroup") == 0 && has_word(options, controller)
                 : strcmp(type, "cgroup2") == 0);
    if (mounts)
        fclose(mounts);
    return found;
}

/* Which group of that hierarchy this process is in: "/" is empty. */
static bool find_own(const char *controller, char path[CGROUP_PATH])
{
    FILE *groups = fopen("/proc/self/cgroup", "re");
    char line[2048];
    bool found = false;

    while (groups && !found && fgets(line, sizeof line, groups)) {
        char *words = strchr(line, ':');
        char *own = words ? strchr(words + 1, ':') : NULL;

        line[strcspn(line, "\n")] = '\0';
        if (!own)
            continue;
        *own++ = '\0';
        found = controller ? has_word(words + 1, controller) : !words[1];
        if (found)
            found = snprintf(path, CGROUP_PATH, "%s", own[1] ? own : "") <
                    CGROUP_PATH;
    }
    if (groups)
        fclose(groups);
    return found;
}

/* What a new one is to be called there.  False: path is empty. */
static bool name_group(const char *controller, char outside[CGROUP_PATH],
                       char path[CGROUP_PATH])
{
    static unsigned number;
    char where[CGROUP_PATH], own[CGROUP_PATH];
    bool good =
        find_mount(controller, where) && find_own(controller, own) &&
        snprintf(outside, CGROUP_PATH, "%s%s", where, own) < CGROUP_PATH &&
        snprintf(path, CGROUP_PATH, "%s%s/profilcheck-%d-%u", where, own,
                 (int)getpid(), number++) < CGROUP_PATH;

    if (!good)
        path[0] = '\0';
    return good;
}

static bool name_groups(struct cgroup *group, bool unified)
{
    memset(group, 0, sizeof *group);
    if (unified)
        return name_group(NULL, group->outside, group->processes);
    name_group("memory", group->memory_outside, group->memory);
    return name_group("pids", group->outside, group->processes);
}

static bool make_groups(const struct cgroup *group)
{
    if (mkdir(group->processes, 0755) != 0)
        return false;
    put_in_group(group->processes, "pids.max", group_processes);
    put_in_group(group->processes, "memory.max", group_memory);
    if (*group->memory && mkdir(group->memory, 0755) == 0)
        put_in_group(group->memory, "memory.limit_in_bytes", group_memory);
    return true;
}

bool cgroup_begin(struct cgroup *group)
{
    for (int version = 1; version <= 2; version++)
        if (name_groups(group, version == 2) && make_groups(group))
            return true;
    memset(group, 0, sizeof *group);
    return false;
}

bool cgroup_enter(const struct cgroup *group)
{
    return put_in_group(group->processes, "cgroup.procs", "0") &&
           (!*group->memory || access(group->memory, F_OK) != 0 ||
            put_in_group(group->memory, "cgroup.procs", "0"));
}

static void cgroup_leave(const struct cgroup *group)
{
    put_in_group(group->outside, "cgroup.procs", "0");
    if (*group->memory)
        put_in_group(group->memory_outside, "cgroup.procs", "0");
}

/* Returns how many there are; those are killed. */
static unsigned kill_once(const struct cgroup *group)
{
    char path[CGROUP_PATH + 32];
    unsigned count = 0;
    FILE *list;
    int pid;

    snprintf(path, sizeof path, "%s/cgroup.procs", group->processes);
    list = fopen(path, "re");
    while (list && fscanf(list, "%d", &pid) == 1) {
        kill(pid, SIGKILL);
        count++;
    }
    if (list)
        fclose(list);
    return count;
}

/* Where no more can be started none is missed. */
static void kill_group(const struct cgroup *group)
{
    if (put_in_group(group->processes, "cgroup.kill", "1"))
        return;
    put_in_group(group->processes, "pids.max", "0");
    for (unsigned k = 0; k < ATTEMPTS && kill_once(group); k++)
        nap();
}

/* Groups that a process in this one made and left. */
static void remove_within(const char *group)
{
    DIR *directory = opendir(group);
    struct dirent *entry;

    while (directory && (entry = readdir(directory)))
        if (*entry->d_name != '.')
            unlinkat(dirfd(directory), entry->d_name, AT_REMOVEDIR);
    if (directory)
        closedir(directory);
}

/* A process that has just ended may hold it for a moment. */
static void remove_group(const char *group)
{
    for (unsigned k = 0; k < ATTEMPTS; k++) {
        if (rmdir(group) == 0 || errno == ENOENT)
            break;
        remove_within(group);
        nap();
    }
}

void cgroup_end(const struct cgroup *group)
{
    kill_group(group);
    remove_group(group->processes);
    if (*group->memory)
        remove_group(group->memory);
}

void end_as(int status)
{
    if (WIFSIGNALED(status)) {
        sigset_t all;

        sigfillset(&all);
        signal(WTERMSIG(status), SIG_DFL);
        sigprocmask(SIG_UNBLOCK, &all, NULL);
        raise(WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

int exit_status_of(pid_t pid)
{
    int status = -1;

    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool unified; /* what was found to be possible */

/* The child makes it, whose name both have: whichever of the two is ended
 * meanwhile, the other removes it. */
static bool can_group(void)
{
    struct cgroup group;
    int status;
    pid_t pid;

    if (!name_groups(&group, unified))
        return false;
    fflush(NULL);
    pid = fork();
    if (pid == 0) {
        bool good = make_groups(&group) && cgroup_enter(&group);

        cgroup_leave(&group);
        cgroup_end(&group);
        _exit(!good);
    }
    status = exit_status_of(pid);
    cgroup_end(&group);
    return status == 0;
}

bool cgroup_possible(void)
{
    unified = false;
    if (can_group())
        return true;
    unified = true;
    return can_group();
}

/* A namespace. */

enum { SPACES = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC };

static struct {
    bool known;
    enum containment kind;
    int flags;  /* of clone */
    bool files; /* a namespace has a file system of its own */
} here;

/* Be in the new user namespace who one was outside. */
static bool stay_oneself(unsigned user, unsigned group)
{
    char text[64];

    put("/proc/self/setgroups", "deny");
    snprintf(text, sizeof text, "%u %u 1", user, user);
    if (!put("/proc/self/uid_map", text))
        return false;
    snprintf(text, sizeof text, "%u %u 1", group, group);
    return put("/proc/self/gid_map", text);
}

/* A namespace's processes by their numbers there, and a file system of its own.
 * Containers may forbid it; /proc then is the host's, where one's own process
 * is found all the same.  Returns whether it has the files. */
static bool see_own(void)
{
    if (mount("none", "/", NULL, MS_REC | MS_SLAVE, NULL) != 0)
        return false;
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
    return mount("tmpfs", CONTAIN_FILES, "tmpfs", MS_NOSUID | MS_NODEV,
                 "size=256m,nr_inodes=16384,mode=1777") == 0;
}

/* Handlers are for the process that set them; the library's fork would say
 * so, and clone does not. */
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
    int status;
    pid_t pid;

    fflush(NULL);
    pid = clone_into(flags);
    if (pid == 0)
        _exit(getpid() != 1 ? EXIT_FAILURE : here.files ? FILES : NONE);
    status = exit_status_of(pid);
    here.files = status == FILES;
    return status == FILES || status == NONE;
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
    static const char *const names[] = {"pid namespace", "cgroup", "subreaper"};

    return names[containment];
}

/* A container's life. */

pid_t contain_fork(struct container *container)
{
    pid_t pid;

    container->kind = containment_here();
    if (container->kind == CONTAINMENT_NAMESPACE)
        return clone_into(here.flags);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    container->children.count =
        proc_children(0, container->children.known, CHILDREN_KNOWN);
    if (container->kind == CONTAINMENT_CGROUP &&
        !name_groups(&container->group, unified))
        return -1;
    pid = fork();
    if (pid == 0)
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    return pid;
}

/* The first process makes the cgroup, which the one that forked it can remove
 * too, and is in it for no longer than that takes: later, what is there to be
 * killed, or to lack memory, is not it. */
pid_t contain_fork_body(const struct container *container)
{
    bool grouped = container->kind == CONTAINMENT_CGROUP;
    int error;
    pid_t pid;

    if (grouped &&
        !(make_groups(&container->group) && cgroup_enter(&container->group)))
        return -1;
    pid = fork();
    error = errno;
    if (grouped && pid != 0)
        cgroup_leave(&container->group);
    errno = error;
    return pid;
}

void die_with_parent(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent)
        _exit(0);
}

/* As <linux/mount.h> has them, where it is new enough. */
struct mount_change {
    uint64_t set, clear, propagation, user_namespace;
};
enum { MOUNT_SETATTR = 442, MOUNT_READ_ONLY = 1, MOUNT_ALL = 0x8000 };

void contain_keep_files(void)
{
    const struct mount_change forbid = {.set = MOUNT_READ_ONLY};
    const struct mount_change permit = {.clear = MOUNT_READ_ONLY};

    if (!here.files || getpid() != 1)
        return;
    syscall(MOUNT_SETATTR, AT_FDCWD, "/", MOUNT_ALL, &forbid, sizeof forbid);
    syscall(MOUNT_SETATTR, AT_FDCWD, CONTAIN_FILES, 0, &permit, sizeof permit);
}

void contain_sweep(struct container *container, pid_t body, int *status)
{
    static const struct children none;
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
        kill_group(&container->group);
    end_orphans(&none, body, status);
    if (container->kind == CONTAINMENT_CGROUP)
        cgroup_end(&container->group);
}

void contain_end(struct container *container, pid_t first)
{
    kill(first, SIGKILL);
    if (container->kind == CONTAINMENT_CGROUP)
        cgroup_end(&container->group);
    while (waitpid(first, NULL, __WALL) < 0 && errno == EINTR)
        ;
    if (container->kind != CONTAINMENT_NAMESPACE)
        end_orphans(&container->children, 0, NULL);
}
