/* SPDX-License-Identifier: MIT */
/*
 * What is found out about an implementation before any case, in a process of
 * its own: which calls it has, and whether it can be judged at all.
 */
#ifndef CONFORMANCE_PROBE_H
#define CONFORMANCE_PROBE_H

#include "conformance/language/case.h"
#include "conformance/language/observation.h"
#include "reference/rules.h"
#include <stddef.h>

enum { PROBE_FAILED = 1 << 30 };

/*
 * Open it and turn profiling on.  A tick of its own clock must reach it there,
 * in the caller's own mask, within a second of CPU time.  Where it brings no
 * means to deliver its ticks (impl.h) and no timer is to be seen, its own ticks
 * are waited for at a pc that is profiled, for PINNED_UNSEEN periods
 * (pinned.h).
 *
 * Returns enum impl_capability, or-ed; 0 where it does not open or has none of
 * the dialect's calls, or died when it was opened; PROBE_FAILED where it could
 * not be tried.  options->learnt is what all its cases then go by; if it is not
 * ready, there is why.
 *
 * Before, options->learnt.hung may say which call hung in another dialect of
 * the same functions: that is not waited for again.
 */
unsigned probe_capabilities(struct observe_options *options);

/* Whether it is a program that never answered hello: nothing is known of its
 * profil then, and it is no more judged than one that answers nonsense. */
bool probe_is_mute(const struct observe_options *options);

enum { PROBING_BEGUN, PROBING_UNOPENED, PROBING_DONE };

/* What that process reports, and shares with the one that watches it; the
 * numbers may be any bytes. */
struct probe_report {
    uint8_t state, smoke, clock_seen, own_ticks;
    char silence[sizeof((struct learnt *)0)->silence];
    char why[sizeof((struct learnt *)0)->why];
};

struct probe_shared {
    struct probe_report report;
    uint64_t seal;
    uint64_t opened; /* 0: not yet */
    max_align_t journal[];
};

/* Why a case can't be run with these calls and constants, as problem_of has it;
 * null: it can.  Whether it can be on this host, host_breaks says. */
const char *probe_lacks(const struct test_case *c, enum dialect dialect,
                        unsigned capabilities,
                        const struct impl_constants *constants);

/*
 * By which prototypes an implementation is to be called, when nobody says.
 * Those of the dialects differ in the layout of lists, in the flags' values
 * and in whether anything is returned; a few harmless calls show which.
 */

/* An implementation that cases can be put to. */
struct opening {
    struct observe_options options;
    struct impl_constants constants;
    enum dialect dialect; /* whose prototypes */
    unsigned capabilities;
    bool returns; /* its calls return something */
};

/* By these prototypes.  False: options.learnt says why. */
bool opening_as(struct opening *opening, const struct impl_class *impl,
                const char *name, enum dialect dialect);

/* By those that suit a shared object, or the host's libc. */
bool opening_find(struct opening *opening, const struct impl_class *impl,
                  const char *name);

/* Put a case to it; an identify_ask. */
bool opening_ask(void *opening, const struct test_case *c,
                 struct observation *observation);

/* Whether a call returned what only a void function leaves behind: neither 0
 * nor -1 nor an error's number. */
bool opening_is_void(const struct observation *observation);

#endif
