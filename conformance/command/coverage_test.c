/* SPDX-License-Identifier: MIT */
#include "conformance/whole/command_test.h"

#include "reference/rules.h"
#include "reference/unit_test.h"

TEST(each_sentence_has_its_clauses_rules_and_cases)
{
    char *out = output_of(WORDS("coverage", "--dialect", "aix", "--cases"));

    assert_has(out, "\naix:17 (Description, paragraph 3, sentence 5) must: A "
                    "short that the increment would make overflow stays at "
                    "USHRT_MAX.\n  aix.profil.4\n  aix: counter-full, ");
    assert_has(out, "\n    counter-full.2dec6c1a: not counter-full=wrap|");
    assert_has(out, "\naix:46 (Return Values, paragraph 1, sentence 1) "
                    "contradicts 4, 5, 47: ");
    assert_has(out, "\naix:53 (Implementation Specifics, paragraph 1) states "
                    "no behaviour: ");
    assert_has(out, "\n  no case: it says how the second form is called");
    assert_has(out, "\n  no case of extent in aix: it is hidden: ");
    assert_has(out, "\naix: 55 sentences; 42 state behaviour: ");
    assert_has(out, "\ndecency.1 (house rule, on no page): ");
    assert_null(strstr(out, "\nirix:"));
    assert_null(strstr(out, "all pages"));
    assert_null(strstr(out, "run by"));
    free(out);
}

/* What refers to another page has what holds of it. */
TEST(glibc_has_the_sentences_of_irix_that_hold_there)
{
    char *out = output_of(WORDS("coverage", "--dialect", "glibc"));

    assert_has(out, "irix:24 (");
    assert_has(out, "\n  glibc: region-tie, ");
    assert_null(strstr(out, "irix:31 ("));
    assert_null(strstr(out, "irix: 41 sentences"));
    assert_has(out, "\nglibc: 34 sentences; ");
    free(out);
}

static size_t count_of(const char *text, const char *words)
{
    size_t count = 0;

    while ((text = strstr(text, words))) {
        text += strlen(words);
        count++;
    }
    return count;
}

TEST(without_options_it_is_what_is_not_tested_and_why)
{
    char *out = output_of(WORDS("coverage"));
    char *all = output_of(WORDS("coverage", "--verbose"));

    assert_memory_equal(out, "aix: 55 sentences; 42 state behaviour: ", 39);
    assert_has(out, "\n  aix:26 (Description, paragraph 10) has no case: it "
                    "follows from ");
    assert_has(out, "\nall pages: ");
    assert_int_equal(count_of(out, "none is left out\n"), DIALECTS + 1);
    assert_has(
        out, "\n  hpux:6 (Description, paragraph 2, sentence 2) has no case of "
             "CLK_TCK in hpux: it is not tested for its value, ");
    assert_has(out, " has no case of scale-range in irix with 16-bit counters: "
                    "it is said of PROF_UINT");
    assert_null(strstr(out, "counter-full"));
    assert_int_equal(count_of(out, "no case: "), count_of(all, "no case: "));
    assert_has(all, "\nirix:24 (");
    assert_has(all, "\naix: 55 sentences; ");
    free(out);
    free(all);
}

TEST(backends_are_those_of_the_results_that_ran_a_case)
{
    char *signal = output_of(WORDS("run", "--dialect", "freebsd", "--case",
                                   "scale-zero", "--format", "json", "signal"));
    char *out = output_of(WORDS("coverage", case_file(signal)));
    const char *line = strstr(out, "\n  freebsd: scale-off");

    assert_non_null(line);
    line = strstr(line, ", run by signal\n");
    assert_non_null(line);
    assert_null(strstr(out, "ptrace"));
    free(out);
    /* What could not be run was not run. */
    out = output_of(
        WORDS("coverage", case_file("\"backend\": \"signal\"\n"
                                    "{\"id\": \"scale-zero.ea39cc18\", "
                                    "\"verdict\": \"unsupported\"}\n")));
    assert_null(strstr(out, "run by"));
    free(out);
    free(signal);
}

TEST(json_has_the_parts_that_no_case_shows)
{
    char *out = output_of(WORDS("coverage", "--format", "json"));

    assert_has(out, "\"missed\": [{\"dialect\": \"irix\", \"rule\": "
                    "\"scale-range\", \"part\": \"first-form\", \"why\": \"is "
                    "said of PROF_UINT");
    assert_has(out, "{\"dialect\": \"glibc\", \"rule\": \"fast\", \"why\": ");
    free(out);
}

TEST(what_holds_no_results_is_refused)
{
    ASSERT_USAGE("coverage: /nonexistent: No such file", "coverage",
                 "/nonexistent");
    ASSERT_USAGE("no results; expected what run --format json writes",
                 "coverage", case_file("{}\n"));
    ASSERT_USAGE("unknown dialect vms; choose from", "coverage", "--dialect",
                 "vms");
    ASSERT_USAGE("Is a directory", "coverage", "/");
    ASSERT_USAGE("coverage: unknown option", "coverage", "--frob");
}

TESTS(NULL, NULL)
