/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "reference/unit_test.h"
#include "reports.h"

static void check(const struct results *run, enum report_detail detail,
                  bool colour, const char *expected)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    report_text(run, detail, colour, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, expected);
    free(text);
}

static const char *const up[] = {"up"};
static const char *const two[] = {"ignored", "modular"};

static const struct rule_finding behaviour[] = {
    {.rule = "rounding",
     .choices = up,
     .choice_count = 1,
     .clause = "aix.profil.2",
     .standing = STANDING_REQUIRED},
    {.rule = "unit",
     .choice_count = 0,
     .clause = "",
     .standing = STANDING_INCONSISTENT},
    {.rule = "below-offset",
     .choices = two,
     .choice_count = 2,
     .clause = "aix.profil.2",
     .standing = STANDING_PERMITTED},
};

#define BEHAVIOUR                                                              \
    "Its behaviour, ticks by signal:\n"                                        \
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

static size_t one_and_two[] = {1, 2}, first = 0;

static struct cause causes[] = {
    {.id = (char *)"rounding=down",
     .rule = "rounding",
     .sentence = (char *)"It was\nrounded",
     .cases = one_and_two,
     .case_count = 2,
     .shortest = 2},
};

TEST(causes_come_first_with_got_above_permitted)
{
    struct result cases[] = {
        {.id = "a.1", .detail = (char *)"x=y", .verdict = VERDICT_PASS},
        {.id = "b.2",
         .detail = (char *)"got\n1",
         .verdict = VERDICT_FAIL,
         .causes = &first,
         .cause_count = 1},
        {.id = "c.3",
         .detail = (char *)"long",
         .verdict = VERDICT_CRASH,
         .input = (char *)"tick 1",
         .got = (char *)"b[0] is 1",
         .permitted = (char *)"0 or 2",
         .causes = &first,
         .cause_count = 1},
        {.id = "d.4", .detail = (char *)"ours", .verdict = VERDICT_ERROR},
    };
    struct results run = a_run(cases, 4);

    run.causes = causes;
    run.cause_count = 1;
#define SAID "./x\\x1b.so as aix: does not conform: 1 cause, 3 of 4 cases\n"
#define SHORT                                                                  \
    SAID "crash: It was\\x0arounded\n"                                         \
         "  2 cases, the shortest: c.3: tick 1\n"                              \
         "    got        b[0] is 1\n"                                          \
         "    permitted  0 or 2\n"                                             \
         "error: 1 case, d.4: ours\n"                                          \
         "4 cases: 1 pass, 1 fail, 1 crash, 1 error\n"
    check(&run, REPORT_QUIET, false, SAID);
    check(&run, REPORT_NORMAL, false, SHORT);
    check(&run, REPORT_VERBOSE, false,
          SHORT "  pass          a.1: x=y\n"
                "  fail          b.2: got\\x0a1\n"
                "  crash         c.3: long\n"
                "  error         d.4: ours\n" BEHAVIOUR);
}

TEST(a_cause_is_called_by_what_it_does_alone)
{
    static size_t both[] = {0, 1}, all[] = {0, 1};
    static struct cause two_causes[] = {
        {.id = (char *)"x",
         .sentence = (char *)"It died",
         .cases = &both[1],
         .case_count = 1,
         .shortest = 1},
        {.id = (char *)"y",
         .sentence = (char *)"It lost one",
         .cases = all,
         .case_count = 2},
    };
    struct result cases[] = {
        {.id = "a.1",
         .detail = (char *)"",
         .verdict = VERDICT_FAIL,
         .causes = &both[1],
         .cause_count = 1},
        {.id = "b.2",
         .detail = (char *)"",
         .verdict = VERDICT_CRASH,
         .causes = both,
         .cause_count = 2},
    };
    struct results run = a_run(cases, 2);

    run.causes = two_causes;
    run.cause_count = 2;
    check(&run, REPORT_NORMAL, false,
          "./x\\x1b.so as aix: does not conform: 2 causes, 2 of 2 cases\n"
          "crash: It died\n  1 case: b.2\n"
          "fail: It lost one\n  2 cases, the shortest: a.1\n"
          "2 cases: 1 fail, 1 crash\n");
}

TEST(one_line_for_each_reason_not_to_judge)
{
    struct result cases[] = {
        {.id = "a.1", .detail = (char *)"x", .verdict = VERDICT_UNSUPPORTED},
        {.id = "b.2", .detail = (char *)"y", .verdict = VERDICT_UNSUPPORTED},
        {.id = "c.3", .detail = (char *)"x", .verdict = VERDICT_UNSUPPORTED},
        {.id = "d.4", .detail = (char *)"x", .verdict = VERDICT_UNSPECIFIED},
    };
    struct results run = a_run(cases, 4);

    check(&run, REPORT_NORMAL, false,
          "./x\\x1b.so as aix: conforms in 0 of 4 cases; the manual is "
          "silent on 1; 3 could not be run\n"
          "unsupported: 2 cases: x\nunsupported: 1 case: y\n"
          "4 cases: 3 unsupported, 1 unspecified\n");
    run = a_run(cases, 3);
    check(&run, REPORT_QUIET, false,
          "./x\\x1b.so as aix: was not judged: every case is unsupported\n");
}

TEST(reasons_that_name_other_addresses_have_one_line)
{
    static const char *const reasons[] = {
        "no pc of 0xfff: none", "no pc of 0: none", "no pc of 0xffe: some",
        "no pc of 0xffe: no"};
    struct result cases[5] = {{.id = "e.5", .detail = (char *)""}};
    struct results run = a_run(cases, 5);

    for (unsigned k = 0; k < 4; k++)
        cases[k + 1] = (struct result){.id = "a.1",
                                       .detail = (char *)reasons[k],
                                       .verdict = VERDICT_UNSUPPORTED};
    run = a_run(cases, 5);
    check(&run, REPORT_NORMAL, false,
          "./x\\x1b.so as aix: conforms in 1 of 5 cases; 4 could not be run\n"
          "unsupported: 2 cases, such as: no pc of 0xfff: none\n"
          "unsupported: 1 case: no pc of 0xffe: some\n"
          "unsupported: 1 case: no pc of 0xffe: no\n"
          "5 cases: 1 pass, 4 unsupported\n");
}

TEST(what_is_to_be_told_has_a_line_though_nobody_fails)
{
    struct result cases[] = {
        {.id = "a.1",
         .detail = (char *)"left it",
         .finding = true,
         .verdict = VERDICT_UNSPECIFIED},
        {.id = "b.2", .detail = (char *)"x=y", .verdict = VERDICT_UNSPECIFIED},
    };
    struct results run = a_run(cases, 2);

    check(&run, REPORT_NORMAL, false,
          "./x\\x1b.so as aix: conforms in 0 of 2 cases; the manual is "
          "silent on 2\n"
          "unspecified: a.1: left it\n"
          "2 cases: 2 unspecified\n");
}

TEST(what_is_waived_is_told_with_its_reason)
{
    struct result cases[] = {
        {.id = "a.1",
         .detail = (char *)"d",
         .verdict = VERDICT_WAIVED,
         .waived = VERDICT_FAIL,
         .waiver = (char *)"known"},
    };
    struct results run = a_run(cases, 1);

    check(&run, REPORT_NORMAL, false,
          "./x\\x1b.so as aix: does not conform; 1 case waived\n"
          "waived: a.1: known (fail: d)\n"
          "1 case: 1 waived\n");
}

TEST(colour_only_where_asked_for)
{
    struct result cases[] = {
        {.id = "b.2", .detail = (char *)"d", .verdict = VERDICT_FAIL},
    };
    struct results run = a_run(cases, 1);

    check(&run, REPORT_NORMAL, true,
          "./x\\x1b.so as aix: \033[31mdoes not conform\033[0m: 1 of 1 case\n"
          "\033[31mfail\033[0m: b.2: d\n"
          "1 case: 1 \033[31mfail\033[0m\n");
}

TEST(what_does_not_fail_anybody_exits_with_0)
{
    struct results run = {.case_count = 4,
                          .summary = {[VERDICT_PASS] = 2,
                                      [VERDICT_UNSUPPORTED] = 1,
                                      [VERDICT_UNSPECIFIED] = 1}};
    struct result cases[4] = {{.verdict = VERDICT_UNSUPPORTED}};

    run.cases = cases;
    assert_int_equal(results_status(&run), 0);
    run.summary[VERDICT_INCONSISTENT] = 1;
    assert_int_equal(results_status(&run), 1);
    run.summary[VERDICT_ERROR] = 1;
    assert_int_equal(results_status(&run), 3);
}

TESTS(NULL, NULL)
