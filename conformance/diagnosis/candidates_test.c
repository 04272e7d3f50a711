/* SPDX-License-Identifier: MIT */
#include "candidates.h"

#include "scene_test.h"

/* Cases of who makes two departures, 0: none, and what no departure at all
 * misses of them. */
static struct scene stage(enum dialect dialect, enum choice first,
                          enum choice second, const char *cases,
                          struct hypothesis *none)
{
    struct scene s = scene_new(dialect, first);

    s.departures[1] = second;
    add(&s, "%s", cases);
    evidence_sort(&s.evidence);
    *none = (struct hypothesis){.count = 0};
    hypothesis_test(none, &s.evidence, s.evidence.count);
    return s;
}

static void gather(struct scene *s, const struct hypothesis *none, bool pairs,
                   bool dear, struct candidates *all)
{
    candidates_gather(&s->evidence, none, NULL, pairs,
                      dear ? CANDIDATES_OF_DEAR : CANDIDATES_OF_CHEAP,
                      s->evidence.count, all);
    assert_false(all->bounded);
}

/* The candidate of this departure alone; null where there is none. */
static const struct candidate *of(const struct candidates *all, unsigned choice)
{
    for (unsigned k = 0; k < all->count; k++)
        if (all->rows[k].count == 1 && all->rows[k].departures[0] == choice)
            return &all->rows[k];
    return NULL;
}

/* Each once; those of one departure first, and of these those of most votes. */
static void check_order(const struct candidates *all)
{
    for (unsigned k = 1; k < all->count; k++) {
        const struct candidate *a = &all->rows[k - 1], *b = &all->rows[k];

        assert_true(a->count <= b->count);
        if (a->count < b->count)
            continue;
        assert_true(a->votes >= b->votes);
        if (a->votes == b->votes)
            assert_true(
                departures_compare(a->departures, b->departures, a->count) < 0);
        for (unsigned i = 0; i < k; i++)
            assert_true(all->rows[i].count != b->count ||
                        departures_compare(all->rows[i].departures,
                                           b->departures, b->count) != 0);
    }
}

/* The rows missed to which this departure alone leads. */
static unsigned explained_by(struct scene *s, const struct hypothesis *none,
                             unsigned choice)
{
    struct hypothesis h = {0};
    unsigned rows = 0;

    hypothesis_add(&h, (uint16_t)choice);
    for (size_t k = 0; k < s->evidence.count; k++) {
        struct box_list list;

        if (none->explains[k])
            continue;
        hypothesis_behaviours(&h, &s->evidence, k, &list);
        rows += list.count > 0;
        free(list.boxes);
    }
    return rows;
}

TEST(a_departure_has_a_vote_for_each_case_that_it_explains)
{
    struct hypothesis none;
    struct scene s =
        stage(DIALECT_FREEBSD, ROUNDING_UP, SCALE_OFF_NEVER,
              "1 far; 1 odd-number; 1 odd-twice; 1 odd-thrice; 1 off", &none);
    struct candidates all;

    gather(&s, &none, false, false, &all);
    assert_int_equal(none.missed, 4);
    check_order(&all);
    assert_non_null(of(&all, ROUNDING_UP));
    assert_int_equal(of(&all, ROUNDING_UP)->votes, 3);
    assert_int_equal(of(&all, SCALE_OFF_NEVER)->votes, 1);
    for (unsigned c = 0; c < CHOICES; c++) {
        unsigned rule = choice_table[c].rule;
        const struct candidate *one = of(&all, c);

        if (rule_table[rule].free || !dialect_has_rule(DIALECT_FREEBSD, rule) ||
            (s.evidence.permitted.of[rule] & choice_bit((enum choice)c)) ||
            !(s.evidence.known.of[rule] & choice_bit((enum choice)c)))
            assert_null(one);
        else
            assert_int_equal(one ? one->votes : 0, explained_by(&s, &none, c));
    }
    scene_end(&s, &none);
}

/* One case that takes both: as a pair, where pairs are asked for. */
TEST(two_departures_are_a_pair_where_one_is_not_enough)
{
    for (unsigned pairs = 0; pairs < 2; pairs++) {
        struct hypothesis none;
        struct scene s = stage(DIALECT_FREEBSD, ROUNDING_UP, SCALE_OFF_NEVER,
                               "1 odd-and-off", &none);
        struct candidates all;
        bool found = false;

        gather(&s, &none, pairs, false, &all);
        check_order(&all);
        for (unsigned k = 0; k < all.count; k++) {
            const uint16_t *pair = all.rows[k].departures;

            assert_int_equal(all.rows[k].count, 2);
            assert_int_equal(all.rows[k].votes, 1);
            assert_true(choice_table[pair[0]].rule <
                        choice_table[pair[1]].rule);
            found |= pair[0] == ROUNDING_UP && pair[1] == SCALE_OFF_NEVER;
        }
        assert_true(found == pairs);
        assert_true((all.count > 0) == pairs);
        scene_end(&s, &none);
    }
}

/* Each passes by itself: it may be either that departs. */
TEST(cases_that_contradict_each_other_are_both_asked)
{
    struct hypothesis none;
    struct scene s =
        stage(DIALECT_AIX, EXTENT_ROUNDED, 0, "1 half; 1 last", &none);
    struct candidates all;

    gather(&s, &none, false, false, &all);
    assert_int_equal(none.missed, 1);
    assert_int_equal(none.missed_passing, 1);
    check_order(&all);
    assert_non_null(of(&all, EXTENT_ROUNDED));
    scene_end(&s, &none);
}

/* What takes many ticks to run: after what others have as candidates. */
TEST(dear_cases_are_asked_in_their_turn)
{
    struct hypothesis none;
    struct scene s = stage(DIALECT_FREEBSD, ROUNDING_UP, COUNTER_FULL_CARRY,
                           "1 odd-number; 1 full", &none);
    struct candidates cheap, dear;

    gather(&s, &none, false, false, &cheap);
    assert_int_equal(none.missed, 2);
    assert_non_null(of(&cheap, ROUNDING_UP));
    assert_null(of(&cheap, COUNTER_FULL_CARRY));
    gather(&s, &none, false, true, &dear);
    assert_null(of(&dear, ROUNDING_UP));
    assert_non_null(of(&dear, COUNTER_FULL_CARRY));
    scene_end(&s, &none);
}

TEST(where_nothing_is_missed_nothing_is_asked)
{
    struct hypothesis none;
    struct scene s =
        stage(DIALECT_FREEBSD, 0, 0,
              "1 far; 1 odd-number; 1 odd-twice; 1 odd-thrice; 1 off", &none);
    struct candidates all;

    gather(&s, &none, true, false, &all);
    assert_int_equal(all.count, 0);
    scene_end(&s, &none);
}

TESTS(NULL, NULL)
