/* SPDX-License-Identifier: MIT */
/* The diagnosis of a few cases, each of which shows one thing. */
#include "conformance/judge/judge.h"
#include "conformance/judge/judge_state.h"
#include "conformance/judge/judged_test.h"
#include "reference/unit_test.h"

#define SETUP "\nbuffer b 16\nprofil b 16 0x1000 "

/* What shows a departure of freebsd, in so many of the cases. */
static const struct {
    enum choice choice;
    const char *cases[2];
} rows[] = {
    {SCALE_OFF_NEVER, {"case off" SETUP "0\ntick 0x1000\n"}},
    {ROUNDING_UP,
     {"case odd" SETUP "0x8000\ntick 0x1002\n",
      "case far" SETUP "0x8000\ntick 0x1006 x2\n"}},
    {BAD_BUFFER_CRASHES, {"case bad\nprofil bad 16 0x1000 0x8000\n"}},
    /* and that no counter starts at the buffer's end, as one of size 0 might */
    {EXEC_KILLS, {"case exec" SETUP "0x8000\ntick 0x1020\nexec\n"}},
    {SIZE_ZERO_COUNTS,
     {"case zero\nbuffer b 16\nprofil b 0 0x1000 0x8000\ntick 0x1000\n"}},
    {COUNTER_FULL_CARRY,
     {"case full\nbuffer b 16 fill16=0xffff\nprofil b 16 0x1000 0x8000\n"
      "tick 0x1000\n"}},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* A judge who was shown all of the cases, by who departs in these rows; what
 * was seen stays in the bench. */
static void diagnosed(struct bench *bench, unsigned departing)
{
    *bench = begin(DIALECT_FREEBSD);
    for (unsigned k = 0; k < ROWS; k++)
        if (departing >> k & 1)
            take(bench, rows[k].choice);
    for (unsigned k = 0; k < ROWS; k++)
        for (unsigned i = 0; i < 2 && rows[k].cases[i]; i++)
            show(bench, rows[k].cases[i]);
    judge_conclude(bench->judge);
}

static const struct blame *blame_of(const struct diagnosis *d, unsigned rule)
{
    for (unsigned k = 0; k < d->count; k++)
        if (d->blames[k].rule == rule)
            return &d->blames[k];
    return NULL;
}

static bool is_named(const struct blame *blame, enum choice choice)
{
    if (choice_table[choice].rule == blame->rule)
        return blame->found & choice_bit(choice);
    for (unsigned k = 0; k < blame->other_count; k++)
        if (blame->others[k] == choice)
            return true;
    return false;
}

static bool is_named_by_any(const struct diagnosis *d, enum choice choice)
{
    for (unsigned k = 0; k < d->count; k++)
        if (is_named(&d->blames[k], choice))
            return true;
    return false;
}

/* Each of the equals explains all, is no other of them and not the best, and
 * its own ones are named. */
static void check_equals(struct bench *bench)
{
    struct side *side = &bench->judge->of[0];
    const struct diagnosis *d = &side->diagnosis;

    for (unsigned k = 0; k < d->equal_count; k++) {
        struct hypothesis h = hypothesis_like(&d->equals[k]);

        assert_int_equal(h.count, d->best.count);
        assert_true(
            departures_compare(h.departures, d->best.departures, h.count) != 0);
        for (unsigned i = 0; i < k; i++)
            assert_true(departures_compare(h.departures,
                                           d->equals[i].departures,
                                           h.count) != 0);
        for (unsigned i = 0; i < h.count; i++)
            assert_true(is_named_by_any(d, (enum choice)h.departures[i]));
        hypothesis_test(&h, &side->evidence, 9);
        assert_int_equal(h.missed, 0);
        hypothesis_free(&h);
    }
}

static void check(unsigned departing)
{
    unsigned count = (unsigned)__builtin_popcount(departing);
    const struct diagnosis *d;
    struct bench bench;

    diagnosed(&bench, departing);
    d = judge_diagnosis(bench.judge, 0);
    check_equals(&bench);
    assert_int_equal(d->best.missed, 0);
    assert_int_equal(d->best.missed_passing, 0);
    assert_int_equal(d->best.count, count);
    assert_int_equal(d->count, count);
    assert_false(d->bounded);
    for (unsigned k = 0; k < ROWS; k++) {
        const struct blame *blame =
            blame_of(d, choice_table[rows[k].choice].rule);

        assert_true((departing >> k & 1) == (blame != NULL));
        if (!blame)
            continue;
        assert_true(blame->found & choice_bit(rows[k].choice));
        assert_int_equal(blame->support, rows[k].cases[1] ? 2 : 1);
        assert_true(blame->shown);
    }
    for (unsigned k = 1; k < count; k++)
        assert_true(d->best.departures[k - 1] < d->best.departures[k]);
    end(&bench);
}

TEST(every_set_of_departures_is_named)
{
    for (unsigned departing = 0; departing < 1u << ROWS; departing++)
        check(departing);
}

/* Whether who makes this choice would have shown the same of all cases. */
static bool shows_the_same(const struct bench *bench, enum choice choice)
{
    struct behaviour b = behaviour_default(bench->dialect);
    struct workspace w = {0};
    struct observation o;
    bool same = true;

    b.choice[choice_table[choice].rule] = (uint16_t)choice;
    for (unsigned k = 0; k < bench->shown_count; k++) {
        simulate(&w, bench->shown[k].cases, &b, &o);
        same = same && o.ended == bench->seen[k].ended &&
               outcome_difference(&o.outcome, &bench->seen[k].outcome) < 0;
    }
    workspace_free(&w);
    return same;
}

static unsigned times_rival(const struct diagnosis *d, enum choice choice)
{
    unsigned times = 0;

    for (unsigned k = 0; k < d->rival_count; k++)
        times += d->rivals[k].choice == choice;
    return times;
}

/* Each choice in the place of the one taken that shows the same is reported,
 * once, and as a rival with its behaviours; none is that shows something
 * else. */
TEST(all_that_would_do_as_well_is_reported)
{
    for (unsigned k = 0; k < ROWS; k++) {
        struct bench bench = begin(DIALECT_FREEBSD);
        struct choice_sets known = choices_known();
        const struct diagnosis *d;
        unsigned others = 0;

        take(&bench, rows[k].choice);
        show(&bench, rows[k].cases[0]);
        judge_conclude(bench.judge);
        d = judge_diagnosis(bench.judge, 0);
        assert_int_equal(d->count, 1);
        for (unsigned c = 0; c < CHOICES; c++) {
            unsigned rule = choice_table[c].rule;

            if (rule_table[rule].free || !(known.of[rule] & choice_bit(c)) ||
                !dialect_has_rule(DIALECT_FREEBSD, rule) ||
                !shows_the_same(&bench, c))
                continue;
            others += rule != d->blames[0].rule;
            assert_true(is_named(&d->blames[0], c) ||
                        d->blames[0].other_count == DIAGNOSIS_OTHERS);
            assert_int_equal(times_rival(d, c), is_named(&d->blames[0], c) &&
                                                    c != d->best.departures[0]);
        }
        assert_true(d->blames[0].other_count >=
                    (others < DIAGNOSIS_OTHERS ? others : DIAGNOSIS_OTHERS));
        for (unsigned i = 0; i < d->rival_count; i++) {
            assert_int_equal(d->rivals[i].blame, 0);
            assert_int_equal(
                d->rivals[i].sets.of[choice_table[d->rivals[i].choice].rule],
                choice_bit((enum choice)d->rivals[i].choice));
        }
        end(&bench);
    }
}

/* The first case once more, until there are so many that those with many ticks
 * are not searched. */
static void show_often(struct bench *bench)
{
    for (unsigned k = 1; k < 256; k++)
        judge_see(bench->judge, bench->shown[0].cases, &bench->seen[0]);
}

TEST(what_only_dear_cases_show_is_found_too)
{
    struct bench bench = begin(DIALECT_FREEBSD);
    const struct diagnosis *d = judge_diagnosis(bench.judge, 0);

    take(&bench, ROUNDING_UP);
    take(&bench, SCALE_OFF_NEVER);
    show(&bench, "case odd" SETUP "0x8000\ntick 0x1002\n");
    show_often(&bench);
    show(&bench, "case off" SETUP "0\ntick 0x1000 x900\n");
    judge_conclude(bench.judge);
    assert_int_equal(d->best.missed, 0);
    assert_int_equal(d->count, 2);
    assert_non_null(blame_of(d, RULE_ROUNDING));
    assert_non_null(blame_of(d, RULE_SCALE_OFF));
    end(&bench);
}

/* That an error says nothing would explain all but the last. */
TEST(what_a_dear_case_refutes_does_not_do_as_well)
{
    struct bench bench = begin(DIALECT_FREEBSD);
    const struct diagnosis *d = judge_diagnosis(bench.judge, 0);

    take(&bench, RETURN_ON_SUCCESS_NONE);
    take(&bench, TICKS_NONE);
    show(&bench, "case silent" SETUP "0x8000\ntick 0x1000\n");
    show_often(&bench);
    show(&bench, "case error\nbuffer b 16\nprofil bad 16 0x1000 0x8000\n"
                 "tick 0x1000 x900\n");
    judge_conclude(bench.judge);
    assert_int_equal(d->best.missed, 0);
    assert_int_equal(d->count, 2);
    assert_int_equal(d->equal_count, 0);
    assert_true(is_named_by_any(d, RETURN_ON_SUCCESS_NONE));
    assert_false(is_named_by_any(d, RETURN_ON_ERROR_NONE));
    check_equals(&bench);
    end(&bench);
}

TESTS(NULL, NULL)
