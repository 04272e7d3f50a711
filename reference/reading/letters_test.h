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

/* A buffer A of 16 bytes by that scale. */
#define MAPPED(scale)                                                          \
    {                                                                          \
        .name = "on a " #scale, {PROFIL(TO(A, 0), 16, 0x1000, scale)}, 1       \
    }

#define NEAR_TICKS                                                             \
    {                                                                          \
        .name = "near ticks",                                                  \
        {TICKS({0xffe, 1}, {0xfff, 2}, {0x1000, 4}, {0x1001, 8})}, 1           \
    }

/* Both sides of every edge; 2^15 past the start leaves the first location
 * at scale 2, and 2^32 is past 32 bits. */
static const struct letter mapping_finish = {
    .name = "",
    {TICKS({0xfff, 1}, {0x1000, 2}, {0x1001, 4}, {0x1002, 8}, {0x1003, 16},
           {0x1005, 32}, {0x100e, 64}, {0x1010, 128}, {0x9000, 256}),
     TICKS({0xffd, 1}, {UINT64_C(0x100001000), 512}, {UINT64_MAX, 1}, {0, 1})},
    2};

#endif
