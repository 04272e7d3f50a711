/* SPDX-License-Identifier: MIT */
/*
 * Memory faults in the update of a counter, caught; all others, passed on.
 *
 * While caught, SIGSEGV and SIGBUS have our handlers, registered with the
 * mask and flags of those that they replace.  A fault of a thread that is
 * updating a counter ends its faults_try.  Any other goes where it would have
 * gone: to the caller's handler, or to the default action.
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

void faults_catch(void);

/* Put back what was there before faults_catch, unless somebody has put
 * another handler there since.  No thread may be updating. */
void faults_release(void);

#endif
