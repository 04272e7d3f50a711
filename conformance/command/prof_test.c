/* SPDX-License-Identifier: MIT */
#include "command_test.h"

#include "conformance/prof/symbols.h"
#include "reference/files/mon_out.h"
#include "reference/unit_test.h"

/* The rest of the verb is in transcripts/prof.txt. */

/* A mon.out, for as long as the test program runs. */
static const char *mon_file(const struct mon_contents *contents)
{
    static char paths[8][64];
    static size_t used;
    unsigned char bytes[256];
    struct encoding encoding = {ORDER_LITTLE, 8};
    uint64_t size = mon_out_write(contents, encoding, bytes, 256);
    int file = memfd_create("profile", 0);

    assert_true(used < 8);
    assert_int_equal(write(file, bytes, size), size);
    snprintf(paths[used], sizeof *paths, "/proc/%d/fd/%d", (int)getpid(), file);
    return paths[used++];
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
    char *out;

    if (!symbols_can_be_read)
        skip();
    snprintf(base, sizeof base, "%p", (void *)&__executable_start);
    out = output_of(WORDS("prof", "--format", "json", "--symbols", own,
                          "--base", base, own_file(2)));
    assert_true(is_json(out));
    assert_has(out, "{\"name\": \"prof_test_second\", \"address\": ");
    assert_has(out, ", \"ticks\": 10, \"calls\": 3}");
    assert_has(out, "\"elsewhere\": {\"calls\": 0, \"ticks\": 0}");
    assert_null(strstr(out, "\"addresses\""));
    free(out);
}

TEST(what_is_no_program_has_no_symbols)
{
    if (!symbols_can_be_read)
        skip();
    ASSERT_USAGE("prof: --symbols: /dev/null: is not an ELF file", "prof",
                 "--symbols", "/dev/null", "/dev/null");
}

/* The program is recognised by its content, wherever the options are. */
TEST(the_program_may_stand_behind_the_files)
{
    static const uint16_t ticks[] = {30, 0, 60, 10};
    struct mon_contents elsewhere = {
        0x90000000, 0x90000010, NULL, 0, ticks, 4,
    };
    const char *program = built("busy-pg");
    struct command command;

    if (!symbols_can_be_read)
        skip();
    command = command_with(
        "", WORDS("prof", "--check", mon_file(&elsewhere), program));
    assert_int_equal(command.status, 1);
    assert_has(command.out, "busy-pg has no code");
    command_free(&command);
}

TESTS(NULL, NULL)
