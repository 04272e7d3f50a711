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

/* One case is wrong in a way of its own, first or last: the rest is explained
 * as before. */
TEST(what_nothing_explains_is_left_alone)
{
    static const char *const texts[] = {
        "case a" SETUP "0x8000\ntick 0x1000\n",
        "case b" SETUP "0\ntick 0x1000\n",
        "case c" SETUP "0\ntick 0x1004 x2\n",
        "case d" SETUP "0\ntick 0x1008 x3\n",
        "case e" SETUP "0\ntick 0x1008 x4\n",
        "case f" SETUP "0x8000\ntick 0x1000 x9\n",
    };

    for (unsigned odd = 0; odd < 6; odd += 5) {
        struct bench bench = begin(DIALECT_FREEBSD);
        const struct side *side;

        take(&bench, SCALE_OFF_NEVER);
        for (unsigned k = 0; k < 6; k++)
            show(&bench, texts[k]);
        bench.seen[odd].arena[SCRIPT_ZONE + 8] = 77;
        show_again(&bench);
        side = &bench.judge->of[0];
        assert_int_equal(side->diagnosis.count, 1);
        assert_int_equal(side->diagnosis.best.departures[0], SCALE_OFF_NEVER);
        assert_int_equal(side->diagnosis.best.missed, 1);
        assert_int_equal(side->diagnosis.blames[0].support, 4);
        for (unsigned k = 0; k < 6; k++)
            assert_true(side->diagnosis.best.explains[k] ==
                        (strcmp(side->evidence.rows[k].id,
                                bench.shown[odd].cases[0].id) != 0));
        end(&bench);
    }
}

/* Nothing but both of them explains the only case. */
TEST(two_departures_in_one_case_are_found_together)
{
    struct bench bench = begin(DIALECT_AIX);
    const struct diagnosis *d;

    take(&bench, ROUNDING_DOWN);
    take(&bench, SCALE_OFF_NEVER);
    show(&bench, "case both\nbuffer b 16\nbuffer c 16\n"
                 "profil b 16 0x1000 0x8000\ntick 0x1002\n"
                 "profil c 16 0x1000 0\ntick 0x1000\n");
    judge_conclude(bench.judge);
    d = judge_diagnosis(bench.judge, 0);
    assert_int_equal(d->best.missed, 0);
    assert_int_equal(d->count, 2);
    assert_non_null(blame_of(d, RULE_ROUNDING));
    assert_non_null(blame_of(d, RULE_SCALE_OFF));
    end(&bench);
}

/* A case that is as its manual has it does not fail for what another case
 * seems to show: with that alone, only what is forbidden would explain it. */
TEST(a_right_case_does_not_fail_for_the_cause_of_another)
{
    struct bench bench = begin(DIALECT_IRIX);
    struct judgement near, far;

    take(&bench, REGION_OVERLAP_FIRST_LISTED);
    show(&bench, "case near\nbuffer b 64\nbuffer c 64\n"
                 "sprofil [ b 64 0x1000 0x8000 ; c 64 0x1008 0x8000 ] 2 null "
                 "ushort\ntick 0x1010 x2\n");
    take(&bench, REGION_OVERLAP_LARGEST_OFFSET);
    show(&bench, "case far\nbuffer b 64\nbuffer c 64\n"
                 "sprofil [ b 64 0x7ffffffffffffff0 0x8000 ;"
                 " c 64 0x8000000000000000 0x8000 ] 2 null ushort\n"
                 "tick 0x8000000000000008 x2\n");
    judge_conclude(bench.judge);
    judge_case(bench.judge, bench.shown[0].cases, &bench.seen[0], &near);
    judge_case(bench.judge, bench.shown[1].cases, &bench.seen[1], &far);
    assert_int_equal(near.verdict, VERDICT_FAIL);
    assert_int_equal(near.cause_count, 0);
    assert_int_equal(far.verdict, VERDICT_PASS);
    end(&bench);
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

/* The call fails and says nothing, or it succeeds and says nothing, and no tick
 * comes. */
TEST(sets_that_do_as_well_are_reported)
{
    static const enum choice all[] = {
        RETURN_ON_SUCCESS_NONE, RETURN_ON_ERROR_NONE,
        RETURN_ON_ERROR_ERRNO_ALONE, TICKS_NONE, TICKS_ENOSYS};
    struct bench bench = begin(DIALECT_FREEBSD);
    const struct diagnosis *d = judge_diagnosis(bench.judge, 0);

    take(&bench, RETURN_ON_SUCCESS_NONE);
    take(&bench, TICKS_NONE);
    show(&bench, "case silent" SETUP "0x8000\ntick 0x1000\n");
    judge_conclude(bench.judge);
    assert_int_equal(d->best.missed, 0);
    assert_int_equal(d->count, 2);
    assert_int_equal(d->equal_count, 2);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        assert_true(is_named_by_any(d, all[k]));
    check_equals(&bench);
    end(&bench);
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

/* Nothing shows it by itself: by what both cases show together. */
TEST(a_departure_that_no_case_shows_is_not_shown)
{
    struct bench bench = begin(DIALECT_AIX);
    const struct diagnosis *d;

    take(&bench, EXTENT_ROUNDED);
    show(&bench, "case half\nbuffer b 16\nprofil b 16 0x1000 0x8000\n"
                 "tick 0x1008\ntick 0x1010 x2\n");
    show(&bench, "case last\nbuffer b 64\nprofil b 64 0x1000 0xf8ff\n"
                 "tick 0x1008\ntick 0x1040 x2\n");
    judge_conclude(bench.judge);
    d = judge_diagnosis(bench.judge, 0);
    assert_int_equal(d->best.missed, 0);
    assert_int_equal(d->count, 1);
    assert_false(d->blames[0].shown);
    assert_int_equal(d->blames[0].support, 1);
    end(&bench);
}

TESTS(NULL, NULL)
