/* SPDX-License-Identifier: MIT */
/*
 * The tracer as a process of its own, and a thread that waits for its end.
 *
 * The tracer is nobody's child: the process that makes it never sees it in
 * wait, nor by SIGCHLD, nor does the program that it may become.  Only one
 * that adopts orphans (PR_SET_CHILD_SUBREAPER) has it as a child, one that
 * sends no signal and that wait does not tell without __WALL; and should that
 * one become another program, the ended tracer stays for it to wait for.  The
 * thread lends its stack to the tracer, sleeps, and is not traced.
 */
#ifndef IMPLS_PTRACE_PROCESS_H
#define IMPLS_PTRACE_PROCESS_H

#include <pthread.h>

#include "tracer.h"

struct process {
    atomic_bool made; /* the tracer, and whoever made it has been waited for */
    struct tracer tracer;
    pthread_t thread;
};

/*
 * Make a tracer of the calling process, with a first order.  It stays where
 * it is made.  0, or an errno: EPERM where tracing is not permitted or
 * somebody else traces already.
 */
int process_begin(struct process *process, const struct tracer_order *order);

/* Tell it to end, if it has not, and wait until it and the thread have. */
void process_end(struct process *process);

#endif
