/* SPDX-License-Identifier: MIT */
/* Results with hostile words in them, for the tests of the formats. */
#ifndef REPORTS_REPORT_TEST_H
#define REPORTS_REPORT_TEST_H

#include "reference/unit_test.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/words_test.h"
#include "reports.h"

#define HOSTILE "]]><b>&|`@me # \\ \x1b\n\xff\xef\xbf\xbf\"[l](u)"

static const char *const test_rules[] = {"unit", "product"};

static const struct rule_finding test_behaviour[] = {
    {.rule = "unit",
     .choices = test_rules,
     .choice_count = 1,
     .clause = "aix.profil.3",
     .standing = STANDING_FORBIDDEN,
     .question = "Which?"},
    {.rule = "product (sprofil)",
     .clause = "aix.profil.2",
     .standing = STANDING_INCONSISTENT,
     .question = "How?"},
    {.rule = "fork", .clause = "aix.profil.15", .standing = STANDING_NOT_SHOWN},
};

static const struct named test_environment[] = {{"kernel", HOSTILE}};

static struct result test_cases[] = {
    {.id = "a.1", .detail = (char *)"", .verdict = VERDICT_PASS},
    {.id = "b.2",
     .detail = (char *)"unit-product is x, " HOSTILE ": product is {0}",
     .verdict = VERDICT_FAIL,
     .rules = test_rules,
     .rule_count = 2,
     .text = (char *)"case b\n",
     .observed = (char *)HOSTILE,
     .explanation = (char *)"because"},
    {.id = HOSTILE, .detail = (char *)"SIGSEGV", .verdict = VERDICT_CRASH},
    {.id = "d.4",
     .detail = (char *)"needs " HOSTILE,
     .verdict = VERDICT_UNSUPPORTED},
    {.id = "e.5", .detail = (char *)"no", .verdict = VERDICT_UNSPECIFIED},
    {.id = "f.6", .detail = (char *)"late", .verdict = VERDICT_INCONCLUSIVE},
    {.id = "g.7", .detail = (char *)"ours", .verdict = VERDICT_ERROR},
    {.id = "h.8",
     .detail = (char *)"old",
     .verdict = VERDICT_WAIVED,
     .waived = VERDICT_FAIL,
     .waiver = (char *)"known #1"},
};

enum { TEST_CASES = sizeof test_cases / sizeof *test_cases };

/* The first cases of them. */
static inline struct results a_run(const char *implementation,
                                   const char *dialect, size_t count)
{
    struct results run = {.implementation = implementation,
                          .dialect = dialect,
                          .backend = "signal",
                          .environment = test_environment,
                          .environment_count = 1,
                          .cases = test_cases,
                          .case_count = count,
                          .behaviour = test_behaviour,
                          .behaviour_count = 3};

    for (size_t k = 0; k < count; k++)
        run.summary[test_cases[k].verdict]++;
    return run;
}

static inline char *written(void (*write)(const struct results *runs,
                                          size_t count, FILE *out),
                            const struct results *runs, size_t count)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    write(runs, count, out);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(strlen(text), length);
    return text;
}

static inline void assert_within(const char *text, const char *words)
{
    if (!strstr(text, words))
        fail_msg("\"%s\" not in \"%.3000s\"", words, text);
}

#endif
