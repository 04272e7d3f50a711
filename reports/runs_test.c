/* SPDX-License-Identifier: MIT */
/* What no format may hide: what is waived, and whose rule it is. */
#include "reference/unit_test.h"
#include "report_test.h"

static size_t only = 0;

/* A case, and the cause that it alone has. */
static struct results one_case(struct result *c, struct cause *cause)
{
    struct results run = {.implementation = "x",
                          .dialect = "freebsd",
                          .backend = "signal",
                          .version = "1",
                          .cases = c,
                          .case_count = 1,
                          .causes = cause,
                          .cause_count = 1};

    c->causes = &only;
    c->cause_count = 1;
    run.summary[c->verdict] = 1;
    return run;
}

/* What each format must have, "" for nothing, and what none may have. */
struct in_formats {
    const char *has, *badge, *lines;
};

static void check_formats(const struct results *run,
                          const struct in_formats *wanted, const char *lacks)
{
    for (const struct report_format *f = report_formats; f->name; f++) {
        const char *has = strcmp(f->name, "badge") == 0   ? wanted->badge
                          : strcmp(f->name, "jsonl") == 0 ? wanted->lines
                                                          : wanted->has;
        char *text = written(f->write, run, 1), *plain = text;

        for (char *c = text; *c; c++) /* without markup */
            if (*c == '<' && strcmp(f->name, "html") == 0)
                c = strchr(c, '>');
            else if (*c != '*')
                *plain++ = *c;
        *plain = '\0';
        if (!strstr(text, has))
            fail_msg("%s has not \"%s\": %.2000s", f->name, has, text);
        if (*lacks && strstr(text, lacks))
            fail_msg("%s has \"%s\": %.3000s", f->name, lacks, text);
        free(text);
    }
}

TEST(what_is_waived_conforms_in_no_format)
{
    struct result c = {.id = "a.1",
                       .detail = (char *)"d",
                       .verdict = VERDICT_WAIVED,
                       .waived = VERDICT_FAIL,
                       .waiver = "known"};
    struct cause cause = {.id = (char *)"rounding=up",
                          .rule = "rounding",
                          .clause = "freebsd.profil.3",
                          .sentence = (char *)"It was rounded",
                          .cases = &only,
                          .case_count = 1};
    struct results run = one_case(&c, &cause);

    run.waivers = "known.txt";
    check_formats(
        &run,
        &(struct in_formats){"does not conform; 1 case waived by known.txt",
                             "does not conform; 1 waived",
                             "\"waivers\": \"known.txt\""},
        "conforms in");
}

static struct result exec_case = {.id = "exec.1",
                                  .detail = (char *)"d",
                                  .verdict = VERDICT_UNSPECIFIED,
                                  .judged = VERDICT_FAIL,
                                  .house = "decency.2"};
static struct cause exec_cause = {.id = (char *)"exec=killed",
                                  .rule = "exec",
                                  .clause = "decency.2",
                                  .sentence = (char *)"It was killed",
                                  .cases = &only,
                                  .case_count = 1};

TEST(a_house_rule_is_beside_the_verdict_in_every_format)
{
    struct result c = exec_case;
    struct results run = one_case(&c, &exec_cause);

    check_formats(
        &run,
        &(struct in_formats){"conforms in 0 of 1 case; the manual is silent "
                             "on 1; breaks 1 house rule: decency.2",
                             "conforms; breaks 1 house rule",
                             "\"house\": \"decency.2\""},
        "What the manual says");
}

TEST(where_house_rules_fail_the_verdict_is_still_the_manuals)
{
    struct result c = exec_case;
    struct results run;

    c.verdict = VERDICT_FAIL;
    run = one_case(&c, &exec_cause);
    run.house_policy = HOUSE_FAIL;
    assert_int_equal(results_status(&run), 1);
    check_formats(
        &run,
        &(struct in_formats){"breaks 1 house rule, which fails it: decency.2",
                             "conforms; breaks 1 house rule",
                             "\"house_rules\": \"fail\""},
        "does not conform");
}

TEST(where_house_rules_are_off_no_page_speaks_of_them)
{
    struct result c = exec_case;
    struct results run = one_case(&c, &exec_cause);
    char *text;

    run.house_policy = HOUSE_OFF;
    text = written(report_format_find("text")->write, &run, 1);
    assert_null(strstr(text, "decency"));
    assert_null(strstr(text, "house"));
    free(text);
}

TEST(a_convention_is_called_one)
{
    struct result c = {
        .id = "a.1", .detail = (char *)"", .verdict = VERDICT_PASS};
    struct cause none = {0};
    struct results run = one_case(&c, &none);
    char *text;

    run.dialect = "gmon";
    run.cause_count = c.cause_count = 0;
    text = written(report_format_find("text")->write, &run, 1);
    assert_within(text, "x as gmon, by convention: conforms in 1 case\n");
    free(text);
}

TESTS(NULL, NULL)
