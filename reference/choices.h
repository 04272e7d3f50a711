/* SPDX-License-Identifier: MIT */
/*
 * The answers that the model gets, and how all of them are tried.
 *
 * The model asks choose(c, RULE_ROUNDING) where a rule decides.  The first
 * time in a run that a rule is asked, the answer is noted on a trail; later
 * questions get the same answer.  After a run, choices_next moves the last
 * decision of the trail that has another answer to that answer and forgets
 * those after it.  So
 *
 *     choices_begin(c, allowed);
 *     do model_run(...); while (choices_next(c));
 *
 * runs the model once for every combination of allowed choices of just those
 * rules that the runs ask about, and for no other.
 */
#ifndef REFERENCE_CHOICES_H
#define REFERENCE_CHOICES_H

#include "outcome.h"
#include "rules.h"

enum { CHOICES_TRAIL = RULES + 96 };

/* For every rule, the choices it may be answered with; never empty for a
 * rule that can be asked.  open: the rules that may also be answered by
 * something else, that has no name. */
struct choice_sets {
    choice_set of[RULES];
    struct rule_set open;
};

struct decision {
    uint8_t rule;
    bool open;       /* whether the answer is one without a name */
    uint16_t made;   /* the choice in force */
    choice_set left; /* those not yet tried */
};

struct choices {
    struct choice_sets allowed, extra;
    unsigned budget;      /* answers from extra in one run, at most */
    uint16_t made[RULES]; /* this run's answers; valid where asked has it */
    struct rule_set consulted; /* the rules consulted in this run */
    struct rule_set opened;    /* those answered by something without a name */
    struct decision trail[CHOICES_TRAIL];
    unsigned length; /* decisions on the trail */
    unsigned next;   /* the next of them that this run comes to */
    const struct outcome *observed; /* what runs are held against; or null */
    bool until_odds;                /* a run ends where it is at odds with it */
    bool lost;                      /* this run is at odds with it already */
    bool overflow;                  /* more decisions than the trail holds */
    bool stuck; /* a rule was asked that has no allowed choice */
};

/*
 * Start over with these sets.  observed may be set then: of a free rule, which
 * is asked anew each time, runs then try no answer that is at odds with what
 * was observed at that moment where another is not, so that their number does
 * not double with each time.  With until_odds, of the runs that are at odds with
 * it at one event only one is made, whose outcome may end there.
 */
void choices_begin(struct choices *c, const struct choice_sets *allowed);

/* Every rule's set: the choices that a dialect gives that permission or a
 * stricter one: DECIDED and PERMITTED, and with UNSPECIFIED those too.  The
 * first choice of a rule that the dialect does not have. */
struct choice_sets choices_of_dialect(enum dialect dialect, bool unspecified);
struct choice_sets choices_known(void);

/* Begin a run: forget what was asked, keep the trail. */
void choices_run(struct choices *c);

/*
 * Besides the allowed choices, try these: combinations in which at most
 * `budget` rules are answered from them.  To be called after choices_begin.
 */
void choices_depart(struct choices *c, const struct choice_sets *extra,
                    unsigned budget);

/* Move on to the next combination.  False when all have been tried. */
bool choices_next(struct choices *c);

/* The answer when a rule is asked for the first time in a run, or a free
 * rule each time.  among: the choices that can apply at this moment. */
enum choice choices_decide(struct choices *c, enum rule rule, choice_set among);

/*
 * Whether a rule is answered by something that has no name.  A rule that is not
 * open in the allowed sets never is.  Both answers are tried each time, so the
 * rule is not bound by what it was answered before.
 */
bool choices_open(struct choices *c, enum rule rule);

/* One of two answers that no rule has, to be tried both. */
bool choices_either(struct choices *c, enum rule rule);

/* Ask a rule. */
static inline enum choice choose(struct choices *c, enum rule rule)
{
    if (rule_set_has(c->consulted, rule))
        return c->made[rule];
    return choices_decide(c, rule, 0xffff);
}

#endif
