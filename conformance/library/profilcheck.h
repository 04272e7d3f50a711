/* SPDX-License-Identifier: MIT */
/*
 * libprofilcheck: judge functions that are linked into your own program.
 *
 *     struct profilcheck_subject subject = {0};
 *     struct profilcheck_report *report;
 *     size_t k;
 *
 *     subject.profil = PROFILCHECK_FUNCTION(my_profil);
 *     if (profilcheck_judge(&subject, "freebsd", "quick", &report) != 0)
 *         for (k = 0; k < profilcheck_causes(report); k++)
 *             puts(profilcheck_cause(report, k)->sentence);
 *     profilcheck_free(report);
 *
 * Each case runs in a process of its own, forked from yours, where the
 * functions may do anything: crash, hang, exit, close descriptors.  What it
 * means for the program that calls:
 *
 * - It gets one child, and waits for it; all others are that one's, and are
 *   gone when profilcheck_judge returns.  No signal handler, timer, mask,
 *   descriptor, limit or other thread of yours is touched.  A handler of
 *   SIGCHLD sees one child end; one that waits for it does no harm.
 * - All open output streams are flushed at first, so that nothing is written
 *   twice.  Nothing is printed.  Functions handed to atexit before are not
 *   called in the children (with glibc; with another libc they are if one of
 *   the functions judged calls exit).
 * - The children are copies of your program as it is then: call it before
 *   anything has used the functions, whose variables they find as they are,
 *   and before you have opened what must have one owner.  Handlers of
 *   pthread_atfork run as for any fork.
 * - With other threads running it is as safe as fork: locks of libc are free
 *   in the child, locks of other libraries may be held.  The functions judged
 *   must need none of them.  Two calls at a time are no harm, only slower.
 * - A case has at most a gibibyte of data, what your program has included, and
 *   runs at the pcs that it names: a program with pages there, or under a
 *   sanitizer or valgrind, gets cases that are unsupported, or wrong.
 *
 * Where no tick is available, or a case needs a program of its own (exec), or
 * would run your handlers at exit (exit), it is unsupported, with the reason.
 *
 * Strings are UTF-8, belong to the report, and are never null but where it is
 * said.  The header is C89 and C++.
 */
#ifndef PROFILCHECK_H
#define PROFILCHECK_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Any function, whatever its prototype; null: there is none. */
typedef void (*profilcheck_function)(void);
#define PROFILCHECK_FUNCTION(name) ((profilcheck_function)(name))

/*
 * What is judged.  Set all of it to 0 first: members may be added.  The
 * functions are called by the dialect's own prototypes, those of the headers
 * in include/profilcheck/DIALECT; a dialect without a call does not look at
 * it.  So profil is
 *
 *     aix      int profil(void *, unsigned, unsigned long, unsigned)
 *     irix     int profil(unsigned short *, unsigned, unsigned long, unsigned)
 *     hpux     void profil(unsigned short *, size_t, size_t, unsigned)
 *     freebsd  int profil(char *, size_t, uintptr_t, int)
 *     glibc    int profil(unsigned short *, size_t, size_t, unsigned)
 *
 * It must take its ticks as SIGPROF.
 */
struct profilcheck_subject {
    profilcheck_function profil;
    profilcheck_function sprofil;    /* irix, glibc */
    profilcheck_function monitor;    /* aix-monitor */
    profilcheck_function moncontrol; /* aix-monitor */
    profilcheck_function monstartup; /* aix-monitor, freebsd */
    profilcheck_function mcleanup;   /* _mcleanup: freebsd; aix-monitor, where
                                        there is no monitor */
    profilcheck_function mcount;     /* aix-monitor: counts calls */
    const char *name;    /* in reports; null or "": "the functions" */
    unsigned timeout_ms; /* for a case; 0: 5000 */
    unsigned jobs;       /* cases at a time; 0: as many as processors */
    const void *reserved[8];
};

enum profilcheck_outcome {
    PROFILCHECK_CONFORMS = 0,
    PROFILCHECK_FAILS = 1, /* or every case is unsupported */
    PROFILCHECK_USAGE = 2, /* a name that there is not, no function */
    PROFILCHECK_ERROR =
        3 /* no process, no memory, or an error of profilcheck */
};

struct profilcheck_report;

/* One defect.  Members may be added at the end. */
struct profilcheck_cause {
    const char *id;         /* "rounding=up": the same for the same defect */
    const char *sentence;   /* all of it */
    const char *rule;       /* "rounding"; empty: none is to blame */
    const char *clause;     /* "freebsd.profil.3"; empty: none */
    const char *confidence; /* "no-other": no other departure that profilcheck
                               knows of explains its cases; "ambiguous": another
                               does, or what others that stay unexplained come
                               of; "bounded": not all could be tried; "none":
                               no known departure explains them */
    const char *verdict;    /* the worst of its cases */
    size_t cases;           /* so many fail by it, */
    const char *shortest;   /* the plainest of them: its id, */
    const char *input;      /* its calls and pcs in a line, */
    const char *got;        /* what was seen, */
    const char *permitted;  /* and what the manual permits */
};

/* One case.  Members may be added at the end. */
struct profilcheck_case {
    const char *id;      /* "odd-number.7138d1de" */
    const char *verdict; /* "pass", "fail", "crash", "timeout",
                            "inconsistent", "unsupported", "unspecified",
                            "inconclusive", "error" */
    const char *detail;  /* why, in a line; of one that passes, the choices
                            that it was seen to take, or nothing */
};

/* "0.1.0" */
const char *profilcheck_version(void);

/*
 * Judge the functions by a dialect ("aix", "irix", "hpux", "freebsd", "glibc",
 * "aix-monitor") with a suite ("quick", "full").  Returns an
 * enum profilcheck_outcome.  *report is for profilcheck_free, also after an
 * error, which its summary says; null where memory ran out.  report may be
 * null.
 */
int profilcheck_judge(const struct profilcheck_subject *subject,
                      const char *dialect, const char *suite,
                      struct profilcheck_report **report);

void profilcheck_free(struct profilcheck_report *report);

/* A line: "the functions as freebsd: does not conform: 2 causes, 3 of 76
 * cases"; after an error, what it is.  And all that `profilcheck run`
 * prints. */
const char *profilcheck_summary(const struct profilcheck_report *report);
const char *profilcheck_text(const struct profilcheck_report *report);

/* How many causes there are, and one of them, the worst first; null past the
 * last. */
size_t profilcheck_causes(const struct profilcheck_report *report);
const struct profilcheck_cause *
profilcheck_cause(const struct profilcheck_report *report, size_t index);

/* How many cases have a verdict, null: any; and one of all, null past the
 * last. */
size_t profilcheck_cases(const struct profilcheck_report *report,
                         const char *verdict);
const struct profilcheck_case *
profilcheck_case(const struct profilcheck_report *report, size_t index);

#ifdef __cplusplus
}
#endif

#endif
