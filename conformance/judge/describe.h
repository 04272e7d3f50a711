/* SPDX-License-Identifier: MIT */
/* Events in words. */
#ifndef CONFORMANCE_DESCRIBE_H
#define CONFORMANCE_DESCRIBE_H

#include "conformance/cases/case.h"
#include "reference/outcome.h"

/* No byte of a buffer in particular. */
#define DESCRIBE_WHOLE SIZE_MAX

/* What an event is about: "b[1]", "profil b 64 0x1000 1", "the child".  For a
 * buffer, position is the byte looked at, counted from its first zone's, or
 * DESCRIBE_WHOLE: "buffer b". */
void describe_subject(const struct test_case *c, const struct event *event,
                      size_t position, char *text, size_t size);

/* What it says: "3", "returned -1 EFAULT", "ended the process".  A null
 * event: nothing happened any more. */
void describe_value(const struct test_case *c, const struct event *event,
                    size_t position, char *text, size_t size);

/* The counter of 4, 2 or 1 bytes that is there, in the order of the script's
 * machine. */
uint32_t describe_counter(const struct script *script,
                          const unsigned char *bytes, unsigned width);

/* A gmon.out: its ticks and arcs. */
void describe_profile(const struct event *event, char *text, size_t size);

#endif
