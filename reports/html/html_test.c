/* SPDX-License-Identifier: MIT */
#include "html.h"
#include "reports/report_test.h"

static char *page_of_made(void)
{
    return written(report_format_find("html"));
}

/* The page has these texts, each so often; 0: once or more; -1: never. */
struct wanted {
    int times;
    const char *text;
};

static void check_page(const struct wanted *wanted, size_t count)
{
    char *page = page_of_made();

    for (size_t k = 0; k < count; k++) {
        size_t found = occurrences(page, wanted[k].text);

        if (wanted[k].times
                ? found != (size_t)(wanted[k].times < 0 ? 0 : wanted[k].times)
                : !found)
            fail_msg("\"%s\" is there %zu times", wanted[k].text, found);
    }
    free(page);
}

#define PAGE_HAS(...)                                                          \
    check_page((const struct wanted[]){__VA_ARGS__},                           \
               sizeof(const struct wanted[]){__VA_ARGS__} /                    \
                   sizeof(struct wanted))

static const char *const both_rules[] = {"rounding", "unit"};
static const char *const up[] = {"up"};

/* A run of its own, in which cases ask two rules. */
static struct results *begin(const char *implementation)
{
    made_count = 0;
    return make_run(implementation, "aix");
}

static struct result *ask(struct results *run, const char *id, unsigned verdict,
                          const char *detail)
{
    struct result *c = make_case(run, id, verdict, detail);

    c->rules = both_rules;
    c->rule_count = 2;
    return c;
}

TEST(nothing_that_is_supplied_becomes_markup)
{
    static const struct named environment[] = {{HOSTILE, HOSTILE}};
    static const char *const choices[] = {HOSTILE};
    static struct wrong_counter bins[] = {{-2, 1, 3}};
    static struct wrong_buffer buffer = {"<u>&", 2, 16, 1, 2, bins, 1};
    static const struct rule_finding behaviour[] = {
        {"<i>&", HOSTILE, choices, 1, HOSTILE, STANDING_OPEN}};
    struct results *run = begin(HOSTILE);
    struct result *c = make_case(run, HOSTILE, VERDICT_WAIVED, HOSTILE);

    c->rules = choices;
    c->rule_count = 1;
    c->text = c->observed = c->batched = c->explanation = c->program = HOSTILE;
    c->waiver = HOSTILE;
    c->histogram = &buffer;
    run->dialect = run->backend = run->suite = run->date = HOSTILE;
    run->waivers = run->command = HOSTILE;
    run->environment = run->identity = environment;
    run->environment_count = run->identity_count = 1;
    run->behaviour = behaviour;
    run->behaviour_count = 1;
    PAGE_HAS({2, "<script"}, {2, "</script>"}, {-1, "<b>&"}, {-1, "<u>"},
             {-1, "<i>"}, {-1, "\x1b"}, {-1, "\xff"}, {-1, "\xe2\x80\xae"},
             {0, "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"
                 "&lt;b&gt;&amp;|`@me # \\ \\x1b\n\xef\xbf\xbd"});
}

TEST(what_fails_for_one_reason_is_one_finding_shown_by_its_smallest)
{
    struct results *run = begin("x");
    char *page;

    ask(run, "long.1", VERDICT_FAIL, "a: b")->text =
        (char *)"case long\nbuffer b 16\n";
    ask(run, "short.2", VERDICT_FAIL, "c")->text = (char *)"case short\n";
    ask(run, "other.3", VERDICT_CRASH, "died");
    make_cause(run, "rounding=up", "", "It was rounded up", 0, 2);
    /* The cards of each: the first, and the second. */
    PAGE_HAS({2, "<article"}, {1, "<pre tabindex=\"0\">case short\n"},
             {-1, "case long"}, {1, "It was rounded up"},
             {1, "\"t\":{\"0\":[0,2],\"1\":[1,2],\"2\":[2,1]}"});
    page = page_of_made();
    assert_true(strstr(page, "id=\"c1\"") < strstr(page, "died</h3>"));
    assert_true(strstr(page, "died</h3>") < strstr(page, "id=\"c2\""));
    free(page);
}

TEST(a_list_of_cases_is_reported_once_for_all_that_have_it)
{
    static const char *const unit[] = {"unit"};
    static const char *const names[] = {"x", "y"};

    made_count = 0;
    for (unsigned k = 0; k < 2; k++) {
        struct results *run = make_run(names[k], "aix");
        struct result *c;

        ask(run, "a.1", VERDICT_PASS, "");
        c = ask(run, "b.2", k ? VERDICT_FAIL : VERDICT_PASS, k ? "why" : "");
        c->rules = unit;
        c->rule_count = 1;
    }
    PAGE_HAS({1, "\"ids\":[\n[\"a.1\",\"b.2\"]],\n\"asked\":[\n[0,1]],\n"},
             {1, "\"rulesets\":[[0,1],[1]],\n"
                 "\"rules\":[\"rounding\",\"unit\"]"},
             {1, "{\"i\":\"x\",\"d\":\"aix\",\"c\":0,\"r\":0,\"v\":\"aa\","
                 "\"t\":{}}"},
             {1, "{\"i\":\"y\",\"d\":\"aix\",\"c\":0,\"r\":0,\"v\":\"ab\","
                 "\"t\":{\"1\":[0,1]}}"});
}

TEST(a_rule_is_marked_by_a_word_and_linked_to_its_finding)
{
    static const char *const three[] = {"up", "down", "odd"};
    static const struct rule_finding behaviour[] = {
        {"rounding (sprofil)", "How?", up, 1, "aix.profil.2",
         STANDING_FORBIDDEN},
        {"unit", "Of what?", up, 1, "", STANDING_PERMITTED},
        {"product", "How?", three, 3, "", STANDING_OPEN},
    };
    struct results *run = begin("x");

    ask(run, "a.1", VERDICT_FAIL, "x");
    make_cause(run, "rounding=up", "", "It was rounded up", 0, 1);
    run->behaviour = behaviour;
    run->behaviour_count = 3;
    PAGE_HAS({1, "class=\"bad\"><b>up</b> <a class=\"standing\" href=\"#c1\">"
                 "\xe2\x9c\x97 forbidden</a>"},
             {1, "class=\"good\"><b>up</b> <span class=\"standing\">"
                 "\xe2\x9c\x93 permitted</span>"},
             {1, "<b>any of: up, down, odd</b>"},
             {0, "<a href=\"#aix.profil.2\""},
             {1, "<dt id=\"aix.profil.2\">aix.profil.2 <span>sentences 14 and "
                 "15 (must): Description, paragraph 3, sentences 2 and "
                 "3</span>"},
             {1, "<dt id=\"decency.1\">decency.1 <span>House rule<"});
}

TEST(what_is_quoted_is_code_and_an_odd_quote_is_none)
{
    ask(begin("x"), "a.1", VERDICT_FAIL, "in `<x> y`: it`s no");
    PAGE_HAS({2, "in <code>&lt;x&gt; y</code>: it`s no"});
}

TEST(a_program_is_shown_or_how_to_get_one)
{
    struct results *run = begin("x");
    struct result *c = ask(run, "a.1", VERDICT_FAIL, "why");

    run->suite = "full";
    PAGE_HAS({1, "profilcheck shrink --dialect aix a.1 x<"});
    run->suite = "cases"; /* of a file, which shrink does not know */
    PAGE_HAS({-1, "profilcheck shrink"});
    run->suite = "full";
    c->program = (char *)"int main<void>";
    PAGE_HAS({-1, "profilcheck shrink"},
             {1, "shows it</h4>\n<pre tabindex=\"0\">int main&lt;void&gt;"
                 "</pre>"});
}

TEST(the_case_shown_of_a_finding_is_reported_to_others)
{
    struct results *run = begin("x");
    size_t shown[3] = {9, 9, 9};

    ask(run, "p.1", VERDICT_PASS, "");
    ask(run, "l.2", VERDICT_FAIL, "rounding is up")->text =
        (char *)"case long\nbuffer b 16\n";
    ask(run, "s.3", VERDICT_FAIL, "rounding is up")->text =
        (char *)"case short\n";
    ask(run, "c.4", VERDICT_CRASH, "died");
    assert_int_equal(report_shown(run, shown, 1), 1);
    assert_int_equal(shown[0], 3);
    assert_int_equal(shown[1], 9);
    assert_int_equal(report_shown(run, shown, 3), 2);
    assert_int_equal(shown[1], 2);
    assert_int_equal(report_shown(run, shown, 0), 0);
}

/* Each is judged by another dialect, and so has no column in the other's
 * table. */
TEST(a_run_that_is_not_there_is_not_judged)
{
    static const struct rule_finding behaviour[] = {
        {"unit", "Of what?", up, 1, "", STANDING_PERMITTED}};

    made_count = 0;
    for (unsigned k = 0; k < 2; k++) {
        struct results *run = make_run(k ? "y" : "x", k ? "irix" : "aix");

        ask(run, "a.1", VERDICT_PASS, "");
        run->behaviour = behaviour;
        run->behaviour_count = 1;
    }
    PAGE_HAS({2, ">not judged<"}, {2, "\xe2\x9c\x93 conforms</a>"},
             {1, "<th scope=\"col\"><bdi>y</bdi></th>"}, {2, "<b>up</b>"},
             {-1, "not probed"});
}

TEST(the_first_screen_says_when_by_what_and_how)
{
    static const struct named machine[] = {{"host", "a<b"}, {"word", "64"}};
    struct results *run = begin("x");

    ask(run, "a.1", VERDICT_PASS, "");
    run->version = "1.2";
    run->commit = "abc";
    run->date = "2026-01-31";
    run->suite = "quick";
    run->command = "profilcheck run 'x y'";
    run->environment = machine;
    run->environment_count = 2;
    PAGE_HAS({1, "<p class=\"origin\">1 case of the suite quick, judged on "
                 "2026-01-31 on the machine a&lt;b, by profilcheck 1.2 (abc). "
                 "<code>profilcheck run &#39;x y&#39;</code></p>"},
             {1, "<dt>bits of an address</dt><dd>64</dd>"});
}

TEST(a_card_has_what_each_dialect_requires)
{
    static const char *const words[][3] = {
        {"freebsd", "freebsd.profil.6",
         "Scale 0 did not turn off; freebsd.profil.6 requires scale 0 alone"},
        {"hpux", "hpux.profil.6",
         "Scale 0 did not turn off; hpux.profil.6 requires scale 0 or 1"}};

    made_count = 0;
    for (unsigned k = 0; k < 2; k++) {
        struct results *run = make_run("x", words[k][0]);

        ask(run, "a.1", VERDICT_FAIL, "x");
        make_cause(run, "scale-off=never", words[k][1], words[k][2], 0, 1);
    }
    PAGE_HAS({1, "<article "}, {1, "</b> Scale 0 did not turn off</h3>"},
             {1, "<li>freebsd: <a href=\"#freebsd.profil.6\""},
             {1, " requires scale 0 alone</li>"},
             {1, "<li>hpux: <a href=\"#hpux.profil.6\""},
             {1, " requires scale 0 or 1</li>"});
}

/* A card of a house rule, and of what a page has not, is no card of a
 * manual. */
TEST(what_the_manual_says_stands_over_no_rule_of_ours)
{
    struct results *run = begin("x");
    struct result *c = ask(run, "exec.1", VERDICT_UNSPECIFIED, "d");

    run->dialect = "freebsd";
    c->house = "decency.2";
    make_cause(run, "exec=killed", "decency.2", "It was killed", 0, 1);
    PAGE_HAS({-1, "What the manual says"},
             {1, "<h4>A rule of profilcheck&#39;s own: no manual has it</h4>"},
             {1, ">house rule</b>"});
    run->house_policy = HOUSE_OFF;
    PAGE_HAS({-1, "house rule<"}, {-1, "<article"}, {-1, "ouse rules"});
}

TEST(what_was_observed_is_reported_in_sentences)
{
    struct result *c = ask(begin("x"), "a.1", VERDICT_FAIL, "x");

    c->text = (char *)"case a\nbuffer b 8\nprofil b 8 0x1000 0x8000\n"
                      "tick 0x1002\n";
    c->observed =
        (char *)"1 call -1 EFAULT; 3 buffer 0 8 [ 0 1*2 7 ]; "
                "4 in-child buffer 0 8 [ 0*4 ]; ended signal 11 at 2; "
                "delivered stub own; batched; stray 2; note \"a; b\"";
    PAGE_HAS(
        {1, "<li><code>profil b 8 0x1000 0x8000</code> returned -1 EFAULT"
            "</li>\n"
            "<li>b[1] is 1, b[2] is 1, b[3] is 7; of its 4 counters the "
            "others are 0</li>\n"
            "<li>in the child, all 4 counters of b are 0</li>\n"
            "<li>it was killed by signal 11 in <code>tick 0x1002</code></li>\n"
            "<li>ticks came as signals sent at their pc, and in the "
            "implementation&#39;s own way</li>\n"
            "<li>other cases ran before it in the same process</li>\n"
            "<li>bytes written outside the buffers: 2</li>\n"
            "<li>noted: &quot;a; b&quot;</li>\n"});
}

TEST(what_could_not_be_judged_neither_conforms_nor_not)
{
    struct results *run = begin("x");

    ask(run, "a.1", VERDICT_UNSUPPORTED, "no");
    PAGE_HAS({1, ">Nothing could be judged.<"},
             {1, "<b class=\"open\">was not judged</b>"});
    for (unsigned k = 0; k < 3; k++) /* of four that were asked one */
        ask(run, "b.2", VERDICT_UNSUPPORTED, "no")->observed = (char *)"x";
    ask(run, "c.3", VERDICT_PASS, "");
    PAGE_HAS({1, "Not enough was seen to say whether it conforms."},
             {1, "not enough was seen to say</b>: 1 of 4 cases judged"});
}

TEST(a_sentence_is_broken_by_what_its_own_words_rule_out)
{
    static const char *const never[] = {"never"};
    static const struct rule_finding behaviour[] = {
        {"scale-off (profil)", "When?", never, 1, "freebsd.profil.6",
         STANDING_FORBIDDEN}};
    struct results *run = begin("x");

    ask(run, "a.1", VERDICT_PASS, "");
    run->dialect = "freebsd";
    run->behaviour = behaviour;
    run->behaviour_count = 1;
    /* 15 says that scale 0 disables; 12 would leave "never". */
    PAGE_HAS({1, "id=\"freebsd-15\">15 <b class=\"broken\">"},
             {1, "id=\"freebsd-12\">12 <b class=\"kept\">"},
             {1, "id=\"freebsd-11\">11 <b class=\"untested\">"},
             {1, "id=\"freebsd-1\">1 <b class=\"silent\">"});
}

TEST(a_line_goes_through_the_files_that_are_kept)
{
    static const struct report_point points[] = {
        {"1.jsonl", HOSTILE, "aix", 0, 9},
        {"1.jsonl", "y", "irix", 0, 9},
        {"2.jsonl", HOSTILE, "aix", 4, 9},
        {"2.jsonl", "z", "aix", 1, 9},
        {"3.jsonl", HOSTILE, "aix", 2, 9}};
    const struct report_with_history history = {.points = points,
                                                .point_count = 5};

    begin("x");
    WRITTEN(report_html_with_history(made, 1, &history, out), page);
    /* Two dialects; the most, 4, is at the top, and each file has its place. */
    assert_int_equal(occurrences(page, "<title>Cases that did not"), 2);
    assert_within(page, "d=\"M34 130h1L244 10L454 70\"");
    assert_within(page, "d=\"M244 100h1\"");
    assert_within(page, "2.jsonl, z: 1 of 9. ");
    assert_within(page, "in 3 files: 1.jsonl to 3.jsonl<");
    assert_within(page, "in 1 file: 1.jsonl to 1.jsonl<");
    assert_int_equal(occurrences(page, "<script"), 2);
    free(page);
}

TEST(the_policy_states_the_hash_of_what_runs)
{
    WRITTEN(html_hash("abc", out), hash);
    begin("x");
    assert_string_equal(hash, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    PAGE_HAS({0, "default-src 'none'"}, {-1, "http:"}, {-1, " style="});
    free(hash);
}

TESTS(NULL, NULL)
