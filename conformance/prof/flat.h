/* SPDX-License-Identifier: MIT */
/*
 * A flat profile: the files of one program's runs, added up by
 * function; and what of it prints.
 */
#ifndef CONFORMANCE_PROF_FLAT_H
#define CONFORMANCE_PROF_FLAT_H

#include <stdio.h>

#include "reference/files/profile_file.h"
#include "symbols.h"

/* One file, opened. */
struct flat_file {
    const char *name;
    unsigned char *bytes; /* malloc'ed */
    struct profile_file file;
    uint64_t base; /* added to addresses of symbols */
};

struct flat_row {
    const struct function *function;
    struct ticks ticks;
    uint64_t calls;
};

struct flat {
    struct flat_file *files;
    size_t file_count;
    const struct symbols *symbols; /* null: by address only */
    uint32_t rate;                 /* ticks a second, 0: not known */
    uint64_t total;                /* ticks in all files */
    struct flat_row *rows;         /* of functions with ticks or calls, most
                                      ticks first; malloc'ed */
    size_t row_count;
    struct ticks elsewhere; /* in no function */
    uint64_t calls_elsewhere;
};

struct flat_request {
    enum file_layout layout;
    struct encoding encoding;
    bool has_base;
    uint64_t base;
    uint32_t rate; /* where files do not say */
};

/* Read a file into one more of flat->files.  Null, or what is wrong and what to
 * do. */
const char *flat_add(struct flat *flat, const struct flat_request *request,
                     const char *name);

/* Add up.  Likewise. */
const char *flat_sum(struct flat *flat, const struct flat_request *request);

void flat_free(struct flat *flat);

/* With annotate, the counters that are not 0 and the calls, too, by address:
 * that alone where there are no symbols. */
void flat_print_text(const struct flat *flat, bool annotate, FILE *out);
void flat_print_json(const struct flat *flat, bool annotate, FILE *out);

#endif
