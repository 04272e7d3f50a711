/* SPDX-License-Identifier: MIT */
/* What the build makes, as a test program of a room's part sees it. */
#ifndef CONFORMANCE_BUILT_TEST_H
#define CONFORMANCE_BUILT_TEST_H

#include "reference/unit_test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A path in the build's directory, good until seven others were asked for. */
__attribute__((format(printf, 1, 2))) static inline const char *
built(const char *format, ...)
{
    static char paths[8][4096];
    static unsigned used;
    char *path = paths[used++ % 8];
    ssize_t length = readlink("/proc/self/exe", path, sizeof *paths - 100);
    va_list arguments;

    assert_true(length > 0);
    path[length] = '\0';
    for (int up = 0; up < 3; up++) /* BUILD/conformance/command/x_test */
        *strrchr(path, '/') = '\0';
    length = (ssize_t)strlen(path);
    path[length++] = '/';
    va_start(arguments, format);
    vsnprintf(path + length, 100, format, arguments);
    va_end(arguments);
    return path;
}

#endif
