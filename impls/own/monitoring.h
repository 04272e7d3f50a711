/* SPDX-License-Identifier: MIT */
/*
 * A profile of ranges of text that goes on from a beginning to its stop, and is
 * a file then: what monitor and monstartup are made of.  A process has one.
 */
#ifndef IMPLS_OWN_SESSION_H
#define IMPLS_OWN_SESSION_H

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "impls/counting/table.h"

/*
 * A file that is written whole or not at all: whoever looks, and whenever the
 * writer is killed, finds the old file or the new one.
 *
 * What is put there goes to NAME.tmp beside it, reaches the disk, and is
 * renamed; its mode is 0666 less the umask.  While a process writes there it
 * holds a lock, so that of several writers one goes after the other.  A process
 * that is killed may leave that one temporary; the next writer removes it.
 * Nothing is allocated, and a limit on a file's size is an error like others.
 */
struct new_file {
    const char *name;
    int fd, error;   /* 0, or the first errno */
    bool is_pending; /* the limit's signal was, before */
    sigset_t mask;
    size_t held;
    char path[PATH_MAX], buffer[4096];
};

void new_file_begin(struct new_file *file, const char *name);
void new_file_put(struct new_file *file, const void *bytes, size_t size);

/* The same of memory that may not be there: EFAULT. */
void new_file_put_from(struct new_file *file, const void *memory, size_t size);

/* 0, or an errno: then the old file is as it was, and no temporary is left. */
int new_file_end(struct new_file *file);

/*
 * mon.out of one range has the layout of System V on this machine: lowpc,
 * highpc, the number of functions (8 bytes each), for each of them an address
 * in its entry and its calls (8 bytes each), then the counters (2 bytes each),
 * of equal shares of the range.  That layout has no place for several ranges:
 * those of a list are in glibc's layout of gmon.out, one record each.  gmon.out
 * has FreeBSD's, for the calls are arcs there.
 */
enum monitoring_file { MONITORING_MON, MONITORING_MON_LIST, MONITORING_GMON };

/* Counters of equal shares of the addresses low <= pc < high. */
struct monitoring_range {
    uintptr_t low, high;
    unsigned short *counters;
    size_t count;
};

/* All that follows is between engine_enter and engine_leave. */
extern struct monitoring {
    bool on, paused;
    enum monitoring_file file;
    uintptr_t base; /* what addresses in a gmon.out are less */
    struct region *regions;
    struct monitoring_range *ranges; /* of the same index */
    size_t count;
    void *own; /* counters that go with the session, or null */
    size_t own_bytes;
} monitoring;

/* One of so many ranges, which are to be set, in place of an earlier one, which
 * leaves no file.  False: there is no memory. */
bool monitoring_make(enum monitoring_file file, size_t count);

/* Memory for counters of its own. */
bool monitoring_make_counters(size_t bytes);

/* Begin to sample, and to count calls of up to limit functions, or arcs.  From
 * now on the end of the process is its end.  0, or an errno: it is gone. */
int monitoring_begin(int limit);

void monitoring_end(bool with_file);

/* Outside: pause it, or go on; and end it with its file. */
void monitoring_control(bool on);
void monitoring_stop(void);

#endif
