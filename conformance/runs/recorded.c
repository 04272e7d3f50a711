/* SPDX-License-Identifier: MIT */
#include "recorded.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conformance/base/output.h"
#include "conformance/base/plural.h"
#include "conformance/base/sha256.h"
#include "conformance/base/terminal.h"
#include "conformance/base/whole_file.h"
#include "conformance/judge/causes.h"
#include "conformance/language/case_lex.h"
#include "conformance/language/observed.h"
#include "conformance/results/fields.h"
#include "conformance/results/house.h"
#include "environment.h"

static const char *recorded_wrong(const struct result *result, const char *what)
{
    return problem_of("%.100s: %.350s", result->id, what);
}

/* The texts of all cases, in their order. */
static const char *parse_cases(const struct results *recorded,
                               struct case_list *list)
{
    const char *limited = results_text(recorded, "PROFIL_MAX");
    struct case_error error;
    uint64_t limit = 0;

    if (limited && (!text_number(limited, &limit) || limit > UINT32_MAX))
        return "the environment's PROFIL_MAX: expected a number";
    for (size_t k = 0; k < recorded->case_count; k++) {
        const struct result *result = &recorded->cases[k];

        if (!result->text)
            return recorded_wrong(result, "its text is not recorded");
        if (!case_list_parse(list, "case", result->text, strlen(result->text),
                             &error))
            return recorded_wrong(result, error.text);
        if (list->count != k + 1)
            return recorded_wrong(result, "its text is not one case");
        if (strcmp(list->cases[k].id, result->id) != 0)
            return recorded_wrong(result, "its text is that of another case");
        list->cases[k].script.profil_max = (uint32_t)limit;
    }
    return NULL;
}

static const char *parse_observed(const struct result *result,
                                  struct test_case *c, struct assessed *a)
{
    const char *first = result->batched ? result->batched : result->observed;
    struct observed_error error;

    if (!result->observed && result->verdict == VERDICT_UNSUPPORTED) {
        a->unsupported = result->detail;
        return NULL;
    }
    if (!result->observed)
        return recorded_wrong(result, "what was observed is not recorded");
    if (!observed_parse(first, strlen(first), &a->observation, &error))
        return recorded_wrong(result, error.text);
    c->script.swapped = a->observation.swapped;
    if (!result->batched)
        return NULL;
    if (!observed_parse(result->observed, strlen(result->observed), &a->alone,
                        &error))
        return recorded_wrong(result, error.text);
    a->has_alone = true;
    return NULL;
}

const char *recorded_parse(struct recorded *recorded,
                           const struct results *results)
{
    int dialect = dialect_by_name(results->dialect);
    const char *problem;

    *recorded = (struct recorded){0};
    if (dialect < 0)
        return "profilcheck list dialects does not have its dialect";
    recorded->dialect = (enum dialect)dialect;
    recorded->cases = memory_new(results->case_count, sizeof *recorded->cases);
    problem = parse_cases(results, &recorded->list);
    for (size_t k = 0; !problem && k < results->case_count; k++) {
        struct assessed *a = &recorded->cases[recorded->count++];

        a->c = &recorded->list.cases[k];
        problem =
            parse_observed(&results->cases[k], &recorded->list.cases[k], a);
    }
    return problem;
}

void recorded_free(struct recorded *recorded)
{
    for (size_t k = 0; k < recorded->count; k++) {
        observation_free(&recorded->cases[k].observation);
        observation_free(&recorded->cases[k].alone);
    }
    free(recorded->cases);
    case_list_free(&recorded->list);
    *recorded = (struct recorded){0};
}

static void add_text_to_sum(struct sha256 *sum, const char *text)
{
    sha256_add(sum, text, strlen(text) + 1);
}

const char *rederive_tables(void)
{
    static char text[SHA256_HEX];
    struct sha256 sum;

    sha256_begin(&sum);
    for (unsigned r = 0; r < RULES; r++) {
        add_text_to_sum(&sum, rule_table[r].name);
        for (unsigned k = 0; k < rule_table[r].count; k++)
            add_text_to_sum(&sum, choice_table[rule_table[r].first + k].name);
    }
    for (int d = 0; d < DIALECTS; d++) {
        add_text_to_sum(&sum, dialect_table[d].name);
        for (unsigned r = 0; r < RULES; r++) {
            for (int p = FORBIDDEN; p <= UNSPECIFIED; p++) {
                uint64_t set = dialect_choices((enum dialect)d, (enum rule)r,
                                               (enum permission)p);
                char words[24];

                snprintf(words, sizeof words, "%llx", (unsigned long long)set);
                add_text_to_sum(&sum, words);
            }
            add_text_to_sum(&sum,
                            dialect_open_clause((enum dialect)d, (enum rule)r));
            for (unsigned k = 0; k < rule_table[r].count; k++)
                add_text_to_sum(
                    &sum,
                    dialect_clause((enum dialect)d,
                                   (enum choice)(rule_table[r].first + k)));
        }
    }
    sha256_end_hex(&sum, text);
    return text;
}

static void describe(struct results_file *file, size_t k,
                     const struct recorded *recorded)
{
    struct results *run = &file->runs[k];
    size_t count = run->environment_count, planned = file->left[k].planned;
    struct named *rows = arena_new(&file->memory, count + 2, sizeof *rows);
    char delivery[ENVIRONMENT_DELIVERY], partial[64];

    environment_delivery(recorded->cases, recorded->count, delivery);
    snprintf(partial, sizeof partial, "%zu of %zu case%s", run->case_count,
             planned, plural(planned));
    if (count)
        memcpy(rows, run->environment, count * sizeof *rows);
    rows[count++] =
        (struct named){"delivery", arena_text(&file->memory, delivery)};
    rows[count++] =
        (struct named){"partial", arena_text(&file->memory, partial)};
    run->environment = rows;
    run->environment_count = count;
}

/* The k-th run of a file is described, too; else it is null.  delivery: null,
 * or room for how its ticks came. */
static const char *judge_run(struct results_file *file, size_t k,
                             const struct results *run, struct results *fresh,
                             char *delivery)
{
    struct recorded recorded;
    const char *problem = recorded_parse(&recorded, run);

    *fresh = (struct results){0};
    if (delivery)
        environment_delivery(recorded.cases, recorded.count, delivery);
    if (!problem && file)
        describe(file, k, &recorded);
    if (!problem)
        assess(recorded.dialect, recorded.cases, recorded.count, fresh);
    if (!problem)
        annotate(recorded.dialect, recorded.cases, fresh);
    for (size_t n = 0; !problem && n < run->case_count; n++) {
        fresh->cases[n].id = run->cases[n].id;
        fresh->cases[n].index = run->cases[n].index;
    }
    recorded_free(&recorded);
    return problem;
}

const char *rederive(const struct results *results, struct results *fresh,
                     char delivery[ENVIRONMENT_DELIVERY])
{
    return judge_run(NULL, 0, results, fresh, delivery);
}

/* In the place of observations come cases with verdicts, of their own. */
const char *results_file_judge(struct results_file *file, const char *name)
{
    const char *problem = NULL;
    struct results fresh;

    for (size_t k = 0; !problem && file->partial && k < file->count; k++) {
        if (!file->left[k].unjudged)
            continue;
        problem = judge_run(file, k, &file->runs[k], &fresh, NULL);
        file->left[k].judged = !problem;
        if (problem)
            break;
        results_take(&file->runs[k], &fresh);
        house_apply(&file->runs[k],
                    (enum house_policy)file->runs[k].house_policy);
    }
    if (!problem)
        return NULL;
    results_file_free(file);
    return problem_of("%.200s: %.500s", name, problem);
}

/* With the file that may have been meant. */
static const char *can_not_read(const char *name)
{
    int error = errno;
    char part[300];

    snprintf(part, sizeof part, "%.280s.part", name);
    if (error == ENOENT && access(part, F_OK) == 0)
        return problem_of("%.250s: only %s exists: the run did not finish",
                          name, part);
    return problem_of("%.400s: %s", name, strerror(error));
}

/* Whether it begins with a line of results. */
static bool is_lines(const char *text, size_t length)
{
    const char *newline = memchr(text, '\n', length), *unused;
    size_t first = newline ? (size_t)(newline - text) : length;
    struct arena arena = {NULL};
    int line;
    bool is = json_value_of(
                  json_value_parse(&arena, text, first, false, &unused, &line),
                  "line") != NULL;

    arena_free(&arena);
    return is;
}

static const char *read_lines(struct results_file *file, const char *name,
                              const char *text, size_t length)
{
    const char *problem = results_file_read(file, name, text, length);

    return problem ? problem : results_file_judge(file, name);
}

const char *recorded_read(struct results_file *file, const char *name,
                          const char *text, size_t length)
{
    return is_lines(text, length)
               ? read_lines(file, name, text, length)
               : results_report_read(file, name, text, length);
}

static const char *open_by(const char *(*read)(struct results_file *,
                                               const char *, const char *,
                                               size_t),
                           struct results_file *file, const char *name)
{
    bool standard = strcmp(name, "-") == 0;
    struct whole_file bytes;
    const char *problem;

    *file = (struct results_file){0};
    name = standard ? "standard input" : name;
    if (!whole_file_read(&bytes, standard ? NULL : name))
        return can_not_read(name);
    problem = read(file, name, bytes.text, bytes.length);
    free(bytes.text);
    return problem;
}

const char *results_file_open(struct results_file *file, const char *name)
{
    return open_by(read_lines, file, name);
}

const char *recorded_open(struct results_file *file, const char *name)
{
    return open_by(recorded_read, file, name);
}

void results_file_warn(const struct results_file *file, const char *verb,
                       const char *name)
{
    for (size_t k = 0; file->partial && k < file->count; k++) {
        const struct results *run = &file->runs[k];
        char *word = terminal_word(name);

        if (file->left[k].unjudged)
            complain(0,
                     "%s: %s is partial: the run of %s as %s ended after %zu "
                     "of %zu case%s; profilcheck run --resume %s continues it",
                     verb, name, run->implementation, run->dialect,
                     run->case_count, file->left[k].planned,
                     plural(file->left[k].planned), word);
        free(word);
    }
}

int results_file_take(struct results_file *file, const char *verb,
                      const char *name)
{
    const char *problem = results_file_open(file, name);

    if (problem)
        return complain(STATUS_USAGE, "%s: %s", verb, problem);
    results_file_warn(file, verb, name);
    return STATUS_PASS;
}
