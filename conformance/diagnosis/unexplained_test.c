/* SPDX-License-Identifier: MIT */
/* Libraries with defects of no table, and what is reported of them. */
#include <string.h>

#include "conformance/judge/blame_test.h"
#include "conformance/judge/judged_test.h"
#include "conformance/judge/sentence.h"
#include "conformance/judge/suite_test.h"
#include "distortion.h"
#include "reference/unit_test.h"
#include "unexplained.h"

static const struct strange *named(const char *name)
{
    for (unsigned k = 0; k < STRANGES; k++)
        if (strcmp(strange_table[k].name, name) == 0)
            return &strange_table[k];
    fail_msg("no such defect: %s", name);
    return NULL;
}

/* A library that does as its dialect permits, but for that. */
static struct planted library_in(enum dialect dialect, const char *strange,
                                 enum strange_place place, uint16_t known,
                                 uint16_t partial)
{
    struct planted p = {.dialect = dialect};

    mixed_make(&p, 0, &suite, 1);
    planted_forget(&p, p.seen);
    p.behaviour = behaviour_default(dialect);
    if (strange) {
        p.strange[0].strange = named(strange);
        p.strange[0].place = place;
        p.strange_count = 1;
    }
    if (known) {
        p.departures[p.count++] = known;
        p.behaviour.choice[choice_table[known].rule] = known;
    }
    p.partial = partial;
    p.partial_in = PLACE_LIST;
    planted_observe(&p, &p.behaviour, p.seen);
    return p;
}

static struct planted library(enum dialect dialect, const char *strange,
                              uint16_t known, uint16_t partial)
{
    return library_in(dialect, strange, PLACE_ALL, known, partial);
}

/* The same library that takes those choices, too: "rule=choice", each followed
 * by a space. */
static void take_too(struct planted *p, const char *choices)
{
    char rule[32], choice[32];

    planted_forget(p, p->seen);
    for (int n; sscanf(choices, "%31[^=]=%31s %n", rule, choice, &n) == 2;
         choices += n) {
        int r = rule_by_name(rule), c = choice_by_name((enum rule)r, choice);

        assert_true(c >= 0);
        p->behaviour.choice[r] = (uint16_t)c;
    }
    assert_string_equal(choices, "");
    planted_observe(p, &p->behaviour, p->seen);
}

/* The causes of no rule, one after the other, each with a line's end. */
static void causes_without_rule(struct judge *judge, const struct planted *p,
                                char *text)
{
    struct mixed_labels labels = {.count = 0};
    struct judgement j;

    for (size_t k = 0; k < p->n; k++) {
        judge_case(judge, p->cases[k], &p->seen[k], &j);
        if (*j.other)
            mixed_label(&labels, j.other);
    }
    *text = '\0';
    for (unsigned k = 0; k < labels.count; k++)
        strcat(strcat(text, labels.of[k]), "\n");
}

TEST(an_unknown_defect_is_one_cause_with_what_sets_its_cases_apart)
{
    static const struct {
        enum dialect dialect;
        const char *strange, *says;
    } rows[] = {
        {DIALECT_FREEBSD, "odd pcs twice",
         "unexplained: too many, profil, where a pc is no multiple of 4\n"},
        {DIALECT_IRIX, "E2BIG is EINVAL",
         "unexplained: what sprofil returned, where a call is to fail with "
         "E2BIG\n"},
        {DIALECT_HPUX, "dies turning on again",
         "killed: profil, where profiling is turned on a second time\n"},
        {DIALECT_FREEBSD, "dies turning on again",
         "killed: profil, where profiling is asked for again\n"},
        {DIALECT_HPUX, "dies of bursts",
         "killed: a tick, where a pc has more than four ticks\n"},
    };
    char text[MIXED_LABELS * UNKNOWN_NAME];

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct planted p = library(rows[k].dialect, rows[k].strange, 0, 0);
        struct judge *judge = planted_judge(&p, RULES);

        causes_without_rule(judge, &p, text);
        assert_string_equal(text, rows[k].says);
        assert_int_equal(judge->of[0].diagnosis.count, 0);
        judge_free(judge);
        planted_free(&p);
    }
}

/* In what form something is done to all calls is known as far as most cases
 * show it: the few others that it changes are of it, and no doubt of what is
 * beside. */
TEST(what_is_done_to_all_alike_is_one_cause_though_some_differ_from_it)
{
    static const char first[] =
        "throughout: nothing is counted in the first counter\n";
    static const struct {
        enum dialect dialect;
        const char *strange;
        const char *takes;
        uint16_t named; /* 0: none */
        const char *says;
    } rows[] = {
        {DIALECT_FREEBSD, "first counter lost",
         "full-scale=one counter-full=wrap buffer-start=cleared",
         FULL_SCALE_ONE, first},
        {DIALECT_AIX, "last counter lost",
         "product=mod-2^64 below-offset=modular buffer-start=cleared "
         "region-tie=every region-overlap=every",
         PRODUCT_MOD_64,
         "throughout: each buffer is taken to be 2 bytes shorter\n"},
        /* cases that a departure explains as well */
        {DIALECT_IRIX, "first counter lost",
         "overflow-order=anywhere wide-up=next-counter scale-range=by-width "
         "scale-above=whole wide-counter-full=wrap overflow-bin-full=wrap "
         "extent=rounded-bytes region-start=below-if-overlapping "
         "region-end=next-lower",
         0, first},
        /* of several that profil may do, what sprofil does */
        {DIALECT_GLIBC, "granule",
         "wide-counter-full=wrap overflow-bin-full=wrap "
         "region-start=below-if-overlapping disabled-region=shadows "
         "both-widths=16 ineffective-call=unchecked size-zero=stops "
         "return-on-error=zero fast=EACCES exec=stays-on caller-state=leaks",
         0, "throughout: each pc is rounded down to a multiple of 4\n"},
    };
    char text[MIXED_LABELS * UNKNOWN_NAME];

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct planted p = library(rows[k].dialect, rows[k].strange, 0, 0);
        struct judge *judge;

        take_too(&p, rows[k].takes);
        judge = planted_judge(&p, RULES);
        causes_without_rule(judge, &p, text);
        assert_string_equal(text, rows[k].says);
        assert_true(!rows[k].named || planted_named(judge, rows[k].named));
        judge_free(judge);
        planted_free(&p);
    }
}

TEST(a_departure_keeps_its_name_beside_what_most_cases_show)
{
    static const struct {
        enum dialect dialect;
        const char *strange;
        uint16_t known;
        const char *takes;
    } rows[] = {
        /* both show in almost all that is counted */
        {DIALECT_AIX, "first tick lost", ROUNDING_NEXT_EVEN, ""},
        /* what dies in a tick says nothing of where it counts */
        {DIALECT_AIX, "dies of bursts", ROUNDING_DIVIDE_FIRST,
         "scale-two=first-counter region-end=nowhere "
         "buffer-start=cleared-if-other size-zero=stops "
         "list-bounds=high-included ineffective-call=unchecked"},
        /* one in six of many cases is as if the departure were not there */
        {DIALECT_HPUX, "later scale halved", ROUNDING_NEXT_EVEN,
         "counter-full=wrap buffer-start=cleared size-zero=stops "
         "off-address=size-no-effect "},
        /* what does as well as another choice, in one case of many */
        {DIALECT_IRIX, "dies turning on again", COUNTER_BITS_BELOW_65535,
         "wide-up=next-counter scale-above=whole scale-two=first-counter "
         "overflow-bin-full=wrap extent=wrapped-end buffer-start=cleared "
         "region-start=below-if-any-overlap region-end=nowhere "
         "disabled-region=shadows"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct planted p =
            library(rows[k].dialect, rows[k].strange, rows[k].known, 0);
        struct judge *judge;

        take_too(&p, rows[k].takes);
        judge = planted_judge(&p, RULES);
        if (!planted_named(judge, rows[k].known))
            fail_msg("%s takes the name of %s", rows[k].strange,
                     choice_table[rows[k].known].name);
        judge_free(judge);
        planted_free(&p);
    }
}

/* profil and sprofil of one library: that the odd sizes of the one come of a
 * departure of their own was as good, but for what the other shows. */
TEST(what_one_function_shows_is_behind_the_other_too)
{
    struct planted p =
        library_in(DIALECT_GLIBC, "cleared at off", PLACE_ODD_SIZE, 0, 0);
    struct judge *judge;

    take_too(
        &p,
        "unit=counter-of-bytes below-offset=modular scale-off=zero-and-one "
        "counter-full=wrap wide-counter-full=wrap wide-overflow-bin-full=wrap "
        "buffer-start=cleared-if-other region-end=nowhere "
        "disabled-region=shadows off-by-other-form=stops return-on-error=zero "
        "error-precedence=EACCES bad-buffer=EFAULT poor-buffer=EFAULT "
        "readonly-buffer=crashes fast=EACCES buffer-fault=skips");
    judge = planted_judge(&p, RULES);
    for (unsigned i = 0; i < 2; i++) {
        const struct diagnosis *d = &judge->of[i].diagnosis;

        assert_int_equal(d->count, 1);
        assert_true(blame_has(&d->blames[0], UNIT_COUNTER_OF_BYTES));
    }
    judge_free(judge);
    planted_free(&p);
}

/* One case dies early, of a runtime behind -pg, and nothing sets it apart. */
TEST(what_none_of_its_cases_has_is_not_said_of_an_unknown_defect)
{
    struct planted p = library(DIALECT_GMON, NULL, 0, 0);
    char text[MIXED_LABELS * UNKNOWN_NAME];
    struct judge *judge;

    for (size_t k = 0; k < p.n; k++)
        if (strcmp(p.cases[k]->slug, "profile-ticks") == 0)
            strange_die(&p.seen[k], 0);
    judge = planted_judge(&p, RULES);
    causes_without_rule(judge, &p, text);
    assert_string_equal(text, "killed: monstartup\n");
    judge_free(judge);
    planted_free(&p);
}

/* Of a single case two features or other often do; one alone hardly ever. */
TEST(what_sets_one_case_apart_is_not_said)
{
    char text[MIXED_LABELS * UNKNOWN_NAME];

    for (size_t k = 10; k < 60; k += 20) {
        struct planted p = library(DIALECT_FREEBSD, NULL, 0, 0);
        const struct outcome *seen = &p.seen[k].outcome;
        struct judge *judge;

        for (size_t i = 0; i < seen->count; i++) {
            const struct event *e = &seen->events[i];

            if (e->kind == EVENT_BUFFER && e->size > 2 * SCRIPT_ZONE)
                memset((unsigned char *)e->bytes + SCRIPT_ZONE, 77, 1);
        }
        judge = planted_judge(&p, RULES);
        causes_without_rule(judge, &p, text);
        assert_null(strstr(text, " where "));
        judge_free(judge);
        planted_free(&p);
    }
}

/* Of these no case shows what a number is; by some that is left a list is to be
 * refused, which is not what is wrong. */
TEST(counters_of_the_other_byte_order_are_one_cause)
{
    struct planted p = library(DIALECT_AIX, NULL, 0, 0);
    char text[MIXED_LABELS * UNKNOWN_NAME];
    struct judge *judge;

    planted_forget(&p, p.seen);
    p.behaviour.choice[RULE_UNIT] = UNIT_INDEX;
    planted_observe(&p, &p.behaviour, p.seen);
    for (size_t k = 0; k < p.n; k++)
        for (size_t i = 0; i < p.seen[k].outcome.count; i++) {
            const struct event *e = &p.seen[k].outcome.events[i];
            unsigned char *at = (unsigned char *)e->bytes + SCRIPT_ZONE;

            for (size_t n = 2 * SCRIPT_ZONE + 1;
                 e->kind == EVENT_BUFFER && n < e->size; n += 2, at += 2) {
                unsigned char low = at[0];

                at[0] = at[1];
                at[1] = low;
            }
        }
    judge = planted_judge(&p, RULES);
    causes_without_rule(judge, &p, text);
    assert_string_equal(text, "unexplained: counts, where ticks come\n");
    judge_free(judge);
    planted_free(&p);
}

/* glibc's profil and sprofil are diagnosed apart.  A distance that is cut looks
 * in most cases of sprofil as a product that is. */
TEST(an_unknown_defect_of_two_interfaces_is_one_cause)
{
    static const struct {
        const char *strange, *says;
    } rows[] = {
        {"odd pcs twice",
         "unexplained: too many, where a pc is no multiple of 4\n"},
        {"distance cut",
         "throughout: a pc's distance from the offset is taken modulo 65536\n"},
    };
    char text[MIXED_LABELS * UNKNOWN_NAME];

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct planted p = library(DIALECT_GLIBC, rows[k].strange, 0, 0);
        struct judge *judge = planted_judge(&p, RULES);

        causes_without_rule(judge, &p, text);
        assert_string_equal(text, rows[k].says);
        for (unsigned i = 0; i < 2; i++)
            assert_int_equal(judge->of[i].diagnosis.count, 0);
        judge_free(judge);
        planted_free(&p);
    }
}

/* What departures alone do is not put down to more. */
static size_t check_departures_alone(struct judge *judge,
                                     const struct planted *p,
                                     const struct planted *alone)
{
    struct judgement j;
    size_t same = 0;

    for (size_t k = 0; k < p->n; k++) {
        if (outcome_difference(&p->seen[k].outcome, &alone->seen[k].outcome) >=
            0)
            continue;
        judge_case(judge, p->cases[k], &p->seen[k], &j);
        assert_string_equal(j.other, "");
        same += j.cause_count > 0;
    }
    return same;
}

/* With pcs 1 byte lower what these leave would look as if regions began below
 * their offset. */
TEST(of_two_amounts_the_one_that_explains_more_is_said)
{
    struct planted p = {.dialect = DIALECT_IRIX};
    char text[MIXED_LABELS * UNKNOWN_NAME];
    struct judge *judge;

    mixed_make(&p, 0, &suite, 1);
    planted_forget(&p, p.seen);
    p.behaviour = behaviour_default(DIALECT_IRIX);
    p.behaviour.choice[RULE_ROUNDING] = ROUNDING_UP;
    p.behaviour.choice[RULE_REGION_OVERLAP] = REGION_OVERLAP_FIRST_LISTED;
    p.strange[p.strange_count++] =
        (struct strange_planted){named("next instruction"), PLACE_ALL, .by = 2};
    planted_observe(&p, &p.behaviour, p.seen);
    judge = planted_judge(&p, RULES);
    assert_true(planted_named(judge, REGION_OVERLAP_FIRST_LISTED));
    assert_false(planted_named(judge, REGION_START_BELOW));
    causes_without_rule(judge, &p, text);
    assert_string_equal(text, "throughout: each tick is counted as if its pc "
                              "were 2 bytes lower\n");
    judge_free(judge);
    planted_free(&p);
}

/* Three sweeps show it, and so would what makes all buffers longer; but a rule
 * has a clause. */
TEST(what_a_rule_explains_in_a_few_cases_is_no_distortion)
{
    struct planted p = {.dialect = DIALECT_AIX_MONITOR,
                        .partial_in = PLACE_ODD_OFFSET};
    char text[MIXED_LABELS * UNKNOWN_NAME];
    struct judge *judge;

    mixed_make(&p, 0, &suite, 1);
    planted_forget(&p, p.seen);
    p.behaviour = behaviour_default(DIALECT_AIX_MONITOR);
    p.partial = MON_FIT_ROUNDED_OUT;
    planted_observe(&p, &p.behaviour, p.seen);
    judge = planted_judge(&p, RULES);
    assert_true(planted_named(judge, MON_FIT_ROUNDED_OUT));
    causes_without_rule(judge, &p, text);
    assert_string_equal(text, "");
    judge_free(judge);
    planted_free(&p);
}

/* In lists alone.  What its cases show would be explained by these, too, each
 * of which holds in all cases; or nothing would. */
TEST(a_departure_in_lists_alone_is_named_by_its_rule)
{
    static const struct {
        enum choice known, partial; /* known 0: none */
        enum choice innocent[2];
    } rows[] = {
        {0, TICKS_NONE, {0}},
        {0, COUNTER_FULL_STOP_AT_32768, {0}},
        {0, SCALE_OFF_NEVER, {0}}, /* or that a disabled region counts */
        {ROUNDING_SIGNED_HALVING,
         RETURN_ON_ERROR_ERROR_NUMBER,
         {LIST_ORDER_UNCHECKED, BAD_BUFFER_NO_EFFECT}},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct planted p =
            library(DIALECT_AIX, NULL, rows[k].known, rows[k].partial);
        struct judge *judge = planted_judge(&p, RULES);

        if (!planted_named(judge, rows[k].partial))
            fail_msg("%s=%s is not named",
                     rule_table[choice_table[rows[k].partial].rule].name,
                     choice_table[rows[k].partial].name);
        for (unsigned i = 0; i < 2 && rows[k].innocent[i]; i++)
            assert_false(planted_named(judge, rows[k].innocent[i]));
        for (size_t i = 0; i < p.n; i++) { /* one or the other */
            struct judgement j;

            judge_case(judge, p.cases[i], &p.seen[i], &j);
            assert_true(j.cause_count == 0 || !*j.other);
        }
        judge_free(judge);
        planted_free(&p);
    }
}

/* Cases that pass are not permitted together where it shows in one of them: it
 * is that one that is wrong, and no rule is to reconcile the others with it. */
TEST(a_case_that_contradicts_many_is_the_one_that_is_wrong)
{
    struct planted p = library(DIALECT_IRIX, NULL, 0, FULL_SCALE_ONE_AND_HALF);
    struct judge *judge;

    take_too(&p, "rounding=scale-low-bit-lost ");
    judge = planted_judge(&p, RULES);
    assert_int_equal(judge->of[0].diagnosis.count, 1);
    assert_true(planted_named(judge, FULL_SCALE_ONE_AND_HALF));
    judge_free(judge);
    planted_free(&p);
}

/* What is wrong with calls in some files is no doubt of what is wrong with
 * ticks in others, nor the other way round, whatever else is wrong. */
TEST(calls_and_ticks_of_one_kind_of_file_are_told_apart)
{
    struct planted p = {.dialect = DIALECT_GMON,
                        .partial_in = PLACE_SHORT_RANGE};
    struct judge *judge;

    mixed_make(&p, 0, &suite, 1);
    planted_forget(&p, p.seen);
    p.behaviour = behaviour_default(DIALECT_GMON);
    p.departures[p.count++] = GMON_RESUME_NOTHING;
    p.behaviour.choice[RULE_GMON_RESUME] = GMON_RESUME_NOTHING;
    p.strange[p.strange_count++].strange = named("far pcs lost");
    p.partial = GMON_ARC_COUNT_NONE;
    planted_observe(&p, &p.behaviour, p.seen);
    judge = planted_judge(&p, RULES);
    assert_true(planted_named(judge, GMON_ARC_COUNT_NONE));
    assert_true(planted_named(judge, GMON_RESUME_NOTHING));
    judge_free(judge);
    planted_free(&p);
}

/* That it holds in all but a case that passes takes as many words as to say
 * where it holds; then what contradicts nothing is said. */
TEST(what_contradicts_no_case_is_said_where_it_is_as_short)
{
    struct planted p = {.dialect = DIALECT_GMON,
                        .partial_in = PLACE_SHORT_RANGE};
    struct judge *judge;
    const struct diagnosis *d;

    mixed_make(&p, 0, &suite, 1);
    planted_forget(&p, p.seen);
    p.behaviour = behaviour_default(DIALECT_GMON);
    p.partial = GMON_ARC_COUNT_NONE;
    planted_observe(&p, &p.behaviour, p.seen);
    judge = planted_judge(&p, RULES);
    d = &judge->of[0].diagnosis;
    assert_int_equal(d->count, 1);
    assert_int_equal(d->blames[0].rule, RULE_GMON_ARC_COUNT);
    assert_true(d->blames[0].partial);
    judge_free(judge);
    planted_free(&p);
}

/* A right library that does to each case what a distortion does, but for each
 * n-th of those that it changes. */
static struct planted distorted_library(enum dialect dialect,
                                        const struct distortion *d, unsigned n)
{
    struct planted p = library(dialect, NULL, 0, 0), other = p;
    struct arena arena = {0};
    unsigned changed = 0;

    other.cases = calloc(p.n + 1, sizeof *other.cases);
    for (size_t k = 0; k < p.n; k++) {
        other.cases[k] = distortion_case(d, p.cases[k], &arena);
        if (other.cases[k] != p.cases[k] && changed++ % n == n - 1)
            other.cases[k] = p.cases[k];
    }
    planted_forget(&p, p.seen);
    planted_observe(&other, &p.behaviour, p.seen);
    free(other.cases);
    arena_free(&arena);
    return p;
}

/* In the third counter of a buffer. */
static void count_more(struct observation *o)
{
    for (size_t k = 0; k < o->outcome.count; k++)
        if (o->outcome.events[k].kind == EVENT_BUFFER)
            ((unsigned char *)o->outcome.events[k].bytes)[SCRIPT_ZONE + 4] += 7;
}

#define SHORTER                                                                \
    {                                                                          \
        .kind = DISTORTION_SIZE, .amount = -1                                  \
    }

/* What shows often may be contradicted by one in eight cases that pass; what
 * shows in a few leaves no counts, but may leave a death. */
TEST(what_is_said_to_be_done_throughout_is_seldom_contradicted)
{
    static const struct {
        enum dialect dialect;
        struct distortion d;
        unsigned but;
        const char *dies,
            *counts; /* this case dies, or counts more; "": none */
        bool said;
    } rows[] = {
        {DIALECT_HPUX, {.kind = DISTORTION_TWICE}, 9, "", "", false},
        {DIALECT_HPUX, {.kind = DISTORTION_TWICE}, 20, "", "", true},
        {DIALECT_HPUX, SHORTER, 99, "", "", true},
        {DIALECT_HPUX, SHORTER, 99, "exec", "", true},
        {DIALECT_HPUX, SHORTER, 99, "", "exec", false},
    };

    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct planted p =
            distorted_library(rows[r].dialect, &rows[r].d, rows[r].but);
        char text[MIXED_LABELS * UNKNOWN_NAME];
        struct judge *judge;

        for (size_t k = 0; k < p.n; k++) {
            if (strcmp(p.cases[k]->slug, rows[r].dies) == 0)
                strange_die(&p.seen[k], 1);
            if (strcmp(p.cases[k]->slug, rows[r].counts) == 0)
                count_more(&p.seen[k]);
        }
        judge = planted_judge(&p, RULES);
        causes_without_rule(judge, &p, text);
        if ((strstr(text, "throughout: ") != NULL) != rows[r].said)
            fail_msg("row %zu: %s", r, text);
        judge_free(judge);
        planted_free(&p);
    }
}

static bool says_of_a_case(struct judge *judge, const struct planted *p,
                           const char *why)
{
    struct judgement j;
    bool says = false;

    for (size_t k = 0; k < p->n && !says; k++) {
        judge_case(judge, p->cases[k], &p->seen[k], &j);
        says = strcmp(j.why, why) == 0;
    }
    return says;
}

/* They touch most of what is counted; and two of them may be behind a case. */
TEST(what_is_done_to_all_alike_hides_no_departure)
{
    static const struct {
        enum dialect dialect;
        const char *strange, *says;
        enum strange_place place;
        uint16_t known;
        const char *other; /* strange thing, or null */
    } rows[] = {
        {DIALECT_IRIX, "next instruction",
         "throughout: each tick is counted as if its pc were 4 bytes higher",
         PLACE_ALL, SCALE_OFF_NEVER, NULL},
        {DIALECT_HPUX, "next instruction",
         "throughout: each tick is counted as if its pc were 4 bytes higher",
         PLACE_ALL, SCALE_OFF_NEVER, NULL},
        {DIALECT_HPUX, "offset+1",
         "throughout: each offset is taken to be 1 byte higher", PLACE_ALL,
         SCALE_OFF_NEVER, NULL},
        {DIALECT_AIX, "wrong register",
         "throughout: each tick is counted at the pc of the tick before it",
         PLACE_ALL, SCALE_OFF_NEVER, NULL},
        {DIALECT_HPUX, "every second tick",
         "throughout: of each 2 ticks only the last is counted", PLACE_ALL,
         SCALE_OFF_NEVER, NULL},
        {DIALECT_FREEBSD, "first tick lost",
         "throughout: the first tick is not counted", PLACE_ALL,
         SCALE_OFF_NEVER, NULL},
        {DIALECT_HPUX, "far pcs lost",
         "throughout: a tick 65536 bytes or more past the offset is not "
         "counted",
         PLACE_ALL, SCALE_OFF_NEVER, NULL},
        {DIALECT_FREEBSD, "distance cut",
         "throughout: a pc's distance from the offset is taken modulo 65536",
         PLACE_ALL, SCALE_OFF_NEVER, NULL},
        {DIALECT_HPUX, "first counter lost",
         "throughout: nothing is counted in the first counter", PLACE_ALL,
         COUNTER_FULL_STOP_AT_32768, NULL},
        {DIALECT_AIX, "every second tick",
         "in lists: of each 2 ticks only the last is counted", PLACE_LIST,
         UNIT_INDEX_OF_BYTES, NULL},
        {DIALECT_IRIX, "every second tick",
         "throughout: each tick is counted as if its pc were 4 bytes higher\n"
         "throughout: of each 2 ticks only the last is counted",
         PLACE_ALL, SCALE_OFF_NEVER, "next instruction"},
    };
    char text[MIXED_LABELS * UNKNOWN_NAME], says[UNKNOWN_NAME];
    size_t same = 0;

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct planted p = library_in(rows[k].dialect, rows[k].strange,
                                      rows[k].place, rows[k].known, 0);
        struct planted alone = library(rows[k].dialect, NULL, rows[k].known, 0);
        struct judge *judge;

        if (rows[k].other) {
            p.strange[p.strange_count++].strange = named(rows[k].other);
            planted_forget(&p, p.seen);
            planted_observe(&p, &p.behaviour, p.seen);
        }
        judge = planted_judge(&p, RULES);

        assert_true(planted_named(judge, rows[k].known));
        same += check_departures_alone(judge, &p, &alone);
        assert_int_equal(judge->of[0].diagnosis.count, 1);
        causes_without_rule(judge, &p, text);
        snprintf(says, sizeof says, "%s\n", rows[k].says);
        assert_string_equal(text, says);
        assert_int_equal(
            says_of_a_case(judge, &p,
                           "each tick is counted as if its pc were 4 bytes "
                           "higher, and of each 2 ticks only the last is "
                           "counted"),
            rows[k].other != NULL);
        judge_free(judge);
        planted_free(&alone);
        planted_free(&p);
    }
    assert_true(same > 0);
}

TEST(what_is_done_in_some_cases_is_not_done_throughout)
{
    static const char *const other[] = {"odd pcs twice", "bursts cut",
                                        "cleared at off", "dies of scales"};
    char text[MIXED_LABELS * UNKNOWN_NAME];

    for (size_t k = 0; k < sizeof other / sizeof *other; k++) {
        struct planted p = library(DIALECT_FREEBSD, other[k], 0, 0);
        struct judge *judge = planted_judge(&p, RULES);

        causes_without_rule(judge, &p, text);
        assert_null(strstr(text, "throughout"));
        judge_free(judge);
        planted_free(&p);
    }
}

TEST(a_known_departure_is_named_beside_an_unknown_defect)
{
    static const char *const beside[] = {"scale by table", "odd pcs twice",
                                         "dies of scales", "bursts cut"};

    for (size_t k = 0; k < sizeof beside / sizeof *beside; k++) {
        struct planted p = library(DIALECT_HPUX, beside[k], 0, 0);
        struct judge *judge;

        p.departures[0] = SCALE_OFF_NEVER;
        p.count = 1;
        planted_forget(&p, p.seen);
        p.behaviour = behaviour_default(DIALECT_HPUX);
        p.behaviour.choice[RULE_SCALE_OFF] = SCALE_OFF_NEVER;
        planted_observe(&p, &p.behaviour, p.seen);
        judge = planted_judge(&p, RULES);
        if (!planted_named(judge, SCALE_OFF_NEVER))
            fail_msg("not named beside: %s", beside[k]);
        judge_free(judge);
        planted_free(&p);
    }
}

/* In the unknown's cases nothing is counted either: a departure stands beside
 * it in several such cases, not in two. */
TEST(a_departure_that_counts_nothing_stands_in_several_cases)
{
    struct planted p = library(DIALECT_IRIX, NULL, DISABLED_REGION_ALL_OFF,
                               BAD_BUFFER_TURNS_OFF);
    struct planted other = library(DIALECT_AIX, "cleared at off", 0, 0);
    struct judge *judge = planted_judge(&p, RULES);

    assert_true(planted_named(judge, DISABLED_REGION_ALL_OFF));
    assert_int_equal(judge->of[0].diagnosis.count, 1);
    judge_free(judge);
    judge = planted_judge(&other, RULES);
    assert_int_equal(judge->of[0].diagnosis.count, 0);
    judge_free(judge);
    planted_free(&other);
    planted_free(&p);
}

/* Ticks that are lost after a second call look once as an update that
 * faults. */
TEST(what_one_case_shows_beside_an_unknown_defect_may_be_of_it)
{
    struct planted p = library_in(DIALECT_HPUX, "every second tick",
                                  PLACE_SECOND, ODD_TAIL_FIRST_BYTE, 0);
    struct judge *judge = planted_judge(&p, RULES);
    const struct diagnosis *d = &judge->of[0].diagnosis;

    assert_int_equal(d->count, 2);
    for (unsigned k = 0; k < d->count; k++)
        assert_int_equal(d->blames[k].lone,
                         d->blames[k].rule == RULE_BUFFER_FAULT);
    judge_free(judge);
    planted_free(&p);
}

TEST(a_departure_that_holds_in_lists_only_keeps_its_rule)
{
    struct planted p = library(DIALECT_AIX, NULL, 0, ROUNDING_NEXT_EVEN);
    struct judge *judge = planted_judge(&p, RULES);
    const struct diagnosis *d = &judge->of[0].diagnosis;
    const struct blame *blame = &d->blames[0];
    char text[400] = "";

    assert_int_equal(d->best.count, 0);
    assert_int_equal(d->count, 1);
    assert_int_equal(blame->rule, RULE_ROUNDING);
    assert_true(blame->partial);
    sentence_add(DIALECT_AIX, blame, text, sizeof text);
    assert_non_null(strstr(text, "Where profil is given a list: "));
    assert_non_null(strstr(text, "; aix.profil."));
    judge_free(judge);
    planted_free(&p);
}

/* Defects of no table: that some of what they do is what a rule would do as
 * well is no cause of its own; nor is what is left of what a known one does
 * beside them whose name is lost. */
TEST(what_unknown_defects_do_accuses_no_rule)
{
    static const struct {
        enum dialect dialect;
        const char *strange[2];
        unsigned by[2];
        const char *choices;
    } rows[] = {
        {DIALECT_GLIBC, {"far pcs lost", "every second tick"}, {0, 2}, ""},
        {DIALECT_HPUX,
         {"distance cut", "last counter lost"},
         {5, 3},
         "rounding=byte-up "},
        {DIALECT_AIX,
         {"far pcs lost", "EFAULT is EINVAL"},
         {6, 1},
         "disabled-list=off off-address=checked-range return-on-success=none "},
        {DIALECT_IRIX,
         {"scale by table"},
         {1},
         "rounding=nearest scale-two=first-counter extent=wrapped-counters "
         "unit=counter-to-bytes "},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct planted p = library(rows[k].dialect, NULL, 0, 0);
        struct judge *judge;

        for (unsigned i = 0; i < 2 && rows[k].strange[i]; i++)
            p.strange[p.strange_count++] = (struct strange_planted){
                named(rows[k].strange[i]), PLACE_ALL, rows[k].by[i]};
        take_too(&p, rows[k].choices);
        judge = planted_judge(&p, RULES);
        for (unsigned i = 0; i < judge->interfaces; i++)
            if (judge->of[i].diagnosis.count > 0)
                fail_msg(
                    "row %zu: %s", k,
                    rule_table[judge->of[i].diagnosis.blames[0].rule].name);
        judge_free(judge);
        planted_free(&p);
    }
}

TEST(that_no_tick_comes_is_the_simplest)
{
    struct planted p = library(DIALECT_FREEBSD, NULL, TICKS_NONE, 0);
    struct judge *judge;

    while (p.n > 0 && strncmp(p.cases[p.n - 1]->id, "odd-number.", 11) != 0)
        observation_free(&p.seen[--p.n]);
    assert_true(p.n > 0);
    judge = judge_new(DIALECT_FREEBSD);
    judge_see(judge, p.cases[p.n - 1], &p.seen[p.n - 1]);
    judge_conclude(judge);
    assert_true(judge->of[0].diagnosis.count > 0);
    assert_int_equal(judge->of[0].diagnosis.blames[0].rule, RULE_TICKS);
    judge_free(judge);
    planted_free(&p);
}

TESTS(load, unload)
