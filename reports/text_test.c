/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "reports.h"

static void check(const struct results *run, bool colour, const char *expected)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    report_text(run, colour, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, expected);
    free(text);
}

static const char *const up[] = {"up"};
static const char *const two[] = {"ignored", "modular"};

static const struct rule_finding behaviour[] = {
    {.rule = "rounding", .choices = up, .choice_count = 1,
     .clause = "aix.profil.2", .standing = "required"},
    {.rule = "unit", .choice_count = 0, .clause = "",
     .standing = "inconsistent"},
    {.rule = "below-offset", .choices = two, .choice_count = 2,
     .clause = "aix.profil.2", .standing = "permitted"},
};

#define BEHAVIOUR                                                              \
    "  rounding      up                  required      aix.profil.2\n"         \
    "  unit          none                inconsistent\n"                       \
    "  below-offset  ignored or modular  permitted     aix.profil.2\n"

static struct results a_run(struct result *cases, size_t count)
{
    struct results run = {.implementation = "./x\033.so",
                          .dialect = "aix",
                          .backend = "signal",
                          .cases = cases,
                          .case_count = count,
                          .behaviour = behaviour,
                          .behaviour_count = 3};

    for (size_t k = 0; k < count; k++)
        run.summary[cases[k].verdict]++;
    return run;
}

static void failures_come_first_then_behaviour_then_counts(void **state)
{
    struct result cases[] = {
        {.id = "a.1", .detail = (char *)"", .verdict = VERDICT_PASS},
        {.id = "b.2", .detail = (char *)"got\n1", .verdict = VERDICT_FAIL},
        {.id = "c.3", .detail = (char *)"SIGSEGV", .verdict = VERDICT_CRASH},
    };
    struct results run = a_run(cases, 3);

    (void)state;
    check(&run, false,
          "fail: ./x\\x1b.so aix b.2: got\\x0a1\n"
          "crash: ./x\\x1b.so aix c.3: SIGSEGV\n"
          "./x\\x1b.so as aix, ticks by signal:\n" BEHAVIOUR
          "3 cases: 1 pass, 1 fail, 1 crash\n");
}

static void one_line_for_each_reason_not_to_judge(void **state)
{
    struct result cases[] = {
        {.id = "a.1", .detail = (char *)"x", .verdict = VERDICT_UNSUPPORTED},
        {.id = "b.2", .detail = (char *)"y", .verdict = VERDICT_UNSUPPORTED},
        {.id = "c.3", .detail = (char *)"x", .verdict = VERDICT_UNSUPPORTED},
        {.id = "d.4", .detail = (char *)"x", .verdict = VERDICT_UNSPECIFIED},
    };
    struct results run = a_run(cases, 4);

    (void)state;
    check(&run, false,
          "unsupported: 2 cases: x\nunsupported: 1 case: y\n"
          "./x\\x1b.so as aix, ticks by signal:\n" BEHAVIOUR
          "4 cases: 3 unsupported, 1 unspecified\n");
}

static void what_is_to_be_told_has_a_line_though_nobody_fails(void **state)
{
    struct result cases[] = {
        {.id = "a.1", .detail = (char *)"left it", .finding = true,
         .verdict = VERDICT_UNSPECIFIED},
        {.id = "b.2", .detail = (char *)"x=y", .verdict = VERDICT_UNSPECIFIED},
    };
    struct results run = a_run(cases, 2);

    (void)state;
    check(&run, false,
          "unspecified: ./x\\x1b.so aix a.1: left it\n"
          "./x\\x1b.so as aix, ticks by signal:\n" BEHAVIOUR
          "2 cases: 2 unspecified\n");
}

static void colour_only_where_asked_for(void **state)
{
    struct result cases[] = {
        {.id = "b.2", .detail = (char *)"d", .verdict = VERDICT_FAIL},
    };
    struct results run = a_run(cases, 1);

    (void)state;
    run.behaviour_count = 0;
    check(&run, true,
          "\033[31mfail\033[0m: ./x\\x1b.so aix b.2: d\n"
          "./x\\x1b.so as aix, ticks by signal:\n"
          "1 case: 1 \033[31mfail\033[0m\n");
}

static void what_does_not_fail_anybody_exits_with_0(void **state)
{
    struct results run = {.summary = {[VERDICT_PASS] = 2,
                                      [VERDICT_UNSUPPORTED] = 1,
                                      [VERDICT_UNSPECIFIED] = 1}};

    (void)state;
    assert_int_equal(results_status(&run), 0);
    run.summary[VERDICT_INCONSISTENT] = 1;
    assert_int_equal(results_status(&run), 1);
    run.summary[VERDICT_ERROR] = 1;
    assert_int_equal(results_status(&run), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failures_come_first_then_behaviour_then_counts),
        cmocka_unit_test(one_line_for_each_reason_not_to_judge),
        cmocka_unit_test(
            what_is_to_be_told_has_a_line_though_nobody_fails),
        cmocka_unit_test(colour_only_where_asked_for),
        cmocka_unit_test(what_does_not_fail_anybody_exits_with_0),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
