/* SPDX-License-Identifier: MIT */
/*
 * The choices that a run of the model makes, and how all of them are tried.
 *
 * The model calls choose(c, RULE_ROUNDING) where a rule decides.  The first
 * time in a run that a rule is consulted, its choice is noted on a trail; later
 * calls return the same.  After a run, choices_next moves the last decision of
 * the trail that has another choice left to that choice and forgets those after
 * it.  So
 *
 *     choices_begin(c, allowed);
 *     do model_run(...); while (choices_next(c));
 *
 * runs the model once for every combination of allowed choices of just those
 * rules that the runs consult, and for no other.
 */
#ifndef REFERENCE_CHOICES_H
#define REFERENCE_CHOICES_H

#include "outcome.h"
#include "rules.h"

enum { CHOICES_TRAIL = RULES + 96 };

/* For every rule, the choices that a run may make; never empty for a rule that
 * can be consulted.  open: the rules of which a run may also do what no choice
 * describes. */
struct choice_sets {
    choice_set of[RULES];
    struct rule_set open;
};

struct decision {
    uint8_t rule;
    bool open;       /* made is 0 or 1, as choices_either returned it */
    uint16_t made;   /* the choice in force */
    choice_set left; /* those not yet tried */
};

struct choices {
    struct choice_sets allowed, extra;
    unsigned budget;      /* choices from extra in one run, at most */
    uint16_t made[RULES]; /* this run's; valid where consulted has the rule */
    struct rule_set consulted; /* the rules consulted in this run */
    struct rule_set opened;    /* those of which it did what no choice is */
    struct decision trail[CHOICES_TRAIL];
    unsigned length; /* decisions on the trail */
    unsigned next;   /* the next of them that this run comes to */
    const struct outcome *observed; /* what runs are compared with; or null */
    bool until_odds;                /* a run ends where it is at odds with it */
    bool lost;                      /* this run is at odds with it already */
    bool overflow;                  /* more decisions than the trail holds */
    bool stuck; /* a rule was consulted that has no allowed choice */
};

/*
 * Start over with these sets.  c->observed may be set after that: a free rule
 * is decided anew each time, and runs then skip its choices that contradict
 * what was observed at that point, if another does not, so that the number of
 * runs does not double each time.  With c->until_odds, of the runs that
 * contradict it at the same event only one is made, whose outcome may end
 * there.
 */
void choices_begin(struct choices *c, const struct choice_sets *allowed);

/* What a dialect decides for or permits, of every rule; with unspecified, also
 * what its manual is silent on, and the open rules.  The first choice of a rule
 * that the dialect does not have. */
struct choice_sets choices_of_dialect(enum dialect dialect, bool unspecified);

/* All choices of every rule. */
struct choice_sets choices_known(void);

/* Begin a run: forget what was consulted, keep the trail. */
void choices_run(struct choices *c);

/*
 * Besides the allowed choices, try these: combinations in which at most
 * `budget` decisions are taken from them.  To be called after choices_begin.
 */
void choices_depart(struct choices *c, const struct choice_sets *extra,
                    unsigned budget);

/* Move on to the next combination.  False when all have been tried. */
bool choices_next(struct choices *c);

/* The choice where a rule is consulted for the first time in a run, or a free
 * rule each time.  among: the choices that can apply at this moment. */
enum choice choices_decide(struct choices *c, enum rule rule, choice_set among);

/*
 * Whether the run does here what no choice of the rule describes; never, unless
 * the rule is open in the allowed sets.  Both are tried each time: what was
 * decided before does not bind the rule.
 */
bool choices_open(struct choices *c, enum rule rule);

/* True and false: both are tried, and neither is a choice.  The rule is only
 * noted on the trail. */
bool choices_either(struct choices *c, enum rule rule);

/* The choice of a rule in this run. */
static inline enum choice choose(struct choices *c, enum rule rule)
{
    if (rule_set_has(c->consulted, rule))
        return c->made[rule];
    return choices_decide(c, rule, 0xffff);
}

#endif
