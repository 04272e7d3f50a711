/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reference/unit_test.h"
#include "whole_file.h"

/* A path of a file of so many bytes, each its own index. */
static const char *file_of(size_t length)
{
    static char path[64];
    int file = memfd_create("bytes", MFD_CLOEXEC);

    assert_true(file >= 0);
    for (size_t k = 0; k < length; k++) {
        unsigned char byte = (unsigned char)(k % 251);

        assert_int_equal(write(file, &byte, 1), 1);
    }
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), file);
    return path;
}

TEST(all_bytes_are_read_and_a_zero_follows)
{
    static const size_t lengths[] = {
        0, 1, (1 << 14) - 2, (1 << 14) - 1, 1 << 14, (1 << 15) - 1, 100000};
    struct whole_file file;

    for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++) {
        assert_true(whole_file_read(&file, file_of(lengths[n])));
        assert_int_equal(file.length, lengths[n]);
        assert_int_equal(file.text[file.length], 0);
        for (size_t k = 0; k < file.length; k++)
            assert_int_equal((unsigned char)file.text[k], k % 251);
        free(file.text);
    }
}

static void refused(const char *name, int error)
{
    struct whole_file file;

    assert_false(whole_file_read(&file, name));
    assert_int_equal(errno, error);
    assert_null(file.text);
}

TEST(what_can_not_be_read_is_an_error)
{
    refused("/nowhere/at/all", ENOENT);
    refused("/", EISDIR);
    refused("/dev/zero", EFBIG);
}

/* In a process that may have little memory. */
TEST(lack_of_memory_is_no_end_of_file)
{
    const struct rlimit little = {64 << 20, 64 << 20};
    struct whole_file file;
    pid_t pid;
    int status;

#ifdef __SANITIZE_ADDRESS__ /* whose own memory is more than that */
    skip();
#endif
    pid = fork();
    if (pid == 0) {
        setrlimit(RLIMIT_AS, &little);
        errno = 0;
        _exit(whole_file_read(&file, "/dev/zero") ? 1 : errno != ENOMEM);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

TEST(a_zero_byte_is_found_with_its_line)
{
    struct whole_file none = {"a\nb\n", 4}, third = {"a\nb\n\0c\n", 7};

    assert_int_equal(whole_file_nul(&none), 0);
    assert_int_equal(whole_file_nul(&third), 3);
}

TESTS(NULL, NULL)
