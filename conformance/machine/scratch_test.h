/* SPDX-License-Identifier: MIT */
/* A directory of a test's own, and files in it. */
#ifndef CONFORMANCE_SCRATCH_TEST_H
#define CONFORMANCE_SCRATCH_TEST_H

#include <stdio.h>
#include <unistd.h>

#include "reference/unit_test.h"
#include "scratch.h"

static char directory[SCRATCH_NAME];

static inline int set_up(void **state)
{
    (void)state;
    scratch_choose_outside(directory);
    return scratch_enter(directory) ? 0 : -1;
}

static inline int tear_down(void **state)
{
    (void)state;
    scratch_remove(directory);
    return access(directory, F_OK) == 0;
}

/* Until the next call. */
static inline const char *path_of(const char *name)
{
    static char path[SCRATCH_NAME + 64];

    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

static inline void write_file(const char *name, const void *bytes, size_t size)
{
    FILE *out = fopen(path_of(name), "w");

    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(out);
}

#endif
