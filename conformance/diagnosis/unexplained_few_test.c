/* SPDX-License-Identifier: MIT */
/* What is said of a few cases that nothing explains. */
#include "scene_test.h"
#include "unexplained.h"

static struct examined examined_in(struct scene *s, struct hypothesis *h)
{
    hypothesis_test(h, &s->evidence, SHOWN);
    return (struct examined){&s->evidence, h, h->explains};
}

#define ON   "profil b 16 0x1000 0x8000\n"
#define LIST "sprofil [ b 16 0x1000 0x8000 ] 1 null ushort\n"
#define TICK "tick 0x1000\n"
#define ELEMENT                                                                \
    "case element" BUFFER "profil [ 0x1000 0x1010 b 16 0x8000 ] -1 0 0\n" TICK
#define ODD         "profil b 16 0xfff 0x8000\n" TICK
#define BURST       "case burst" BUFFER ON "tick 0x1000 x9\n"
#define REGIONS     "case regions" BUFFER LIST TICK
#define FORK(lines) "case fork" BUFFER "fork\n" lines "end\n"
#define FORKED      FORK(ON TICK)
#define BOTH        "case both" BUFFER ON LIST TICK

TEST(a_defect_is_called_as_its_cases_are)
{
    static const struct {
        const char *why;
        enum dialect dialect;
        struct {
            unsigned times;
            const char *text;
            enum wrong wrong;
        } cases[4];
        const char *name;
    } rows[] = {
        {"all alike",
         DIALECT_FREEBSD,
         {{3, PLAIN, COUNT}},
         "unexplained: too many, profil"},
        {"as far as a comma",
         DIALECT_FREEBSD,
         {{3, PLAIN, COUNT}, {3, FORKED, COUNT}},
         "unexplained: too many"},
        {"a part of what is called is nothing",
         DIALECT_AIX,
         {{2, PLAIN, COUNT}, {2, ELEMENT, COUNT}},
         "unexplained: too many"},
        {"not at all: counts",
         DIALECT_FREEBSD,
         {{3, PLAIN, COUNT}, {1, PLAIN, NO_COUNT}},
         "unexplained: counts"},
        {"not at all: no counts",
         DIALECT_IRIX,
         {{3, PLAIN, RETURN}, {1, REGIONS, RETURN}},
         "unexplained: what was seen"},
        {"killed", DIALECT_IRIX, {{2, PLAIN, DIED_IN_CALL}}, "killed: profil"},
        {"killed in several",
         DIALECT_IRIX,
         {{2, PLAIN, DIED_IN_CALL}, {1, REGIONS, DIED_IN_CALL}},
         "killed: several calls"},
        {"exited in several",
         DIALECT_IRIX,
         {{2, PLAIN, EXITED}, {1, REGIONS, EXITED}},
         "exited: several calls"},
        {"killed or exited",
         DIALECT_IRIX,
         {{2, PLAIN, DIED_IN_CALL}, {1, PLAIN, EXITED}},
         "died: in several ways"},
        {"out of time in several",
         DIALECT_IRIX,
         {{2, PLAIN, TIMED_OUT}, {1, REGIONS, TIMED_OUT}},
         "timeout: several calls"},
        {"killed where the first feature is",
         DIALECT_FREEBSD,
         {{3, PLAIN, DIED_AFTER}, {4, "case idle" BUFFER ON, RIGHT}},
         "killed: a tick, where ticks come"},
        {"of the first feature and what is called",
         DIALECT_IRIX,
         {{3, "case early" BUFFER TICK LIST, DIED_IN_CALL},
          {4, "case other" BUFFER TICK ON, RIGHT},
          {4, "case idle" BUFFER LIST, RIGHT}},
         "killed: sprofil, where ticks come"},
        {"profil and sprofil together",
         DIALECT_GLIBC,
         {{1, BOTH, DIED_IN_CALL}, {3, PLAIN, RIGHT}},
         "unexplained: profil and sprofil in one process"},
        {"one of one",
         DIALECT_FREEBSD,
         {{1, BURST, COUNT}, {3, PLAIN, RIGHT}},
         "unexplained: too many, profil, where several ticks come"},
        {"one that another contradicts",
         DIALECT_FREEBSD,
         {{1, BURST, COUNT}, {3, PLAIN, RIGHT}, {1, BURST, RIGHT}},
         "unexplained: too many, profil"},
        {"one by two features",
         DIALECT_IRIX,
         {{1, FORK(LIST TICK), COUNT}, {3, REGIONS, RIGHT}, {3, FORKED, RIGHT}},
         "unexplained: too many, a fork"},
        {"two that one contradicts",
         DIALECT_FREEBSD,
         {{2, BURST, COUNT}, {4, PLAIN, RIGHT}, {1, BURST, RIGHT}},
         "unexplained: too many, profil"},
        {"three that one contradicts",
         DIALECT_FREEBSD,
         {{3, BURST, COUNT}, {4, PLAIN, RIGHT}, {1, BURST, RIGHT}},
         "unexplained: too many, profil, where several ticks come"},
        {"one in five has it not",
         DIALECT_FREEBSD,
         {{4, BURST, COUNT}, {1, PLAIN, COUNT}, {8, PLAIN, RIGHT}},
         "unexplained: too many, profil"},
        {"one in six",
         DIALECT_FREEBSD,
         {{5, BURST, COUNT}, {1, PLAIN, COUNT}, {8, PLAIN, RIGHT}},
         "unexplained: too many, profil, mostly where several ticks come"},
        {"two features",
         DIALECT_IRIX,
         {{2, FORK(LIST TICK), COUNT}, {3, REGIONS, RIGHT}, {3, FORKED, RIGHT}},
         "unexplained: too many, a fork, where sprofil is called and the "
         "process forks"},
        {"many is no word of a feature",
         DIALECT_FREEBSD,
         {{2, FORK(ODD), COUNT},
          {3, "case odd" BUFFER ODD, RIGHT},
          {3, FORKED, RIGHT}},
         "unexplained: too many, a fork, where an offset is odd and the "
         "process forks"},
        {"one of two is said by what is called",
         DIALECT_IRIX,
         {{2, FORK(LIST TICK), RETURN},
          {3, REGIONS, RIGHT},
          {3, FORKED, RIGHT}},
         "unexplained: what sprofil returned, where the process forks"},
        {"the only one is said",
         DIALECT_IRIX,
         {{2, REGIONS, RETURN}, {3, PLAIN, RIGHT}},
         "unexplained: what sprofil returned, where sprofil is called"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct scene s = scene_new(rows[k].dialect);
        struct hypothesis h = {0};
        struct unknowns unknowns;
        struct examined part;

        s.evidence.two = rows[k].dialect == DIALECT_GLIBC;

        for (unsigned i = 0; i < 4 && rows[k].cases[i].text; i++)
            add(&s, rows[k].cases[i].times, rows[k].cases[i].text,
                rows[k].cases[i].wrong);
        part = examined_in(&s, &h);
        unknowns_find(&part, 1, &unknowns);
        if (unknowns.count != 1 ||
            strcmp(unknowns.of[0].name, rows[k].name) != 0)
            fail_msg("%s: %zu, %s", rows[k].why, unknowns.count,
                     unknowns.of[0].name);
        unknowns_free(&unknowns);
        scene_end(&s, &h);
    }
}

/* By two of three that pass a distance is not divided first. */
TEST(a_case_that_passes_but_contradicts_others_is_of_what_fails_like_it)
{
    static const char third[] =
        "case third" BUFFER "profil b 16 0x1000 0x5555\ntick 0x1007\n";
    struct scene s = scene_new(DIALECT_FREEBSD);
    struct hypothesis h = {0};
    struct unknowns unknowns;
    struct examined part;
    unsigned passing = 0;

    take(&s.bench, ROUNDING_DOWN);
    add(&s, 2, third, RIGHT);
    take(&s.bench, ROUNDING_DIVIDE_FIRST);
    add(&s, 1, third, RIGHT);
    add(&s, 3, "case odd" BUFFER ODD, COUNT);
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

/* Of two functions: cases that are wrong, so many of which what is done to all
 * alike changes; how many cases it leads to; and others that are right. */
struct function {
    unsigned wrong, changes;
    size_t leads;
    unsigned right;
    struct distortion d;
};

/* The first of a function's rows that are wrong, as changed. */
static void change(struct scene *s, const struct hypothesis *h,
                   const struct function *f)
{
    unsigned left = f->changes;

    for (size_t k = 0; k < s->evidence.count && left > 0; k++)
        if (!h->explains[k]) {
            s->evidence.rows[k].distorted = true;
            left--;
        }
    s->evidence.distortions = (struct distortions){.of[0] = f->d, .count = 1};
    s->evidence.distortions.of[0].led = f->leads;
}

#define DOUBLED                                                                \
    {                                                                          \
        .kind = DISTORTION_TIMES, .amount = 2, .upto = 2, .family = 1          \
    }
#define DONE "throughout: each tick is counted 2 times"
#define LIKE "unexplained: too many, profil"

TEST(what_is_done_to_all_alike_is_behind_the_few_that_it_does_not_explain)
{
    static const struct {
        const char *why, *text;
        enum wrong wrong;
        struct function functions[2];
        bool done;
    } rows[] = {
        {"it leads to twice as many",
         PLAIN,
         COUNT,
         {{1, 1, 2, 0, DOUBLED}},
         true},
        {"not to twice as many", PLAIN, COUNT, {{1, 1, 1, 0, DOUBLED}}, false},
        {"it does not change one",
         PLAIN,
         COUNT,
         {{2, 1, 9, 0, DOUBLED}},
         false},
        {"what is returned", PLAIN, RETURN, {{1, 1, 9, 0, DOUBLED}}, false},
        {"three have a feature", BURST, COUNT, {{3, 3, 9, 3, DOUBLED}}, false},
        {"two have", BURST, COUNT, {{2, 2, 9, 3, DOUBLED}}, true},
        {"three have none", PLAIN, COUNT, {{3, 3, 9, 0, DOUBLED}}, true},
        {"together",
         PLAIN,
         COUNT,
         {{1, 1, 1, 0, DOUBLED}, {1, 1, 3, 0, DOUBLED}},
         true},
        {"not together",
         PLAIN,
         COUNT,
         {{1, 1, 1, 0, DOUBLED}, {1, 1, 2, 0, DOUBLED}},
         false},
        {"the second, not the first",
         PLAIN,
         COUNT,
         {{0, 0, 9, 3, {.kind = DISTORTION_PC, .amount = 1}},
          {1, 1, 2, 0, DOUBLED}},
         true},
        {"the second, and what the first leads to is none of it",
         PLAIN,
         COUNT,
         {{0, 0, 9, 3, DOUBLED}, {1, 1, 1, 0, DOUBLED}},
         false},
        {"another amount",
         PLAIN,
         COUNT,
         {{1, 1, 9, 0, DOUBLED},
          {1,
           1,
           9,
           0,
           {.kind = DISTORTION_TIMES, .amount = 3, .upto = 3, .family = 1}}},
         false},
        {"another family",
         PLAIN,
         COUNT,
         {{1, 1, 9, 0, DOUBLED},
          {1,
           1,
           9,
           0,
           {.kind = DISTORTION_TIMES, .amount = 2, .upto = 2, .family = 2}}},
         false},
        {"other calls",
         PLAIN,
         COUNT,
         {{1, 1, 9, 0, DOUBLED},
          {1,
           1,
           9,
           0,
           {.kind = DISTORTION_TIMES,
            .calls = CALLS_OF_LISTS,
            .amount = 2,
            .upto = 2,
            .family = 1}}},
         false},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct scene s[2];
        struct hypothesis h[2] = {{.count = 0}, {.count = 0}};
        struct examined parts[2];
        struct unknowns unknowns;
        struct views views;

        for (unsigned i = 0; i < 2; i++) {
            const struct function *f = &rows[k].functions[i];

            s[i] = scene_new(DIALECT_FREEBSD);
            add(&s[i], f->right, PLAIN, RIGHT);
            add(&s[i], f->wrong, rows[k].text, rows[k].wrong);
            parts[i] = examined_in(&s[i], &h[i]);
            change(&s[i], &h[i], f);
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
