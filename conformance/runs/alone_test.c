/* SPDX-License-Identifier: MIT */
/*
 * A case comes to the same alone, among all others, among them the other way
 * round, and in a shard: what is observed, and so the verdict.  Only that an
 * answer which is permitted by itself is a defect in the light of other cases,
 * or does not go with another, takes both cases to show.
 *
 * By default some subjects and some cases, drawn anew for each; with "all" as
 * an argument, every case for all subjects (make check-alone), or for those
 * whose name has the word that follows.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/built_test.h"
#include "conformance/command/verbs.h"
#include "conformance/observe/observe.h"
#include "conformance/observe/probe.h"
#include "conformance/observe/workers.h"
#include "impl_runs.h"
#include "reference/unit_test.h"

enum { SHARDS_OF = 16, FEW = 8, SEED = 20261122, JOBS = 4 };

static bool all;
static const char *only = ""; /* in the names of subjects */

struct subject {
    enum dialect dialect;
    const char *name;
    bool in_sample;
};

/* Names that begin with '/' are the build's. */
static const struct subject subjects[] = {
    {DIALECT_FREEBSD, "/readme-profil.so", true},
    {DIALECT_GLIBC, "libc", true},
    {DIALECT_IRIX, "signal", true},
    {DIALECT_FREEBSD, "/mutants/freebsd-bad-buffer-crashes.so", true},
    {DIALECT_AIX, "signal", false},
    {DIALECT_HPUX, "signal", false},
    {DIALECT_FREEBSD, "signal", false},
    {DIALECT_GLIBC, "signal", false},
    {DIALECT_AIX_MONITOR, "signal", false},
    {DIALECT_IRIX, "ptrace", false},
    {DIALECT_FREEBSD, "libc", false},
    {DIALECT_AIX, "/mutants/aix.so", false},
    {DIALECT_IRIX, "/mutants/irix.so", false},
    {DIALECT_HPUX, "/mutants/hpux.so", false},
    {DIALECT_FREEBSD, "/mutants/freebsd.so", false},
    {DIALECT_GLIBC, "/mutants/glibc.so", false},
    {DIALECT_AIX_MONITOR, "/mutants/aix-monitor.so", false},
    {DIALECT_FREEBSD, "/mutants/freebsd-exec-kills.so", false},
    {DIALECT_FREEBSD, "/mutants/freebsd-product-mod-2^64.so", false},
    {DIALECT_FREEBSD, "/mutants/freebsd-ticks-none.so", false},
    {DIALECT_HPUX, "/mutants/hpux-fork-child-off.so", false},
    {DIALECT_AIX, "/mutants/aix-list-order-unchecked.so", false},
    {DIALECT_FREEBSD, "/mutants/leaves-descriptor.so", false},
};

static struct impl_run_settings settings_of(const struct subject *subject)
{
    const char *name =
        *subject->name == '/' ? built("%s", subject->name + 1) : subject->name;

    return (struct impl_run_settings){.impl = impl_find(name),
                                      .name = name,
                                      .suite = true,
                                      .full = all,
                                      .jobs = workers_default()};
}

static void turn_round(struct impl_run *run)
{
    const struct test_case **cases = calloc(run->count, sizeof *cases);

    assert_non_null(cases);
    for (size_t k = 0; k < run->count / 2; k++) {
        struct assessed other = run->cases[run->count - 1 - k];

        run->cases[run->count - 1 - k] = run->cases[k];
        run->cases[k] = other;
    }
    for (size_t k = 0; k < run->count; k++)
        cases[k] = run->cases[k].c;
    task_cut(&run->observe, cases, run->count, run->portions);
    free(cases);
}

/* A run as any verb makes it, from the beginning. */
static void run_suite(const struct subject *subject,
                      struct impl_run_settings *settings, bool reversed,
                      struct impl_run *run)
{
    impl_run_begin(run, settings, subject->dialect);
    run->capabilities = probe_capabilities(&run->observe);
    assert_int_not_equal(run->capabilities, 0);
    assert_int_equal(impl_run_load(run, settings), STATUS_PASS);
    if (reversed)
        turn_round(run);
    assert_int_equal(impl_runs_execute(&run, 1, settings), STATUS_PASS);
}

/* What a case depends on besides is memory that each run fills otherwise: of
 * lists from address 1 on libc reads what is below its list of regions, and
 * where profil puts sprofil's handler back, a list that was freed. */
static bool is_by_chance(const struct impl_run *run, const char *id)
{
    static const char lists[] = "regions-", sequences[] = "seq-list-";

    return run->observe.impl == &impl_libc &&
           ((strncmp(id, lists, sizeof lists - 1) == 0 &&
             strstr(id, "-o0x1-")) ||
            (strncmp(id, sequences, sizeof sequences - 1) == 0 &&
             (strstr(id, "-list-null.") || strstr(id, "-count0-null."))));
}

static const struct result *find(const struct impl_run *run, const char *id)
{
    for (size_t k = 0; k < run->results.case_count; k++)
        if (strcmp(run->results.cases[k].id, id) == 0)
            return &run->results.cases[k];
    fail_msg("%s is not in the whole run", id);
    return NULL;
}

/* Whether other cases ran before it in its process is no difference. */
static bool same_seen(const char *a, const char *b)
{
    static const char batched[] = "; batched";
    const char *in_a = a ? strstr(a, batched) : NULL;
    const char *in_b = b ? strstr(b, batched) : NULL;
    size_t length;

    if (!a || !b)
        return a == b;
    if (!in_a == !in_b)
        return strcmp(a, b) == 0;
    if (in_a)
        return same_seen(b, a);
    length = (size_t)(in_b - b);
    return strncmp(a, b, length) == 0 &&
           strcmp(a + length, in_b + sizeof batched - 1) == 0;
}

static bool permitted(unsigned verdict)
{
    return verdict == VERDICT_PASS || verdict == VERDICT_UNSPECIFIED;
}

/* Of the same observation. */
static bool same_verdict(unsigned a, unsigned b)
{
    return a == b ||
           (permitted(a) &&
            (permitted(b) || b == VERDICT_INCONSISTENT || b == VERDICT_FAIL));
}

/* How many results are others than those of the whole run. */
static unsigned differences(const struct impl_run *whole,
                            const struct impl_run *part, const char *way)
{
    unsigned count = 0;

    for (size_t k = 0; k < part->results.case_count; k++) {
        const struct result *a = &part->results.cases[k];
        const struct result *b = find(whole, a->id);

        if (is_by_chance(whole, a->id))
            continue;
        if (same_seen(a->observed, b->observed) &&
            (same_verdict(a->verdict, b->verdict) ||
             same_verdict(b->verdict, a->verdict)))
            continue;
        count++;
        print_message(
            "%s as %s, %s: %s: %s (%s)\n    in the whole run %s (%s)\n",
            whole->results.implementation, whole->results.dialect, way, a->id,
            verdict_names[a->verdict], a->observed ? a->observed : a->detail,
            verdict_names[b->verdict], b->observed ? b->observed : b->detail);
    }
    return count;
}

/* Runs that go on, each in a process of its own, and those that were not the
 * same. */
struct others {
    unsigned running, different;
};

static void wait_for_one(struct others *others)
{
    int status;

    assert_true(wait(&status) > 0);
    others->running--;
    others->different += status != 0;
}

/* Another run, which knows nothing of those before it. */
static void another(struct others *others, const struct subject *subject,
                    struct impl_run_settings *settings,
                    const struct impl_run *whole, bool reversed,
                    const char *way)
{
    pid_t pid;

    if (others->running == JOBS)
        wait_for_one(others);
    fflush(NULL);
    pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct impl_run run;
        bool different;

        run_suite(subject, settings, reversed, &run);
        different = differences(whole, &run, way) != 0;
        fflush(NULL);
        _exit(different);
    }
    others->running++;
}

static void in_shards(struct others *others, const struct subject *subject,
                      const struct impl_run *whole)
{
    for (unsigned n = 1; n <= SHARDS_OF; n++) {
        struct impl_run_settings settings = settings_of(subject);

        settings.shard = (struct shard){.number = n, .of = SHARDS_OF};
        another(others, subject, &settings, whole, false, "in a shard");
    }
}

static void each_alone(struct others *others, const struct subject *subject,
                       const struct impl_run *whole)
{
    for (size_t k = 0; k < whole->count; k++) {
        struct impl_run_settings settings = settings_of(subject);

        if (!all && (unsigned)rand() % (whole->count / FEW) != 0)
            continue;
        settings.ids[settings.id_count++] = whole->cases[k].c->id;
        another(others, subject, &settings, whole, false, "alone");
    }
}

TEST(a_case_comes_to_the_same_in_any_company)
{
    struct others others = {0};

    srand(SEED);
    for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++) {
        const struct subject *subject = &subjects[k];
        struct impl_run_settings settings = settings_of(subject);
        struct impl_run whole;

        if ((!all && !subject->in_sample) || !strstr(subject->name, only))
            continue;
        run_suite(subject, &settings, false, &whole);
        another(&others, subject, &settings, &whole, true,
                "the other way round");
        in_shards(&others, subject, &whole);
        each_alone(&others, subject, &whole);
        while (others.running)
            wait_for_one(&others);
        if (all)
            print_message("%s as %s: %zu cases, %u differences so far\n",
                          settings.name, dialect_table[subject->dialect].name,
                          whole.count, others.different);
        impl_run_free(&whole);
    }
    assert_int_equal(others.different, 0);
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    all = argc > 1 && strcmp(argv[1], "all") == 0;
    only = argc > 2 ? argv[2] : "";
    return RUN_TESTS(NULL, NULL);
}
