/* SPDX-License-Identifier: MIT */
/*
 * A counter in memory: 2 or 4 bytes, at any address, in this
 * machine's byte order, or, where a script is of a machine with the other one,
 * swapped.
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
