/* SPDX-License-Identifier: MIT */
/*
 * What a script leads to: a list of events, in the order in which they can
 * be seen.  The model writes one; so does the harness, of what a real
 * implementation did (an observation).  Judging is comparing the two.
 *
 * At the end of each process, and before an exec, every buffer it has is one
 * event: its bytes with SCRIPT_ZONE canary bytes on each side.
 */
#ifndef REFERENCE_OUTCOME_H
#define REFERENCE_OUTCOME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "script.h"

struct computed;

enum event_kind {
    EVENT_CALL,     /* value: what was returned; error: errno, 0 if none */
    EVENT_SWEEP,    /* value: enum sweep_result */
    EVENT_SLEEP,    /* value: 1 if anything was counted during the sleep */
    EVENT_CALLER,   /* value: enum caller_state */
    EVENT_BUFFER,   /* bytes, size: zone, buffer, zone; no bytes: not mapped */
    EVENT_CHILD,    /* value: 0 if the forked child came to its end, 1 if it
                     died or became another program */
    EVENT_EXEC,     /* value: enum exec_result */
    EVENT_FILE,     /* value: enum file_state, or VALUE_NOT_ZERO: it is there;
                     bytes, if it has them: a struct file_contents, of no
                     particular alignment */
    EVENT_RATE,     /* value: enum rate_found */
    EVENT_PROFILE,  /* value: enum file_state; bytes, if it has them: a struct
                      gmon_counts, of no particular alignment */
    EVENT_HEADER,   /* value: enum header_found */
    EVENT_SAID,     /* value: 1 if anything was said there, else 0 */
    EVENT_CRASH,    /* the process died in this operation; its last event */
    EVENT_ANYTHING, /* the manual does not speak of what was done here: all
                       that follows agrees; its last event */
};

/* Whether a row of pcs was counted in the part of the buffer watched, and in
 * which counters.  Whoever does not look at that says FITS or OUTSIDE. */
enum sweep_result {
    SWEEP_FITS,    /* each of them */
    SWEEP_OUTSIDE, /* some were not */
    SWEEP_NONE,    /* none of them was */
    SWEEP_SPREAD,  /* each, in several counters, none below the one before */
    SWEEP_ONE,     /* each, all in the same counter */
    SWEEP_BACK,    /* each, some in a counter below that of a lower pc */
    SWEEP_ORDERED, /* of the model: SPREAD or ONE */
    SWEEP_CUT,     /* the first of them, and none of the others */
    SWEEP_GAPS,    /* some were not, and others after them were */
};

enum caller_state {
    CALLER_KEPT,
    CALLER_LEFT,      /* what profiling used was not restored, or is left */
    CALLER_DESTROYED, /* what profiling does not use was lost or changed */
};

enum exec_result { EXEC_LIVED, EXEC_KILLED, EXEC_COUNTED };

enum file_state {
    FILE_ABSENT,
    FILE_EMPTY,
    FILE_UNREADABLE, /* there, and not laid out as any known writer does */
    FILE_OTHER_NAME, /* written, but as gmon.out */
    FILE_WRITTEN,
};

/* What the header of a gmon.out says about the clock. */
enum rate_found {
    RATE_CLOCK, /* its frequency */
    RATE_ZERO,
    RATE_WRONG,
    RATE_NONE, /* no such file, or it has no place for a rate */
};

/* What the spare bytes and the addresses in the header of a gmon.out are. */
enum header_found {
    HEADER_PLAIN,  /* zeros; addresses of memory */
    HEADER_JUNK,   /* other bytes; addresses of memory */
    HEADER_LOADED, /* zeros; addresses less that of the program */
    HEADER_JUNK_LOADED,
    HEADER_NONE, /* there is no such file, or it can't be read */
};

/* Whether the event of a file in that state has bytes. */
static inline bool file_has_contents(int64_t state)
{
    return state == FILE_WRITTEN || state == FILE_OTHER_NAME;
}

/* What tvp, or the clock under PROF_FAST, turned out to be. */
enum tick_time {
    TIME_NOT_ASKED, /* no tvp, or no PROF_FAST */
    TIME_RIGHT,     /* tvp is the clock's period; the clock ticks each ms */
    TIME_UNSET,     /* tvp was not written */
    TIME_WRONG,
    TIME_UNSEEN, /* could not be observed: agrees with everything */
};

/* An event's value could not be observed, or the manual gives it none:
 * agrees with everything. */
#define VALUE_UNSEEN INT64_MIN

/* Any value but 0. */
#define VALUE_NOT_ZERO (INT64_MIN + 1)

/* No value, as seen of a function that returns void. */
#define VALUE_NONE (INT64_MIN + 2)

/* The errors of the family, by the numbers that every Unix gives them; and that
 * of a call that is not there. */
enum {
    ERROR_UNSEEN = -1, /* errno is not known: agrees with everything */
    ERROR_NONE = 0,
    ERROR_E2BIG = 7,
    ERROR_EACCES = 13,
    ERROR_EFAULT = 14,
    ERROR_EINVAL = 22,
    ERROR_ENOSYS = 38, /* on Linux */
};

struct event {
    uint8_t kind;
    uint8_t process;   /* 0; 1 in a forked child, 2 in its own */
    uint8_t buffer;    /* EVENT_BUFFER */
    uint8_t tick_time; /* EVENT_CALL: of tvp */
    uint8_t fast;      /* EVENT_CALL: of the clock under PROF_FAST */
    bool undetermined; /* EVENT_BUFFER: holds counts of a computed scale: the
                          zones matter, and what computed says */
    bool beyond;       /* EVENT_BUFFER: the zone past its end may, too */
    const struct computed *computed; /* EVENT_BUFFER of the model: the ticks
                                        that are not in bytes; or null */
    uint16_t op;                     /* the operation's index in the script */
    int32_t error;
    int64_t value;
    const unsigned char *bytes;
    size_t size;
};

/* A number that the file does not have, or the model does not know: agrees
 * with everything. */
#define FILE_UNSEEN UINT64_MAX

/* What a mon.out holds, in any layout. */
struct file_contents {
    uint64_t layout;    /* the choice of MON_LAYOUT, or FILE_UNSEEN */
    uint64_t low, high; /* the range sampled */
    uint64_t ticks;     /* in all counters */
    uint64_t doubtful;  /* of the model: up to so many of them may be missing */
    uint64_t functions; /* that were called; FILE_UNSEEN: any of `called`, */
    uint64_t at_most;   /* ... but no more than so many */
    struct {
        uint64_t address, calls;
    } called[SCRIPT_FUNCTIONS]; /* by address, ascending; where the first is
                                   FILE_UNSEEN, nobody knows which */
};

struct outcome {
    struct event *events; /* room for capacity of them, the caller's */
    size_t count;
    size_t capacity;
};

/* Append an event.  False if there is no room: then nothing is written. */
bool outcome_add(struct outcome *outcome, const struct event *event);

/* Whether two events say the same, where both say anything. */
bool event_agrees(const struct event *a, const struct event *b);

/* Whether whatever follows from the event of an index on agrees with it. */
bool outcome_is_open(const struct outcome *outcome, size_t i);

/* The index of the first event in which two outcomes differ (one may end
 * before the other), or -1 if they agree. */
ptrdiff_t outcome_difference(const struct outcome *a, const struct outcome *b);

#endif
