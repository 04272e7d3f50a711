/* SPDX-License-Identifier: MIT */
/*
 * The scripts on which irix_test.c holds its reading against the reference.
 */
#ifndef REFERENCE_IRIX_LETTERS_TEST_H
#define REFERENCE_IRIX_LETTERS_TEST_H

#include "letters_test.h"

enum { A, B, C };

static const struct op buffers[] = {
    BUFFER(A, 16),
    BUFFER(B, 16),
    FILLED(C, 8, 2, 0xfffc),
};

#define REGION(b, size, offset, scale) ELEMENT(TO(b, 0), size, offset, 0, scale)
#define ONE(flags, region)                                                     \
    {                                                                          \
        SPROFIL(1, POINTER_NULL, flags, LISTED(region))                        \
    }

/* ---- the arithmetic ---- */

#define MAPPED_BOTH(scale)                                                     \
    {.name = "shorts " #scale,                                                 \
     ONE(FLAG_USHORT, REGION(A, 16, 0x1000, scale)),                           \
     1},                                                                       \
    {                                                                          \
        .name = "ints " #scale, ONE(FLAG_UINT, REGION(A, 16, 0x1000, scale)),  \
        1                                                                      \
    }

static const struct letter mappings[] = {
    MAPPED_BOTH(0),
    MAPPED_BOTH(1),
    MAPPED_BOTH(2),
    MAPPED_BOTH(0x4000),
    MAPPED_BOTH(0x5555),
    MAPPED_BOTH(0x8000),
    MAPPED_BOTH(0xffff),
    MAPPED_BOTH(0x10000),
    MAPPED_BOTH(0x10001),
    MAPPED_BOTH(0x18000),
    {.name = "ints odd", ONE(FLAG_UINT, REGION(B, 11, 0x1000, 0x10000)), 1},
    {.name = "shorts odd", ONE(FLAG_USHORT, REGION(C, 5, 0x1000, 0x8000)), 1},
    {.name = "shorts full", ONE(FLAG_USHORT, REGION(C, 8, 0x1000, 0xffff)), 1},
    {.name = "1 byte", ONE(FLAG_USHORT, REGION(A, 1, 0x1000, 0xffff)), 1},
    {.name = "bin alone", ONE(FLAG_USHORT, REGION(B, 4, 0, 2)), 1},
    {.name = "from 0", ONE(FLAG_UINT, REGION(B, 8, 0, 0x8000)), 1},
    NEAR_TICKS,
};

static const struct alphabet mapping = {
    buffers, LENGTH(buffers), mappings, LENGTH(mappings), &mapping_finish, 2};

static void the_mapping_is_the_page_s(void **state)
{
    (void)state;
    no_differences(&mapping);
}

static void an_index_for_bytes_is_noticed(void **state)
{
    (void)state;
    notices(&mapping, COUNTER);
}

/* ---- the choice ---- */

#define LIST(name_, how_many, flags, ...)                                      \
    {                                                                          \
        .name = name_,                                                         \
        {SPROFIL(how_many, POINTER_NULL, flags, LISTED(__VA_ARGS__))}, 1       \
    }
#define INTS   FLAG_UINT
#define SHORTS FLAG_USHORT

/* Text of 16 bytes each, in counters of two bytes at 0x8000. */
#define LOW    REGION(A, 8, 0x1000, 0x8000)
#define SECOND ELEMENT(TO(A, 8), 8, 0x1008, 0, 0x8000)
#define GAPPED ELEMENT(TO(A, 8), 8, 0x1018, 0, 0x8000)
#define WIDE   REGION(B, 12, 0x1000, 0x8000)
#define BIN    ELEMENT(TO(B, 12), 4, 0, 0, 2)

static const struct letter choices_of_region[] = {
    LIST("one", 1, SHORTS, LOW),
    LIST("apart", 2, SHORTS, LOW, GAPPED),
    LIST("touching", 2, SHORTS, LOW, ELEMENT(TO(A, 8), 8, 0x1010, 0, 0x8000)),
    LIST("touching, upwards", 2, SHORTS,
         ELEMENT(TO(A, 8), 8, 0x1010, 0, 0x8000), LOW),
    LIST("apart, bin", 3, SHORTS, LOW, GAPPED, BIN),
    LIST("overlap", 2, SHORTS, LOW, SECOND),
    LIST("overlap, upwards, bin", 3, SHORTS, SECOND, LOW, BIN),
    LIST("inner, short", 2, SHORTS, WIDE,
         ELEMENT(TO(A, 8), 4, 0x1004, 0, 0x8000)),
    LIST("inner, short, bin", 3, SHORTS, WIDE,
         ELEMENT(TO(A, 8), 4, 0x1004, 0, 0x8000), BIN),
    LIST("same start, short first, bin", 3, SHORTS,
         REGION(A, 4, 0x1000, 0x8000), WIDE, BIN),
    LIST("same start, long first", 2, SHORTS, WIDE,
         REGION(A, 4, 0x1000, 0x8000)),
    LIST("overlap, one apart, bin", 4, SHORTS, LOW, SECOND,
         ELEMENT(TO(B, 0), 4, 0x1020, 0, 0x8000), BIN),
    LIST("inner of scale 0", 2, SHORTS, WIDE, REGION(A, 8, 0x1008, 0)),
    LIST("inner of scale 1, bin", 3, SHORTS, WIDE, REGION(A, 8, 0x1008, 1),
         BIN),
    LIST("scale 1 alone, bin", 2, SHORTS, REGION(A, 8, 0x1008, 1), BIN),
    LIST("inner of size 0, bin", 3, SHORTS, WIDE, REGION(A, 0, 0x1008, 0x8000),
         BIN),
    LIST("inner at NULL, bin", 3, SHORTS, WIDE,
         ELEMENT(TO_NULL, 8, 0x1008, 0, 0x8000), BIN),
    LIST("bin of size 0", 2, SHORTS, LOW, ELEMENT(TO(B, 12), 0, 0, 0, 2)),
    LIST("bin of size 1", 2, SHORTS, LOW, ELEMENT(TO(B, 12), 1, 0, 0, 2)),
    LIST("bin at NULL", 2, SHORTS, LOW, ELEMENT(TO_NULL, 4, 0, 0, 2)),
    LIST("ints, overlap, bin", 3, INTS, REGION(A, 8, 0x1000, 0x8000), SECOND,
         BIN),
    LIST("near a bin", 2, SHORTS, LOW, ELEMENT(TO(B, 12), 4, 1, 0, 2)),
};

static const struct letter choice_finish = {
    .name = "",
    {TICKS({0xfff, 1}, {0x1000, 2}, {0x1004, 4}, {0x1008, 8}, {0x100c, 16},
           {0x1010, 32}, {0x1014, 64}, {0x1018, 128}),
     TICKS({0x1020, 256}, {0x1024, 512}, {0x9000, 1024})},
    2};

static const struct alphabet choosing = {
    buffers,           LENGTH(buffers),
    choices_of_region, LENGTH(choices_of_region),
    &choice_finish,    1};

static void the_choice_of_region_is_the_page_s(void **state)
{
    (void)state;
    no_differences(&choosing);
}

/* ---- calls and errors ---- */

#define CALLED(name_, list_at, how_many, time, flags)                          \
    {                                                                          \
        .name = name_,                                                         \
        {SPROFIL(how_many, time, flags, LISTED(LOW), .list_kind = (list_at))}, \
        1                                                                      \
    }

static const struct letter calls[] = {
    LIST("on", 1, SHORTS, LOW),
    LIST("on, ints, two", 2, INTS, REGION(B, 16, 0x1000, 0x10000), GAPPED),
    LIST("off", 1, SHORTS, REGION(A, 8, 0x1000, 0)),
    {.name = "profil", {PROFIL(TO(A, 0), 16, 0x1000, 0xffff)}, 1},
    {.name = "profil, off", {PROFIL(TO_NULL, 0, 0, 0)}, 1, .shallow = true},
    {.name = "profil at bad", {PROFIL(TO_BAD, 16, 0x1000, 0xffff)}, 1},
    {.name = "on, time asked",
     {SPROFIL(1, POINTER_GIVEN, SHORTS, LISTED(LOW))},
     1},
    {.name = "bad time", {SPROFIL(1, POINTER_BAD, SHORTS, LISTED(LOW))}, 1},
    {.name = "fast, time asked",
     {SPROFIL(1, POINTER_GIVEN, SHORTS | FLAG_FAST, LISTED(LOW))},
     1},
    LIST("fast alone", 1, FLAG_FAST, LOW),
    LIST("no flags", 1, 0, LOW),
    LIST("both widths", 1, SHORTS | INTS, LOW),
    {.name = "none",
     {SPROFIL(0, POINTER_NULL, SHORTS, LISTED(LOW))},
     1,
     .shallow = true},
    {.name = "-1",
     {SPROFIL(-1, POINTER_NULL, SHORTS, LISTED(LOW))},
     1,
     .shallow = true},
    {.name = "too many",
     {SPROFIL(PROFIL_LIMIT + 1, POINTER_NULL, SHORTS, LISTED(LOW))},
     1,
     .shallow = true},
    {.name = "no list",
     {SPROFIL(1, POINTER_NULL, SHORTS, .list_kind = POINTER_NULL)},
     1,
     .shallow = true},
    {.name = "bad list, no flags, none, bad time",
     {SPROFIL(0, POINTER_BAD, 0, .list_kind = POINTER_BAD)},
     1},
    LIST("bin first", 2, SHORTS, BIN, LOW),
    LIST("one of two", 1, SHORTS, LOW, SECOND),
    LIST("two of one", 2, SHORTS, LOW, BIN),
    {.name = "a becomes read-only",
     {ON_BUFFER(OP_PROTECT, A)},
     1,
     .shallow = true},
    {.name = "a goes", {ON_BUFFER(OP_UNMAP, A)}, 1, .gone = true},
    {.name = "a comes back", {ON_BUFFER(OP_REMAP, A)}, 1, .back = true},
    {.name = "ticks", {TICKS({0x1000, 8}, {0x1004, 16}, {0x101c, 32})}, 1},
    {.name = "a child's ticks",
     {JUST(OP_FORK), TICKS({0x1000, 8}, {0x1004, 16}), JUST(OP_END)},
     3,
     .once = true,
     .shallow = true},
    {.name = "exec", {JUST(OP_EXEC)}, 1, .last = true},
};

static const struct letter call_finish = {
    .name = "", {TICKS({0x1000, 1}, {0x1004, 2}, {0x101c, 4})}, 1};

static const struct alphabet calling = {buffers,       LENGTH(buffers), calls,
                                        LENGTH(calls), &call_finish,    3};

static void calls_and_errors_are_the_page_s(void **state)
{
    (void)state;
    no_differences(&calling);
}

#endif
