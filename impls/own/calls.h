/* SPDX-License-Identifier: MIT */
/*
 * Counting calls: what functions compiled with -pg or -p do when they are
 * entered.  Any number of threads count at once, in signal handlers too,
 * without a lock or an allocation, and no call is lost.
 *
 * Calls are counted by the function that is called, or by arc: by it and the
 * place that it is called from.  Of the functions or arcs the first `limit`
 * are counted; up to CALLS_MOST, however many are asked for.
 */
#ifndef IMPLS_OWN_CALLS_H
#define IMPLS_OWN_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CALLS_MOST = 65536 };

/* As it is in a gmon.out, in words of the machine: the address that the
 * function returns to, or 0 where calls are counted by function; and one in its
 * entry. */
struct calls_arc {
    uintptr_t from, self, calls;
};

/* From now on count the calls of up to limit functions, from 0.  False:
 * there is no memory, and nothing is counted. */
bool calls_begin(int limit);

/* The same of up to limit arcs, both ends of which lie at low <= address <
 * high: at most 4 GiB.  They are listed as addresses less base. */
bool calls_begin_arcs(uint64_t low, uint64_t high, uint64_t base, int limit);

/* Stop counting, and go on. */
void calls_pause(void);
void calls_resume(void);

/* What was counted, by the first call: how many.  They stay until the next
 * beginning. */
size_t calls_list(const struct calls_arc **arcs);

/* Whether there was a call that was not counted for the limit's sake. */
bool calls_exceeded(void);

/* A call, from `from`, of the function whose entry calls this from `self`; by
 * mcount.c. */
void calls_count(uintptr_t self, uintptr_t from);

/*
 * What the compiler calls on entry.  They preserve all registers and follow no
 * calling convention, so that C code can only take their address.  Those of
 * arcs look for the caller in the stack: mcount where the function's frame is
 * set up, fentry before.
 */
void own_mcount(void);
void own_mcount_arc(void);
void own_fentry_arc(void);

#endif
