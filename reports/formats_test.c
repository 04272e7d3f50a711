/* SPDX-License-Identifier: MIT */
/*
 * What every format writes of scenarios.txt, held to reports/golden/NAME, with
 * what `run` prints in text as formats of their own.  What differs from another
 * in a number or in colours alone is compared with that, and has no file.  With
 * GOLDEN=write in the environment these files are written: then look at what
 * changed in them.  The page has tests of its own, in html/.
 */
#include <ctype.h>

#include "report_test.h"
#include "runs.h"

#define TEXT(name, detail, colour)                                             \
    static void name(const struct results *runs, size_t count, FILE *out)      \
    {                                                                          \
        report_runs(runs, count, detail, colour, out);                         \
    }

TEXT(text_quiet, REPORT_QUIET, false)
TEXT(text_normal, REPORT_NORMAL, false)
TEXT(text_verbose, REPORT_VERBOSE, false)
TEXT(text_coloured, REPORT_VERBOSE, true)

static const struct report_format views[] = {
    {"text-quiet", NULL, text_quiet, false},
    {"text-normal", NULL, text_normal, false},
    {"text-coloured", NULL, text_coloured, false},
    {0},
};

/* Whether a view shows what the whole text has, or the first line of it. */
static bool is_in_whole(const struct report_format *view, const char *text)
{
    char *whole = written(report_format_find("text"));
    bool is;

    if (view->write == text_quiet && *whole)
        whole[strcspn(whole, "\n") + 1] = '\0';
    is = (view->write == text_quiet || view->write == text_normal) &&
         strcmp(text, whole) == 0;
    free(whole);
    return is;
}

static char *all_of(const struct report_format *format)
{
    struct memory_stream stream;

    memory_stream(&stream);
    for (size_t k = 0; k < scenario_count; k++) {
        char *text;

        make_scenario(&scenarios[k], NULL);
        text = written(format);
        if (!is_in_whole(format, text))
            fprintf(stream.out, "== %s\n%s\n", scenarios[k].name, text);
        free(text);
    }
    return memory_stream_end(&stream);
}

static void check(const struct report_format *format)
{
    char path[100], *text = all_of(format);

    snprintf(path, sizeof path, "reports/golden/%s", format->name);
    golden_keep(path, text);
    free(text);
}

TEST(each_format_writes_what_its_golden_holds)
{
    for (const struct report_format *f = report_formats; f->name; f++)
        if (strcmp(f->name, "html") != 0 && strcmp(f->name, "tap14") != 0)
            check(f);
    for (const struct report_format *f = views; f->name; f++)
        check(f);
}

TEST(tap_14_differs_from_13_in_its_number)
{
    for (size_t k = 0; k < scenario_count; k++) {
        char *old, *new;

        make_scenario(&scenarios[k], NULL);
        old = written(report_format_find("tap"));
        new = written(report_format_find("tap14"));
        assert_memory_equal(new, "TAP version 14\n", 15);
        assert_string_equal(new + 15, old + 15);
        free(old);
        free(new);
    }
}

/* As a terminal shows it. */
static void take_escapes_out(char *text)
{
    char *to = text;

    for (; *text; text++)
        if (*text == '\033')
            text = strchr(text, 'm');
        else
            *to++ = *text;
    *to = '\0';
}

TEST(without_colour_it_is_the_same_text)
{
    for (size_t k = 0; k < scenario_count; k++) {
        char *coloured, *plain;

        make_scenario(&scenarios[k], NULL);
        coloured = written(&(struct report_format){.write = text_coloured});
        plain = written(&(struct report_format){.write = text_verbose});
        take_escapes_out(coloured);
        assert_string_equal(plain, coloured);
        free(coloured);
        free(plain);
    }
}

TEST(who_was_not_judged_is_named_where_several_were)
{
    static const char *const lines[] = {
        "not judged as irix: why\\x1b\n",
        "long\\x1bname.so not judged as irix: why\\x1b\n"};

    for (int named = 0; named < 2; named++) {
        const struct report_absence absence = {"long\033name.so", "irix",
                                               "why\033"};
        WRITTEN(report_not_judged(&absence, named, out), text);

        assert_string_equal(text, lines[named]);
        free(text);
    }
}

TEST(no_format_lets_a_name_write_to_a_terminal)
{
    for (const struct report_format *f = report_formats; f->name; f++) {
        char *text = all_of(f);

        for (const char *c = text; *c; c++)
            if (iscntrl((unsigned char)*c) && *c != '\n' && *c != '\t')
                fail_msg("%s: byte %d", f->name, *c);
        free(text);
    }
}

/* The same sentence in each of them, markup aside; results have the file that
 * waived, and a badge has it where it is heard. */
TEST(each_format_says_how_a_run_went_in_the_same_words)
{
    for (size_t k = 0; k < scenario_count; k++)
        for (const struct report_format *f = report_formats; f->name; f++) {
            const char *verdict;
            char *text, *plain;

            make_scenario(&scenarios[k], NULL);
            if (made_count != 1 || strcmp(f->name, "jsonl") == 0 ||
                strchr(made->implementation, '\n'))
                continue;
            verdict = report_verdict(made);
            plain = text = written(f);
            for (char *c = text; *c; c++)
                if (*c == '<' && strcmp(f->name, "html") == 0)
                    c = strchr(c, '>');
                else if (*c != '*')
                    *plain++ = *c;
            *plain = '\0';
            if (!strstr(text, verdict))
                fail_msg("%s, %s: \"%s\" not in \"%.3000s\"", scenarios[k].name,
                         f->name, verdict, text);
            if (made->summary[VERDICT_WAIVED] && strstr(text, "conforms in"))
                fail_msg("%s: conforms", f->name);
            free(text);
        }
}

TEST(every_format_is_found_by_its_name)
{
    for (const struct report_format *f = report_formats; f->name; f++)
        assert_ptr_equal(report_format_find(f->name), f);
    assert_null(report_format_find("none"));
}

/* GitHub takes 65536 characters: failures in each of eight runs; the lesser
 * number has room in the first. */
static void check_room(size_t failures, const char *words)
{
    enum { MANY = 2000, RUNS = 8 };
    static struct result many_cases[MANY];
    char *text;

    make_scenario(find_scenario("hostile"), NULL);
    for (size_t k = 0; k < MANY; k++)
        many_cases[k] = made_cases[0][1];
    for (size_t k = 0; k < RUNS; k++) {
        made[k] = made[0];
        made[k].implementation = "x";
        made[k].cases = many_cases;
        made[k].case_count = failures;
        memset(made[k].summary, 0, sizeof made[k].summary);
        made[k].summary[VERDICT_FAIL] = failures;
    }
    made_count = RUNS;
    text = written(report_format_find("markdown"));
    assert_true(strlen(text) < 65536);
    assert_within(text, "### The worst findings\n");
    assert_within(text, words);
    free(text);
}

TEST(however_much_fails_it_fits_a_comment)
{
    check_room(2000, "- and 15995 more\n");
    check_room(2000, "8 more sections did not fit here.\n");
    check_room(20, "- and 155 more\n");
    check_room(20, " more sections did not fit here.\n");
}

TEST(a_suite_says_what_it_did_not_look_at_where_something_conforms)
{
    static const struct {
        const char *suite;
        unsigned verdict;
        bool chosen;
        const char *words;
    } rows[] = {
        {"quick", VERDICT_PASS, false, "--suite full tries many more cases."},
        {"live", VERDICT_PASS, false, "of the clock alone; --suite quick"},
        {"live", VERDICT_FAIL, false, NULL},
        {"live", VERDICT_INCONCLUSIVE, false, NULL},
        {"live", VERDICT_PASS, true, NULL},
        {"full", VERDICT_PASS, false, NULL},
        {NULL, VERDICT_PASS, false, NULL},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const char *words;

        made_count = 0;
        make_run("x", "aix")->suite = rows[k].suite;
        make_case(made, "c", rows[k].verdict, "");
        made->chosen = rows[k].chosen;
        words = report_beyond(made, 1);
        if (rows[k].words)
            assert_within(words ? words : "", rows[k].words);
        else
            assert_null(words);
    }
}

TEST(what_does_not_fail_anybody_exits_with_0)
{
    static const struct {
        const char *verdicts;
        bool observed;
        int status;
    } rows[] = {
        {"pass unsupported unspecified waived", false, 0},
        {"pass pass inconsistent pass", false, 1},
        {"fail error pass pass", false, 3},
        /* Half of those asked is enough. */
        {"pass unsupported pass unsupported", true, 0},
        {"pass unsupported unsupported unsupported", true, 1},
        {"fail unsupported unsupported unsupported", true, 1},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        size_t count;
        const char *const *words = made_list(rows[k].verdicts, &count);
        struct results *run;

        made_count = 0;
        run = make_run("x", "aix");
        for (size_t n = 0; n < count; n++)
            make_case(run, "c", made_place(verdict_names, VERDICTS, words[n]),
                      "")
                ->observed =
                rows[k].observed ? (char *)"ended normally at 0" : NULL;
        assert_int_equal(results_status(run), rows[k].status);
        assert_int_equal(report_status(made, 1), rows[k].status);
    }
}

static int set_up(void **state)
{
    const char *how = getenv("GOLDEN");

    (void)state;
    golden_writes = how && strcmp(how, "write") == 0;
    return golden_entries("reports/scenarios.txt", take_scenario) == 0;
}

TESTS(set_up, NULL)
