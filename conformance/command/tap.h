/* SPDX-License-Identifier: MIT */
/*
 * What a log of the Test Anything Protocol says beside its trace.  A program of
 * `profilcheck emit` names each of its tests by the id of a case.
 */
#ifndef CONFORMANCE_TAP_H
#define CONFORMANCE_TAP_H

#include <stdio.h>

#include "conformance/base/whole_file.h"
#include "conformance/language/trace.h"

/* What stands before the first two lines of the trace, as where a console
 * writes the time before each line; 0: nothing does. */
struct word tap_stands_before(const struct whole_file *file);

/* Whether it ends before the last of the tests that it announces; how many that
 * are, and the last that is there. */
bool tap_is_cut(const struct whole_file *file, unsigned long *announced,
                unsigned long *last);

/* Whether each case that ran to its end is the one whose id its test has, by
 * which it is then called, and no test is missing between others; else in why
 * what is not so.  dialect: of cases whose trace names none; -1. */
bool tap_agrees(const struct whole_file *file, const char *name,
                struct trace *trace, int dialect, char *why, size_t size);

/* Name the cases that ended the program, by what it said when it was started
 * again, or by that it was.  How many there are. */
size_t tap_put_ended(const struct whole_file *file, const char *name,
                     FILE *out);

/* Say what the program that wrote it did not run, and why: that is in no
 * verdict. */
void tap_put_skipped(const struct whole_file *file, const char *name,
                     unsigned long announced, FILE *out);

#endif
