/* SPDX-License-Identifier: MIT */
/* How a case differs from what others and departures lead to; from what a right
 * library shows is in judge/judged/views.txt. */
#include "views.h"

#include "conformance/language/observed.h"
#include "conformance/language/parsed_test.h"
#include "reference/unit_test.h"

#include <string.h>

#define PROFIL "case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\n"
#define PLAIN  PROFIL "tick 0x1000\n"
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

/* With a departure; 0: none. */
static void look_by(struct scene *s, enum dialect dialect, uint16_t departure,
                    const char *text, const char *const *observed, size_t count)
{
    struct observed_error error;

    *s = (struct scene){.count = count, .e = evidence_of(dialect)};
    for (size_t k = 0; k < count; k++) {
        if (!observed_parse(observed[k], strlen(observed[k]), &s->seen[k],
                            &error))
            fail_msg("%s: %s", observed[k], error.text);
        evidence_add(&s->e, parsed(&s->cases[k], text), &s->seen[k]);
    }
    if (departure)
        hypothesis_add(&s->h, departure);
    hypothesis_test(&s->h, &s->e, count);
    views_make(&(struct examined){&s->e, &s->h, s->h.explains}, 1, &s->views);
}

static void look(struct scene *s, enum dialect dialect, const char *text,
                 const char *const *observed, size_t count)
{
    look_by(s, dialect, 0, text, observed, count);
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

/* What comes after a call that returned something else, or a death, is not
 * behind it. */
TEST(features_go_as_far_as_what_differs)
{
    static const struct {
        const char *observed;
        bool ticks;
    } rows[] = {
        {"1 call 7; 3 buffer 0 16 [ 1 0*7 ]; ended normally at 3", false},
        {"1 crash; ended signal 11 at 1", false},
        {"1 call 0; 3 crash; ended signal 11 at 3", true},
        {COUNTS("2 0*7"), true},
        {COUNTS("1 0*7"), true},
    };
    static struct scene s;

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        look(&s, DIALECT_FREEBSD, PLAIN, &rows[k].observed, 1);
        if (feature_has(&s.views.of[0].features, FEATURE_TICKS) !=
            rows[k].ticks)
            fail_msg("%s", rows[k].observed);
        leave(&s);
    }
}

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
    look(&s, DIALECT_FREEBSD, PLAIN, observed, MOST);
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

#define HALVED "case a\nbuffer b 16\nprofil b 16 0x1000 0x5555\ntick 0x1007\n"
#define REFUSED                                                                \
    "case a\nbuffer b 16\nprofil bad 16 0x1000 0x8000\n"                       \
    "profil b 16 0x1000 0x8000\ntick 0x1000\n"
#define TWICE                                                                  \
    "case a\nbuffer b 16\nbuffer c 16\nprofil b 16 0x1000 0x5555\ntick "       \
    "0x1007\nprofil null 0 0 0\nprofil c 16 0x1000 0x8000\ntick 0x1000\n"
#define BOTH(first, second)                                                    \
    "2 call 0; 4 call 0; 5 call 0; 7 buffer 0 16 [ " first                     \
    " ]; 7 buffer 1 16 [ " second " 0*7 ]; ended normally at 7"
#define AFTER(returned, count)                                                 \
    "1 call " returned "; 2 call 0; 4 buffer 0 16 [ " count                    \
    " 0*7 ]; ended normally at 4"

/* What the page permits either way is expected as other cases have shown it.  A
 * call that returned what they rule out is not looked behind, unless the case
 * fails: there something else is wrong, too. */
TEST(a_case_is_held_against_what_others_have_shown)
{
    static const struct {
        const char *text, *shown, *observed;
        unsigned kind, way;
        size_t event; /* in which it differs */
    } rows[] = {
        {HALVED, COUNTS("1 0*7"), COUNTS("77 0*7"), UNKNOWN_COUNTS,
         COUNTED_MORE | WAY_FIRST | WAY_PART, 1},
        {HALVED, COUNTS("0 1 0*6"), COUNTS("77 0*7"), UNKNOWN_COUNTS,
         COUNTED_MORE | WAY_ANEW | WAY_GONE, 1},
        {TWICE, BOTH("1 0*7", "1"), BOTH("0 1 0*6", "7"), UNKNOWN_COUNTS,
         COUNTED_MORE | WAY_ANEW | WAY_GONE, 3},
        {REFUSED, AFTER("0", "1"), AFTER("-1 EFAULT", "1"), UNKNOWN_RETURN, 0,
         0},
        {REFUSED, AFTER("0", "1"), AFTER("-1 EFAULT", "7"), UNKNOWN_COUNTS,
         COUNTED_MORE | WAY_FIRST | WAY_PART, 2},
    };
    static struct scene s;

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const char *const observed[] = {rows[k].shown, rows[k].observed};
        struct divergence d;

        look(&s, DIALECT_FREEBSD, rows[k].text, observed, 2);
        d = (struct divergence){.c = s.e.rows[1].c,
                                .observed = &s.seen[1].outcome};
        view_divergence(&(struct examined){&s.e, &s.h, s.h.explains}, 1, &d);
        if (s.views.of[1].kind != rows[k].kind ||
            s.views.of[1].way != rows[k].way || d.event != rows[k].event)
            fail_msg("%s: %u, way 0x%x, event %zu", rows[k].observed,
                     s.views.of[1].kind, s.views.of[1].way, d.event);
        leave(&s);
    }
}

/* That no tick comes, where one was delivered: so nothing was to be counted. */
TEST(what_cannot_be_is_expected_all_the_same)
{
    static const char *const observed[] = {
        "1 call 0; 3 buffer 0 16 [ 1 0*7 ]; ended normally at 3; delivered "
        "stub"};
    static struct scene s;

    look_by(&s, DIALECT_FREEBSD, TICKS_NONE, PLAIN, observed, 1);
    assert_int_equal(s.views.of[0].kind, UNKNOWN_COUNTS);
    assert_int_equal(s.views.of[0].way, COUNTED_MORE | WAY_FIRST | WAY_ANEW);
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
        look(&s, DIALECT_FREEBSD, PLAIN, &rows[k].observed, 1);
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
