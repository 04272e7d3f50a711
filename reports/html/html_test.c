/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/words_test.h"
#include "html.h"
#include "reference/unit_test.h"

#define HOSTILE "</pre><script>alert('x')</script>\"&\x01\xff\xe2\x80\xae"

static char *page_of(const struct results *runs, size_t count)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    report_html(runs, count, out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static const char *const unit[] = {"unit"};
static const char *const rules[] = {"rounding", "unit"};

static struct results a_run(const char *implementation, struct result *cases,
                            size_t count)
{
    struct results run = {.implementation = implementation,
                          .dialect = "aix",
                          .backend = "signal",
                          .cases = cases,
                          .case_count = count};

    for (size_t k = 0; k < count; k++)
        run.summary[cases[k].verdict]++;
    return run;
}

static struct result a_case(const char *id, unsigned verdict,
                            const char *detail)
{
    return (struct result){.id = id,
                           .rules = rules,
                           .rule_count = 2,
                           .detail = (char *)detail,
                           .verdict = (uint8_t)verdict};
}

TEST(nothing_that_is_supplied_becomes_markup)
{
    static const struct named environment[] = {{HOSTILE, HOSTILE}};
    static const char *const choices[] = {HOSTILE};
    static struct wrong_counter bins[] = {{-2, 1, 3}};
    static struct wrong_buffer buffer = {"<u>&", 2, 16, 1, 2, bins, 1};
    static const struct rule_finding behaviour[] = {
        {HOSTILE, HOSTILE, choices, 1, HOSTILE, STANDING_OPEN}};
    struct result c = {.id = HOSTILE,
                       .rules = choices,
                       .rule_count = 1,
                       .detail = (char *)HOSTILE,
                       .verdict = VERDICT_WAIVED,
                       .text = (char *)HOSTILE,
                       .observed = (char *)HOSTILE,
                       .company = (char *)HOSTILE,
                       .explanation = (char *)HOSTILE,
                       .histogram = &buffer,
                       .program = (char *)HOSTILE,
                       .waiver = (char *)HOSTILE};
    struct results run = a_run(HOSTILE, &c, 1);
    char *page;

    run.dialect = run.backend = run.suite = run.date = HOSTILE;
    run.environment = run.identity = environment;
    run.environment_count = run.identity_count = 1;
    run.behaviour = behaviour;
    run.behaviour_count = 1;
    page = page_of(&run, 1);
    assert_int_equal(occurrences(page, "<script"), 2);
    assert_int_equal(occurrences(page, "</script>"), 2);
    assert_int_equal(occurrences(page, "<b>|<img"), 0);
    assert_null(strstr(page, "<u>"));
    assert_null(strchr(page, '\x01'));
    assert_null(strchr(page, '\xff'));
    assert_null(strstr(page, "\xe2\x80\xae"));
    assert_true(occurrences(page, "alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;"
                                  "\\x01\xef\xbf\xbd\xef\xbf\xbd") > 20);
    free(page);
}

TEST(what_fails_for_one_reason_is_one_finding_shown_by_its_smallest)
{
    struct result cases[] = {
        a_case("long.1", VERDICT_FAIL, "a: b"),
        a_case("short.2", VERDICT_FAIL, "c"),
        a_case("other.3", VERDICT_CRASH, "died"),
    };
    size_t both[] = {0, 1}, first = 0;
    struct cause cause = {.id = (char *)"rounding=up",
                          .rule = "rounding",
                          .clause = "",
                          .sentence = (char *)"It was rounded up",
                          .cases = both,
                          .case_count = 2};
    struct results run = a_run("x", cases, 3);
    char *page;

    cases[0].text = (char *)"case long\nbuffer b 16\n";
    cases[0].causes = cases[1].causes = &first;
    cases[0].cause_count = cases[1].cause_count = 1;
    run.causes = &cause;
    run.cause_count = 1;
    cases[1].text = (char *)"case short\n";
    page = page_of(&run, 1);
    assert_int_equal(occurrences(page, "<article"), 2);
    assert_non_null(strstr(page, "<pre tabindex=\"0\">case short\n"));
    assert_null(strstr(page, "case long"));
    assert_int_equal(occurrences(page, "It was rounded up"), 1);
    assert_true(strstr(page, "id=\"c1\"") < strstr(page, "died</h3>"));
    assert_true(strstr(page, "died</h3>") < strstr(page, "id=\"c2\""));
    /* Of the first card, and of the second. */
    assert_non_null(strstr(page, "\"t\":{\"0\":[0,2],"
                                 "\"1\":[1,2],\"2\":[2,1]}"));
    free(page);
}

TEST(a_list_of_cases_is_told_once_for_all_that_have_it)
{
    struct result first[] = {a_case("a.1", VERDICT_PASS, ""),
                             a_case("b.2", VERDICT_PASS, "")};
    struct result second[] = {a_case("a.1", VERDICT_PASS, ""),
                              a_case("b.2", VERDICT_FAIL, "why")};
    struct results runs[] = {a_run("x", first, 2), a_run("y", second, 2)};
    char *page;

    first[1].rules = second[1].rules = unit;
    first[1].rule_count = second[1].rule_count = 1;
    page = page_of(runs, 2);
    assert_int_equal(occurrences(page, "\"ids\":[\n[\"a.1\",\"b.2\"]],\n"
                                       "\"asked\":[\n[0,1]],\n"),
                     1);
    assert_non_null(strstr(page, "\"rulesets\":[[0,1],[1]],\n"
                                 "\"rules\":[\"rounding\",\"unit\"]"));
    assert_non_null(strstr(page, "{\"i\":\"x\",\"d\":\"aix\",\"c\":0,\"r\":0,"
                                 "\"v\":\"aa\",\"t\":{}}"));
    assert_non_null(strstr(page, "{\"i\":\"y\",\"d\":\"aix\",\"c\":0,\"r\":0,"
                                 "\"v\":\"ab\",\"t\":{\"1\":[0,1]}}"));
    free(page);
}

TEST(a_rule_is_marked_by_a_word_and_linked_to_its_finding)
{
    static const char *const up[] = {"up"};
    static const struct rule_finding behaviour[] = {
        {"rounding (sprofil)", "How?", up, 1, "aix.profil.2",
         STANDING_FORBIDDEN},
        {"unit", "Of what?", up, 1, "", STANDING_PERMITTED},
    };
    size_t only = 0, first = 0;
    struct cause cause = {.id = (char *)"rounding=up",
                          .rule = "rounding",
                          .clause = "",
                          .sentence = (char *)"It was rounded up",
                          .cases = &only,
                          .case_count = 1};
    struct result c = a_case("a.1", VERDICT_FAIL, "x");
    struct results run = a_run("x", &c, 1);
    char *page;

    run.behaviour = behaviour;
    run.behaviour_count = 2;
    run.causes = &cause;
    run.cause_count = c.cause_count = 1;
    c.causes = &first;
    page = page_of(&run, 1);
    assert_non_null(strstr(page, "class=\"bad\"><b>up</b> "
                                 "<a class=\"standing\" href=\"#c1\">"
                                 "\xe2\x9c\x97 forbidden</a>"));
    assert_non_null(strstr(page, "class=\"good\"><b>up</b> "
                                 "<span class=\"standing\">"
                                 "\xe2\x9c\x93 permitted</span>"));
    assert_non_null(strstr(page, "<a href=\"#aix.profil.2\""));
    assert_non_null(strstr(page, "<dt id=\"aix.profil.2\">aix.profil.2 <span>"
                                 "sentences 14 and 15 (must): Description, "
                                 "paragraph 3, sentences 2 and 3</span>"));
    assert_non_null(
        strstr(page, "<dt id=\"decency.1\">decency.1 <span>House rule<"));
    free(page);
}

TEST(what_is_quoted_is_code_and_an_odd_quote_is_none)
{
    struct result c = a_case("a.1", VERDICT_FAIL, "in `<x> y`: it`s no");
    struct results run = a_run("x", &c, 1);
    char *page = page_of(&run, 1);

    assert_int_equal(occurrences(page, "in <code>&lt;x&gt; y</code>: it`s no"),
                     2);
    free(page);
}

TEST(a_program_is_shown_or_how_to_get_one)
{
    struct result c = a_case("a.1", VERDICT_FAIL, "why");
    struct results run = a_run("x", &c, 1);
    char *page;

    run.suite = "full";
    page = page_of(&run, 1);
    assert_non_null(strstr(page, "profilcheck shrink --dialect aix a.1 x<"));
    free(page);
    run.suite = "cases"; /* of a file, which shrink does not know */
    page = page_of(&run, 1);
    assert_null(strstr(page, "profilcheck shrink"));
    free(page);
    run.suite = "full";
    c.program = (char *)"int main<void>";
    page = page_of(&run, 1);
    assert_null(strstr(page, "profilcheck shrink"));
    assert_non_null(strstr(page, "shows it</h4>\n<pre tabindex=\"0\">int "
                                 "main&lt;void&gt;</pre>"));
    free(page);
}

TEST(the_case_shown_of_a_finding_is_told_to_others)
{
    struct result cases[] = {a_case("p.1", VERDICT_PASS, ""),
                             a_case("l.2", VERDICT_FAIL, "rounding is up"),
                             a_case("s.3", VERDICT_FAIL, "rounding is up"),
                             a_case("c.4", VERDICT_CRASH, "died")};
    struct results run = a_run("x", cases, 4);
    size_t shown[3] = {9, 9, 9};

    cases[1].text = (char *)"case long\nbuffer b 16\n";
    cases[2].text = (char *)"case short\n";
    assert_int_equal(report_shown(&run, shown, 1), 1);
    assert_int_equal(shown[0], 3);
    assert_int_equal(shown[1], 9);
    assert_int_equal(report_shown(&run, shown, 3), 2);
    assert_int_equal(shown[1], 2);
    assert_int_equal(report_shown(&run, shown, 0), 0);
}

TEST(a_run_that_is_not_there_is_not_judged)
{
    struct result c = a_case("a.1", VERDICT_PASS, "");
    struct results runs[] = {a_run("x", &c, 1), a_run("y", &c, 1)};
    char *page;

    runs[1].dialect = "irix";
    page = page_of(runs, 2);
    assert_int_equal(occurrences(page, ">not judged<"), 2);
    assert_int_equal(occurrences(page, "\xe2\x9c\x93 conforms</a>"), 2);
    free(page);
}

TEST(rules_have_a_column_for_each_that_is_judged_by_them)
{
    static const char *const up[] = {"up"};
    static const struct rule_finding behaviour[] = {
        {"unit", "Of what?", up, 1, "", STANDING_PERMITTED}};
    struct result c = a_case("a.1", VERDICT_PASS, "");
    struct results runs[] = {a_run("x", &c, 1), a_run("y", &c, 1)};
    char *page;

    runs[1].dialect = "irix";
    for (size_t k = 0; k < 2; k++) {
        runs[k].behaviour = behaviour;
        runs[k].behaviour_count = 1;
    }
    page = page_of(runs, 2);
    assert_int_equal(occurrences(page, "<th scope=\"col\"><bdi>y</bdi></th>"),
                     1);
    assert_int_equal(occurrences(page, "<b>up</b>"), 2);
    assert_null(strstr(page, "not asked"));
    free(page);
}

TEST(the_first_screen_says_when_by_what_and_how)
{
    static const struct named machine[] = {{"host", "a<b"}};
    struct result c = a_case("a.1", VERDICT_PASS, "");
    struct results run = a_run("x", &c, 1);
    char *page;

    run.version = "1.2";
    run.commit = "abc";
    run.date = "2026-01-31";
    run.suite = "quick";
    run.command = "profilcheck run 'x y'";
    run.environment = machine;
    run.environment_count = 1;
    page = page_of(&run, 1);
    assert_non_null(strstr(
        page, "<p class=\"origin\">1 case of the suite quick, judged on "
              "2026-01-31 on the machine a&lt;b, by profilcheck 1.2 (abc). "
              "<code>profilcheck run &#39;x y&#39;</code></p>"));
    free(page);
}

TEST(a_card_has_what_each_dialect_requires)
{
    static size_t only = 0;
    struct result c = a_case("a.1", VERDICT_FAIL, "x");
    struct cause causes[] = {
        {.id = (char *)"scale-off=never",
         .rule = "scale-off",
         .clause = "freebsd.profil.6",
         .sentence = (char *)"Scale 0 did not turn off; freebsd.profil.6 "
                             "requires scale 0 alone",
         .cases = &only,
         .case_count = 1},
        {.id = (char *)"scale-off=never",
         .rule = "scale-off",
         .clause = "hpux.profil.6",
         .sentence = (char *)"Scale 0 did not turn off; hpux.profil.6 "
                             "requires scale 0 or 1",
         .cases = &only,
         .case_count = 1}};
    struct results runs[2] = {a_run("x", &c, 1), a_run("x", &c, 1)};
    char *page;

    c.causes = &only;
    c.cause_count = 1;
    runs[0].dialect = "freebsd";
    runs[1].dialect = "hpux";
    for (unsigned k = 0; k < 2; k++) {
        runs[k].causes = &causes[k];
        runs[k].cause_count = 1;
    }
    page = page_of(runs, 2);
    assert_int_equal(occurrences(page, "<article "), 1);
    assert_non_null(strstr(page, "</b> Scale 0 did not turn off</h3>"));
    assert_non_null(strstr(page, "<li>freebsd: <a href=\"#freebsd.profil.6\""));
    assert_non_null(strstr(page, " requires scale 0 alone</li>"));
    assert_non_null(strstr(page, "<li>hpux: <a href=\"#hpux.profil.6\""));
    assert_non_null(strstr(page, " requires scale 0 or 1</li>"));
    free(page);
}

TEST(what_was_observed_is_told_in_sentences)
{
    struct result c = a_case("a.1", VERDICT_FAIL, "x");
    struct results run = a_run("x", &c, 1);
    char *page;

    c.text = (char *)"case a\nbuffer b 8\nprofil b 8 0x1000 0x8000\n"
                     "tick 0x1002\n";
    c.observed = (char *)"1 call -1 EFAULT; 3 buffer 0 8 [ 0 1*2 7 ]; "
                         "4 in-child buffer 0 8 [ 0*4 ]; ended signal 11 at 2; "
                         "delivered stub; batched; note \"a; b\"";
    page = page_of(&run, 1);
    assert_non_null(strstr(
        page,
        "<li><code>profil b 8 0x1000 0x8000</code> returned -1 EFAULT</li>\n"
        "<li>b[1] is 1, b[2] is 1, b[3] is 7; of its 4 counters the "
        "others are 0</li>\n"
        "<li>in the child, all 4 counters of b are 0</li>\n"
        "<li>ended signal 11 at 2</li>\n<li>ticks came by: stub</li>\n"
        "<li>other cases ran before it in the same process</li>\n"
        "<li>note &quot;a; b&quot;</li>\n"));
    free(page);
}

TEST(what_could_not_be_judged_neither_conforms_nor_not)
{
    struct result c = a_case("a.1", VERDICT_UNSUPPORTED, "no");
    struct results run = a_run("x", &c, 1);
    char *page = page_of(&run, 1);

    assert_non_null(strstr(page, ">Nothing could be judged.<"));
    assert_non_null(strstr(page, "<b class=\"open\">was not judged</b>"));
    free(page);
}

TEST(a_sentence_is_broken_by_what_its_own_words_rule_out)
{
    static const char *const never[] = {"never"};
    static const struct rule_finding behaviour[] = {
        {"scale-off (profil)", "When?", never, 1, "freebsd.profil.6",
         STANDING_FORBIDDEN}};
    struct result c = a_case("a.1", VERDICT_PASS, "");
    struct results run = a_run("x", &c, 1);
    char *page;

    run.dialect = "freebsd";
    run.behaviour = behaviour;
    run.behaviour_count = 1;
    page = page_of(&run, 1);
    /* 15 says that scale 0 disables; 12 would leave "never". */
    assert_non_null(strstr(page, "id=\"freebsd-15\">15 <b class=\"broken\">"));
    assert_non_null(strstr(page, "id=\"freebsd-12\">12 <b class=\"kept\">"));
    assert_non_null(
        strstr(page, "id=\"freebsd-11\">11 <b class=\"untested\">"));
    assert_non_null(strstr(page, "id=\"freebsd-1\">1 <b class=\"silent\">"));
    free(page);
}

TEST(a_line_goes_through_the_files_that_are_kept)
{
    static const struct report_point points[] = {
        {"1.jsonl", HOSTILE, "aix", 0, 9},
        {"1.jsonl", "y", "irix", 0, 9},
        {"2.jsonl", HOSTILE, "aix", 4, 9},
        {"2.jsonl", "z", "aix", 1, 9},
        {"3.jsonl", HOSTILE, "aix", 2, 9}};
    const struct report_beside beside = {.points = points, .point_count = 5};
    struct results run = a_run("x", NULL, 0);
    char *page = NULL;
    size_t length;
    FILE *out = open_memstream(&page, &length);

    assert_non_null(out);
    report_html_beside(&run, 1, &beside, out);
    assert_int_equal(fclose(out), 0);
    /* Two dialects; the most, 4, is at the top, and each file has its place. */
    assert_int_equal(occurrences(page, "<title>Cases that did not"), 2);
    assert_non_null(strstr(page, "d=\"M34 130h1L244 10L454 70\""));
    assert_non_null(strstr(page, "d=\"M244 100h1\""));
    assert_non_null(strstr(page, "2.jsonl, z: 1 of 9. "));
    assert_non_null(strstr(page, "in 3 files: 1.jsonl to 3.jsonl<"));
    assert_non_null(strstr(page, "in 1 file: 1.jsonl to 1.jsonl<"));
    assert_int_equal(occurrences(page, "<script"), 2);
    free(page);
}

TEST(the_policy_states_the_hash_of_what_runs)
{
    struct results run = a_run("x", NULL, 0);
    char *page = page_of(&run, 1), *hash = NULL;
    size_t length;
    FILE *out = open_memstream(&hash, &length);

    assert_non_null(out);
    html_hash("abc", out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(hash, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    assert_non_null(strstr(page, "default-src 'none'"));
    assert_null(strstr(page, "http:"));
    assert_null(strstr(page, " style="));
    free(hash);
    free(page);
}

TESTS(NULL, NULL)
