/* SPDX-License-Identifier: MIT */
/* When a departure is in doubt: a few cases that it explains, a few that stay
 * unexplained with it, and a few that are as they should. */
#include "doubt.h"

#include "judged_test.h"
#include "reference/unit_test.h"

/* What is wrong with a case that nothing explains. */
enum wrong {
    RIGHT,
    COUNT,
    NO_COUNT,
    RETURN,       /* of the first call */
    RETURN_LATER, /* of the second */
    END,          /* the last event did not come */
    MORE,         /* one came that there can't be */
    DIED_IN_CALL, /* the first */
    DIED_AFTER,   /* in the operation after it */
    DIED_LAST,    /* when all were done */
};

/* A departure, and so many cases of one text each. */
struct row {
    const char *why;
    enum choice departure;
    struct {
        unsigned times;
        const char *text;
        enum wrong wrong;
    } explained, unexplained, right;
    bool in_doubt;
};

#define BUFFER "\nbuffer b 16\n"
#define SETUP  BUFFER "profil b 16 0x1000 "

#define PLAIN "case plain" SETUP "0x8000\ntick 0x1000\n"
#define PLAIN_FORK                                                             \
    "case plain-fork" BUFFER "fork\nprofil b 16 0x1000 0x8000\ntick 0x1000\n"  \
    "end\n"
#define ROUNDED "case rounded" SETUP "0xc000\ntick 0x1003\n"
#define EIGHT                                                                  \
    "case eight" SETUP                                                         \
    "0x8000\ntick 1\ntick 1\ntick 1\ntick 1\ntick 1\ntick 1\n"
#define OFF "case off" SETUP "0\ntick 0x1000\n"
#define OFF_LATER                                                              \
    "case off-later" SETUP "0x8000\nprofil b 16 0x1000 0\ntick 0x1000\n"
#define OFF_FIRST "case off-first" SETUP "0\nprofil b 16 0x1000 0x8000\n"
#define OFF_IDLE  "case off-idle" SETUP "0\n"
#define OFF_FORK                                                               \
    "case off-fork" BUFFER "fork\nprofil b 16 0x1000 0\ntick 0x1000\nend\n"
#define WHOLE "case whole" SETUP "0x10000\ntick 0x1000\n"
#define WHOLE_FORK                                                             \
    "case whole-fork" BUFFER "fork\nprofil b 16 0x1000 0x10000\n"              \
    "tick 0x1000\nend\n"
#define BAD           "case bad" BUFFER "profil bad 16 0x1000 0x8000\n"
#define ZERO_RETURNED "case returned" SETUP "0x8000\n"
#define UNMAPPED      "case unmapped" SETUP "0x8000\nunmap b\ntick 0x1000\n"

static void spoil(struct observation *o, enum wrong wrong, size_t operations)
{
    struct outcome *seen = &o->outcome;
    struct event died = {.kind = EVENT_CRASH, .op = seen->events[0].op};

    switch (wrong) {
    case RIGHT: break;
    case COUNT: o->arena[SCRIPT_ZONE + 8] = 77; break;
    case NO_COUNT: memset(o->arena + SCRIPT_ZONE, 0, 16); break;
    case RETURN: seen->events[0].value = 7; break;
    case RETURN_LATER: seen->events[1].value = 7; break;
    case END: seen->count--; break;
    case MORE: seen->count++; break;
    case DIED_IN_CALL:
        seen->events[0] = died;
        seen->count = 1;
        break;
    case DIED_AFTER:
        died.op++;
        seen->events[1] = died;
        seen->count = 2;
        break;
    case DIED_LAST:
        died.op = (uint16_t)operations;
        seen->events[seen->count - 1] = died;
        break;
    }
    if (wrong >= DIED_IN_CALL) {
        o->ended = ENDED_SIGNAL;
        o->op = died.op;
    }
}

struct scene {
    struct bench bench;
    struct evidence evidence;
};

static void add(struct scene *s, unsigned times, const char *text,
                enum wrong wrong)
{
    for (unsigned i = 0; i < times; i++) {
        unsigned k = s->bench.shown_count;

        show(&s->bench, text);
        spoil(&s->bench.seen[k], wrong, s->bench.shown[k].cases->script.count);
        assert_true(evidence_add(&s->evidence, s->bench.shown[k].cases,
                                 &s->bench.seen[k]));
    }
}

/* Whichever come last. */
static bool in_doubt(enum dialect dialect, const struct row *row, bool last)
{
    struct scene s = {.bench = begin(dialect),
                      .evidence = evidence_of(dialect)};
    struct hypothesis h = {0}, without = {0};
    struct unknowns unknowns;
    bool in;

    take(&s.bench, row->departure);
    add(&s, last ? 0 : row->explained.times, row->explained.text, RIGHT);
    add(&s, row->unexplained.times, row->unexplained.text,
        row->unexplained.wrong);
    add(&s, row->right.times, row->right.text, RIGHT);
    add(&s, last ? row->explained.times : 0, row->explained.text, RIGHT);
    hypothesis_add(&h, (uint16_t)row->departure);
    assert_true(hypothesis_test(&h, &s.evidence, SHOWN));
    assert_true(hypothesis_test(&without, &s.evidence, SHOWN));
    assert_int_equal(h.missed, row->unexplained.times);
    assert_int_equal(without.missed,
                     row->unexplained.times + row->explained.times);
    assert_true(unknowns_find(&(struct beheld){&s.evidence, &h, h.explains}, 1,
                              &unknowns));
    assert_true(doubt_alike(&s.evidence, &h, &without, &unknowns, &in));
    unknowns_free(&unknowns);
    hypothesis_free(&h);
    hypothesis_free(&without);
    evidence_free(&s.evidence);
    end(&s.bench);
    return in;
}

static void check(enum dialect dialect, const struct row *rows, size_t count)
{
    for (size_t k = 0; k < 2 * count; k++)
        if (in_doubt(dialect, &rows[k / 2], k & 1) != rows[k / 2].in_doubt)
            fail_msg("%s: %s",
                     rows[k / 2].in_doubt ? "not in doubt" : "in doubt",
                     rows[k / 2].why);
}

#define CHECK(dialect, rows) check(dialect, rows, sizeof(rows) / sizeof *(rows))

#define NEVER SCALE_OFF_NEVER

TEST(what_the_same_feature_brings_about_is_in_doubt)
{
    static const struct row rows[] = {
        {"both are counts where a scale is 0, and no other case is wrong",
         NEVER,
         {2, OFF, RIGHT},
         {2, OFF_LATER, COUNT},
         {4, PLAIN, RIGHT},
         true},
        {"the others are wrong where a scale is no power of two",
         NEVER,
         {2, OFF, RIGHT},
         {2, ROUNDED, COUNT},
         {4, PLAIN, RIGHT},
         false},
        {"no case is right that could tell them apart",
         NEVER,
         {2, OFF, RIGHT},
         {2, ROUNDED, COUNT},
         {0, PLAIN, RIGHT},
         true},
        {"one case that is right is not enough",
         NEVER,
         {2, OFF, RIGHT},
         {2, ROUNDED, COUNT},
         {1, PLAIN, RIGHT},
         true},
        {"two are",
         NEVER,
         {2, OFF, RIGHT},
         {2, ROUNDED, COUNT},
         {2, PLAIN, RIGHT},
         false},
        {"where nothing is counted a right case says nothing of counts",
         NEVER,
         {2, OFF, RIGHT},
         {2, ROUNDED, COUNT},
         {4, ZERO_RETURNED, RIGHT},
         true},
    };

    CHECK(DIALECT_FREEBSD, rows);
}

TEST(what_differs_in_another_kind_of_thing_is_not)
{
    static const struct row rows[] = {
        {"a return is no count",
         NEVER,
         {2, OFF, RIGHT},
         {2, OFF_LATER, RETURN},
         {0, PLAIN, RIGHT},
         false},
        {"a death is none",
         NEVER,
         {2, OFF, RIGHT},
         {2, OFF_LATER, DIED_AFTER},
         {0, PLAIN, RIGHT},
         false},
        {"both died in a call",
         BAD_BUFFER_CRASHES,
         {2, BAD, RIGHT},
         {2, WHOLE, DIED_IN_CALL},
         {0, PLAIN, RIGHT},
         true},
        {"one died in a call, one in a tick",
         BAD_BUFFER_CRASHES,
         {2, BAD, RIGHT},
         {2, WHOLE, DIED_AFTER},
         {0, PLAIN, RIGHT},
         false},
        {"both are in what a call returned",
         RETURN_ON_SUCCESS_NONE,
         {2, ZERO_RETURNED, RIGHT},
         {2, BAD, RETURN},
         {0, PLAIN, RIGHT},
         true},
    };

    CHECK(DIALECT_FREEBSD, rows);
}

TEST(much_that_is_explained_outweighs_little_that_is_not)
{
    static const struct row rows[] = {
        {"four times as much",
         NEVER,
         {8, OFF, RIGHT},
         {2, OFF_LATER, COUNT},
         {4, PLAIN, RIGHT},
         true},
        {"and more",
         NEVER,
         {9, OFF, RIGHT},
         {2, OFF_LATER, COUNT},
         {4, PLAIN, RIGHT},
         false},
        {"one for one",
         NEVER,
         {1, OFF, RIGHT},
         {1, OFF_LATER, COUNT},
         {4, PLAIN, RIGHT},
         true},
        {"of a single case it is not known what it is about",
         NEVER,
         {2, OFF, RIGHT},
         {1, OFF_LATER, COUNT},
         {4, PLAIN, RIGHT},
         false},
    };

    CHECK(DIALECT_FREEBSD, rows);
}

TEST(cases_that_pass_by_themselves_contradict)
{
    struct scene s = {.bench = begin(DIALECT_FREEBSD),
                      .evidence = evidence_of(DIALECT_FREEBSD)};
    struct hypothesis h = {0}, without = {0};

    add(&s, 3, OFF, RIGHT);
    add(&s, 2, PLAIN, RIGHT);
    add(&s, 1, PLAIN, COUNT);
    hypothesis_add(&h, NEVER);
    assert_true(hypothesis_test(&h, &s.evidence, SHOWN));
    assert_true(hypothesis_test(&without, &s.evidence, SHOWN));
    assert_int_equal(doubt_contradictions(&s.evidence, &h, &without), 3);
    assert_int_equal(doubt_contradictions(&s.evidence, &without, &h), 0);
    hypothesis_free(&h);
    hypothesis_free(&without);
    evidence_free(&s.evidence);
    end(&s.bench);
}

TESTS(NULL, NULL)
