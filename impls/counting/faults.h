/* SPDX-License-Identifier: MIT */
/*
 * Memory faults in the update of a counter, caught; all others, passed on.
 *
 * While caught, SIGSEGV and SIGBUS have our handlers, registered with the
 * mask and flags of those that they replace.  A fault of a thread that is
 * updating a counter ends its faults_try, or its function of guarded.h.  Any
 * other goes where it would have gone: to the caller's handler, or to the
 * default action.
 *
 * A program that sets a handler for SIGSEGV or SIGBUS while profiling is on
 * keeps it, and then a buffer that goes away is its own concern.
 */
#ifndef IMPLS_COUNTING_FAULTS_H
#define IMPLS_COUNTING_FAULTS_H

#include <stdbool.h>

#include "table.h"

/*
 * Call update, which may be in a signal handler.  False where it faulted: it
 * was left there, and this thread blocks neither SIGSEGV nor SIGBUS.
 */
bool faults_try(void (*update)(void *context), void *context);

/* Unblock the signals of faults in this thread: a fault that is blocked
 * kills. */
void faults_unblock(void);

/* Whether this thread is in an update. */
bool faults_trying(void);

void faults_catch(void);

/* Put back what was there before faults_catch, unless somebody has put
 * another handler there since.  No thread may be updating. */
void faults_release(void);

/*
 * Counters counted up in memory that may be gone, on machines where we know
 * each instruction that touches it: then nothing has to be saved to go on
 * from, and a tick costs a few nanoseconds.  A fault in one of these functions
 * is theirs alone; the handler of faults has them say so and return.
 *
 * GUARDED says whether there are any here.  Where there are none, and where a
 * sanitizer must see each access, faults_try does it (COUNT_PLAIN: here too).
 */

#ifdef __has_feature
#define GUARDED_SANITIZED                                                      \
    (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||    \
     __has_feature(memory_sanitizer))
#elif defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define GUARDED_SANITIZED 1
#else
#define GUARDED_SANITIZED 0
#endif

#if defined __x86_64__ && defined __LP64__ && !GUARDED_SANITIZED &&            \
    !defined COUNT_PLAIN
#define GUARDED 1
#else
#define GUARDED 0
#endif

#if GUARDED
_Static_assert(sizeof(atomic_bool) == 1, "a byte is written there");

/*
 * Add ticks to a counter, which stays at its greatest value rather than
 * overflow (aix.profil.4).  Where that faults, *faulted becomes true.
 * `alone`: nobody else counts in it; at any address.
 * `among`: all may; at an address that is a multiple of its size.
 */
void guarded_alone_16(void *counter, uint32_t ticks, atomic_bool *faulted);
void guarded_alone_32(void *counter, uint32_t ticks, atomic_bool *faulted);
void guarded_among_16(void *counter, uint32_t ticks, atomic_bool *faulted);
void guarded_among_32(void *counter, uint32_t ticks, atomic_bool *faulted);

/* Add ticks to a region's counter; where that faults, it is stopped.  `alone`:
 * nobody else counts in it. */
static inline __attribute__((always_inline)) void
guarded_count(struct region *region, uint64_t counter, uint32_t ticks,
              bool alone)
{
    unsigned char *at = region->base + counter * region->width;
    bool plain = alone || ((uintptr_t)at & (region->width - 1)) != 0;

    if (region->width == 2 && plain)
        guarded_alone_16(at, ticks, &region->stopped);
    else if (region->width == 2)
        guarded_among_16(at, ticks, &region->stopped);
    else if (plain)
        guarded_alone_32(at, ticks, &region->stopped);
    else
        guarded_among_32(at, ticks, &region->stopped);
}
#endif

/* In a handler of a fault, with the context that it got: whether the fault was
 * in one of these, which then says so once the handler has returned. */
bool guarded_resume(void *context);

#endif
