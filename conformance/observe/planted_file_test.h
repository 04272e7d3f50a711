/* SPDX-License-Identifier: MIT */
/* A directory of a test's own, and files planted there. */
#ifndef CONFORMANCE_PLANTED_FILE_TEST_H
#define CONFORMANCE_PLANTED_FILE_TEST_H

#include <stdio.h>
#include <unistd.h>

#include "reference/unit_test.h"
#include "written.h"

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

static inline void write_file(const char *name, const void *bytes, size_t size)
{
    char path[SCRATCH_NAME + 40];
    FILE *out;

    snprintf(path, sizeof path, "%s/%s", directory, name);
    out = fopen(path, "w");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(out);
}

#endif
