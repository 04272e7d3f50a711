/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conformance/observe/observe.h"
#include "conformance/observe/probe.h"
#include "impl_runs.h"
#include "reference/unit_test.h"
#include "stub_impl_test.h"

/* 0; where it is spoilt, that to the first calls of a process and 7 to the
 * later ones. */
static int calls_made;
static bool spoilt;

static int64_t stub_value(const struct impl_call *call)
{
    (void)call;
    return spoilt && calls_made++ ? 7 : 0;
}

static const char text[] = "case one\nprofil null 0 0 0\n"
                           "case two\nprofil null 0 0x1000 0\n"
                           "case list\ndialect aix\nprofil [ ] -1 0 0\n"
                           "case small\naddress 16\nprofil null 0 0 0\n"
                           "case elsewhere\ndialect freebsd\n"
                           "profil null 0 0 0\n";

static int run_one(struct impl_run *run, struct impl_run_settings *settings)
{
    static char name[32]; /* outlives the cases */
    char why[400];
    int file, status;

    strcpy(name, "/tmp/run-XXXXXX");
    file = mkstemp(name);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    settings->impl = &stub_class;
    settings->name = "stub";
    settings->files[0] = name;
    settings->file_count = 1;
    settings->jobs = 2;
    impl_run_begin(run, settings, DIALECT_AIX);
    run->capabilities = probe_capabilities(&run->observe, why, sizeof why);
    assert_int_equal(run->capabilities, IMPL_CAN_PROFIL);
    status = impl_run_load(run, settings);
    if (status == 0)
        status = impl_runs_execute(&run, 1, settings);
    close(file);
    unlink(name);
    return status;
}

static void check(const struct impl_run *run, size_t k, unsigned verdict,
                  const char *detail)
{
    const struct result *result = &run->results.cases[k];

    assert_string_equal(verdict_names[result->verdict], verdict_names[verdict]);
    if (detail)
        assert_string_equal(result->detail, detail);
}

TEST(what_cannot_be_run_is_unsupported_with_a_reason)
{
    struct impl_run_settings settings = {0};
    struct impl_run run;
    size_t sum = 0;

    spoilt = false;
    assert_int_equal(run_one(&run, &settings), 0);
    assert_int_equal(run.results.case_count, 4);
    check(&run, 0, VERDICT_PASS, NULL);
    check(&run, 1, VERDICT_PASS, NULL);
    check(&run, 2, VERDICT_UNSUPPORTED,
          "needs profil of a list, which is absent");
    check(&run, 3, VERDICT_UNSUPPORTED, "needs a 16-bit machine");
    for (size_t v = 0; v < VERDICTS; v++)
        sum += run.results.summary[v];
    assert_int_equal(sum, run.results.case_count);
    impl_run_free(&run);
}

TEST(answering_differently_in_company_is_inconsistent)
{
    struct impl_run_settings settings = {0};
    struct impl_run run;

    spoilt = true;
    assert_int_equal(run_one(&run, &settings), 0);
    check(&run, 0, VERDICT_PASS, NULL);
    check(&run, 1, VERDICT_INCONSISTENT,
          "passes alone, but answers differently after other cases in the "
          "same process");
    impl_run_free(&run);
}

TEST(only_the_cases_asked_for_are_run)
{
    struct impl_run_settings settings = {.ids = {"two", "elsewhere", "none"},
                                         .id_count = 3};
    struct impl_run run;

    spoilt = false;
    assert_int_equal(run_one(&run, &settings), 0);
    assert_int_equal(run.results.case_count, 1);
    assert_string_equal(run.cases[0].c->slug, "two");
    assert_true(settings.id_found[0]);
    assert_true(settings.id_found[1]);
    assert_false(settings.id_found[2]);
    impl_run_free(&run);
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    return RUN_TESTS(NULL, NULL);
}
