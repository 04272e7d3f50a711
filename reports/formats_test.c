/* SPDX-License-Identifier: MIT */
/*
 * What every format writes of the same runs, held to reports/golden/NAME, with
 * what `run` prints in text as formats of their own.  With GOLDEN=write in the
 * environment these files are written: then look at what changed in them.  The
 * page has tests of its own, in html/.
 */
#include <ctype.h>

#include "conformance/base/whole_file.h"
#include "report_test.h"
#include "runs.h"

static void text_quiet(const struct results *runs, size_t count, FILE *out)
{
    report_runs(runs, count, REPORT_QUIET, false, out);
}

static void text_normal(const struct results *runs, size_t count, FILE *out)
{
    report_runs(runs, count, REPORT_NORMAL, false, out);
}

static void text_verbose(const struct results *runs, size_t count, FILE *out)
{
    report_runs(runs, count, REPORT_VERBOSE, false, out);
}

static void text_coloured(const struct results *runs, size_t count, FILE *out)
{
    report_runs(runs, count, REPORT_VERBOSE, true, out);
}

static void absences(const struct results *runs, size_t count, FILE *out)
{
    for (size_t k = 0; k < count; k++)
        report_not_judged(
            &(struct report_absence){runs[k].implementation, "irix", "why\033"},
            k, out);
}

static const struct report_format views[] = {
    {"text-quiet", NULL, text_quiet, false},
    {"text-normal", NULL, text_normal, false},
    {"text-verbose", NULL, text_verbose, false},
    {"text-coloured", NULL, text_coloured, false},
    {"text-absences", NULL, absences, false},
    {0},
};

static const char *const one[] = {"up"};
static const char *const two[] = {"ignored", "modular"};
static const char *const three[] = {"whole", "cut", "bad"};

static const struct rule_finding behaviour[] = {
    {"unit", "Which?", one, 1, "aix.profil.3", STANDING_FORBIDDEN},
    {"product (sprofil)", "How?", NULL, 0, "aix.profil.2",
     STANDING_INCONSISTENT},
    {"below-offset", NULL, two, 2, "", STANDING_PERMITTED},
    {"odd-tail", HOSTILE, three, 3, "aix.profil.6", STANDING_OPEN},
    {"fork", NULL, three, 3, "aix.profil.15", STANDING_NOT_SHOWN},
};

static void behaves(struct results *run)
{
    run->behaviour = behaviour;
    run->behaviour_count = sizeof behaviour / sizeof *behaviour;
}

/* Dialects down, implementations across; a path is a reference. */
static void several(void)
{
    struct results *run;

    make_case(make_run("./a b/c:d.so", "aix"), "a.1", VERDICT_PASS, "");
    run = make_run("./a b/c:d.so", "irix");
    make_case(run, "a.1", VERDICT_PASS, "");
    make_case(run, "b.2", VERDICT_FAIL, "it is x");
    make_case(make_run("/y", "aix"), "a.1", VERDICT_PASS, "");
}

/* Names and words that are markup, or a line's end, somewhere; every verdict;
 * and a rule that was taken in each way. */
static void hostile(void)
{
    static const struct named environment[] = {{"kernel", HOSTILE}};
    struct results *run = make_run("x\nok 9 # SKIP\n" HOSTILE, "aix");
    struct result *c;

    run->environment = environment;
    run->environment_count = 1;
    behaves(run);
    make_case(run, "a.1", VERDICT_PASS, "x=y");
    c = make_case(run, "b.2", VERDICT_FAIL, "x, " HOSTILE ": {0}");
    c->text = (char *)"case b\n";
    c->observed = (char *)HOSTILE;
    c->explanation = (char *)"because";
    make_case(run, HOSTILE, VERDICT_CRASH, "SIGSEGV");
    make_case(run, "d.4", VERDICT_UNSUPPORTED, "needs " HOSTILE);
    make_case(run, "e.5", VERDICT_UNSPECIFIED, "no");
    make_case(run, "f.6", VERDICT_INCONCLUSIVE, "late");
    make_case(run, "g.7", VERDICT_ERROR, "ours");
    make_case(run, "h.8", VERDICT_INCONSISTENT, "not both");
    make_case(run, "i.9", VERDICT_TIMEOUT, "late");
    c = make_case(run, "j.10", VERDICT_WAIVED, "old");
    c->waived = VERDICT_FAIL;
    c->waiver = "known #1";
}

/* Two causes, of which one is alone behind less than its worst case; with all
 * that is known of one; and a case that the harness broke. */
static void explained(void)
{
    struct results *run = make_run("./libmine.so", "aix");
    struct result *c;
    struct cause *cause;

    run->source = "src/my profil.c:12";
    behaves(run);
    make_case(run, "long.1", VERDICT_FAIL, "x")->took = 1234499;
    c = make_case(run, "short.2", VERDICT_CRASH, "y");
    c->text = (char *)"case short\n";
    c->observed = (char *)"1 crash";
    c->input = (char *)"tick 1";
    c->got = (char *)"b is 1";
    c->permitted = (char *)"0";
    c->explanation = (char *)"because\nof that";
    c->took = 1;
    make_case(run, "own.3", VERDICT_ERROR, "ours");
    cause = make_cause(run, "died", "", "It died", 1, 1);
    cause->confidence = CONFIDENCE_BOUNDED;
    cause = make_cause(run, "unit=index", "aix.profil.6", "It counted by index",
                       0, 2);
    cause->found = one;
    cause->found_count = 1;
    cause->permitted = two;
    cause->permitted_count = 2;
    cause->others = three;
    cause->other_count = 3;
    cause->telling = (char *)"t.4: tick <2>";
    cause->confidence = CONFIDENCE_LIKELY;
}

/* One passes, and three that were asked gave no verdict. */
static void too_few(void)
{
    struct results *run = make_run("x", "aix");

    make_case(run, "a.1", VERDICT_PASS, "");
    for (size_t k = 1; k < 4; k++)
        make_case(run, "n", VERDICT_UNSUPPORTED, "no")->observed =
            (char *)"ended unsupported at 0";
}

/* What could not be judged has a line a reason, whatever its addresses. */
static void reasons(void)
{
    static const char *const words[] = {
        "no pc of 0xfff: none", "no pc of 0: none", "no pc of 0xffe: some",
        "no pc of 0xffe: no"};
    struct results *run = make_run("x", "aix");

    make_case(run, "a.1", VERDICT_PASS, "");
    for (size_t k = 0; k < 4; k++)
        make_case(run, "b.2", VERDICT_UNSUPPORTED, words[k]);
    make_case(run, "c.3", VERDICT_UNSPECIFIED, "left it")->finding = true;
    run = make_run("./long\033name.so", "irix");
    make_case(run, "a.1", VERDICT_UNSUPPORTED, words[1]);
    make_case(run, "d.4", VERDICT_UNSUPPORTED, "far\n");
}

static void not_judged(void)
{
    make_case(make_run("x", "aix"), "d.4", VERDICT_UNSUPPORTED, "no");
}

static void waives(struct results *run)
{
    struct result *c = make_case(run, "h.8", VERDICT_WAIVED, "old");

    c->waived = VERDICT_FAIL;
    c->waiver = "known";
    c->got = (char *)"b is 1";
    run->waivers = "known.txt";
    make_cause(run, "rounding=up", "freebsd.profil.3", "It was rounded",
               run->case_count - 1, 1);
}

/* A house rule is broken by a cause, and by what was noted of a case. */
static void breaks_house(struct results *run, unsigned verdict)
{
    struct result *c = make_case(run, "exec.1", verdict, "d");

    c->judged = VERDICT_FAIL;
    c->house = "decency.2";
    make_cause(run, "exec=killed", "decency.2", "It was killed",
               run->case_count - 1, 1);
    c = make_case(run, "caller.2", verdict, "left a timer");
    c->finding = true;
    c->house = "decency.1";
}

static void waived(void)
{
    waives(make_run("x", "freebsd"));
}

static void house(void)
{
    breaks_house(make_run("x", "freebsd"), VERDICT_UNSPECIFIED);
}

static void house_fails(void)
{
    struct results *run = make_run("x", "freebsd");

    run->house_policy = HOUSE_FAIL;
    make_case(run, "a.1", VERDICT_PASS, "");
    breaks_house(run, VERDICT_FAIL);
}

static void house_off(void)
{
    struct results *run = make_run("x", "freebsd");

    run->house_policy = HOUSE_OFF;
    breaks_house(run, VERDICT_UNSPECIFIED);
}

static void waived_and_house(void)
{
    struct results *run = make_run("x", "freebsd");

    run->command = "profilcheck run x";
    run->date = "2026-01-31";
    run->commit = "abc";
    waives(run);
    breaks_house(run, VERDICT_UNSPECIFIED);
}

/* The runtime of -pg has no page. */
static void convention(void)
{
    make_case(make_run("x", "gmon"), "a.1", VERDICT_PASS, "");
}

/* More than four are a table, and a line a cause; controls are below, and a
 * dialect that nobody asked for is offered. */
static void many(void)
{
    static const char *const names[] = {
        "a.so", "b.so", "a/path/that/is/longer/than/its/column.so", "d.so",
        "e.so"};
    struct results *run;

    for (size_t k = 0; k < 5; k++) {
        run = make_run(names[k], "aix");
        make_case(run, "a.1", VERDICT_PASS, "");
        if (k < 2)
            continue;
        make_case(run, "b.2", VERDICT_FAIL, "");
        make_cause(run, "rounding=down", "aix.profil.2",
                   "It was rounded; aix.profil.2 wants up", 1, 1);
    }
    run = make_run("signal", "aix");
    run->control = true;
    make_case(run, "a.1", VERDICT_PASS, "");
    for (size_t k = 0; k < 2; k++) {
        run = make_run("f.so", k ? "irix" : "hpux");
        run->tried = true;
        make_case(run, "a.1", k ? VERDICT_FAIL : VERDICT_PASS, "");
    }
}

static void none(void)
{
}

static const struct scenario {
    const char *name;
    void (*make)(void);
} scenarios[] = {
    {"several", several},
    {"hostile", hostile},
    {"explained", explained},
    {"too few", too_few},
    {"reasons", reasons},
    {"not judged", not_judged},
    {"waived", waived},
    {"house", house},
    {"house fails", house_fails},
    {"house off", house_off},
    {"waived and house", waived_and_house},
    {"convention", convention},
    {"many", many},
    {"none", none},
};
enum { SCENARIOS = sizeof scenarios / sizeof *scenarios };

static void take(size_t k)
{
    made_count = 0;
    scenarios[k].make();
}

static char *all_of(const struct report_format *format)
{
    struct memory_stream stream;

    memory_stream(&stream);
    for (size_t k = 0; k < SCENARIOS; k++) {
        char *text;

        take(k);
        fprintf(stream.out, "== %s\n", scenarios[k].name);
        text = written(format);
        fprintf(stream.out, "%s\n", text);
        free(text);
    }
    return memory_stream_end(&stream);
}

/* The first line that differs. */
static void check_golden(const char *path, const char *text)
{
    struct whole_file golden;
    size_t line = 1, at = 0;

    if (!whole_file_read(&golden, path))
        fail_msg("%s is not there: GOLDEN=write makes it", path);
    for (; text[at] && text[at] == golden.text[at]; at++)
        line += text[at] == '\n';
    if (text[at] || golden.text[at])
        fail_msg("%s:%zu: is \"%.200s\", was \"%.200s\"", path, line, text + at,
                 golden.text + at);
    free(golden.text);
}

static void check(const struct report_format *format)
{
    const char *how = getenv("GOLDEN");
    char path[100], *text = all_of(format);

    snprintf(path, sizeof path, "reports/golden/%s", format->name);
    if (how && strcmp(how, "write") == 0) {
        FILE *out = fopen(path, "w");

        assert_non_null(out);
        fputs(text, out);
        assert_int_equal(fclose(out), 0);
    }
    check_golden(path, text);
    free(text);
}

TEST(each_format_writes_what_its_golden_holds)
{
    for (const struct report_format *f = report_formats; f->name; f++)
        if (strcmp(f->name, "html") != 0)
            check(f);
    for (const struct report_format *f = views; f->name; f++)
        check(f);
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
    for (size_t k = 0; k + 2 < SCENARIOS; k++)
        for (const struct report_format *f = report_formats; f->name; f++) {
            char *text, *plain, verdict[REPORT_BASIS];

            take(k);
            if (made_count != 1 || strcmp(f->name, "jsonl") == 0 ||
                strchr(made->implementation, '\n'))
                continue;
            report_verdict(made, verdict);
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

    take(1);
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

TEST(what_does_not_fail_anybody_exits_with_0)
{
    static const struct {
        unsigned verdicts[4];
        bool observed;
        int status;
    } rows[] = {
        {{VERDICT_PASS, VERDICT_UNSUPPORTED, VERDICT_UNSPECIFIED,
          VERDICT_WAIVED},
         false,
         0},
        {{VERDICT_PASS, VERDICT_PASS, VERDICT_INCONSISTENT, VERDICT_PASS},
         false,
         1},
        {{VERDICT_FAIL, VERDICT_ERROR, VERDICT_PASS, VERDICT_PASS}, false, 3},
        /* Half of those asked is enough. */
        {{VERDICT_PASS, VERDICT_UNSUPPORTED, VERDICT_PASS, VERDICT_UNSUPPORTED},
         true,
         0},
        {{VERDICT_PASS, VERDICT_UNSUPPORTED, VERDICT_UNSUPPORTED,
          VERDICT_UNSUPPORTED},
         true,
         1},
        {{VERDICT_FAIL, VERDICT_UNSUPPORTED, VERDICT_UNSUPPORTED,
          VERDICT_UNSUPPORTED},
         true,
         1},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct results *run;

        made_count = 0;
        run = make_run("x", "aix");
        for (size_t n = 0; n < 4; n++)
            make_case(run, "c", rows[k].verdicts[n], "")->observed =
                rows[k].observed ? (char *)"ended normally at 0" : NULL;
        assert_int_equal(results_status(run), rows[k].status);
        assert_int_equal(report_status(made, 1), rows[k].status);
    }
}

TESTS(NULL, NULL)
