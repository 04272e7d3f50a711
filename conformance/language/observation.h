/* SPDX-License-Identifier: MIT */
/* What was seen of a case that was run, and how it is to be run. */
#ifndef CONFORMANCE_OBSERVATION_H
#define CONFORMANCE_OBSERVATION_H

#include "case.h"
#include "impls/impl.h"
#include "reference/gmon/counts.h"
#include "reference/outcome.h"

enum ended {
    ENDED_NORMALLY,
    ENDED_SIGNAL,  /* killed by signal `status` in operation `op` */
    ENDED_EXIT,    /* exited with `status` in operation `op` */
    ENDED_TIMEOUT, /* still running after the time limit */
    ENDED_FORGED,  /* what its process reported can't be so; note says why */
    ENDED_UNSUPPORTED, /* can't be run here; note says why */
    ENDED_HARNESS,     /* our own fault; note says what */
};

/* How ticks were delivered: one bit each. */
enum delivery {
    DELIVERED_STUB = 1,      /* a system call instruction at the pc */
    DELIVERED_SIGRETURN = 2, /* a signal pending when a handler returns to it */
    DELIVERED_NESTED = 4,    /* the same, where the mask lets the second in */
    DELIVERED_OWN = 8,       /* the implementation's own mechanism */
    DELIVERED_TRACED = 16,   /* injected by the tracer of the process */
    DELIVERED_CLOCK = 32,    /* by its own clock, waited for at the pc */
};

/* Where ticks come from. */
enum backend {
    BACKEND_SIGNAL, /* its process sends itself the signal */
    BACKEND_PTRACE, /* a tracer injects it; see tracer.h */
    BACKEND_CLOCK,  /* the implementation's own clock; see pinned.h */
};

/* The contents of a file that is looked at when its process is gone. */
union file_left {
    struct file_contents file;
    struct gmon_counts profile;
};

/* All that it points to is its own; observation_free releases it. */
struct observation {
    struct outcome outcome;
    unsigned char *arena; /* the bytes of its buffer events, and files' */
    unsigned char *spare; /* of the arena, for a union file_left; or null */
    uint8_t ended;
    uint8_t delivered; /* enum delivery, or-ed */
    bool disturbed;    /* a tick of the real clock may have slipped in */
    bool batched;      /* other cases ran before it in its process */
    int status;
    uint16_t op;    /* the operation it ended in */
    uint32_t stray; /* bytes damaged beyond the watched zones */
    bool swapped;   /* on a machine with the other byte order */
    bool unseen;    /* whoever recorded it left out some of it */
    uint64_t took;  /* microseconds of a monotonic clock, in its process; 0: not
                       known.  No part of what was seen: not in its text */
    char note[200]; /* why it ended so; else what OP_CALLER_CHECK found */
};

/* What a first call in a process of its own shows. */
enum smoke {
    SMOKE_READY,
    SMOKE_SILENT,      /* it was called, and no tick reaches it: judge it so */
    SMOKE_UNSUPPORTED, /* its ticks, if it has any, are not available here */
    SMOKE_USAGE,       /* it does not open */
    SMOKE_DIED,        /* its process ended, or hung, when it was opened */
    SMOKE_HARNESS,     /* no process could be made to try it in */
};

/* What is known of an implementation before any case, and so is the same for
 * each, whatever ran before it. */
struct learnt {
    enum smoke smoke;
    bool clock_seen; /* a clock of its own is to be seen: see clock.h */
    bool own_ticks;  /* it brings them itself: see impl.h.  Where it is a shared
                           object its file says so, too */
    uint64_t tick_time; /* nanoseconds that one takes on this host; 0: little */
    uint8_t hung;      /* the first call, by enum call_kind and 1 more, where it
                           hung when that was tried; 0: it did not */
    char silence[160]; /* why no tick reaches it, where silent */
    char why[400];     /* unless it is ready */
    uint8_t ended;     /* where it died: ENDED_SIGNAL, _EXIT, _TIMEOUT or */
    int status;        /* _FORGED, with a status as in an observation */
};

struct observe_options {
    const struct impl_class *impl;
    struct impl_options open;
    unsigned timeout_ms; /* for one case; 0: 5000 */
    enum backend backend;
    struct learnt learnt; /* silent: no tick is delivered */
};

/* Whether it was ended for what it took of the machine: what its note begins
 * with. */
#define OBSERVED_CROWDED "it made more than "
bool observation_crowded(const struct observation *observation);

/* Whether it hung before its first operation: what its note begins with. */
#define OBSERVED_UNOPENED "it was still being opened"
bool observation_unopened(const struct observation *observation);

/* Whether a program did not answer where nothing is judged yet: what its note
 * begins with. */
#define OBSERVED_UNANSWERED "it did not answer"
bool observation_unanswered(const struct observation *observation);

/* Whether it says of every buffer what that holds. */
bool observation_shows_buffers(const struct observation *observation);

/* Whether an event agrees with everything because whoever recorded it, a log or
 * a program asked line by line, did not look: our own code always does. */
bool event_is_unseen(const struct event *event);

void observation_free(struct observation *observation);

#endif
