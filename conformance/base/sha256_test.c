/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "reference/unit_test.h"
#include "sha256.h"

/* Vectors of FIPS 180-4 and NIST's CAVP. */
static const struct {
    const char *text, *digest;
} vectors[] = {
    {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
     "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
     "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
};

TEST(known_texts_have_the_standards_digests)
{
    char digest[SHA256_HEX];
    struct sha256 s;

    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) {
        sha256_begin(&s);
        sha256_add(&s, vectors[k].text, strlen(vectors[k].text));
        sha256_end_hex(&s, digest);
        assert_string_equal(digest, vectors[k].digest);
    }
}

TEST(a_million_bytes_in_uneven_pieces)
{
    char piece[1009], digest[SHA256_HEX];
    struct sha256 s;

    memset(piece, 'a', sizeof piece);
    sha256_begin(&s);
    for (size_t left = 1000000, n = 1; left > 0; left -= n) {
        n = n % sizeof piece + 1;
        n = n < left ? n : left;
        sha256_add(&s, piece, n);
    }
    sha256_end_hex(&s, digest);
    assert_string_equal(
        digest,
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TESTS(NULL, NULL)
