/* SPDX-License-Identifier: MIT */
#include "seal.h"

#include <string.h>
#include <sys/random.h>

#include "sandbox.h"

static uint64_t rotated(uint64_t word, unsigned bits)
{
    return word << bits | word >> (64 - bits);
}

static void seal_rounds(uint64_t v[4], unsigned rounds)
{
    while (rounds-- > 0) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = rotated(v[1], 13) ^ v[0];
        v[3] = rotated(v[3], 16) ^ v[2];
        v[0] = rotated(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = rotated(v[1], 17) ^ v[2];
        v[3] = rotated(v[3], 21) ^ v[0];
        v[2] = rotated(v[2], 32);
    }
}

static void seal_add(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    seal_rounds(v, 2);
    v[0] ^= word;
}

struct seal_key seal_key_new(void)
{
    struct seal_key key;

    if (getrandom(&key, sizeof key, GRND_NONBLOCK) != sizeof key)
        key = (struct seal_key){
            {sandbox_time(), (uint64_t)(uintptr_t)&key ^ sandbox_time() << 24}};
    return key;
}

uint64_t seal_of(const struct seal_key *key, uint64_t place, const void *bytes,
                 size_t size)
{
    uint64_t v[4] = {
        key->words[0] ^ 0x736f6d6570736575, key->words[1] ^ 0x646f72616e646f6d,
        key->words[0] ^ 0x6c7967656e657261, key->words[1] ^ 0x7465646279746573};
    const unsigned char *at = bytes;
    size_t left = size;
    uint64_t word;

    seal_add(v, place);
    for (; left >= sizeof word; at += sizeof word, left -= sizeof word) {
        memcpy(&word, at, sizeof word);
        seal_add(v, word);
    }
    word = (uint64_t)(size + sizeof place) << 56;
    for (size_t k = 0; k < left; k++)
        word |= (uint64_t)at[k] << (8 * k);
    seal_add(v, word);
    v[2] ^= 0xff;
    seal_rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}
