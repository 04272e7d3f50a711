/* SPDX-License-Identifier: MIT */
/* Cases that an implementation does, some of them wrong, and how a departure
 * stands that explains some of them. */
#ifndef CONFORMANCE_SCENE_TEST_H
#define CONFORMANCE_SCENE_TEST_H

#include "conformance/judge/blame_test.h"
#include "conformance/judge/judged_test.h"
#include "reference/unit_test.h"
#include "support.h"

/* What is wrong with a case that nothing explains. */
enum wrong {
    RIGHT,
    COUNT,
    COUNT_FIRST, /* in the first counter */
    COUNT_LATER, /* in the second buffer */
    NO_COUNT,
    RETURN,        /* of the first call */
    RETURN_LATER,  /* of the second */
    END,           /* the last event did not come */
    MORE,          /* one came that there can't be */
    DIED_IN_CALL,  /* the first */
    DIED_AFTER,    /* in the operation after it */
    DIED_LAST,     /* when all were done */
    EXITED,        /* in the first call */
    TIMED_OUT,     /* ... */
    ERRNO,         /* the first call fails with one that no page has */
    SILENT,        /* no tick was delivered, and a count is wrong */
    WITHOUT_FIRST, /* nothing, and the first departure is not made */
    WITHOUT,       /* ... and none is */
};

/* A departure, and so many cases of one text each. */
struct row {
    const char *why;
    enum choice departure;
    struct some {
        unsigned times;
        const char *text;
        enum wrong wrong;
    } explained, unexplained, right;
    bool in_doubt;
};

#define BUFFER "\nbuffer b 16\n"
#define SETUP  BUFFER "profil b 16 0x1000 "

#define PLAIN       "case plain" SETUP "0x8000\ntick 0x1000\n"
#define PLAIN_THIRD "case third" SETUP "0x8000\ntick 0x1008\n"
#define ELSEWHERE                                                              \
    "case elsewhere" SETUP                                                     \
    "0x8000\nprofil b 16 0x1000 0\nprofil b 16 0x2000 0x8000\ntick 0x2000\n"
#define PLAIN_FORK                                                             \
    "case plain-fork" BUFFER "fork\nprofil b 16 0x1000 0x8000\ntick 0x1000\n"  \
    "end\n"
#define ROUNDED "case rounded" SETUP "0xc000\ntick 0x1003\n"
#define EIGHT                                                                  \
    "case eight" SETUP                                                         \
    "0x8000\ntick 1\ntick 1\ntick 1\ntick 1\ntick 1\ntick 1\n"
#define ONE "case one" SETUP "1\ntick 0x1000\n"
#define OFF_MIDDLE                                                             \
    "case off-middle\nbuffer b 16\nprofil b+8 8 0x1000 0\ntick 0x1000\n"
/* A tick that one rounding counts in the last counter, and others nowhere. */
#define EDGE                                                                   \
    "case edge" SETUP "0x5555\ntick 0x1031\nprofil b 16 0x1000 0\n"            \
    "profil b 16 0x1000 1\ntick 0x1000\n"
#define THIRD "case third" SETUP "0x5555\ntick 0x1007\n"
#define TWO_ON                                                                 \
    "case two-on" BUFFER "buffer c 16\nprofil b 16 0x1000 0x8000\n"            \
    "tick 0x1003\nprofil b 16 0x1000 0\nprofil c 16 0x2000 1\ntick 0x2000\n"
#define BAD_ALONE  "case bad-alone\nprofil bad 16 0x1000 0x8000\n"
#define NOT_OFF    SCALE_OFF_ZERO_AND_ONE
#define NEVER      SCALE_OFF_NEVER
#define ONE_THRICE "case one-thrice" SETUP "1\ntick 0x1000 x3\n"
#define OFF        "case off" SETUP "0\ntick 0x1000\n"
#define OFF_BELOW  "case off-below" SETUP "0\ntick 0x800\n"
#define OFF_LATER                                                              \
    "case off-later" SETUP "0x8000\nprofil b 16 0x1000 0\ntick 0x1000\n"
#define OFF_AND_RIGHT                                                          \
    "case off-and-right" SETUP "0\ntick 0x800\nprofil b 16 0x1000 0x8000\n"    \
    "tick 0x1000\n"
#define OFF_FORK                                                               \
    "case off-fork" BUFFER "fork\nprofil b 16 0x1000 0\ntick 0x1000\nend\n"
#define WHOLE         "case whole" SETUP "0x10000\ntick 0x1000\n"
#define BAD           "case bad" BUFFER "profil bad 16 0x1000 0x8000\n"
#define ZERO_RETURNED "case returned" SETUP "0x8000\n"

static inline void spoil(struct observation *o, enum wrong wrong,
                         size_t operations)
{
    struct outcome *seen = &o->outcome;
    struct event died = {.kind = EVENT_CRASH, .op = seen->events[0].op};

    switch (wrong) {
    case RIGHT: break;
    case COUNT: o->arena[SCRIPT_ZONE + 8] = 77; break;
    case COUNT_FIRST: o->arena[SCRIPT_ZONE] = 77; break;
    case COUNT_LATER: o->arena[16 + 3 * SCRIPT_ZONE + 8] = 77; break;
    case NO_COUNT: memset(o->arena + SCRIPT_ZONE, 0, 16); break;
    case RETURN:
        seen->events[0].kind = EVENT_CALL;
        seen->events[0].value = 7;
        break;
    case RETURN_LATER: seen->events[1].value = 7; break;
    case END: seen->events[--seen->count].kind = EVENT_CALL; break;
    case MORE: seen->count++; break;
    case ERRNO:
        seen->events[0] = (struct event){.kind = EVENT_CALL,
                                         .op = seen->events[0].op,
                                         .value = -1,
                                         .error = 99};
        break;
    case WITHOUT_FIRST:
    case WITHOUT: break;
    case SILENT:
        o->delivered = 0;
        o->arena[SCRIPT_ZONE + 8] = 77;
        break;
    case DIED_IN_CALL:
    case EXITED:
    case TIMED_OUT:
        seen->events[0] = died;
        seen->count = 1;
        break;
    case DIED_AFTER:
        died.op++;
        seen->events[1] = died;
        seen->count = 2;
        break;
    case DIED_LAST:
        died.op = (uint16_t)operations;
        seen->events[seen->count - 1] = died;
        break;
    }
    if (wrong >= DIED_IN_CALL && wrong <= TIMED_OUT) {
        o->ended = wrong <= DIED_LAST ? ENDED_SIGNAL
                   : wrong == EXITED  ? ENDED_EXIT
                                      : ENDED_TIMEOUT;
        o->op = died.op;
    }
}

struct scene {
    struct bench bench;
    struct evidence evidence;
};

static inline struct scene scene_new(enum dialect dialect)
{
    return (struct scene){.bench = begin(dialect),
                          .evidence = evidence_of(dialect)};
}

static inline void scene_end(struct scene *s, struct hypothesis *h)
{
    hypothesis_free(h);
    evidence_free(&s->evidence);
    end(&s->bench);
}

static inline void add(struct scene *s, unsigned times, const char *text,
                       enum wrong wrong)
{
    for (unsigned i = 0; i < times; i++) {
        unsigned k = s->bench.shown_count;

        show(&s->bench, text);
        spoil(&s->bench.seen[k], wrong, s->bench.shown[k].cases->script.count);
        evidence_add(&s->evidence, s->bench.shown[k].cases, &s->bench.seen[k]);
    }
}

static inline struct support support_in(struct scene *s,
                                        const struct hypothesis *h)
{
    struct support found;
    struct rest rest;

    rest_make(&s->evidence, h, &rest);
    found = support_of(&rest, 0);
    rest_free(&rest);
    return found;
}

#endif
