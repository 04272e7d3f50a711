/* SPDX-License-Identifier: MIT */
/*
 * Counting calls: what functions compiled with -pg or -p do when they are
 * entered.  Any number of threads count at once, in signal handlers too,
 * without a lock or an allocation, and no call is lost.
 *
 * Of the functions called, the first nfunc are counted; up to CALLS_MOST,
 * however many are asked for.
 */
#ifndef IMPLS_FAMILY_CALLS_H
#define IMPLS_FAMILY_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CALLS_MOST = 65536 };

/* As it stands in a mon.out: an address in the function's entry. */
struct calls_record {
    uint64_t address, calls;
};

/* From now on count the calls of up to nfunc functions, from 0.  False:
 * there is no memory, and nothing is counted. */
bool calls_begin(int nfunc);

/* Stop counting, and go on. */
void calls_pause(void);
void calls_resume(void);

/* The functions that were counted, by their first call: how many.  The
 * records stay until calls_begin. */
size_t calls_list(const struct calls_record **records);

/* A call of the function whose entry calls this from `self`; by mcount.c. */
void calls_count(uintptr_t self);

/*
 * What the compiler calls on entry: mcount after the frame is set up, fentry
 * before.  They preserve all registers and follow no calling convention, so
 * that C code can only take their address.
 */
void family_mcount(void);
void family_fentry(void);

#endif
