/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4), of bytes that come piece by piece. */
#ifndef REPORTS_SHA256_H
#define REPORTS_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_HEX = 2 * SHA256_BYTES + 1 };

struct sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    unsigned char block[64];
};

void sha256_begin(struct sha256 *s);
void sha256_add(struct sha256 *s, const void *bytes, size_t length);
void sha256_end(struct sha256 *s, unsigned char digest[SHA256_BYTES]);

/* The end, in hexadecimal. */
void sha256_end_hex(struct sha256 *s, char text[SHA256_HEX]);

#endif
