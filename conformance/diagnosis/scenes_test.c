/* SPDX-License-Identifier: MIT */
/*
 * What is found in a few cases, compared with scenes.txt; see golden_test.h.
 * Rows are, with cases as scene_test.h has them:
 *
 *     : support RULE=CHOICE [DIALECT] [beside RULE=CHOICE] [also RULE=CHOICE]
 *           [doubt N M RULE] [where FEATURE [and FEATURE]]: CASES # WHY
 *                            how a departure stands, beside another, where the
 *                            library does those permitted choices, too, and the
 *                            first case, and each other, was explained by a
 *                            doubtful departure in so many; or where it holds
 *                            in the first group alone, whose cases have these
 *                            features
 *     : candidates [RULE=CHOICE] [DIALECT] [also RULE=CHOICE] [pairs] [dear]:
 *           CASES # WHY        what is missed of those of who does that, and
 *                            which departures are tried then, and for how many
 *                            cases; pairs of them, too; for dear cases alone
 *     : partial RULE=CHOICE [DIALECT]: CASES # WHY
 *                            what is behind them
 *     : called DIALECT: CASES # WHY
 *                            what they are called that nothing explains, and
 *                            how many are of each
 *     : alike DISTORTION: CASES [| DISTORTION: CASES] # WHY
 *                            the same, where that is done to all ticks by one
 *                            function, and by another: "times 2 of FAMILY,
 *                            leads N[, in lists]", or "pc 2 ...", "not-at
 *                            0 ...", "not-in-first 0 ..."
 */
#include "candidates.h"
#include "conformance/judge/golden_test.h"
#include "diagnosis.h"
#include "scene_test.h"
#include "unexplained.h"

static enum choice choice_of(char *word)
{
    int rule = rule_by_name(strsep(&word, "="));

    return (enum choice)choice_by_name((enum rule)rule, word);
}

static int feature_of(const char *name)
{
    static const char *const names[FEATURES] = {
#define FEATURE(id, words) #id,
#include "features.def"
#undef FEATURE
    };
    int k = 0;

    while (k < FEATURES - 1 && strcmp(names[k], name) != 0)
        k++;
    return k;
}

struct stand {
    enum dialect dialect;
    enum choice departure, beside, also[2]; /* 0: none */
    bool in_order; /* the first case has to come first */
    unsigned doubt, doubts;
    enum rule of;
    int where[2]; /* -1: none */
    bool pairs;
    enum candidates_of of_rows;
};

static struct stand stand_of(char *words)
{
    struct stand stand = {.dialect = DIALECT_FREEBSD, .where = {-1, -1}};
    unsigned others = 0;

    for (char *word; (word = strsep(&words, " "));)
        if (strcmp(word, "beside") == 0) {
            stand.beside = choice_of(strsep(&words, " "));
            stand.also[others++] = stand.beside;
        } else if (strcmp(word, "also") == 0) {
            stand.also[others++] = choice_of(strsep(&words, " "));
            stand.in_order = true;
        } else if (strcmp(word, "doubt") == 0) {
            stand.doubt = (unsigned)atoi(strsep(&words, " "));
            stand.doubts = (unsigned)atoi(strsep(&words, " "));
            stand.of = (enum rule)rule_by_name(strsep(&words, " "));
        } else if (strcmp(word, "where") == 0) {
            stand.where[0] = feature_of(strsep(&words, " "));
        } else if (strcmp(word, "and") == 0) {
            stand.where[1] = feature_of(strsep(&words, " "));
        } else if (strcmp(word, "pairs") == 0) {
            stand.pairs = true;
        } else if (strcmp(word, "dear") == 0) {
            stand.of_rows = CANDIDATES_OF_DEAR;
        } else if (strchr(word, '=')) {
            stand.departure = choice_of(word);
        } else {
            stand.dialect = (enum dialect)dialect_by_name(word);
        }
    return stand;
}

static struct support found_of(struct scene *s, struct hypothesis *h,
                               const struct stand *stand, const char *cases)
{
    size_t first = strtoul(cases, NULL, 10);
    uint16_t departure = (uint16_t)stand->departure;
    unsigned char marks[SHOWN] = {0};
    struct support found;
    struct rest rest;

    hypothesis_test(h, &s->evidence, SHOWN);
    rest_make(&s->evidence, h, &rest);
    memset(marks, 1, first);
    if (stand->where[0] >= 0)
        found = support_where(&rest, departure, marks, 1, stand->where, first);
    else
        found = support_of(&rest,
                           departures_find(h->departures, h->count, departure));
    rest_free(&rest);
    return found;
}

/* Something that is done to all alike is behind what has a mark. */
static struct support support_in(const struct stand *stand, const char *cases)
{
    static const struct distortion twice = {.kind = DISTORTION_TIMES,
                                            .amount = 2,
                                            .upto = 2,
                                            .family = 1,
                                            .led = 9};
    struct scene s = scene_new(stand->dialect, stand->departure);
    struct doubt doubts[SHOWN];
    struct hypothesis h = {0};
    struct support found;

    memcpy(&s.departures[1], stand->also, sizeof stand->also);
    add(&s, "%s", cases);
    s.evidence.distortions = (struct distortions){{twice}, 1};
    for (size_t k = 0; k < SHOWN; k++)
        doubts[k] =
            (struct doubt){k > 0 ? stand->doubts : stand->doubt, stand->of};
    s.evidence.doubts = stand->doubt ? doubts : NULL;
    if (stand->where[0] < 0)
        hypothesis_add(&h, (uint16_t)stand->departure);
    if (stand->beside)
        hypothesis_add(&h, (uint16_t)stand->beside);
    found = found_of(&s, &h, stand, cases);
    scene_end(&s, &h);
    return found;
}

/* The first group of them is the last. */
static void turn(const char *cases, char *turned, size_t size)
{
    size_t first = strcspn(cases, ";");

    snprintf(turned, size, "%s%s%.*s", cases + first + (cases[first] ? 2 : 0),
             cases[first] ? "; " : "", (int)first, cases);
}

/* What is between the words of a row and its reason: its cases. */
static const char *cases_in(char *words)
{
    char *cases = strstr(words, ": ");

    *strstr(words, " #") = '\0';
    *cases = '\0';
    return cases + 2;
}

/* How it stands with these cases. */
static char *stands(const struct stand *stand, const char *cases)
{
    struct support s = support_in(stand, cases);

    return memory_format(
        "holds in %zu, fails in %zu, contrary in %zu%s%s%s: %s", s.holds,
        s.fails, s.contrary, s.shared ? ", shared" : "",
        s.counted ? ", counted" : "", s.lone ? ", lone" : "",
        support_suffices(&s) ? "stands" : "in doubt");
}

/* In either order, but where it matters. */
static void support(char *words, FILE *out)
{
    const char *cases = cases_in(words);
    struct stand stand = stand_of(words);
    char turned[200], *text = stands(&stand, cases), *other;

    turn(cases, turned, sizeof turned);
    if (stand.where[0] < 0 && !stand.doubt && !stand.in_order) {
        other = stands(&stand, turned);
        assert_string_equal(other, text);
        free(other);
    }
    fprintf(out, "    %s\n", text);
    free(text);
}

static void candidates(char *words, FILE *out)
{
    const char *cases = cases_in(words);
    struct stand stand = stand_of(words);
    struct scene s = scene_new(stand.dialect, stand.departure);
    struct hypothesis none = {.count = 0};
    struct memory_stream text;
    struct candidates all;

    memcpy(&s.departures[1], stand.also, sizeof stand.also);
    add(&s, "%s", cases);
    evidence_sort(&s.evidence);
    hypothesis_test(&none, &s.evidence, SHOWN);
    candidates_gather(&s.evidence, &none, NULL, stand.pairs, stand.of_rows,
                      SHOWN, &all);
    assert_false(all.bounded);
    fprintf(memory_stream(&text), "missed: %zu, of which pass: %zu",
            none.missed, none.missed_passing);
    for (unsigned k = 0; k < all.count; k++) {
        fprintf(text.out, "; %u:", all.rows[k].votes);
        for (unsigned i = 0; i < all.rows[k].count; i++) {
            putc(' ', text.out);
            blame_print_choice(all.rows[k].departures[i], text.out);
        }
    }
    golden_words(memory_stream_end(&text), out);
    free(text.text);
    scene_end(&s, &none);
}

static void partial(char *words, FILE *out)
{
    const char *cases = cases_in(words);
    char *choice = strsep(&words, " ");
    struct scene s = scene_new(words ? (enum dialect)dialect_by_name(words)
                                     : DIALECT_FREEBSD,
                               choice_of(choice));
    struct diagnosis d;

    add(&s, "%s", cases);
    diagnosis_find(&s.evidence, &d);
    diagnosis_blame(&s.evidence, &d);
    fprintf(out, "    missed: %zu;", d.best.missed);
    for (unsigned k = 0; k < d.count; k++)
        blame_print_one(&d.blames[k], out);
    putc('\n', out);
    diagnosis_free(&d);
    scene_end(&s, NULL);
}

static struct examined examined_in(struct scene *s, struct hypothesis *h)
{
    hypothesis_test(h, &s->evidence, SHOWN);
    return (struct examined){&s->evidence, h, h->explains};
}

static void put_called(const struct examined *parts, unsigned count, FILE *out)
{
    struct unknowns unknowns;
    size_t all = 0;

    unknowns_find(parts, count, &unknowns);
    for (unsigned k = 0; k < count; k++)
        all += parts[k].e->count;
    for (size_t k = 0; k < unknowns.count; k++) {
        size_t rows = 0;

        for (size_t i = 0; i < all; i++)
            rows += unknowns.of_row[i] == k + 1;
        fprintf(out, "    %s: %zu\n", unknowns.of[k].name, rows);
    }
    unknowns_free(&unknowns);
    assert_null(unknowns.of);
    assert_int_equal(unknowns.count, 0);
}

/* What passes by itself is of what fails like it. */
static void called(char *words, FILE *out)
{
    const char *cases = cases_in(words);
    char *dialect = strsep(&words, " ");
    struct scene s = scene_new((enum dialect)dialect_by_name(dialect),
                               words ? choice_of(words) : 0);
    struct hypothesis h = {0};
    struct examined part;

    s.evidence.two = s.bench.dialect == DIALECT_GLIBC;
    add(&s, "%s", cases);
    part = examined_in(&s, &h);
    put_called(&part, 1, out);
    scene_end(&s, &h);
}

static struct distortion distortion_of(const char *words)
{
    struct distortion d = {.kind = DISTORTION_TIMES};
    char kind[20];

    assert_int_equal(sscanf(words, "%19s %hd of %hhu, leads %u", kind,
                            &d.amount, &d.family, &d.led),
                     4);
    if (strcmp(kind, "pc") == 0)
        d.kind = DISTORTION_PC;
    if (strcmp(kind, "not-at") == 0)
        d.kind = DISTORTION_NOT_AT;
    if (strcmp(kind, "not-in-first") == 0)
        d.kind = DISTORTION_NOT_IN_FIRST;
    if (strstr(words, "in lists"))
        d.calls = CALLS_OF_LISTS;
    d.upto = d.amount;
    return d;
}

/* Leaving out what comes of it finds the same as names do. */
static void check_left(const struct examined *parts, bool done)
{
    struct unknowns unknowns;
    struct views views;

    views_make(parts, 2, &views);
    unknowns_of_views(&views, &unknowns);
    assert_int_equal(unknowns.count, 1);
    unknowns_leave_distorted(parts, 2, &views, &unknowns);
    for (size_t i = 0; i < views.count; i++)
        assert_int_equal(unknowns.of_row[i], !done && !views.of[i].explained);
    assert_int_equal(unknowns.of[0].kind == UNKNOWN_NOTHING, done);
    unknowns_free(&unknowns);
    views_free(&views);
    assert_null(views.of);
}

static void alike(char *words, FILE *out)
{
    struct scene s[2];
    struct hypothesis h[2] = {{.count = 0}, {.count = 0}};
    struct examined parts[2];
    struct memory_stream said;

    *strstr(words, " #") = '\0';
    for (unsigned k = 0; k < 2; k++) {
        char *one = strsep(&words, "|");

        s[k] = scene_new(DIALECT_FREEBSD, 0);
        s[k].evidence.distortions.count = 1;
        if (one) {
            s[k].evidence.distortions.of[0] =
                distortion_of(one + strspn(one, " "));
            add(&s[k], "%s", strstr(one, ": ") + 2);
        }
        parts[k] = examined_in(&s[k], &h[k]);
    }
    put_called(parts, 2, memory_stream(&said));
    fputs(memory_stream_end(&said), out);
    check_left(parts, strncmp(said.text, "    throughout: ", 16) == 0);
    free(said.text);
    scene_end(&s[0], &h[0]);
    scene_end(&s[1], &h[1]);
}

TEST(scenes)
{
    static const struct golden_kind kinds[] = {
        {"support", support}, {"candidates", candidates}, {"partial", partial},
        {"called", called},   {"alike", alike},           {NULL, NULL}};

    golden_hold_kinds("conformance/diagnosis/scenes.txt", NULL, kinds);
}

GOLDEN_TESTS
