/* SPDX-License-Identifier: MIT */
#include "reason.h"
#include "reference/unit_test.h"

#include <string.h>

static struct reason reason(unsigned first, unsigned second, unsigned count)
{
    struct reason r = {.verdict = VERDICT_CRASH,
                       .ended = ENDED_SIGNAL,
                       .status = 11,
                       .op = OP_TICKS};

    r.causes[0] = (uint8_t)first;
    r.causes[1] = (uint8_t)second;
    r.cause_count = count;
    return r;
}

/* The last of several causes is what a case is about. */
TEST(a_reason_may_come_down_to_its_last_cause)
{
    struct reason both = reason(0, 3, 2);
    struct reason first = reason(0, 0, 1);
    struct reason last = reason(3, 0, 1);

    assert_true(reason_same(&both, &both));
    assert_true(reason_same(&both, &last));
    assert_false(reason_same(&both, &first));
    assert_false(reason_same(&last, &both));
}

TEST(a_reason_differs_in_whatever_tells_it)
{
    struct reason a = reason(0, 0, 0), b[9];

    for (unsigned k = 0; k < 9; k++)
        b[k] = a;
    b[0].verdict = VERDICT_FAIL;
    b[1].status = 6;
    b[2].op = OP_CALL;
    b[3].alone = true;
    b[4].outside = true;
    b[5].difference = EVENT_BUFFER;
    b[6].ended = ENDED_EXIT;
    b[7].call = CALL_SPROFIL;
    strcpy(b[8].other, "killed: profil");
    for (unsigned k = 0; k < 9; k++)
        assert_false(reason_same(&a, &b[k]));
}

TEST(a_wrong_counter_is_one_however_many_ticks_it_lacks)
{
    struct reason a = reason(0, 0, 0), b;

    a.difference = EVENT_BUFFER;
    b = a;
    strcpy(a.other, "unexplained: too few, profil of a list");
    strcpy(b.other, "unexplained: a counter after profil");
    assert_true(reason_same(&a, &b));
    strcpy(b.other, "unexplained: too few, a fork");
    assert_false(reason_same(&a, &b));
    b.other[0] = '\0';
    assert_false(reason_same(&a, &b));
    a.difference = b.difference = EVENT_CALL;
    strcpy(a.other, "unexplained: what profil returned");
    strcpy(b.other, "unexplained: what sprofil returned");
    assert_false(reason_same(&a, &b));
}

TEST(passing_is_no_failure)
{
    for (unsigned v = 0; v < VERDICTS; v++)
        assert_int_equal(reason_is_failure(v),
                         v == VERDICT_FAIL || v == VERDICT_CRASH ||
                             v == VERDICT_TIMEOUT || v == VERDICT_INCONSISTENT);
}

TESTS(NULL, NULL)
