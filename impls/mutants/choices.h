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

#include "reference/systems.h"

/* -DDIALECT=irix, and its name: -DDIALECT_NAME='"irix"' */
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

#define LENGTH_OF(array) (sizeof(array) / sizeof *(array))

static inline enum dialect own_dialect(void)
{
    return (enum dialect)dialect_by_name(DIALECT_NAME);
}

static void put_choice(uint16_t *table, unsigned choice)
{
    table[choice_table[choice].rule] = (uint16_t)choice;
}

static inline void put_plain(uint16_t *table)
{
    for (unsigned r = 0; r < RULES; r++)
        put_choice(table, dialect_first_choice(own_dialect(), r));
    for (size_t k = 0; k < LENGTH_OF(ours); k++)
        if (ours[k].here)
            put_choice(table, ours[k].choice);
}

static inline void put_together(uint16_t *table, unsigned choice)
{
    for (size_t k = 0; k < LENGTH_OF(together); k++)
        if (together[k].taken == choice_table[choice].rule)
            put_choice(table, together[k].choice);
    put_choice(table, choice);
}

static inline void put_system(uint16_t *table, const char *name)
{
    int system = system_by_name(name);

    if (system < 0)
        abort();
    for (unsigned r = 0; r < RULES; r++)
        put_choice(table, system_choice(system, r));
}

#define BLANKS "                                                  "

enum { WORDS_AT = 6 }; /* where they begin; take.sh writes them */

static volatile const char words[] = "takes:" BLANKS BLANKS BLANKS BLANKS;

static uint16_t chosen[RULES];
static char taken_form[40], defect_named[40];
static bool clock_is_unseen;

static inline void take_word(char *word, bool alone)
{
    char *value = strchr(word, '=') + 1, *form = strchr(value, ':');
    int rule, choice;

    if (form) {
        *form = '\0';
        strncpy(taken_form, form + 1, sizeof taken_form - 1);
    }
    value[-1] = '\0';
    if (strcmp(word, "system") == 0) {
        put_system(chosen, value);
    } else if (strcmp(word, "defect") == 0) {
        strncpy(defect_named, value, sizeof defect_named - 1);
    } else if (strcmp(word, "clock") == 0) {
        clock_is_unseen = true;
    } else {
        rule = rule_by_name(word);
        choice = rule < 0 ? -1 : choice_by_name(rule, value);
        if (choice < 0)
            abort();
        (alone ? put_together : put_choice)(chosen, choice);
    }
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
