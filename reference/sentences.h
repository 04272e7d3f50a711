/* SPDX-License-Identifier: MIT */
/*
 * The manuals, sentence by sentence: where each one is on its page, what
 * it says in our words, and with what force.  The rows are in manuals/; all
 * of it is constant.
 *
 * A dialect's choice cites a clause; a clause rests on sentences.  A
 * manual decides where one of them leaves no other reading: force MUST, and
 * the rule among those that the row names, with the choices that it leaves.
 */
#ifndef REFERENCE_SENTENCES_H
#define REFERENCE_SENTENCES_H

#include "rules.h"

enum sentence_force {
    SENTENCE_NOTHING,    /* states no behaviour of the subroutine */
    SENTENCE_MUST,       /* leaves no other reading */
    SENTENCE_MAY,        /* permits */
    SENTENCE_EXAMPLE,    /* shows what other sentences say */
    SENTENCE_CONTRADICTS /* another sentence of the page says otherwise */
};

enum {
    SENTENCE_AGAINST = 4,
    SENTENCE_FORCES = SENTENCE_CONTRADICTS + 1,
    SENTENCE_CITED = 192, /* room for a citation, or a place */
    SENTENCES_CITED = 8,  /* of one clause, at most */
};

struct sentence_row {
    uint8_t dialect, number;
    const char *section;    /* its heading */
    uint8_t paragraph, nth; /* under that heading; in that paragraph */
    uint8_t force;
    bool aside; /* it introduces or repeats what others of its clauses say */
    const char *choices; /* MUST: what it leaves of rules: "fork=both ..." */
    uint8_t against[SENTENCE_AGAINST]; /* CONTRADICTS: numbers, then 0 */
    const char *clauses; /* that rest on it: ids with blanks between */
    const char *text;    /* what it says, in our words */
};

/* By dialect and number, both ascending. */
extern const struct sentence_row sentence_table[];
extern const size_t sentence_count;

/* "must", "may", ... */
const char *sentence_force_word(enum sentence_force force);

/* The sentence of that number on a dialect's page, or null. */
const struct sentence_row *sentence_by_number(enum dialect dialect,
                                              unsigned number);

bool sentence_has_clause(const struct sentence_row *sentence,
                         const char *clause);

/* The choices of a rule that a sentence leaves; none where it does not speak
 * of the rule, or is not of force MUST. */
choice_set sentence_choices(const struct sentence_row *sentence,
                            enum rule rule);
bool sentence_has_rule(const struct sentence_row *sentence, enum rule rule);

/* The clause that rules out these choices of a rule: this one, or, if its own
 * sentences about the rule leave them, that of a sentence of the page which
 * does not. */
const char *sentence_ruling_out(const char *clause, enum dialect dialect,
                                enum rule rule, choice_set found);

/* The sentences that are cited for a clause, by number: those that decide it;
 * of a rule (RULES: of none) those of them that decide the rule, or else are
 * about it.  Their count, at most room, and 0 where no page has the clause;
 * SENTENCES_CITED is room for any. */
size_t sentences_cited(const char *clause, enum rule rule,
                       const struct sentence_row **cited, size_t room);

/* "Description, paragraph 4, sentence 2": where it is.  The last part is
 * left out where the paragraph has no other sentence.  Cut to size. */
void sentence_place(const struct sentence_row *sentence, char *text,
                    size_t size);

/* The same of several, at most SENTENCES_CITED: those of one paragraph are
 * together, and two parts of one sentence are one. */
void sentence_places(const struct sentence_row *const *sentences, size_t count,
                     char *text, size_t size);

/* "aix.profil.8 (sentences 24 and 25: Description, paragraphs 8 and 9)": a
 * clause, and where its reader finds it; of a rule (RULES: of none), by the
 * sentence that decides it.  The id alone if no manual says it.  If others
 * contradict a sentence: "(sentence 46, contradicted by 4: ...)".
 * SENTENCE_CITED bytes hold any. */
void sentence_cite(const char *clause, enum rule rule, char *text, size_t size);

/* "sentences 14 and 15 (must): Description, paragraph 3, sentences 2 and 3":
 * the same with the force of the first, or that others contradict one of them,
 * and without the id.  Empty where no page has the clause. */
void sentence_place_of(const char *clause, char *text, size_t size);

#endif
