/* SPDX-License-Identifier: MIT */
/* Files that are planted in a directory of the test's own, and looked at. */
#ifndef CONFORMANCE_PLANTED_FILE_TEST_H
#define CONFORMANCE_PLANTED_FILE_TEST_H

#include <stdlib.h>

#include "conformance/language/observed.h"
#include "conformance/machine/scratch_test.h"
#include "profile.h"
#include "written.h"

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
