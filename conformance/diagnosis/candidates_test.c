/* SPDX-License-Identifier: MIT */
#include "candidates.h"

#include "conformance/judge/judged_test.h"
#include "reference/unit_test.h"

#define SETUP "\nbuffer b 16\nprofil b 16 0x1000 "

/* What who makes these choices shows of some cases, and what no departure at
 * all misses of it. */
struct stage {
    struct bench bench;
    struct evidence e;
    struct hypothesis none;
};

static struct stage stage(enum dialect dialect, const enum choice *choices,
                          const char *const *texts, unsigned count)
{
    struct stage s = {.bench = begin(dialect), .e = evidence_of(dialect)};

    for (unsigned k = 0; k < 2; k++)
        take(&s.bench, choices[k]);
    for (unsigned k = 0; k < count; k++)
        show(&s.bench, texts[k]);
    return s;
}

static void gather(struct stage *s, bool pairs, struct candidates *all)
{
    for (unsigned k = 0; k < s->bench.shown_count; k++)
        evidence_add(&s->e, s->bench.shown[k].cases, &s->bench.seen[k]);
    evidence_sort(&s->e);
    hypothesis_test(&s->none, &s->e, s->e.count);
    candidates_gather(&s->e, &s->none, NULL, pairs, CANDIDATES_OF_CHEAP,
                      s->e.count, all);
    assert_false(all->bounded);
}

static void leave(struct stage *s)
{
    hypothesis_free(&s->none);
    evidence_free(&s->e);
    end(&s->bench);
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
static unsigned explained_by(struct stage *s, unsigned choice)
{
    struct hypothesis h = {0};
    unsigned rows = 0;

    hypothesis_add(&h, (uint16_t)choice);
    for (size_t k = 0; k < s->e.count; k++) {
        struct box_list list;

        if (s->none.explains[k])
            continue;
        hypothesis_behaviours(&h, &s->e, k, &list);
        rows += list.count > 0;
        free(list.boxes);
    }
    return rows;
}

static const enum choice two[] = {ROUNDING_UP, SCALE_OFF_NEVER};
static const char *const texts[] = {
    "case even" SETUP "0x8000\ntick 0x1004\n",
    "case odd" SETUP "0x8000\ntick 0x1002\n",
    "case far" SETUP "0x8000\ntick 0x1006 x2\n",
    "case third" SETUP "0x8000\ntick 0x100a x3\n",
    "case off" SETUP "0\ntick 0x1000 x4\n",
};

TEST(a_departure_has_a_vote_for_each_case_that_it_explains)
{
    struct stage s = stage(DIALECT_FREEBSD, two, texts, 5);
    struct candidates all;

    gather(&s, false, &all);
    assert_int_equal(s.none.missed, 4);
    check_order(&all);
    assert_non_null(of(&all, ROUNDING_UP));
    assert_int_equal(of(&all, ROUNDING_UP)->votes, 3);
    assert_int_equal(of(&all, SCALE_OFF_NEVER)->votes, 1);
    for (unsigned c = 0; c < CHOICES; c++) {
        unsigned rule = choice_table[c].rule;
        const struct candidate *one = of(&all, c);

        if (rule_table[rule].free || !dialect_has_rule(DIALECT_FREEBSD, rule) ||
            (s.e.permitted.of[rule] & choice_bit((enum choice)c)) ||
            !(s.e.known.of[rule] & choice_bit((enum choice)c)))
            assert_null(one);
        else
            assert_int_equal(one ? one->votes : 0, explained_by(&s, c));
    }
    leave(&s);
}

/* One case that takes both: as a pair, where pairs are asked for. */
TEST(two_departures_are_a_pair_where_one_is_not_enough)
{
    static const char *const both[] = {
        "case both\nbuffer b 16\nbuffer c 16\n"
        "profil b 16 0x1000 0x8000\ntick 0x1002\n"
        "profil c 16 0x1000 0\ntick 0x1000\n"};

    for (unsigned pairs = 0; pairs < 2; pairs++) {
        struct stage s = stage(DIALECT_FREEBSD, two, both, 1);
        struct candidates all;
        bool found = false;

        gather(&s, pairs, &all);
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
        leave(&s);
    }
}

/* Each passes by itself: it may be either that departs. */
TEST(cases_that_contradict_each_other_are_both_asked)
{
    static const enum choice rounded[] = {EXTENT_ROUNDED, EXTENT_ROUNDED};
    static const char *const cases[] = {
        "case half\nbuffer b 16\nprofil b 16 0x1000 0x8000\n"
        "tick 0x1008\ntick 0x1010 x2\n",
        "case last\nbuffer b 64\nprofil b 64 0x1000 0xf8ff\n"
        "tick 0x1008\ntick 0x1040 x2\n"};
    struct stage s = stage(DIALECT_AIX, rounded, cases, 2);
    struct candidates all;

    gather(&s, false, &all);
    assert_int_equal(s.none.missed, 1);
    assert_int_equal(s.none.missed_passing, 1);
    check_order(&all);
    assert_non_null(of(&all, EXTENT_ROUNDED));
    leave(&s);
}

/* What takes many ticks to run: after what others have as candidates. */
TEST(dear_cases_are_asked_in_their_turn)
{
    static const enum choice full[] = {ROUNDING_UP, COUNTER_FULL_CARRY};
    static const char *const cases[] = {
        "case odd" SETUP "0x8000\ntick 0x1002\n",
        "case full" SETUP "0x8000\ntick 0x1000 x65535\ntick 0x1000\n"};
    struct stage s = stage(DIALECT_FREEBSD, full, cases, 2);
    struct candidates cheap, dear;

    gather(&s, false, &cheap);
    assert_int_equal(s.none.missed, 2);
    assert_non_null(of(&cheap, ROUNDING_UP));
    assert_null(of(&cheap, COUNTER_FULL_CARRY));
    candidates_gather(&s.e, &s.none, NULL, false, CANDIDATES_OF_DEAR, s.e.count,
                      &dear);
    assert_null(of(&dear, ROUNDING_UP));
    assert_non_null(of(&dear, COUNTER_FULL_CARRY));
    leave(&s);
}

TEST(where_nothing_is_missed_nothing_is_asked)
{
    static const enum choice right[] = {ROUNDING_DOWN, SCALE_OFF_ZERO};
    struct stage s = stage(DIALECT_FREEBSD, right, texts, 5);
    struct candidates all;

    gather(&s, true, &all);
    assert_int_equal(all.count, 0);
    leave(&s);
}

TESTS(NULL, NULL)
