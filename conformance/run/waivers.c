/* SPDX-License-Identifier: MIT */
#include "waivers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "conformance/base/output.h"
#include "conformance/base/whole_file.h"
#include "conformance/cases/case_lex.h"
#include "conformance/cases/unknown_rule.h"

static char why[500];

bool date_of_source(char day[11])
{
    const char *text = getenv("SOURCE_DATE_EPOCH");
    uint64_t seconds;
    struct tm tm;
    time_t time;

    *day = '\0';
    if (!text)
        return true;
    if (!text_number(text, &seconds) || seconds > UINT64_C(253402300799))
        return false;
    time = (time_t)seconds;
    return gmtime_r(&time, &tm) && strftime(day, 11, "%Y-%m-%d", &tm) > 0;
}

static const char *waivers_wrong(const char *file, unsigned line,
                                 const char *word, const char *expected)
{
    snprintf(why, sizeof why, "%.200s:%u: read %.100s, expected %s", file, line,
             *word ? word : "nothing more", expected);
    return why;
}

static bool is_date(const char *word)
{
    unsigned month, day;
    int year, length = 0;

    return strspn(word, "0123456789-") == 10 &&
           sscanf(word, "%4d-%2u-%2u%n", &year, &month, &day, &length) == 3 &&
           length == 10 && !word[10] && month >= 1 && month <= 12 && day >= 1 &&
           day <= 31;
}

/* The next word, ended where it ends; *at goes past it. */
static char *next_waiver_word(char **at)
{
    char *word = *at + strspn(*at, " \t");
    size_t length = strcspn(word, " \t");

    *at = word + length + (word[length] != '\0');
    word[length] = '\0';
    return word;
}

static const char *no_rule(const char *file, unsigned line, const char *name)
{
    char words[240];

    unknown_rule(name, words, sizeof words);
    snprintf(why, sizeof why, "%.200s:%u: %s", file, line, words);
    return why;
}

static const char *waivers_parse(struct waiver *w, const char *file, char *line)
{
    char *at = line;

    w->id = next_waiver_word(&at);
    w->rule = next_waiver_word(&at);
    w->until = next_waiver_word(&at);
    w->reason = at + strspn(at, " \t");
    if (!*w->rule)
        return waivers_wrong(file, w->line, "",
                             "a rule that the case consults, or *");
    if (strcmp(w->rule, "*") != 0 && rule_by_name(w->rule) < 0)
        return no_rule(file, w->line, w->rule);
    if (strcmp(w->until, "-") != 0 && !is_date(w->until))
        return waivers_wrong(file, w->line, w->until,
                             "the last day that it holds, as 2027-01-31, or -");
    if (!*w->reason)
        return waivers_wrong(file, w->line, "", "the reason for the waiver");
    return NULL;
}

static const char *waivers_add(struct waivers *waivers, const char *line,
                               unsigned n)
{
    struct waiver *grown =
        realloc(waivers->rows, (waivers->count + 1) * sizeof *grown);
    struct waiver *w;
    const char *problem;
    char *copy;

    if (!grown)
        return "out of memory";
    waivers->rows = grown;
    copy = strdup(line + strspn(line, " \t"));
    if (!copy)
        return "out of memory";
    w = &grown[waivers->count++];
    *w = (struct waiver){.line = n};
    problem = waivers_parse(w, waivers->file, copy);
    w->id = copy;
    return problem;
}

/* Its lines, without comments, are parsed where they stand. */
static const char *waivers_read_lines(struct waivers *waivers, char *text)
{
    const char *problem = NULL;

    for (unsigned n = 1; !problem && *text; n++) {
        size_t length = strcspn(text, "\n");
        char *next = text + length + (text[length] == '\n');

        text[length] = '\0';
        text[strcspn(text, "#\r")] = '\0';
        if (text[strspn(text, " \t")])
            problem = waivers_add(waivers, text, n);
        text = next;
    }
    return problem;
}

const char *waivers_read(struct waivers *waivers, const char *file)
{
    const char *problem = NULL;
    struct whole_file bytes;
    time_t now = time(NULL);
    struct tm tm;
    size_t nul;

    *waivers = (struct waivers){.file = file};
    if (!whole_file_read(&bytes, file)) {
        snprintf(why, sizeof why, "%.300s: %s", file, strerror(errno));
        return why;
    }
    if (!date_of_source(waivers->today) || !*waivers->today)
        if (gmtime_r(&now, &tm))
            strftime(waivers->today, sizeof waivers->today, "%Y-%m-%d", &tm);
    nul = whole_file_nul(&bytes);
    problem = nul ? waivers_wrong(file, (unsigned)nul, "a NUL byte", "text")
                  : waivers_read_lines(waivers, bytes.text);
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

static bool names_rule(const struct waiver *w, const struct result *result)
{
    bool found = strcmp(w->rule, "*") == 0;

    for (size_t k = 0; !found && k < result->rule_count; k++)
        found = strcmp(w->rule, result->rules[k]) == 0;
    return found;
}

static bool waivers_holds(const struct waivers *waivers, const struct waiver *w)
{
    return strcmp(w->until, "-") == 0 || strcmp(waivers->today, w->until) <= 0;
}

static bool can_be_waived(unsigned verdict)
{
    return verdict == VERDICT_FAIL || verdict == VERDICT_INCONSISTENT ||
           verdict == VERDICT_CRASH || verdict == VERDICT_TIMEOUT ||
           verdict == VERDICT_INCONCLUSIVE;
}

void waivers_apply(struct waivers *waivers, struct results *results)
{
    for (size_t k = 0; k < results->case_count * waivers->count; k++) {
        struct result *result = &results->cases[k / waivers->count];
        struct waiver *w = &waivers->rows[k % waivers->count];

        if (!names_case(w, result->id))
            continue;
        w->met = true;
        if (!can_be_waived(result->verdict) || !names_rule(w, result) ||
            !waivers_holds(waivers, w))
            continue;
        w->used = true;
        result->waiver = w->reason;
        result->waived = result->verdict;
        results->summary[result->verdict]--;
        result->verdict = VERDICT_WAIVED;
        results->summary[VERDICT_WAIVED]++;
    }
}

void waivers_complain(const struct waivers *waivers)
{
    for (size_t k = 0; k < waivers->count; k++) {
        const struct waiver *w = &waivers->rows[k];

        if (!waivers_holds(waivers, w))
            complain(0,
                     "%s:%u: stale waiver: %s held until %s; remove it, or "
                     "put the day off",
                     waivers->file, w->line, w->id, w->until);
        else if (!w->used)
            complain(0, "%s:%u: stale waiver: %s: %s; remove it", waivers->file,
                     w->line, w->id,
                     w->met ? "there is nothing to waive any more"
                            : "there is no such case in the run");
    }
}

void waivers_apply_again(struct waivers *waivers, struct results *results)
{
    for (size_t k = 0; k < results->case_count; k++) {
        struct result *result = &results->cases[k];

        if (!result->waiver)
            continue;
        result->waiver = NULL;
        results->summary[result->verdict]--;
        result->verdict = result->waived;
        results->summary[result->verdict]++;
    }
    waivers_apply(waivers, results);
}

void waivers_free(struct waivers *waivers)
{
    for (size_t k = 0; k < waivers->count; k++)
        free(waivers->rows[k].id);
    free(waivers->rows);
    waivers->rows = NULL;
    waivers->count = 0;
}
