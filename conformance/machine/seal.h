/* SPDX-License-Identifier: MIT */
/*
 * A number that goes with bytes which two processes share, so that the one that
 * reads them sees whether another than the one that wrote them changed them:
 * SipHash-2-4 under a key that is in the memory of these two alone.  Code that
 * finds the key in the memory of its own process can of course seal too.
 */
#ifndef CONFORMANCE_SEAL_H
#define CONFORMANCE_SEAL_H

#include <stddef.h>
#include <stdint.h>

struct seal_key {
    uint64_t words[2];
};

/* One that nobody can guess. */
struct seal_key seal_key_new(void);

/* The seal of these bytes at that place: what is moved elsewhere has
 * another. */
uint64_t seal_of(const struct seal_key *key, uint64_t place, const void *bytes,
                 size_t size);

#endif
