/* SPDX-License-Identifier: MIT */
/*
 * How the pages' tests spell the operations of their letters.
 */
#ifndef REFERENCE_LETTERS_TEST_H
#define REFERENCE_LETTERS_TEST_H

#include "scripts_test.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

#define TO(b, bytes)                                                           \
    {                                                                          \
        .kind = POINTER_GIVEN, .buffer = (b), .at = (bytes)                    \
    }
#define TO_NULL                                                                \
    {                                                                          \
        .kind = POINTER_NULL                                                   \
    }
#define TO_BAD                                                                 \
    {                                                                          \
        .kind = POINTER_BAD                                                    \
    }

#define BUFFER(n, bytes)                                                       \
    {                                                                          \
        .kind = OP_BUFFER, .buffer = (n), .size = (bytes)                      \
    }
#define FILLED(n, bytes, width, with)                                          \
    {                                                                          \
        .kind = OP_BUFFER, .buffer = (n), .size = (bytes),                     \
        .fill_width = (width), .fill = (with)                                  \
    }

/* profil(pointer, bytes, from, by) */
#define PROFIL(pointer, bytes, from, by)                                       \
    {                                                                          \
        .kind = OP_CALL,                                                       \
        .call = {                                                              \
            .kind = CALL_PROFIL,                                               \
            .region = {.base = pointer,                                        \
                       .size = (bytes),                                        \
                       .offset = (from),                                       \
                       .scale = (by)},                                         \
        },                                                                     \
    }

/* One element of a list. */
#define ELEMENT(pointer, bytes, low, upto, by)                                 \
    {                                                                          \
        .base = pointer, .size = (bytes), .offset = (low), .high = (upto),     \
        .scale = (by)                                                          \
    }

#define LISTED(...)                                                            \
    .list_kind = POINTER_GIVEN,                                                \
    .list = (const struct region_arguments[]){__VA_ARGS__},                    \
    .listed = sizeof((const struct region_arguments[]){__VA_ARGS__}) /         \
              sizeof(struct region_arguments)

#define PROFIL_LIST(...)                                                       \
    {                                                                          \
        .kind = OP_CALL, .call = {.kind = CALL_PROFIL_LIST, __VA_ARGS__ }      \
    }

#define SPROFIL(how_many, time, how, ...)                                      \
    {                                                                          \
        .kind = OP_CALL,                                                       \
        .call = {.kind = CALL_SPROFIL,                                         \
                 .count = (how_many),                                          \
                 .tvp = (time),                                                \
                 .flags = (how),                                               \
                 __VA_ARGS__},                                                 \
    }

#define TICKS(...)                                                             \
    {                                                                          \
        .kind = OP_TICKS, .ticks = (const struct tick[]){__VA_ARGS__},         \
        .tick_count =                                                          \
            sizeof((const struct tick[]){__VA_ARGS__}) / sizeof(struct tick)   \
    }

#define ON_BUFFER(what, n)                                                     \
    {                                                                          \
        .kind = (what), .buffer = (n)                                          \
    }
#define JUST(what)                                                             \
    {                                                                          \
        .kind = (what)                                                         \
    }

#endif
