/* SPDX-License-Identifier: MIT */
#include "probe.h"
#include "reference/unit_test.h"

TEST(what_void_functions_leave_behind_is_recognised)
{
    static const int64_t values[] = {
        0,           -1,           ERROR_EINVAL, ERROR_EFAULT,
        ERROR_E2BIG, ERROR_EACCES, VALUE_NONE};
    struct event event = {.kind = EVENT_CALL};
    struct observation o = {.outcome = {.events = &event, .count = 1}};

    for (unsigned k = 0; k < sizeof values / sizeof *values; k++) {
        event.value = values[k];
        assert_false(opening_is_void(&o));
    }
    event.value = 4096;
    assert_true(opening_is_void(&o));
    event.kind = EVENT_SLEEP;
    assert_false(opening_is_void(&o));
}

TESTS(NULL, NULL)
