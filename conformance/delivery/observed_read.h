/* SPDX-License-Identifier: MIT */
/*
 * The state of reading an observation's text.  A reading function looks at
 * the current word and goes past what it reads.  False: the error has been
 * written.
 */
#ifndef CONFORMANCE_OBSERVED_READ_H
#define CONFORMANCE_OBSERVED_READ_H

#include "conformance/cases/case_lex.h"
#include "observed.h"

struct observed_reader {
    const char *text, *at, *end;
    struct word word; /* the one being looked at; length 0: the end */
    struct observation *observation;
    size_t capacity, used; /* of the arena */
    bool big_endian;       /* what was observed */
    struct observed_error *error;
};

void observed_next(struct observed_reader *r);

/* Whether this machine is. */
bool observed_big_endian(void);

/* "column N: read WORD, expected WHAT".  False. */
bool observed_expected(struct observed_reader *r, const char *what);
bool observed_no_memory(struct observed_reader *r);

/* Go past the word, if it is that one. */
bool observed_accept(struct observed_reader *r, const char *text);

bool observed_number(struct observed_reader *r, uint64_t limit,
                     const char *what, uint64_t *value);

/* Two hexadecimal digits. */
bool observed_byte(struct word word, uint64_t *byte);

/* So many bytes more in the arena, or null.  What events point to is an
 * offset, until all has been read. */
unsigned char *observed_allocate(struct observed_reader *r, size_t size);

/* What stands after "file" and its value, if anything.  Where its bytes
 * begin in the arena is the event's size, until all has been read. */
bool observed_file(struct observed_reader *r, struct event *event);
bool observed_profile(struct observed_reader *r, struct event *event);

/* What stands after "buffer".  The event's value is where its bytes begin in
 * the arena, plus 1, until all has been read. */
bool observed_buffer(struct observed_reader *r, struct event *event);

#endif
