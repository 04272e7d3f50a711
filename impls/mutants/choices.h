/* SPDX-License-Identifier: MIT */
/*
 * What this implementation does: for every rule one choice.  A plain one
 * conforms: of each rule it takes the first choice that its DIALECT decides
 * for, or else permits, or else leaves open, but for a few of its own below.
 * Words that take.sh writes into the compiled file make it another:
 *
 *     rounding=down              that choice, permitted or not; several may be
 *                                named
 *     caller-state=leaks:thread  a choice of several forms, and which
 *     system=hurd                the choices of that system (systems.def)
 *     defect=ONE_SCALE           a defect of lists (map.h)
 *     clock=unseen               a clock that the harness does not know
 *
 * Of the reference only the tables' data are used.
 */
#ifndef MUTANTS_CHOICES_H
#define MUTANTS_CHOICES_H

#include <stdlib.h>
#include <string.h>

#include "reference/rules.h"

/* -DDIALECT=irix, and its table: -DDIALECT_TABLE='"reference/dialects/irix.def"' */
#define NUMBER_aix         1
#define NUMBER_irix        2
#define NUMBER_hpux        3
#define NUMBER_freebsd     4
#define NUMBER_glibc       5
#define NUMBER_aix_monitor 6
#define NUMBER_gmon        7

#define PASTED(a, b)       a##b
#define NUMBER_OF(dialect) PASTED(NUMBER_, dialect)

#define AIX     (NUMBER_OF(DIALECT) == 1)
#define IRIX    (NUMBER_OF(DIALECT) == 2)
#define HPUX    (NUMBER_OF(DIALECT) == 3)
#define FREEBSD (NUMBER_OF(DIALECT) == 4)
#define GLIBC   (NUMBER_OF(DIALECT) == 5)
#define MONITOR (NUMBER_OF(DIALECT) == 6)

static const char *const rule_names[] = {
#define RULE(id, name, question) name,
#define CHOICE(rule, id, name, ...)
#include "reference/rules.def"
#undef RULE
#undef CHOICE
};

static const struct {
    enum rule rule;
    const char *name;
} choices[] = {
#define RULE(id, name, question)
#define CHOICE(rule, id, name, ...) {RULE_##rule, name},
#include "reference/rules.def"
#undef RULE
#undef CHOICE
};

/* How strongly the dialect speaks for a choice. */
static const uint8_t standing[CHOICES] = {
#define DECIDES(rule, choice, clause) [rule##_##choice] = 3,
#define PERMITS(rule, choice, clause) [rule##_##choice] = 2,
#define LEAVES(rule, choice, clause)  [rule##_##choice] = 1,
#define OPEN(rule, clause)            /* its first choice, if nothing else */
#include DIALECT_TABLE
#undef DECIDES
#undef PERMITS
#undef LEAVES
#undef OPEN
};

/* What a plain one does otherwise: so that more of the wrong ones show. */
static const struct {
    bool here;
    uint16_t choice;
} ours[] = {
    {!AIX, SCALE_RANGE_WHOLE},
    {!AIX, SCALE_ABOVE_WHOLE},
    {MONITOR, SCALE_OFF_ZERO_AND_ONE},
    {GLIBC, FAST_ORDINARY},
    {AIX || HPUX || FREEBSD || MONITOR, REGION_START_AT_OR_BELOW},
    {true, GMON_ARCS_FULL_ROOM},
    {true, GMON_EXIT_UNWRITTEN},
    {true, GMON_PREFIX_IGNORED},
};

/* What shows only together with another choice: whoever takes a choice of the
 * first rule, and nothing else, has that one of another too. */
static const struct {
    enum rule taken;
    uint16_t choice;
} together[] = {
    {RULE_WIDE_UP, ROUNDING_UP},
    {RULE_INEFFECTIVE_CALL, ON_WHILE_ON_IGNORED},
    {RULE_SIZE_ZERO, ON_WHILE_ON_IGNORED},
    {RULE_OFF_ADDRESS, ON_WHILE_ON_IGNORED},
    {RULE_NULL_BUFFER, ON_WHILE_ON_IGNORED},
    {RULE_AFTER_ERROR,
     AIX || FREEBSD ? OFF_ADDRESS_CHECKED : OFF_ADDRESS_UNCHECKED},
    {RULE_GMON_LOSS, GMON_ARCS_FULL_SOME},
};

/* A name begins a system, of which the choices follow. */
static const struct {
    const char *name;
    uint16_t choice;
} systems[] = {
#define SYSTEM(id, name, dialect, calls, bits, source, beyond) {name, 0},
#define TAKES(rule, choice)                                    {NULL, rule##_##choice},
#include "reference/systems.def"
#undef SYSTEM
#undef TAKES
};

#define LENGTH_OF(array) (sizeof(array) / sizeof *(array))

static void put_choice(uint16_t *table, unsigned choice)
{
    table[choices[choice].rule] = (uint16_t)choice;
}

static void put_strongest(uint16_t *table)
{
    for (unsigned k = CHOICES; k-- > 0;)
        if (choices[k].rule != choices[table[choices[k].rule]].rule ||
            standing[k] >= standing[table[choices[k].rule]])
            put_choice(table, k);
}

static inline void put_plain(uint16_t *table)
{
    put_strongest(table);
    for (size_t k = 0; k < LENGTH_OF(ours); k++)
        if (ours[k].here)
            put_choice(table, ours[k].choice);
}

static inline void put_together(uint16_t *table, unsigned choice)
{
    for (size_t k = 0; k < LENGTH_OF(together); k++)
        if (together[k].taken == choices[choice].rule)
            put_choice(table, together[k].choice);
    put_choice(table, choice);
}

static inline void put_system(uint16_t *table, const char *name)
{
    size_t k = 0;

    put_strongest(table);
    while (!systems[k].name || strcmp(systems[k].name, name) != 0)
        if (++k == LENGTH_OF(systems))
            abort();
    while (++k < LENGTH_OF(systems) && !systems[k].name)
        put_choice(table, systems[k].choice);
}

#define BLANKS "                                                  "

enum { WORDS_AT = 6 }; /* where they begin; take.sh writes them */

static volatile const char words[] = "takes:" BLANKS BLANKS BLANKS BLANKS;

static uint16_t chosen[RULES];
static char taken_form[40], defect_named[40];
static bool clock_is_unseen;

/* The number of a choice, "rounding=down"; there is one. */
static inline unsigned choice_named(const char *word)
{
    unsigned k = 0;

    for (; k < CHOICES; k++) {
        size_t length = strlen(rule_names[choices[k].rule]);

        if (strncmp(word, rule_names[choices[k].rule], length) == 0 &&
            word[length] == '=' &&
            strcmp(word + length + 1, choices[k].name) == 0)
            return k;
    }
    abort();
}

static inline void take_word(char *word, bool alone)
{
    char *value = strchr(word, '=') + 1, *form = strchr(value, ':');

    if (form) {
        *form = '\0';
        strncpy(taken_form, form + 1, sizeof taken_form - 1);
    }
    if (strncmp(word, "system=", 7) == 0)
        put_system(chosen, value);
    else if (strncmp(word, "defect=", 7) == 0)
        strncpy(defect_named, value, sizeof defect_named - 1);
    else if (strcmp(word, "clock=unseen") == 0)
        clock_is_unseen = true;
    else if (alone)
        put_together(chosen, choice_named(word));
    else
        put_choice(chosen, choice_named(word));
}

#ifndef WITHOUT_WORDS
__attribute__((constructor(101))) static void take_words(void)
{
    char text[sizeof words], *rest = text + WORDS_AT, *word;

    for (unsigned k = 0; k < sizeof words; k++)
        text[k] = words[k];
    put_plain(chosen);
    while (*(word = rest + strspn(rest, " "))) {
        rest = word + strcspn(word, " ");
        if (*rest)
            *rest++ = '\0';
        take_word(word,
                  word == text + WORDS_AT && rest[strspn(rest, " ")] == 0);
    }
}
#endif

static inline enum choice taken(enum rule rule)
{
    return (enum choice)chosen[rule];
}

/* takes(ROUNDING, UP): is that what it does? */
#define takes(rule, choice) (taken(RULE_##rule) == rule##_##choice)

#endif
