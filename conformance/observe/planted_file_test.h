/* SPDX-License-Identifier: MIT */
/* A directory of a test's own, and files planted there. */
#ifndef CONFORMANCE_PLANTED_FILE_TEST_H
#define CONFORMANCE_PLANTED_FILE_TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "conformance/language/observed.h"
#include "profile.h"
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

static char why[200];
static union file_left left;

static inline struct event look(bool runtime, int process,
                                const struct script *script)
{
    why[0] = '\0';
    return profile_event(directory, runtime, process, script, &left, why,
                         sizeof why);
}

/* What is looked at, as text. */
static inline void assert_event(struct event event, const char *expected)
{
    struct memory_stream text;

    observed_put_event(&event, false, memory_stream(&text));
    assert_string_equal(memory_stream_end(&text) + 2, expected);
    free(text.text);
}

#endif
