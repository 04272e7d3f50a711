/* SPDX-License-Identifier: MIT */
/* What is done in a sandbox (sandbox.h), and how it ended. */
#ifndef CONFORMANCE_SANDBOX_TASK_H
#define CONFORMANCE_SANDBOX_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    uint64_t longest; /* for one of them; 0: as much as all */
    size_t told_most; /* bytes */
};

#endif
