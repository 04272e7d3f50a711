/* SPDX-License-Identifier: MIT */
#include "run_causes.h"

#include <stdlib.h>
#include <string.h>

static bool copy_text(const char **copy, const char *text)
{
    *copy = text ? strdup(text) : NULL;
    return *copy || !text;
}

bool run_causes_add(struct run_failure *failure, const struct cause *cause)
{
    struct cause *grown =
        realloc(failure->causes, (failure->cause_count + 1) * sizeof *grown);
    const char **found = calloc(cause->found_count + 1, sizeof *found);
    const char *sentence;
    bool good;

    if (grown)
        failure->causes = grown;
    if (!grown || !found) {
        free(found);
        return false;
    }
    grown = &failure->causes[failure->cause_count++];
    *grown = (struct cause){.found = found};
    good = copy_text(&grown->rule, cause->rule) &&
           copy_text(&sentence, cause->sentence);
    grown->sentence = good ? (char *)sentence : NULL;
    for (size_t k = 0; good && k < cause->found_count; k++) {
        good = copy_text(&found[k], cause->found[k]);
        grown->found_count += good;
    }
    return good;
}

void run_causes_free(struct run_failure *failure)
{
    for (size_t k = 0; k < failure->cause_count; k++) {
        struct cause *cause = &failure->causes[k];

        for (size_t n = 0; n < cause->found_count; n++)
            free((void *)cause->found[n]);
        free((void *)cause->found);
        free((void *)cause->rule);
        free(cause->sentence);
    }
    free(failure->causes);
}

#ifdef HAVE_JANSSON

#include <jansson.h>

static bool add_json(struct run_failure *failure, json_t *object)
{
    struct cause cause = {
        .rule = json_string_value(json_object_get(object, "rule")),
        .sentence =
            (char *)json_string_value(json_object_get(object, "sentence"))};
    json_t *list = json_object_get(object, "found"), *item;
    const char **found = calloc(json_array_size(list) + 1, sizeof *found);
    bool good = found != NULL;
    size_t k;

    json_array_foreach(list, k, item)
    {
        if (good && json_is_string(item))
            found[cause.found_count++] = json_string_value(item);
    }
    cause.found = found;
    good = good && (!cause.sentence || run_causes_add(failure, &cause));
    free(found);
    return good;
}

bool run_causes_of_json(struct run_failure *failure, const void *run,
                        const void *row)
{
    json_t *all = json_object_get(run, "causes"), *object;
    json_t *ids = json_object_get(row, "cause"), *id;
    size_t n, k;

    json_array_foreach(ids, n, id)
    {
        json_array_foreach(all, k, object)
        {
            if (json_is_string(id) &&
                json_equal(id, json_object_get(object, "id")) &&
                !add_json(failure, object))
                return false;
        }
    }
    return true;
}

#endif
