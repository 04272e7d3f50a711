/* SPDX-License-Identifier: MIT */
#ifdef HAVE_JANSSON

#include "results_member.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char why[300];

const char *member_wrong(const char *member, const char *expected)
{
    snprintf(why, sizeof why, "\"%s\": expected %s", member, expected);
    return why;
}

const char *member_text(json_t *line, const char *member)
{
    return json_string_value(json_object_get(line, member));
}

const char *member_string(json_t *line, const char *member, const char **value)
{
    *value = member_text(line, member);
    return *value ? NULL : member_wrong(member, "a string");
}

const char *member_optional(json_t *line, const char *member,
                            const char **value)
{
    *value = NULL;
    return json_object_get(line, member) ? member_string(line, member, value)
                                         : NULL;
}

const char *member_strings(json_t *line, const char *member,
                           const char *const **list, size_t *count)
{
    json_t *array = json_object_get(line, member), *item;
    const char **copy;
    size_t k;

    if (!json_is_array(array))
        return member_wrong(member, "a list of strings");
    json_array_foreach(array, k, item) if (
        !json_is_string(item)) return member_wrong(member, "a list of strings");
    copy = calloc(json_array_size(array) + 1, sizeof *copy);
    if (!copy)
        return OUT_OF_MEMORY;
    json_array_foreach(array, k, item) copy[k] = json_string_value(item);
    *list = copy;
    *count = json_array_size(array);
    return NULL;
}

const char *member_pairs(json_t *line, const char *member,
                         const struct named **list, size_t *count)
{
    json_t *object = json_object_get(line, member), *value;
    struct named *copy;
    const char *name;

    if (!json_is_object(object))
        return member_wrong(member, "an object of strings");
    copy = calloc(json_object_size(object) + 1, sizeof *copy);
    if (!copy)
        return OUT_OF_MEMORY;
    *list = copy;
    json_object_foreach(object, name, value)
    {
        if (!json_is_string(value))
            return member_wrong(member, "an object of strings");
        copy[(*count)++] = (struct named){name, json_string_value(value)};
    }
    return NULL;
}

const char *member_verdict(json_t *line, const char *member, uint8_t *verdict)
{
    const char *name = member_text(line, member);
    unsigned found = name ? verdict_by_name(name) : VERDICTS;

    if (found == VERDICTS)
        return member_wrong(member, "a verdict");
    *verdict = (uint8_t)found;
    return NULL;
}

const char *member_number(json_t *object, const char *member, uint64_t *value)
{
    json_t *item = json_object_get(object, member);

    if (!json_is_integer(item) || json_integer_value(item) < 0)
        return member_wrong(member, "a number from 0");
    *value = (uint64_t)json_integer_value(item);
    return NULL;
}

const char *member_wide(json_t *object, const char *member, uint64_t *value)
{
    const char *text = member_text(object, member);
    char *end = NULL;

    if (text && strncmp(text, "0x", 2) == 0 && strlen(text) <= 18 &&
        strspn(text + 2, "0123456789abcdef") == strlen(text + 2) && text[2])
        *value = strtoull(text, &end, 16);
    return end ? NULL : member_wrong(member, "\"0x...\", of up to 64 bits");
}

#endif
