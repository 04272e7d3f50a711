/* SPDX-License-Identifier: MIT */
#include "command_test.h"

#include "conformance/prof/symbols.h"
#include "reference/files/gmon_out.h"
#include "reference/files/mon_out.h"
#include "reference/unit_test.h"

#define LITTLE8 ((struct encoding){ORDER_LITTLE, 8})

static const uint16_t counters[] = {30, 0, 60, 10};
static const struct mon_call calls[] = {{0x401000, 7}, {0x401008, 9}};
static const struct mon_contents mon = {
    0x401000, 0x401010, calls, 2, counters, 4,
};
static const struct gmon_contents gmon = {
    0x401000, 0x401010, 100,
    counters, 4,        (const struct gmon_arc[]){{0x401001, 0x401008, 9}},
    1,
};

/* A file of these bytes, for as long as the test program runs. */
static const char *file_of(const void *bytes, size_t size)
{
    static char paths[32][64];
    static size_t used;
    int file = memfd_create("profile", 0);

    assert_true(used < 32);
    assert_int_equal(write(file, bytes, size), size);
    snprintf(paths[used], sizeof *paths, "/proc/%d/fd/%d", (int)getpid(), file);
    return paths[used++];
}

static const char *mon_file(const struct mon_contents *contents)
{
    unsigned char bytes[256];

    return file_of(bytes, mon_out_write(contents, LITTLE8, bytes, 256));
}

static const char *gmon_file(enum file_layout layout,
                             const struct gmon_contents *contents)
{
    unsigned char bytes[256];

    return file_of(bytes,
                   gmon_out_write(contents, layout, LITTLE8, bytes, 256));
}

TEST(without_symbols_addresses_are_shown)
{
    const char *file = gmon_file(LAYOUT_GMON_44, &gmon);
    char *out = output_of(WORDS("prof", file));

    assert_has(out, ": gmon-4.4bsd, 64-bit little-endian\n"
                    "100 ticks at 100 a second\n");
    assert_has(out, " 30.00        0.30          30  0x401000-0x401004\n"
                    " 60.00        0.60          60  0x401008-0x40100c\n"
                    " 10.00        0.10          10  0x40100c-0x401010\n"
                    "          9 calls of 0x401008  from 0x401001\n");
    assert_null(strstr(out, "0x401004-"));
    free(out);
}

TEST(a_file_without_a_rate_is_shown_in_ticks)
{
    const char *file = mon_file(&mon);
    char *out = output_of(WORDS("prof", file));

    assert_has(out,
               ": mon, 64-bit little-endian\n"
               "100 ticks; the file records no sampling rate (see --rate)\n");
    assert_has(out, "          7 calls of 0x401000\n"
                    "          9 calls of 0x401008\n"
                    " 30.00       30.00          30  0x401000-0x401004\n");
    free(out);
    out = output_of(WORDS("prof", "--rate", "50", file));
    assert_has(out, "100 ticks at 50 a second\n");
    assert_has(out, " 60.00        1.20          60  0x401008-0x40100c\n");
    free(out);
}

TEST(what_is_not_counted_in_seconds_is_shown_in_ticks)
{
    unsigned char bytes[256];
    uint64_t size =
        gmon_out_write(&gmon, LAYOUT_GMON_TAGGED, LITTLE8, bytes, 256);
    char *out;

    memcpy(bytes + 20 + 1 + 2 * 8 + 8, "misses ", 7);
    out = output_of(WORDS("prof", file_of(bytes, size)));
    assert_has(out, "100 ticks; the file records no sampling rate");
    free(out);
}

TEST(files_are_added_up)
{
    const char *one = gmon_file(LAYOUT_GMON_44, &gmon);
    const char *other = gmon_file(LAYOUT_GMON_TAGGED, &gmon);
    char *out = output_of(WORDS("prof", one, other));

    assert_has(out, "200 ticks at 100 a second\n");
    assert_has(out, " 15.00        0.30          30  0x401000-0x401004\n");
    free(out);
}

__attribute__((noinline, aligned(64))) int prof_test_first(int x)
{
    return x * 5 + 1;
}

__attribute__((noinline, aligned(64))) int prof_test_second(int x)
{
    return x * 7 + 1;
}

__attribute__((noinline, aligned(64))) int prof_test_third(int x)
{
    return x * 9 + 1;
}

/* Of the first two functions above, which stand in one row of 128 bytes: a
 * counter of 128 bytes is half the first's and half the second's. */
static const char *own_file(unsigned counter_size)
{
    uint16_t one[64] = {1, 1, 1, 1, [32] = 10};
    struct mon_call call = {(uint64_t)prof_test_second, 3};
    struct mon_contents own = {
        (uint64_t)prof_test_first,
        (uint64_t)prof_test_first + 128,
        &call,
        1,
        one,
        128 / counter_size,
    };

    assert_ptr_equal((char *)prof_test_first + 64, (char *)prof_test_second);
    assert_ptr_equal((char *)prof_test_first + 128, (char *)prof_test_third);
    return mon_file(&own);
}

extern char __executable_start;

/* Whose path is not /proc/PID/exe to others where valgrind runs it. */
static const char *own_program(void)
{
    static char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

    assert_true(length > 0);
    path[length] = '\0';
    return path;
}

TEST(ticks_and_calls_are_shown_by_function)
{
    static char base[32];
    const char *own = own_program();
    const char *file = own_file(2), *wide = own_file(128);
    char *out;

    if (!symbols_can_be_read)
        skip();
    snprintf(base, sizeof base, "%p", (void *)&__executable_start);
    out = output_of(
        WORDS("prof", "--symbols", own, "--base", base, "--rate", "10", file));
    assert_has(
        out, "%time cum seconds     seconds       ticks       calls function\n"
             " 71.43        1.00        1.00       10.00           3 "
             "prof_test_second\n"
             " 28.57        1.40        0.40        4.00             "
             "prof_test_first\n");
    assert_null(strstr(out, "by address"));
    free(out);
    out = output_of(
        WORDS("prof", "--symbols", own, "--base", base, "--annotate", file));
    assert_has(out, "  prof_test_first+0x2\n");
    assert_has(out, "          3 calls of 0x");
    assert_has(out, "  prof_test_second+0x0\n");
    free(out);
    out = output_of(WORDS("prof", "--symbols", own, "--base", base, wide));
    assert_has(out, " 50.00        0.50        0.50        0.50           3 "
                    "prof_test_second\n"
                    " 50.00        1.00        0.50        0.50             "
                    "prof_test_first\n");
    free(out);
    out = output_of(WORDS("prof", "--symbols", own, "--base", "0", file));
    assert_has(out, "100.00       14.00       14.00       14.00           3 "
                    "(in no function)\n");
    free(out);
    assert_refused_with("", 2, "are not those of the symbols; say with --base",
                        WORDS("prof", "--symbols", own, file));
}

extern char etext;

TEST(a_profile_of_all_the_text_tells_where_it_was_loaded)
{
    static const uint16_t none[64];
    struct mon_call call = {(uint64_t)prof_test_second, 3};
    struct mon_contents whole = {
        (uint64_t)&__executable_start, (uint64_t)&etext + 3, &call, 1, none, 64,
    };
    char *out;

    if (!symbols_can_be_read)
        skip();
    out =
        output_of(WORDS("prof", "--symbols", own_program(), mon_file(&whole)));
    assert_has(out, "          3 prof_test_second\n");
    free(out);
}

TEST(json_has_the_same)
{
    static char base[32];
    const char *own = own_program();
    const char *file = own_file(2);
    char *out = output_of(WORDS("prof", "--format", "json",
                                gmon_file(LAYOUT_GMON_FREEBSD, &gmon)));

    assert_true(is_json(out));
    assert_has(out, "{\"schema\": \"profilcheck.prof.1\", \"ticks\": 100, "
                    "\"rate\": 100,");
    assert_has(out, "\"layout\": \"gmon-freebsd\", \"word\": 64, ");
    assert_has(out, "{\"kind\": \"counter\", \"address\": 4198408, "
                    "\"end\": 4198412, \"ticks\": 60}");
    assert_has(out, "{\"kind\": \"arc\", \"address\": 4198408, "
                    "\"from\": 4198401, \"count\": 9}");
    free(out);
    if (!symbols_can_be_read)
        skip();
    snprintf(base, sizeof base, "%p", (void *)&__executable_start);
    out = output_of(WORDS("prof", "--format", "json", "--symbols", own,
                          "--base", base, file));
    assert_true(is_json(out));
    assert_has(out, "{\"name\": \"prof_test_second\", \"address\": ");
    assert_has(out, ", \"ticks\": 10, \"calls\": 3}");
    assert_has(out, "\"elsewhere\": {\"calls\": 0, \"ticks\": 0}");
    assert_null(strstr(out, "\"addresses\""));
    free(out);
}

TEST(bad_files_are_refused_with_offset_and_reason)
{
    unsigned char bytes[256];
    uint64_t size = gmon_out_write(&gmon, LAYOUT_GMON_44, LITTLE8, bytes, 256);
    struct gmon_contents fast = gmon;

    ASSERT_USAGE("prof: /nonexistent: No such file", "prof", "/nonexistent");
    ASSERT_USAGE("prof: /: Is a directory", "prof", "/");
    ASSERT_USAGE("prof: /dev/null: offset 0: the file ends inside a header or "
                 "record, read as mon (see --layout",
                 "prof", "/dev/null");
    assert_refused_with("", 2,
                        "offset 48: bytes that make no whole counter or "
                        "record, read as gmon-4.4bsd",
                        WORDS("prof", file_of(bytes, size - 1)));
    fast.rate = 1000;
    assert_refused_with("", 2,
                        "1000 ticks a second, and 100 before: profiles of "
                        "different clocks can't be added up",
                        WORDS("prof", gmon_file(LAYOUT_GMON_44, &gmon),
                              gmon_file(LAYOUT_GMON_44, &fast)));
}

TEST(wrong_words_are_refused)
{
    ASSERT_USAGE("prof: no file was named", "prof");
    ASSERT_USAGE("prof: --layout: read elf, expected mon, ", "prof", "--layout",
                 "elf", "x");
    ASSERT_USAGE("prof: unknown word '3'; choose from 2, 4, 8", "prof",
                 "--word", "3", "x");
    ASSERT_USAGE("prof: unknown order 'vax'; choose from little, big, pdp",
                 "prof", "--order", "vax", "x");
    ASSERT_USAGE("prof: unknown format 'xml'; choose from text, json", "prof",
                 "--format", "xml", "x");
    ASSERT_USAGE("prof: --rate: read 0, expected", "prof", "--rate", "0", "x");
    ASSERT_USAGE("prof: --base: read here, expected", "prof", "--base", "here");
    ASSERT_USAGE("unknown option '--frob';", "prof", "--frob");
    if (symbols_can_be_read)
        ASSERT_USAGE("prof: --symbols: /dev/null: is not an ELF file", "prof",
                     "--symbols", "/dev/null", "/dev/null");
}

TEST(layout_word_and_order_can_be_given)
{
    static const struct mon_contents old = {
        0x100, 0x110, calls, 0, counters, 4,
    };
    unsigned char bytes[256];
    struct encoding pdp = {ORDER_PDP, 2};
    const char *file = file_of(bytes, mon_out_write(&old, pdp, bytes, 256));
    char *out = output_of(WORDS("prof", "--order", "pdp", "--word", "2",
                                "--layout", "mon", file));

    assert_has(out, ": mon, 16-bit of a PDP-11\n100 ticks;");
    free(out);
}

/* What is said ends with 1, nothing with 0, what can't be read with 2. */
TEST(what_is_wrong_is_stated_and_put_right)
{
    static const uint16_t none[4] = {0};
    struct gmon_contents empty = gmon, shifted = gmon;
    const char *good = gmon_file(LAYOUT_GMON_44, &gmon), *fixed;
    struct command command = command_with("", WORDS("prof", "--check", good));

    assert_int_equal(command.status, 0);
    assert_has(command.out, ": nothing is wrong: 100 ticks in 4 counters, 9 "
                            "calls; 4.4BSD's layout\n");
    command_free(&command);

    empty.counters = none;
    command = command_with(
        "", WORDS("prof", "--check", gmon_file(LAYOUT_GMON_TAGGED, &empty)));
    assert_int_equal(command.status, 1);
    assert_has(command.out, " has no tick: all of its 4 counters are 0, and 9 "
                            "calls were counted.\n  1. It ran for less");
    command_free(&command);

    shifted.low += 0x555555554000;
    shifted.high += 0x555555554000;
    fixed = file_of("", 0);
    command = command_with(
        "", WORDS("prof", "--check", gmon_file(LAYOUT_GMON_44, &shifted),
                  "--base", "0x555555554000", "--fix", fixed));
    assert_int_equal(command.status, 1);
    assert_has(command.out, " is written; gprof PROGRAM ");
    command_free(&command);
    command = command_with("", WORDS("prof", "--annotate", fixed));
    assert_has(command.out, "0x401008-0x40100c");
    command_free(&command);

    ASSERT_USAGE("no more than its header", "prof", "--check",
                 file_of("gmon", 4));
    ASSERT_USAGE("can't be read as a profile", "prof", "--check",
                 file_of("\1\2", 2));
    ASSERT_USAGE("--fix: only with --check", "prof", "--fix", "x", good);
    ASSERT_USAGE("it takes one file", "prof", "--check", good, good, "--fix",
                 "/dev/full");
    ASSERT_USAGE("--fix: /dev/full: ", "prof", "--check", good, "--fix",
                 "/dev/full");
    ASSERT_USAGE("--check takes no --format", "prof", "--check", "--format",
                 "json", good);
}

/* The program is recognised by its content, wherever the options are. */
TEST(the_program_may_stand_behind_the_files)
{
    struct gmon_contents elsewhere = gmon;
    const char *program = built("busy-pg");
    struct command command;

    if (!symbols_can_be_read)
        skip();
    elsewhere.low = 0x90000000;
    elsewhere.high = 0x90000010;
    command =
        command_with("", WORDS("prof", "--check",
                               gmon_file(LAYOUT_GMON_44, &elsewhere), program));
    assert_int_equal(command.status, 1);
    assert_has(command.out, "busy-pg has no code");
    command_free(&command);
}

TESTS(NULL, NULL)
