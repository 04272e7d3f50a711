/* SPDX-License-Identifier: MIT */
/*
 * Known systems: for each one a choice of every rule.  The table permits
 * nothing; it lets a behaviour be called by a name, and says what the defects
 * are that have been seen in the wild.
 */
#ifndef REFERENCE_SYSTEMS_H
#define REFERENCE_SYSTEMS_H

#include "rules.h"

/* SYSTEM_GLIBC_PROFIL, ... in the order of systems.def; then SYSTEMS. */
enum system {
#define SYSTEM(id, name, dialect, calls, bits, source, beyond) SYSTEM_##id,
#include "systems.def"
    SYSTEMS
};

/* The interface that a row is about. */
enum system_calls {
    SYSTEM_CALLS_PROFIL = 1,
    SYSTEM_CALLS_SPROFIL = 2,
    SYSTEM_CALLS_BOTH = 3, /* profil is sprofil with one member */
};

struct system_row {
    const char *name;   /* "4.3bsd" */
    const char *source; /* where that is said */
    const char *beyond; /* what no rule expresses; "" if nothing */
    uint8_t dialect;    /* whose prototypes it has */
    uint8_t calls;      /* enum system_calls */
    uint8_t bits;       /* of an address on its machine */
};

extern const struct system_row system_table[SYSTEMS];

/* What a system does: the row's own choice, or its dialect's first. */
enum choice system_choice(enum system system, enum rule rule);

/* Whether its rows name that rule, or those of a system that it is like. */
bool system_names(enum system system, enum rule rule);

/* Whether the system lacks what the rule is about, or does it by chance: the
 * same code may make any choice elsewhere. */
bool system_lacks(enum system system, enum rule rule);

/* The row of that name, or -1. */
int system_by_name(const char *name);

#endif
