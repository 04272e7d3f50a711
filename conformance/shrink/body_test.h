/* SPDX-License-Identifier: MIT */
/* The text of what a shrunk case does. */
#ifndef CONFORMANCE_BODY_TEST_H
#define CONFORMANCE_BODY_TEST_H

#include "conformance/cases/parsed_test.h"

/* The canonical text of the operations; free it. */
static inline char *body_of(const struct test_case *c)
{
    char *text, *body;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    test_case_print(c, out);
    fclose(out);
    body = strdup(strchr(text, '\n') + 1);
    free(text);
    return body;
}

#endif
