/* SPDX-License-Identifier: MIT */
/* What the files that make and write vectors share. */
#ifndef CONFORMANCE_VECTOR_H
#define CONFORMANCE_VECTOR_H

#include "conformance/inference/evaluate.h"
#include "vectors.h"

/* Try the forbidden choices.  False where memory ran out. */
bool vector_find_all(struct vector *vector, struct workspace *w);

/* An event of the model in lines that begin with "event" or "may". */
void vector_put_event(const struct test_case *c, const struct event *event,
                      FILE *out);

/* The same as a member of a list.  This and the next: false where memory ran
 * out. */
bool vector_json_event(const struct test_case *c, const struct event *event,
                       FILE *out);

/* An operation in words, a sentence; and as an object. */
void vector_say(const struct test_case *c, size_t op, FILE *out);
bool vector_json_op(const struct test_case *c, size_t op, FILE *out);

/* Whether a dialect leaves a choice in a rule, of what can be seen. */
bool vector_is_open(enum dialect dialect, unsigned rule);

/* "required", "permitted" or "unspecified"; null where it is forbidden. */
const char *vector_standing(enum dialect dialect, enum choice choice);

/* A step's text, at most: a list of 80 regions. */
enum { VECTOR_STEP = 1 << 14 };

/* "little" or "big": in which two 16-bit numbers of a buffer are one of 32. */
const char *vector_byte_order(void);

/* The clauses by which a dialect says anything of a choice, each once. */
void vector_each_clause(enum dialect dialect,
                        void (*each)(const struct clause_row *clause,
                                     void *context),
                        void *context);

/* What is behind a failure: the departure as a sentence. */
enum { VECTOR_WORDS = 1024 };
void vector_sentence(enum dialect dialect, enum choice choice,
                     char text[VECTOR_WORDS]);

/* What an event of a vector whose outcomes are not listed may be: each text
 * that some outcome has; of a buffer, each counter's least and greatest. */
enum { VECTOR_EACH = 8 };

struct vector_bound {
    const struct event *event; /* of the first outcome that has it */
    unsigned outcomes;         /* that have it */
    unsigned texts;            /* different ones, if it is no buffer; past
                                  VECTOR_EACH perhaps the same again */
    const struct event *each[VECTOR_EACH];
    unsigned unmapped;      /* a buffer: in so many it is not there, */
    unsigned damaged;       /* written outside its size, */
    unsigned undetermined;  /* or not all of its counters are known */
    uint32_t *least, *most; /* a counter each */
    size_t counters;
};

struct vector_bounds {
    struct vector_bound *rows;
    size_t count;
};

/* False where memory ran out; vector_bounds_free either way. */
bool vector_bounds_make(struct vector_bounds *bounds,
                        const struct vector *vector);
void vector_bounds_free(struct vector_bounds *bounds);

#endif
