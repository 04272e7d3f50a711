/* SPDX-License-Identifier: MIT */
/*
 * Why a case fails, and whether another fails for the same reason.
 *
 * A case is judged in the light of what other cases have shown, as in a run.
 * That does not change: so its reason does not depend on what was tried
 * before.
 */
#ifndef CONFORMANCE_REASON_H
#define CONFORMANCE_REASON_H

#include <time.h>

#include "conformance/judge/judge.h"
#include "reference/outcome.h"

/* The point at which an observation leaves everything that a dialect permits,
 * with what was seen there and what is permitted, as numbers. */

enum { POINT_VALUES = 8, POINT_NONE = 255 };

/* What is wrong of a file, of EVENT_FILE and EVENT_PROFILE. */
enum point_part {
    PART_NONE,     /* nothing that is one number */
    PART_STATE,    /* enum file_state */
    PART_TICKS,    /* in all counters; of these below, -1: there is no file */
    PART_TICKS_AT, /* in the counter of an address */
    PART_CALLS,    /* of the function at an address; in gmon.out from another */
    PART_LOW,      /* the first address of its range; in gmon.out no more */
    PART_HIGH,     /* the first above it; in gmon.out no less */
};

/* One thing that may be seen there: a call's value, error and tick_time; a
 * counter; a child's or an exec's end. */
struct point_value {
    int64_t value;
    int32_t error;
    uint8_t tick_time;
};

struct point {
    uint8_t kind; /* enum event_kind; POINT_NONE: nothing was seen there,
                         or all that was seen is permitted */
    uint8_t process;
    uint16_t op;
    uint8_t buffer; /* of EVENT_BUFFER */
    bool outside;   /* ... not a counter of it, but bytes around it */
    size_t counter; /* ... its index, of `width` bytes each */
    unsigned width;
    uint8_t part; /* enum point_part */
    uint64_t address, from;
    struct point_value got, permitted[POINT_VALUES];
    unsigned count; /* of those permitted */
    bool more;      /* ... for which there was no room */
    bool scaled;    /* some permitted run has counts of a computed scale there:
                       no number is required */
    bool open;      /* what was seen is permitted after something else: these
                       are permitted after what came before it here */
};

void point_find(enum dialect dialect, const struct test_case *c,
                const struct outcome *observed, struct point *point);

/* What is judged, and by what. */
struct subject {
    struct observe_options observe;
    enum dialect dialect;
    unsigned capabilities;
    struct impl_constants constants;
    uint32_t profil_max;
    struct judge *judge; /* what it knows of the implementation */
    time_t until;        /* then cases get no smaller any more; 0: never */
};

struct reason {
    uint8_t verdict;
    uint8_t causes[DEPARTURES]; /* those of the judgement */
    unsigned cause_count;
    char other[JUDGE_OTHER]; /* where there is none: judgement.other */
    uint8_t difference;      /* the kind of event that is not permitted */
    bool outside;            /* ... it is next to a buffer */
    bool open;               /* ... its point is */
    bool stray;              /* it wrote far outside a buffer */
    uint8_t ended;           /* enum ended; with a signal or status */
    int status;
    uint8_t op, call; /* what it ended in: enum op_kind, call_kind */
    bool alone;       /* that operation ends it with none before it */
};

/* One observation of a case, judged.  The rest points into it. */
struct finding {
    struct observation observation;
    struct judgement judgement;
    struct reason reason;
};

/* Run a case and judge it; observation_free releases what was observed. */
void finding_of(const struct subject *subject, const struct test_case *c,
                struct finding *finding);

/* Whether b is the same reason as a, or, where a names several rules, comes
 * down to the last of them; and no right library shows it, if none shows a. */
bool reason_same(const struct reason *a, const struct reason *b);

/* The least case that fails for the reason that a case fails for. */

enum { MINIMAL_RUNS = 3 /* of what was found, to confirm it */ };

struct minimal {
    struct case_list list;  /* one case */
    struct finding finding; /* of it; or, if there is nothing to shrink, of the
                               case as it was */
    unsigned again;         /* runs out of MINIMAL_RUNS that failed so */
};

/* False: the case does not fail; see finding.  Learns first what the quick
 * suite shows of the implementation, if the subject has no judge yet: then, as
 * in a run, of several defects that explain a case those are not named that
 * other cases rule out.  Learns anew, without the case, if that makes the case
 * pass.  The subject has that judge after it.  minimal_free releases what was
 * found, whatever is returned. */
bool minimal_find(struct subject *subject, const struct test_case *c,
                  struct minimal *minimal);
void minimal_free(struct minimal *minimal);

/* Whether a case that does not fail by itself does something else where the
 * cases of the quick suite before it ran in its process, as in a run.  found:
 * as it does by itself. */
bool reason_after_others(const struct subject *subject,
                         const struct test_case *c,
                         const struct finding *found);

#endif
