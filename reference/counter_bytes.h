/* SPDX-License-Identifier: MIT */
/*
 * A counter in memory: 2 or 4 bytes, its width, at any address; in this
 * machine's byte order, or, if swapped, in the other one.
 */
#ifndef REFERENCE_COUNTER_BYTES_H
#define REFERENCE_COUNTER_BYTES_H

#include <stdbool.h>
#include <stdint.h>

uint32_t counter_read(const unsigned char *bytes, unsigned width, bool swapped);

/* The low bits of value. */
void counter_write(unsigned char *bytes, unsigned width, bool swapped,
                   uint32_t value);

#endif
