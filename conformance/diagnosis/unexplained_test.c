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

/* A library that does as its dialect permits, but for this; and what is to be
 * said of it: both of its departures are named, and no other. */
struct row {
    enum dialect dialect;
    const char *strange; /* a defect of no table; null: none */
    enum choice known;   /* a departure; 0: none */
    const char *says;    /* causes of no rule, a line each; null: any */
    const char *takes;   /* "rule=choice", each followed by a space */
    enum strange_place place;
    unsigned by;
    const char *other; /* a second defect of no table */
    unsigned other_by;
    enum choice partial;           /* a departure in some calls only */
    enum strange_place partial_in; /* 0: in lists */
    unsigned lone; /* departures of one case alone that are named beside */
    bool unnamed;  /* the one in some calls is not */
};

static void add_strange(struct planted *p, const char *name,
                        enum strange_place place, unsigned by)
{
    for (unsigned k = 0; k < STRANGES; k++)
        if (strcmp(strange_table[k].name, name) == 0) {
            p->strange[p->strange_count++] =
                (struct strange_planted){&strange_table[k], place, by};
            return;
        }
    fail_msg("no such defect: %s", name);
}

static void take_all(struct planted *p, const char *choices)
{
    char rule[32], choice[32];

    for (int n; sscanf(choices, "%31[^=]=%31s %n", rule, choice, &n) == 2;
         choices += n) {
        int r = rule_by_name(rule), c = choice_by_name((enum rule)r, choice);

        assert_true(c >= 0);
        p->behaviour.choice[r] = (uint16_t)c;
    }
    assert_string_equal(choices, "");
}

static struct planted library(const struct row *row)
{
    struct planted p = {.dialect = row->dialect,
                        .behaviour = behaviour_default(row->dialect),
                        .partial = (uint16_t)row->partial,
                        .partial_in =
                            row->partial_in ? row->partial_in : PLACE_LIST};

    planted_begin(&p, &suite);
    if (row->strange)
        add_strange(&p, row->strange, row->place, row->by);
    if (row->other)
        add_strange(&p, row->other, PLACE_ALL, row->other_by);
    if (row->takes)
        take_all(&p, row->takes);
    if (row->known)
        p.behaviour.choice[choice_table[row->known].rule] =
            (uint16_t)row->known;
    planted_observe(&p, &p.behaviour, p.seen);
    return p;
}

/* The causes of no rule, a line each. */
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
        strcat(strcat(text, k > 0 ? "\n" : ""), labels.of[k]);
}

/* What departures alone do is not put down to more: so many cases fail of
 * them. */
static size_t departures_alone;

static void check_departures_alone(struct judge *judge, const struct planted *p,
                                   const struct row *row)
{
    struct row less = *row;
    struct planted alone;
    struct judgement j;

    less.strange = less.other = NULL;
    alone = library(&less);
    for (size_t k = 0; k < p->n; k++) {
        if (outcome_difference(&p->seen[k].outcome, &alone.seen[k].outcome) >=
            0)
            continue;
        judge_case(judge, p->cases[k], &p->seen[k], &j);
        assert_string_equal(j.other, "");
        departures_alone += j.cause_count > 0;
    }
    planted_free(&alone);
}

static void check_blames(const struct diagnosis *d, const struct row *row)
{
    bool partial = row->partial && !row->unnamed;
    unsigned lone = 0;

    assert_int_equal(d->count, (row->known > 0) + partial + row->lone);
    assert_int_equal(d->best.count, d->count - partial);
    for (unsigned k = 0; k < d->count; k++) {
        assert_int_equal(d->blames[k].partial,
                         partial && blame_has(&d->blames[k], row->partial));
        assert_int_equal(d->blames[k].other_count, 0);
        lone += d->blames[k].lone;
    }
    assert_int_equal(lone, row->lone);
}

static void check_library(struct planted *p, const struct row *row)
{
    char text[MIXED_LABELS * UNKNOWN_NAME];
    struct judge *judge = planted_judge(p, RULES);

    causes_without_rule(judge, p, text);
    if (row->says)
        assert_string_equal(text, row->says);
    if (row->known && !planted_named(judge, row->known))
        fail_msg("not named: %s", choice_table[row->known].name);
    if (row->partial && planted_named(judge, row->partial) == row->unnamed)
        fail_msg("not named, or named: %s", choice_table[row->partial].name);
    for (unsigned i = 0; i < judge->interfaces; i++)
        check_blames(&judge->of[i].diagnosis, row);
    if (row->says && row->known)
        check_departures_alone(judge, p, row);
    judge_free(judge);
    planted_free(p);
}

static void check_row(const struct row *row)
{
    struct planted p = library(row);

    check_library(&p, row);
}

#define CHECK(rows)                                                            \
    for (size_t k = 0; k < sizeof(rows) / sizeof *(rows); k++)                 \
    check_row(&(rows)[k])

TEST(an_unknown_defect_is_one_cause_with_what_sets_its_cases_apart)
{
    static const struct row rows[] = {
        {DIALECT_FREEBSD, "odd pcs twice",
         .says =
             "unexplained: too many, profil, where a pc is no multiple of 4"},
        {DIALECT_IRIX, "E2BIG is EINVAL",
         .says =
             "unexplained: what sprofil returned, where a call is to fail with "
             "E2BIG"},
        {DIALECT_HPUX, "dies turning on again",
         .says = "killed: profil, where profiling is turned on a second time"},
        {DIALECT_FREEBSD, "dies turning on again",
         .says = "killed: profil, where profiling is asked for again"},
        {DIALECT_HPUX, "dies of bursts",
         .says = "killed: a tick, where a pc has more than four ticks"},
    };

    CHECK(rows);
}

#define FIRST "throughout: nothing is counted in the first counter"
#define CUT   "throughout: a pc's distance from the offset is taken modulo 65536"
#define HIGHER                                                                 \
    "throughout: each tick is counted as if its pc were 4 bytes higher"

/* In what form something is done to all calls is known as far as most cases
 * show it: the few others that it changes are of it, and no doubt of what is
 * beside. */
TEST(what_is_done_to_all_alike_is_one_cause_though_some_differ_from_it)
{
    static const struct row rows[] = {
        {DIALECT_FREEBSD, "first counter lost", .known = FULL_SCALE_ONE,
         .says = FIRST, .takes = "counter-full=wrap buffer-start=cleared "},
        {DIALECT_AIX, "last counter lost", .known = PRODUCT_MOD_64,
         .says = "throughout: each buffer is taken to be 2 bytes shorter",
         .takes = "below-offset=modular buffer-start=cleared region-tie=every "
                  "region-overlap=every "},
        /* cases that a departure explains as well */
        {DIALECT_IRIX, "first counter lost", .known = OVERFLOW_ORDER_ANYWHERE,
         .says = FIRST,
         .takes =
             "wide-up=next-counter scale-range=by-width "
             "scale-above=whole wide-counter-full=wrap overflow-bin-full=wrap "
             "extent=rounded-bytes region-start=below-if-overlapping "
             "region-end=next-lower "},
        /* of several that profil may do, what sprofil does */
        {DIALECT_GLIBC, "granule",
         .says = "throughout: each pc is rounded down to a multiple of 4",
         .takes = "wide-counter-full=wrap overflow-bin-full=wrap "
                  "region-start=below-if-overlapping disabled-region=shadows "
                  "both-widths=16 ineffective-call=unchecked size-zero=stops "
                  "return-on-error=zero fast=EACCES exec=stays-on "
                  "caller-state=leaks "},
    };

    CHECK(rows);
}

TEST(a_departure_keeps_its_name_beside_what_most_cases_show)
{
    static const struct row rows[] = {
        /* both show in almost all that is counted */
        {DIALECT_AIX, "first tick lost", .known = ROUNDING_NEXT_EVEN},
        /* what dies in a tick says nothing of where it counts */
        {DIALECT_AIX, "dies of bursts", .known = ROUNDING_DIVIDE_FIRST,
         .takes = "scale-two=first-counter region-end=nowhere "
                  "buffer-start=cleared-if-other size-zero=stops "
                  "list-bounds=high-included ineffective-call=unchecked "},
        /* one in six of many cases is as if the departure were not there */
        {DIALECT_HPUX, "later scale halved", .known = ROUNDING_NEXT_EVEN,
         .takes = "counter-full=wrap buffer-start=cleared size-zero=stops "
                  "off-address=size-no-effect "},
        /* what does as well as another choice, in one case of many */
        {DIALECT_IRIX, "dies turning on again",
         .known = COUNTER_BITS_BELOW_65535,
         .takes = "wide-up=next-counter scale-above=whole "
                  "scale-two=first-counter overflow-bin-full=wrap "
                  "extent=wrapped-end buffer-start=cleared "
                  "region-start=below-if-any-overlap region-end=nowhere "
                  "disabled-region=shadows "},
    };

    CHECK(rows);
}

/* profil and sprofil of one library: that the odd sizes of the one come of a
 * departure of their own was as good, but for what the other shows. */
TEST(what_one_function_shows_is_behind_the_other_too)
{
    check_row(&(struct row){
        DIALECT_GLIBC, "cleared at off", .known = UNIT_COUNTER_OF_BYTES,
        .takes = "below-offset=modular scale-off=zero-and-one "
                 "counter-full=wrap wide-counter-full=wrap "
                 "wide-overflow-bin-full=wrap buffer-start=cleared-if-other "
                 "region-end=nowhere disabled-region=shadows "
                 "off-by-other-form=stops return-on-error=zero "
                 "error-precedence=EACCES bad-buffer=EFAULT poor-buffer=EFAULT "
                 "readonly-buffer=crashes fast=EACCES buffer-fault=skips ",
        .place = PLACE_ODD_SIZE});
}

/* One case dies early, of a runtime behind -pg, and nothing sets it apart. */
TEST(what_none_of_its_cases_has_is_not_said_of_an_unknown_defect)
{
    struct planted p = library(&(struct row){.dialect = DIALECT_GMON});

    for (size_t k = 0; k < p.n; k++)
        if (strcmp(p.cases[k]->slug, "profile-ticks") == 0)
            strange_die(&p.seen[k], 0);
    check_library(&p, &(struct row){.says = "killed: monstartup"});
}

/* In a counter of each buffer. */
static void count_more(const struct outcome *seen, unsigned counter)
{
    for (size_t k = 0; k < seen->count; k++) {
        const struct event *e = &seen->events[k];

        if (e->kind == EVENT_BUFFER && e->size > 2 * SCRIPT_ZONE)
            ((unsigned char *)e->bytes)[SCRIPT_ZONE + 2 * counter] += 7;
    }
}

/* Of a single case two features or other often do; one alone hardly ever. */
TEST(what_sets_one_case_apart_is_not_said)
{
    for (size_t k = 10; k < 60; k += 20) {
        struct planted p = library(&(struct row){.dialect = DIALECT_FREEBSD});

        count_more(&p.seen[k].outcome, 0);
        check_library(&p,
                      &(struct row){.says = "unexplained: too many, profil"});
    }
}

static void swap_bytes(struct outcome *seen)
{
    for (size_t i = 0; i < seen->count; i++) {
        const struct event *e = &seen->events[i];
        unsigned char *at = (unsigned char *)e->bytes + SCRIPT_ZONE;

        for (size_t n = 2 * SCRIPT_ZONE + 1;
             e->kind == EVENT_BUFFER && n < e->size; n += 2, at += 2) {
            unsigned char low = at[0];

            at[0] = at[1];
            at[1] = low;
        }
    }
}

/* Of these no case shows what a number is; by some that is left a list is to be
 * refused, which is not what is wrong. */
TEST(counters_of_the_other_byte_order_are_one_cause)
{
    struct planted p =
        library(&(struct row){DIALECT_AIX, .takes = "unit=index "});

    for (size_t k = 0; k < p.n; k++)
        swap_bytes(&p.seen[k].outcome);
    check_library(
        &p, &(struct row){.says = "unexplained: counts, where ticks come"});
}

/* glibc's profil and sprofil are diagnosed apart.  A distance that is cut looks
 * in most cases of sprofil as a product that is. */
TEST(an_unknown_defect_of_two_interfaces_is_one_cause)
{
    static const struct row rows[] = {
        {DIALECT_GLIBC, "odd pcs twice",
         .says = "unexplained: too many, where a pc is no multiple of 4"},
        {DIALECT_GLIBC, "distance cut", .says = CUT},
    };

    CHECK(rows);
}

/* With pcs 1 byte lower what these leave would look as if regions began below
 * their offset. */
TEST(of_two_amounts_the_one_that_explains_more_is_said)
{
    check_row(&(struct row){
        DIALECT_IRIX, "next instruction", .by = 2, .takes = "rounding=up ",
        .known = REGION_OVERLAP_FIRST_LISTED,
        .says = "throughout: each tick is counted as if its pc were 2 bytes "
                "lower"});
}

/* Three sweeps show it, and so would what makes all buffers longer; but a rule
 * has a clause. */
TEST(what_a_rule_explains_in_a_few_cases_is_no_distortion)
{
    check_row(&(struct row){DIALECT_AIX_MONITOR, .partial = MON_FIT_ROUNDED_OUT,
                            .partial_in = PLACE_ODD_OFFSET, .says = ""});
}

/* In lists alone.  What its cases show would be explained by others, too, each
 * of which holds in all cases; or nothing would. */
TEST(a_departure_in_lists_alone_is_named_by_its_rule)
{
    static const struct row rows[] = {
        {DIALECT_AIX, .partial = TICKS_NONE, .says = ""},
        {DIALECT_AIX, .partial = COUNTER_FULL_STOP_AT_32768, .says = ""},
        {DIALECT_AIX, .partial = SCALE_OFF_NEVER, .says = ""},
        {DIALECT_AIX, .partial = RETURN_ON_ERROR_ERROR_NUMBER,
         .known = ROUNDING_SIGNED_HALVING, .says = ""},
    };

    CHECK(rows);
}

/* Cases that pass are not permitted together where it shows in one of them: it
 * is that one that is wrong, and no rule is to reconcile the others with it. */
TEST(a_case_that_contradicts_many_is_the_one_that_is_wrong)
{
    check_row(&(struct row){DIALECT_IRIX,
                            .takes = "rounding=scale-low-bit-lost ",
                            .partial = FULL_SCALE_ONE_AND_HALF});
}

TEST(calls_and_ticks_of_one_kind_of_file_are_told_apart)
{
    static const struct row rows[] = {
        /* what is wrong with the ones is no doubt of the others */
        {DIALECT_GMON, "far pcs lost", .known = GMON_RESUME_NOTHING,
         .partial = GMON_ARC_COUNT_NONE, .partial_in = PLACE_SHORT_RANGE},
        /* that it holds in all but a case that passes takes as many words as to
         * say where it holds; then what contradicts nothing is said */
        {DIALECT_GMON, .partial = GMON_ARC_COUNT_NONE,
         .partial_in = PLACE_SHORT_RANGE},
    };

    CHECK(rows);
}

/* A right library that does to each case what a distortion does, but for each
 * n-th of those that it changes. */
static struct planted distorted_library(const struct distortion *d, unsigned n)
{
    struct planted p = library(&(struct row){.dialect = DIALECT_HPUX}),
                   other = p;
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

#define SHORTER "throughout: each buffer is taken to be 1 byte shorter"

/* What shows often may be contradicted by one in eight cases that pass; what
 * shows in a few leaves no counts, but may leave a death. */
TEST(what_is_said_to_be_done_throughout_is_seldom_contradicted)
{
    static const struct distortion twice = {.kind = DISTORTION_TWICE},
                                   shorter = {.kind = DISTORTION_SIZE,
                                              .amount = -1};
    static const struct {
        const struct distortion *d;
        unsigned but;
        bool dies, counts; /* the case of exec, or a counter more */
        const char *says;
    } rows[] = {
        {&twice, 9, false, false,
         "unexplained: counts, mostly where a scale is 0x8000 or more"},
        {&twice, 20, false, false,
         "throughout: each scale is taken to be twice what it is"},
        {&shorter, 99, false, false, SHORTER},
        {&shorter, 99, true, false, SHORTER "\nkilled: profil"},
        {&shorter, 99, false, true,
         "unexplained: counts, mostly where a pc is in the last counter"},
    };

    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct planted p = distorted_library(rows[r].d, rows[r].but);

        for (size_t k = 0; k < p.n; k++) {
            bool exec = strcmp(p.cases[k]->slug, "exec") == 0;

            if (exec && rows[r].dies)
                strange_die(&p.seen[k], 1);
            if (exec && rows[r].counts)
                count_more(&p.seen[k].outcome, 2);
        }
        check_library(&p, &(struct row){.says = rows[r].says});
    }
}

TEST(what_is_done_to_all_alike_hides_no_departure)
{
    static const struct row rows[] = {
        {DIALECT_IRIX, "next instruction", .known = SCALE_OFF_NEVER,
         .says = HIGHER},
        {DIALECT_HPUX, "next instruction", .known = SCALE_OFF_NEVER,
         .says = HIGHER},
        {DIALECT_HPUX, "offset+1", .known = SCALE_OFF_NEVER,
         .says = "throughout: each offset is taken to be 1 byte higher"},
        {DIALECT_AIX, "wrong register", .known = SCALE_OFF_NEVER,
         .says = "throughout: each tick is counted at the pc of the tick "
                 "before it"},
        {DIALECT_HPUX, "every second tick", .known = SCALE_OFF_NEVER,
         .says = "throughout: of each 2 ticks only the last is counted"},
        {DIALECT_FREEBSD, "first tick lost", .known = SCALE_OFF_NEVER,
         .says = "throughout: the first tick is not counted"},
        {DIALECT_HPUX, "far pcs lost", .known = SCALE_OFF_NEVER,
         .says =
             "throughout: a tick 65536 bytes or more past the offset is not "
             "counted"},
        {DIALECT_FREEBSD, "distance cut", .known = SCALE_OFF_NEVER,
         .says = CUT},
        {DIALECT_HPUX, "first counter lost",
         .known = COUNTER_FULL_STOP_AT_32768, .says = FIRST},
        {DIALECT_AIX, "every second tick", .known = UNIT_INDEX_OF_BYTES,
         .says = "in lists: of each 2 ticks only the last is counted",
         .place = PLACE_LIST},
        {DIALECT_IRIX, "every second tick", .known = SCALE_OFF_NEVER,
         .says =
             HIGHER "\nthroughout: of each 2 ticks only the last is counted",
         .other = "next instruction"},
    };

    CHECK(rows);
    assert_true(departures_alone > 0);
}

TEST(two_things_that_are_done_to_all_alike_may_be_behind_a_case)
{
    static const struct row row = {DIALECT_IRIX, "every second tick",
                                   .other = "next instruction"};
    struct planted p = library(&row);
    struct judge *judge = planted_judge(&p, RULES);
    struct judgement j;
    unsigned both = 0;

    for (size_t k = 0; k < p.n; k++) {
        judge_case(judge, p.cases[k], &p.seen[k], &j);
        both += strcmp(j.why, "each tick is counted as if its pc were 4 bytes "
                              "higher, and of each 2 ticks only the last is "
                              "counted") == 0;
    }
    assert_true(both > 0);
    judge_free(judge);
    planted_free(&p);
}

TEST(what_is_done_in_some_cases_is_not_done_throughout)
{
    static const struct row rows[] = {
        {DIALECT_FREEBSD, "bursts cut",
         .says = "unexplained: too few, profil, where a pc has more than four "
                 "ticks"},
        {DIALECT_FREEBSD, "cleared at off",
         .says = "unexplained: too few, profil"},
        {DIALECT_FREEBSD, "dies of scales",
         .says = "killed: profil, where a scale is no power of two"},
        {DIALECT_HPUX, "scale by table", .known = SCALE_OFF_NEVER},
        {DIALECT_HPUX, "odd pcs twice", .known = SCALE_OFF_NEVER},
        {DIALECT_HPUX, "dies of scales", .known = SCALE_OFF_NEVER},
        {DIALECT_HPUX, "bursts cut", .known = SCALE_OFF_NEVER},
    };

    CHECK(rows);
}

/* In the unknown's cases nothing is counted either: a departure stands beside
 * it in several such cases, not in two. */
TEST(a_departure_that_counts_nothing_stands_in_several_cases)
{
    static const struct row rows[] = {
        {DIALECT_IRIX, .known = DISABLED_REGION_ALL_OFF,
         .partial = BAD_BUFFER_TURNS_OFF, .unnamed = true},
        {DIALECT_AIX, .strange = "cleared at off"},
    };

    CHECK(rows);
}

/* Ticks that are lost after a second call look once as an update that
 * faults. */
TEST(what_one_case_shows_beside_an_unknown_defect_may_be_of_it)
{
    check_row(&(struct row){DIALECT_HPUX, "every second tick",
                            .known = ODD_TAIL_FIRST_BYTE, .place = PLACE_SECOND,
                            .lone = 1});
}

TEST(a_departure_that_holds_in_lists_only_keeps_its_rule)
{
    static const struct row row = {DIALECT_AIX, .partial = ROUNDING_NEXT_EVEN};
    struct planted p = library(&row);
    struct judge *judge = planted_judge(&p, RULES);
    char text[400] = "";

    sentence_add(DIALECT_AIX, &judge->of[0].diagnosis.blames[0], text,
                 sizeof text);
    assert_non_null(strstr(text, "Where profil is given a list: "));
    assert_non_null(strstr(text, "; aix.profil."));
    judge_free(judge);
    check_library(&p, &row);
}

/* Defects of no table: that some of what they do is what a rule would do as
 * well is no cause of its own; nor is what is left of what a known one does
 * beside them whose name is lost. */
TEST(what_unknown_defects_do_accuses_no_rule)
{
    static const struct row rows[] = {
        {DIALECT_GLIBC, "far pcs lost", .other = "every second tick",
         .other_by = 2},
        {DIALECT_HPUX, "distance cut", .by = 5, .other = "last counter lost",
         .other_by = 3, .takes = "rounding=byte-up "},
        {DIALECT_AIX, "far pcs lost", .by = 6, .other = "EFAULT is EINVAL",
         .other_by = 1,
         .takes = "disabled-list=off off-address=checked-range "
                  "return-on-success=none "},
        {DIALECT_IRIX, "scale by table", .by = 1,
         .takes = "rounding=nearest scale-two=first-counter "
                  "extent=wrapped-counters unit=counter-to-bytes "},
    };

    CHECK(rows);
}

TEST(that_no_tick_comes_is_the_simplest)
{
    struct planted p =
        library(&(struct row){DIALECT_FREEBSD, .known = TICKS_NONE});
    bool *only = calloc(p.n, sizeof *only);
    struct judge *judge;

    for (size_t k = 0; k < p.n; k++)
        only[k] = strcmp(p.cases[k]->slug, "odd-number") == 0;
    p.only = only;
    judge = planted_judge(&p, RULES);
    assert_true(judge->of[0].diagnosis.count > 0);
    assert_int_equal(judge->of[0].diagnosis.blames[0].rule, RULE_TICKS);
    judge_free(judge);
    planted_free(&p);
    free(only);
}

TESTS(load, unload)
