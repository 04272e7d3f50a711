/* SPDX-License-Identifier: MIT */
#include "hypothesis.h"

#include "scene_test.h"

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

TEST(a_case_costs_its_ticks_and_its_buffers)
{
    static const struct {
        const char *text;
        size_t more;
    } rows[] = {{"case a\nbuffer b 16\n", 0},
                {"case b\nbuffer b 16\ntick 0x1000 x7 0x2000\n", 8},
                {"case c\nbuffer b 1616\n", 100}};
    struct case_list list = {0};
    size_t none = evaluate_cost(&parsed(&list, rows[0].text)->script);

    assert_true(none > 0);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_int_equal(evaluate_cost(&parsed(&list, rows[k].text)->script),
                         none + rows[k].more);
    case_list_free(&list);
}

/* Whether it is found, and is that. */
static bool is_found(struct evidence *e, const struct scene *s, unsigned c,
                     unsigned seen)
{
    const struct sighting *row =
        evidence_find(e, s->bench.shown[c].cases, &s->bench.seen[seen]);

    if (row) {
        assert_ptr_equal(row->c, s->bench.shown[c].cases);
        assert_ptr_equal(row->observation, &s->bench.seen[seen]);
    }
    return row != NULL;
}

/* The second and the third are one case. */
TEST(each_row_is_found_by_its_case_and_what_was_seen)
{
    struct scene s = scene_new(DIALECT_FREEBSD, ROUNDING_UP);

    add(&s, "1 burst without; 1 rounded without; 1 rounded; 1 far");
    assert_false(is_found(&s.evidence, &s, 0, 0)); /* in their order alone */
    evidence_sort(&s.evidence);
    for (unsigned c = 0; c < 4; c++)
        for (unsigned seen = 0; seen < 4; seen++)
            assert_int_equal(is_found(&s.evidence, &s, c, seen), c == seen);
    add(&s, "1 burst");
    assert_false(is_found(&s.evidence, &s, 0, 0));
    scene_end(&s, NULL);
}

TEST(a_row_has_its_runs_as_boxes_and_no_memory_more)
{
    struct scene s = scene_new(DIALECT_FREEBSD, 0);
    const struct sighting *row;

    add(&s, "1 rounded");
    row = s.evidence.rows;
    assert_true(row->within.agreed.count > 0);
    assert_true(row->within.agreed.count <= row->within.runs);
    assert_int_equal(row->within.agreed.capacity, row->within.agreed.used);
    assert_int_equal(row->permitted.capacity, row->permitted.count);
    assert_true(run_list_meets(&row->within.agreed, &row->permitted));
    assert_true(rule_set_has(row->within.consulted, RULE_ROUNDING));
    assert_int_equal(row->narrows,
                     row->within.agreed.count != row->within.runs);
    scene_end(&s, NULL);
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
    const char *words;
};

/* What rows of these kinds show, a letter each. */
static void add_kinds(struct scene *s, const char *rows,
                      const struct kind *kinds)
{
    for (; *rows; rows++) {
        const struct kind *kind = kinds;

        while (kind->how != *rows)
            kind++;
        s->departures[1] = kind->choice;
        add(s, "1 %s", kind->words);
    }
}

/* Rows in their order: (a) divides first, where the manual permits it, (b) does
 * not, (c) refuses a bad buffer, (d) does not, and (f) counts too many. */
TEST(of_rows_that_pass_the_one_that_contradicts_most_goes_last)
{
    static const struct kind kinds[] = {
        {'a', ROUNDING_DIVIDE_FIRST, "rounded-third"},
        {'b', ROUNDING_DOWN, "rounded-third"},
        {'c', BAD_BUFFER_EFAULT, "bad-alone"},
        {'d', BAD_BUFFER_NO_EFFECT, "bad-alone"},
        {'f', TICKS_COUNTED, "plain count-first"}};
    static const struct {
        const char *rows;
        int last;
    } rows[] = {{"a", -1},     {"ab", -1},   {"bba", -1},   {"abb", 0},
                {"abcd", -1},  {"cabb", 1},  {"cdabb", 2},  {"cabbfff", 1},
                {"baabb", -1}, {"baab", -1}, {"abbcdd", 0}, {"abbbcdd", 0}};

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct scene s = scene_new(DIALECT_FREEBSD, 0);
        struct evidence *e = &s.evidence;

        add_kinds(&s, rows[k].rows, kinds);
        if (evidence_put_last(e) != (rows[k].last >= 0))
            fail_msg("%s", rows[k].rows);
        for (size_t i = 0; i < e->count; i++)
            if (e->rows[i].contrary != ((int)i == rows[k].last))
                fail_msg("%s: %zu", rows[k].rows, i);
        scene_end(&s, NULL);
    }
}

/* That no scale is off explains (f), which fails, with one rounding, and (q),
 * which passes; (t) and (p) pass with another, and (p) has no such scale; (c)
 * is as (p), and contradicts most; nothing explains (x). */
TEST(what_passes_is_tested_before_what_fails_and_what_is_contrary_last)
{
    static const struct kind kinds[] = {
        {'f', ROUNDING_DIVIDE_FIRST, "thirds-off-ticked"},
        {'q', ROUNDING_DIVIDE_FIRST, "thirds-off"},
        {'t', ROUNDING_DOWN, "thirds-off"},
        {'p', ROUNDING_DOWN, "rounded-third"},
        {'c', ROUNDING_DOWN, "rounded-third"},
        {'x', ROUNDING_DOWN, "plain count-first"}};
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
        struct scene s = scene_new(DIALECT_FREEBSD, SCALE_OFF_NEVER);
        struct evidence *e = &s.evidence;
        struct hypothesis h = {0};
        char explained[9] = "";

        add_kinds(&s, rows[k].rows, kinds);
        for (size_t i = 0; i < e->count; i++)
            e->rows[i].contrary = rows[k].rows[i] == 'c';
        hypothesis_add(&h, SCALE_OFF_NEVER);
        hypothesis_test(&h, e, rows[k].limit);
        for (size_t i = 0, n = 0; i < e->count; i++)
            if (h.explains[i])
                explained[n++] = rows[k].rows[i];
        if (strcmp(explained, rows[k].explained) != 0 ||
            h.missed != rows[k].missed || h.missed_passing != rows[k].passing)
            fail_msg("%s: %s, %zu, %zu", rows[k].rows, explained, h.missed,
                     h.missed_passing);
        scene_end(&s, &h);
    }
}

TEST(what_is_mixed_is_tested_too)
{
    struct scene s = scene_new(DIALECT_GLIBC, 0);
    struct hypothesis none = {.count = 0};

    s.evidence.two = true;
    add(&s, "1 both; 1 rounded");
    evidence_sort(&s.evidence);
    assert_int_equal(s.evidence.alone, 1);
    assert_true(s.evidence.rows[1].mixed);
    hypothesis_test(&none, &s.evidence, 9);
    assert_true(none.explains[0] && none.explains[1]);
    scene_end(&s, &none);
}

TEST(what_was_released_is_forgotten_as_it_was_seen_too)
{
    struct scene s = scene_new(DIALECT_FREEBSD, 0);
    struct evidence *e = &s.evidence;

    add(&s, "1 rounded; 1 far");
    assert_ptr_equal(evidence_plain(e, 1), &e->rows[1]);
    e->plain = calloc(2, sizeof *e->plain);
    assert_non_null(e->plain);
    for (unsigned k = 0; k < 2; k++)
        e->plain[k] = (struct sighting){.c = e->rows[k].c,
                                        .observation = e->rows[k].observation};
    assert_ptr_equal(evidence_plain(e, 1), &e->plain[1]);
    evidence_forget(e);
    for (unsigned k = 0; k < 2; k++) {
        assert_null(e->rows[k].c);
        assert_null(e->rows[k].observation);
        assert_null(e->plain[k].c);
        assert_null(e->plain[k].observation);
    }
    scene_end(&s, NULL);
}

TESTS(NULL, NULL)
