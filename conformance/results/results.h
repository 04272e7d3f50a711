/* SPDX-License-Identifier: MIT */
/*
 * The results of one run, as reports get them: words and numbers only.
 * Nothing here says how a verdict was reached.
 */
#ifndef CONFORMANCE_RESULTS_H
#define CONFORMANCE_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROFILCHECK_VERSION "0.1.0"

/* What the header of a run of lines says of its format. */
#define RESULTS_LINES "profilcheck.lines.1"

enum verdict {
    VERDICT_PASS,
    VERDICT_FAIL,
    VERDICT_INCONSISTENT,
    VERDICT_CRASH,
    VERDICT_TIMEOUT,
    VERDICT_UNSUPPORTED,
    VERDICT_UNSPECIFIED,
    VERDICT_INCONCLUSIVE,
    VERDICT_ERROR,
    VERDICT_WAIVED, /* would not pass, for a reason that was given */
    VERDICTS
};

extern const char *const verdict_names[VERDICTS];

/* Whether the implementation is at fault; and whether it fails a run: it is, or
 * what was observed does not decide it. */
bool verdict_is_fault(unsigned verdict);
bool verdict_fails(unsigned verdict);

/* Of a buffer that is wrong: counters that are wrong, or that are not 0, by
 * ascending address. */
struct wrong_counter {
    int64_t at; /* bytes from the buffer's start; what is counted beside it
                   is negative, or size and above */
    uint64_t expected, got;
};

struct wrong_buffer {
    char buffer[16];        /* its name in the case */
    unsigned width;         /* of a counter, in bytes */
    uint64_t size;          /* of the buffer, in bytes */
    uint64_t offset, scale; /* of the last call that named it; scale 0:
                               none did, or it was given none */
    struct wrong_counter *bins;
    size_t count;
};

/* How sure a cause is. */
enum confidence {
    CONFIDENCE_NO_OTHER,  /* no other departure that a rule has explains its
                             cases: one that no rule has still may */
    CONFIDENCE_AMBIGUOUS, /* another choice, or another rule, explains them as
                             well; or it is one case, and what is behind others
                             that nothing explains may be behind it */
    CONFIDENCE_BOUNDED,   /* not everything could be tried */
    CONFIDENCE_NONE,      /* no rule explains them */
    CONFIDENCES
};

extern const char *const confidence_names[CONFIDENCES];

/*
 * What is behind cases that do not pass: one defect, one cause.  All that it
 * points to is its own, but for rule, clause and the choices' names.
 */
struct cause {
    char *id;         /* "rounding=down"; the same for the same defect */
    const char *rule; /* null: no rule is to blame */
    const char *const *found; /* choices of it that explain what was seen */
    size_t found_count;
    const char *const *permitted; /* those that the manual wants */
    size_t permitted_count;
    const char *const *others; /* "rule=choice" that would do as well */
    size_t other_count;
    char *telling; /* a case that separates them from it, its id and its text
                      in one line; null: there are none, or none is known */
    const char *clause; /* by which they are permitted; "" if none */
    char *sentence;     /* all of it in words */
    uint8_t confidence; /* enum confidence */
    size_t *cases;      /* indices of a run's cases, ascending */
    size_t case_count;
    char *got, *instead; /* where that one has other causes too, what was seen
                            there of this one, and what is permitted instead;
                            null: what is said of the case */
    size_t limit; /* a PROFIL_MAX below this count would explain it; 0: none
                     would, or it was given */
};

/* One judged case. */
struct result {
    const char *id;
    size_t index; /* in a shard: which case of the whole run it is, from 0 */
    const char *const *rules; /* names of the rules it consulted */
    size_t rule_count;
    char *detail; /* one line: input, got, permitted, why; "" for a plain
                      pass; on a pass the choices taken, where there is room */
    uint8_t verdict;
    char *text;      /* the case itself; null: left out */
    char *input;     /* the same in one line, where it does not pass; or null */
    char *got;       /* what was seen there; null: it passes, or was not run */
    char *permitted; /* what would have been permitted; null: unknown */
    size_t *causes;  /* indices of the run's causes */
    size_t cause_count;
    char *observed;    /* what was observed, in the form of delivery/observed.h;
                       null: nothing was, or it is left out */
    char *batched;     /* what was observed where other cases had run before it
                       in the process; null: it is judged by no other one */
    char *explanation; /* lines that say why, with the arithmetic; null: it
                          passed, or it was not asked for */
    char *program;     /* a C program that shows it with nothing but libc; null:
                      none was asked for, or can be made */
    struct wrong_buffer *histogram; /* null: no buffer is wrong, or it was not
                                    asked for */
    const char *house;  /* the house rule that it breaks, and nothing of the
                           manual; null: it is not so */
    uint8_t judged;     /* where it is: the verdict, whatever house rules do */
    const char *waiver; /* why it is waived, as whoever waived it has it; null:
                           it is not */
    uint8_t waived;     /* where it is: the verdict without that */
    bool finding;       /* its detail is printed, though nobody fails for it,
                            or by a house rule alone */
    uint64_t took;      /* microseconds of observing it; 0: not known, as of all
                           that is read from a file: none has times */
};

/* What the manual says of the choices that were found. */
enum standing {
    STANDING_REQUIRED,
    STANDING_PERMITTED,
    STANDING_UNSPECIFIED,
    STANDING_FORBIDDEN,
    STANDING_OPEN,         /* some of each */
    STANDING_NOT_SHOWN,    /* it may be any known choice */
    STANDING_INCONSISTENT, /* none */
    STANDINGS
};

extern const char *const standing_names[STANDINGS];

/* Whether it is at odds with the manual. */
static inline bool standing_is_wrong(unsigned standing)
{
    return standing == STANDING_FORBIDDEN || standing == STANDING_INCONSISTENT;
}

/* What is known of one rule after the run. */
struct rule_finding {
    char rule[48]; /* with the interface, "counter-full (sprofil)", where
                      profil and sprofil each decided for itself */
    const char *question;
    const char *const *choices; /* still possible, in the table's order; none:
                                   no single one explains the run */
    size_t choice_count;
    const char *clause; /* the one that permits or decides; "" if none */
    uint8_t standing;   /* enum standing */
};

struct named {
    const char *name, *value;
};

/* What a broken house rule does; house.h says what they are. */
enum house_policy {
    HOUSE_WARN, /* it is reported, and fails nobody */
    HOUSE_FAIL,
    HOUSE_OFF, /* it is not reported */
    HOUSE_POLICIES
};

struct results {
    const char *shard;   /* "3/8": of the whole run only these cases; null: it
                          is whole */
    size_t whole;        /* in a shard: how many cases the whole run has */
    const char *list;    /* and a hash of their ids, in order */
    const char *version; /* of profilcheck; null: not known */
    const char *commit;  /* that it was built of; null: not known */
    const char *command; /* what gives these results again; null: not known */
    const char *source;  /* "FILE:LINE" or "FILE": where its source is, as the
                            user has it; null: not known */
    const char *tables;  /* a hash of what the dialects permit, or null */
    const char *suite;   /* "quick", "full", "live", "laws", "cases" or null */
    bool chosen;         /* of that suite, or of a file, only the cases that
                            the user named */
    const char *date;    /* "2026-01-31"; null: not known */
    const struct named *identity; /* the implementation's path, soname,
                                     build-id, sha256: those that it has */
    size_t identity_count;
    const char *implementation; /* as named on the command line */
    const char *dialect;
    const char *backend;             /* "signal", "ptrace", "clock" */
    const struct named *environment; /* kernel, cpu, compiler, libc, ... */
    size_t environment_count;
    bool tried;   /* no dialect was asked for, and this is one of those that
                     could be tried */
    bool control; /* it is one of profilcheck's own */
    const char *waivers;  /* the file that waived cases; null: none did */
    uint8_t house_policy; /* enum house_policy */
    struct result *cases;
    size_t case_count;
    const struct rule_finding *behaviour; /* the rules that were consulted */
    size_t behaviour_count;
    struct cause *causes; /* the worst first */
    size_t cause_count;
    size_t summary[VERDICTS];
};

/* The worse, the less; VERDICTS for one that is not reported. */
unsigned verdict_rank(unsigned verdict);

/* The worst verdict of its cases, as they are now: some may be waived.  Where
 * it is alone behind some of them, of those: others may be worse for another
 * cause.  Of a house rule that fails nobody: unspecified. */
unsigned results_cause_verdict(const struct results *results,
                               const struct cause *cause);

/* The bytes of a case's text; many if it was left out. */
size_t results_text_length(const struct result *c);

/* Which of two cases of a cause shows it more plainly, as qsort has it: one of
 * no other cause, then one of the worse verdict, then the shorter one. */
int results_plainer(const struct result *a, const struct result *b);

/* The index of a cause's plainest case, which is the one to show. */
size_t results_example(const struct results *results,
                       const struct cause *cause);

/* What was got in a cause's plainest case, and what is permitted instead; null
 * where that is not known. */
const char *results_got(const struct results *results,
                        const struct cause *cause);
const char *results_instead(const struct results *results,
                            const struct cause *cause);

/* The case that separates its causes: that of its first cause which has
 * one, or null. */
const char *results_separating_case(const struct results *results,
                                    const struct result *result);

/* Whether a cause blames a rule, whose name may have an interface behind it:
 * "fork (sprofil)". */
bool results_blames(const struct cause *cause, const char *rule);

/* What was found of that rule; null: it was not consulted. */
const struct rule_finding *results_rule(const struct results *results,
                                        const char *rule);

/* The cases that have a verdict other than unsupported; and those that could be
 * put to the implementation.  A case that was left out before anything of the
 * implementation ran, because this machine or the implementation lacks what it
 * needs, is neither: nothing was observed of it.  One that came back without a
 * verdict was asked: that it is unsupported, only the implementation says. */
size_t results_judged(const struct results *results);
size_t results_asked(const struct results *results);

/* Whether half of those asked were judged.  If not, a run without a failure
 * does not say that the implementation conforms. */
bool results_say_enough(const struct results *results);

/* 0 all pass, 1 some fail, or too few were judged, of which a shard says
 * nothing, 3 some are errors of the harness. */
int results_status(const struct results *results);

/* Have what judging filled in of another: cases, behaviour, causes and
 * summary. */
void results_take(struct results *results, const struct results *judged);

/* Release what judging filled in: cases, behaviour and causes. */
void results_free(struct results *results);

#endif
