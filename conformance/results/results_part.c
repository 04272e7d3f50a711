/* SPDX-License-Identifier: MIT */
#include "results_part.h"

#include <stdlib.h>
#include <string.h>

#ifndef HAVE_JANSSON

/* results_line_parse refuses every line. */
const char *results_part_kind(void *line)
{
    (void)line;
    return "";
}

const char *results_part_command(struct results_file *file, void *line)
{
    (void)file;
    (void)line;
    return "there is no reader";
}

const char *results_part_plan(struct results_left *left, void *line)
{
    (void)left;
    (void)line;
    return "there is no reader";
}

bool results_part_whose(void *line, const char **implementation,
                        const char **dialect)
{
    (void)line;
    *implementation = *dialect = "";
    return false;
}

const char *results_part_observed(struct results *run, void *line)
{
    (void)run;
    (void)line;
    return "there is no reader";
}

#else

#include "results_member.h"

const char *results_part_kind(void *line)
{
    const char *kind = member_text(line, "line");

    return kind ? kind : "";
}

const char *results_part_command(struct results_file *file, void *line)
{
    const char *problem = member_string(line, "directory", &file->directory);

    return problem ? problem
                   : member_strings(line, "arguments", &file->arguments,
                                    &file->argument_count);
}

const char *results_part_plan(struct results_left *left, void *line)
{
    const char *problem = member_string(line, "list", &left->list);
    uint64_t planned = 0;

    if (!problem)
        problem = member_number(line, "cases", &planned);
    left->planned = (size_t)planned;
    left->unjudged = !problem;
    return problem;
}

bool results_part_whose(void *line, const char **implementation,
                        const char **dialect)
{
    *implementation = member_text(line, "implementation");
    *dialect = member_text(line, "dialect");
    return *implementation && *dialect;
}

/* Whether other cases had run before it in its process: a word of the text
 * that is not in a note, which comes last and in quotes. */
static bool is_batched(const char *observed)
{
    const char *at = strstr(observed, "; batched"),
               *note = strchr(observed, '"');

    return at && (!note || at < note);
}

static struct result *results_part_find(const struct results *run,
                                        const char *id, size_t index)
{
    for (size_t k = run->case_count; k-- > 0;)
        if (run->cases[k].index == index && strcmp(run->cases[k].id, id) == 0)
            return &run->cases[k];
    return NULL;
}

static struct result *results_part_add(struct results *run, const char *id,
                                       size_t index)
{
    size_t count = run->case_count;
    struct result *grown = run->cases;

    if ((count & (count - 1)) == 0)
        grown = realloc(grown, (count ? 2 * count : 1) * sizeof *grown);
    if (!grown)
        return NULL;
    run->cases = grown;
    run->case_count++;
    run->summary[VERDICT_INCONCLUSIVE]++;
    grown[count] = (struct result){.id = id,
                                   .index = index,
                                   .verdict = VERDICT_INCONCLUSIVE,
                                   .detail = ""};
    return &grown[count];
}

const char *results_part_observed(struct results *run, void *line)
{
    const char *id, *text, *observed, *problem;
    struct result *result;
    uint64_t index;

    problem = member_string(line, "id", &id);
    if (!problem)
        problem = member_number(line, "index", &index);
    if (!problem)
        problem = member_string(line, "case", &text);
    if (!problem)
        problem = member_string(line, "observed", &observed);
    if (problem)
        return problem;
    result = results_part_find(run, id, (size_t)index);
    if (!result && !(result = results_part_add(run, id, (size_t)index)))
        return OUT_OF_MEMORY;
    result->text = (char *)text;
    if (!result->observed ||
        !is_batched(result->company ? result->company : result->observed)) {
        result->observed = (char *)observed;
    } else if (!is_batched(observed)) {
        if (!result->company)
            result->company = result->observed;
        result->observed = (char *)observed;
    } else if (result->company) {
        result->company = (char *)observed;
    } else {
        result->observed = (char *)observed;
    }
    return NULL;
}

#endif

static int by_index(const void *a, const void *b)
{
    const struct result *one = a, *other = b;

    return (one->index > other->index) - (one->index < other->index);
}

void results_part_end(struct results *run)
{
    if (run->case_count)
        qsort(run->cases, run->case_count, sizeof *run->cases, by_index);
}
