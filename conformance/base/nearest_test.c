/* SPDX-License-Identifier: MIT */
#include "nearest.h"

#include <stdio.h>

#include "reference/unit_test.h"

static const char *const dialects[] = {"aix", "irix", "hpux", "freebsd", NULL};
static const char *const ours[] = {"car", "cap", NULL};

/* Null: none of the names is near, and all of them are listed. */
static const struct {
    const char *word;
    const char *const *names;
    const char *meant;
} rows[] = {
    {"fresbd", dialects, "freebsd"},
    {"freebsd4", dialects, "freebsd"},
    {"frebesd", dialects, "freebsd"}, /* places changed: one change */
    {"ax", dialects, "aix"},
    {"aixx", dialects, "aix"},
    {"iax", dialects, "aix"},
    {"cat", ours, "car"}, /* the first of equals */
    {"vms", dialects, NULL},
    {"", dialects, NULL},
    {"plan9", dialects, NULL},
    {"freebsdfreebsdfreebsdfreebsdfreebsdfreebsdfreebsdfreebsdfreebsdx",
     dialects, NULL},
};

TEST(the_message_names_the_nearest_or_all_of_them)
{
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char expected[300];

        snprintf(expected, sizeof expected, "unknown dialect '%s'; %s%s%s",
                 rows[k].word, rows[k].meant ? "did you mean " : "choose from ",
                 rows[k].meant ? rows[k].meant : "aix, irix, hpux, freebsd",
                 rows[k].meant ? "?" : "");
        assert_string_equal(nearest_of(rows[k].word, "dialect", rows[k].names),
                            expected);
    }
}

TEST(letters_that_changed_places_are_one_change)
{
    struct nearest nearest;

    nearest_begin(&nearest, "abcd");
    nearest_try(&nearest, "abdc");
    assert_int_equal(nearest.changes, 1);
    nearest_begin(&nearest, "abcd");
    nearest_try(&nearest, "badc");
    assert_int_equal(nearest.changes, 2);
}

TESTS(NULL, NULL)
