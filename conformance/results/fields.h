/* SPDX-License-Identifier: MIT */
/*
 * Results as JSON, by the table of their fields (results.def): written by
 * members, and read from what a reader of JSON gives.
 */
#ifndef CONFORMANCE_FIELDS_H
#define CONFORMANCE_FIELDS_H

#include "conformance/base/json_text.h"
#include "conformance/base/json_value.h"
#include "results_file.h"

enum results_line {
    LINE_HEADER,      /* struct results */
    LINE_CASE,        /* struct result */
    LINE_HISTOGRAM,   /* struct wrong_buffer, of a case */
    LINE_RULE,        /* struct rule_finding */
    LINE_CAUSE,       /* struct cause */
    LINE_FOOTER,      /* struct results */
    LINE_COMMAND,     /* struct results_file */
    LINE_PLAN,        /* struct results_left */
    LINE_OBSERVATION, /* struct result */
    RESULTS_LINES_KINDS
};

extern const char *const results_line_names[RESULTS_LINES_KINDS];

/* Where a field is; results.def says what they mean. */
enum results_form {
    RESULTS_LINE = 1,
    RESULTS_SHARD = 2,
    RESULTS_HEAD = 4,
    RESULTS_ORIGIN = 8,
    RESULTS_BY = 16,
    RESULTS_ROW = 32,
    RESULTS_ROW_TEXT = 64,
    RESULTS_WHOSE = 128,
};

/* For the test of the schemas: the k-th row; false past the last.  words: those
 * that a word may be, ended by a null; or null. */
struct results_field_note {
    enum results_line line;
    const char *key;
    unsigned forms;
    bool must;
    const char *const *words;
};

bool results_field_note(size_t k, struct results_field_note *note);

/* What is known of a run by a name: a text of its header, by its key; a row of
 * its identity or its environment; null: nothing. */
const char *results_text(const struct results *run, const char *name);

/* The same of both runs: null, or nothing of either, is the same, too. */
bool results_agree(const struct results *a, const struct results *b,
                   const char *name);

/* Write the members of that line which are in some of these forms.  run: where
 * the cases and causes are that ids are of. */
void results_write(struct json *json, const struct results *run,
                   enum results_line line, unsigned forms, const void *object);

/*
 * Read them into the object, which is zeroed but for what may be left out;
 * lists and texts are the arena's, or of the value, which is in it.  lenient:
 * what must be there may lack.  Null, or the problem: a text that lasts until
 * the next one.  Ids of causes and cases, which have their order, are not read.
 */
const char *results_read(const struct json_value *value, enum results_line line,
                         unsigned forms, bool lenient, struct arena *arena,
                         void *object);

/* "MEMBER": read ..., expected ...; read is null where there is none. */
const char *results_expected(const char *member, const struct json_value *read,
                             const char *expected);

#endif
