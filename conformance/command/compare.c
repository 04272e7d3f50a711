/* SPDX-License-Identifier: MIT */
/* The verb `compare`: what became of the results since. */
#include <stdlib.h>
#include <string.h>

#include "reports/terminal.h"
#include "results_file.h"
#include "verbs.h"
#include "waivers.h"

enum { WAIVERS, HELP };

static const struct option_row rows[] = {
    [WAIVERS] = {"waivers", "FILE", "what is known and fails nobody, in NEW"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

struct comparison {
    struct results_file old, new;
    struct waivers waivers;
    FILE *out;
    size_t worse, better, appeared, vanished, changed;
    bool regression;
};

/* The worse the higher. */
static unsigned rank(unsigned verdict)
{
    switch (verdict) {
    case VERDICT_PASS:
    case VERDICT_UNSPECIFIED: return 0;
    case VERDICT_WAIVED: return 1;
    case VERDICT_UNSUPPORTED: return 2;
    case VERDICT_INCONCLUSIVE: return 3;
    case VERDICT_ERROR: return 5;
    default: return 4;
    }
}

static void head(struct comparison *c, const char *what,
                 const struct results *run, const char *subject)
{
    fprintf(c->out, "%s: ", what);
    terminal_clean(run->implementation, c->out);
    putc(' ', c->out);
    terminal_clean(run->dialect, c->out);
    if (*subject)
        putc(' ', c->out);
    terminal_clean(subject, c->out);
}

static void tail(struct comparison *c, const struct result *result)
{
    if (*result->detail && result->verdict != VERDICT_PASS) {
        fputs(": ", c->out);
        terminal_clean(result->waiver ? result->waiver : result->detail,
                       c->out);
    }
    putc('\n', c->out);
}

static void compare_case(struct comparison *c, const struct results *run,
                         const struct result *was, const struct result *is)
{
    unsigned before = rank(was->verdict), now = rank(is->verdict);
    const char *what = now > before ? "worse" : "better";

    if (was->verdict == is->verdict)
        return;
    if (now == before) {
        what = "changed";
        c->changed++;
    } else if (now > before) {
        c->worse++;
        c->regression = true;
    } else {
        c->better++;
    }
    head(c, what, run, is->id);
    fprintf(c->out, ": %s, was %s", verdict_names[is->verdict],
            verdict_names[was->verdict]);
    tail(c, is);
}

static void appeared(struct comparison *c, const struct results *run,
                     const struct result *result)
{
    c->appeared++;
    if (rank(result->verdict) > 2)
        c->regression = true;
    head(c, "appeared", run, result->id);
    fprintf(c->out, ": %s", verdict_names[result->verdict]);
    tail(c, result);
}

static void vanished(struct comparison *c, const struct results *run,
                     const struct result *result)
{
    c->vanished++;
    head(c, "vanished", run, result->id);
    fprintf(c->out, ": was %s\n", verdict_names[result->verdict]);
}

/* Indices of a run's cases, by id. */
struct sorted {
    const struct result **rows;
    size_t count;
};

static int by_id(const void *a, const void *b)
{
    const struct result *const *one = a, *const *other = b;

    return strcmp((*one)->id, (*other)->id);
}

static bool sort(const struct results *run, struct sorted *sorted)
{
    sorted->count = run->case_count;
    sorted->rows = calloc(sorted->count + 1, sizeof *sorted->rows);
    if (!sorted->rows)
        return false;
    for (size_t k = 0; k < sorted->count; k++)
        sorted->rows[k] = &run->cases[k];
    qsort(sorted->rows, sorted->count, sizeof *sorted->rows, by_id);
    return true;
}

static const struct result *find(const struct sorted *sorted,
                                 const struct result *result)
{
    const struct result **found = bsearch(&result, sorted->rows, sorted->count,
                                          sizeof *sorted->rows, by_id);

    return found ? *found : NULL;
}

static const struct rule_finding *find_rule(const struct results *run,
                                            const char *name)
{
    for (size_t k = 0; k < run->behaviour_count; k++)
        if (strcmp(run->behaviour[k].rule, name) == 0)
            return &run->behaviour[k];
    return NULL;
}

static void words(struct comparison *c, const struct rule_finding *finding)
{
    for (size_t k = 0; k < finding->choice_count; k++) {
        fputs(k ? " or " : " ", c->out);
        terminal_clean(finding->choices[k], c->out);
    }
    if (!finding->choice_count)
        fputs(" none", c->out);
}

static bool same_choices(const struct rule_finding *a,
                         const struct rule_finding *b)
{
    bool same = a->choice_count == b->choice_count;

    for (size_t k = 0; same && k < a->choice_count; k++)
        same = strcmp(a->choices[k], b->choices[k]) == 0;
    return same;
}

/* What it does otherwise is told; whether that is worse, its cases tell. */
static void compare_behaviour(struct comparison *c, const struct results *was,
                              const struct results *is)
{
    for (size_t k = 0; k < is->behaviour_count; k++) {
        const struct rule_finding *now = &is->behaviour[k];
        const struct rule_finding *before = find_rule(was, now->rule);

        if (!before || same_choices(before, now))
            continue;
        head(c, "behaviour", is, now->rule);
        putc(':', c->out);
        words(c, now);
        fputs(", was", c->out);
        words(c, before);
        putc('\n', c->out);
    }
}

static bool compare_runs(struct comparison *c, const struct results *was,
                         const struct results *is)
{
    struct sorted before = {0}, now = {0};
    bool good = sort(was, &before) && sort(is, &now);

    for (size_t k = 0; good && k < is->case_count; k++) {
        const struct result *found = find(&before, &is->cases[k]);

        if (found)
            compare_case(c, is, found, &is->cases[k]);
        else
            appeared(c, is, &is->cases[k]);
    }
    for (size_t k = 0; good && k < was->case_count; k++)
        if (!find(&now, &was->cases[k]))
            vanished(c, was, &was->cases[k]);
    if (good)
        compare_behaviour(c, was, is);
    free(before.rows);
    free(now.rows);
    return good;
}

/* The only run of a dialect; null where there are several, or none. */
static const struct results *only(const struct results_file *file,
                                  const char *dialect)
{
    const struct results *found = NULL;

    for (size_t k = 0; k < file->count; k++)
        if (strcmp(file->runs[k].dialect, dialect) == 0) {
            if (found)
                return NULL;
            found = &file->runs[k];
        }
    return found;
}

/* The run of the other file to compare with: of the same name, else the only
 * one of the dialect, where each file has one. */
static const struct results *match(const struct results_file *own,
                                   const struct results *run,
                                   const struct results_file *other)
{
    for (size_t k = 0; k < other->count; k++)
        if (strcmp(other->runs[k].dialect, run->dialect) == 0 &&
            strcmp(other->runs[k].implementation, run->implementation) == 0)
            return &other->runs[k];
    return only(own, run->dialect) ? only(other, run->dialect) : NULL;
}

static bool compare_files(struct comparison *c)
{
    static const struct results none;
    bool good = true;

    for (size_t k = 0; good && k < c->new.count; k++) {
        const struct results *is = &c->new.runs[k];
        const struct results *was = match(&c->new, is, &c->old);

        good = compare_runs(c, was ? was : &none, is);
    }
    for (size_t k = 0; k < c->old.count; k++)
        if (!match(&c->old, &c->old.runs[k], &c->new)) {
            head(c, "vanished", &c->old.runs[k], "");
            fputs(": the whole run\n", c->out);
            c->vanished += c->old.runs[k].case_count;
        }
    fprintf(c->out,
            "%zu worse, %zu better, %zu changed, %zu appeared, %zu vanished\n",
            c->worse, c->better, c->changed, c->appeared, c->vanished);
    return good;
}

static int read_all(struct comparison *c, const char *const *files,
                    const char *waivers)
{
    const char *problem = results_file_open(&c->old, files[0]);

    if (!problem)
        problem = results_file_open(&c->new, files[1]);
    if (!problem && waivers)
        problem = waivers_read(&c->waivers, waivers);
    if (problem)
        return complain(STATUS_USAGE, "compare: %s", problem);
    results_file_warn(&c->old, "compare", files[0]);
    results_file_warn(&c->new, "compare", files[1]);
    return STATUS_PASS;
}

static int compare(struct comparison *c, const char *const *files,
                   const char *waivers)
{
    struct output output;
    int status = read_all(c, files, waivers);

    if (status != STATUS_PASS)
        return status;
    for (size_t k = 0; waivers && k < c->new.count; k++)
        waivers_apply(&c->waivers, &c->new.runs[k]);
    if (waivers)
        waivers_complain(&c->waivers);
    c->out = output_begin(&output);
    if (!c->out)
        return STATUS_HARNESS;
    if (!compare_files(c)) {
        output_drop(&output);
        return complain(STATUS_HARNESS, "out of memory");
    }
    return output_end(&output, c->regression ? STATUS_FAIL : STATUS_PASS);
}

static int run(char **arguments)
{
    struct comparison c = {0};
    const char *files[2], *waivers = NULL;
    struct options o;
    size_t count = 0;
    int row, status;

    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0)
        switch (row) {
        case HELP: return verb_help(&verb_compare);
        case WAIVERS: waivers = o.value; break;
        default:
            if (count < 2)
                files[count] = o.value;
            count++;
        }
    if (row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "compare: %s", o.error);
    if (count != 2)
        return complain(STATUS_USAGE, "compare: which two files? The OLD and "
                                      "the NEW one, as profilcheck run "
                                      "--results writes them");
    status = compare(&c, files, waivers);
    results_file_free(&c.old);
    results_file_free(&c.new);
    waivers_free(&c.waivers);
    return status;
}

const struct verb verb_compare = {
    .name = "compare",
    .usage = "[OPTION]... OLD NEW",
    .summary = "say what got worse, better, appeared or vanished",
    .example = "profilcheck compare before.jsonl after.jsonl\n"
               "profilcheck compare --waivers known.txt before.jsonl "
               "after.jsonl",
    .rows = rows,
    .run = run,
};
