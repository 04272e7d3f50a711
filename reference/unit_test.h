/* SPDX-License-Identifier: MIT */
/*
 * A test is written once, and is run for being there:
 *
 *     TEST(an_odd_pc_rounds_up_in_aix)
 *     {
 *         ...
 *     }
 *
 *     TESTS(NULL, NULL)
 *
 * TESTS is the program that runs all of its file, in their order, between a
 * set-up and a tear-down for the group, or null; where main has more to do, it
 * returns RUN_TESTS.  TEST_WITH is a test with a set-up and a tear-down of its
 * own, or null.  ENLIST takes one from a header that several files share.  What
 * a set-up leaves in *state, a test has there.
 */
#ifndef REFERENCE_UNIT_TEST_H
#define REFERENCE_UNIT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { TESTS_MOST = 64, TESTS_FROM = __COUNTER__ + 1 };

static struct CMUnitTest tests_here[TESTS_MOST];

#define ENLIST(name, set_up, tear_down)                                        \
    __attribute__((constructor)) static void enlist_##name(void)               \
    {                                                                          \
        tests_here[__COUNTER__ - TESTS_FROM] =                                 \
            (struct CMUnitTest){#name, name, set_up, tear_down, NULL};         \
    }

#define TEST_WITH(name, set_up, tear_down)                                     \
    static void name(void **state);                                            \
    ENLIST(name, set_up, tear_down)                                            \
    static void name(__attribute__((unused)) void **state)

#define TEST(name) TEST_WITH(name, NULL, NULL)

#define RUN_TESTS(set_up, tear_down)                                           \
    _cmocka_run_group_tests("tests", tests_here, __COUNTER__ - TESTS_FROM,     \
                            set_up, tear_down)

#define TESTS(set_up, tear_down)                                               \
    int main(void)                                                             \
    {                                                                          \
        return RUN_TESTS(set_up, tear_down);                                   \
    }

#endif
