/* SPDX-License-Identifier: MIT */
/* An explanation under way: what its parts share. */
#ifndef CONFORMANCE_CAUSE_STATE_H
#define CONFORMANCE_CAUSE_STATE_H

#include "cause.h"
#include "conformance/inference/evaluate.h"
#include "conformance/judge/describe.h"

enum {
    WRONG = 4,  /* values explained of a case */
    VALUES = 4, /* permitted ones given for each */
    WORDS = 96
};

/* A place in an outcome where a value stands: an event, or in a buffer's the
 * byte at which a counter begins. */
struct slot {
    size_t event;
    size_t position;   /* DESCRIBE_WHOLE: the event as such */
    uint64_t distance; /* of what was observed from what is nearest to it */
};

/* A permitted value of a slot, and what the runs that have it chose. */
struct permitted {
    char words[WORDS];
    struct choice_sets hull; /* all of them together */
    struct choice_sets sets; /* the first of them */
};

struct wrong {
    struct slot slot;
    struct permitted values[VALUES];
    unsigned count;
    bool more;
};

struct inquiry {
    enum dialect dialect;
    const struct test_case *c;
    const struct observation *observation;
    const struct outcome *observed;
    const struct cause *causes; /* of the run's diagnosis */
    size_t cause_count;
    unsigned width;
    struct workspace workspace;
    unsigned char **right; /* for each event, a byte a slot: permitted */
    size_t fewest;         /* slots in which the nearest outcome differs */
    struct choice_sets nearest;
    bool permitted; /* the whole is */
    struct wrong wrong[WRONG];
    unsigned shown;
    size_t total;
    size_t runs_left; /* of the model, before it is enough */
    FILE *out;
};

/* The counter at a byte of a buffer; the byte, where no whole one is left. */
static inline uint64_t inquiry_counter(const struct inquiry *s,
                                       const struct event *e, size_t position)
{
    unsigned width = e->size - position < s->width ? 1 : s->width;

    return describe_counter(&s->c->script, e->bytes + position, width);
}

/* The causes that were given, and how the samples came by them to the worst
 * counter that got some. */
void cause_print_given(struct inquiry *s);

/* The fewest known defects that lead to all that was observed, and how the
 * samples came to the worst counter that got some. */
void cause_print_defects(struct inquiry *s);

/* The known systems that do all of it. */
void cause_print_systems(struct inquiry *s);

#endif
