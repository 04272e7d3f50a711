/* SPDX-License-Identifier: MIT */
/*
 * What a few cases that nothing explains have in common, compared with
 * unexplained.txt; see golden_test.h.  Cases are words: how many, what they
 * are, and the features that they have, as letters:
 *
 *     "4 counts ab; 3 right b; 1 dies-in-call -"
 *
 * What is found is words as well: of each unknown defect its kind, how many
 * cases, the features that set them apart, how many contrary cases have these
 * and how many of its own have not.  Rows are:
 *
 *     : common CASES # WHY     what sets them apart
 *     : leaves N: CASES        how many others a description that costs no more
 *                              than N leaves out
 *     : defects CASES # WHY    what is behind them
 */
#include "unexplained.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/judge/golden_test.h"
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

/* Without the reason of a row. */
static struct cases cases_in(char *words)
{
    words[strcspn(words, "#")] = '\0';
    return cases_of(words);
}

static void common(char *words, FILE *out)
{
    struct cases cases = cases_in(words);
    unsigned kind = UNKNOWN_NOTHING;
    struct common common;
    char text[80] = "";

    for (size_t i = 0; i < cases.views.count; i++)
        if (cases.marks[i])
            kind = cases.views.of[i].kind;
    common = common_of(&cases.views, kind, cases.marks, 1);
    put_common(&common, text, sizeof text);
    fprintf(out, "    %s\n", text);
    cases_free(&cases);
}

static void leaves(char *words, FILE *out)
{
    size_t cost = strtoul(words, &words, 10);
    struct cases cases = cases_in(words + strspn(words, ": "));
    size_t left = common_leaves(&cases.views, UNKNOWN_COUNTS, cases.marks, 1,
                                cost, cases.others);

    fprintf(out, left == SIZE_MAX ? "    there is none\n" : "    %zu\n", left);
    cases_free(&cases);
}

static void defects(char *words, FILE *out)
{
    struct cases cases = cases_in(words);
    struct unknowns unknowns;
    char text[400];

    unknowns_of_views(&cases.views, &unknowns);
    put_found(&cases, &unknowns, text, sizeof text);
    golden_words(text, out);
    unknowns_free(&unknowns);
    cases_free(&cases);
}

TEST(unexplained)
{
    static const struct golden_kind kinds[] = {{"common", common},
                                               {"leaves", leaves},
                                               {"defects", defects},
                                               {NULL, NULL}};

    golden_hold_kinds("conformance/diagnosis/unexplained.txt", NULL, kinds);
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

/* Of what cases have in common; which they have is in judged/features.txt. */
TEST(each_feature_has_words_of_its_own)
{
    for (unsigned k = 0; k < FEATURES; k++) {
        assert_non_null(strchr(feature_words(k), ' '));
        for (unsigned i = 0; i < k; i++)
            assert_string_not_equal(feature_words(k), feature_words(i));
    }
}

GOLDEN_TESTS
