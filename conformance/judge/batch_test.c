/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "batch.h"
#include "reference/unit_test.h"

struct run {
    enum batch_result result;
    struct batch_error error;
    char *answers;
};

static int file_with(const char *text, size_t length)
{
    int file = memfd_create("input", 0);

    assert_true(file >= 0);
    assert_int_equal(write(file, text, length), length);
    assert_int_equal(lseek(file, 0, SEEK_SET), 0);
    return file;
}

static struct run run_bits(enum dialect dialect, unsigned bits,
                           const char *text)
{
    int in = file_with(text, strlen(text)), out = memfd_create("output", 0);
    struct formula formula;
    struct run run = {0};
    off_t length;

    formula_begin(&formula, dialect);
    run.result = batch_map(&formula, bits, in, out, &run.error);
    length = lseek(out, 0, SEEK_END);
    run.answers = calloc((size_t)length + 1, 1);
    assert_non_null(run.answers);
    assert_int_equal(pread(out, run.answers, (size_t)length, 0), length);
    close(in);
    close(out);
    return run;
}

/* error: null where all lines are answered. */
static void check_run(enum dialect dialect, unsigned bits, const char *text,
                      const char *answers, const char *error)
{
    struct run run = run_bits(dialect, bits, text);

    assert_int_equal(run.result, error ? BATCH_MALFORMED : BATCH_DONE);
    assert_string_equal(run.answers, answers);
    if (error)
        assert_string_equal(run.error.text, error);
    free(run.answers);
}

TEST(a_line_gets_its_counter)
{
    static const struct {
        enum dialect dialect;
        const char *text, *answers;
    } rows[] = {
        {DIALECT_AIX, "", ""},
        {DIALECT_AIX, "2 64 0x400000 0xffff 0x400003\n", "1\n"},
        {DIALECT_AIX, "2 64 0x400000 65535 4194367\n", "31\n"},
        {DIALECT_AIX, "2 64 0x400000 65535 0x400040\n", "-\n"},
        {DIALECT_AIX, "2 64 0 65535 18446744073709551615\n", "-\n"},
        {DIALECT_FREEBSD, "2 64 8 65536 7\n2 64 8 65536 8\n", "-\n0\n"},
        {DIALECT_IRIX, "4 64 0 65536 7\n", "1\n"},
        /* Blanks and a missing last newline do not matter. */
        {DIALECT_AIX, " 2\t64  0 0XFFFF 3 \r\n2 64 0 65535 3", "1\n1\n"},
        /* A scale that turns off counts nowhere. */
        {DIALECT_AIX, "2 64 0 1 0\n2 64 0 65536 0\n2 0 0 2 0\n", "-\n-\n-\n"},
        {DIALECT_FREEBSD, "2 64 0 1 0\n2 64 0 0 0\n", "0\n-\n"},
        /* The overflow bin of irix takes every pc. */
        {DIALECT_IRIX,
         "2 64 0 2 0xffffffffffffffff\n4 2 0 2 5\n2 64 1 2 0xfffff\n",
         "0\n-\n15\n"},
        {DIALECT_HPUX, "2 64 0 2 0xffffffffffffffff\n", "-\n"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        check_run(rows[k].dialect, 64, rows[k].text, rows[k].answers, NULL);
}

#define BELOW ": decimal or 0x, below 2^64"

TEST(answers_before_a_malformed_line_are_written)
{
    static const struct {
        unsigned bits;
        const char *text, *answers, *error;
    } rows[] = {
        {64, "2 64 0 65535 3\n2 64 x 65535 3\n2 64 0 65535 3\n", "1\n",
         "2: read x, expected the offset" BELOW},
        {64, "\n", "", "1: read no number, expected the width" BELOW},
        {64, "2 64 0 3", "", "1: read no number, expected the pc" BELOW},
        {64, "2 64 0 3 4 5\n", "", "1: read 5, expected the end of the line"},
        {64, "3 64 0 3 4\n", "", "1: read 3, expected a width of 2 or 4"},
        /* Numbers beyond 64 bits. */
        {64, "2 64 0 3 18446744073709551616\n", "",
         "1: read 18446744073709551616, expected the pc" BELOW},
        {64, "2 64 0 0x10000000000000000 1\n", "",
         "1: read 0x10000000000000000, expected the scale" BELOW},
        {64, "2 010 0 1 1\n", "", "1: read 010, expected the size" BELOW},
        /* Addresses must fit the machine. */
        {16, "2 64 0 3 0xffff\n2 64 0 3 0x10000\n", "1\n",
         "2: read 0x10000, expected an address of that machine"},
        {32, "2 64 0x100000000 3 0\n", "",
         "1: read 0x100000000, expected an address of that machine"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        check_run(DIALECT_AIX, rows[k].bits, rows[k].text, rows[k].answers,
                  rows[k].error);
}

/* More than a block of input, and of answers: lines are cut by blocks. */
TEST(lines_that_blocks_cut_are_whole)
{
    enum { LINES = 20000 };
    char *text = NULL, *answers = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    for (unsigned k = 0; k < LINES; k++)
        fprintf(out, "2 4096 0 65535 %u\n", k % 4095 & ~1u);
    fclose(out);
    out = open_memstream(&answers, &length);
    assert_non_null(out);
    for (unsigned k = 0; k < LINES; k++)
        fprintf(out, "%u\n", (k % 4095) / 2);
    fclose(out);
    check_run(DIALECT_AIX, 64, text, answers, NULL);
    free(text);
    free(answers);
}

TEST(a_line_longer_than_a_block_is_malformed)
{
    size_t length = 1 << 17;
    char *text = malloc(length + 1);

    assert_non_null(text);
    memset(text, ' ', length);
    memcpy(text, "2 64 0 65535 3\n7", 16);
    text[length] = '\0';
    check_run(DIALECT_AIX, 64, text, "1\n",
              "2: read 7, expected a line of less than 65536 bytes");
    free(text);
}

TEST(a_failing_file_is_reported)
{
    int in = file_with("2 64 0 3 4\n", 11);
    struct batch_error error;
    struct formula formula;
    int full = open("/dev/full", O_WRONLY);

    formula_begin(&formula, DIALECT_AIX);
    assert_int_equal(batch_map(&formula, 64, in, full, &error), BATCH_WRITE);
    assert_int_equal(batch_map(&formula, 64, full, in, &error), BATCH_READ);
    close(in);
    close(full);
}

TESTS(NULL, NULL)
