/* SPDX-License-Identifier: MIT */
/*
 * Whether memory is there, asked of the kernel, without a change to it and
 * without a fault.  The answer holds until somebody maps or unmaps.
 */
#ifndef IMPLS_FAMILY_PROBE_H
#define IMPLS_FAMILY_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* May all of these bytes be read?  Zero bytes: yes. */
bool probe_readable(const void *address, uint64_t bytes);

/* May all of these bytes be read and written? */
bool probe_writable(void *address, uint64_t bytes);

#endif
