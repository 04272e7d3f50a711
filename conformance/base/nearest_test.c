/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "nearest.h"

static const char *const dialects[] = {"aix", "irix", "hpux", "freebsd", NULL};

static void check(const char *word, const char *meant)
{
    struct nearest nearest;

    nearest_begin(&nearest, word);
    for (size_t k = 0; dialects[k]; k++)
        nearest_try(&nearest, dialects[k]);
    assert_string_equal(nearest.name, meant);
}

static void few_changes_are_forgiven(void **state)
{
    (void)state;
    check("fresbd", "freebsd");
    check("freebsd4", "freebsd");
    check("frebesd", "freebsd");
    check("ax", "aix");
    check("aixx", "aix");
    check("iax", "aix");
}

static void many_are_another_word(void **state)
{
    (void)state;
    check("vms", "");
    check("", "");
    check("plan9", "");
    check("freebsdfreebsdfreebsdfreebsdfreebsdfreebsdfreebsdfreebsdfreebsdx",
          "");
}

/* Not one change and another. */
static void letters_that_changed_places_are_one_change(void **state)
{
    struct nearest nearest;

    (void)state;
    nearest_begin(&nearest, "abcd");
    nearest_try(&nearest, "abdc");
    assert_int_equal(nearest.changes, 1);
    nearest_begin(&nearest, "abcd");
    nearest_try(&nearest, "badc");
    assert_int_equal(nearest.changes, 2);
}

static void the_first_of_equals_is_named(void **state)
{
    struct nearest nearest;

    (void)state;
    nearest_begin(&nearest, "cat");
    nearest_try(&nearest, "car");
    nearest_try(&nearest, "cap");
    assert_string_equal(nearest.name, "car");
    nearest_try(&nearest, "cat");
    assert_string_equal(nearest.name, "cat");
}

static void it_is_asked_in_one_sentence(void **state)
{
    char text[200];

    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_changes_are_forgiven),
        cmocka_unit_test(many_are_another_word),
        cmocka_unit_test(letters_that_changed_places_are_one_change),
        cmocka_unit_test(the_first_of_equals_is_named),
        cmocka_unit_test(it_is_asked_in_one_sentence),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
