/* SPDX-License-Identifier: MIT */
/* What the files that read, print and name cases share. */
#ifndef CONFORMANCE_CASE_TEXT_H
#define CONFORMANCE_CASE_TEXT_H

#include "case.h"

/* Where text goes: to a file, to a string (cut to size, always ended), or
 * only into the hash. */
struct sink {
    FILE *file;
    char *text;
    size_t size, used;
    uint64_t hash; /* FNV-1a, 64 bits */
};

#define SINK_HASH UINT64_C(0xcbf29ce484222325)

/* Lines in canonical form.  The body is all that the id depends on. */
void case_write_body(const struct test_case *c, struct sink *sink);

/* The dialects that have all calls of a script; 0 if none has.  By default a
 * case is for those; for the runtime behind -pg where its file is looked at. */
unsigned case_possible_dialects(const struct script *script);
unsigned case_default_dialects(const struct script *script);
unsigned case_call_dialects(enum call_kind kind);

#endif
