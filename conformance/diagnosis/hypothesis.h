/* SPDX-License-Identifier: MIT */
/*
 * What was seen of an implementation, case by case, and which of the runs that
 * its dialect permits lead to each.
 */
#ifndef CONFORMANCE_HYPOTHESIS_H
#define CONFORMANCE_HYPOTHESIS_H

#include "conformance/language/observation.h"
#include "distortion.h"
#include "evaluate.h"

/* A question that was tried on one case: of the rules that the model consulted,
 * what was allowed and what else was tried; and the behaviours that lead to
 * what was seen. */
struct tried {
    struct {
        uint8_t rule;
        choice_set allowed, extra;
    } * rules;
    unsigned rule_count, budget;
    struct box_list boxes;
    bool exhausted; /* not all were tried */
};

/* What was seen of one case. */
struct sighting {
    const struct test_case *c; /* null, as observation: it was released */
    const struct observation *observation;
    char id[CASE_ID];
    struct box_list permitted;  /* the behaviours that the dialect permits and
                                  that lead to it: it passes by itself */
    struct explanations within; /* the same, as runs: all permitted were tried;
                                   it has no boxes */
    bool narrows;               /* not every permitted behaviour leads to it */
    bool mixed;                 /* profil and sprofil are called in it, which
                                   are two implementations */
    unsigned char distorted;    /* bits: the distortions that make its case */
    bool borrowed;              /* what is permitted belongs to another row */
    bool contrary; /* it passes, and contradicts most of those that do */
    size_t cost;   /* ticks to run the model on it */
    struct tried *tried;
    size_t tried_count;
};

/* How many rows a departure explained, this one with them, that is not
 * supported; and its rule. */
struct doubt {
    size_t rows;
    unsigned rule;
};

/* All that was seen of one implementation; free with evidence_free. */
struct evidence {
    enum dialect dialect;
    struct choice_sets permitted; /* what fails nobody */
    struct choice_sets known;     /* what is looked for */
    bool two;              /* profil and sprofil are two implementations */
    struct sighting *rows; /* mixed ones last, cheap ones first, then by id */
    size_t count;
    size_t alone;         /* the rows that are not mixed */
    bool sorted;          /* the rows are in their order */
    struct doubt *doubts; /* a row's, each; or null */
    struct workspace workspace;
    struct distortions distortions; /* of what is distorted, whose rows have
                                       what these make of each case */
    struct sighting *plain; /* the rows as they were seen, one for one; null: so
                               are the rows */
    struct arena arena;
};

/* None yet. */
struct evidence evidence_of(enum dialect dialect);

/* A row more, and until the next one, where it is. */
const struct sighting *evidence_add(struct evidence *e,
                                    const struct test_case *c,
                                    const struct observation *observation);
/* Whether a case calls two functions that are two implementations. */
bool evidence_is_mixed(const struct evidence *e, const struct test_case *c);
/* Whether it is permitted, without a row. */
bool evidence_permits(struct evidence *e, const struct test_case *c,
                      const struct observation *observation);
/* Fill in what is permitted of a row, and what it costs, from its case and what
 * was seen of it; what it pointed to before is not freed. */
void sighting_look(struct evidence *e, struct sighting *row);
/* Put the rows in their order. */
void evidence_sort(struct evidence *e);
void evidence_free(struct evidence *e);

/* Of the rows that pass, and are not permitted together, the one that
 * contradicts the most of those goes last, if fewer are contradicted then: it
 * is the one that is wrong.  False: there is none. */
bool evidence_put_last(struct evidence *e);

/* Whether each row dies in its first call; false: there is none. */
bool evidence_none_lives(const struct evidence *e);

/* The cases and observations were released. */
void evidence_forget(struct evidence *e);

/* A row as it was seen. */
const struct sighting *evidence_plain(const struct evidence *e, size_t row);

/* The row of just this, once they are in their order; null: there is none. */
const struct sighting *evidence_find(const struct evidence *e,
                                     const struct test_case *c,
                                     const struct observation *observation);

/*
 * A hypothesis: an implementation does all that its dialect permits, but for
 * these departures.  Tested on all that was seen of it, it comes to the
 * behaviours that reproduce the most, and to what none of them does.
 */

enum { DEPARTURES = 24 }; /* of one implementation, at most */

struct hypothesis {
    uint16_t departures[DEPARTURES]; /* enum choice, ascending */
    unsigned count;
    struct box_list boxes; /* the behaviours that are left */
    size_t missed_passing; /* cases that pass by themselves, and that it
                              does not reproduce */
    size_t missed;         /* all that it does not reproduce */
    size_t loosened; /* cases that it reproduces only if they need not agree
                        with others on what the page leaves open */
    bool *explains;  /* of each row */
    bool bounded;    /* not all could be tried */
};

/*
 * Test it, from its departures.  Given up, and `missed` is then at least that
 * much, where it misses more than `limit`.
 */
void hypothesis_test(struct hypothesis *h, struct evidence *e, size_t limit);
void hypothesis_free(struct hypothesis *h);

/* The behaviours with these departures that lead to a row, whatever the other
 * rows show; of a list of its own. */
void hypothesis_behaviours(const struct hypothesis *h, struct evidence *e,
                           size_t row, struct box_list *list);

/* The behaviours that a question leads to in a row; each question is tried
 * once.  Until the next one of that row. */
const struct tried *evidence_try(struct evidence *e, size_t row,
                                 const struct question *question);

/* Whether the departures have some choice of that rule. */
bool hypothesis_has(const struct hypothesis *h, enum rule rule);

/* Whether a row consulted the rule of any departure. */
bool hypothesis_touches(const struct hypothesis *h, const struct sighting *row);

/* Whether an errno shows in a row that a call failed: nothing else does, where
 * a call may return nothing.  Of what is permitted no more is expected. */
bool hypothesis_heeds_errno(const struct evidence *e,
                            const struct explanations *permitted);

/* The choices of TICKS that are possible: not that none comes, if some were
 * delivered; nor that they come and are lost, if none were.  And the sets
 * without the others. */
choice_set hypothesis_ticks(const struct test_case *c,
                            const struct observation *o);
void hypothesis_limit_ticks(const struct test_case *c,
                            const struct observation *o,
                            struct choice_sets *sets);

/* The better one first: by what they miss, where a case that passes by itself
 * counts twice, then by how few departures, then by how few loosened;
 * that no tick comes is simpler than what does with them. */
int hypothesis_compare(const struct hypothesis *a, const struct hypothesis *b);

/* What it takes to say all that was seen: the cases that it misses, one by one,
 * and its departures, each of which is worth so many. */
enum { DEPARTURE_LENGTH = 2 };
size_t hypothesis_length(const struct hypothesis *h);

/* With a departure more, or without its k-th; to be tested again. */
void hypothesis_add(struct hypothesis *h, uint16_t departure);
void hypothesis_drop(struct hypothesis *h, unsigned k);

/* Two lists of departures in the order of their choices: as memcmp. */
int departures_compare(const uint16_t *a, const uint16_t *b, unsigned count);

/* The place of a departure in a list of them; count: it is not there. */
unsigned departures_find(const uint16_t *list, unsigned count,
                         uint16_t departure);

bool hypothesis_departs(const struct hypothesis *h, uint16_t departure);

/* The departures alone, untested. */
struct hypothesis hypothesis_like(const struct hypothesis *h);

/* Whether what has no name is tried for a case that is permitted so: where the
 * case needs it by itself, or no departure has a part in it.  With a departure
 * it would explain whatever turns a call into one of which no sentence speaks.
 */
bool hypothesis_tries_open(const struct hypothesis *h,
                           const struct explanations *permitted);

/* The question that allows the permitted and the departures, of which the row
 * asks some, and what else is known in up to `budget` rules. */
struct question hypothesis_question(const struct hypothesis *h,
                                    const struct evidence *e,
                                    const struct sighting *row,
                                    unsigned budget);

#endif
