/* SPDX-License-Identifier: MIT */
#include "conformance/judge/judged_test.h"
#include "hypothesis.h"
#include "reference/unit_test.h"

TEST(departures_stand_in_their_order)
{
    static const uint16_t given[] = {5, 3, 9, 4}, sorted[] = {3, 4, 5, 9};
    struct hypothesis h = {0}, copy;

    for (unsigned k = 0; k < 4; k++)
        hypothesis_add(&h, given[k]);
    assert_int_equal(h.count, 4);
    assert_memory_equal(h.departures, sorted, sizeof sorted);
    copy = hypothesis_like(&h);
    hypothesis_drop(&copy, 1);
    assert_int_equal(copy.count, 3);
    assert_memory_equal(copy.departures, ((uint16_t[]){3, 5, 9}), 6);
    hypothesis_drop(&copy, 2);
    hypothesis_drop(&copy, 0);
    assert_int_equal(copy.count, 1);
    assert_int_equal(copy.departures[0], 5);
    assert_memory_equal(h.departures, sorted, sizeof sorted);
}

TEST(a_hypothesis_has_the_rules_of_its_departures)
{
    struct hypothesis h = {0};

    hypothesis_add(&h, ROUNDING_UP);
    hypothesis_add(&h, EXEC_KILLS);
    assert_true(hypothesis_has(&h, RULE_ROUNDING));
    assert_true(hypothesis_has(&h, RULE_EXEC));
    assert_false(hypothesis_has(&h, RULE_UNIT));
}

static struct hypothesis missing(size_t missed, size_t passing, unsigned count)
{
    return (struct hypothesis){
        .missed = missed, .missed_passing = passing, .count = count};
}

/* Each is better than the next; what passes by itself counts twice. */
TEST(the_better_hypothesis_comes_first)
{
    struct hypothesis rows[] = {
        missing(0, 0, 2), missing(2, 0, 1), missing(2, 0, 3),
        missing(2, 1, 0), missing(4, 0, 0), missing(3, 2, 0),
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        assert_int_equal(hypothesis_compare(&rows[k], &rows[k]), 0);
        for (size_t i = 0; i < k; i++) {
            assert_true(hypothesis_compare(&rows[i], &rows[k]) < 0);
            assert_true(hypothesis_compare(&rows[k], &rows[i]) > 0);
        }
    }
    rows[1].departures[0] = 7;
    rows[0] = rows[1];
    rows[0].departures[0] = 6;
    assert_true(hypothesis_compare(&rows[0], &rows[1]) < 0);
    assert_true(hypothesis_compare(&rows[1], &rows[0]) > 0);
}

/* An implementation of freebsd that makes this choice, on one case. */
static struct evidence shown(struct bench *bench, enum choice choice,
                             uint8_t delivered, const char *text)
{
    struct evidence e = evidence_of(DIALECT_FREEBSD);

    *bench = begin(DIALECT_FREEBSD);
    take(bench, choice);
    show(bench, text);
    bench->seen[0].delivered = delivered;
    evidence_add(&e, bench->shown[0].cases, &bench->seen[0]);
    return e;
}

#define TICKED "case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1000\n"

TEST(ticks_that_arrived_or_not_narrow_what_may_be_of_them)
{
    struct choice_sets sets = choices_known();
    struct bench bench;
    struct evidence e = shown(&bench, TICKS_COUNTED, DELIVERED_STUB, TICKED);
    const struct sighting *row = &e.rows[0];

    hypothesis_limit_ticks(row->c, row->observation, &sets);
    assert_int_equal(sets.of[RULE_TICKS],
                     choice_bit(TICKS_COUNTED) | choice_bit(TICKS_LOST));
    sets = choices_known();
    bench.seen[0].delivered = 0;
    hypothesis_limit_ticks(row->c, row->observation, &sets);
    assert_int_equal(sets.of[RULE_TICKS],
                     rule_choices(RULE_TICKS) &
                         (choice_set)~choice_bit(TICKS_LOST));
    evidence_free(&e);
    end(&bench);
}

TEST(a_question_asks_for_departures_in_its_budget_alone)
{
    struct bench bench;
    struct evidence e = shown(&bench, TICKS_COUNTED, 0, TICKED);
    struct hypothesis h = {0};
    struct question question;

    hypothesis_add(&h, ROUNDING_UP);
    question = hypothesis_question(&h, &e, &e.rows[0], 1);
    for (unsigned r = 0; r < RULES; r++) {
        choice_set all = question.allowed.of[r] | question.extra.of[r];

        if (rule_table[r].free || !dialect_has_rule(DIALECT_FREEBSD, r) ||
            r == RULE_ROUNDING)
            assert_int_equal(question.extra.of[r], 0);
        else if (r != RULE_TICKS)
            assert_int_equal(all, e.known.of[r] | e.permitted.of[r]);
        assert_int_equal(question.allowed.of[r] & question.extra.of[r], 0);
    }
    assert_int_equal(question.allowed.of[RULE_ROUNDING],
                     choice_bit(ROUNDING_UP));
    question = hypothesis_question(&h, &e, &e.rows[0], 0);
    for (unsigned r = 0; r < RULES; r++)
        assert_int_equal(question.extra.of[r], 0);
    evidence_free(&e);
    end(&bench);
}

/* Whether the hypothesis of one departure explains the only row. */
static bool explained(struct evidence *e, enum choice departure)
{
    struct hypothesis h = {0};
    struct box_list list;
    bool explains;

    hypothesis_add(&h, (uint16_t)departure);
    hypothesis_test(&h, e, 9);
    explains = h.explains[0];
    hypothesis_test(&h, e, 9); /* anew */
    assert_int_equal(h.missed, !explains);
    hypothesis_behaviours(&h, e, 0, &list);
    if (explains && e->rows[0].permitted.count == 0)
        assert_true(list.count > 0);
    free(list.boxes);
    hypothesis_free(&h);
    return explains;
}

/* That no tick ever comes explains nothing where one was delivered, and is
 * refuted by one that was counted. */
TEST(silence_explains_nothing_where_ticks_arrived)
{
    struct bench bench;
    struct evidence e = shown(&bench, TICKS_NONE, 0, TICKED);

    assert_true(explained(&e, TICKS_NONE));
    bench.seen[0].delivered = DELIVERED_STUB;
    assert_int_equal(e.rows[0].permitted.count, 0);
    assert_false(explained(&e, TICKS_NONE));
    evidence_free(&e);
    end(&bench);
    e = shown(&bench, TICKS_COUNTED, DELIVERED_STUB, TICKED);
    assert_false(explained(&e, TICKS_NONE));
    evidence_free(&e);
    end(&bench);
}

TEST(where_a_departure_is_not_asked_permitted_behaviours_lead)
{
    struct bench bench;
    struct evidence e = shown(&bench, TICKS_COUNTED, DELIVERED_STUB, TICKED);
    struct hypothesis h = {0};
    struct box_list list;

    hypothesis_add(&h, EXEC_KILLS);
    hypothesis_behaviours(&h, &e, 0, &list);
    assert_int_equal(list.count, e.rows[0].permitted.count);
    assert_memory_equal(list.boxes, e.rows[0].permitted.boxes,
                        list.count * sizeof *list.boxes);
    free(list.boxes);
    evidence_free(&e);
    end(&bench);
}

TEST(cheap_rows_come_first_and_then_by_name)
{
    static const char *const texts[] = {
        "case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1000 x9\n",
        "case c\nprofil null 0 0 0\n", "case b\nprofil null 1 0 0\n",
        "case d\nbuffer b 1600\nprofil b 16 0x1000 0x8000\n"};
    static const char *const order[] = {"b", "c", "a", "d"};
    struct bench bench = begin(DIALECT_FREEBSD);
    struct evidence e = evidence_of(DIALECT_FREEBSD);

    for (unsigned k = 0; k < 4; k++) {
        show(&bench, texts[k]);
        evidence_add(&e, bench.shown[k].cases, &bench.seen[k]);
    }
    evidence_sort(&e);
    for (unsigned k = 0; k < 4; k++)
        assert_string_equal(e.rows[k].c->slug, order[k]);
    evidence_free(&e);
    end(&bench);
}

TEST(a_case_costs_its_ticks_and_its_buffers)
{
    struct bench bench = begin(DIALECT_FREEBSD);
    size_t none, ticked, large;

    show(&bench, "case a\nbuffer b 16\n");
    show(&bench, "case b\nbuffer b 16\ntick 0x1000 x7 0x2000\n");
    show(&bench, "case c\nbuffer b 1616\n");
    none = evaluate_cost(&bench.shown[0].cases->script);
    ticked = evaluate_cost(&bench.shown[1].cases->script);
    large = evaluate_cost(&bench.shown[2].cases->script);
    assert_true(none > 0);
    assert_int_equal(ticked, none + 8);
    assert_int_equal(large, none + 100);
    end(&bench);
}

#define ONE   "case c\nbuffer b 64\nprofil b 64 0x1000 0xc000\ntick 0x1003\n"
#define OTHER "case c\nbuffer b 64\nprofil b 64 0x1000 0xc000\ntick 0x1004\n"
#define DEAR                                                                   \
    "case c\nbuffer b 64\nprofil b 64 0x1000 0xc000\ntick 0x1003 x900\n"

/* All cases of the bench as evidence. */
static struct evidence gathered(struct bench *bench)
{
    struct evidence e = evidence_of(bench->dialect);

    for (unsigned k = 0; k < bench->shown_count; k++)
        evidence_add(&e, bench->shown[k].cases, &bench->seen[k]);
    return e;
}

TEST(each_row_is_found_by_its_case_and_what_was_seen)
{
    struct bench bench = begin(DIALECT_FREEBSD);
    struct evidence e;

    show(&bench, DEAR);
    show(&bench, ONE);
    take(&bench, ROUNDING_UP);
    show(&bench, ONE);
    show(&bench, OTHER);
    e = gathered(&bench);
    evidence_sort(&e);
    for (unsigned k = 0; k < bench.shown_count; k++) {
        const struct sighting *row =
            evidence_find(&e, bench.shown[k].cases, &bench.seen[k]);

        assert_non_null(row);
        assert_ptr_equal(row->c, bench.shown[k].cases);
        assert_ptr_equal(row->observation, &bench.seen[k]);
    }
    assert_null(evidence_find(&e, bench.shown[0].cases, &bench.seen[1]));
    assert_null(evidence_find(&e, bench.shown[1].cases, &bench.seen[2]));
    assert_null(evidence_find(&e, bench.shown[2].cases, &bench.seen[1]));
    evidence_free(&e);
    end(&bench);
}

TEST(what_was_not_shown_is_not_found)
{
    static const char *const texts[] = {ONE, OTHER, DEAR};
    struct bench bench = begin(DIALECT_FREEBSD);
    struct evidence e, none = evidence_of(DIALECT_FREEBSD);

    for (unsigned k = 0; k < 3; k++)
        show(&bench, texts[k]);
    evidence_sort(&none);
    for (unsigned k = 0; k < 3; k++) {
        unsigned count = bench.shown_count;

        bench.shown_count = k;
        e = gathered(&bench);
        evidence_sort(&e);
        bench.shown_count = count;
        for (unsigned i = k; i < 3; i++)
            assert_null(
                evidence_find(&e, bench.shown[i].cases, &bench.seen[i]));
        evidence_free(&e);
        assert_null(evidence_find(&none, bench.shown[k].cases, &bench.seen[k]));
    }
    evidence_free(&none);
    end(&bench);
}

TEST(rows_are_found_once_they_are_in_their_order)
{
    struct bench bench = begin(DIALECT_FREEBSD);
    struct evidence e;

    show(&bench, ONE);
    e = gathered(&bench);
    assert_null(evidence_find(&e, bench.shown[0].cases, &bench.seen[0]));
    evidence_sort(&e);
    assert_non_null(evidence_find(&e, bench.shown[0].cases, &bench.seen[0]));
    show(&bench, DEAR);
    evidence_add(&e, bench.shown[1].cases, &bench.seen[1]);
    assert_null(evidence_find(&e, bench.shown[0].cases, &bench.seen[0]));
    evidence_free(&e);
    end(&bench);
}

TEST(a_row_has_its_runs_as_boxes_and_no_memory_more)
{
    struct bench bench = begin(DIALECT_FREEBSD);
    struct evidence e;
    const struct sighting *row;

    show(&bench, DEAR);
    e = gathered(&bench);
    row = e.rows;
    assert_true(row->within.agreed.count > 0);
    assert_true(row->within.agreed.count <= row->within.runs);
    assert_int_equal(row->within.agreed.capacity, row->within.agreed.used);
    assert_int_equal(row->permitted.capacity, row->permitted.count);
    assert_true(run_list_meets(&row->within.agreed, &row->permitted));
    assert_true(rule_set_has(row->within.consulted, RULE_ROUNDING));
    assert_int_equal(row->narrows,
                     row->within.agreed.count != row->within.runs);
    evidence_free(&e);
    end(&bench);
}

TEST(runs_that_differ_in_one_rule_are_one_box)
{
    struct bench bench = begin(DIALECT_FREEBSD);
    struct evidence e;

    show(&bench, "case c\nbuffer b 64\nprofil b 64 0x1000 0x10000\n"
                 "tick 0x1002\n");
    e = gathered(&bench);
    assert_true(e.rows[0].within.agreed.count > 1);
    assert_int_equal(e.rows[0].permitted.count, 1);
    evidence_free(&e);
    end(&bench);
}

TEST(there_is_room_for_many_rows)
{
    enum { MANY = 300 };
    struct bench bench = begin(DIALECT_FREEBSD);
    struct evidence e = evidence_of(DIALECT_FREEBSD);
    struct observation seen[MANY];

    show(&bench, ONE);
    for (unsigned k = 0; k < MANY; k++) {
        seen[k] = bench.seen[0];
        evidence_add(&e, bench.shown[0].cases, &seen[k]);
    }
    evidence_sort(&e);
    assert_int_equal(e.count, MANY);
    for (unsigned k = 0; k < MANY; k++)
        assert_ptr_equal(
            evidence_find(&e, bench.shown[0].cases, &seen[k])->observation,
            &seen[k]);
    evidence_free(&e);
    end(&bench);
}

TEST(what_loosens_no_case_is_better_and_then_that_no_tick_comes)
{
    struct hypothesis rows[] = {
        {.count = 1, .departures = {TICKS_NONE}},
        {.count = 1, .departures = {SCALE_OFF_NEVER}},
        {.count = 1, .departures = {TICKS_LOST}},
        {.count = 1, .departures = {TICKS_NONE}, .loosened = 1},
    };

    if (TICKS_LOST < SCALE_OFF_NEVER) {
        rows[1].departures[0] = TICKS_LOST;
        rows[2].departures[0] = SCALE_OFF_NEVER;
    }
    for (size_t k = 1; k < sizeof rows / sizeof *rows; k++) {
        assert_int_equal(hypothesis_compare(&rows[k - 1], &rows[k]), -1);
        assert_int_equal(hypothesis_compare(&rows[k], &rows[k - 1]), 1);
    }
}

TEST(a_length_counts_a_departure_twice_as_a_case_that_fails)
{
    struct hypothesis h = missing(5, 3, 4);

    assert_int_equal(hypothesis_length(&h), 5 + 3 + 2 * 4);
}

TEST(lists_of_departures_are_compared_from_the_first)
{
    static const uint16_t list[] = {3, 5, 9}, greater[] = {3, 6, 8};

    assert_int_equal(departures_compare(list, greater, 1), 0);
    assert_int_equal(departures_compare(list, greater, 2), -1);
    assert_int_equal(departures_compare(greater, list, 3), 1);
    assert_int_equal(departures_compare(list, list, 3), 0);
    assert_int_equal(departures_find(list, 3, 3), 0);
    assert_int_equal(departures_find(list, 3, 9), 2);
    assert_int_equal(departures_find(list, 2, 9), 2);
}

TEST(a_case_of_two_implementations_is_mixed)
{
    static const struct {
        const char *text;
        bool mixed;
    } rows[] = {
        {"case a\nprofil null 0 0 0\nsprofil [ ] 0 null ushort\n", true},
        {"case a\nsprofil [ ] 0 null ushort\nprofil null 0 0 0\n", true},
        {"case a\nprofil null 0 0 0\nprofil null 1 0 0\n", false},
        {"case a\nsprofil [ ] 0 null ushort\n", false},
        {"case a\nbuffer b 16\ntick 0x1000\n", false},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct evidence e = evidence_of(DIALECT_GLIBC);
        struct case_list list = {0};
        const struct test_case *c = parsed(&list, rows[k].text);

        assert_false(evidence_is_mixed(&e, c));
        e.two = true;
        assert_int_equal(evidence_is_mixed(&e, c), rows[k].mixed);
        case_list_free(&list);
    }
}

/* One row for each letter: it dies in its first call by a signal, exits there,
 * lives, dies in its second call, or has no call. */
TEST(none_lives_if_each_dies_in_its_first_call)
{
    static const struct {
        const char *seen;
        bool none;
    } rows[] = {{"", false},   {"s", true},   {"e", true},  {"se", true},
                {"ls", false}, {"sl", false}, {"2", false}, {"0", false}};
    struct bench bench = begin(DIALECT_FREEBSD);

    show(&bench, "case a\nbuffer b 16\nprofil b 16 0 0\nprofil b 16 0 0\n");
    show(&bench, "case b\nbuffer b 16\n");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct evidence e = evidence_of(DIALECT_FREEBSD);
        struct observation seen[2];

        for (size_t i = 0; rows[k].seen[i]; i++) {
            char how = rows[k].seen[i];

            seen[i] = bench.seen[how == '0'];
            seen[i].ended = how == 'l'   ? ENDED_NORMALLY
                            : how == 'e' ? ENDED_EXIT
                                         : ENDED_SIGNAL;
            seen[i].op = how == '2' ? 2 : 1;
            evidence_add(&e, bench.shown[how == '0'].cases, &seen[i]);
        }
        if (evidence_none_lives(&e) != rows[k].none)
            fail_msg("%s", rows[k].seen);
        evidence_free(&e);
    }
    end(&bench);
}

/* What a letter stands for: a case, and what is done in it. */
struct kind {
    char how;
    enum choice choice;
    const char *text;
    bool wrong; /* a count is, too */
};

/* What rows of these kinds show, a letter each. */
static struct evidence shown_as(struct bench *bench, const char *rows,
                                const struct kind *kinds)
{
    for (; *rows; rows++) {
        const struct kind *kind = kinds;

        while (kind->how != *rows)
            kind++;
        take(bench, kind->choice);
        show(bench, kind->text);
        if (kind->wrong)
            bench->seen[bench->shown_count - 1].arena[SCRIPT_ZONE] = 77;
    }
    return gathered(bench);
}

/* Rows in their order: (a) divides first, where the manual permits it, (b) does
 * not, (c) refuses a bad buffer, (d) does not, and (f) counts too many. */
TEST(of_rows_that_pass_the_one_that_contradicts_most_goes_last)
{
    static const char rounded[] =
        "case a\nbuffer b 16\nprofil b 16 0x1000 0x5555\ntick 0x1007\n";
    static const char bad[] = "case c\nprofil bad 16 0x1000 0x8000\n";
    static const struct kind kinds[] = {
        {'a', ROUNDING_DIVIDE_FIRST, rounded, false},
        {'b', ROUNDING_DOWN, rounded, false},
        {'c', BAD_BUFFER_EFAULT, bad, false},
        {'d', BAD_BUFFER_NO_EFFECT, bad, false},
        {'f', TICKS_COUNTED, TICKED, true}};
    static const struct {
        const char *rows;
        int last;
    } rows[] = {{"a", -1},     {"ab", -1},   {"bba", -1},   {"abb", 0},
                {"abcd", -1},  {"cabb", 1},  {"cdabb", 2},  {"cabbfff", 1},
                {"baabb", -1}, {"baab", -1}, {"abbcdd", 0}, {"abbbcdd", 0}};

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct bench bench = begin(DIALECT_FREEBSD);
        struct evidence e = shown_as(&bench, rows[k].rows, kinds);

        if (evidence_put_last(&e) != (rows[k].last >= 0))
            fail_msg("%s", rows[k].rows);
        for (size_t i = 0; i < e.count; i++)
            if (e.rows[i].contrary != ((int)i == rows[k].last))
                fail_msg("%s: %zu", rows[k].rows, i);
        evidence_free(&e);
        end(&bench);
    }
}

/* That no scale is off explains (f), which fails, with one rounding, and (q),
 * which passes; (t) and (p) pass with another, and (p) has no such scale; (c)
 * is as (p), and contradicts most; nothing explains (x). */
TEST(what_passes_is_tested_before_what_fails_and_what_is_contrary_last)
{
    static const char rounded[] =
        "case p\nbuffer b 16\nprofil b 16 0x1000 0x5555\ntick 0x1007\n";
    static const char off[] =
        "case q\nbuffer b 16\nbuffer c 16\nprofil b 16 0x1000 0x5555\n"
        "tick 0x1007\nprofil c 16 0x1000 0\n";
    static const char off_ticked[] =
        "case f\nbuffer b 16\nbuffer c 16\nprofil b 16 0x1000 0x5555\n"
        "tick 0x1007\nprofil c 16 0x1000 0\ntick 0x1000\n";
    static const struct kind kinds[] = {
        {'f', ROUNDING_DIVIDE_FIRST, off_ticked, false},
        {'q', ROUNDING_DIVIDE_FIRST, off, false},
        {'t', ROUNDING_DOWN, off, false},
        {'p', ROUNDING_DOWN, rounded, false},
        {'c', ROUNDING_DOWN, rounded, false},
        {'x', ROUNDING_DOWN, TICKED, true}};
    static const struct {
        const char *rows, *explained;
        size_t limit, missed, passing;
    } rows[] = {
        {"fq", "fq", 9, 0, 0}, {"fp", "p", 9, 1, 0},   {"ft", "t", 9, 1, 0},
        {"qp", "p", 9, 1, 1},  {"pq", "p", 9, 1, 1},   {"fc", "f", 9, 1, 1},
        {"cf", "c", 9, 1, 0},  {"cqf", "qf", 9, 1, 1}, {"xxx", "", 1, 2, 0},
        {"xxx", "", 9, 3, 0},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct bench bench = begin(DIALECT_FREEBSD);
        struct hypothesis h = {0};
        char explained[9] = "";
        struct evidence e;

        take(&bench, SCALE_OFF_NEVER);
        e = shown_as(&bench, rows[k].rows, kinds);
        for (size_t i = 0; i < e.count; i++)
            e.rows[i].contrary = rows[k].rows[i] == 'c';
        hypothesis_add(&h, SCALE_OFF_NEVER);
        hypothesis_test(&h, &e, rows[k].limit);
        for (size_t i = 0, n = 0; i < e.count; i++)
            if (h.explains[i])
                explained[n++] = rows[k].rows[i];
        if (strcmp(explained, rows[k].explained) != 0 ||
            h.missed != rows[k].missed || h.missed_passing != rows[k].passing)
            fail_msg("%s: %s, %zu, %zu", rows[k].rows, explained, h.missed,
                     h.missed_passing);
        hypothesis_free(&h);
        evidence_free(&e);
        end(&bench);
    }
}

TEST(what_is_mixed_is_tested_too)
{
    struct bench bench = begin(DIALECT_GLIBC);
    struct evidence e;
    struct hypothesis none = {.count = 0};

    show(&bench, "case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\n"
                 "sprofil [ b 16 0x1000 0x8000 ] 1 null ushort\n");
    show(&bench, ONE);
    e = evidence_of(DIALECT_GLIBC);
    e.two = true;
    for (unsigned k = 0; k < 2; k++)
        evidence_add(&e, bench.shown[k].cases, &bench.seen[k]);
    evidence_sort(&e);
    assert_int_equal(e.alone, 1);
    assert_true(e.rows[1].mixed);
    hypothesis_test(&none, &e, 9);
    assert_true(none.explains[0] && none.explains[1]);
    hypothesis_free(&none);
    evidence_free(&e);
    end(&bench);
}

TEST(what_was_released_is_forgotten_as_it_was_seen_too)
{
    struct bench bench = begin(DIALECT_FREEBSD);
    struct evidence e;

    show(&bench, ONE);
    show(&bench, OTHER);
    e = gathered(&bench);
    assert_ptr_equal(evidence_plain(&e, 1), &e.rows[1]);
    e.plain = calloc(2, sizeof *e.plain);
    assert_non_null(e.plain);
    for (unsigned k = 0; k < 2; k++)
        e.plain[k] = (struct sighting){.c = e.rows[k].c,
                                       .observation = e.rows[k].observation};
    assert_ptr_equal(evidence_plain(&e, 1), &e.plain[1]);
    evidence_forget(&e);
    for (unsigned k = 0; k < 2; k++) {
        assert_null(e.rows[k].c);
        assert_null(e.rows[k].observation);
        assert_null(e.plain[k].c);
        assert_null(e.plain[k].observation);
    }
    evidence_free(&e);
    end(&bench);
}

TESTS(NULL, NULL)
