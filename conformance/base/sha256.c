/* SPDX-License-Identifier: MIT */
#include "sha256.h"

#include <stdio.h>
#include <string.h>

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t sha256_turn(uint32_t x, unsigned bits)
{
    return x >> bits | x << (32 - bits);
}

static uint32_t big_endian(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 |
           b[3];
}

static void schedule(const unsigned char *block, uint32_t w[64])
{
    for (unsigned t = 0; t < 16; t++)
        w[t] = big_endian(block + 4 * t);
    for (unsigned t = 16; t < 64; t++) {
        uint32_t a = w[t - 15], b = w[t - 2];

        w[t] = w[t - 16] + w[t - 7] +
               (sha256_turn(a, 7) ^ sha256_turn(a, 18) ^ a >> 3) +
               (sha256_turn(b, 17) ^ sha256_turn(b, 19) ^ b >> 10);
    }
}

static void compress(struct sha256 *s)
{
    uint32_t w[64], v[8];

    schedule(s->block, w);
    memcpy(v, s->state, sizeof v);
    for (unsigned t = 0; t < 64; t++) {
        uint32_t a = v[0], e = v[4];
        uint32_t one =
            v[7] +
            (sha256_turn(e, 6) ^ sha256_turn(e, 11) ^ sha256_turn(e, 25)) +
            ((e & v[5]) ^ (~e & v[6])) + constants[t] + w[t];
        uint32_t two =
            (sha256_turn(a, 2) ^ sha256_turn(a, 13) ^ sha256_turn(a, 22)) +
            ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));

        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (unsigned k = 0; k < 8; k++)
        s->state[k] += v[k];
}

void sha256_begin(struct sha256 *s)
{
    *s = (struct sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372,
                                   0xa54ff53a, 0x510e527f, 0x9b05688c,
                                   0x1f83d9ab, 0x5be0cd19}};
}

void sha256_add(struct sha256 *s, const void *bytes, size_t length)
{
    const unsigned char *from = bytes;

    while (length > 0) {
        size_t at = s->length % sizeof s->block;
        size_t part = sizeof s->block - at;

        part = part < length ? part : length;
        memcpy(s->block + at, from, part);
        s->length += part;
        from += part;
        length -= part;
        if (at + part == sizeof s->block)
            compress(s);
    }
}

void sha256_end(struct sha256 *s, unsigned char digest[SHA256_BYTES])
{
    static const unsigned char mark = 0x80, zero = 0;
    uint64_t bits = s->length * 8;
    unsigned char end[8];

    for (unsigned k = 0; k < sizeof end; k++)
        end[k] = (unsigned char)(bits >> (56 - 8 * k));
    sha256_add(s, &mark, 1);
    while (s->length % sizeof s->block != sizeof s->block - sizeof end)
        sha256_add(s, &zero, 1);
    sha256_add(s, end, sizeof end);
    for (unsigned k = 0; k < SHA256_BYTES; k++)
        digest[k] = (unsigned char)(s->state[k / 4] >> (24 - 8 * (k % 4)));
}

void sha256_end_hex(struct sha256 *s, char text[SHA256_HEX])
{
    unsigned char digest[SHA256_BYTES];

    sha256_end(s, digest);
    for (unsigned k = 0; k < SHA256_BYTES; k++)
        snprintf(text + 2 * k, 3, "%02x", digest[k]);
}
