/* SPDX-License-Identifier: MIT */
/* When a departure is in doubt: a few cases that it explains, and a few that
 * stay unexplained with it. */
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
    } explained;
    struct {
        unsigned never, before; /* before something was left out for doubt */
        const char *text;
        enum wrong wrong; /* with each */
    } unexplained;
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
}

struct scene {
    struct bench bench;
    struct evidence evidence;
    bool before[SHOWN];
};

static void add(struct scene *s, unsigned times, const char *text,
                enum wrong wrong, bool before)
{
    for (unsigned i = 0; i < times; i++) {
        unsigned k = s->bench.shown_count;

        show(&s->bench, text);
        spoil(&s->bench.seen[k], wrong, s->bench.shown[k].cases->script.count);
        s->before[k] = before;
        assert_true(evidence_add(&s->evidence, s->bench.shown[k].cases,
                                 &s->bench.seen[k]));
    }
}

/* Whichever come last. */
static bool in_doubt(enum dialect dialect, const struct row *row, bool last)
{
    unsigned count = row->explained.times;
    struct scene s = {.bench = begin(dialect),
                      .evidence = evidence_of(dialect)};
    struct hypothesis h = {0}, without = {0};
    bool *before, result;

    take(&s.bench, row->departure);
    add(&s, last ? 0 : count, row->explained.text, RIGHT, true);
    add(&s, row->unexplained.never, row->unexplained.text,
        row->unexplained.wrong, false);
    add(&s, row->unexplained.before, row->unexplained.text,
        row->unexplained.wrong, true);
    add(&s, last ? count : 0, row->explained.text, RIGHT, true);
    hypothesis_add(&h, (uint16_t)row->departure);
    assert_true(hypothesis_test(&h, &s.evidence, SHOWN));
    assert_true(hypothesis_test(&without, &s.evidence, SHOWN));
    for (unsigned k = 0; k < s.evidence.count; k++) {
        count -= h.explains[k];
        assert_false(without.explains[k]);
    }
    assert_int_equal(count, 0);
    before = malloc(s.evidence.count);
    assert_non_null(before);
    memcpy(before, s.before, s.evidence.count);
    result = doubt(&s.evidence, &h, &without, choice_table[row->departure].rule,
                   before);
    free(before);
    hypothesis_free(&h);
    hypothesis_free(&without);
    evidence_free(&s.evidence);
    end(&s.bench);
    return result;
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

TEST(what_its_rule_answers_too_weighs_eight_times)
{
    static const struct row rows[] = {
        {"another answer shows just where one case of nine is wrong",
         NEVER,
         {8, OFF},
         {1, 0, OFF, COUNT},
         true},
        {"one of ten is too few", NEVER, {9, OFF}, {1, 0, OFF, COUNT}, false},
        {"one that was explained before weighs a quarter",
         NEVER,
         {2, OFF},
         {0, 1, OFF, COUNT},
         true},
        {"and is too little against three",
         NEVER,
         {3, OFF},
         {0, 1, OFF, COUNT},
         false},
        {"two of them are what two are",
         NEVER,
         {4, OFF},
         {0, 2, OFF, COUNT},
         true},
        {"but against five too little",
         NEVER,
         {5, OFF},
         {0, 2, OFF, COUNT},
         false},
        {"another answer is an error of the call that is wrong",
         NEVER,
         {2, OFF},
         {1, 0, OFF, RETURN},
         true},
        {"another answer dies before what is wrong can come",
         OFF_WHILE_OFF_ENABLES,
         {2, OFF},
         {1, 0, OFF_IDLE, COUNT},
         true},
        {"what can't come is answered by nothing",
         NEVER,
         {1, OFF},
         {1, 0, PLAIN, MORE},
         false},
        {"which of two permitted answers to another rule it is, is open",
         NEVER,
         {2, OFF},
         {1, 0, ROUNDED, COUNT},
         false},
    };

    CHECK(DIALECT_FREEBSD, rows);
}

TEST(what_its_rule_changes_elsewhere_weighs_once)
{
    static const struct row rows[] = {
        {"another answer shows in as many as it explains, if not in the event "
         "that is wrong",
         NEVER,
         {1, OFF},
         {1, 0, OFF_LATER, RETURN},
         true},
        {"it explains more", NEVER, {2, OFF}, {1, 0, OFF_LATER, RETURN}, false},
        {"four that were explained before are as many",
         NEVER,
         {1, OFF},
         {0, 4, OFF_LATER, RETURN},
         true},
        {"three are fewer", NEVER, {1, OFF}, {0, 3, OFF_LATER, RETURN}, false},
        {"another answer shows in the first event",
         NEVER,
         {1, OFF},
         {1, 0, OFF_FIRST, RETURN_LATER},
         true},
        {"its rule is not asked where a return is wrong",
         NEVER,
         {1, OFF},
         {9, 0, PLAIN, RETURN},
         false},
    };

    CHECK(DIALECT_FREEBSD, rows);
}

TEST(what_is_wrong_in_the_same_way_weighs_twice)
{
    static const struct row rows[] = {
        {"both are in counts", NEVER, {1, OFF}, {1, 0, PLAIN, COUNT}, true},
        {"just twice as many are explained: that is enough",
         NEVER,
         {2, OFF},
         {1, 0, PLAIN, COUNT},
         false},
        {"three that were explained before outweigh one",
         NEVER,
         {1, OFF},
         {0, 3, PLAIN, COUNT},
         true},
        {"two do not", NEVER, {1, OFF}, {0, 2, PLAIN, COUNT}, false},
        {"both are in a child's counts",
         NEVER,
         {1, OFF_FORK},
         {1, 0, PLAIN_FORK, COUNT},
         true},
        {"a child's counts are not its parent's",
         NEVER,
         {1, OFF},
         {1, 0, PLAIN_FORK, COUNT},
         false},
        {"nor the other way round",
         NEVER,
         {1, OFF_FORK},
         {1, 0, PLAIN, COUNT},
         false},
        {"both are in what a call returned",
         RETURN_ON_SUCCESS_NONE,
         {1, ZERO_RETURNED},
         {1, 0, BAD, RETURN},
         true},
        {"both died in a call",
         BAD_BUFFER_CRASHES,
         {1, BAD},
         {1, 0, PLAIN, DIED_IN_CALL},
         true},
        {"one died in a call, one in a tick",
         BAD_BUFFER_CRASHES,
         {1, BAD},
         {1, 0, PLAIN, DIED_AFTER},
         false},
        {"one died in a call, one at its end",
         BAD_BUFFER_CRASHES,
         {1, BAD},
         {1, 0, EIGHT, DIED_LAST},
         true},
        {"a death is not a count",
         BAD_BUFFER_CRASHES,
         {1, BAD},
         {1, 0, PLAIN, COUNT},
         false},
        {"nor is a death in a tick",
         NEVER,
         {1, OFF},
         {1, 0, PLAIN, DIED_AFTER},
         false},
        {"what did not come is like nothing",
         NEVER,
         {1, OFF},
         {1, 0, PLAIN, END},
         false},
        {"a call neither",
         RETURN_ON_SUCCESS_NONE,
         {1, ZERO_RETURNED},
         {1, 0, BAD, END},
         false},
    };
    static const struct row ticks[] = {
        {"both died in a tick",
         BUFFER_FAULT_CRASHES,
         {1, UNMAPPED},
         {1, 0, PLAIN, DIED_AFTER},
         true},
        {"one died in a tick, one in a call",
         BUFFER_FAULT_CRASHES,
         {1, UNMAPPED},
         {1, 0, PLAIN, DIED_IN_CALL},
         false},
    };

    CHECK(DIALECT_FREEBSD, rows);
    CHECK(DIALECT_HPUX, ticks);
}

TEST(silence_weighs_eight_times)
{
    static const enum choice low = SCALE_RANGE_LOW_16;
    const struct row rows[] = {
        {"nothing was counted in either: a clock that stands still",
         low,
         {7, WHOLE},
         {1, 0, PLAIN, NO_COUNT},
         true},
        {"one of nine is too few",
         low,
         {8, WHOLE},
         {1, 0, PLAIN, NO_COUNT},
         false},
        {"one that was explained before weighs a quarter",
         low,
         {1, WHOLE},
         {0, 1, PLAIN, NO_COUNT},
         true},
        {"and is too little against two",
         low,
         {2, WHOLE},
         {0, 1, PLAIN, NO_COUNT},
         false},
        {"something was counted in one of them",
         low,
         {2, WHOLE},
         {1, 0, PLAIN, COUNT},
         false},
        {"something was counted in the other",
         NEVER,
         {2, OFF},
         {1, 0, PLAIN, NO_COUNT},
         false},
        {"a wrong return is no silence",
         low,
         {1, WHOLE},
         {1, 0, PLAIN, RETURN},
         false},
        {"a silent child is not a parent whose counts are wrong",
         low,
         {1, WHOLE_FORK},
         {1, 0, PLAIN, COUNT},
         false},
    };

    CHECK(DIALECT_FREEBSD, rows);
}

TESTS(NULL, NULL)
