/* SPDX-License-Identifier: MIT */
/*
 * A process of its own for code that may do anything.
 *
 * It has its own session, standard streams on /dev/null, default signal
 * dispositions, an empty mask, and limits on its stack and its data.  It,
 * what it started, and what that started are gone when sandbox_run returns.
 * The calling process must not make or wait for children meanwhile.
 */
#ifndef CONFORMANCE_SANDBOX_H
#define CONFORMANCE_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct sandbox_end {
    bool timed_out;
    int status; /* as of waitpid */
};

/*
 * Run body(context) there; the process exits with status 0 after it.
 * deadline(context), called here, is the time on sandbox_time's clock at
 * which to give up; it is asked again when that time has come.  False where
 * there could be no process: errno tells.
 */
bool sandbox_run(void (*body)(void *context),
                 uint64_t (*deadline)(void *context), void *context,
                 struct sandbox_end *end);

/* Nanoseconds of CLOCK_MONOTONIC. */
uint64_t sandbox_time(void);

/* Die with the parent, at once where it has died: what each process of a
 * sandbox asks for. */
void sandbox_tie(pid_t parent);

#endif
