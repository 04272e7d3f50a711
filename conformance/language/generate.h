/* SPDX-License-Identifier: MIT */
/*
 * Combinatorial cases.  Deterministic: the same cases with the same ids each
 * time and everywhere.  They are made as text and read like any other.
 * Appended are those for one dialect.
 */
#ifndef CONFORMANCE_GENERATE_H
#define CONFORMANCE_GENERATE_H

#include "case.h"
#include "conformance/base/memory.h"

/*
 * From pc to counter: over size, offset, scale and what the buffer holds, so
 * that every two values of every two of these meet in some case; in dialects
 * that have sprofil also with one, two overlapping, and two regions with an
 * overflow bin, of 16 and 32 bits.  Each case ticks on both sides of the
 * edges that its numbers have.
 */
void generate_mappings(struct case_list *list, enum dialect dialect);

/*
 * Control: every sequence of one to four calls out of a few, with a tick
 * after each that everything profiled would count, in another counter each
 * time: the buffers show what was on when.
 */
void generate_sequences(struct case_list *list, enum dialect dialect);

/*
 * Elements: each case of the list from first to before end, of a single region
 * or a list, as elements of a longer list: the first, a middle one, the 17th,
 * the 33rd and the last, among others of other sizes and scales.  What holds of
 * one region is so tested of every element, as soon as a case tests it of one.
 */
void generate_lists(struct case_list *list, size_t first, size_t end,
                    enum dialect dialect);

/* A list of so many regions, with ticks in the first and the last, as
 * count-N; none of so many as no case can have. */
void generate_count(struct case_list *list, uint32_t count);

/* For the above: text, to be written out, that becomes cases, and where they
 * come from. */
struct generated {
    struct memory_stream text;
    const char *name;
};

FILE *generate_begin(struct generated *made, const char *name);
void generate_end(struct generated *made, struct case_list *list);

#endif
