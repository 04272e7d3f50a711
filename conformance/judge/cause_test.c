/* SPDX-License-Identifier: MIT */
#include "causes.h"

#include "conformance/diagnosis/evaluate.h"
#include "conformance/language/observed.h"
#include "conformance/language/parsed_test.h"
#include "reference/unit_test.h"

/* What is reported of a case by a dialect, in memory of its own. */
static char *explained(enum dialect dialect, const char *text,
                       const char *observed)
{
    struct case_list list = {0};
    const struct test_case *c = parsed(&list, text);
    struct observed_error error;
    struct observation o;
    char *words = NULL;
    size_t length;
    FILE *out = open_memstream(&words, &length);

    assert_non_null(out);
    if (!observed_parse(observed, strlen(observed), &o, &error))
        fail_msg("%s", error.text);
    cause_print(dialect, c, &o, NULL, 0, out);
    assert_int_equal(fclose(out), 0);
    observation_free(&o);
    case_list_free(&list);
    return words;
}

static void check(enum dialect dialect, const char *text, const char *observed,
                  const char *expected)
{
    char *words = explained(dialect, text, observed);

    assert_string_equal(words, expected);
    free(words);
}

static void check_has(enum dialect dialect, const char *text,
                      const char *observed, const char *expected)
{
    char *words = explained(dialect, text, observed);

    if (!strstr(words, expected))
        fail_msg("\"%s\" not in \"%s\"", expected, words);
    free(words);
}

#define ODD                                                                    \
    "case odd\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1002 x2\n"       \
    "tick 0x1008\n"

TEST(a_wrong_counter_is_reported_with_the_arithmetic)
{
    check(DIALECT_FREEBSD, ODD,
          "1 call 0; 4 buffer 0 16 [ 0 2 1 0*5 ]; ended normally at 4",
          "b[0]: got 0\n"
          "  permitted: 2\n"
          "    2 samples at the same pc\n"
          "pc 0x1002: counter 0, bytes 0 to 1\n"
          "    d = 0x1002 - 0x1000 = 2\n"
          "    2 * 32768 = 65536\n"
          "    / 65536 = 1\n"
          "    1 stays  [rounding=down, freebsd.profil.3 "
          "(sentence 10: Description, paragraph 2, sentence 3)]\n"
          "    1 is less than the size, 16 bytes  [unit=byte-offset, "
          "freebsd.profil.3 "
          "(sentence 10: Description, paragraph 2, sentence 3)]\n"
          "    1 / 2: counter 0\n"
          "b[1]: got 2\n"
          "  permitted: 0\n"
          "    no sample reaches it\n"
          "explained by: rounding was up or up-exact or "
          "scale-low-bit-lost-up; freebsd.profil.3 permits fractions to be "
          "dropped or the distance to be halved first\n"
          "    2 samples at the same pc\n"
          "pc 0x1002: counter 1, bytes 2 to 3\n"
          "    d = 0x1002 - 0x1000 = 2\n"
          "    2 * 32768 = 65536\n"
          "    / 65536 = 1\n"
          "    1 is rounded up to 2  [rounding=up, against freebsd.profil.3 "
          "(sentence 10: Description, paragraph 2, sentence 3)]\n"
          "    2 is less than the size, 16 bytes  [unit=byte-offset, "
          "freebsd.profil.3 "
          "(sentence 10: Description, paragraph 2, sentence 3)]\n"
          "    2 / 2: counter 1\n"
          "known to do the same: v6, v7, 4.1bsd\n");
}

/* 65537 samples at one pc: two permitted ends, by what a rule chooses. */
TEST(each_permitted_value_has_its_choice_and_clause)
{
    char *words =
        explained(DIALECT_FREEBSD,
                  "case full\nbuffer b 16 fill16=0xfffe\n"
                  "profil b 16 0x1000 0x8000\ntick 0x1008 x3\n",
                  "1 call 0; 3 buffer 0 16 [ 65534*2 9 65534*5 ]; ended "
                  "normally at 3");

    assert_non_null(strstr(words, "b[2]: got 9\n"));
    assert_non_null(strstr(words, "  permitted: 65535, with counter-full="
                                  "saturate, freebsd.profil.11 (sentence 9: "
                                  "Description, paragraph 2, sentence 2)"));
    assert_non_null(strstr(words, "counter-full=wrap, freebsd.profil.11 "
                                  "(sentence 9: "));
    assert_non_null(strstr(words, "no known defect explains this\n"));
    assert_null(strstr(words, "known to do the same"));
    free(words);
}

TEST(a_call_that_returned_wrong_is_reported_before_counters)
{
    char *words =
        explained(DIALECT_IRIX,
                  "case bad\nbuffer b 16\n"
                  "sprofil [ b 16 0x1000 0x8000 ] 0 null ushort\n"
                  "tick 0x1008\n",
                  "1 call 0; 3 buffer 0 16 [ 0*2 1 0*5 ]; ended normally "
                  "at 3");

    assert_memory_equal(
        words,
        "sprofil [ b 16 0x1000 0x8000 ] 0 null ushort: got returned 0\n"
        "  permitted: returned -1 E2BIG\n"
        "b[2]: got 1\n",
        104);
    free(words);
}

TEST(a_crash_is_reported_with_the_defect_that_leads_to_it)
{
    check(DIALECT_GLIBC,
          "case below\nbuffer b 16\n"
          "sprofil [ b 16 0x100000 0x8000 ] 1 null ushort\ntick 0x1008\n",
          "1 call 0; 2 crash; ended signal 11 at 2",
          "killed by SIGSEGV in `tick 0x1008`; permitted: it goes on\n"
          "explained by: A pc below all regions killed the process; "
          "irix.sprofil.8 requires a pc below all regions to be outside\n"
          "known to do the same: glibc-sprofil\n");
}

/* Each call of a list may be answered either way, not each in its own. */
TEST(what_is_permitted_singly_is_reported_as_such)
{
    char *words =
        explained(DIALECT_FREEBSD,
                  "case both\nbuffer b 4 fill16=0xffff\n"
                  "profil b 4 0x1000 0x8000\ntick 0x1000\n"
                  "tick 0x1004\n",
                  "1 call 0; 4 buffer 0 4 [ 0 65535 ]; ended normally "
                  "at 4");

    assert_memory_equal(words, "each value is permitted, but not all", 36);
    assert_non_null(strstr(words, ": got "));
    free(words);
}

TEST(what_is_permitted_is_called_so)
{
    check(DIALECT_AIX, ODD,
          "1 call 0; 4 buffer 0 16 [ 0 2 1 0*5 ]; ended normally at 4",
          "all of it is permitted\n");
    check(DIALECT_AIX, ODD, "ended timeout at 2",
          "still running at its time limit\n");
    check(DIALECT_AIX, ODD, "ended unsupported at 0; note \"why\"",
          "it was not run\nnoted: why\n");
    check_has(DIALECT_AIX, ODD,
              "1 call 0; 4 buffer 0 16 [ 0 2 1 0*5 ]; ended normally at 4; "
              "stray 7",
              "7 bytes were written far outside the buffers\n");
    check_has(DIALECT_AIX, ODD,
              "1 call 0; 4 buffer 0 16 [ 0*8 ]; ended normally at 4; "
              "disturbed",
              "but a tick of its own clock may have slipped in\n");
}

/* The counter furthest from what is permitted stands first; how many more
 * there are is said. */
TEST(the_worst_comes_first_and_the_rest_is_counted)
{
    char *words =
        explained(DIALECT_FREEBSD, ODD,
                  "1 call 0; 4 buffer 0 16 [ 3 9 1 4 5 6 7 8 ]; ended "
                  "normally at 4");

    assert_memory_equal(words, "b[1]: got 9\n", 12);
    assert_non_null(strstr(words, "b[7]: got 8\n"));
    assert_null(strstr(words, "b[0]: got 3\n"));
    assert_non_null(strstr(words, "and 3 more values are wrong\n"));
    free(words);
}

TEST(a_byte_outside_the_buffer_is_a_wrong_value)
{
    check_has(DIALECT_FREEBSD, ODD,
              "1 call 0; 4 buffer 0 16 [ 2 0 1 0*5 ] after [ 01 a5*63 ]; "
              "ended normally at 4",
              "b[8] (outside the buffer): got ");
}

/* Of several regions the arithmetic is that of the one which counts it. */
TEST(a_samples_region_is_the_one_it_counts_in)
{
    check_has(DIALECT_IRIX,
              "case two\nbuffer b 32\nsprofil [ b 16 0x1000 0x8000 ; b+16 16 "
              "0x2000 0x8000 ] 2 null ushort\ntick 0x2008\n",
              "1 call 0; 3 buffer 0 32 [ 0*16 ]; ended normally at 3",
              "b[10]: got 0\n  permitted: 1\n"
              "pc 0x2008: counter 2, bytes 4 to 5\n"
              "    d = 0x2008 - 0x2000 = 8\n");
}

/* Any observation, of any case, leads to words: one that the case can't have
 * had too. */
TEST(an_observation_of_another_case_is_no_danger)
{
    static const char *const lines[] = {
        "ended normally at 0",
        "9 crash; ended normally at 9",
        "1 call 0; 4 buffer 7 16 [ 0*8 ]; ended normally at 4",
        "1 call 0; 4 buffer 0 2 [ 0 ]; ended normally at 4",
        "1 call 0; 4 buffer 0 unmapped 9; ended normally at 4",
        "1 call 0; 60000 sweep 99; 3 in-child exec 7; ended exit 3 at 60000",
        ("1 call 0; 4 buffer 0 16 [ 0*8 ]; 4 buffer 0 16 [ 0*8 ]; ended "
         "normally at 4"),
    };

    for (unsigned k = 0; k < sizeof lines / sizeof *lines; k++) {
        char *words = explained(DIALECT_AIX, ODD, lines[k]);

        assert_true(*words != '\0');
        free(words);
    }
}

TESTS(NULL, NULL)
