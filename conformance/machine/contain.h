/* SPDX-License-Identifier: MIT */
/*
 * What keeps together the processes of a case, whatever they do, so that all
 * of them can be ended, and how much of the machine they take.
 *
 * Best is a PID namespace of their own: they see no process outside it, and
 * when the first of it ends the kernel ends all others.  A process that is not
 * root has one through a user namespace.  Where that is denied a cgroup says
 * which they are: of version 2, below that which this process is in; or of
 * version 1, by its controllers pids and memory.  Where that is denied, too,
 * those that lose their parents become our children, which the quick and
 * the hostile escape for a while.
 *
 * PROFILCHECK_CONTAINMENT=cgroup or subreaper in the environment asks for a
 * lesser one, as the tests do.
 */
#ifndef CONFORMANCE_CONTAIN_H
#define CONFORMANCE_CONTAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum containment {
    CONTAINMENT_NAMESPACE,
    CONTAINMENT_CGROUP,
    CONTAINMENT_SUBREAPER,
};

/* The best that the environment asks for.  False: it asks for none there is. */
bool containment_wanted(enum containment *best);

/* The best there is here, of those, tried once. */
enum containment containment_here(void);

/* Whether the processes of a container have a file system of their own there,
 * of limited size, which is gone with them. */
#define CONTAIN_FILES "/dev/shm"
bool containment_has_files(void);

/* As a report has it. */
const char *containment_name(enum containment containment);

/* A cgroup.  It bounds how many processes are in it and how much memory they
 * have, where the controllers for that are there. */
enum { CGROUP_PATH = 512 };

struct cgroup {
    /* Where this process was before; its directory, in version 1 that of pids;
     * and in version 1 the same two of memory, or empty. */
    char outside[CGROUP_PATH], processes[CGROUP_PATH];
    char memory_outside[CGROUP_PATH], memory[CGROUP_PATH];
};

/* Whether one can be made here, and be entered. */
bool cgroup_possible(void);

bool cgroup_begin(struct cgroup *group);

/* This process, with all that it will start, is in it. */
bool cgroup_enter(const struct cgroup *group);

/* End all that are in it, and remove it. */
void cgroup_end(const struct cgroup *group);

/* One that is being used. */
enum { CHILDREN_KNOWN = 64 };

struct container {
    enum containment kind;
    struct cgroup group;
    struct children { /* of the process that made it, not to be touched */
        pid_t known[CHILDREN_KNOWN];
        size_t count;
    } children;
};

/*
 * Fork the first process of a new container; as fork returns.  In a namespace
 * it is process 1 there, where neither SIGKILL nor SIGSTOP of the others
 * reaches it, with a /proc of its own where that is available.
 */
pid_t contain_fork(struct container *container);

/* In the first process: fork the one that leads all others, as fork returns. */
pid_t contain_fork_body(const struct container *container);

/* In the first process of one whose files are its own (containment_has_files):
 * all other files may from here on be read, and not be written, by any process
 * of it.  Device files may be written still.  Linux 5.12 is the first that
 * can. */
void contain_keep_files(void);

/* In the first process: end all others, and reap them.  body leads a process
 * group; status becomes its own, where it was still to be reaped. */
void contain_sweep(struct container *container, pid_t body, int *status);

/* In the one that forked it: end the first, and with it whatever is left. */
void contain_end(struct container *container, pid_t first);

/* In the first process: whether more than CONTAIN_AT_ONCE are below it; or, in
 * a namespace, more than CONTAIN_MADE were made by now; or they have more than
 * 2 GiB of memory, what they share counted once. */
enum { CONTAIN_AT_ONCE = 512, CONTAIN_MADE = 4096 };
bool contain_too_large(void);

/* Whether they had so much of memory at some time that a SIGKILL, which nobody
 * else sends there, was for the lack of it. */
bool contain_was_large(void);

/* The time that the processes below the first had: all zero where /proc does
 * not say. */
struct contain_time {
    uint64_t ran;    /* nanoseconds on a processor, all threads together */
    uint64_t waited; /* nanoseconds that first threads were ready to run, before
                        they then ran */
    bool ready;      /* one of these runs, or would */
};

struct contain_time contain_time(void);

/* Die with the parent, at once where it has died: what each process of a
 * container asks for. */
void die_with_parent(pid_t parent);

/* End as a process did that has that status, by the same signal. */
_Noreturn void end_as(int status);

/* Wait for a child: its exit status; -1: it was not made, or has none. */
int exit_status_of(pid_t pid);

#endif
