/* SPDX-License-Identifier: MIT */
/* The cases of the quick suite, for all of a test program. */
#ifndef CONFORMANCE_SUITE_TEST_H
#define CONFORMANCE_SUITE_TEST_H

#include "reference/unit_test.h"

#include "conformance/language/suite.h"

static struct case_list suite;

static inline int load(void **state)
{
    struct case_error error;

    (void)state;
    if (suite_load(&suite, DIALECT_AIX, false, &error))
        return 0;
    print_error("%s\n", error.text);
    return -1;
}

static inline int unload(void **state)
{
    (void)state;
    case_list_free(&suite);
    return 0;
}

#endif
