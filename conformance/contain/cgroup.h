/* SPDX-License-Identifier: MIT */
/*
 * A cgroup for the processes of a case, where no PID namespace is to be had:
 * of version 2, below that which this process is in; or of version 1, by its
 * controllers pids and memory.  It says which processes they are, however
 * they came about, and bounds how many there are and how much memory they
 * have, where the controllers for that are there.
 */
#ifndef CONFORMANCE_CGROUP_H
#define CONFORMANCE_CGROUP_H

#include <stdbool.h>
#include <sys/types.h>

enum { CGROUP_PATH = 512 };

struct cgroup {
    char processes[CGROUP_PATH]; /* its directory: in version 1, of pids */
    char memory[CGROUP_PATH];    /* in version 1, that of memory; or empty */
};

/* Whether one can be made here, and be entered. */
bool cgroup_possible(void);

bool cgroup_begin(struct cgroup *group);

/* In the process that is to be in it, with all that it will start. */
bool cgroup_enter(const struct cgroup *group);

/* End all that are in it but one. */
void cgroup_kill(const struct cgroup *group, pid_t but);

/* End all that are in it, and remove it. */
void cgroup_end(const struct cgroup *group);

#endif
