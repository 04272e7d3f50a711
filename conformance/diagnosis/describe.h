/* SPDX-License-Identifier: MIT */
/* Events in words. */
#ifndef CONFORMANCE_DESCRIBE_H
#define CONFORMANCE_DESCRIBE_H

#include <stdio.h>

#include "conformance/language/case.h"
#include "conformance/language/observation.h"
#include "inference.h"
#include "reference/outcome.h"

/* No byte of a buffer in particular. */
#define DESCRIBE_WHOLE SIZE_MAX

/* What an event is about: "b[1]", "profil b 64 0x1000 1", "the child".  For a
 * buffer, position is the byte looked at, counted from its first zone's, or
 * DESCRIBE_WHOLE: "buffer b". */
void describe_subject(const struct test_case *c, const struct event *event,
                      size_t position, char *text, size_t size);

/* Between what an event is about and its value: " is", ":" or nothing; of no
 * event nothing. */
const char *describe_link(const struct event *event);

/* Whether that byte of a buffer event lies beside the buffer, and nothing was
 * written to the bytes from there on that a counter has. */
bool describe_untouched(const struct test_case *c, const struct event *event,
                        size_t position);

/* Whether anything was written beside the buffer of an event with bytes. */
bool describe_zones_damaged(const struct event *event);

/* Whether some of these bytes of a buffer event are no longer what the case put
 * there, in the machine's order. */
bool describe_changed(const struct test_case *c, const struct event *event,
                      size_t at, size_t width);

/* What it says: "3", "returned -1 EFAULT", "untouched"; what has no room ends
 * in "...".  A null event: nothing happened any more. */
void describe_value(const struct test_case *c, const struct event *event,
                    size_t position, char *text, size_t size);

/* The counter of 4, 2 or 1 bytes that is there, in the order of the script's
 * machine. */
uint32_t describe_counter(const struct script *script,
                          const unsigned char *bytes, unsigned width);

/* How many bytes from the start on are the same in both; or are 0, at most
 * SCRIPT_ZONE.  Rounded down to 8, to pass over several counters at once. */
size_t describe_alike(const unsigned char *a, const unsigned char *b,
                      size_t size);
size_t describe_zeros(const unsigned char *bytes, size_t size);

/* Where the counter begins that a byte of a buffer is in. */
size_t describe_counter_start(const struct test_case *c, unsigned buffer,
                              size_t position);

/*
 * Saying why: an observation that no permitted choice explains, as one line
 * with the input, what was got, what is permitted, and the rule.
 */

/* How many ticks were counted in all, beside a permitted outcome. */
enum counted {
    COUNTED_FEWER = 1,
    COUNTED_MORE = 2,
    COUNTED_AS_MANY = 4,
    COUNTED_UNKNOWN = 8
};

/* Whether two events are one buffer at one time, with its bytes; comparable,
 * where all of them are known. */
bool describe_same_buffer(const struct event *a, const struct event *b);
bool describe_comparable(const struct event *a, const struct event *b);

/* Different values in words, as many as there is room for. */
enum { DESCRIBE_VALUES = 12, DESCRIBE_VALUE = 360 };

struct values {
    char words[DESCRIBE_VALUES][DESCRIBE_VALUE];
    unsigned count;
    bool more; /* there are others */
};

void values_add(struct values *values, const char *words);

/* "1 or 2", "any of: 1, 2, 3"; " / " is between values that have commas */
void values_put(const struct values *values, char *text, size_t size);

/* The permitted outcomes seen from one observation: where they first differ
 * from it, and what they have there. */
struct divergence {
    const struct test_case *c;
    const struct outcome *observed;
    size_t event;    /* the furthest any permitted outcome agreed */
    size_t position; /* within a buffer event: the byte */
    bool started;
    bool dies;               /* as one of them does */
    unsigned counted;        /* enum counted, or-ed: beside each of them */
    struct values permitted; /* what they have there */
};

/* Whether both end in a death, in the same operation. */
bool outcomes_die_alike(const struct outcome *a, const struct outcome *b);

/* Take note of one permitted outcome. */
void divergence_add(struct divergence *d, const struct outcome *permitted);

/* The case in one line: its operations, cut where too long. */
void diagnose_input(const struct test_case *c, char *text, size_t size);

/* Two halves of a line: "b[1] is 0", and "1 or 2". */
struct difference {
    char got[400], permitted[1000];
    size_t event; /* the one that differs */
};

void diagnose_difference(const struct divergence *d, struct difference *words);

/* The same of any observation: how it ended, where it did not go on. */
void diagnose_seen(const struct test_case *c, const struct observation *o,
                   const struct divergence *d, struct difference *words);

/* What was wrong, in so few words that similar cases have the same:
 * "unexplained: too few, profil", "killed: a tick", "timeout: profil"; what a
 * call returned, where that is wrong and the death after it would be
 * permitted. */
void diagnose_like(const struct test_case *c, const struct observation *o,
                   const struct divergence *d, char *text, size_t size);

/* "killed by SIGSEGV in sprofil [ ... ]" */
void diagnose_end(const struct test_case *c, const struct observation *o,
                  char *text, size_t size);

/* An outcome's events in words, a line each, indented.  Of a buffer: those that
 * differ from what the case put there, the first few. */
void outcome_print(const struct test_case *c, const struct outcome *outcome,
                   FILE *out);

#endif
