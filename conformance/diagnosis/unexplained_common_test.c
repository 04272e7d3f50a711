/* SPDX-License-Identifier: MIT */
/*
 * What a few cases that nothing explains have in common.  Cases are words: how
 * many, what they are, and the features that they have, as letters:
 *
 *     "4 counts ab; 3 right b; 1 dies-in-call -"
 *
 * What is found is words as well: of each unknown defect its kind, how many
 * cases, the features that set them apart, how many contrary cases have these
 * and how many of its own have not.
 */
#include "unexplained.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "reference/unit_test.h"
#include "text.h"

static const struct sort {
    const char *word;
    struct view view;
    bool other; /* see common_leaves */
} sorts[] = {
    {"right", {.explained = true, .counts = true}, false},
    {"silent", {.explained = true}, false}, /* right, and counts nothing */
    {"counts", {.kind = UNKNOWN_COUNTS}, false},
    {"passes", {.kind = UNKNOWN_COUNTS, .passes = true}, false},
    {"mixed-counts", {.kind = UNKNOWN_COUNTS, .mixed = true}, false},
    {"returns", {.kind = UNKNOWN_RETURN}, false},
    {"return-passes", {.kind = UNKNOWN_RETURN, .passes = true}, false},
    {"mixed-returns", {.kind = UNKNOWN_RETURN, .mixed = true}, false},
    {"dies-in-call", {.kind = UNKNOWN_DEATH_IN_CALL}, false},
    {"dies-in-tick", {.kind = UNKNOWN_DEATH_IN_TICK}, false},
    {"other-counts", {.kind = UNKNOWN_COUNTS, .explained = true}, true},
    {"other-returns", {.kind = UNKNOWN_RETURN, .explained = true}, true},
    {"mixed", {.kind = UNKNOWN_MIXED}, false}, /* of what is found alone */
    {"last-kind", {.kind = UNKNOWN_KINDS - 1}, false},
};

enum { SORTS = sizeof sorts / sizeof *sorts };

/* "a" is the first feature, "z" the last, "s" the scale that is another. */
static unsigned feature_of(char letter)
{
    return letter == 'z'   ? FEATURES - 1
           : letter == 's' ? FEATURE_SCALE_OTHER
                           : (unsigned)(letter - 'a');
}

static char letter_of(int feature)
{
    for (char letter = 'a'; letter <= 'z'; letter++)
        if (feature >= 0 && feature_of(letter) == (unsigned)feature)
            return letter;
    return '?';
}

/* Cases as their words have them. */
struct cases {
    struct views views;
    unsigned char *marks;  /* 1: to be explained */
    unsigned char *others; /* see common_leaves */
};

static void put_in(uint64_t *set, size_t row)
{
    set[row / 64] |= UINT64_C(1) << row % 64;
}

static void add_case(struct cases *cases, size_t row, const struct sort *sort,
                     const char *letters)
{
    struct view *view = &cases->views.of[row];

    *view = sort->view;
    for (; *letters && *letters != '-'; letters++) {
        unsigned feature = feature_of(*letters);

        put_in(view->features.bits, feature);
        put_in(cases->views.having[feature], row);
    }
    if (view->explained && !sort->other)
        put_in(cases->views.right, row);
    if (view->explained && !sort->other && view->counts)
        put_in(cases->views.counting, row);
    cases->marks[row] = !view->explained && !view->passes;
    cases->others[row] = sort->other;
}

static const struct sort *sort_by_name(const char *name)
{
    for (unsigned k = 0; k < SORTS; k++)
        if (strcmp(sorts[k].word, name) == 0)
            return &sorts[k];
    fail_msg("no such word: %s", name);
    return NULL;
}

/* Room for so many. */
static struct cases cases_new(size_t count)
{
    size_t size = count / 64 + 1;
    uint64_t *sets = memory_new((FEATURES + 3) * size, sizeof *sets);
    struct cases cases = {
        .views = {.of = memory_new(count, sizeof(struct view)),
                  .count = count,
                  .words = size,
                  .right = sets,
                  .counting = sets + size,
                  .marked = sets + 2 * size},
        .marks = memory_new(count, 1),
        .others = memory_new(count, 1)};

    for (unsigned f = 0; f < FEATURES; f++)
        cases.views.having[f] = sets + (3 + f) * size;
    return cases;
}

static struct cases cases_of(const char *text)
{
    char name[16], letters[16];
    struct cases cases = {0};

    for (int pass = 0; pass < 2; pass++) {
        size_t row = 0;
        unsigned times;
        int n = 0;

        for (const char *at = text; *at; at += strspn(at, "; ")) {
            if (sscanf(at, "%u %15s %15[a-z-]%n", &times, name, letters, &n) !=
                3)
                fail_msg("%s", text);
            at += n;
            for (; times > 0; times--, row++)
                if (pass > 0)
                    add_case(&cases, row, sort_by_name(name), letters);
        }
        if (pass == 0)
            cases = cases_new(row);
    }
    return cases;
}

static void cases_free(struct cases *cases)
{
    views_free(&cases->views);
    free(cases->marks);
    free(cases->others);
}

static void put_common(const struct common *common, char *text, size_t size)
{
    for (unsigned k = 0; k < 2; k++)
        if (common->features[k] >= 0)
            text_add(text, size, "%c", letter_of(common->features[k]));
    if (common->features[0] < 0)
        text_add(text, size, "-");
    if (common->contrary > 0)
        text_add(text, size, ", %zu contrary", common->contrary);
    if (common->missing > 0)
        text_add(text, size, ", %zu have not", common->missing);
}

struct row {
    const char *why, *cases, *found;
};

TEST(a_feature_or_two_set_cases_apart)
{
    static const struct row rows[] = {
        {"nothing is contrary", "3 counts a; 2 silent -", "-"},
        {"a first feature", "3 counts a; 4 right b", "a"},
        {"a last one", "3 counts z; 4 right b", "z"},
        {"one case is contrary", "3 counts a; 1 right b", "a"},
        {"of two that say the same the first", "3 counts bc; 4 right -", "b"},
        {"two are more than one", "3 counts ab; 1 right a; 2 right b",
         "a, 1 contrary"},
        {"but less than two cases", "3 counts ab; 2 right a; 2 right b", "ab"},
        {"the first with any", "3 counts az; 2 right a; 2 right z", "az"},
        {"neither of them the first",
         "3 counts bcz; 5 right b; 5 right c; 5 right z; 3 right bz", "bc"},
        {"it has not to be in all", "3 counts a; 1 counts -; 3 right b",
         "a, 1 have not"},
        {"where that costs less than what is contrary",
         "3 counts a; 1 counts -; 2 right b", "-, 2 contrary"},
        {"a death has to be said of all: too few are contrary",
         "3 dies-in-tick a; 1 dies-in-tick -; 4 right b", "-, 4 contrary"},
        {"a death has to be said of all: more are",
         "3 dies-in-tick a; 1 dies-in-tick -; 5 right b", "a, 1 have not"},
        {"counts are not contradicted by what counts nothing",
         "3 counts a; 4 silent -; 1 right -", "a"},
        {"but a death is", "3 dies-in-tick a; 4 silent -", "a"},
        {"by a scale calls die", "3 dies-in-call s; 4 silent -", "s"},
        {"nothing else does", "3 counts s; 4 right -", "-, 4 contrary"},
        {"nor a tick", "3 dies-in-tick s; 4 right -", "-, 4 contrary"},
        {"many cases: behind 64 others",
         "70 right b; 3 counts ab; 70 right b; 2 counts a", "a"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct cases cases = cases_of(rows[k].cases);
        unsigned kind = UNKNOWN_NOTHING;
        struct common common;
        char text[80] = "";

        for (size_t i = 0; i < cases.views.count; i++)
            if (cases.marks[i])
                kind = cases.views.of[i].kind;
        common = common_of(&cases.views, kind, cases.marks, 1);
        put_common(&common, text, sizeof text);
        if (strcmp(text, rows[k].found) != 0)
            fail_msg("%s: %s", rows[k].why, text);
        cases_free(&cases);
    }
}

TEST(a_description_of_others_leaves_out_as_few_as_one_of_its_cost_can)
{
    static const struct {
        const char *cases;
        size_t cost, leaves;
    } rows[] = {
        {"1 other-counts -; 1 other-counts a; 3 counts a; 2 right b", 0, 1},
        {"3 counts a; 2 right b; 5 other-counts -", 2, 0},
        {"3 counts a; 2 right b; 5 other-counts -", 1, 5},
        {"3 counts a; 2 right b; 5 other-counts -", 0, 5},
        {"3 counts a; 2 right b; 5 other-counts -; 2 other-counts a", 0, 5},
        {"3 counts a; 2 right b; 5 other-returns -; 1 other-counts -", 0, 1},
        {"3 counts a; 2 right -; 4 right a; 5 other-counts -", 3, SIZE_MAX},
        {"3 counts ac; 2 right -; 2 right a; 2 right c; 5 other-counts -;"
         "1 other-counts a; 1 other-counts c; 1 other-counts ac",
         0, SIZE_MAX},
        {"3 counts ac; 2 right -; 2 right a; 2 right c; 5 other-counts -;"
         "1 other-counts a; 2 other-counts c; 1 other-counts ac",
         1, 8},
        {"3 counts ac; 2 right -; 2 right a; 2 right c; 5 other-counts -;"
         "1 other-counts a; 2 other-counts c; 1 other-counts ac",
         2, 6},
        {"2 counts a; 1 counts -; 8 right b; 5 other-counts -", 1, SIZE_MAX},
        {"2 counts a; 1 counts -; 8 right b; 5 other-counts -", 2, 5},
        {"64 right b; 3 counts a; 61 right b; 5 other-counts -; 2 other-counts "
         "a",
         0, 5},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct cases cases = cases_of(rows[k].cases);
        size_t leaves = common_leaves(&cases.views, UNKNOWN_COUNTS, cases.marks,
                                      1, rows[k].cost, cases.others);

        if (leaves != rows[k].leaves)
            fail_msg("%s, %zu: %zu", rows[k].cases, rows[k].cost, leaves);
        cases_free(&cases);
    }
}

static const char *kind_word(unsigned kind)
{
    for (unsigned k = 0; k < SORTS; k++)
        if (sorts[k].view.kind == kind && !sorts[k].view.explained)
            return sorts[k].word;
    return "?";
}

/* "counts 4: a, 1 contrary; returns 2: b", and what is behind those that
 * pass. */
static void put_found(const struct cases *cases,
                      const struct unknowns *unknowns, char *text, size_t size)
{
    *text = '\0';
    for (size_t k = 0; k < unknowns->count; k++) {
        const struct unknown *u = &unknowns->of[k];
        size_t rows = 0;

        for (size_t i = 0; i < cases->views.count; i++)
            rows += !cases->views.of[i].passes && unknowns->of_row[i] == k + 1;
        assert_int_equal(rows, u->rows);
        text_add(text, size, "%s%s %zu: ", k > 0 ? "; " : "",
                 kind_word(u->kind), rows);
        put_common(&u->common, text, size);
    }
    for (size_t i = 0; i < cases->views.count; i++) {
        if (cases->views.of[i].passes)
            text_add(text, size, "; passes: %u", unknowns->of_row[i]);
        assert_true(!cases->views.of[i].explained || !unknowns->of_row[i]);
    }
}

static void check_unknowns(const struct row *rows, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        struct cases cases = cases_of(rows[k].cases);
        struct unknowns unknowns;
        char text[400];

        unknowns_of_views(&cases.views, &unknowns);
        put_found(&cases, &unknowns, text, sizeof text);
        if (strcmp(text, rows[k].found) != 0)
            fail_msg("%s: %s", rows[k].why, text);
        unknowns_free(&unknowns);
        cases_free(&cases);
    }
}

#define CHECK(rows) check_unknowns(rows, sizeof(rows) / sizeof *(rows))

TEST(cases_of_one_kind_are_one_defect_unless_two_features_tell_more)
{
    static const struct row rows[] = {
        {"none", "3 right a", ""},
        {"kinds are apart", "3 counts a; 2 returns a; 4 right b",
         "counts 3: a; returns 2: a"},
        {"the last kind", "2 last-kind a; 4 right b", "last-kind 2: a"},
        {"the last kind, and four of the first",
         "4 counts a; 4 counts b; 4 counts d; 4 counts z; 40 right c; 2 "
         "last-kind e",
         "counts 4: z; counts 4: a; counts 4: b; counts 4: d; last-kind 2: e"},
        {"two features: six fewer are contrary",
         "4 counts a; 4 counts b; 6 right c", "counts 4: b; counts 4: a"},
        {"... only five", "4 counts a; 4 counts b; 5 right c",
         "counts 8: -, 5 contrary"},
        {"deaths: three", "4 dies-in-call a; 4 dies-in-call b; 3 right c",
         "dies-in-call 4: b; dies-in-call 4: a"},
        {"... only two", "4 dies-in-call a; 4 dies-in-call b; 2 right c",
         "dies-in-call 8: -, 2 contrary"},
        {"two cases", "1 counts b; 1 counts c; 6 right d",
         "counts 2: b, 1 have not"},
        {"two deaths", "1 dies-in-call b; 1 dies-in-call c; 6 right d",
         "dies-in-call 1: c; dies-in-call 1: b"},
        {"three features", "4 counts a; 4 counts b; 4 counts z; 20 right c",
         "counts 4: z; counts 4: a; counts 4: b"},
        {"what one of them leaves contrary is no gain",
         "4 counts ac; 4 counts bc; 6 right c; 1 right a",
         "counts 8: c, 6 contrary"},
    };

    CHECK(rows);
}

TEST(what_both_functions_show_alone_is_one_defect_the_last)
{
    static const struct row rows[] = {
        {"of two kinds", "2 mixed-counts a; 3 mixed-returns b; 6 right c",
         "mixed 5: b, 2 have not"},
        {"it comes last", "3 mixed-counts a; 3 returns b; 6 right c",
         "returns 3: b; mixed 3: a"},
        {"not one that other cases show, too",
         "3 mixed-counts a; 1 counts a; 2 mixed-returns b; 6 right c",
         "counts 4: a; mixed 2: b"},
    };

    CHECK(rows);
}

TEST(a_case_that_passes_is_of_the_defect_whose_features_it_has)
{
    static const struct row rows[] = {
        {"though it comes first", "1 passes a; 4 counts a; 6 right c",
         "counts 4: a; passes: 1"},
        {"it has them", "4 counts a; 4 counts b; 6 right c; 1 passes a",
         "counts 4: b; counts 4: a; passes: 2"},
        {"it has none of either",
         "4 counts a; 4 counts b; 6 right c; 1 passes c",
         "counts 4: b; counts 4: a; passes: 0"},
        {"it has none of the only one",
         "4 returns b; 4 counts a; 6 right c; 1 passes c",
         "counts 4: a; returns 4: b; passes: 1"},
        {"another kind", "4 counts a; 6 right c; 1 return-passes a",
         "counts 4: a; passes: 0"},
        {"it has one of two",
         "4 counts ac; 4 counts bd; 3 right a; 3 right b; 3 right c; 3 right d;"
         "1 passes a; 1 passes bd; 1 passes ac",
         "counts 4: bd; counts 4: ac; passes: 0; passes: 1; passes: 2"},
    };

    CHECK(rows);
}

TEST(no_more_defects_are_told_apart_than_there_are_names_for)
{
    static const char letters[] = "abcdefghijklmnopqrtuvwxyz";
    char text[900] = "200 right -; 2 last-kind -; ";
    struct unknowns unknowns;
    struct cases cases;
    size_t left = 0;

    for (const char *letter = letters; *letter; letter++)
        text_add(text, sizeof text, "3 counts %c; ", *letter);
    cases = cases_of(text);
    unknowns_of_views(&cases.views, &unknowns);
    assert_int_equal(unknowns.count, 23);
    for (size_t i = 0; i < cases.views.count; i++) {
        assert_in_range(unknowns.of_row[i], 0, unknowns.count);
        left += unknowns.of_row[i] == 0;
    }
    assert_int_equal(left, 202);
    unknowns_free(&unknowns);
    cases_free(&cases);
}

TEST(what_sets_cases_apart_is_said_of_twice_what_it_costs_at_least)
{
    static const struct {
        size_t rows, cost, least;
        int feature;
        bool apart;
    } rows[] = {
        {3, 0, 3, 0, true}, {2, 0, 3, 0, false}, {3, 0, 3, -1, false},
        {6, 3, 3, 0, true}, {6, 4, 3, 0, false}, {5, 3, 3, 0, false},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const struct unknown u = {.rows = rows[k].rows,
                                  .common = {.features = {rows[k].feature, -1},
                                             .cost = rows[k].cost}};

        if (unknown_is_apart(&u, rows[k].least) != rows[k].apart)
            fail_msg("row %zu", k);
    }
}

TESTS(NULL, NULL)
