/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "conformance/delivery/observe.h"
#include "conformance/explain/assess.h"
#include "live.h"
#include "twin_test.h"

#ifdef __SANITIZE_ADDRESS__
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/* Where no timer is to be seen it takes more. */
static const struct live_plan ample = {
    .rate = 1000000000, .sleep = 200000000, .shares = 50};
/* So that a pass is settled on both sides of a fork. */
static const struct live_plan full = {
    .rate = 800000000, .sleep = 200000000, .shares = 50};
/* Enough for all powers, as they are stated; and for gross departures. */
static const struct live_plan quick = {
    .rate = 600000000, .sleep = 200000000, .shares = 50};
static const struct live_plan brief = {
    .rate = 120000000, .sleep = 200000000, .shares = 50};

static bool is_id(void *context, const char *id)
{
    return strcmp(context, id) == 0;
}

static struct results run(enum twin_defect defect, enum dialect dialect,
                          const char *id, const struct live_plan *plan)
{
    const struct observe_options observe = {
        .impl = &impl_twin,
        .open = {.dialect = dialect_table[dialect].name},
        .timeout_ms = defect == HANGS ? 300 : 0};
    const struct live_options options = {&observe, dialect, *plan};
    struct results results = {0};

    twin.defect = defect;
    assert_true(live_run(&options, IMPL_CAN_PROFIL | IMPL_CAN_SPROFIL,
                         id ? is_id : NULL, (void *)id, NULL, &results));
    return results;
}

static void check(enum twin_defect defect, enum dialect dialect, const char *id,
                  enum verdict verdict, const char *words)
{
    bool gross =
        defect == TWICE || defect == TVP_DOUBLE || defect == TVP_UNSET ||
        defect == PAST_THE_END || defect == ASTRAY || defect == HANGS ||
        defect == FALLS || (strstr(id, "fast") && defect == FAST_SLOW) ||
        (strstr(id, "outside") && defect != CONFORMS && defect != TO_THE_BIN);
    struct results results =
        run(defect, dialect, id,
            gross                                            ? &brief
            : defect == DEAD && strcmp(id, "live-rate") == 0 ? &ample
                                                             : &quick);
    const struct result *result = results.cases;

    assert_int_equal(results.case_count, 1);
    if (result->verdict != verdict || !strstr(result->detail, words))
        fail_msg("twin %d, %s %s: %s: %s", defect, dialect_table[dialect].name,
                 result->id, verdict_names[result->verdict], result->detail);
    assert_int_equal(results.summary[verdict], 1);
    results_free(&results);
}

/* A busy machine may leave these unsettled, without fail: how many ticks may
 * have come while the process was elsewhere is what it measures itself. */
static bool may_be_unsettled(const struct result *result)
{
    return result->verdict == VERDICT_INCONCLUSIVE &&
           (strcmp(result->id, "live-rate") == 0 ||
            strcmp(result->id, "live-fork") == 0);
}

static void a_conforming_one_passes(void **state)
{
    struct results results = run(CONFORMS, DIALECT_HPUX, NULL, &full);

    (void)state;
    assert_int_equal(results.case_count, 9);
    for (size_t k = 0; k < results.case_count; k++) {
        const struct result *result = &results.cases[k];
        bool threads = strstr(result->id, "threads");

        if ((result->verdict !=
                 (threads ? VERDICT_UNSPECIFIED : VERDICT_PASS) &&
             !may_be_unsettled(result)) ||
            strstr(result->detail, "ticks are lost") ||
            strstr(result->detail, "ticks are doubled"))
            fail_msg("%s: %s: %s", result->id, verdict_names[result->verdict],
                     result->detail);
        assert_true(result->rule_count > 0);
        assert_non_null(strstr(result->detail, " (hpux.profil."));
    }
    results_free(&results);
}

static void sprofil_passes_by_its_own_period(void **state)
{
    (void)state;
    check(CONFORMS, DIALECT_IRIX, "live-sprofil-rate", VERDICT_PASS, "(tvp)");
    check(CONFORMS, DIALECT_IRIX, "live-sprofil-outside", VERDICT_PASS, "");
    check(CONFORMS, DIALECT_IRIX, "live-fast", VERDICT_PASS,
          "a tick each 1.000 ms");
}

/* One in so many broken twins; with the argument "all", each. */
static size_t every = 3;

/* Each broken twin, and what finds it. */
static void broken_ones_fail(void **state)
{
    static const struct {
        enum twin_defect defect;
        enum dialect dialect;
        const char *id, *words;
    } rows[] = {
        {WALL_TIME, DIALECT_AIX, "live-sleeping", "aix.profil.1"},
        {SLOW, DIALECT_IRIX, "live-sprofil-rate", "(irix.sprofil.2)"},
        {TWICE, DIALECT_AIX, "live-rate", "(aix.profil.1)"},
        {TVP_DOUBLE, DIALECT_IRIX, "live-sprofil-rate", "each 20.000 ms"},
        {TVP_UNSET, DIALECT_IRIX, "live-sprofil-rate", "not written"},
        {SKEWED, DIALECT_AIX, "live-share", "evidence against H0"},
        {SKEWED, DIALECT_AIX, "live-outside", " in others, permitted 0"},
        {LOSSY, DIALECT_IRIX, "live-sprofil-rate", "(irix.sprofil.2)"},
        {NEVER_OFF, DIALECT_HPUX, "live-off", "(hpux.profil.6)"},
        {ASTRAY, DIALECT_AIX, "live-outside", " in others, permitted 0"},
        {PAST_THE_END, DIALECT_AIX, "live-outside", "; 1 bytes changed"},
        {TO_THE_BIN, DIALECT_IRIX, "live-sprofil-outside", "overflow bin"},
        {CHILD_OFF, DIALECT_AIX, "live-fork", "(aix.profil.15)"},
        {CHILD_SLOW, DIALECT_AIX, "live-fork", "(aix.profil.15)"},
        {KILLS, DIALECT_AIX, "live-exec", "(aix.profil.16)"},
        {FAST_SLOW, DIALECT_IRIX, "live-fast", "(irix.sprofil.5)"},
        {DEAD, DIALECT_AIX, "live-rate", "; 0 ticks in "},
        {REFUSES, DIALECT_AIX, "live-rate", "errno 12"},
    };

    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k += every)
        check(rows[k].defect, rows[k].dialect, rows[k].id, VERDICT_FAIL,
              rows[k].words);
}

static void fast_is_as_the_manual_has_it(void **state)
{
    (void)state;
    check(FAST_KEPT, DIALECT_IRIX, "live-fast", VERDICT_FAIL,
          "(irix.sprofil.5)");
    check(FAST_KEPT, DIALECT_GLIBC, "live-fast", VERDICT_PASS,
          "a tick each 10.000 ms");
}

static void who_never_ticks_is_not_said_to_be_right(void **state)
{
    (void)state;
    check(DEAD, DIALECT_AIX, "live-outside", VERDICT_INCONCLUSIVE,
          "settled by more ticks");
    check(DEAD, DIALECT_AIX, "live-off", VERDICT_INCONCLUSIVE, "too few");
}

static void who_dies_or_hangs_costs_its_check(void **state)
{
    (void)state;
    check(FALLS, DIALECT_AIX, "live-rate", VERDICT_CRASH, "by signal 6");
    check(HANGS, DIALECT_AIX, "live-rate", VERDICT_TIMEOUT, "no end");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest some[] = {
        cmocka_unit_test(sprofil_passes_by_its_own_period),
        cmocka_unit_test(who_dies_or_hangs_costs_its_check),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_conforming_one_passes),
        cmocka_unit_test(sprofil_passes_by_its_own_period),
        cmocka_unit_test(broken_ones_fail),
        cmocka_unit_test(fast_is_as_the_manual_has_it),
        cmocka_unit_test(who_never_ticks_is_not_said_to_be_right),
        cmocka_unit_test(who_dies_or_hangs_costs_its_check),
    };

    observe_after_exec(argc, argv);
    if (argc == 2 && strcmp(argv[1], "all") == 0)
        every = 1;
    /* With sanitizers for what they find: verdicts are the same there. */
    if (SANITIZED)
        return cmocka_run_group_tests(some, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
