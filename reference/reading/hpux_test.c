/* SPDX-License-Identifier: MIT */
/*
 * profil(2) of HP-UX 11i, read a second time.  Paragraphs are those of
 * DESCRIPTION.
 */
enum { MOST_BUFFER = 32 };

#include "reference/unit_test.h"
#include "scripts_test.h"

enum {
    NUMBER,
    NEGATIVE,
    ELEMENT,
    SCALE_TWO,
    NEARLY,
    ONE,
    WIDE_SCALE,
    SIZE_ZERO,
    BAD_BUFFER,
    READ_ONLY,
    WHILE_ON,
    CLEARED,
    ROWS
};

static const struct words rows[ROWS] = {
    /* The number is the difference times a fraction.  What it corresponds
     * to: "pc's to words in buff", one to one, makes it an element's index;
     * pairs of instruction words together make it bytes into buff. */
    [NUMBER] = {"paragraph 2, sentence 3; paragraph 3, one-to-one",
                {"the number is a byte's offset",
                 "the number is an element's index"}},
    /* Below offset: size_t has no such number, the sentence has one. */
    [NEGATIVE] = {"paragraph 2, sentence 2; SYNOPSIS",
                  {"there are no negative numbers",
                   "one is shifted right, then rounded",
                   "one is divided, then rounded"}},
    /* And to which, if it is between two, is said nowhere.  All but one to
     * one is all that 0177777 can be if it is rounded down.
     * To the nearest, it is one to one.  What is mapped are instruction words,
     * and a pc within one has no number of its own: one to one is that each
     * instruction word of two bytes has an element, the next one the next. */
    [ELEMENT] = {"paragraph 2, sentence 3, corresponds; paragraph 3",
                 {"the one it lies in", "the next one, unless exact",
                  "whole, then the next even one",
                  "that of the instruction word",
                  "that of the nearest whole number"}},
    /* "All instructions onto the beginning" at 02; the arithmetic says it
     * of the first few thousand. */
    [SCALE_TWO] = {"paragraph 3, 02",
                   {"as the arithmetic says", "all from offset on",
                    "all, below offset too"}},
    /* "One-to-one" and pairs "together" at two that are no such fractions. */
    [NEARLY] = {"paragraph 3, 0177777 and 077777",
                {"as the arithmetic says", "one, and as the arithmetic says",
                 "one, and a half"}},
    /* The parameter has more bits than the sixteen of the fraction: for one,
     * which is no fraction, and for more than one. */
    [ONE] = {"paragraph 3, sentence 1; SYNOPSIS: 0200000",
             {"the low sixteen bits", "one", "something else"}},
    [WIDE_SCALE] = {"paragraph 3, sentence 1; SYNOPSIS: above it",
                    {"the low sixteen bits", "a number past one",
                     "something else"}},
    /* What "it" is: all profiling, which is then on in vain or as good as
     * off; or that which such a call sets up, if it sets up any. */
    [SIZE_ZERO] = {"paragraph 4, sentence 2",
                   {"profiling is on, and counts nothing", "it is off",
                    "the call does nothing",
                    "the call is as any other, of no elements",
                    "the call does nothing, whatever its scale"}},
    /* buff "must" be memory; no word on the call if it is not, but on an
     * update.  Memory that can't be written to is memory. */
    [BAD_BUFFER] = {"paragraph 2, sentence 1; paragraph 4, last",
                    {"the call is as any other", "it does nothing",
                     "it turns profiling off", "something else"}},
    [READ_ONLY] = {"paragraph 2, sentence 1, of memory that is read-only",
                   {"the call is as any other", "something else"}},
    /* No word on a call that finds profiling on. */
    [WHILE_ON] = {"DESCRIPTION, nowhere",
                  {"what the call asks for replaces what was on",
                   "what was on stays", "what was on is turned off",
                   "something else"}},
    [CLEARED] = {"paragraph 2, sentence 3, incremented",
                 {"from what it holds", "from 0: turning on clears"}},
};

/* ---- paragraphs 2 and 3: the arithmetic ---- */

static __int128 even(__int128 number)
{
    return number + (number & 1);
}

/* The fraction that a scale is, in units of its lowest bit. */
static uint64_t fraction(uint64_t scale)
{
    if (scale == 0x10000 ? reads(ONE) == 0
                         : scale > 0x10000 && reads(WIDE_SCALE) == 0)
        return scale & 0xffff;
    if (scale == 0xffff && reads(NEARLY) != 0)
        return 0x10000;
    if (scale == 0x7fff && reads(NEARLY) == 2)
        return 0x8000;
    return scale;
}

/* Whether no word is about such a scale. */
static bool is_unspecified_scale(uint64_t scale)
{
    return scale == 0x10000 ? reads(ONE) == 2
                            : scale > 0x10000 && reads(WIDE_SCALE) == 2;
}

/* Whether a negative difference goes to element 0: a byte before it, or two of
 * an element's, may be rounded to it. */
static bool is_rounded_to_first(__int128 difference, uint64_t scale)
{
    bool shifted = reads(NEGATIVE) == 1;
    __int128 number = difference * (__int128)scale;
    int unit = reads(NUMBER) == 0 ? 2 : 1;

    if (reads(NEGATIVE) == 0)
        return false;
    if (reads(ELEMENT) == 3) { /* instruction words, of two bytes */
        number = difference / 2 * (__int128)scale;
        return (shifted ? number >> 16 : number / 65536) == 0;
    }
    number = shifted ? number >> 16 : number / 65536;
    if (reads(ELEMENT) == 2)
        number = even(number);
    return number / unit == 0;
}

/* Number the element that a difference goes to, or -1. */
static int64_t element_of(__int128 difference, uint64_t scale, uint64_t size)
{
    const __int128 one = 65536; /* the binary point */
    __int128 number, unit, at;

    scale = fraction(scale);
    if (scale == 2 && reads(SCALE_TWO) == 2)
        return size >= 2 ? 0 : -1;
    if (difference < 0)
        return size >= 2 && is_rounded_to_first(difference, scale) ? 0 : -1;
    if (scale == 2 && reads(SCALE_TWO) == 1)
        return size >= 2 ? 0 : -1;
    unit = reads(NUMBER) == 0 ? 2 * one : one;
    if (reads(NUMBER) == 2) /* the mistake: elements of eight bytes */
        unit = 8 * one;
    number = difference * (__int128)scale;
    switch (reads(ELEMENT)) {
    case 0: at = number / unit; break;
    case 1: at = (number + unit - 1) / unit; break;
    case 2: at = even(number / one) * one / unit; break;
    case 4: at = (number + one / 2) / one * one / unit; break;
    default: /* an element of two bytes for each instruction word of two */
        at = difference / 2 * (__int128)scale / one;
        if (reads(NUMBER) == 2)
            at = 2 * at * one / unit;
    }
    return at < (__int128)(size / 2) ? (int64_t)at : -1;
}

/* ---- paragraph 4: on and off ---- */

/* Whether these are addresses of no memory. */
static bool is_bad(const struct machine *m, const struct region_arguments *r)
{
    return r->size > 0 && (r->base.kind != POINTER_GIVEN ||
                           m->picture->image[m->process][r->base.buffer].gone);
}

/* A call of size 0: whether that is all there is to it. */
static bool is_ineffective(struct profiling *p)
{
    switch (reads(SIZE_ZERO)) {
    case 0: *p = (struct profiling){.on = true, .without_effect = true}; break;
    case 1: p->on = p->unspecified = false; break;
    case 2: break;
    default: return false;
    }
    return true;
}

static void page_call(struct machine *m, const struct call *call,
                      struct answer *answer)
{
    const struct region_arguments *r = &call->region;
    struct profiling *p = &m->profiling;

    /* No value is returned; of errno there is no word. */
    answer->value = VALUE_UNSEEN;
    answer->error = ERROR_UNSEEN;

    if (is_unspecified_scale(r->scale)) {
        unspecified(m, r, 1);
        return;
    }
    if (r->size == 0 && reads(SIZE_ZERO) == 4)
        return;
    if (fraction(r->scale) < 2) {
        p->on = p->unspecified = false;
        return;
    }
    if (r->size == 0 && is_ineffective(p))
        return;
    if ((is_bad(m, r) && reads(BAD_BUFFER) == 3) ||
        (r->size > 0 && !is_bad(m, r) && m->readonly[r->base.buffer] &&
         reads(READ_ONLY) == 1)) {
        unspecified(m, r, 1);
        return;
    }
    if (is_bad(m, r) && reads(BAD_BUFFER) != 0) {
        if (reads(BAD_BUFFER) == 2)
            p->on = p->unspecified = false;
        return;
    }
    if ((p->on && reads(WHILE_ON) == 3) ||
        (p->unspecified && reads(WHILE_ON) != 0)) {
        unspecified(m, r, 1);
        return;
    }
    if (p->on && reads(WHILE_ON) != 0) {
        if (reads(WHILE_ON) == 2)
            p->on = false;
        return;
    }
    *p = (struct profiling){.on = true};
    p->region[0].is = *r;
    if (holds_any(m, r->base, r->size) && reads(CLEARED) == 1)
        clear(m, r->base, r->size);
}

static void page_tick(struct machine *m, uint64_t pc)
{
    struct profiling *p = &m->profiling;
    struct pointer to = p->region[0].is.base;
    int64_t at;

    if (p->unspecified)
        unspecified_tick(m, true);
    if (!p->on || p->without_effect)
        return;
    at = element_of((__int128)pc - p->region[0].is.offset,
                    p->region[0].is.scale, p->region[0].is.size);
    if (at < 0)
        return;
    to.at += (uint32_t)(2 * at);
    if (!writable(m, to, 2))
        p->on = false; /* the update would cause a memory fault */
    else if (!count_one(m, to, 0, 2))
        anything(m, to, 2); /* no word on one that is full */
}

static void page_else(struct machine *m, const struct op *op)
{
    if (op->kind == OP_EXEC) /* off; and at fork, on in both */
        m->picture->exec = 1 + EXEC_LIVED;
}

SAME(the_mapping_is_the_page_s, "mapping")
NOTICED(elements_of_eight_bytes_are_noticed, "mapping", NUMBER)
SAME(turning_on_and_off_is_the_page_s, "turning")

PAGE_TESTS(HPUX, "hpux")
