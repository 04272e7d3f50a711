/* SPDX-License-Identifier: MIT */
/* When a departure stands; more is in scenes.txt. */
#include "scene_test.h"

static struct support support_in(struct scene *s, const struct hypothesis *h)
{
    struct support found;
    struct rest rest;

    rest_make(&s->evidence, h, &rest);
    found = support_of(&rest, 0);
    rest_free(&rest);
    return found;
}

/* A list at a bad address is accepted, and nothing is returned: as by a
 * function that reports its errors in errno alone.  This one returns 0 for the
 * others. */
static void check_saved(unsigned n, unsigned wrong, size_t holds)
{
    struct scene s = scene_new(DIALECT_AIX, BAD_ADDRESS_ACCEPTED);
    struct hypothesis h = {0};

    s.departures[1] = RETURN_ON_SUCCESS_NONE;
    s.departures[2] = RETURN_ON_ERROR_ZERO;
    add(&s, "1 bad-list; %u descending; %u plain count", n, wrong);
    hypothesis_add(&h, BAD_ADDRESS_ACCEPTED);
    hypothesis_test(&h, &s.evidence, SHOWN);
    assert_int_equal(h.missed, wrong);
    assert_int_equal(support_in(&s, &h).holds, holds);
    scene_end(&s, &h);
}

TEST(cases_that_would_contradict_others_say_nothing_beside_more_that_fail)
{
    check_saved(4, 4, 4);
    check_saved(4, 5, 0);
    check_saved(5, 5, 5);
}

TEST(cases_that_would_contradict_others_say_so_if_they_are_several)
{
    for (unsigned n = 3; n <= 4; n++) {
        struct scene s = scene_new(DIALECT_AIX, BAD_ADDRESS_ACCEPTED);
        struct doubt doubts[6];
        struct hypothesis h = {0}, without = {0};

        s.departures[1] = RETURN_ON_SUCCESS_NONE;
        s.departures[2] = RETURN_ON_ERROR_ZERO;
        add(&s, "1 bad-list; %u descending; 1 plain count", n);
        hypothesis_add(&h, BAD_ADDRESS_ACCEPTED);
        hypothesis_test(&h, &s.evidence, SHOWN);
        hypothesis_test(&without, &s.evidence, SHOWN);
        assert_int_equal(without.missed, 1 + n);
        assert_int_equal(support_in(&s, &h).holds, n == 4 ? 4 : 0);
        assert_int_equal(h.missed, 1);
        s.evidence.doubts = doubts;
        for (unsigned fewer = 0; fewer < 2; fewer++) {
            for (size_t k = 0; k < s.evidence.count; k++)
                doubts[k] = (struct doubt){2 * n - fewer, RULE_ROUNDING};
            assert_int_equal(support_in(&s, &h).shared, !fewer);
        }
        hypothesis_free(&without);
        scene_end(&s, &h);
    }
}

TEST(it_stands_by_how_many_cases_say_so)
{
    static const struct {
        struct support s;
        bool stands;
    } rows[] = {
        {{1, 0, 0, false, false, false, false}, true},
        {{1, 0, 0, true, false, false, false}, false},
        {{0, 0, 0, false, false, false, false}, false},
        {{4, 1, 0, false, false, false, false}, false},
        {{5, 1, 0, false, false, false, false}, true},
        {{3, 0, 1, false, false, false, false}, false},
        {{8, 0, 1, false, false, false, false}, true},
        {{7, 0, 1, false, false, false, false}, false},
        {{16, 0, 2, false, false, false, false}, true},
        {{15, 0, 2, false, false, false, false}, false},
        {{32, 1, 1, false, false, false, false}, true},
        {{31, 1, 1, false, false, false, false}, false},
        {{32, 0, 1, false, true, false, false}, true},
        {{31, 0, 1, false, true, false, false}, false},
        {{16, 5, 0, false, false, false, false}, true},
        {{15, 5, 0, false, false, false, false}, false},
        {{10, 3, 0, false, false, false, false}, true},
        {{9, 3, 0, false, false, false, false}, false},
        {{9, 2, 0, false, false, false, false}, true},
        {{8, 2, 0, false, false, false, false}, false},
        {{32, 9, 1, false, false, false, false}, false},
        {{35, 0, 7, false, true, false, false}, true},
        {{34, 0, 7, false, true, false, false}, false},
        {{31, 0, 5, false, false, false, false}, false},
        {{48, 1, 3, false, false, false, false}, true},
        {{47, 1, 3, false, false, false, false}, false},
        {{95, 1, 3, false, true, false, false}, false},
        {{63, 1, 2, false, false, false, true}, false},
        {{32, 15, 0, false, false, false, false}, true},
        {{32, 16, 0, false, false, false, false}, false},
        {{32, 11, 0, false, false, false, true}, false},
        {{40, 0, 5, false, false, false, true}, true},
        {{39, 0, 5, false, false, false, true}, false},
        {{40, 0, 5, false, true, false, true}, false},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_int_equal(support_suffices(&rows[k].s), rows[k].stands);
    assert_true(support_is_weaker(&rows[3].s, &rows[4].s));
    assert_true(support_is_weaker(&rows[4].s, &rows[6].s));
    assert_true(support_is_weaker(&rows[5].s, &rows[3].s));
    assert_false(support_is_weaker(&rows[0].s, &rows[0].s));
}

TESTS(NULL, NULL)
