/* SPDX-License-Identifier: MIT */
/* Files of results, for the tests of the verbs that write and read them. */
#ifndef CONFORMANCE_RESULTS_TEST_H
#define CONFORMANCE_RESULTS_TEST_H

#include "command_test.h"
#include "conformance/base/sha256.h"

/* What a file holds. */
static inline char *text_of_file(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);

    assert_true(file >= 0);
    return contents(file);
}

/* A path that leads to an unnamed file, for as long as the test runs. */
static inline void temporary(char path[64])
{
    snprintf(path, 64, "/proc/%d/fd/%d", (int)getpid(), file_holding(""));
}

/* Run it on that implementation; what the file of results holds. */
static inline char *results_of(const char *dialect, const char *impl,
                               int status)
{
    struct command command;
    char path[64];

    temporary(path);
    command = command_with("", WORDS("run", "--jobs", "2", "--dialect", dialect,
                                     "--results", path, impl));
    assert_string_equal(command.err, "");
    assert_int_equal(command.status, status);
    command_free(&command);
    return text_of_file(path);
}

/* Tests of reading are of no use where nothing can be read. */
static inline void skip_without_json(void)
{
    struct command command = command_with("{}\n", WORDS("verify", "-"));
    bool lacking = strstr(command.err, "apt-get install libjansson-dev");

    assert_int_equal(command.status, 2);
    command_free(&command);
    if (lacking)
        skip();
}

/* With the first occurrence of some words replaced. */
static inline char *edited(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    char *copy = calloc(1, strlen(text) + strlen(to) + 1);

    assert_non_null(at);
    assert_non_null(copy);
    sprintf(copy, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return copy;
}

/* The footer's digest made to fit what was edited, of a file of one run. */
static inline void seal(char *text)
{
    char *footer = strstr(text, "{\"line\": \"footer\""), *at;
    char digest[SHA256_HEX];
    struct sha256 sum;

    assert_non_null(footer);
    sha256_begin(&sum);
    sha256_add(&sum, text, (size_t)(footer - text));
    sha256_end_hex(&sum, digest);
    at = strstr(footer, "\"sha256\": \"");
    memcpy(at + strlen("\"sha256\": \""), digest, SHA256_HEX - 1);
}

#endif
