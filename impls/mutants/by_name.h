/* SPDX-License-Identifier: MIT */
/*
 * A choice that is written into the compiled file, so that hundreds of
 * mutants are compiled once: "fork=child-off" in place of the blanks. What
 * stands after a colon says which of several forms the choice takes.
 */
#ifndef MUTANTS_BY_NAME_H
#define MUTANTS_BY_NAME_H

#include <string.h>

enum { WORDS_AT = 6 }; /* where they begin; take.sh writes them */

static volatile const char words[] = "takes:"
                                     "                                        "
                                     "                                        ";

static const char *const rule_names[] = {
#define RULE(id, name, question) name,
#define CHOICE(rule, id, name, text)
#include "reference/rules.def"
#undef RULE
#undef CHOICE
};

static const struct {
    enum rule rule;
    const char *name;
} choice_names[] = {
#define RULE(id, name, question)
#define CHOICE(rule, id, name, text) {RULE_##rule, name},
#include "reference/rules.def"
#undef RULE
#undef CHOICE
};

static uint16_t chosen[RULES];
static char taken_part[40];

/* The number of the choice that is written there; CHOICES for none. */
static inline unsigned written(void)
{
    char text[sizeof words], name[sizeof words];
    unsigned k = 0, n;

    for (n = 0; n < sizeof words; n++)
        text[n] = words[n];
    text[WORDS_AT + strcspn(text + WORDS_AT, " ")] = '\0';
    n = WORDS_AT + (unsigned)strcspn(text + WORDS_AT, ":");
    strncpy(taken_part, text[n] ? text + n + 1 : "", sizeof taken_part - 1);
    text[n] = '\0';
    for (k = 0; k < CHOICES; k++) {
        strcpy(name, rule_names[choice_names[k].rule]);
        strcat(name, "=");
        strcat(name, choice_names[k].name);
        if (strcmp(name, text + WORDS_AT) == 0)
            break;
    }
    return k;
}

__attribute__((constructor(101))) static void take_what_is_written(void)
{
    unsigned k = written();

    for (unsigned r = 0; r < RULES; r++)
        chosen[r] = k < CHOICES ? with(r, choice_names[k].rule, k) : plain[r];
}

static inline enum choice taken(enum rule rule)
{
    return (enum choice)chosen[rule];
}

#endif
