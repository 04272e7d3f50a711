/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <string.h>

#include "nearest.h"
#include "reference/unit_test.h"

static const char *const dialects[] = {"aix", "irix", "hpux", "freebsd", NULL};

static void check(const char *word, const char *meant)
{
    struct nearest nearest;

    nearest_begin(&nearest, word);
    for (size_t k = 0; dialects[k]; k++)
        nearest_try(&nearest, dialects[k]);
    assert_string_equal(nearest.name, meant);
}

TEST(few_changes_are_forgiven)
{
    check("fresbd", "freebsd");
    check("freebsd4", "freebsd");
    check("frebesd", "freebsd");
    check("ax", "aix");
    check("aixx", "aix");
    check("iax", "aix");
}

TEST(many_are_another_word)
{
    check("vms", "");
    check("", "");
    check("plan9", "");
    check("freebsdfreebsdfreebsdfreebsdfreebsdfreebsdfreebsdfreebsdfreebsdx",
          "");
}

/* Not one change and another. */
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

TEST(the_first_of_equals_is_named)
{
    struct nearest nearest;

    nearest_begin(&nearest, "cat");
    nearest_try(&nearest, "car");
    nearest_try(&nearest, "cap");
    assert_string_equal(nearest.name, "car");
    nearest_try(&nearest, "cat");
    assert_string_equal(nearest.name, "cat");
}

TEST(it_is_asked_in_one_sentence)
{
    char text[200];

    nearest_of("fresbd", "dialect", dialects, text, sizeof text);
    assert_string_equal(text, "unknown dialect fresbd; did you mean freebsd? "
                              "choose from aix, irix, hpux, freebsd");
    nearest_of("vms", "dialect", dialects, text, sizeof text);
    assert_string_equal(text, "unknown dialect vms; choose from aix, irix, "
                              "hpux, freebsd");
    nearest_of("", "dialect", dialects, text, sizeof text);
    assert_string_equal(text, "unknown dialect \"\"; choose from aix, irix, "
                              "hpux, freebsd");
}

TESTS(NULL, NULL)
