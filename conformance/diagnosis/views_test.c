/* SPDX-License-Identifier: MIT */
/* The sets of cases that differ so; how each does is in
 * judge/judged/views.txt. */
#include "views.h"

#include "conformance/language/observed.h"
#include "conformance/language/parsed_test.h"
#include "reference/unit_test.h"

#include <string.h>

#define PLAIN "case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1000\n"
enum { MOST = 130 };

/* What is seen of cases, with no departure. */
struct scene {
    struct case_list cases[MOST];
    struct observation seen[MOST];
    size_t count;
    struct evidence e;
    struct hypothesis h;
    struct views views;
};

static void look(struct scene *s, const char *const *observed, size_t count)
{
    struct observed_error error;

    *s = (struct scene){.count = count, .e = evidence_of(DIALECT_FREEBSD)};
    for (size_t k = 0; k < count; k++) {
        if (!observed_parse(observed[k], strlen(observed[k]), &s->seen[k],
                            &error))
            fail_msg("%s: %s", observed[k], error.text);
        evidence_add(&s->e, parsed(&s->cases[k], PLAIN), &s->seen[k]);
    }
    hypothesis_test(&s->h, &s->e, count);
    views_make(&(struct examined){&s->e, &s->h, s->h.explains}, 1, &s->views);
}

static void leave(struct scene *s)
{
    views_free(&s->views);
    assert_null(s->views.of);
    hypothesis_free(&s->h);
    evidence_free(&s->e);
    for (size_t k = 0; k < s->count; k++) {
        observation_free(&s->seen[k]);
        case_list_free(&s->cases[k]);
    }
}

#define COUNTS(more) "1 call 0; 3 buffer 0 16 [ " more " ]; ended normally at 3"

static bool is_in(const uint64_t *set, size_t row)
{
    return set[row / 64] >> row % 64 & 1;
}

TEST(each_row_is_in_the_sets_that_it_belongs_to)
{
    static const char *const kinds[] = {
        COUNTS("1 0*7"), COUNTS("2 0*7"),
        "1 call -1 EINVAL; 3 buffer 0 16 [ 0*8 ]; ended normally at 3"};
    static struct scene s;
    const char *observed[MOST];
    unsigned char marks[MOST];

    for (size_t k = 0; k < MOST; k++) {
        observed[k] = kinds[k % 3];
        marks[k] = k % 5;
    }
    look(&s, observed, MOST);
    views_mark(&s.views, marks, 4);
    for (size_t k = 0; k < MOST; k++) {
        assert_int_equal(is_in(s.views.right, k), k % 3 == 0);
        assert_int_equal(is_in(s.views.counting, k), k % 3 == 0);
        assert_int_equal(is_in(s.views.marked, k), k % 5 == 4);
        assert_int_equal(is_in(s.views.having[FEATURE_TICKS], k), k % 3 < 2);
        assert_int_equal(is_in(s.views.having[0], k),
                         feature_has(&s.views.of[k].features, 0));
    }
    for (size_t k = MOST; k < 64 * s.views.words; k++)
        assert_false(is_in(s.views.counting, k) || is_in(s.views.marked, k));
    leave(&s);
}

/* A first counter is lost in what it changes, and wherever it alone differs. */
TEST(what_is_done_to_all_alike_may_be_behind_what_it_changes)
{
    static const struct {
        const char *observed;
        unsigned kind;
        bool changes, distorted;
    } rows[] = {
        {COUNTS("0*8"), DISTORTION_PC, true, true},
        {COUNTS("0*8"), DISTORTION_PC, false, false},
        {COUNTS("0*8"), DISTORTION_NOT_AT, false, true},
        {COUNTS("0*8"), DISTORTION_NOT_IN_FIRST, false, true},
        {COUNTS("1 1 0*6"), DISTORTION_NOT_IN_FIRST, false, false},
    };
    static struct scene s;

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        look(&s, &rows[k].observed, 1);
        s.e.distortions = (struct distortions){
            .of[0].kind = (unsigned char)rows[k].kind, .count = 1};
        s.e.rows[0].distorted = rows[k].changes;
        views_change(&s.views, &(struct examined){&s.e, &s.h, s.h.explains}, 0);
        assert_int_equal(s.views.of[0].distorted, rows[k].distorted);
        leave(&s);
    }
}

TEST(deaths_are_a_range_of_kinds)
{
    assert_false(unknown_is_death(UNKNOWN_DEATH_IN_CALL - 1));
    assert_true(unknown_is_death(UNKNOWN_DEATH_IN_CALL));
    assert_true(unknown_is_death(UNKNOWN_DEATH_ELSEWHERE));
    assert_false(unknown_is_death(UNKNOWN_DEATH_ELSEWHERE + 1));
}

TESTS(NULL, NULL)
