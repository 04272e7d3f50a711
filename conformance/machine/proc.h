/* SPDX-License-Identifier: MIT */
/*
 * What /proc says of processes, by plain system calls: nothing is allocated, as
 * some of it is read among what is judged, or in the handler of a signal.
 */
#ifndef CONFORMANCE_PROC_H
#define CONFORMANCE_PROC_H

#include <stddef.h>
#include <sys/types.h>

/* The text of a file, cut to size - 1 bytes; a null follows it.  Its length, or
 * -1 where it can't be opened. */
ssize_t proc_text(const char *path, char *text, size_t size);

/* What a file stat has after the task's name: a space, the letter of its state,
 * and so on.  Null: it can't be read. */
enum { PROC_STAT = 512 };
const char *proc_stat(const char *path, char text[PROC_STAT]);

/* The numbers that a directory has for names, but for the descriptor that it is
 * read by; how many, `most` at most. */
size_t proc_numbers(const char *directory, int *list, size_t most);

/* The children of all threads of a process, zombies too; how many, `most` at
 * most.  0 for pid: of this process. */
size_t proc_children(pid_t pid, pid_t *list, size_t most);

#endif
