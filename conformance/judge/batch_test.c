/* SPDX-License-Identifier: MIT */
/* Of lines in blocks; what lines are answered is in map.txt of the
 * transcripts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "batch.h"
#include "reference/unit_test.h"

/* By aix; error: null where all lines are answered. */
static void check_run(const char *text, const char *answers, const char *error)
{
    int in = memfd_create("input", 0), out = memfd_create("output", 0);
    size_t length = strlen(text), answered = strlen(answers);
    char *written = calloc(answered + 1, 1);
    struct batch_error said;
    struct formula formula;

    assert_non_null(written);
    assert_int_equal(write(in, text, length), length);
    assert_int_equal(lseek(in, 0, SEEK_SET), 0);
    formula_begin(&formula, DIALECT_AIX);
    assert_int_equal(batch_map(&formula, 64, in, out, &said),
                     error ? BATCH_MALFORMED : BATCH_DONE);
    assert_int_equal(lseek(out, 0, SEEK_END), answered);
    assert_int_equal(pread(out, written, answered, 0), answered);
    assert_string_equal(written, answers);
    if (error)
        assert_string_equal(said.text, error);
    free(written);
    close(in);
    close(out);
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
    check_run(text, answers, NULL);
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
    check_run(text, "1\n",
              "2: read 7, expected a line of less than 65536 bytes");
    free(text);
}

TESTS(NULL, NULL)
