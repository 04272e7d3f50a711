/* SPDX-License-Identifier: MIT */
/*
 * What tests a sentence of a manual, or a clause: the cases of a suite that
 * show an implementation which does what it rules out.  Of a sentence that only
 * permits: those that distinguish two of the choices that are left.  Or the
 * reason why nothing does.
 */
#ifndef CONFORMANCE_COVERAGE_H
#define CONFORMANCE_COVERAGE_H

#include <stdio.h>

#include "conformance/results/notes.h"
#include "reference/sentences.h"
#include "teeth.h"

struct coverage {
    const struct case_list *suite;
    struct teeth *teeth[DIALECTS];    /* of each case */
    struct rule_set *rules[DIALECTS]; /* of each sentence */
};

/* The suite must outlive it. */
void coverage_begin(struct coverage *coverage, const struct case_list *suite);
void coverage_end(struct coverage *coverage);

/* What rules_of_sentence says, found once. */
struct rule_set coverage_rules(const struct coverage *coverage,
                               enum dialect dialect,
                               const struct sentence_row *sentence);

/* What a sentence rules out in that dialect, and a case shows.  An example
 * rules out what other sentences do. */
struct choice_sets coverage_shown(const struct coverage *coverage,
                                  enum dialect dialect,
                                  const struct sentence_row *sentence,
                                  size_t index);

/* The rules of which a sentence that is no must leaves two choices that a case
 * distinguishes. */
struct rule_set coverage_parted(const struct coverage *coverage,
                                enum dialect dialect,
                                const struct sentence_row *sentence,
                                size_t index);

/* Whether a case tests a sentence: either of these. */
bool coverage_tests(const struct coverage *coverage, enum dialect dialect,
                    const struct sentence_row *sentence, size_t index);

/* Whether a case shows a breaking of a rule that the clause is cited for. */
bool coverage_clause_shown(const struct coverage *coverage,
                           enum dialect dialect, const char *clause,
                           size_t index);

/* Whether any case tests the sentence, in any dialect. */
bool coverage_sentence_tested(const struct coverage *coverage,
                              const struct sentence_row *sentence);

/* Why no case tests a clause, or a sentence ("aix:5"); null where that is not
 * said. */
const char *coverage_reason(const char *id);

/* Why no case tests a sentence: its own reason, or that of its clauses. */
const char *coverage_sentence_reason(const struct sentence_row *sentence);

/* How many sentences of a page there are, and what is known of them. */
struct coverage_count {
    unsigned sentences, behaviour; /* behaviour: those that state any */
    unsigned tested, excused;      /* of these: tested; untested, with reason */
};

struct coverage_count coverage_of_page(const struct coverage *coverage,
                                       enum dialect dialect);

/* What no case shows of a sentence that is tested, and why: null where that is
 * not said. */
struct coverage_missed {
    enum dialect dialect;
    const struct sentence_row *sentence;
    const char *what; /* a rule; or a constant, whose value no sentence gives */
    enum teeth_part part; /* PARTS: in any */
    const char *why;
};

void coverage_each_missed(const struct coverage *coverage,
                          const struct sentence_row *sentence,
                          void (*missed)(void *context,
                                         const struct coverage_missed *missed),
                          void *context);

/* What untested.def calls it. */
enum { COVERAGE_ID = 96 };
void coverage_missed_id(const struct coverage_missed *missed,
                        char id[COVERAGE_ID]);

/* What the verb `coverage` shows: from sentence to clause to rule to case. */
enum { BACKENDS = 8 };

struct coverage_table {
    struct case_list suite;
    struct coverage coverage;
    bool all;   /* every sentence, not only those that are not tested */
    bool cases; /* by name, not only their number */
    bool json;
    unsigned dialects;
    char backends[BACKENDS][32]; /* those of the results that were read */
    unsigned backend_count;
    uint8_t *ran; /* for each case, the backends that ran it, one bit each */
};

void coverage_print(const struct coverage_table *table, FILE *out);

/* Every sentence of these dialects as a JSON object, whatever the options of
 * the text. */
void coverage_print_json(const struct coverage_table *table, FILE *out);

#endif
