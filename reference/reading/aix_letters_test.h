/* SPDX-License-Identifier: MIT */
/*
 * The scripts on which aix_test.c holds its reading against the reference.
 */
#ifndef REFERENCE_AIX_LETTERS_TEST_H
#define REFERENCE_AIX_LETTERS_TEST_H

#include "letters_test.h"

enum { A, B, C };

static const struct op buffers[] = {
    BUFFER(A, 16),
    FILLED(B, 5, 2, 0xfff0),
    BUFFER(C, 32),
};

/* ---- the arithmetic ---- */

static const struct letter mappings[] = {
    MAPPED(0),
    MAPPED(1),
    MAPPED(2),
    MAPPED(3),
    MAPPED(0x4000),
    MAPPED(0x7fff),
    MAPPED(0x8000),
    MAPPED(0xffff),
    MAPPED(0x10000),
    MAPPED(0x10001),
    MAPPED(0x10002),
    MAPPED(0x18000),
    MAPPED(0xffff0000),
    MAPPED(0xfffffffe),
    {.name = "on b odd", {PROFIL(TO(B, 0), 5, 0x1000, 0xffff)}, 1},
    {.name = "on b odd, half", {PROFIL(TO(B, 0), 5, 0x1000, 0x8000)}, 1},
    {.name = "on b 4", {PROFIL(TO(B, 0), 4, 0x1000, 0xffff)}, 1},
    {.name = "on b 2", {PROFIL(TO(B, 0), 3, 0x1000, 0xffff)}, 1},
    {.name = "on a 1 byte", {PROFIL(TO(A, 0), 1, 0x1000, 0xffff)}, 1},
    {.name = "on a from 0", {PROFIL(TO(A, 4), 8, 0, 0x8000)}, 1},
    NEAR_TICKS,
};

static const struct alphabet mapping = {
    buffers, LENGTH(buffers), mappings, LENGTH(mappings), &mapping_finish, 2};

static void the_mapping_is_the_page_s(void **state)
{
    (void)state;
    no_differences(&mapping);
}

static void a_number_rounded_down_is_noticed(void **state)
{
    (void)state;
    notices(&mapping, NUMBER);
}

/* ---- on and off ---- */

#define LIST_ON                                                                \
    PROFIL_LIST(LISTED(ELEMENT(TO(C, 0), 8, 0x1000, 0x1004, 0xffff),           \
                       ELEMENT(TO(C, 16), 8, 0x2000, 0x2010, 0x8000)))

static const struct letter turns[] = {
    {.name = "on a", {PROFIL(TO(A, 0), 16, 0x1000, 0xffff)}, 1},
    {.name = "on b", {PROFIL(TO(B, 0), 5, 0x1000, 0x8000)}, 1},
    {.name = "on, list", {LIST_ON}, 1},
    {.name = "off, scale 0", {PROFIL(TO(A, 0), 16, 0x1000, 0)}, 1},
    {.name = "off, scale 1, nothing", {PROFIL(TO_NULL, 0, 0, 0x10001)}, 1},
    {.name = "off, bad", {PROFIL(TO_BAD, 16, 0, 0)}, 1},
    {.name = "off, empty list", {PROFIL_LIST(.list_kind = POINTER_GIVEN)}, 1},
    {.name = "off, list with junk behind",
     {PROFIL_LIST(LISTED(ELEMENT(TO_BAD, 8, 0x1000, 0, 0xffff),
                         ELEMENT(TO(C, 0), 8, 0x1000, 0x1010, 0xffff)))},
     1},
    {.name = "size 0", {PROFIL(TO(A, 0), 0, 0x1000, 0xffff)}, 1},
    {.name = "size 0 at NULL",
     {PROFIL(TO_NULL, 0, 0x1000, 0xffff)},
     1,
     .shallow = true},
    {.name = "on at NULL", {PROFIL(TO_NULL, 16, 0x1000, 0xffff)}, 1},
    {.name = "on at bad",
     {PROFIL(TO_BAD, 16, 0x1000, 0xffff)},
     1,
     .shallow = true},
    {.name = "list at NULL", {PROFIL_LIST(.list_kind = POINTER_NULL)}, 1},
    {.name = "list at bad",
     {PROFIL_LIST(.list_kind = POINTER_BAD)},
     1,
     .shallow = true},
    {.name = "descending list",
     {PROFIL_LIST(LISTED(ELEMENT(TO(C, 0), 8, 0x2000, 0x2010, 0xffff),
                         ELEMENT(TO(C, 16), 8, 0x1000, 0x1010, 0xffff)))},
     1},
    {.name = "a becomes read-only", {ON_BUFFER(OP_PROTECT, A)}, 1},
    {.name = "a goes", {ON_BUFFER(OP_UNMAP, A)}, 1, .shallow = true},
    {.name = "ticks", {TICKS({0x1000, 8}, {0x1006, 16}, {0x2004, 32})}, 1},
    {.name = "a child's ticks",
     {JUST(OP_FORK), TICKS({0x1000, 8}, {0x1006, 16}), JUST(OP_END)},
     3,
     .once = true,
     .shallow = true},
    {.name = "exec", {JUST(OP_EXEC)}, 1, .last = true, .shallow = true},
};

static const struct letter turn_finish = {
    .name = "", {TICKS({0x1000, 1}, {0x1006, 2}, {0x2004, 4})}, 1};

static const struct alphabet turning = {buffers,       LENGTH(buffers), turns,
                                        LENGTH(turns), &turn_finish,    3};

static void turning_on_and_off_is_the_page_s(void **state)
{
    (void)state;
    no_differences(&turning);
}

/* ---- the list ---- */

#define TWO(name_, first, second)                                              \
    {                                                                          \
        .name = name_, {PROFIL_LIST(LISTED(first, second))}, 1                 \
    }
#define PLAIN ELEMENT(TO(C, 0), 8, 0x1000, 0x1004, 0xffff)

static const struct letter lists[] = {
    TWO("list", PLAIN, ELEMENT(TO(C, 16), 8, 0x1010, 0x1018, 0x8000)),
    TWO("list, overlapping", PLAIN,
        ELEMENT(TO(C, 16), 8, 0x1002, 0x1008, 0xffff)),
    TWO("list, equal lows", PLAIN,
        ELEMENT(TO(C, 16), 8, 0x1000, 0x1008, 0xffff)),
    TWO("list, equal highs", PLAIN,
        ELEMENT(TO(C, 16), 8, 0x1002, 0x1004, 0xffff)),
    TWO("list, descending and bad", PLAIN,
        ELEMENT(TO_BAD, 8, 0x800, 0x804, 0xffff)),
    TWO("list, second bad", PLAIN, ELEMENT(TO_BAD, 8, 0x1010, 0x1018, 0xffff)),
    TWO("list, second bad, of scale 1", PLAIN,
        ELEMENT(TO_BAD, 8, 0x1010, 0x1018, 1)),
    TWO("list, second nowhere, of size 0", PLAIN,
        ELEMENT(TO_NULL, 0, 0x1010, 0x1018, 0xffff)),
    TWO("list, first of scale 0", ELEMENT(TO(C, 0), 8, 0x1000, 0x1004, 0),
        ELEMENT(TO(C, 16), 8, 0x1002, 0x1018, 0xffff)),
    TWO("list, second of scale 0x10001", PLAIN,
        ELEMENT(TO(C, 16), 8, 0x1002, 0x1018, 0x10001)),
    TWO("list, in two buffers", PLAIN,
        ELEMENT(TO(A, 0), 8, 0x1010, 0x1018, 0xffff)),
    TWO("list, ended early", PLAIN, ELEMENT(TO_NULL, 7, 0x1010, 0, 5)),
    {.name = "list, scale computed",
     {PROFIL_LIST(
         LISTED(ELEMENT(TO(C, 0), 16, 0x1000, 0x1010, SCALE_COMPUTED)))},
     1},
    {.name = "list, none on",
     {PROFIL_LIST(LISTED(ELEMENT(TO(C, 0), 8, 0x1000, 0x1004, 1)))},
     1},
    {.name = "off, empty list", {PROFIL_LIST(.list_kind = POINTER_GIVEN)}, 1},
    {.name = "on a", {PROFIL(TO(A, 0), 16, 0x1000, 0xffff)}, 1},
    {.name = "off, scale 0", {PROFIL(TO(A, 0), 16, 0x1000, 0)}, 1},
};

static const struct letter list_finish = {
    .name = "",
    {TICKS({0xfff, 1}, {0x1000, 2}, {0x1001, 4}, {0x1004, 8}, {0x1006, 16},
           {0x1010, 32}, {0x1018, 64})},
    1};

static const struct alphabet listing = {buffers,       LENGTH(buffers), lists,
                                        LENGTH(lists), &list_finish,    2};

static void the_list_form_is_the_page_s(void **state)
{
    (void)state;
    no_differences(&listing);
}

#endif
