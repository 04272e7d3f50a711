/* SPDX-License-Identifier: MIT */
#include "conformance/whole/command_test.h"
#include "reference/unit_test.h"

/* A buffer of 64 bytes at 0x1000. */
#define MAP(dialect, scale, ...)                                               \
    WORDS("map", "--dialect", dialect, "--size", "64", "--offset", "0x1000",   \
          "--scale", scale, __VA_ARGS__)

static void check(const char *const *arguments, const char *expected)
{
    char *out = output_of(arguments);

    assert_has(out, expected);
    free(out);
}

/* Worked out by hand from the manuals. */
TEST(aix_rounds_up_to_the_next_half_word)
{
    /* 6 * 0x8000 >> 16 is 3; the next even value is 4: the third short. */
    check(MAP("aix", "0x8000", "0x1006"),
          "pc 0x1006: counter 2, bytes 4 to 5\n"
          "    d = 0x1006 - 0x1000 = 6\n"
          "    6 * 32768 = 196608\n"
          "    / 65536 = 3\n"
          "    3 is rounded up to 4  [rounding=up, aix.profil.2 "
          "(sentence 15: Description, paragraph 3, sentence 3)]\n"
          "    4 is less than the size, 64 bytes  ");
    /* aix.profil.5: the high 16 bits are ignored. */
    check(MAP("aix", "0x18000", "0x1006"),
          "    scale 98304 counts as 32768  [scale-above=low-16, "
          "aix.profil.5 "
          "(sentence 19: Description, paragraph 4, sentence 2)]\n"
          "    d = 0x1006 - 0x1000 = 6\n"
          "    6 * 32768 = 196608\n");
    /* aix.profil.8 */
    check(MAP("aix", "1", "0x1006"), "pc 0x1006: counted nowhere\n"
                                     "    scale 1 turns profiling off  ");
}

TEST(irix_is_one_to_one_for_four_byte_instructions)
{
    /* irix.sprofil.4, both ways: the second instruction. */
    check(MAP("irix", "0x8000", "0x1004"),
          "pc 0x1004: counter 1, bytes 2 to 3\n");
    check(MAP("irix", "0x10000", "--width", "4", "0x1004"),
          "pc 0x1004: counter 1, bytes 4 to 7\n"
          "    scale 65536 counts as 65536  [scale-range=whole, "
          "irix.sprofil.4 "
          "(sentence 16: Description, paragraph 9, sentence 2)]\n"
          "    d = 0x1004 - 0x1000 = 4\n"
          "    4 * 65536 = 262144\n"
          "    / 65536 = 4\n");
}

TEST(freebsd_halves_the_distance_and_hpux_multiplies_it)
{
    /* freebsd.profil.3: [8 / 2] * 32768 / 65536 is bin 2. */
    check(
        MAP("freebsd", "32768", "--choice", "rounding=divide-first", "0x1008"),
        "pc 0x1008: counter 2, bytes 4 to 5\n"
        "    d = 0x1008 - 0x1000 = 8\n"
        "    d / 2 = 4  [rounding=divide-first, freebsd.profil.3 "
        "(sentence 10: Description, paragraph 2, sentence 3)]\n"
        "    4 * 32768 = 131072\n"
        "    / 65536 = 2\n"
        "    counter 2, which starts at byte 4\n");
    /* hpux.profil.4: 077777; 8 * 32767 >> 16 is 3, in the second element. */
    check(MAP("hpux", "0x7fff", "0x1008"),
          "pc 0x1008: counter 1, bytes 2 to 3\n"
          "    d = 0x1008 - 0x1000 = 8\n"
          "    8 * 32767 = 262136\n"
          "    / 65536 = 3 + 65528/65536\n");
}

TEST(a_region_may_not_hold_its_first_address)
{
    char *irix = output_of(MAP("irix", "0x8000", "0x1000"));
    char *aix = output_of(MAP("aix", "0x8000", "0x1000"));

    assert_has(irix, "its first address may be another's, irix.sprofil.6 "
                     "(sentence 23: Description, paragraph 11, sentence 1))\n");
    assert_null(strstr(aix, "first address"));
    free(irix);
    free(aix);
}

TEST(a_far_pc_has_an_exact_product)
{
    /* (2^64 - 1) * 65535 = 2^80 - 2^64 - 65535 */
    check(WORDS("map", "--dialect", "aix", "--size", "64", "--offset", "0",
                "--scale", "65535", "0xffffffffffffffff"),
          "pc 0xffffffffffffffff: counted nowhere\n"
          "    d = 0xffffffffffffffff - 0x0 = 18446744073709551615\n"
          "    18446744073709551615 * 65535 = 1208907372870555465089025\n"
          "    / 65536 = 18446462598732840959 + 1/65536\n"
          "    no buffer is so large\n");
}

TEST(several_pcs_are_mapped_and_the_choices_assumed_named)
{
    char *out = output_of(MAP("freebsd", "65536", "0x1002", "0xf00"));

    assert_has(out, "pc 0x1002: counter 1, bytes 2 to 3\n");
    assert_has(out, "pc 0xf00: counted nowhere\n");
    assert_has(
        out,
        "\nassumed: rounding=down, freebsd.profil.3 "
        "(sentence 10: Description, paragraph 2, sentence 3): permitted\n");
    assert_has(out, "\n         below-offset=ignored, freebsd.profil.4 "
                    "(sentence 11: Description, paragraph 3, sentence 1): "
                    "required\n");
    free(out);
    out = output_of(MAP("aix", "65535", "--choice", "rounding=down", "0x1002"));
    assert_has(out, "[rounding=down, against aix.profil.2 "
                    "(sentence 15: Description, paragraph 3, sentence 3)]");
    assert_null(strstr(out, "assumed: rounding"));
    free(out);
}

TEST(what_cannot_be_mapped_is_refused)
{
    ASSERT_USAGE("map: --dialect is needed", "map", "--size", "64");
    ASSERT_USAGE("unknown dialect vms; choose from aix, irix, hpux, "
                 "freebsd, glibc",
                 "map", "--dialect", "vms");
    ASSERT_USAGE("map: --size, --offset, --scale and at least one pc", "map",
                 "--dialect", "aix", "--size", "64", "--offset", "0", "--scale",
                 "2");
    ASSERT_USAGE("--size: read 0x4000000000000000, expected a number from 0 "
                 "to 4611686018427387903",
                 "map", "--size", "0x4000000000000000");
    ASSERT_USAGE("--width: read 3, expected 2 or 4", "map", "--width", "3");
    ASSERT_USAGE("--address-bits: read 8, expected 16, 32 or 64", "map",
                 "--address-bits", "8");
    ASSERT_USAGE("unknown option --pc;", "map", "--pc", "1");
    ASSERT_USAGE("map: --choice: unknown rule frob;", "map", "--dialect", "aix",
                 "--choice", "frob=1");
    assert_refused_with("", 2, "map: read 017, expected a pc: decimal or 0x",
                        MAP("aix", "2", "017"));
    assert_refused_with("", 2, "map: read 0x10000, expected a pc",
                        MAP("aix", "2", "--address-bits", "16", "0x10000"));
    ASSERT_USAGE("map: --offset: not an address of that machine", "map",
                 "--dialect", "aix", "--size", "2", "--offset", "0x10000",
                 "--scale", "2", "--address-bits", "16", "1");
    assert_refused_with("", 2,
                        "--batch reads regions and pcs from standard "
                        "input",
                        MAP("aix", "2", "--batch"));
}

TEST(a_batch_answers_until_a_line_is_malformed)
{
    const char *const *words = WORDS("map", "--dialect", "aix", "--batch");
    struct command command =
        command_with("2 64 0x1000 0x8000 0x1006\n2 4 0x1000 0x8000 0x1006\n"
                     "2 64 0x1000 0x8000\n",
                     words);

    assert_int_equal(command.status, 2);
    assert_string_equal(command.out, "2\n-\n");
    assert_string_equal(command.err,
                        "profilcheck: standard input:3: read no number, "
                        "expected the pc: decimal or 0x, below 2^64\n");
    command_free(&command);
    assert_refused_with("2 0x4000000000000000 0 2 0\n", 2,
                        "standard input:1: read 0x4000000000000000, expected "
                        "a size below 2^62",
                        words);
}

TESTS(NULL, NULL)
