/* SPDX-License-Identifier: MIT */
#include "reason.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct reason reason(const char *why)
{
    struct reason r = {.verdict = VERDICT_CRASH,
                       .ended = ENDED_SIGNAL,
                       .status = 11,
                       .op = OP_TICKS};

    strcpy(r.why, why);
    return r;
}

/* The last of several rules is what a case is about. */
static void a_reason_may_come_down_to_its_last_rule(void **state)
{
    struct reason both = reason("rounding is down, but a; exec is kills, b");
    struct reason first = reason("rounding is down, but a");
    struct reason last = reason("exec is kills, b");

    (void)state;
    assert_true(reason_same(&both, &both));
    assert_true(reason_same(&both, &last));
    assert_false(reason_same(&both, &first));
    assert_false(reason_same(&last, &both));
}

static void a_reason_differs_in_whatever_tells_it(void **state)
{
    struct reason a = reason("no known choice explains it"), b[8];

    (void)state;
    for (unsigned k = 0; k < 8; k++)
        b[k] = a;
    b[0].verdict = VERDICT_FAIL;
    b[1].status = 6;
    b[2].op = OP_CALL;
    b[3].alone = true;
    b[4].outside = true;
    b[5].difference = EVENT_BUFFER;
    b[6].ended = ENDED_EXIT;
    b[7].call = CALL_SPROFIL;
    for (unsigned k = 0; k < 8; k++)
        assert_false(reason_same(&a, &b[k]));
}

static void passing_is_no_failure(void **state)
{
    (void)state;
    for (unsigned v = 0; v < VERDICTS; v++)
        assert_int_equal(reason_is_failure(v),
                         v == VERDICT_FAIL || v == VERDICT_CRASH ||
                             v == VERDICT_TIMEOUT ||
                             v == VERDICT_INCONSISTENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reason_may_come_down_to_its_last_rule),
        cmocka_unit_test(a_reason_differs_in_whatever_tells_it),
        cmocka_unit_test(passing_is_no_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
