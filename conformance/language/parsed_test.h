/* SPDX-License-Identifier: MIT */
/* Cases and observations from text, for tests. */
#ifndef CONFORMANCE_PARSED_TEST_H
#define CONFORMANCE_PARSED_TEST_H

#include "reference/unit_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "observed.h"

/* The case that a text describes; the list releases it. */
static inline const struct test_case *parsed(struct case_list *list,
                                             const char *text)
{
    struct case_error error;

    if (!case_list_parse(list, "test", text, strlen(text), &error))
        fail_msg("%s", error.text);
    return &list->cases[list->count - 1];
}

/* The cases of a text in place of those of the list; a comment alone is about
 * the same cases.  False: it is that. */
static inline bool parsed_anew(struct case_list *list, const char *text,
                               size_t length)
{
    struct case_list read = {0};
    struct case_error error;

    if (!case_list_parse(&read, "test", text, length, &error))
        fail_msg("%s", error.text);
    if (read.count == 0)
        return false;
    case_list_free(list);
    *list = read;
    return true;
}

/* The case of a text's lines without its name, with " / " between. */
static inline const struct test_case *parsed_line(struct case_list *list,
                                                  const char *words)
{
    char text[1000], *slash;

    assert_true(snprintf(text, sizeof text, "case a\n%s\n", words) <
                (int)sizeof text);
    while ((slash = strstr(text, " / ")))
        slash[1] = '\n';
    return parsed(list, text);
}

/* What a text says was observed, for observation_free. */
static inline struct observation observed_from(const char *text)
{
    struct observed_error error;
    struct observation seen;

    if (!observed_parse(text, strlen(text), &seen, &error))
        fail_msg("%s: %s", error.text, text);
    return seen;
}

#endif
