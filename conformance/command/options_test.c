/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "conformance/cases/case_lex.h"
#include "options.h"
#include "reference/unit_test.h"

enum { SIZE, BATCH, HELP };

static const struct option_row rows[] = {
    [SIZE] = {"size", "N", "bytes"},
    [BATCH] = {"batch", NULL, "lines"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

static struct options begin(char **arguments)
{
    struct options o;

    options_begin(&o, rows, arguments);
    return o;
}

#define ARGUMENTS(...) ((char *[]){__VA_ARGS__, NULL})

TEST(a_value_follows_or_is_attached)
{
    struct options o = begin(ARGUMENTS("--size", "1", "--size=2", "--size="));

    assert_int_equal(options_next(&o), SIZE);
    assert_string_equal(o.value, "1");
    assert_int_equal(options_next(&o), SIZE);
    assert_string_equal(o.value, "2");
    assert_int_equal(options_next(&o), SIZE);
    assert_string_equal(o.value, "");
    assert_int_equal(options_next(&o), OPTIONS_END);
    assert_int_equal(options_next(&o), OPTIONS_END);
}

TEST(words_and_options_mix)
{
    struct options o = begin(ARGUMENTS("a", "--batch", "-", "--", "--batch"));

    assert_int_equal(options_next(&o), OPTIONS_WORD);
    assert_string_equal(o.value, "a");
    assert_int_equal(options_next(&o), BATCH);
    assert_null(o.value);
    assert_int_equal(options_next(&o), OPTIONS_WORD);
    assert_string_equal(o.value, "-");
    assert_int_equal(options_next(&o), OPTIONS_WORD);
    assert_string_equal(o.value, "--batch");
    assert_int_equal(options_next(&o), OPTIONS_END);
}

static void check_wrong(char *argument, const char *error)
{
    struct options o = begin(ARGUMENTS(argument));

    assert_int_equal(options_next(&o), OPTIONS_WRONG);
    assert_string_equal(o.error, error);
}

TEST(an_error_names_the_word)
{
    check_wrong("--siz=3", "unknown option --siz; did you mean --size? "
                           "see --help");
    check_wrong("--sizes", "unknown option --sizes; did you mean --size? "
                           "see --help");
    check_wrong("-s", "unknown option -s; see --help");
    check_wrong("--=1", "unknown option --; see --help");
    check_wrong("--batch=1", "option takes no value: --batch=1");
    check_wrong("--size", "option needs a value: --size");
}

TEST(h_is_short_for_help)
{
    struct options o = begin(ARGUMENTS("-h", "--", "-h"));

    assert_int_equal(options_next(&o), HELP);
    assert_int_equal(options_next(&o), OPTIONS_WORD);
}

TEST(numbers_are_decimal_or_hexadecimal)
{
    uint64_t n;

    assert_true(text_number("0", &n) && n == 0);
    assert_true(text_number("65536", &n) && n == 65536);
    assert_true(text_number("0xffFF", &n) && n == 0xffff);
    assert_true(text_number("18446744073709551615", &n) && n == UINT64_MAX);
    assert_true(text_number("0xffffffffffffffff", &n) && n == UINT64_MAX);
}

TEST(what_is_no_number_is_refused)
{
    static const char *const texts[] = {
        "",
        "x",
        "0x",
        "-1",
        "+1",
        " 1",
        "1 ",
        "1k",
        "0177777",
        "00",
        "0xg",
        "18446744073709551616",
        "0x10000000000000000",
        "99999999999999999999",
        "1.5",
        "a",
    };
    uint64_t n;

    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        assert_false(text_number(texts[k], &n));
}

TEST(a_number_out_of_range_is_described)
{
    struct options o = begin(ARGUMENTS("--size=9", "--size", "8"));
    uint64_t n;

    options_next(&o);
    assert_false(options_number_between(&o, SIZE, 1, 8, &n));
    assert_string_equal(o.error, "--size: read 9, expected a number from 1 to "
                                 "8, decimal or 0x hexadecimal");
    options_next(&o);
    assert_true(options_number_between(&o, SIZE, 1, 8, &n));
    assert_int_equal(n, 8);
}

TESTS(NULL, NULL)
