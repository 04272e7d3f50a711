/* SPDX-License-Identifier: MIT */
/* Events in words. */
#ifndef CONFORMANCE_DESCRIBE_H
#define CONFORMANCE_DESCRIBE_H

#include "case.h"
#include "reference/outcome.h"

/* What an event is about: "b[1]", "profil b 64 0x1000 1", "the child".  For a
 * buffer, position is the byte looked at, counted from its first zone's. */
void describe_subject(const struct test_case *c, const struct event *event,
                      size_t position, char *text, size_t size);

/* What it says: "3", "returned -1 EFAULT", "died".  A null event: nothing
 * happened any more. */
void describe_value(const struct test_case *c, const struct event *event,
                    size_t position, char *text, size_t size);

/* "EFAULT", or the number where it is none of the family's. */
void describe_error(int error, char *text, size_t size);

#endif
