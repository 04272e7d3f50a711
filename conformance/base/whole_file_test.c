/* SPDX-License-Identifier: MIT */
#include "whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "reference/unit_test.h"

TEST(all_bytes_are_read_and_a_zero_follows)
{
    static const size_t lengths[] = {
        0, 1, (1 << 14) - 2, (1 << 14) - 1, 1 << 14, (1 << 15) - 1, 100000};
    static unsigned char bytes[100000];
    struct whole_file file;
    char path[64];

    for (size_t k = 0; k < sizeof bytes; k++)
        bytes[k] = (unsigned char)(k % 251);
    for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++) {
        int made = memfd_create("bytes", MFD_CLOEXEC);

        assert_int_equal(write(made, bytes, lengths[n]), (long)lengths[n]);
        snprintf(path, sizeof path, "/proc/self/fd/%d", made);
        assert_true(whole_file_read(&file, path));
        assert_int_equal(file.length, lengths[n]);
        assert_memory_equal(file.text, bytes, lengths[n]);
        assert_int_equal(file.text[file.length], 0);
        free(file.text);
        close(made);
    }
}

TEST(what_can_not_be_read_is_an_error)
{
    static const struct {
        const char *name;
        int error;
    } rows[] = {
        {"/nowhere/at/all", ENOENT}, {"/", EISDIR}, {"/dev/zero", EFBIG}};

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct whole_file file;

        assert_false(whole_file_read(&file, rows[k].name));
        assert_int_equal(errno, rows[k].error);
        assert_null(file.text);
    }
}

TEST(a_zero_byte_is_found_with_its_line)
{
    struct whole_file none = {"a\nb\n", 4}, third = {"a\nb\n\0c\n", 7};

    assert_int_equal(whole_file_nul(&none), 0);
    assert_int_equal(whole_file_nul(&third), 3);
}

TESTS(NULL, NULL)
