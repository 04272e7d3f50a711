/* SPDX-License-Identifier: MIT */
#include "results_file.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/output.h"
#include "conformance/base/sha256.h"
#include "fields.h"

#define SCHEMA "profilcheck.results.1"

/* How far it was read. */
struct reading {
    struct results_file *file;
    bool open;         /* there was a header, and no footer yet, */
    struct sha256 sum; /* of the lines of that run so far */
    size_t at;         /* its index */
    const struct json_value **stated; /* the causes that each case says */
    size_t stated_count;
};

static struct arena *arena_of(const struct reading *r)
{
    return &r->file->memory;
}

static const char *read_line(const struct reading *r,
                             const struct json_value *line,
                             enum results_line kind, void *object)
{
    return results_read(line, kind, RESULTS_LINE, false, arena_of(r), object);
}

/* A file of before there was a choice says nothing of what house rules do: all
 * of them failed. */
static const char *take_header(struct reading *r, struct results *run,
                               const struct json_value *line)
{
    const struct json_value *format = json_value_of(line, "format");

    run->house_policy = HOUSE_FAIL;
    r->stated_count = 0;
    if (!format || !format->text || strcmp(format->text, RESULTS_LINES) != 0)
        return results_expected("format", format, "\"" RESULTS_LINES "\"");
    return read_line(r, line, LINE_HEADER, run);
}

static const char *take_case(struct reading *r, struct results *run,
                             const struct json_value *line)
{
    unsigned forms = RESULTS_LINE | (run->shard ? RESULTS_SHARD : 0);
    struct result *result;
    const char *problem;

    if (run->behaviour_count || run->cause_count)
        return "a case after a rule or a cause";
    result = &ARENA_ADD(arena_of(r), run->cases, run->case_count);
    ARENA_ADD(arena_of(r), r->stated, r->stated_count) =
        json_value_of(line, "cause");
    problem = results_read(line, LINE_CASE, forms, false, arena_of(r), result);
    if (!problem && !result->waiver != (result->verdict != VERDICT_WAIVED))
        return results_expected("waiver", json_value_of(line, "waiver"),
                                "a reason, where the verdict is waived");
    return problem;
}

static const char *take_rule(const struct reading *r, struct results *run,
                             const struct json_value *line)
{
    struct rule_finding *rules =
        arena_grow(arena_of(r), (void *)run->behaviour, run->behaviour_count,
                   sizeof *rules);

    run->behaviour = rules;
    return read_line(r, line, LINE_RULE, &rules[run->behaviour_count++]);
}

/* A case of a cause, the next of both. */
static void link_case(struct arena *arena, struct results *run,
                      struct cause *cause, size_t at)
{
    struct result *c = &run->cases[at];

    ARENA_ADD(arena, c->causes, c->cause_count) = (size_t)(cause - run->causes);
    ARENA_ADD(arena, cause->cases, cause->case_count) = at;
}

/* With its cases, by their ids, in order. */
static const char *take_cause(const struct reading *r, struct results *run,
                              const struct json_value *line)
{
    const struct json_value *ids = json_value_of(line, "cases");
    const char *problem;
    struct cause *cause;
    size_t at = 0;

    cause = &ARENA_ADD(arena_of(r), run->causes, run->cause_count);
    problem = read_line(r, line, LINE_CAUSE, cause);
    if (!problem && (!ids || ids->kind != VALUE_ARRAY))
        problem = results_expected("cases", ids, "a list of strings");
    for (size_t k = 0; !problem && k < ids->count; k++) {
        const char *id = ids->items[k].text;

        while (id && at < run->case_count && strcmp(run->cases[at].id, id) != 0)
            at++;
        if (!id || at == run->case_count)
            problem = results_expected("cases", &ids->items[k],
                                       "ids of its cases, in order");
        else
            link_case(arena_of(r), run, cause, at++);
    }
    return problem;
}

/* Whether a case names just the causes that name it. */
static bool names_its_causes(const struct results *run, const struct result *c,
                             const struct json_value *stated)
{
    bool same = (stated ? stated->count : 0) == c->cause_count;

    for (size_t k = 0; same && k < c->cause_count; k++) {
        const char *id = stated->items[k].text;

        same = id && strcmp(id, run->causes[c->causes[k]].id) == 0;
    }
    return same;
}

static const char *check_causes(const struct reading *r,
                                const struct results *run)
{
    static char text[160];

    for (size_t k = 0; k < run->case_count; k++)
        if (!names_its_causes(run, &run->cases[k], r->stated[k])) {
            snprintf(text, sizeof text,
                     "%.100s: its causes are not those that name it",
                     run->cases[k].id);
            return text;
        }
    return NULL;
}

static const char *take_footer(struct reading *r, struct results *run,
                               const struct json_value *line)
{
    const char *sum = json_value_text(line, "sha256"), *problem;
    size_t counted[VERDICTS] = {0};
    struct results footer = {0};
    char digest[SHA256_HEX];

    sha256_end_hex(&r->sum, digest);
    if (!sum || strcmp(sum, digest) != 0)
        return "its sha256 does not match the run's lines: some were changed, "
               "doubled, left out or reordered";
    problem = read_line(r, line, LINE_FOOTER, &footer);
    if (problem)
        return problem;
    if (footer.case_count != run->case_count ||
        footer.behaviour_count != run->behaviour_count ||
        footer.cause_count != run->cause_count)
        return problem_of("read %zu cases, %zu rules and %zu causes, expected "
                          "%zu, %zu and %zu, as in its run",
                          footer.case_count, footer.behaviour_count,
                          footer.cause_count, run->case_count,
                          run->behaviour_count, run->cause_count);
    for (size_t k = 0; k < run->case_count; k++)
        counted[run->cases[k].verdict]++;
    for (unsigned v = 0; v < VERDICTS; v++)
        if (counted[v] != footer.summary[v])
            return problem_of("\"%s\": read %zu, expected %zu, as in its run",
                              verdict_names[v], footer.summary[v], counted[v]);
    memcpy(run->summary, counted, sizeof counted);
    r->open = false;
    return check_causes(r, run);
}

static const char *not_the_line(const struct json_value *line,
                                const char *expected)
{
    return results_expected("line", json_value_of(line, "line"), expected);
}

static bool is_kind(const struct json_value *line, enum results_line kind)
{
    const char *text = json_value_text(line, "line");

    return text && strcmp(text, results_line_names[kind]) == 0;
}

static const char *take_part_of_run(struct reading *r, struct results *run,
                                    const struct json_value *line)
{
    return is_kind(line, LINE_CASE)    ? take_case(r, run, line)
           : is_kind(line, LINE_RULE)  ? take_rule(r, run, line)
           : is_kind(line, LINE_CAUSE) ? take_cause(r, run, line)
           : is_kind(line, LINE_FOOTER)
               ? take_footer(r, run, line)
               : not_the_line(line, "case, rule, cause or footer");
}

static void add_run(struct reading *r)
{
    struct results_file *file = r->file;

    r->at = file->count;
    file->left =
        arena_grow(&file->memory, file->left, r->at, sizeof *file->left);
    file->left[r->at] = (struct results_left){0};
    ARENA_ADD(&file->memory, file->runs, file->count) = (struct results){0};
}

static const char *take_line(struct reading *r, const struct json_value *line,
                             const char *text, size_t length)
{
    const char *problem;

    if (!r->open)
        add_run(r);
    if (!json_value_text(line, "line"))
        return not_the_line(line, "header, case, rule or footer");
    if (r->open) {
        problem = take_part_of_run(r, &r->file->runs[r->at], line);
    } else {
        if (!is_kind(line, LINE_HEADER))
            return not_the_line(line, "a header, with which a run begins");
        r->open = true;
        sha256_begin(&r->sum);
        problem = take_header(r, &r->file->runs[r->at], line);
    }
    if (r->open)
        sha256_add(&r->sum, text, length);
    return problem;
}

static void drop_run(struct reading *r, size_t k)
{
    struct results_file *file = r->file;
    size_t after = file->count - k - 1;

    memmove(&file->runs[k], &file->runs[k + 1], after * sizeof *file->runs);
    memmove(&file->left[k], &file->left[k + 1], after * sizeof *file->left);
    file->count--;
    r->at -= r->at > k;
}

static bool is_run(const struct results *run, const char *implementation,
                   const char *dialect)
{
    return implementation && dialect &&
           strcmp(run->implementation, implementation) == 0 &&
           strcmp(run->dialect, dialect) == 0;
}

static bool same_run(const struct results *a, const struct results *b)
{
    return is_run(a, b->implementation, b->dialect);
}

/* What was observed of the same run before; count: nothing. */
static size_t earlier(const struct reading *r)
{
    const struct results_file *file = r->file;
    size_t k = 0;

    while (k < file->count && (k == r->at || !file->left[k].unjudged ||
                               !same_run(&file->runs[k], &file->runs[r->at])))
        k++;
    return k;
}

/* Lines of a run that was over may be cut off: then what was observed of it
 * counts. */
static void drop_cut(struct reading *r)
{
    if (r->open && !r->file->left[r->at].unjudged)
        drop_run(r, r->at);
    r->open = false;
}

static const char *take_plan(struct reading *r, const struct json_value *line)
{
    struct results_left *left;
    const char *problem;
    size_t before;

    if (!r->open || r->file->runs[r->at].case_count)
        return "a header before the plan";
    before = earlier(r);
    if (before < r->file->count) {
        drop_run(r, r->at);
        r->at = before;
    }
    left = &r->file->left[r->at];
    problem = read_line(r, line, LINE_PLAN, left);
    left->unjudged = !problem;
    return problem;
}

/* Whether other cases had run before it in its process: a word of the text
 * that is not in a note, which comes last and in quotes. */
static bool is_batched(const char *observed)
{
    const char *at = strstr(observed, "; batched"),
               *note = strchr(observed, '"');

    return at && (!note || at < note);
}

static struct result *find_case(const struct results *run,
                                const struct result *seen)
{
    for (size_t k = run->case_count; k-- > 0;)
        if (run->cases[k].index == seen->index &&
            strcmp(run->cases[k].id, seen->id) == 0)
            return &run->cases[k];
    return NULL;
}

static struct result *add_case(struct arena *arena, struct results *run,
                               const struct result *seen)
{
    struct result *result = &ARENA_ADD(arena, run->cases, run->case_count);

    run->summary[VERDICT_INCONCLUSIVE]++;
    *result = (struct result){.id = seen->id,
                              .index = seen->index,
                              .verdict = VERDICT_INCONCLUSIVE,
                              .detail = (char *)""};
    return result;
}

/* A case that shares a process is observed in a batch, and then perhaps by
 * itself; of what was observed twice otherwise, since a run was gone on with,
 * the later counts. */
static const char *take_observed_of(const struct reading *r,
                                    struct results *run,
                                    const struct json_value *line)
{
    struct result seen = {0}, *known;
    const char *problem = read_line(r, line, LINE_OBSERVATION, &seen);
    bool batched;

    if (problem)
        return problem;
    known = find_case(run, &seen);
    if (!known)
        known = add_case(arena_of(r), run, &seen);
    known->text = seen.text;
    batched = is_batched(seen.observed);
    if (!batched && known->observed && !known->batched &&
        is_batched(known->observed))
        known->batched = known->observed;
    *(batched && known->batched ? &known->batched : &known->observed) =
        seen.observed;
    return NULL;
}

/* In the run that it names, or else in the last one. */
static const char *take_observed(struct reading *r,
                                 const struct json_value *line)
{
    const char *implementation = json_value_text(line, "implementation");
    const char *dialect = json_value_text(line, "dialect");
    struct results_file *file = r->file;
    size_t k = r->open ? r->at : file->count;

    if (implementation && dialect)
        for (k = 0; k < file->count; k++)
            if (file->left[k].unjudged &&
                is_run(&file->runs[k], implementation, dialect))
                break;
    return k < file->count && file->left[k].unjudged
               ? take_observed_of(r, &file->runs[k], line)
               : "a plan before the observation";
}

/* Whether a line of FILE.part is as it was written, after those of that sum;
 * one that states no sum was written before there were any. */
static bool has_its_sum(const struct json_value *line, struct sha256 sum,
                        const char *text, size_t length)
{
    const char *stated = json_value_text(line, "sum");
    size_t behind = strlen(", \"sum\": \"\"}\n") + RESULTS_SUM;
    char digest[SHA256_HEX];

    if (!stated)
        return true;
    if (length < behind)
        return false;
    sha256_add(&sum, text, length - behind);
    sha256_end_hex(&sum, digest);
    digest[RESULTS_SUM] = '\0';
    return strcmp(stated, digest) == 0;
}

static const char *take_line_of_part(struct reading *r,
                                     const struct json_value *line,
                                     const char *text, size_t length)
{
    const char *problem;
    struct sha256 none;
    size_t before;

    sha256_begin(&none);
    if (is_kind(line, LINE_HEADER))
        drop_cut(r);
    else if (is_kind(line, LINE_PLAN))
        return !r->open || has_its_sum(line, r->sum, text, length)
                   ? take_plan(r, line)
                   : "its sum does not match: it or the header before it was "
                     "damaged or edited; start a new run";
    else if (is_kind(line, LINE_OBSERVATION))
        return has_its_sum(line, none, text, length)
                   ? take_observed(r, line)
                   : "its sum does not match: the line was damaged or edited; "
                     "remove it, and run --resume observes its case again";
    else if (r->open && r->file->left[r->at].unjudged)
        return not_the_line(line, "observation or header");
    problem = take_line(r, line, text, length);
    before = problem || r->open ? r->file->count : earlier(r);
    if (before < r->file->count)
        drop_run(r, before);
    return problem;
}

/* Each run of a file is of another implementation or dialect. */
static const char *check_last(const struct results_file *file, size_t last)
{
    for (size_t k = 0; k < last; k++)
        if (same_run(&file->runs[k], &file->runs[last]))
            return "the run is in the file twice";
    return NULL;
}

/* The number-th line of a file, with what it becomes a part of. */
static const char *take_next(struct reading *r, size_t number, const char *text,
                             size_t length)
{
    struct results_file *file = r->file;
    bool was_open = r->open, cut = text[length - 1] != '\n';
    const struct json_value *line = NULL;
    const char *problem = NULL;
    int unused;

    if (cut && !file->partial)
        return "the line is cut off: the file is not whole";
    if (!cut)
        line = json_value_parse(&file->memory, text, length, true, &problem,
                                &unused);
    if (!line && !file->partial && number == 1 && json_value_can_be_read &&
        (length < 7 || memcmp(text, "{\"line\"", 7) != 0))
        return "not JSON Lines; expected those that profilcheck run --results "
               "writes";
    if (!line)
        return file->partial ? NULL : problem;
    if (number == 1 && is_kind(line, LINE_COMMAND)) {
        file->partial = true;
        return read_line(r, line, LINE_COMMAND, file);
    }
    if (file->partial)
        return take_line_of_part(r, line, text, length);
    problem = take_line(r, line, text, length);
    return problem || was_open ? problem : check_last(file, r->at);
}

static int by_index(const void *a, const void *b)
{
    const struct result *one = a, *other = b;

    return (one->index > other->index) - (one->index < other->index);
}

/* After the last line. */
static const char *end_part(struct reading *r)
{
    struct results_file *file = r->file;
    const char *problem = NULL;

    drop_cut(r);
    if (!file->count)
        return "its run was killed before anything was observed; start a new "
               "run";
    for (size_t k = 0; !problem && k < file->count; k++) {
        struct results *run = &file->runs[k];

        if (file->left[k].unjudged && run->case_count)
            qsort(run->cases, run->case_count, sizeof *run->cases, by_index);
        problem = check_last(file, k);
    }
    return problem;
}

static const char *end(struct reading *r, size_t lines)
{
    if (r->file->partial)
        return end_part(r);
    if (!lines)
        return "it is empty; expected the lines that profilcheck run "
               "--results writes";
    if (r->open)
        return "the file ends before the footer of its run: it is not whole";
    return NULL;
}

const char *results_file_read(struct results_file *file, const char *name,
                              const char *text, size_t length)
{
    const char *problem = NULL, *stop = text + length;
    struct reading r = {.file = file};
    size_t number = 0;

    *file = (struct results_file){0};
    while (!problem && text < stop) {
        const char *newline = memchr(text, '\n', (size_t)(stop - text));
        const char *next = newline ? newline + 1 : stop;

        problem = take_next(&r, ++number, text, (size_t)(next - text));
        text = next;
    }
    if (!problem)
        problem = end(&r, number);
    if (!problem)
        return NULL;
    results_file_free(file);
    return problem_of("%.300s:%zu: %.250s", name, number, problem);
}

void results_file_free(struct results_file *file)
{
    for (size_t k = 0; k < file->count; k++)
        if (file->left[k].judged)
            results_free(&file->runs[k]);
    arena_free(&file->memory);
    *file = (struct results_file){0};
}

/* By the ids that the case has; what is no cause is passed over. */
static void link_causes(struct arena *arena, struct results *run, size_t at,
                        const struct json_value *row)
{
    const struct json_value *ids = json_value_of(row, "cause");

    for (size_t k = 0; ids && k < ids->count; k++)
        for (size_t n = 0; ids->items[k].text && n < run->cause_count; n++)
            if (run->causes[n].id &&
                strcmp(run->causes[n].id, ids->items[k].text) == 0)
                link_case(arena, run, &run->causes[n], at);
}

/* The rows of an array of the run, each of that size. */
static const char *take_rows(struct arena *arena,
                             const struct json_value *array,
                             enum results_line kind, size_t size, char *rows)
{
    const char *problem = NULL;

    for (size_t k = 0; array && !problem && k < array->count; k++)
        problem =
            results_read(&array->items[k], kind, RESULTS_ROW | RESULTS_ROW_TEXT,
                         true, arena, rows + k * size);
    return problem;
}

static const char *take_run_of_report(struct results_file *file,
                                      const struct json_value *value)
{
    const struct json_value *cases = json_value_of(value, "cases");
    const struct json_value *causes = json_value_of(value, "causes");
    struct reading r = {.file = file};
    struct results *run;
    const char *problem;

    if (!cases || cases->kind != VALUE_ARRAY ||
        !json_value_text(value, "dialect") ||
        !json_value_text(value, "implementation"))
        return "a run has no implementation, dialect or cases";
    add_run(&r);
    run = &file->runs[r.at];
    problem = results_read(value, LINE_HEADER, RESULTS_HEAD, true,
                           &file->memory, run);
    run->case_count = cases->count;
    run->cases = arena_new(&file->memory, run->case_count, sizeof *run->cases);
    run->cause_count =
        causes && causes->kind == VALUE_ARRAY ? causes->count : 0;
    run->causes =
        arena_new(&file->memory, run->cause_count, sizeof *run->causes);
    for (size_t k = 0; k < run->case_count; k++)
        if (!json_value_text(&cases->items[k], "id") ||
            !json_value_text(&cases->items[k], "verdict"))
            return "a case has no id or no verdict";
    if (!problem)
        problem = take_rows(&file->memory, cases, LINE_CASE, sizeof *run->cases,
                            (char *)run->cases);
    if (!problem && run->cause_count)
        problem = take_rows(&file->memory, causes, LINE_CAUSE,
                            sizeof *run->causes, (char *)run->causes);
    for (size_t k = 0; !problem && k < run->case_count; k++)
        link_causes(&file->memory, run, k, &cases->items[k]);
    return problem;
}

static const char *take_report(struct results_file *file,
                               const struct json_value *report)
{
    const char *schema = json_value_text(report, "schema"), *problem = NULL;
    const struct json_value *runs = json_value_of(report, "runs");

    if (!schema || strcmp(schema, SCHEMA) != 0)
        return "expected \"schema\": \"" SCHEMA "\", as profilcheck run "
               "--format json writes it, or a file of results";
    if (!runs)
        return take_run_of_report(file, report);
    if (runs->kind != VALUE_ARRAY)
        return "\"runs\" is not an array";
    for (size_t k = 0; !problem && k < runs->count; k++)
        problem = take_run_of_report(file, &runs->items[k]);
    return problem;
}

const char *results_report_read(struct results_file *file, const char *name,
                                const char *text, size_t length)
{
    const struct json_value *report;
    const char *problem;
    int line = 0;

    *file = (struct results_file){0};
    report =
        json_value_parse(&file->memory, text, length, false, &problem, &line);
    if (report)
        problem = take_report(file, report);
    if (!problem)
        return NULL;
    results_file_free(file);
    return report ? problem_of("%.120s: %.200s", name, problem)
                  : problem_of("%.120s:%d: %.250s", name, line, problem);
}
