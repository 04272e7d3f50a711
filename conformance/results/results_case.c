/* SPDX-License-Identifier: MIT */
#ifdef HAVE_JANSSON

#include <stdlib.h>
#include <string.h>

#include "results_member.h"

static const char *take_bins(struct wrong_buffer *h, json_t *object)
{
    json_t *at = json_object_get(object, "at");
    json_t *expected = json_object_get(object, "expected");
    json_t *got = json_object_get(object, "got");
    size_t count = json_array_size(at);

    if (!json_is_array(at) || json_array_size(expected) != count ||
        json_array_size(got) != count)
        return member_wrong("histogram", "at, expected and got of one length");
    h->bins = calloc(count + 1, sizeof *h->bins);
    if (!h->bins)
        return OUT_OF_MEMORY;
    for (size_t k = 0; k < count; k++) {
        json_t *items[] = {json_array_get(at, k), json_array_get(expected, k),
                           json_array_get(got, k)};

        for (unsigned n = 0; n < 3; n++)
            if (!json_is_integer(items[n]) ||
                (n && json_integer_value(items[n]) < 0))
                return member_wrong("histogram", "numbers");
        h->bins[h->count++] =
            (struct wrong_counter){json_integer_value(items[0]),
                                   (uint64_t)json_integer_value(items[1]),
                                   (uint64_t)json_integer_value(items[2])};
    }
    return NULL;
}

static const char *take_histogram(struct result *result, json_t *object)
{
    struct wrong_buffer *h = calloc(1, sizeof *h);
    const char *name = member_text(object, "buffer"), *problem;
    uint64_t width = 0;

    result->histogram = h;
    if (!h)
        return OUT_OF_MEMORY;
    if (!name || strlen(name) >= sizeof h->buffer)
        return member_wrong("buffer", "a buffer's name");
    strcpy(h->buffer, name);
    problem = member_number(object, "width", &width);
    if (!problem && (width < 1 || width > 4))
        return member_wrong("width", "1 to 4");
    h->width = (unsigned)width;
    if (!problem)
        problem = member_number(object, "size", &h->size);
    if (!problem)
        problem = member_wide(object, "offset", &h->offset);
    if (!problem)
        problem = member_wide(object, "scale", &h->scale);
    return problem ? problem : take_bins(h, object);
}

static const char *take_texts(struct result *result, json_t *line)
{
    char *waiver = NULL, *house = NULL;
    const struct {
        const char *name;
        char **value;
    } members[] = {{"input", &result->input},
                   {"got", &result->got},
                   {"permitted", &result->permitted},
                   {"case", &result->text},
                   {"observed", &result->observed},
                   {"company", &result->company},
                   {"explanation", &result->explanation},
                   {"program", &result->program},
                   {"house", &house},
                   {"waiver", &waiver}};
    const char *problem = NULL, *value;

    for (size_t k = 0; !problem && k < sizeof members / sizeof *members; k++) {
        problem = member_optional(line, members[k].name, &value);
        *members[k].value = (char *)value;
    }
    result->waiver = waiver;
    result->house = house;
    return problem;
}

const char *results_case_take(struct result *result, json_t *line,
                              bool in_shard)
{
    json_t *histogram = json_object_get(line, "histogram");
    const char *problem = member_string(line, "id", &result->id), *detail;
    uint64_t index = 0;

    if (!problem && in_shard)
        problem = member_number(line, "index", &index);
    result->index = index;
    if (!problem)
        problem = member_verdict(line, "verdict", &result->verdict);
    if (!problem)
        problem =
            member_strings(line, "rules", &result->rules, &result->rule_count);
    if (!problem)
        problem = member_string(line, "detail", &detail);
    if (problem)
        return problem;
    result->detail = (char *)detail;
    result->finding = json_is_true(json_object_get(line, "finding"));
    problem = take_texts(result, line);
    if (!problem && !result->waiver != (result->verdict != VERDICT_WAIVED))
        return member_wrong("waiver", "a reason, where the verdict is waived");
    if (!problem && result->house)
        problem = member_verdict(line, "judged", &result->judged);
    if (!problem && result->waiver)
        problem = member_verdict(line, "waived", &result->waived);
    if (!problem && histogram)
        problem = take_histogram(result, histogram);
    return problem;
}

#endif
