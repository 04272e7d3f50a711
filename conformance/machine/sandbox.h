/* SPDX-License-Identifier: MIT */
/*
 * Processes of their own for code that may do anything.
 *
 *     this process       reads the result, and holds the last limit
 *       supervisor       reports it; holds the limits; runs no foreign code
 *         body           in which foreign code may be loaded
 *           ...          what that starts
 *
 * All below this process is in a container (contain.h) and gone when
 * sandbox_run returns; where this process is ended before, the supervisor ends
 * all of it and removes what they left.  The body is confined (confine.h).  The
 * calling process must not make or wait for children meanwhile.
 */
#ifndef CONFORMANCE_SANDBOX_H
#define CONFORMANCE_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sandbox_ended {
    SANDBOX_ENDED,     /* by itself, as status says */
    SANDBOX_TIMED_OUT, /* and was killed */
    SANDBOX_TOO_LARGE, /* too many processes, or too much memory; killed */
    SANDBOX_LOST,      /* the supervisor itself was ended, or did not report */
    SANDBOX_NO_PLACE,  /* nothing was run: there could be no directory */
};

struct sandbox_end {
    enum sandbox_ended how;
    int status;    /* as of waitpid */
    uint32_t mark; /* what sandbox_mark was called with; 0: it was not */
    char *answer;  /* for the caller to free; a null follows it */
    size_t answer_size;
};

/* All but body may be null; context is theirs. */
struct sandbox_task {
    void *context;
    /* Bytes, zeros at first and between guard pages, that the supervisor and
     * all below it share; where they are is put into *shared. */
    void **shared;
    size_t shared_size;
    /* Room for SCRATCH_NAME bytes (scratch.h): the name of a directory, made
     * and removed by the supervisor, in which the body may write files. */
    char *directory;
    /* In the supervisor, at first. */
    void (*begin)(void *context);
    void (*body)(void *context);
    /* In the supervisor, now and then: the stage that the body came to.  A
     * number that is larger than any before begins a new stage. */
    uint64_t (*stage)(void *context);
    /* Nanoseconds that a stage may take; else most. */
    uint64_t (*limit)(void *context, uint64_t stage);
    /* In the supervisor, when all else is dead: the result, of malloc; or null.
     * end has how and status.  Without it the result is what is shared. */
    char *(*answer)(void *context, const struct sandbox_end *end, size_t *size);
    uint64_t most;      /* nanoseconds for all stages together */
    uint64_t longest;   /* for one of them; 0: as much as all */
    size_t answer_most; /* bytes */
    bool writes;        /* files elsewhere, too */
};

/* Run it.  False where there could be no directory (then its name is empty) or
 * process: errno. */
bool sandbox_run(const struct sandbox_task *task, struct sandbox_end *end);

/*
 * What a supervisor writes: any number of WAITS, one each time that it lets a
 * limit pass because the machine did not run the body, and of STAGE, one for
 * each stage that begins; then END and so many bytes of its answer, or FAILED.
 */
struct sandbox_note {
    enum { NOTE_WAITS, NOTE_STAGE, NOTE_END, NOTE_FAILED, NOTES } what;
    uint32_t how, status,
        mark; /* of END; of FAILED: how, and errno as status */
    uint64_t size;
};

/*
 * Read that.  Below the supervisor are processes that may do anything, so that
 * what comes is read as any stranger's: of bounded length, for a bounded time,
 * and nothing in it is taken for granted.  Until it ended, or was found to lie,
 * or until that time of sandbox_time has come.  False: there was no process;
 * errno says why.
 */
enum { SANDBOX_GRACE = 900000000 }; /* nanoseconds that it may be late */
bool sandbox_read(const struct sandbox_task *task, int in, uint64_t until,
                  struct sandbox_end *end);

/* In the body, once: a number that is not 0 is noted, which cannot be taken
 * back.  Code that was run there before may have seen to it that it is not. */
void sandbox_mark(uint32_t mark);

/* The wall time of CLOCK_MONOTONIC in nanoseconds. */
uint64_t sandbox_time(void);

/* By what limits of time are multiplied here: PROFILCHECK_TIMEOUT_FACTOR of the
 * environment, from 1 to 1000, or 1.  False: it is no such number. */
bool sandbox_factor(double *factor);

/* Nanoseconds for that many milliseconds of a limit. */
uint64_t sandbox_limit(unsigned milliseconds);

#endif
