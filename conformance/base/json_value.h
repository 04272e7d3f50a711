/* SPDX-License-Identifier: MIT */
/*
 * JSON that is read.  The library jansson does it, in json_value.c and nowhere
 * else; where profilcheck was built without it, every text is refused with the
 * name of the package.
 */
#ifndef CONFORMANCE_JSON_VALUE_H
#define CONFORMANCE_JSON_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memory.h"

struct json_value {
    enum {
        VALUE_OTHER, /* null, false, or no whole number */
        VALUE_TRUE,
        VALUE_NUMBER,
        VALUE_TEXT,
        VALUE_ARRAY,
        VALUE_OBJECT
    } kind;
    const char *name; /* of a member; else null */
    const char *text; /* null: it is none */
    int64_t number;
    struct json_value *items; /* of an array, or members, in their order */
    size_t count;
};

/* Whether this build can read it. */
extern const bool json_value_can_be_read;

/*
 * Any bytes, into the arena.  Null where they are no JSON, or where an object
 * has a name twice and once is set: why then says the reason, until the next
 * one, and line where.
 */
const struct json_value *json_value_parse(struct arena *arena, const char *text,
                                          size_t length, bool once,
                                          const char **why, int *line);

/* For tests: by which the library has its memory. */
void json_value_use(void *(*take)(size_t size), void (*release)(void *memory));

/* A member; null where there is none of that name, or no object. */
const struct json_value *json_value_of(const struct json_value *object,
                                       const char *name);

/* The text of a member; null where it is none. */
const char *json_value_text(const struct json_value *object, const char *name);

#endif
