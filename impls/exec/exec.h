/* SPDX-License-Identifier: MIT */
/*
 * An implementation that is a program: it reads what to do, and answers, in
 * lines of text over a pipe (conformance/language/EXEC.md).  Opening it starts
 * it and hears what it can; whole cases are put to it by
 * conformance/observe/drive.c.  Nothing that it says is believed here.
 */
#ifndef IMPLS_EXEC_H
#define IMPLS_EXEC_H

#include <sys/types.h>

#include "impls/impl.h"

/* What it can besides its calls, one bit each. */
enum exec_skill {
    EXEC_FORK = 1,
    EXEC_EXEC = 2,
    EXEC_UNMAP = 4, /* unmap, remap */
    EXEC_PROTECT = 8,
    EXEC_SLEEP = 16,
    EXEC_CALLER = 32,
    EXEC_SWEEP = 64,
    EXEC_FILE = 128, /* file, exit */
    EXEC_RATE = 256,
};

enum { EXEC_LINE = 1 << 20 /* bytes in a line of it, at most */ };

struct exec_impl {
    struct impl impl;
    pid_t pid;
    int to, from;       /* its standard input, its standard output */
    int messages;       /* a file: what it wrote to standard error */
    char *line;         /* heard, not taken yet */
    size_t used, taken; /* bytes of it */
    size_t null;        /* length of a line that holds a null byte */
    bool ended;         /* it closed its output */
    bool done;          /* it was done with a case */
    unsigned can;       /* enum impl_capability */
    unsigned skills;    /* enum exec_skill */
    bool big;           /* its byte order */
    char name[64];
};

/* Write text.  False where nobody reads any more. */
bool exec_say(struct exec_impl *e, const char *text, size_t length);

/* Whether more of a line is there already, or comes so soon. */
bool exec_has_line(const struct exec_impl *e, int milliseconds);

/* Its next line without white space around, until the next call; null where it
 * has closed its output (e->ended), or the line is too long, or holds a
 * null. */
const char *exec_next_line(struct exec_impl *e);

/* What came in the place of a line: "a line of length 9 with a null byte". */
void exec_no_line(const struct exec_impl *e, char *text, size_t size);

/* Close its input: how it ended, as of waitpid.  Where its output is open a
 * second later, it is killed: an emulator may stay when its guest is done. */
int exec_end(struct exec_impl *e);

/* The first line that it wrote to standard error; or empty. */
void exec_error(const struct exec_impl *e, char *text, size_t size);

#endif
