/* SPDX-License-Identifier: MIT */
/* The same cases by both backends: the same results. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/built_test.h"
#include "conformance/observe/observe.h"
#include "conformance/observe/probe.h"
#include "conformance/observe/shorten_test.h"
#include "conformance/observe/workers.h"
#include "impl_runs.h"
#include "reference/unit_test.h"
#include "reports/reports.h"

/* The item of that name in a line of what was observed. */
static void cut_item(char *line, const char *item)
{
    char *at = strstr(line, item);

    if (at)
        memmove(at, strchrnul(at + 1, ';'), strlen(strchrnul(at + 1, ';')) + 1);
}

/* What may differ: how ticks were delivered, and which cases a process that
 * was free took together. */
static void leave_out_delivery(struct impl_run *run)
{
    for (size_t k = 0; k < run->results.environment_count; k++)
        if (strcmp(run->environment[k].name, "delivery") == 0)
            run->environment[k].value = "";
    for (size_t k = 0; k < run->results.case_count; k++)
        if (run->results.cases[k].observed) {
            cut_item(run->results.cases[k].observed, "; delivered");
            cut_item(run->results.cases[k].observed, "; batched");
        }
    run->results.backend = "";
}

static bool all; /* that the argument says */

/* The report of the quick suite, in memory of its own. */
static char *report(const struct impl_class *impl, const char *name,
                    enum dialect dialect, enum backend backend)
{
    struct impl_run_settings settings = {.impl = impl,
                                         .name = name,
                                         .suite = true,
                                         .backend = backend,
                                         .timeout_ms = 60000,
                                         .jobs = workers_default()};
    const char *delivery = backend == BACKEND_PTRACE ? "ptrace" : "stub";
    struct impl_run run;
    size_t size;
    char why[400], *text = NULL;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(out);
    impl_run_begin(&run, &settings, dialect);
    run.capabilities = probe_capabilities(&run.observe, why, sizeof why);
    assert_int_not_equal(run.capabilities, 0);
    assert_int_equal(impl_run_load(&run, &settings), 0);
    if (impl != &impl_so || !all)
        shorten(&run.list);
    assert_int_equal(
        impl_runs_execute(&(struct impl_run *){&run}, 1, &settings), 0);
    assert_memory_equal(run.delivery, delivery, strlen(delivery));
    if (backend == BACKEND_PTRACE)
        assert_string_equal(run.results.backend, "ptrace");
    leave_out_delivery(&run);
    report_json(&run.results, 1, out);
    fclose(out);
    impl_run_free(&run);
    return text;
}

static void assert_same(const struct impl_class *impl, const char *name,
                        enum dialect dialect)
{
    char *by_signal = report(impl, name, dialect, BACKEND_SIGNAL);
    char *by_ptrace = report(impl, name, dialect, BACKEND_PTRACE);

    assert_string_equal(by_signal, by_ptrace);
    free(by_signal);
    free(by_ptrace);
}

/* Not its sprofil: what that does after other cases depends on memory that it
 * frees twice. */
TEST(the_hosts_own_profil_does_the_same)
{
    assert_same(&impl_libc, "libc", DIALECT_FREEBSD);
}

/* In one that calls the most, unless the argument is "all". */
TEST(ours_does_the_same_in_each_dialect)
{
    for (int d = 0; d < DIALECTS; d++)
        if (all || d == DIALECT_AIX_MONITOR)
            assert_same(&impl_signal, "signal", (enum dialect)d);
}

/* With "all", of all ticks. */
TEST(a_shared_object_does_the_same)
{
#ifndef __SANITIZE_ADDRESS__ /* has no RTLD_DEEPBIND: profil of this object
                                would call the sprofil of libc */
    assert_same(&impl_so, built("mutants/irix.so"), DIALECT_IRIX);
#endif
    if (all)
        assert_same(&impl_so, built("mutants/aix.so"), DIALECT_AIX);
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    all = argc == 2 && strcmp(argv[1], "all") == 0;
    return RUN_TESTS(NULL, NULL);
}
