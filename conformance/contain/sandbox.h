/* SPDX-License-Identifier: MIT */
/*
 * Processes of their own for code that may do anything.
 *
 *     this process       parses what it is told, and holds the last limit
 *       warden           tells; holds the limits; runs no foreign code
 *         body           in which foreign code may be loaded
 *           ...          what that starts
 *
 * All below this process is in a container (contain.h) and gone when
 * sandbox_run returns.  The body has a session of its own, standard streams on
 * /dev/null, default signal dispositions, an empty mask, and limits on its
 * stack, its data, and files.  The calling process must not make or wait for
 * children meanwhile.
 */
#ifndef CONFORMANCE_SANDBOX_H
#define CONFORMANCE_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum sandbox_ended {
    SANDBOX_ENDED,     /* by itself, as status says */
    SANDBOX_TIMED_OUT, /* and was killed */
    SANDBOX_CROWDED, /* by too many processes, or too much of memory; killed */
    SANDBOX_LOST,    /* the warden itself was ended, or did not tell */
};

struct sandbox_end {
    enum sandbox_ended how;
    int status;  /* as of waitpid */
    bool marked; /* sandbox_mark was called */
    char *told;  /* for the caller to free; a null follows it */
    size_t told_size;
};

/* All but body may be null; context is theirs. */
struct sandbox_task {
    void *context;
    /* In the warden, at first: share memory with the body.  False: errno. */
    bool (*begin)(void *context);
    void (*body)(void *context);
    /* In the warden, now and then: the stage that the body came to.  A number
     * that is larger than any before begins a new stage. */
    uint64_t (*stage)(void *context);
    /* Nanoseconds that a stage may take. */
    uint64_t (*limit)(void *context, uint64_t stage);
    /* In the warden, when all else is dead: what is to be told, of malloc; or
     * null.  end has how and status. */
    char *(*tell)(void *context, const struct sandbox_end *end, size_t *size);
    uint64_t most;    /* nanoseconds for all stages together */
    size_t told_most; /* bytes */
};

/* Run it.  False where there could be no process, or begin failed: errno. */
bool sandbox_run(const struct sandbox_task *task, struct sandbox_end *end);

/* In the body, once: what cannot be taken back is noted.  Code that was run
 * there before may have seen to it that it is not. */
void sandbox_mark(void);

/* The wall time of CLOCK_MONOTONIC in nanoseconds. */
uint64_t sandbox_time(void);

/* By what limits of time are multiplied here: PROFILCHECK_TIMEOUT_FACTOR of the
 * environment, from 1 to 1000, or 1.  False: it is no such number. */
bool sandbox_factor(double *factor);

/* Nanoseconds for that many milliseconds of a limit. */
uint64_t sandbox_limit(unsigned milliseconds);

/* Die with the parent, at once where it has died: what each process of a
 * sandbox asks for. */
void sandbox_tie(pid_t parent);

#endif
