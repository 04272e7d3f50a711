/* SPDX-License-Identifier: MIT */
/* What is said of a few cases that nothing explains; what they are called is in
 * scenes.txt. */
#include "scene_test.h"
#include "unexplained.h"

static struct examined examined_in(struct scene *s, struct hypothesis *h)
{
    hypothesis_test(h, &s->evidence, SHOWN);
    return (struct examined){&s->evidence, h, h->explains};
}

/* By two of three that pass a distance is not divided first. */
TEST(a_case_that_passes_but_contradicts_others_is_of_what_fails_like_it)
{
    struct scene s = scene_new(DIALECT_FREEBSD, ROUNDING_DIVIDE_FIRST);
    struct hypothesis h = {0};
    struct unknowns unknowns;
    struct examined part;
    unsigned passing = 0;

    add(&s, "2 rounded-third without; 1 rounded-third; 3 odd-number count");
    part = examined_in(&s, &h);
    unknowns_find(&part, 1, &unknowns);
    assert_int_equal(unknowns.count, 1);
    assert_string_equal(unknowns.of[0].name, "unexplained: too many, profil");
    assert_int_equal(unknowns.of[0].rows, 3);
    for (size_t k = 0; k < s.evidence.count; k++) {
        assert_int_equal(unknowns.of_row[k], !h.explains[k]);
        passing += !h.explains[k] && s.evidence.rows[k].permitted.count > 0;
    }
    assert_int_equal(passing, 1);
    unknowns_free(&unknowns);
    assert_null(unknowns.of);
    assert_int_equal(unknowns.count, 0);
    scene_end(&s, &h);
}

#define TIMES(n, of)                                                           \
    {                                                                          \
        .kind = DISTORTION_TIMES, .amount = n, .upto = n, .family = of         \
    }
#define DONE "throughout: each tick is counted 2 times"

TEST(what_is_done_to_all_alike_is_behind_the_few_that_it_does_not_explain)
{
    static const struct distortion doubled = TIMES(2, 1), tripled = TIMES(3, 1),
                                   other_family = TIMES(2, 2),
                                   in_lists = {.kind = DISTORTION_TIMES,
                                               .calls = CALLS_OF_LISTS,
                                               .amount = 2,
                                               .upto = 2,
                                               .family = 1},
                                   higher = {.kind = DISTORTION_PC,
                                             .amount = 1};
    /* Of two functions: cases, what is done to all alike, and to how many cases
     * it leads. */
    static const struct {
        const char *why;
        bool done;
        const char *cases;
        const struct distortion *d;
        size_t leads;
        const char *others;
        const struct distortion *other;
        size_t others_lead;
    } rows[] = {
        {"it leads to twice as many", true, "1 plain count!", &doubled,
         .leads = 2},
        {"not to twice as many", false, "1 plain count!", &doubled, .leads = 1},
        {"it does not change one", false, "1 plain count!; 1 plain count",
         &doubled, .leads = 9},
        {"what is returned", false, "1 plain returns!", &doubled, .leads = 9},
        {"three have a feature", false, "3 plain; 3 burst count!", &doubled,
         .leads = 9},
        {"two have", true, "3 plain; 2 burst count!", &doubled, .leads = 9},
        {"three have none", true, "3 plain count!", &doubled, .leads = 9},
        {"together", true, "1 plain count!", &doubled, .leads = 1,
         .others = "1 plain count!", .other = &doubled, .others_lead = 3},
        {"not together", false, "1 plain count!", &doubled, .leads = 1,
         .others = "1 plain count!", .other = &doubled, .others_lead = 2},
        {"the second, not the first", true, "3 plain", &higher, .leads = 9,
         .others = "1 plain count!", .other = &doubled, .others_lead = 2},
        {"the second, and what the first leads to is none of it", false,
         "3 plain", &doubled, .leads = 9, .others = "1 plain count!",
         .other = &doubled, .others_lead = 1},
        {"another amount", false, "1 plain count!", &doubled, .leads = 9,
         .others = "1 plain count!", .other = &tripled, .others_lead = 9},
        {"another family", false, "1 plain count!", &doubled, .leads = 9,
         .others = "1 plain count!", .other = &other_family, .others_lead = 9},
        {"other calls", false, "1 plain count!", &doubled, .leads = 9,
         .others = "1 plain count!", .other = &in_lists, .others_lead = 9},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct scene s[2];
        struct hypothesis h[2] = {{.count = 0}, {.count = 0}};
        struct examined parts[2];
        struct unknowns unknowns;
        struct views views;

        for (unsigned i = 0; i < 2; i++) {
            const struct distortion *d = i ? rows[k].other : rows[k].d;
            const char *cases = i ? rows[k].others : rows[k].cases;

            s[i] = scene_new(DIALECT_FREEBSD, 0);
            add(&s[i], "%s", cases ? cases : "");
            parts[i] = examined_in(&s[i], &h[i]);
            s[i].evidence.distortions.count = 1;
            if (d)
                s[i].evidence.distortions.of[0] = *d;
            s[i].evidence.distortions.of[0].led =
                i ? rows[k].others_lead : rows[k].leads;
        }
        unknowns_find(parts, 2, &unknowns);
        assert_int_equal(unknowns.count, 1);
        if ((strcmp(unknowns.of[0].name, DONE) == 0) != rows[k].done)
            fail_msg("%s: %s", rows[k].why, unknowns.of[0].name);
        unknowns_free(&unknowns);
        views_make(parts, 2, &views);
        unknowns_of_views(&views, &unknowns);
        unknowns_leave_distorted(parts, 2, &views, &unknowns);
        for (size_t i = 0; i < views.count; i++)
            assert_int_equal(unknowns.of_row[i],
                             !rows[k].done && !views.of[i].explained);
        assert_int_equal(unknowns.of[0].kind == UNKNOWN_NOTHING, rows[k].done);
        unknowns_free(&unknowns);
        views_free(&views);
        scene_end(&s[0], &h[0]);
        scene_end(&s[1], &h[1]);
    }
}

TESTS(NULL, NULL)
