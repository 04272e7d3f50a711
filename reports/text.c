/* SPDX-License-Identifier: MIT */
/* For people: a run in few words, and what is behind what did not pass. */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "reports.h"
#include "runs.h"

/* Where it is written, and whether in colour. */
struct pen {
    FILE *out;
    bool colour;
};

static const char *const lights[] = {[REPORT_GOOD] = GREEN,
                                     [REPORT_NOTED] = YELLOW,
                                     [REPORT_BAD] = RED,
                                     [REPORT_OPEN] = YELLOW};

static const char *colour_of(unsigned verdict)
{
    return verdict == VERDICT_PASS  ? GREEN
           : report_is_bad(verdict) ? RED
                                    : YELLOW;
}

static void put_coloured(struct pen pen, const char *word, const char *colour)
{
    terminal_coloured(word, colour, pen.colour, pen.out);
}

/* Words, then other people's text; nothing if that is null. */
static void put(struct pen pen, const char *words, const char *others)
{
    if (!others)
        return;
    fputs(words, pen.out);
    terminal_clean(others, pen.out);
}

static void put_name(struct pen pen, const struct results *run)
{
    put(pen, "", run->implementation);
    put(pen, " as ", report_dialect(run));
    if (strcmp(run->backend, "signal") != 0 &&
        strcmp(run->backend, run->implementation) != 0)
        put(pen, ", ticks by ", run->backend);
}

static void put_one(struct pen pen, const struct results *run)
{
    struct report_state state = report_state(run);

    put_name(pen, run);
    fputs(": ", pen.out);
    put_coloured(pen, state.words, lights[state.light]);
    put(pen, "", report_basis(run));
    putc('\n', pen.out);
}

static void put_word(struct pen pen, const struct report_finding *finding)
{
    put_coloured(pen, finding->word, colour_of(finding->verdict));
    fputs(": ", pen.out);
}

static void put_cause(struct pen pen, const struct report_finding *finding)
{
    const struct cause *cause = finding->cause;
    const struct result *c = finding->result;

    put_word(pen, finding);
    put(pen, "", cause->sentence);
    if (cause->confidence == CONFIDENCE_BOUNDED)
        fputs(" (not everything could be tried)", pen.out);
    put(pen, "\n  ", report_cases_of(finding->run, cause));
    put(pen, ": ", c->id);
    put(pen, ": ", c->input);
    put(pen, "\n    waived     ", c->waiver);
    put(pen, "\n    got        ", results_got(finding->run, cause));
    put(pen, "\n    permitted  ", results_instead(finding->run, cause));
    if (cause->limit)
        fprintf(
            pen.out,
            "\n  if its PROFIL_MAX is below %zu, --set PROFIL_MAX=N gives it",
            cause->limit);
    put(pen, "\n  this case separates them: ", cause->telling);
    putc('\n', pen.out);
}

void report_cause(const struct results *run, const struct cause *cause,
                  bool colour, FILE *out)
{
    const struct report_finding finding = report_finding_of(run, cause);

    put_cause((struct pen){out, colour}, &finding);
}

/* A case that no cause is behind. */
static void put_case(struct pen pen, const char *word, const struct result *c)
{
    put_coloured(pen, word, colour_of(c->verdict));
    put(pen, ": ", c->id);
    put(pen, ": ", c->house);
    put(pen, ": ", c->waiver);
    if (c->waiver)
        fprintf(pen.out, " (%s", verdict_names[c->waived]);
    put(pen, ": ", c->detail);
    fputs(c->waiver ? ")\n" : "\n", pen.out);
}

static const char *past_address(const char *text)
{
    text += strspn(text, "0");
    return *text == 'x' ? text + 1 + strspn(text + 1, "0123456789abcdef")
                        : text;
}

/* What others said is quoted, and another thing in each case. */
static const char *past_quoted(const char *text)
{
    const char *last = strrchr(text, '"');

    return *text == '"' && last > text ? last : text;
}

/* Whether two reasons not to judge a case are the same, but for addresses: 0,
 * or 0x and so on. */
static bool same_reason(const char *a, const char *b)
{
    while (*a && *b) {
        if (*a == '"' && *b == '"') {
            a = past_quoted(a);
            b = past_quoted(b);
        }
        if (*a == '0' && *b == '0') {
            a = past_address(a);
            b = past_address(b);
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return *a == *b;
}

/* Cases that can't be judged for one reason. */
struct reason {
    const struct result *first;
    size_t cases;
    bool vary; /* some speak of other addresses */
};

/* Those of that verdict; free releases them. */
static struct reason *reasons_of(const struct results *run, unsigned verdict,
                                 size_t *count)
{
    struct reason *list = NULL;

    *count = 0;
    for (size_t k = 0; k < run->case_count; k++) {
        const struct result *c = &run->cases[k];
        size_t i = 0;

        if (c->verdict != verdict || c->cause_count)
            continue;
        while (i < *count && !same_reason(list[i].first->detail, c->detail))
            i++;
        if (i == *count)
            MEMORY_ADD(list, *count) = (struct reason){.first = c};
        list[i].cases++;
        list[i].vary |= strcmp(list[i].first->detail, c->detail) != 0;
    }
    return list;
}

/* "unsupported: 4 cases: needs a 16-bit machine": a line a reason, of the cases
 * of that verdict. */
static void put_reasons(struct pen pen, const struct results *run,
                        unsigned verdict)
{
    size_t count;
    struct reason *all = reasons_of(run, verdict, &count);

    for (size_t k = 0; k < count; k++) {
        const struct reason *r = &all[k];

        put_coloured(pen, verdict_names[verdict], colour_of(verdict));
        fprintf(pen.out, ": %zu case%s", r->cases, plural(r->cases));
        if (report_is_bad(verdict))
            put(pen, r->cases > 1 ? ", the first " : ", ", r->first->id);
        put(pen, r->vary ? ", such as: " : ": ", r->first->detail);
        putc('\n', pen.out);
    }
    free(all);
}

/* Whether it may be printed though no finding is: nobody fails for it. */
static bool is_noted(const struct result *c)
{
    return c->finding && !report_is_listed(c->verdict) && !c->house;
}

enum { NOTED = 4 }; /* printed of them */

/* What nobody fails for, as far as it has room, and how many more of that
 * verdict are left to --verbose. */
static void put_noted(struct pen pen, const struct results *run)
{
    size_t noted = 0, left = 0;

    for (size_t k = 0; k < run->case_count; k++) {
        const struct result *c = &run->cases[k];

        if (is_noted(c) && noted < NOTED) {
            noted++;
            put_case(pen, verdict_names[c->verdict], c);
        } else {
            left +=
                c->verdict == VERDICT_UNSPECIFIED && !report_is_house(run, c);
        }
    }
    if (noted > 0 && left > 0)
        fprintf(pen.out, "unspecified: %zu more case%s, with --verbose\n", left,
                plural(left));
}

/* What fails comes first, then what is waived, then house rules; then what
 * nobody fails for, unless all cases are listed below. */
static void put_causes(struct pen pen, const struct results *run, bool verbose)
{
    static const enum report_kind turns[] = {REPORT_FAILS, REPORT_IS_WAIVED,
                                             REPORT_BREAKS_HOUSE};
    size_t count;
    struct report_finding *all = report_findings(run, 1, ~0u, &count);

    for (size_t turn = 0; turn < sizeof turns / sizeof *turns; turn++)
        for (size_t k = 0; k < count; k++)
            if (all[k].kind == turns[turn] && all[k].cause)
                put_cause(pen, &all[k]);
            else if (all[k].kind == turns[turn] &&
                     all[k].verdict != VERDICT_ERROR)
                put_case(pen, all[k].word, all[k].result);
    free(all);
    if (!verbose)
        put_noted(pen, run);
    put_reasons(pen, run, VERDICT_ERROR);
    put_reasons(pen, run, VERDICT_UNSUPPORTED);
}

static void put_counts(struct pen pen, const struct results *run)
{
    const char *separator = ": ";

    fprintf(pen.out, "%zu case%s", run->case_count, plural(run->case_count));
    for (unsigned v = 0; v < VERDICTS; v++) {
        if (!run->summary[v])
            continue;
        fprintf(pen.out, "%s%zu ", separator, run->summary[v]);
        put_coloured(pen, verdict_names[v], colour_of(v));
        separator = ", ";
    }
    putc('\n', pen.out);
}

void report_rest(const struct results *run, bool colour, FILE *out)
{
    put_causes((struct pen){out, colour}, run, false);
    put_counts((struct pen){out, colour}, run);
}

void report_not_judged(const struct report_absence *absence, bool named,
                       FILE *out)
{
    terminal_print(out, "%s%snot judged as %s: %s\n",
                   named ? absence->implementation : "", named ? " " : "",
                   absence->dialect, absence->why);
}

/* Every case, a line each. */
static void put_cases(struct pen pen, const struct results *run)
{
    for (size_t k = 0; k < run->case_count; k++) {
        const struct result *c = &run->cases[k];
        const char *word = verdict_names[c->verdict];

        fputs("  ", pen.out);
        put_coloured(pen, word, colour_of(c->verdict));
        terminal_pad(strlen(word), strlen("inconclusive") + 2, pen.out);
        put(pen, "", c->id);
        put(pen, ": ", *c->detail ? c->detail : NULL);
        putc('\n', pen.out);
    }
}

enum { WIDEST = 40 };

/* The choices that a rule was left; "-" where the run shows nothing of it. */
static const char *choices_of(const struct rule_finding *finding)
{
    return finding->standing == STANDING_NOT_SHOWN ? "-"
                                                   : report_choices(finding);
}

static void put_behaviour(struct pen pen, const struct results *run)
{
    size_t rules = 0, widest = 0;

    for (size_t k = 0; k < run->behaviour_count; k++) {
        size_t length = strlen(choices_of(&run->behaviour[k]));

        widest = length <= WIDEST && length > widest ? length : widest;
        length = strlen(run->behaviour[k].rule);
        rules = length > rules ? length : rules;
    }
    for (size_t k = 0; k < run->behaviour_count; k++) {
        const struct rule_finding *f = &run->behaviour[k];
        const char *standing = standing_names[f->standing];

        fprintf(pen.out, "  %-*s  %-*s  ", (int)rules, f->rule, (int)widest,
                choices_of(f));
        if (standing_is_wrong(f->standing))
            put_coloured(pen, standing, RED);
        else
            fputs(standing, pen.out);
        if (*f->clause && f->standing != STANDING_NOT_SHOWN) {
            terminal_pad(strlen(standing), strlen("inconsistent"), pen.out);
            fprintf(pen.out, "  %s", f->clause);
        }
        putc('\n', pen.out);
    }
}

void report_text(const struct results *run, enum report_detail detail,
                 bool colour, FILE *out)
{
    struct pen pen = {out, colour};

    put_one(pen, run);
    if (detail == REPORT_QUIET)
        return;
    put_causes(pen, run, detail == REPORT_VERBOSE);
    put_counts(pen, run);
    if (detail < REPORT_VERBOSE)
        return;
    put_cases(pen, run);
    if (run->behaviour_count == 0) /* it was asked for no rule */
        return;
    put(pen, "Its behaviour, ticks by ", run->backend);
    fputs(":\n", out);
    put_behaviour(pen, run);
}

/* What is no failure of the user's: a line each, under a heading.  Of a control
 * that fails, what fails. */
static void put_controls(struct pen pen, const struct results *runs,
                         size_t count, enum report_role role,
                         enum report_detail detail)
{
    size_t n;
    struct results *list = report_of(runs, count, role, &n);

    if (n && detail != REPORT_QUIET && role == REPORT_CONTROL)
        fputs("\nControls, profilcheck's own:\n", pen.out);
    else if (n && detail != REPORT_QUIET)
        fprintf(pen.out, "\n%s; --dialect D judges by one of them:\n",
                report_offer(runs, count));
    for (size_t k = 0; k < n; k++)
        if (role == REPORT_CONTROL &&
            report_state(&list[k]).light == REPORT_BAD)
            report_text(&list[k], detail, pen.colour, pen.out);
        else
            put_one((struct pen){pen.out, false}, &list[k]);
    free(list);
}

/* How many runs are shown one by one; of more a line a cause. */
enum { SHOWN_WHOLE = 4, NAME = 28, DIALECT = 11, CELL = 37 };

/* A name of so many columns, cut where it is longer. */
static void put_column(struct pen pen, const char *name, int width)
{
    struct memory_stream stream;
    size_t columns = terminal_clean(name, memory_stream(&stream));
    char *text = memory_stream_end(&stream);

    if (columns > (size_t)width) {
        const char *at = text + strlen(text) - (size_t)width + 3;

        while ((*at & 0xc0) == 0x80) /* the middle of a character */
            at++;
        fprintf(pen.out, "...%s  ", at);
    } else {
        fprintf(pen.out, "%s%*s  ", text, width - (int)columns, "");
    }
    free(text);
}

/* A row of 80 columns for each run. */
static void put_table(struct pen pen, const struct results *runs, size_t count)
{
    put_column(pen, "implementation", NAME);
    put_column(pen, "dialect", DIALECT);
    fputs("cases\n", pen.out);
    for (size_t k = 0; k < count; k++) {
        char text[CELL + 1];

        if (snprintf(text, sizeof text, "%s", report_cell(&runs[k])) > CELL)
            memcpy(text + CELL - 3, "...", 4);
        put_column(pen, runs[k].implementation, NAME);
        put_column(pen, runs[k].dialect, DIALECT);
        put_coloured(pen, text, lights[report_state(&runs[k]).light]);
        putc('\n', pen.out);
    }
}

/* How many of the runs have that cause. */
static size_t count_owners(const struct results *runs, size_t count,
                           const char *id)
{
    size_t owners = 0;

    for (size_t k = 0; k < count; k++)
        for (size_t n = 0; n < runs[k].cause_count; n++)
            owners += strcmp(runs[k].causes[n].id, id) == 0;
    return owners;
}

/* A line for each cause: its sentence up to the clause, and who has it. */
static void put_short_causes(struct pen pen, const struct results *runs,
                             size_t count)
{
    size_t found;
    struct report_finding *all =
        report_findings(runs, count, REPORT_FAILS | REPORT_IS_WAIVED, &found);

    for (size_t k = 0; k < found; k++) {
        const struct results *run = all[k].run;
        size_t before = (size_t)(run - runs), more;
        char *sentence;

        if (!all[k].cause || count_owners(runs, before, all[k].cause->id))
            continue;
        more = count_owners(run + 1, count - before - 1, all[k].cause->id);
        sentence = memory_text(all[k].cause->sentence);
        sentence[strcspn(sentence, ";")] = '\0';
        put_coloured(pen, verdict_names[all[k].verdict], RED);
        put(pen, ": ", sentence);
        put(pen, " (", run->implementation);
        fprintf(pen.out, " as %s", run->dialect);
        if (more)
            fprintf(pen.out, " and %zu more", more);
        fputs(")\n", pen.out);
        free(sentence);
    }
    free(all);
}

void report_runs(const struct results *runs, size_t count,
                 enum report_detail detail, bool colour, FILE *out)
{
    struct pen pen = {out, colour};
    size_t n;
    struct results *subjects = report_of(runs, count, REPORT_SUBJECT, &n);
    bool whole = n <= SHOWN_WHOLE || detail != REPORT_NORMAL;

    for (size_t k = 0; whole && k < n; k++) {
        fputs(k && detail != REPORT_QUIET ? "\n" : "", out);
        report_text(&subjects[k], detail, colour, out);
    }
    if (n > 1 && detail != REPORT_QUIET) {
        fputs(whole ? "\n" : "", out);
        put_table(pen, subjects, n);
    }
    if (!whole) {
        putc('\n', out);
        put_short_causes(pen, subjects, n);
        fputs("--verbose shows the cases, behaviour and other dialects of "
              "each.\n",
              out);
    }
    free(subjects);
    if (whole && detail != REPORT_QUIET)
        put_controls(pen, runs, count, REPORT_OFFERED, detail);
    put_controls(pen, runs, count, REPORT_CONTROL, detail);
}
