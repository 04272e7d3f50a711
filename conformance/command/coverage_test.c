/* SPDX-License-Identifier: MIT */
#include "command_test.h"

static void each_clause_has_its_rules_and_cases(void **state)
{
    char *out = output_of(WORDS("coverage", "--dialect", "aix", "--cases"));

    (void)state;
    assert_has(out, "\naix.profil.4: A counter that would overflow stays at "
                    "USHRT_MAX.\n  aix: counter-full, ");
    assert_has(out, "\n    counter-full.");
    assert_has(out, "\naix.profil.10: ");
    assert_has(out, "\n  no case: says how the second form is called");
    assert_has(out, " tested by the quick suite\n");
    assert_null(strstr(out, "\n  irix: "));
    assert_null(strstr(out, "run by"));
    free(out);
}

static void backends_are_those_of_the_results_that_ran_a_case(void **state)
{
    char *signal = output_of(WORDS("run", "--dialect", "freebsd", "--case",
                                   "scale-zero", "--format", "json",
                                   "signal"));
    char *out = output_of(WORDS("coverage", case_file(signal)));
    const char *line = strstr(out, "\n  freebsd: scale-off");

    (void)state;
    assert_non_null(line);
    line = strstr(line, ", run by signal\n");
    assert_non_null(line);
    assert_null(strstr(out, "ptrace"));
    free(out);
    /* What could not be run was not run. */
    out = output_of(WORDS("coverage",
                          case_file("\"backend\": \"signal\"\n"
                                    "{\"id\": \"scale-zero.ea39cc18\", "
                                    "\"verdict\": \"unsupported\"}\n")));
    assert_null(strstr(out, "run by"));
    free(out);
    free(signal);
}

static void what_holds_no_results_is_refused(void **state)
{
    (void)state;
    ASSERT_USAGE("coverage: /nonexistent: cannot be read", "coverage",
                 "/nonexistent");
    ASSERT_USAGE("no results; expected what run --format json writes",
                 "coverage", case_file("{}\n"));
    ASSERT_USAGE("--dialect: read vms, expected", "coverage", "--dialect",
                 "vms");
    ASSERT_USAGE("coverage: unknown option", "coverage", "--frob");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_clause_has_its_rules_and_cases),
        cmocka_unit_test(backends_are_those_of_the_results_that_ran_a_case),
        cmocka_unit_test(what_holds_no_results_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
