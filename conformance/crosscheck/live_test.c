/* SPDX-License-Identifier: MIT */
/*
 * Live checks of a small profil on a real timer, and of its broken twins.  It
 * counts a counter for 32 bytes of text, the scale that live processes ask for;
 * that the formula is right is not what is tested with it.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "conformance/machine/clock.h"
#include "conformance/machine/sandbox.h"
#include "conformance/observe/impl_test.h"
#include "conformance/observe/observe.h"
#include "impls/signal/pc.h"
#include "live.h"
#include "reference/unit_test.h"
#include "verdicts.h"

/* With sanitizers for what they find: verdicts are the same there. */
static void skip_sanitized(void)
{
#ifdef __SANITIZE_ADDRESS__
    skip();
#endif
}

enum twin_defect {
    CONFORMS,
    WALL_TIME,  /* a clock of wall time */
    SLOW,       /* a period of 11 ms, said to be of 10 */
    TWICE,      /* counts each tick twice */
    TVP_DOUBLE, /* tvp says 20 ms */
    TVP_UNSET,
    SKEWED, /* every second tick counts for the next function */
    LOSSY,  /* every tenth tick is dropped */
    NEVER_OFF,
    BY_INDEX,     /* conforms: the number is the index of a counter */
    ASTRAY,       /* every tenth tick counts 3 functions on */
    PAST_THE_END, /* each tick changes the byte after the buffer too */
    TO_THE_BIN,   /* every second tick goes to the overflow bin */
    CHILD_OFF,
    CHILD_SLOW,   /* the child's period is 15 ms */
    KILLS,        /* the new program, by an interval timer */
    FAST_SLOW,    /* PROF_FAST is accepted and ticks of 2 ms said to be 1 */
    FAST_KEPT,    /* PROF_FAST changes nothing */
    DEAD,         /* never ticks */
    REFUSES,      /* can't be turned on */
    HOST_FORBIDS, /* can't either, and says that the host is why */
    HOST_FORBIDS_MUTE, /* the same, but the call returns nothing */
    FALLS,             /* dies in its first tick */
    HANGS,             /* in its first tick */
};

static struct {
    enum twin_defect defect;
    bool on;
    uint16_t *buffer, *bin;
    uint64_t counters, offset, ticks;
    long period; /* nanoseconds */
    timer_t timer;
    struct sigaction before;
} twin;

static void twin_count(uint64_t pc)
{
    uint64_t tick = twin.ticks++;
    uint64_t counter;

    if (twin.defect == SKEWED && tick % 2 == 0)
        pc += WORK_SIZE;
    if (twin.defect == ASTRAY && tick % 10 == 0)
        pc += 3 * WORK_SIZE;
    counter = (pc - twin.offset) / (twin.defect == BY_INDEX ? 16 : 32);
    if (twin.defect == TO_THE_BIN && tick % 2 == 0)
        counter = twin.counters;
    if (twin.defect == LOSSY && tick % 10 == 0)
        return;
    if (counter < twin.counters)
        twin.buffer[counter] += twin.defect == TWICE ? 2 : 1;
    else if (twin.bin)
        twin.bin[0]++;
    if (twin.defect == PAST_THE_END)
        ((unsigned char *)twin.buffer)[2 * twin.counters] = 1;
}

static void twin_tick(int number, siginfo_t *info, void *context)
{
    (void)number;
    if (twin.defect == FALLS)
        abort();
    while (twin.defect == HANGS)
        ;
    for (int k = -1; k < (info->si_code == SI_TIMER ? info->si_overrun : 0);
         k++)
        twin_count(pc_of(context));
}

static void twin_start(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGPROF};
    struct itimerspec each = {{0, twin.period}, {0, twin.period}};
    struct itimerval every = {{0, 10000}, {0, 10000}};

    if (twin.defect == DEAD)
        return;
    if (twin.defect == KILLS) {
        setitimer(ITIMER_PROF, &every, NULL);
        return;
    }
    timer_create(twin.defect == WALL_TIME ? CLOCK_MONOTONIC
                                          : CLOCK_PROCESS_CPUTIME_ID,
                 &event, &twin.timer);
    timer_settime(twin.timer, 0, &each, NULL);
}

static void twin_in_child(void)
{
    if (!twin.on || twin.defect == CHILD_OFF)
        return;
    if (twin.defect == CHILD_SLOW)
        twin.period = 15000000;
    twin_start();
}

static void twin_stop(void)
{
    struct itimerval never = {{0, 0}, {0, 0}};

    if (twin.defect == NEVER_OFF || !twin.on)
        return;
    twin.on = false;
    if (twin.defect == KILLS)
        setitimer(ITIMER_PROF, &never, NULL);
    else
        timer_delete(twin.timer);
    signal(SIGPROF, SIG_IGN);
    sigaction(SIGPROF, &twin.before, NULL);
}

static long twin_period(bool fast)
{
    return twin.defect == SLOW                ? 11000000
           : fast && twin.defect == FAST_SLOW ? 2000000
           : fast && twin.defect != FAST_KEPT ? 1000000
                                              : 10000000;
}

/* Whether what runs beside the functions lies in the region, by the 32 bytes of
 * text that a counter is for: it would be found in a counter of nobody's. */
static bool counts_others(const struct impl_region *r)
{
    const uintptr_t others[] = {(uintptr_t)clock_time, (uintptr_t)sandbox_time,
                                (uintptr_t)twin_tick,  (uintptr_t)live_rate,
                                (uintptr_t)live_run,   (uintptr_t)judge_rate};

    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (others[k] - r->offset < r->size / 2 * 32)
            return true;
    return false;
}

static void twin_call(struct impl *impl, const struct impl_call *call,
                      struct impl_result *result)
{
    const struct impl_region *r =
        call->entry == IMPL_PROFIL ? &call->region : call->list;
    struct sigaction action = {.sa_sigaction = twin_tick,
                               .sa_flags = SA_SIGINFO | SA_RESTART};
    bool fast = call->flags & IMPL_FAST;

    (void)impl;
    result->has_value = true;
    if (r->scale == 0) {
        twin_stop();
        return;
    }
    if (twin.defect == HOST_FORBIDS_MUTE) {
        result->has_value = false;
        return;
    }
    if (twin.defect == REFUSES || twin.defect == HOST_FORBIDS ||
        counts_others(r)) {
        result->value = -1;
        result->error = ENOMEM;
        return;
    }
    twin.buffer = r->base;
    twin.bin =
        call->count == 2 && call->entry == IMPL_SPROFIL ? r[1].base : NULL;
    twin.counters = r->size / 2;
    twin.offset = r->offset;
    twin.period = twin_period(fast);
    twin.on = true;
    if (call->tvp && twin.defect != TVP_UNSET)
        *call->tvp =
            (struct timeval){0, twin.defect == TVP_DOUBLE          ? 20000
                                : fast && twin.defect != FAST_KEPT ? 1000
                                                                   : 10000};
    sigaction(SIGPROF, &action, &twin.before);
    pthread_atfork(NULL, NULL, twin_in_child);
    twin_start();
}

static int twin_deliver(struct impl *impl, const struct impl_tick *ticks,
                        size_t count)
{
    (void)ticks;
    (void)count;
    impl->refused = "it is forbidden here";
    return EPERM;
}

TEST_IMPL(impl_twin, .call = twin_call);
TEST_IMPL(impl_forbidden, .call = twin_call, .deliver = twin_deliver);

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
        .impl = defect == HOST_FORBIDS || defect == HOST_FORBIDS_MUTE
                    ? &impl_forbidden
                    : &impl_twin,
        .open = {.dialect = dialect_table[dialect].name},
        .timeout_ms = defect == HANGS ? 300 : 0};
    const struct live_options options = {&observe, dialect, *plan};
    struct results results = {0};

    twin.defect = defect;
    assert_true(live_run(&options, IMPL_CAN_PROFIL | IMPL_CAN_SPROFIL,
                         id ? is_id : NULL, (void *)id, NULL, &results));
    return results;
}

/* A busy machine may leave these unsettled, without fail: how many ticks may
 * have come while the process was elsewhere is what it measures itself. */
static bool may_be_unsettled(const struct result *result)
{
    return result->verdict == VERDICT_INCONCLUSIVE &&
           (strcmp(result->id, "live-rate") == 0 ||
            strcmp(result->id, "live-fork") == 0);
}

static void check(enum twin_defect defect, enum dialect dialect, const char *id,
                  unsigned verdict, const char *words)
{
    bool gross = defect == TWICE || defect == TVP_DOUBLE ||
                 defect == TVP_UNSET || defect == PAST_THE_END ||
                 defect == ASTRAY || defect == HANGS || defect == FALLS ||
                 (strstr(id, "fast") && defect == FAST_SLOW) ||
                 (strstr(id, "outside") && defect != CONFORMS &&
                  defect != BY_INDEX && defect != TO_THE_BIN);
    struct results results =
        run(defect, dialect, id,
            gross                                            ? &brief
            : defect == DEAD && strcmp(id, "live-rate") == 0 ? &ample
                                                             : &quick);
    const struct result *result = results.cases;

    assert_int_equal(results.case_count, 1);
    if (verdict == VERDICT_PASS && may_be_unsettled(result))
        verdict = VERDICT_INCONCLUSIVE;
    if (result->verdict != verdict || !strstr(result->detail, words))
        fail_msg("twin %d, %s %s: %s: %s", defect, dialect_table[dialect].name,
                 result->id, verdict_names[result->verdict], result->detail);
    assert_int_equal(results.summary[verdict], 1);
    /* what a house rule may be found by */
    assert_int_equal(result->finding,
                     verdict == VERDICT_PASS || strcmp(id, "live-exec") == 0);
    results_free(&results);
}

TEST(a_conforming_one_passes)
{
    struct results results;

    skip_sanitized();
    results = run(CONFORMS, DIALECT_HPUX, NULL, &full);

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

struct expected {
    enum twin_defect defect;
    enum dialect dialect;
    const char *id, *words;
    unsigned verdict;
};

enum { PASS = VERDICT_PASS, FAIL = VERDICT_FAIL };

static void check_rows(const struct expected *rows, size_t count, size_t every)
{
    for (size_t k = 0; k < count; k += every)
        check(rows[k].defect, rows[k].dialect, rows[k].id, rows[k].verdict,
              rows[k].words);
}

#define CHECK_ROWS(rows, every)                                                \
    check_rows(rows, sizeof(rows) / sizeof *(rows), every)

TEST(who_dies_or_hangs_costs_its_check_and_sprofil_has_its_own_period)
{
    static const struct expected rows[] = {
        {CONFORMS, DIALECT_IRIX, "live-sprofil-rate", "(tvp)", PASS},
        {CONFORMS, DIALECT_IRIX, "live-sprofil-outside", "", PASS},
        {CONFORMS, DIALECT_IRIX, "live-fast", "a tick each 1.000 ms", PASS},
        {FALLS, DIALECT_AIX, "live-rate", "by signal 6", VERDICT_CRASH},
        {HANGS, DIALECT_AIX, "live-rate", "did not end", VERDICT_TIMEOUT},
    };

    CHECK_ROWS(rows, 1);
}

/* All of a function's counters are then where another's may be. */
TEST(the_number_may_be_the_index_of_a_counter)
{
    static const struct expected rows[] = {
        {BY_INDEX, DIALECT_HPUX, "live-outside", " 0 in others", PASS},
        {BY_INDEX, DIALECT_HPUX, "live-off", "", PASS},
        {BY_INDEX, DIALECT_AIX, "live-fork", " 0 and 0 of the other's", PASS},
        {BY_INDEX, DIALECT_IRIX, "live-outside", "", FAIL},
    };

    skip_sanitized();
    CHECK_ROWS(rows, 1);
}

/* PROF_FAST is as the manual has it; who never ticks is not said to be
 * right. */
TEST(verdicts_are_those_of_the_dialect)
{
    static const struct expected rows[] = {
        {FAST_KEPT, DIALECT_IRIX, "live-fast", "(irix.sprofil.5)", FAIL},
        {FAST_KEPT, DIALECT_GLIBC, "live-fast", "a tick each 10.000 ms", PASS},
        {DEAD, DIALECT_AIX, "live-outside", "more ticks would settle it",
         VERDICT_INCONCLUSIVE},
        {DEAD, DIALECT_AIX, "live-off", "too few", VERDICT_INCONCLUSIVE},
        {KILLS, DIALECT_FREEBSD, "live-exec", "(decency.2)", FAIL},
    };

    skip_sanitized();
    CHECK_ROWS(rows, 1);
}

/* What the host forbids is no fault, whatever the call returns. */
TEST(what_the_host_forbids_is_unsupported)
{
    static const struct expected rows[] = {
        {HOST_FORBIDS, DIALECT_FREEBSD, "live-rate", "it is forbidden here",
         VERDICT_UNSUPPORTED},
        {HOST_FORBIDS_MUTE, DIALECT_HPUX, "live-fork", "it is forbidden here",
         VERDICT_UNSUPPORTED},
    };

    CHECK_ROWS(rows, 1);
}

/* One in so many broken twins; with the argument "all", each. */
static size_t every = 3;

/* Each broken twin, and what finds it. */
TEST(broken_ones_fail)
{
    static const struct expected rows[] = {
        {WALL_TIME, DIALECT_AIX, "live-sleeping", "aix.profil.1", FAIL},
        {SLOW, DIALECT_IRIX, "live-sprofil-rate", "(irix.sprofil.2)", FAIL},
        {TWICE, DIALECT_AIX, "live-rate", "(aix.profil.1)", FAIL},
        {TVP_DOUBLE, DIALECT_IRIX, "live-sprofil-rate", "each 20.000 ms", FAIL},
        {TVP_UNSET, DIALECT_IRIX, "live-sprofil-rate", "not written", FAIL},
        {SKEWED, DIALECT_AIX, "live-share", "evidence against H0", FAIL},
        {SKEWED, DIALECT_AIX, "live-outside", " in others, permitted 0", FAIL},
        {LOSSY, DIALECT_IRIX, "live-sprofil-rate", "(irix.sprofil.2)", FAIL},
        {NEVER_OFF, DIALECT_HPUX, "live-off", "(hpux.profil.6)", FAIL},
        {ASTRAY, DIALECT_AIX, "live-outside", " in others, permitted 0", FAIL},
        {PAST_THE_END, DIALECT_AIX, "live-outside", "; 1 bytes changed", FAIL},
        {TO_THE_BIN, DIALECT_IRIX, "live-sprofil-outside", "overflow bin",
         FAIL},
        {CHILD_OFF, DIALECT_AIX, "live-fork", "(aix.profil.15)", FAIL},
        {CHILD_SLOW, DIALECT_AIX, "live-fork", "(aix.profil.15)", FAIL},
        {KILLS, DIALECT_AIX, "live-exec", "(aix.profil.16)", FAIL},
        {FAST_SLOW, DIALECT_IRIX, "live-fast", "(irix.sprofil.5)", FAIL},
        {DEAD, DIALECT_AIX, "live-rate", "; 0 ticks in ", FAIL},
        {REFUSES, DIALECT_AIX, "live-rate", "errno 12", FAIL},
    };

    skip_sanitized();
    CHECK_ROWS(rows, every);
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    if (argc == 2 && strcmp(argv[1], "all") == 0)
        every = 1;
    return RUN_TESTS(NULL, NULL);
}
