/* SPDX-License-Identifier: MIT */
/*
 * Memory faults in the update of a counter, caught; all others, passed on.
 *
 * While caught, SIGSEGV and SIGBUS have handlers of ours, registered with the
 * mask and flags of those that they stand for.  A fault of a thread that is
 * updating a counter ends at its faults_guard.  Any other goes where it would
 * have gone: to the caller's handler, or to the default action.
 *
 * A program that sets a handler for SIGSEGV or SIGBUS while profiling is on
 * keeps it, and then a buffer that goes away is its own concern.
 */
#ifndef IMPLS_FAMILY_FAULTS_H
#define IMPLS_FAMILY_FAULTS_H

#include <setjmp.h>

struct faults_guard {
    sigjmp_buf back;
};

/*
 * The guard of this thread, or null.  Use, in a signal handler:
 *
 *     if (sigsetjmp(guard.back, 0) == 0) {
 *         faults_guarded = &guard;
 *         update
 *     } else
 *         the update faulted; the fault's signal may be blocked now
 *     faults_guarded = NULL;
 *
 * Initial-exec, because that is the one model which never allocates.
 */
extern __thread struct faults_guard *volatile faults_guarded
    __attribute__((tls_model("initial-exec")));

void faults_catch(void);

/* Put back what was there before faults_catch, unless somebody has put
 * another handler there since.  No thread may be updating. */
void faults_release(void);

#endif
