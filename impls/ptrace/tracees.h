/* SPDX-License-Identifier: MIT */
/*
 * The threads of a process that the calling process traces, and what the
 * kernel tells of their CPU time.
 *
 * It uses no memory but its own pages: a tracer that is killed must leave no
 * lock of the program's allocator taken.  A child of fork has not got them.
 */
#ifndef IMPLS_PTRACE_TRACEES_H
#define IMPLS_PTRACE_TRACEES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct tracee {
    pid_t id;
    int times, state; /* files of /proc; negative: it is never looked at */
    uint64_t counted; /* nanoseconds of its CPU time, made ticks of */
    uint64_t turns;   /* how often it had come to run, when looked at last */
    bool asleep;      /* and whether it slept then */
    bool interrupted; /* asked to stop, and has not yet */
    bool fresh;       /* its CPU time is to count from its next stop on */
    bool asks;        /* for ticks, at its next stop */
};

struct tracees {
    int tasks; /* the directory */
    struct tracee *list;
    size_t count, room;
};

/* 0 or an errno; ENOTSUP where the kernel tells no CPU times. */
int tracees_open(struct tracees *tracees, pid_t process);

/* Trace all threads but one, and those that they make.  0 or an errno. */
int tracees_seize(struct tracees *tracees, pid_t except);

struct tracee *tracees_find(const struct tracees *tracees, pid_t id);

/* One that is traced; null where it is not of that process, or there is no
 * memory. */
struct tracee *tracees_add(struct tracees *tracees, pid_t id);
void tracees_remove(struct tracees *tracees, pid_t id);

/* Give back the memory, in a process that shares it. */
void tracees_free(struct tracees *tracees);

struct tracee_times {
    uint64_t spent; /* nanoseconds of CPU time; of late, while it runs */
    uint64_t turns; /* how often it came to run */
};

bool tracee_times(const struct tracee *tracee, struct tracee_times *times);

/* Does it run, or wait for a processor? */
bool tracee_runs(const struct tracee *tracee);

/* Ticks come from its CPU time from now on. */
void tracee_begin(struct tracee *tracee);

/* How many whole periods it spent since it was asked last.  It must be
 * stopped. */
uint32_t tracee_periods(struct tracee *tracee, uint64_t nanoseconds);

#endif
