/* SPDX-License-Identifier: MIT */
/* Files of results whose sums are right, which no engine would guess. */
#ifndef FUZZ_RESULTS_SEAL_H
#define FUZZ_RESULTS_SEAL_H

#include <stddef.h>
#include <stdint.h>

/* A copy of the bytes in which each footer that has a SHA-256 has that of the
 * lines since the footer before.  To be freed. */
char *results_seal(const uint8_t *data, size_t size);

#endif
