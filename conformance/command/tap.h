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

/* The number of the test whose result is in a line, one after the last where it
 * has none; 0: it has no result. */
unsigned long tap_test_of(const char *line, unsigned long last);

/* Whether each case that ran to its end is the one whose id its test has, by
 * which it is then called, and no test is missing between others; else in why
 * what is not so.  dialect: of cases whose trace names none; -1. */
bool tap_agrees(const struct whole_file *file, const char *name,
                struct trace *trace, int dialect, char *why, size_t size);

/* Name the cases that ended the program, by what it said when it was started
 * again, or by that it was.  How many there are. */
size_t tap_put_ended(const struct whole_file *file, const char *name,
                     FILE *out);

#endif
