/* SPDX-License-Identifier: MIT */
/*
 * What the manuals say, as tables: clauses, rules, choices, dialects.
 *
 * A rule is one decision that every implementation takes.  A choice is one
 * way to take it.  A dialect says of every choice whether one manual permits
 * it, and by which clause.  All tables are constant; nothing here computes.
 */
#ifndef REFERENCE_RULES_H
#define REFERENCE_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "script.h"

/* RULE_ROUNDING, RULE_UNIT, ... in the order of rules.def; then RULES. */
enum rule {
#define RULE(id, name, question) RULE_##id,
#define CHOICE(rule, id, name, ...)
#include "rules.def"
#undef RULE
#undef CHOICE
    RULES
};

/* ROUNDING_DOWN, ROUNDING_UP, ...: one number a choice over all rules, the
 * choices of a rule side by side; then CHOICES. */
enum choice {
#define RULE(id, name, question)    id##_FIRST_, id##_BEFORE_ = id##_FIRST_ - 1,
#define CHOICE(rule, id, name, ...) rule##_##id,
#include "rules.def"
#undef RULE
#undef CHOICE
    CHOICES,
    NO_CHOICE = 1023
};

enum dialect {
#define DIALECT_ROW(id, name, title, calls) DIALECT_##id,
#include "dialects.def"
    DIALECTS
};

/* What a dialect says of a choice. */
enum permission {
    FORBIDDEN,   /* the manual decides for another */
    DECIDED,     /* the manual decides for this one */
    PERMITTED,   /* the manual leaves room, and this is in it */
    UNSPECIFIED, /* the manual is silent: observed, judged by nobody */
};

struct rule_row {
    const char *name;     /* "rounding" */
    const char *question; /* one sentence */
    uint16_t first;       /* its first choice */
    uint8_t count;        /* how many choices it has, at most 16 */
    bool free;            /* may be answered anew each time it arises */
};

struct choice_row {
    const char *name; /* "divide-first" */
    const char *text; /* what is done, in a few words */
    const char
        *done; /* the same of an implementation that did it: a sentence */
    const char *wanted; /* what is wanted, after "the manual requires" */
    uint8_t rule;
};

struct clause_row {
    const char *id;      /* "aix.profil.4" */
    const char *section; /* its heading in its manual */
    const char *text;    /* our own wording */
    enum clause_owner {
        OWNER_MANUAL,
        OWNER_CONVENTION, /* no page has it; what readers of profiles rely on */
        OWNER_PROJECT,    /* a house rule: no page has it, and this project
                             asks for it */
    } owner;
};

struct dialect_row {
    const char *name;   /* "aix" */
    const char *manual; /* the page, by its own title */
    unsigned calls;     /* a bit for each enum call_kind that the page has */
};

extern const struct rule_row rule_table[RULES];
extern const struct choice_row choice_table[CHOICES];
extern const struct dialect_row dialect_table[DIALECTS];
extern const struct clause_row clause_table[];
extern const size_t clause_count;

/* What dialect says of choice, and the clause by which it says so ("" if it
 * says nothing). */
enum permission dialect_permission(enum dialect dialect, enum choice choice);
const char *dialect_clause(enum dialect dialect, enum choice choice);

/* The first choice of a rule that a dialect decides for, else permits, else
 * leaves open; else the first. */
enum choice dialect_first_choice(enum dialect dialect, enum rule rule);

/* Whether the page has that call; any that takes a list. */
bool dialect_has_call(enum dialect dialect, enum call_kind call);
bool dialect_has_lists(enum dialect dialect);

/* Whether an implementation may also do what no choice of the rule is, since no
 * sentence of the page decides it or rules it out; and the clause that leaves
 * it so ("" where that is not so). */
bool dialect_is_open(enum dialect dialect, enum rule rule);
const char *dialect_open_clause(enum dialect dialect, enum rule rule);

/* Whether the decision arises in that dialect at all. */
bool dialect_has_rule(enum dialect dialect, enum rule rule);

/* A set of rules. */
struct rule_set {
    uint64_t words[2];
};

#define RULE_SET_ALL ((struct rule_set){{UINT64_MAX, UINT64_MAX}})

_Static_assert(RULES <= 128, "a set of rules has room for them all");

static inline bool rule_set_has(struct rule_set set, unsigned rule)
{
    return set.words[rule / 64] >> rule % 64 & 1;
}

static inline void rule_set_add(struct rule_set *set, unsigned rule)
{
    set->words[rule / 64] |= UINT64_C(1) << rule % 64;
}

static inline void rule_set_remove(struct rule_set *set, unsigned rule)
{
    set->words[rule / 64] &= ~(UINT64_C(1) << rule % 64);
}

/* What either has. */
static inline struct rule_set rule_set_join(struct rule_set a,
                                            struct rule_set b)
{
    return (struct rule_set){
        {a.words[0] | b.words[0], a.words[1] | b.words[1]}};
}

/* What a has and b has not. */
static inline struct rule_set rule_set_without(struct rule_set a,
                                               struct rule_set b)
{
    return (struct rule_set){
        {a.words[0] & ~b.words[0], a.words[1] & ~b.words[1]}};
}

/* What both have. */
static inline struct rule_set rule_set_common(struct rule_set a,
                                              struct rule_set b)
{
    return (struct rule_set){
        {a.words[0] & b.words[0], a.words[1] & b.words[1]}};
}

/* The first rule of the set from that one on; RULES: there is none. */
static inline unsigned rule_set_next(struct rule_set set, unsigned from)
{
    uint64_t rest = from < 128 ? set.words[from / 64] >> from % 64 : 0;

    if (rest == 0 && from < 64) {
        from = 64;
        rest = set.words[1];
    }
    return rest == 0 ? RULES : from + (unsigned)__builtin_ctzll(rest);
}

/* For each rule of a set, ascending. */
#define RULE_SET_EACH(rule, set)                                               \
    for (unsigned rule = rule_set_next(set, 0); rule < RULES;                  \
         rule = rule_set_next(set, rule + 1))

static inline bool rule_set_meets(struct rule_set a, struct rule_set b)
{
    return ((a.words[0] & b.words[0]) | (a.words[1] & b.words[1])) != 0;
}

static inline bool rule_set_equal(struct rule_set a, struct rule_set b)
{
    return a.words[0] == b.words[0] && a.words[1] == b.words[1];
}

static inline bool rule_set_empty(struct rule_set set)
{
    return rule_set_equal(set, (struct rule_set){{0, 0}});
}

/* A set of choices of one rule: bit k is its k-th choice. */
typedef uint16_t choice_set;

static inline choice_set choice_bit(enum choice choice)
{
    return (choice_set)(1u << (choice -
                               rule_table[choice_table[choice].rule].first));
}

/* All known ones of each rule. */
extern const choice_set rule_all[RULES];

static inline choice_set rule_choices(enum rule rule)
{
    return rule_all[rule];
}

choice_set dialect_choices(enum dialect dialect, enum rule rule,
                           enum permission permission);

/* The row of that name, or -1.  Names are those of the tables. */
int rule_by_name(const char *name);
int choice_by_name(enum rule rule, const char *name);
int dialect_by_name(const char *name);
const struct clause_row *clause_by_id(const char *id);

#endif
