/* SPDX-License-Identifier: MIT */
/* What targets of text share. */
#ifndef FUZZ_TEXT_H
#define FUZZ_TEXT_H

#include <stdio.h>
#include <stdlib.h>

/* What was written to a stream, in memory: freed by the caller. */
struct text {
    FILE *out;
    char *text;
    size_t length;
};

/* The target itself can't go on: not a finding, and not to be passed over. */
static inline _Noreturn void fuzz_broken(const char *why)
{
    fprintf(stderr, "fuzz: %s\n", why);
    exit(3);
}

/* A setting that is wrong: exit status 2. */
static inline _Noreturn void fuzz_usage(const char *name, const char *value,
                                        const char *expected)
{
    fprintf(stderr, "fuzz: %s: read %s, expected %s\n", name, value, expected);
    exit(2);
}

static inline FILE *text_begin(struct text *t)
{
    *t = (struct text){0};
    t->out = open_memstream(&t->text, &t->length);
    if (!t->out)
        fuzz_broken("out of memory");
    return t->out;
}

static inline void text_end(struct text *t)
{
    if (fclose(t->out) != 0)
        fuzz_broken("out of memory");
}

/* "what" is wrong with this text. */
static inline _Noreturn void text_finding(const char *what, const char *text,
                                          size_t length)
{
    fprintf(stderr, "finding: %s\n", what);
    fwrite(text, 1, length, stderr);
    abort();
}

#endif
