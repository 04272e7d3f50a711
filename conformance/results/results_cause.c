/* SPDX-License-Identifier: MIT */
#ifdef HAVE_JANSSON

#include <stdlib.h>
#include <string.h>

#include "results_member.h"

static const char *take_confidence(struct cause *cause, json_t *line)
{
    const char *name = member_text(line, "confidence");

    for (unsigned k = 0; name && k < CONFIDENCES; k++)
        if (strcmp(name, confidence_names[k]) == 0) {
            cause->confidence = (uint8_t)k;
            return NULL;
        }
    return member_wrong("confidence", "how sure it is");
}

static size_t text_length(const struct result *c)
{
    return c->text ? strlen(c->text) : SIZE_MAX;
}

/* Note that a case, the next of a cause, has it. */
static const char *link_case(struct results *run, struct cause *cause,
                             size_t at)
{
    struct result *c = &run->cases[at];
    size_t *grown = realloc(c->causes, (c->cause_count + 1) * sizeof *grown);

    if (!grown)
        return OUT_OF_MEMORY;
    c->causes = grown;
    c->causes[c->cause_count++] = run->cause_count - 1;
    if (cause->case_count == 0 ||
        text_length(c) < text_length(&run->cases[cause->shortest]))
        cause->shortest = at;
    cause->cases[cause->case_count++] = at;
    return NULL;
}

/* The cases of a cause, by their ids; and the cause of each of them. */
static const char *take_cases(struct results *run, struct cause *cause,
                              json_t *line)
{
    const char *const *ids = NULL;
    size_t count, at = 0;
    const char *problem = member_strings(line, "cases", &ids, &count);

    if (!problem && !(cause->cases = calloc(count + 1, sizeof *cause->cases)))
        problem = OUT_OF_MEMORY;
    for (size_t k = 0; !problem && k < count; k++) {
        while (at < run->case_count && strcmp(run->cases[at].id, ids[k]) != 0)
            at++;
        problem = at == run->case_count
                      ? member_wrong("cases", "ids of its cases, in order")
                      : link_case(run, cause, at);
        at++;
    }
    free((void *)ids);
    return problem;
}

const char *results_cause_take(struct results *run, struct cause *cause,
                               json_t *line)
{
    const char *id, *sentence, *telling = NULL;
    const char *problem = member_string(line, "id", &id);

    if (!problem)
        problem = member_optional(line, "rule", &cause->rule);
    if (!problem)
        problem =
            member_strings(line, "found", &cause->found, &cause->found_count);
    if (!problem)
        problem = member_strings(line, "permitted", &cause->permitted,
                                 &cause->permitted_count);
    if (!problem)
        problem =
            member_strings(line, "others", &cause->others, &cause->other_count);
    if (!problem)
        problem = member_optional(line, "telling", &telling);
    if (!problem)
        problem = member_string(line, "clause", &cause->clause);
    if (!problem)
        problem = member_string(line, "sentence", &sentence);
    if (!problem)
        problem = take_confidence(cause, line);
    if (problem)
        return problem;
    cause->id = (char *)id;
    cause->sentence = (char *)sentence;
    cause->telling = (char *)telling;
    return take_cases(run, cause, line);
}

#endif
