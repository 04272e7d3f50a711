/* SPDX-License-Identifier: MIT */
#ifndef CONFORMANCE_TASK_STAT_H
#define CONFORMANCE_TASK_STAT_H

#include <stddef.h>

enum { TASK_STAT = 512 };

/*
 * What a file stat of /proc has after the task's name: a space, the letter of
 * its state, and so on.  Null: it can't be read.  May run in a signal handler.
 */
const char *task_stat(const char *path, char text[TASK_STAT]);

#endif
