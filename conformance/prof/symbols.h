/* SPDX-License-Identifier: MIT */
/*
 * The functions of a program, from the symbols of its ELF file.
 *
 * Symbols of functions count, and global ones without a type in sections of
 * code; one of a function's descriptor (.opd) is of the code that it points to.
 * A function reaches to the next one, or to the end of its section: what is
 * between is padding.  Of several names for an address a global one is taken
 * before a weak one and that before a local one; among equals the one with
 * fewer leading underscores, then the first in the alphabet.
 *
 * It takes libelf, found when profilcheck is built.
 */
#ifndef CONFORMANCE_PROF_SYMBOLS_H
#define CONFORMANCE_PROF_SYMBOLS_H

#include "share.h"

struct symbols {
    struct function *list; /* in order of address, apart */
    size_t count;
    uint64_t low, high; /* pages from its first to the last of code */
    bool movable;       /* it may be loaded anywhere: addresses are
                              relative to where */
    void *elf;          /* the names are in it */
    int file;
};

/* What to do where that is false. */
extern const bool symbols_can_be_read;
#define SYMBOLS_PACKAGE "libelf-dev"

/* Null, or what is wrong with the file, or with this build. */
const char *symbols_load(struct symbols *symbols, const char *path);

void symbols_free(struct symbols *symbols);

/* The function that an address belongs to, or null; so where there are no
 * symbols. */
const struct function *symbols_at(const struct symbols *symbols,
                                  uint64_t address);

/*
 * Find where the program was loaded whose profile has the addresses
 * low <= a < high: 0 where it can't be moved or they are its own; else at the
 * one page that brings all of them into its bounds.  False where there is none
 * or more than one.
 */
bool symbols_base(const struct symbols *symbols, uint64_t low, uint64_t high,
                  uint64_t *base);

#endif
