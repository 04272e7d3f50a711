/* SPDX-License-Identifier: MIT */
/* Cases of a text, observed on a profil with a habit. */
#ifndef CONFORMANCE_OBSERVE_TEST_H
#define CONFORMANCE_OBSERVE_TEST_H

#include "reference/unit_test.h"

#include <stdint.h>

#include "conformance/language/parsed_test.h"
#include "conformance/machine/sandbox.h"
#include "observe.h"
#include "probe.h"
#include "profil_test.h"

#define TEXT_START   UINT64_C(0x10000000) /* where the profiled text begins */
#define COUNT(array) (sizeof(array) / sizeof *(array))

#define ON         "buffer a 64\nprofil a 64 0x10000000 0x10000\n"
#define OFF        "profil a 64 0x10000000 0\n"
#define TICKS      "tick 0x10000000 0x10000002 x2 0x10000007 x3\n"
#define ORDINARY   "case ordinary\n" ON TICKS OFF TICKS
#define ONLY(name) "case " name "\nbuffer a 64\n"

/* The case that a text describes, as long as there are no more than a few. */
static inline const struct test_case *case_of(const char *text)
{
    static struct case_list lists[8];
    static unsigned used;
    struct case_list *list = &lists[used++ % COUNT(lists)];

    case_list_free(list);
    return parsed(list, text);
}

static inline struct observe_options options_of(const char *habit_wanted)
{
    return (struct observe_options){
        .impl = &test_profil,
        .open = {.path = habit_wanted, .dialect = "freebsd"},
        .timeout_ms = 20000};
}

/* No process is left of it. */
static inline struct observation see_by(const struct observe_options *options,
                                        const struct test_case *c)
{
    struct observation observation;

    observe(options, c, &observation);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    return observation;
}

#endif
