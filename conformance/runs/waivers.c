/* SPDX-License-Identifier: MIT */
#include "waivers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "conformance/base/memory.h"
#include "conformance/base/nearest.h"
#include "conformance/base/output.h"
#include "conformance/base/whole_file.h"
#include "conformance/crosscheck/laws.h"
#include "conformance/crosscheck/live.h"
#include "conformance/judge/explain.h"
#include "conformance/language/case_lex.h"
#include "conformance/language/suite.h"
#include "conformance/results/house.h"

bool date_of_run(char day[11])
{
    time_t now = time(NULL);
    const char *text = getenv("SOURCE_DATE_EPOCH");
    uint64_t seconds;
    struct tm tm;
    time_t time;

    *day = '\0';
    if (!text)
        seconds = (uint64_t)now;
    else if (!text_number(text, &seconds) || seconds > UINT64_C(253402300799))
        return false;
    time = (time_t)seconds;
    return gmtime_r(&time, &tm) && strftime(day, 11, "%Y-%m-%d", &tm) > 0;
}

static const char *waivers_wrong(const char *file, unsigned line,
                                 const char *word, const char *expected)
{
    return problem_of("%.200s:%u: read %.100s, expected %s", file, line,
                      *word ? word : "nothing more", expected);
}

/* A day that there is, its year of four digits: any other comes back as
 * another one. */
static bool is_date(const char *word)
{
    struct tm tm = {0};
    char day[11] = "";

    return strlen(word) == sizeof day - 1 && strptime(word, "%Y-%m-%d", &tm) &&
           timegm(&tm) != -1 && strftime(day, sizeof day, "%Y-%m-%d", &tm) &&
           !strcmp(day, word);
}

/* The next word, or what is between two quotes, ended where it ends; *at goes
 * past it. */
static char *next_waiver_word(char **at)
{
    char *word = *at + strspn(*at, " \t");
    bool quoted = *word == '"' && strchr(word + 1, '"');
    size_t length = strcspn(word += quoted, quoted ? "\"" : " \t");

    *at = word + length + (word[length] != '\0');
    word[length] = '\0';
    return word;
}

/* A cause is "RULE=CHOICE", or what a report has in its place: that has a colon
 * or a blank, which no rule's name has. */
static const char *waivers_take_rule(struct waiver *w, const char *file)
{
    size_t length = strcspn(w->rule, "=");
    const char *unknown, *choices = w->rule + length;
    char name[64];
    int rule;

    w->of_cause = strpbrk(w->rule, "=: ") != NULL;
    if (strcmp(w->rule, "*") == 0 && strcmp(w->id, "*") == 0)
        return waivers_wrong(
            file, w->line, "* *",
            "a case, a rule or a cause: a waiver can't waive everything");
    if (strcmp(w->rule, "*") == 0 || strpbrk(w->rule, ": "))
        return NULL;
    snprintf(name, sizeof name, "%.*s", (int)length, w->rule);
    rule = rule_by_name(name);
    unknown = rule < 0 ? unknown_rule(name) : NULL;
    while (!unknown && *choices) {
        length = strcspn(++choices, "+");
        snprintf(name, sizeof name, "%.*s", (int)length, choices);
        choices += length;
        if (choice_by_name((enum rule)rule, name) < 0)
            unknown = unknown_choice((enum rule)rule, name);
    }
    return unknown ? problem_of("%.200s:%u: %s", file, w->line, unknown) : NULL;
}

static const char *waivers_parse(struct waiver *w, const char *file, char *line)
{
    char *at = line;
    const char *problem;

    w->id = next_waiver_word(&at);
    w->rule = next_waiver_word(&at);
    w->until = next_waiver_word(&at);
    w->reason = at + strspn(at, " \t");
    if (!*w->rule)
        return waivers_wrong(file, w->line, "", "a rule, a cause, or *");
    problem = waivers_take_rule(w, file);
    if (problem)
        return problem;
    if (strcmp(w->until, "-") != 0 && !is_date(w->until))
        return waivers_wrong(file, w->line, w->until,
                             "the last day of the waiver, as 2027-01-31, or -");
    if (!*w->reason)
        return waivers_wrong(file, w->line, "", "the reason for the waiver");
    return NULL;
}

static const char *waivers_add(struct waivers *waivers, const char *line,
                               unsigned n)
{
    char *copy = memory_text(line + strspn(line, " \t"));
    struct waiver *w;
    const char *problem;

    w = &MEMORY_ADD(waivers->rows, waivers->count);
    *w = (struct waiver){.line = n};
    problem = waivers_parse(w, waivers->file, copy);
    w->id = copy;
    return problem;
}

/* Its lines, without comments, are parsed in place. */
static const char *waivers_read_lines(struct waivers *waivers, char *text)
{
    const char *problem = NULL;

    for (unsigned n = 1; !problem && *text; n++) {
        size_t length = strcspn(text, "\n");
        char *next = text + length + (text[length] == '\n');

        text[length] = '\0';
        length = strcspn(text, "#\r");
        while (length && strchr(" \t", text[length - 1]))
            length--;
        text[length] = '\0';
        if (text[strspn(text, " \t")])
            problem = waivers_add(waivers, text, n);
        text = next;
    }
    return problem;
}

const char *waivers_read(struct waivers *waivers, const char *file)
{
    const char *problem;
    struct whole_file bytes;
    size_t nul;

    *waivers = (struct waivers){.file = file};
    if (!whole_file_read(&bytes, file))
        return problem_of("%.300s: %s", file, strerror(errno));
    nul = whole_file_nul(&bytes);
    if (!date_of_run(waivers->today))
        problem = problem_of(
            "SOURCE_DATE_EPOCH: read %.100s, expected seconds since 1970",
            getenv("SOURCE_DATE_EPOCH"));
    else if (nul)
        problem = waivers_wrong(file, (unsigned)nul, "a NUL byte", "text");
    else
        problem = waivers_read_lines(waivers, bytes.text);
    free(bytes.text);
    if (problem)
        waivers_free(waivers);
    return problem;
}

static bool names_case(const struct waiver *w, const char *id)
{
    const char *hash = strrchr(id, '.');
    size_t slug = hash ? (size_t)(hash - id) : strlen(id);

    return strcmp(w->id, "*") == 0 || strcmp(w->id, id) == 0 ||
           (strlen(w->id) == slug && strncmp(w->id, id, slug) == 0);
}

/* Whether it blames the rule, alone or with others that do as well. */
static bool blames_rule(const struct cause *cause, const char *rule)
{
    size_t length = strlen(rule);
    bool blames = strcmp(cause->rule, rule) == 0;

    for (size_t k = 0; !blames && k < cause->other_count; k++)
        blames = strncmp(cause->others[k], rule, length) == 0 &&
                 cause->others[k][length] == '=';
    return blames;
}

/* With or without the interface that may follow a cause's id. */
static bool names_cause(const struct waiver *w, const struct cause *cause)
{
    size_t length = strlen(w->rule);

    if (!w->of_cause)
        return cause->rule && blames_rule(cause, w->rule);
    return strncmp(cause->id, w->rule, length) == 0 &&
           (!cause->id[length] || strncmp(cause->id + length, " (", 2) == 0);
}

/* Where no cause says which rule is broken, it may be any that was consulted;
 * but then the case is to be named. */
static bool names_rule(const struct waiver *w, const struct results *results,
                       const struct result *result)
{
    bool found = false;

    if (strcmp(w->rule, "*") == 0)
        return true;
    if (result->cause_count > 0 && strcmp(w->id, "*") == 0)
        return false;
    for (size_t k = 0; k < result->cause_count; k++)
        if (results->causes[result->causes[k]].rule)
            return false;
    for (size_t k = 0; !found && k < result->rule_count; k++)
        found = strcmp(w->rule, result->rules[k]) == 0;
    return found;
}

static bool waivers_holds(const struct waivers *waivers, const struct waiver *w)
{
    return strcmp(w->until, "-") == 0 || strcmp(waivers->today, w->until) <= 0;
}

/* The waiver that a case falls under: of that cause, or, for a null, of a rule
 * that no cause names, or of any.  Null: none. */
static struct waiver *waiver_of(struct waivers *waivers,
                                const struct results *results,
                                const struct result *result,
                                const struct cause *cause)
{
    struct waiver *first = NULL;

    for (size_t k = 0; k < waivers->count; k++) {
        struct waiver *w = &waivers->rows[k];

        if (!names_case(w, result->id) || !waivers_holds(waivers, w) ||
            !(cause ? names_cause(w, cause)
                    : !w->of_cause && names_rule(w, results, result)))
            continue;
        w->used = true;
        first = first ? first : w;
    }
    return first;
}

/* The waiver of the last of a case's causes, all of which are waived; null:
 * some is not, and then none of them waives the case. */
static struct waiver *waiver_of_causes(struct waivers *waivers,
                                       const struct results *results,
                                       const struct result *result)
{
    struct waiver *last = NULL;
    bool all = true;

    for (size_t k = 0; k < result->cause_count; k++) {
        struct waiver *w = waiver_of(waivers, results, result,
                                     &results->causes[result->causes[k]]);

        all = all && w;
        last = w ? w : last;
    }
    return all ? last : NULL;
}

static void waivers_waive(struct results *results, struct result *result,
                          const char *reason, const char *file)
{
    if (!verdict_fails(result->verdict))
        return;
    result->waiver = reason;
    result->waived = result->verdict;
    results->summary[result->verdict]--;
    result->verdict = VERDICT_WAIVED;
    results->summary[VERDICT_WAIVED]++;
    results->waivers = file;
}

static void waivers_apply_to(struct waivers *waivers, struct results *results,
                             struct result *result)
{
    struct waiver *w, *of_rule;

    for (size_t k = 0; k < waivers->count; k++)
        waivers->rows[k].met |= names_case(&waivers->rows[k], result->id);
    if (!verdict_fails(result->verdict) && !result->house)
        return;
    w = waiver_of_causes(waivers, results, result);
    of_rule = waiver_of(waivers, results, result, NULL);
    w = w ? w : of_rule;
    if (w)
        waivers_waive(results, result, w->reason, waivers->file);
}

static void waivers_undo(struct results *results)
{
    results->waivers = NULL;
    for (size_t k = 0; k < results->case_count; k++) {
        struct result *result = &results->cases[k];

        if (!result->waiver)
            continue;
        result->waiver = NULL;
        results->summary[result->verdict]--;
        result->verdict = result->waived;
        results->summary[result->verdict]++;
    }
}

void waivers_settle(struct waivers *waivers, enum house_policy policy,
                    struct results *results)
{
    waivers_undo(results);
    house_apply(results, policy);
    for (size_t k = 0; waivers->count && k < results->case_count; k++)
        waivers_apply_to(waivers, results, &results->cases[k]);
}

void waivers_keep(struct results *results, enum house_policy policy)
{
    const char *file = results->waivers;
    size_t count = results->case_count;
    const char **reasons = memory_new(count, sizeof *reasons);

    for (size_t k = 0; k < count; k++)
        reasons[k] = results->cases[k].waiver;
    waivers_undo(results);
    house_apply(results, policy);
    for (size_t k = 0; k < count; k++)
        if (reasons[k])
            waivers_waive(results, &results->cases[k], reasons[k], file);
    free(reasons);
}

/* What to say of one whose case the run has not. */
static const char *waivers_missing(const struct waiver *w)
{
    struct nearest nearest;

    nearest_begin(&nearest, w->id);
    for (size_t k = 0; k < laws_count; k++)
        nearest_try(&nearest, laws_id(k));
    for (size_t k = 0; k < live_checks; k++)
        nearest_try(&nearest, live_id(k));
    for (int d = 0; d < DIALECTS; d++) {
        struct case_list suite = {0};
        struct case_error error;

        if (!suite_load(&suite, (enum dialect)d, true, &error))
            memory_out();
        for (size_t k = 0; k < suite.count; k++) {
            nearest_try(&nearest, suite.cases[k].slug);
            nearest_try(&nearest, suite.cases[k].id);
        }
        case_list_free(&suite);
    }
    return strcmp(nearest.name, w->id) == 0
               ? problem_of("the run has no case %.80s, but a suite has", w->id)
               : nearest_describe(&nearest, "case",
                                  "see profilcheck list cases");
}

void waivers_complain(const struct waivers *waivers)
{
    for (size_t k = 0; k < waivers->count; k++) {
        const struct waiver *w = &waivers->rows[k];

        if (!waivers_holds(waivers, w))
            complain(0,
                     "%s:%u: stale waiver: %s expired on %s; remove it, or "
                     "give it a later day",
                     waivers->file, w->line, w->id, w->until);
        else if (!w->met)
            complain(0, "%s:%u: %s", waivers->file, w->line,
                     waivers_missing(w));
        else if (!w->used)
            complain(0,
                     "%s:%u: stale waiver: %s %s: nothing fails any more that "
                     "it waives; remove it",
                     waivers->file, w->line, w->id, w->rule);
    }
}

void waivers_free(struct waivers *waivers)
{
    for (size_t k = 0; k < waivers->count; k++)
        free(waivers->rows[k].id);
    free(waivers->rows);
    waivers->rows = NULL;
    waivers->count = 0;
}
