/* SPDX-License-Identifier: MIT */
/*
 * What keeps together the processes of a case, whatever they do, so that all
 * of them can be ended.
 *
 * Best is a PID namespace of their own: they see no process outside it, and
 * when the first of it ends the kernel ends all others.  A process that is not
 * root has one through a user namespace.  Where that is denied a cgroup tells
 * which they are; and where that is denied, too, those that lose their parents
 * become children of ours, which the quick and the hostile escape for a while.
 *
 * PROFILCHECK_CONTAINMENT=cgroup or subreaper in the environment asks for a
 * lesser one, as the tests do.
 */
#ifndef CONFORMANCE_CONTAIN_H
#define CONFORMANCE_CONTAIN_H

#include <stdbool.h>
#include <sys/types.h>

#include "cgroup.h"
#include "strays.h"

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

/* One that is being used. */
struct container {
    enum containment kind;
    struct cgroup group;
    struct strays strays; /* of the process that made it */
};

/*
 * Fork the first process of a new container; as fork returns.  In a namespace
 * it is process 1 there, where neither SIGKILL nor SIGSTOP of the others
 * reaches it, with a /proc of its own where that may be had.
 */
pid_t contain_fork(struct container *container);

/* In the first process: be ended with the one that forked it, which reads
 * what is written to out.  It ends at once where that one has. */
void contain_tie(const struct container *container, pid_t parent, int out);

/* In the first process: end all others, and reap them.  body leads a process
 * group; status becomes its own, where it was still to be reaped. */
void contain_sweep(struct container *container, pid_t body, int *status);

/* In the one that forked it: end the first, and with it whatever is left. */
void contain_end(struct container *container, pid_t first);

#endif
