/* SPDX-License-Identifier: MIT */
/*
 * A case: a script as text, with a name.  The text format is described in
 * CASES.md.  Parsing and printing round-trip: what test_case_print writes
 * parses to the same case, and the id depends on that text alone.  Where memory
 * runs out the process ends (base/memory.h).
 */
#ifndef CONFORMANCE_CASE_H
#define CONFORMANCE_CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "case_lex.h"
#include "reference/rules.h"
#include "reference/script.h"
#include "stream.h"

enum { CASE_SLUG = 64, CASE_ID = CASE_SLUG + 9 };

/* A counter that stays as it was, whatever is counted in it. */
struct kept_counter {
    uint8_t buffer, width;
    uint64_t at; /* its first byte */
};

/* One case.  All that it points to is its own; test_case_free releases it. */
struct test_case {
    char slug[CASE_SLUG];
    char id[CASE_ID];    /* slug.xxxxxxxx: 32 bits of a hash over the printed
                           operations; comments and white space don't count */
    unsigned dialects;   /* bit d: meant for enum dialect d.  All those that
                           have its calls unless the case names some */
    bool names_dialects; /* it has a dialect line */
    struct script script;
    struct stream *streams; /* one an operation; n == 0: literal ticks */
    char names[SCRIPT_BUFFERS][16];  /* the buffers', as written */
    const struct kept_counter *kept; /* of what a defect makes of a case; else
                                        null */
    size_t kept_count;
    const char *file; /* where it was read, for messages; or a generator */
    unsigned line;
};

/* A growing list of cases. */
struct case_list {
    struct test_case *cases;
    size_t count;
};

/*
 * Read all cases of a text (file names it in messages and must outlive the
 * cases) and append them to list.  False at the first mistake, described in
 * error; cases before it have been appended.
 */
bool case_list_parse(struct case_list *list, const char *file, const char *text,
                     size_t length, struct case_error *error);

/* The canonical text, with a final newline: written to out, or as memory that
 * free releases. */
void test_case_print(const struct test_case *c, FILE *out);
char *test_case_text(const struct test_case *c);

/* One operation in the same words, without newline, cut to size. */
void test_case_print_op(const struct test_case *c, size_t op, char *text,
                        size_t size);

/* Of all of that text but its first line; the id shows 32 bits of it. */
uint64_t case_hash(const struct test_case *c);

/* The case of that id, or of that slug; null if none. */
const struct test_case *case_list_find(const struct case_list *list,
                                       const char *id);

/* Give a hand-built case its id (and its dialects, where it names none) and
 * its place in the list, which takes over all that it points to. */
void case_list_add(struct case_list *list, struct test_case *c);

/* Whether a region's counters are in the buffer. */
static inline bool region_is_in(const struct region_arguments *region,
                                unsigned buffer)
{
    return region->base.kind == POINTER_GIVEN && region->base.buffer == buffer;
}

/* Bytes in a counter of the case: by the flags of its last sprofil, else 2. */
unsigned test_case_width(const struct test_case *c);
/* In a counter of one buffer: by the last call that is given it. */
unsigned test_case_width_of(const struct test_case *c, unsigned buffer);

/* The kinds of calls that it makes: a bit for each enum call_kind. */
unsigned test_case_calls(const struct test_case *c);

/* Whether a call is of a form with a list. */
static inline bool call_has_list(const struct call *call)
{
    return call->kind == CALL_SPROFIL || call->kind == CALL_PROFIL_LIST ||
           call->kind == CALL_MONITOR_LIST;
}

/* Whether ticks are to be delivered in it. */
bool case_has_ticks(const struct test_case *c);

void test_case_free(struct test_case *c);
void case_list_free(struct case_list *list);

#endif
