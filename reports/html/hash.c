/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "conformance/base/sha256.h"
#include "html.h"

/* 32 bytes are 43 letters of 6 bits each, and one to fill up. */
void html_hash(const char *text, FILE *out)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "abcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char digest[SHA256_BYTES + 1] = {0};
    struct sha256 sha;

    sha256_begin(&sha);
    sha256_add(&sha, text, strlen(text));
    sha256_end(&sha, digest);
    for (unsigned bit = 0; bit < 8 * SHA256_BYTES; bit += 6) {
        unsigned pair = (unsigned)digest[bit / 8] << 8 | digest[bit / 8 + 1];

        putc(letters[pair >> (10 - bit % 8) & 63], out);
    }
    putc('=', out);
}
