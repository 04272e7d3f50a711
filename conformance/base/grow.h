/* SPDX-License-Identifier: MIT */
/*
 * Arrays that grow.  All memory of cases comes from here, so that a test can
 * make it run out at any point.
 */
#ifndef CONFORMANCE_GROW_H
#define CONFORMANCE_GROW_H

#include <stddef.h>

/*
 * Room for one more in an array of count items of item_size bytes, malloc'ed
 * or null.  Returns the array, moved or not; null where memory ran out, and
 * then the array is as it was.
 */
void *grow(void *items, size_t count, size_t *capacity, size_t item_size);

/* For tests: so many more allocations succeed; negative: no limit. */
extern long grow_limit;

#endif
