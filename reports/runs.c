/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "conformance/results/fields.h"
#include "conformance/results/house.h"
#include "conformance/results/notes.h"
#include "runs.h"

enum report_test report_test(unsigned verdict)
{
    return verdict == VERDICT_PASS    ? REPORT_PASSED
           : verdict == VERDICT_ERROR ? REPORT_BROKEN
           : verdict_fails(verdict)   ? REPORT_FAILED
                                      : REPORT_SKIPPED;
}

bool report_is_bad(unsigned verdict)
{
    enum report_test test = report_test(verdict);

    return test == REPORT_FAILED || test == REPORT_BROKEN;
}

bool report_is_listed(unsigned verdict)
{
    return report_is_bad(verdict) || verdict == VERDICT_WAIVED;
}

bool report_is_house(const struct results *run, const struct result *c)
{
    return c->house && c->verdict == VERDICT_UNSPECIFIED &&
           run->house_policy != HOUSE_OFF;
}

/* XML 1.0, 2.2: U+FFFE and U+FFFF. */
static bool is_nonchar(const unsigned char *text)
{
    return text[0] == 0xef && text[1] == 0xbf && text[2] >= 0xbe;
}

/* A byte of ASCII. */
static void put_byte(unsigned char c, const struct report_escapes *by,
                     FILE *out)
{
    for (const char *const *as = by->as; *as; as++)
        if (**as == (char)c) {
            fputs(*as + 1, out);
            return;
        }
    fprintf(out, c < 0x20 || c == 0x7f ? by->control : "%c", c);
}

static void put_escaped(const char *string, const struct report_escapes *by,
                        FILE *out)
{
    const unsigned char *text = (const unsigned char *)string;
    size_t length;

    for (; *text; text += length ? length : 1) {
        /* Most is nothing else, and goes as it is. */
        for (length = 0; isalnum(text[length]) || text[length] == ' ';)
            length++;
        fwrite(text, 1, length, out);
        if (length)
            continue;
        length = utf8_length(text);
        if (length == 1)
            put_byte(*text, by, out);
        else if (!length || utf8_misleads(text) ||
                 (by->xml && is_nonchar(text)))
            fputs("\xef\xbf\xbd", out);
        else
            fwrite(text, 1, length, out);
    }
}

void report_put(FILE *out, const struct report_escapes *by, const char *format,
                ...)
{
    va_list arguments;

    va_start(arguments, format);
    for (; *format; format++) {
        size_t plain = strcspn(format, "%");

        fwrite(format, 1, plain, out);
        format += plain;
        if (!*format++)
            break;
        switch (*format) {
        case 's': put_escaped(va_arg(arguments, const char *), by, out); break;
        case 'm': fputs(va_arg(arguments, const char *), out); break;
        case 'p': report_percent(va_arg(arguments, const char *), out); break;
        case 'u': fprintf(out, "%zu", va_arg(arguments, size_t)); break;
        case 'd': fprintf(out, "%d", va_arg(arguments, int)); break;
        case 'j':
            putc('"', out);
            put_escaped(va_arg(arguments, const char *), by->json, out);
            putc('"', out);
            break;
        case 'l': by->linked(va_arg(arguments, const char *), out); break;
        default: putc(*format, out);
        }
    }
    va_end(arguments);
}

void report_percent(const char *text, FILE *out)
{
    static const char unreserved[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "abcdefghijklmnopqrstuvwxyz"
                                     "0123456789-._~/";

    for (; *text; text++)
        fprintf(out, strchr(unreserved, *text) ? "%c" : "%%%02X",
                (unsigned char)*text);
}

const struct results *report_find(const struct results *runs, size_t count,
                                  const char *implementation,
                                  const char *dialect)
{
    for (size_t k = 0; k < count; k++)
        if (!strcmp(runs[k].implementation, implementation) &&
            !strcmp(runs[k].dialect, dialect))
            return &runs[k];
    return NULL;
}

bool report_new_dialect(const struct results *runs, size_t k)
{
    for (size_t j = 0; j < k; j++)
        if (!strcmp(runs[j].dialect, runs[k].dialect))
            return false;
    return true;
}

bool report_new_implementation(const struct results *runs, size_t k)
{
    for (size_t j = 0; j < k; j++)
        if (!strcmp(runs[j].implementation, runs[k].implementation))
            return false;
    return true;
}

static bool has_call(const struct results *run, const char *call)
{
    const char *text = results_text(run, "calls");
    char calls[200], word[40];

    snprintf(calls, sizeof calls, " %s ", text ? text : "");
    snprintf(word, sizeof word, " %s ", call);
    return strstr(calls, word) != NULL;
}

static size_t asked_of(const struct results *run)
{
    return run->case_count - run->summary[VERDICT_UNSUPPORTED];
}

/* Whether a library fits the dialect of the first run better: that of a profil
 * before that of monstartup alone; where it conforms; that whose sprofil it
 * has; where less of what could be asked fails, and more was asked. */
static bool fits_better(const struct results *a, const struct results *b)
{
    struct report_state one = report_state(a), other = report_state(b);
    size_t left = one.bad * (asked_of(b) + 1);
    size_t right = other.bad * (asked_of(a) + 1);

    if (has_call(a, "profil") != has_call(b, "profil"))
        return has_call(a, "profil");
    if (one.judged != other.judged)
        return one.judged;
    if ((one.bad == 0) != (other.bad == 0))
        return one.bad == 0;
    if (has_call(a, "sprofil") != has_call(b, "sprofil"))
        return has_call(a, "sprofil");
    if (left != right)
        return left < right;
    return one.passed > other.passed;
}

enum report_role report_role(const struct results *runs, size_t count, size_t k)
{
    bool others = false;

    for (size_t j = 0; j < count; j++)
        others |= !runs[j].control;
    if (runs[k].control && others)
        return REPORT_CONTROL;
    for (size_t j = 0; runs[k].tried && j < count; j++)
        if (j != k && runs[j].tried &&
            strcmp(runs[j].implementation, runs[k].implementation) == 0 &&
            (fits_better(&runs[j], &runs[k]) ||
             (j < k && !fits_better(&runs[k], &runs[j]))))
            return REPORT_OFFERED;
    return REPORT_SUBJECT;
}

const char *report_beyond(const struct results *runs, size_t count)
{
    static const char *const suites[][2] = {
        {"quick",
         "This was the quick suite; --suite full tries many more cases."},
        {"live", "This was the live suite, of the clock alone; --suite quick "
                 "judges what is counted where."},
    };

    for (size_t k = 0; k < count; k++)
        for (size_t s = 0; s < sizeof suites / sizeof *suites; s++)
            if (runs[k].suite && strcmp(runs[k].suite, suites[s][0]) == 0 &&
                report_role(runs, count, k) == REPORT_SUBJECT &&
                report_state(&runs[k]).conforms)
                return suites[s][1];
    return NULL;
}

const char *report_offer(const struct results *runs, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (runs[k].tried && report_role(runs, count, k) == REPORT_SUBJECT &&
            !report_state(&runs[k]).few)
            return "Dialects that it fits less well";
    return "Not enough was seen to say which dialect it fits best";
}

int report_status(const struct results *runs, size_t count)
{
    int status = 0;

    for (size_t k = 0; k < count; k++)
        if (report_role(runs, count, k) != REPORT_OFFERED &&
            results_status(&runs[k]) > status)
            status = results_status(&runs[k]);
    return status;
}

struct results *report_of(const struct results *runs, size_t count,
                          unsigned roles, size_t *found)
{
    struct results *list = memory_new(count, sizeof *list);

    *found = 0;
    for (size_t k = 0; k < count; k++)
        if (report_role(runs, count, k) & roles)
            list[(*found)++] = runs[k];
    return list;
}

char *report_command(const struct results *run)
{
    char *waivers = terminal_word(run->waivers ? run->waivers : "");
    char *command = memory_format(
        "%s%s%s%s%s", run->command, run->shard ? " --shard " : "",
        run->shard ? run->shard : "", run->waivers ? " --waivers " : "",
        run->waivers ? waivers : "");

    free(waivers);
    return command;
}

/* Whether a cell of a run counts the cases of that verdict. */
static bool cell_has(const struct results *run, unsigned verdict)
{
    if (results_status(run) != 0)
        return report_is_bad(verdict) && run->summary[verdict];
    return verdict ==
           (run->summary[VERDICT_WAIVED] ? VERDICT_WAIVED : VERDICT_PASS);
}

__attribute__((format(printf, 3, 4))) static void add(char *text, size_t size,
                                                      const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

enum { REPORT_CELL = 160, REPORT_BASIS = 1000 };

const char *report_cell(const struct results *run)
{
    static char text[REPORT_CELL];
    struct report_state state = report_state(run);
    size_t counted = 0;

    *text = '\0';
    if (state.few) {
        add(text, REPORT_CELL, "%s: %zu of %zu case%s judged", state.words,
            results_judged(run), results_asked(run),
            plural(results_asked(run)));
        return text;
    }
    for (unsigned v = 0; v < VERDICTS; v++)
        if (cell_has(run, v)) {
            counted += run->summary[v];
            add(text, REPORT_CELL, "%s%zu %s", *text ? " " : "",
                run->summary[v], verdict_names[v]);
        }
    if (counted != run->case_count)
        add(text, REPORT_CELL, " of %zu", run->case_count);
    if (state.house)
        add(text, REPORT_CELL, ", %zu house rule%s%s", state.house,
            plural(state.house), state.light == REPORT_BAD ? "" : " broken");
    return text;
}

/* Waived cases that fail by the manual: one of a house rule breaks that
 * alone. */
static size_t waived_by_manual(const struct results *run)
{
    size_t count = 0;

    for (size_t k = 0; k < run->case_count; k++)
        count +=
            run->cases[k].verdict == VERDICT_WAIVED && !run->cases[k].house;
    return count;
}

bool report_of_laws(const struct results *run)
{
    return run->suite && strcmp(run->suite, "laws") == 0;
}

bool report_is_part(const struct results *run)
{
    return run->shard || run->chosen || report_of_laws(run) ||
           results_text(run, "partial");
}

/* Whether such a part is all right. */
static bool nothing_failed(const struct results *run,
                           const struct report_state *state)
{
    return report_is_part(run) && state->judged && !state->bad &&
           !waived_by_manual(run);
}

/* Whether all that is bad of it is that some cases decided nothing. */
static bool is_undecided(const struct results *run,
                         const struct report_state *state)
{
    return state->open && !waived_by_manual(run) &&
           state->bad == state->open + run->summary[VERDICT_ERROR];
}

struct report_state report_state(const struct results *run)
{
    struct report_state state = {
        .waived = run->summary[VERDICT_WAIVED],
        .passed = run->summary[VERDICT_PASS],
        .silent = run->summary[VERDICT_UNSPECIFIED],
        .unjudged = run->summary[VERDICT_UNSUPPORTED],
        .open = run->summary[VERDICT_INCONCLUSIVE],
    };

    for (size_t k = 0; k < run->cause_count; k++)
        state.causes +=
            !house_of_cause(&run->causes[k]) &&
            report_is_bad(results_cause_verdict(run, &run->causes[k]));
    state.house = house_broken(run, state.house_rules, REPORT_HOUSE);
    if (run->house_policy == HOUSE_FAIL)
        state.house_bad = house_cases(run);
    for (unsigned v = 0; v < VERDICTS; v++)
        state.bad += report_is_bad(v) ? run->summary[v] : 0;
    state.bad -= state.house_bad;
    state.few = !state.bad && !state.house_bad && !results_say_enough(run);
    state.lacking = state.few || results_text(run, "partial");
    state.judged = run->case_count > state.unjudged && !state.few &&
                   (state.bad == 0 || state.bad > run->summary[VERDICT_ERROR]);
    state.conforms = state.judged && !state.bad && !waived_by_manual(run) &&
                     !nothing_failed(run, &state);
    state.words = state.few                      ? "not enough was seen to say"
                  : !state.judged                ? "was not judged"
                  : state.conforms               ? "conforms"
                  : is_undecided(run, &state)    ? "was not decided"
                  : !nothing_failed(run, &state) ? "does not conform"
                  : !state.house_bad             ? "nothing failed"
                  : notes_by_convention(run->dialect)
                      ? "nothing failed by convention"
                      : "nothing failed by the manual";
    state.light = state.bad || state.house_bad ? REPORT_BAD
                  : !state.judged              ? REPORT_OPEN
                  : state.waived || state.house > 0 || report_is_part(run)
                      ? REPORT_NOTED
                      : REPORT_GOOD;
    return state;
}

static void add_house(const struct report_state *state, char text[REPORT_BASIS])
{
    if (!state->house)
        return;
    add(text, REPORT_BASIS, "; breaks %zu house rule%s%s: ", state->house,
        plural(state->house),
        !state->house_bad   ? ""
        : state->house == 1 ? ", which fails it"
                            : ", which fail it");
    for (size_t k = 0; k < state->house && k < REPORT_HOUSE; k++)
        add(text, REPORT_BASIS, "%s%s", k ? ", " : "", state->house_rules[k]);
}

/* Whether no case has a list that is longer than the PROFIL_MAX that was
 * given. */
static bool limit_is_untested(const struct results *run)
{
    const char *given = results_text(run, "PROFIL_MAX");
    int dialect = dialect_by_name(run->dialect);

    return given && dialect >= 0 &&
           dialect_has_rule(dialect, RULE_COUNT_LIMIT) &&
           strtoul(given, NULL, 10) >= SCRIPT_LIST;
}

static void add_basis(const struct results *run,
                      const struct report_state *state, char text[REPORT_BASIS])
{
    const char *none =
        notes_by_convention(run->dialect) ? "convention is" : "manual is";
    const char *partial = results_text(run, "partial");
    size_t asked = results_asked(run), all = run->case_count;
    bool undecided = is_undecided(run, state);
    const char *chosen = !run->chosen ? ""
                         : all == 1   ? " that was chosen"
                                      : " that were chosen";
    /* They are not counted against it; where all are, it was not judged. */
    size_t errors = state->judged ? run->summary[VERDICT_ERROR] : 0;
    size_t wrong = state->bad - state->open - errors;
    bool open = state->judged && !state->bad;
    bool good = state->conforms || nothing_failed(run, state);

    if (state->few)
        add(text, REPORT_BASIS, ": %zu of %zu case%s judged",
            results_judged(run), asked, plural(asked));
    else if (!state->judged && !state->bad)
        add(text, REPORT_BASIS, ": every case is unsupported");
    else if (undecided)
        add(text, REPORT_BASIS, ": %zu of %zu case%s inconclusive", state->open,
            all, plural(all));
    else if (state->bad && state->causes)
        add(text, REPORT_BASIS, ": %zu cause%s, %zu of %zu case%s",
            state->causes, plural(state->causes), wrong, all, plural(all));
    else if (wrong)
        add(text, REPORT_BASIS, ": %zu of %zu case%s", wrong, all, plural(all));
    else if (good && state->passed == all)
        add(text, REPORT_BASIS, " in %s%zu case%s%s",
            state->conforms && all > 1 ? "all " : "", all, plural(all), chosen);
    else if (good)
        add(text, REPORT_BASIS, " in %zu of %zu case%s%s", state->passed, all,
            plural(all), chosen);
    if (state->open && !undecided)
        add(text, REPORT_BASIS, "; %zu inconclusive", state->open);
    if (errors)
        add(text, REPORT_BASIS, "; %zu error%s", errors, plural(errors));
    if (state->waived)
        add(text, REPORT_BASIS, "; %zu case%s waived", state->waived,
            plural(state->waived));
    if (state->waived && run->waivers)
        add(text, REPORT_BASIS, " by %.400s", run->waivers);
    if (state->silent && open)
        add(text, REPORT_BASIS, "; the %s silent on %zu", none, state->silent);
    if (state->unjudged && open)
        add(text, REPORT_BASIS, "; %zu could not be judged", state->unjudged);
    add_house(state, text);
    if (nothing_failed(run, state) && report_of_laws(run))
        add(text, REPORT_BASIS, "; laws do not judge by the %s",
            notes_by_convention(run->dialect) ? "convention" : "manual");
    if (limit_is_untested(run))
        add(text, REPORT_BASIS,
            "; PROFIL_MAX was not tested: a case has at most %d regions",
            SCRIPT_LIST);
    if (partial)
        add(text, REPORT_BASIS, "; the run ended after %s", partial);
    if (run->shard)
        add(text, REPORT_BASIS,
            "; this is shard %s: profilcheck merge joins all", run->shard);
}

const char *report_verdict(const struct results *run)
{
    static char text[REPORT_BASIS];
    struct report_state state = report_state(run);

    strcpy(text, state.words);
    add_basis(run, &state, text);
    return text;
}

const char *report_basis(const struct results *run)
{
    static char text[REPORT_BASIS];
    struct report_state state = report_state(run);

    *text = '\0';
    add_basis(run, &state, text);
    return text;
}

const char *report_dialect(const struct results *run)
{
    static char text[80];

    snprintf(text, sizeof text, "%s%s", run->dialect,
             notes_by_convention(run->dialect) ? ", by convention" : "");
    return text;
}

size_t report_conforming(const struct results *runs, size_t count, size_t *all)
{
    size_t good = 0;

    *all = 0;
    for (size_t k = 0; k < count; k++) {
        bool bad = false, judged = false;

        if (!report_new_implementation(runs, k) ||
            report_role(runs, count, k) == REPORT_CONTROL)
            continue;
        for (size_t j = k; j < count; j++)
            if (!strcmp(runs[j].implementation, runs[k].implementation) &&
                report_role(runs, count, j) != REPORT_OFFERED) {
                struct report_state state = report_state(&runs[j]);

                bad = bad || state.bad || state.waived || state.few;
                judged = judged || state.judged;
            }
        good += judged && !bad;
        ++*all;
    }
    return good;
}

/* What a cause is, or a case; 0: nobody is to look at it. */
static unsigned kind_of(const struct results *run, unsigned verdict, bool house)
{
    return report_is_bad(verdict)                    ? REPORT_FAILS
           : verdict == VERDICT_WAIVED               ? REPORT_IS_WAIVED
           : house && run->house_policy != HOUSE_OFF ? REPORT_BREAKS_HOUSE
                                                     : 0;
}

static struct report_finding finding_of(const struct results *run,
                                        const struct cause *cause,
                                        const struct result *c,
                                        unsigned verdict, bool house)
{
    return (struct report_finding){.run = run,
                                   .cause = cause,
                                   .result = c,
                                   .verdict = verdict,
                                   .kind = kind_of(run, verdict, house),
                                   .word =
                                       house && verdict == VERDICT_UNSPECIFIED
                                           ? "house rule"
                                           : verdict_names[verdict]};
}

struct report_finding report_finding_of(const struct results *run,
                                        const struct cause *cause)
{
    return finding_of(run, cause, &run->cases[results_example(run, cause)],
                      results_cause_verdict(run, cause),
                      house_of_cause(cause) != NULL);
}

struct report_finding *report_findings(const struct results *runs, size_t count,
                                       unsigned kinds, size_t *found)
{
    struct report_finding *list = NULL;

    *found = 0;
    for (const struct results *run = runs; run < runs + count; run++)
        for (size_t k = 0; k < run->cause_count + run->case_count; k++) {
            bool of_cause = k < run->cause_count;
            const struct result *c =
                of_cause ? NULL : &run->cases[k - run->cause_count];
            struct report_finding finding;

            if (of_cause)
                finding = report_finding_of(run, &run->causes[k]);
            else if (c->cause_count)
                continue;
            else
                finding = finding_of(run, NULL, c, c->verdict,
                                     c->house != NULL &&
                                         c->verdict == VERDICT_UNSPECIFIED);
            if (finding.kind & kinds)
                MEMORY_ADD(list, *found) = finding;
        }
    return list;
}

enum { WAIVED_NAMED = 3, REPORT_CASES = 400 };

const char *report_waived_of(const struct results *run,
                             const struct cause *cause)
{
    static char text[REPORT_CASES];
    size_t waived = 0;

    *text = '\0';
    for (size_t k = 0; k < cause->case_count; k++) {
        const struct result *c = &run->cases[cause->cases[k]];

        if (c->verdict == VERDICT_WAIVED && waived++ < WAIVED_NAMED)
            add(text, REPORT_CASES, "%s%.80s", *text ? ", " : "", c->id);
    }
    if (waived > WAIVED_NAMED)
        add(text, REPORT_CASES, " and %zu more", waived - WAIVED_NAMED);
    return waived && waived < cause->case_count ? text : NULL;
}

/* What the case is that is shown of a cause; one that shows less of it may be
 * shorter. */
static const char *shown_as(const struct results *run,
                            const struct cause *cause)
{
    size_t length =
        results_text_length(&run->cases[results_example(run, cause)]);

    if (cause->case_count < 2)
        return "";
    for (size_t k = 0; k < cause->case_count; k++)
        if (results_text_length(&run->cases[cause->cases[k]]) < length)
            return " the plainest";
    return " the shortest";
}

const char *report_cases_of(const struct results *run,
                            const struct cause *cause)
{
    static char text[REPORT_CASES + 100];
    const char *waived = report_waived_of(run, cause);

    snprintf(text, sizeof text, "%zu case%s%s%s%s%s", cause->case_count,
             plural(cause->case_count), waived ? ", of which waived: " : "",
             waived ? waived : "",
             waived                  ? ";"
             : cause->case_count > 1 ? ","
                                     : "",
             shown_as(run, cause));
    return text;
}

const char *report_choices(const struct rule_finding *finding)
{
    static char text[1000];
    size_t count = finding->choice_count;

    snprintf(text, sizeof text, count > 2 ? "any of: " : count ? "" : "none");
    for (size_t k = 0; k < count; k++)
        add(text, sizeof text, "%s%s",
            k == 0      ? ""
            : count > 2 ? ", "
                        : " or ",
            finding->choices[k]);
    return text;
}
