/* SPDX-License-Identifier: MIT */
#include "json_value.h"

#include <string.h>

#include "json_text.h"
#include "output.h"

#ifdef HAVE_JANSSON

#include <jansson.h>

const bool json_value_can_be_read = true;

void json_value_use(void *(*take)(size_t size), void (*release)(void *memory))
{
    json_set_alloc_funcs(take, release);
}

static void take(struct arena *arena, json_t *from, struct json_value *value);

static void take_array(struct arena *arena, json_t *from,
                       struct json_value *value)
{
    value->kind = VALUE_ARRAY;
    value->count = json_array_size(from);
    value->items = arena_new(arena, value->count, sizeof *value);
    for (size_t k = 0; k < value->count; k++)
        take(arena, json_array_get(from, k), &value->items[k]);
}

static void take_object(struct arena *arena, json_t *from,
                        struct json_value *value)
{
    struct json_value *member;
    const char *name;
    json_t *item;

    value->kind = VALUE_OBJECT;
    value->items = arena_new(arena, json_object_size(from), sizeof *value);
    json_object_foreach(from, name, item)
    {
        member = &value->items[value->count++];
        take(arena, item, member);
        member->name = json_bytes(arena_text(arena, name));
    }
}

static void take(struct arena *arena, json_t *from, struct json_value *value)
{
    if (json_is_array(from)) {
        take_array(arena, from, value);
    } else if (json_is_object(from)) {
        take_object(arena, from, value);
    } else if (json_is_string(from)) {
        value->kind = VALUE_TEXT;
        value->text = json_bytes(arena_text(arena, json_string_value(from)));
    } else if (json_is_integer(from)) {
        value->kind = VALUE_NUMBER;
        value->number = json_integer_value(from);
    } else if (json_is_true(from)) {
        value->kind = VALUE_TRUE;
    }
}

const struct json_value *json_value_parse(struct arena *arena, const char *text,
                                          size_t length, bool once,
                                          const char **why, int *line)
{
    json_error_t error;
    struct json_value *value;
    json_t *from =
        json_loadb(text, length, once ? JSON_REJECT_DUPLICATES : 0, &error);

    if (!from && json_error_code(&error) == json_error_out_of_memory)
        memory_out();
    if (!from) {
        *why = problem_of("not JSON: %.200s", error.text);
        *line = error.line;
        return NULL;
    }
    value = arena_new(arena, 1, sizeof *value);
    take(arena, from, value);
    json_decref(from);
    return value;
}

#else

const bool json_value_can_be_read = false;

void json_value_use(void *(*take)(size_t size), void (*release)(void *memory))
{
    (void)take, (void)release;
}

const struct json_value *json_value_parse(struct arena *arena, const char *text,
                                          size_t length, bool once,
                                          const char **why, int *line)
{
    (void)arena, (void)text, (void)length, (void)once;
    *why = "this profilcheck was built without libjansson and reads no JSON; "
           "install libjansson-dev and build it again";
    *line = 1;
    return NULL;
}

#endif

const struct json_value *json_value_of(const struct json_value *object,
                                       const char *name)
{
    for (size_t k = 0; object && k < object->count; k++)
        if (object->items[k].name && strcmp(object->items[k].name, name) == 0)
            return &object->items[k];
    return NULL;
}

const char *json_value_text(const struct json_value *object, const char *name)
{
    const struct json_value *value = json_value_of(object, name);

    return value ? value->text : NULL;
}
