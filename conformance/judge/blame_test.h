/* SPDX-License-Identifier: MIT */
/* What a judge says of planted departures, held against them, and told. */
#ifndef CONFORMANCE_BLAME_TEST_H
#define CONFORMANCE_BLAME_TEST_H

#include <stdio.h>

#include "planted_test.h"

struct figures {
    unsigned runs, planted, visible;
    unsigned named;       /* of the visible */
    unsigned innocent;    /* blames of a rule that is none of the planted */
    unsigned blaming;     /* runs with such a blame */
    unsigned same;        /* runs with such a blame that no case could avoid:
                             all that was seen comes of it as well, with no
                             more departures */
    unsigned unexplained; /* runs with some case that nothing explains */
    unsigned cases;       /* those cases */
};

static inline bool blame_has(const struct blame *b, uint16_t choice)
{
    bool has = b->rule == choice_table[choice].rule &&
               (b->found & choice_bit((enum choice)choice));

    for (unsigned k = 0; k < b->other_count; k++)
        has |= b->others[k] == choice;
    return has;
}

/* Whether that choice is blamed, or told to explain as much. */
static inline bool planted_named(const struct judge *judge, uint16_t choice)
{
    for (unsigned i = 0; i < judge->interfaces; i++)
        for (unsigned k = 0; k < judge->of[i].diagnosis.count; k++)
            if (blame_has(&judge->of[i].diagnosis.blames[k], choice))
                return true;
    return false;
}

/* Whether a blame is of none of the planted rules, and has none of them beside
 * it. */
static inline bool planted_innocent(const struct planted *p,
                                    const struct blame *blame)
{
    bool innocent = !planted_has(p, blame->rule);

    for (unsigned k = 0; k < p->count; k++)
        innocent &= !blame_has(blame, p->departures[k]);
    return innocent;
}

/* Whether all that was seen of an interface comes of what is blamed, and of
 * fewer departures than were planted there; where they are not known, of as
 * many. */
static inline bool planted_same(const struct planted *p,
                                const struct diagnosis *d, unsigned interface,
                                bool unknown)
{
    unsigned visible = 0;

    for (unsigned k = 0; k < p->count; k++)
        visible += p->visible[k] >> interface & 1;
    return d->best.missed == 0 && d->count < visible + unknown;
}

/* Whether a departure shows, in what fewer than were planted do not explain. */
static inline bool planted_shows(const struct planted *p,
                                 const struct judge *judge, unsigned k)
{
    for (unsigned i = 0; i < judge->interfaces; i++)
        if ((p->visible[k] >> i & 1) &&
            !planted_same(p, &judge->of[i].diagnosis, i, false))
            return true;
    return false;
}

static inline void planted_count(const struct planted *p,
                                 const struct judge *judge, bool unknown,
                                 struct figures *f)
{
    unsigned innocent = 0, same = 0, cases = 0;

    for (unsigned k = 0; k < p->count; k++) {
        bool named = planted_named(judge, p->departures[k]);

        f->visible += named || planted_shows(p, judge, k);
        f->named += named;
    }
    for (unsigned i = 0; i < judge->interfaces; i++) {
        const struct diagnosis *d = &judge->of[i].diagnosis;

        cases += (unsigned)d->best.missed;
        for (unsigned k = 0; k < d->count; k++)
            if (planted_innocent(p, &d->blames[k]))
                ++*(planted_same(p, d, i, unknown) ? &same : &innocent);
    }
    f->runs++;
    f->planted += p->count;
    f->innocent += innocent;
    f->blaming += innocent > 0;
    f->same += innocent == 0 && same > 0;
    f->unexplained += cases > 0;
    f->cases += cases;
}

static inline void blame_tell_choice(uint16_t choice)
{
    printf("%s=%s", rule_table[choice_table[choice].rule].name,
           choice_table[choice].name);
}

static inline void blame_tell(const struct blame *blame)
{
    for (unsigned k = 0; k < rule_table[blame->rule].count; k++)
        if (blame->found >> k & 1) {
            printf(" ");
            blame_tell_choice((uint16_t)(rule_table[blame->rule].first + k));
        }
    for (unsigned k = 0; k < blame->other_count; k++) {
        printf(" or ");
        blame_tell_choice(blame->others[k]);
    }
    printf(" (%zu cases%s);", blame->support,
           blame->partial ? ", partial" : "");
}

static inline void blame_tell_unexplained(const struct side *side)
{
    unsigned n = 0;

    printf("\n    unexplained: %zu%s", side->diagnosis.best.missed,
           side->diagnosis.bounded ? ", bounded" : "");
    for (size_t k = 0; k < side->evidence.count && n < 6; k++)
        if (!side->diagnosis.best.explains[k]) {
            printf(" %s%s", side->evidence.rows[k].id,
                   side->evidence.rows[k].permitted.count ? " (passes)" : "");
            n++;
        }
    printf("\n");
}

/* What the planted departures leave unexplained: more than nothing where the
 * library does not do what the model does, or not all could be tried. */
static inline void blame_tell_truth(const struct planted *p, struct evidence *e)
{
    struct hypothesis truth = {0};

    for (unsigned k = 0; k < p->count; k++)
        hypothesis_add(&truth, p->departures[k]);
    if (!hypothesis_test(&truth, e, e->count))
        abort();
    printf("    unexplained by what was planted: %zu", truth.missed);
    for (size_t k = 0, n = 0; k < e->count && n < 6; k++)
        if (!truth.explains[k] && ++n)
            printf(" %s", e->rows[k].id);
    printf("\n");
    hypothesis_free(&truth);
}

static inline void blame_tell_all(const struct planted *p, struct judge *judge)
{
    printf("    planted:");
    for (unsigned k = 0; k < p->count; k++) {
        printf(" ");
        blame_tell_choice(p->departures[k]);
        printf("%s%s", planted_named(judge, p->departures[k]) ? "" : " UNNAMED",
               p->visible[k] ? "" : " (unseen)");
    }
    printf("\n");
    for (unsigned i = 0; i < judge->interfaces; i++) {
        const struct side *side = &judge->of[i];

        printf("    blamed:");
        for (unsigned k = 0; k < side->diagnosis.count; k++) {
            if (planted_innocent(p, &side->diagnosis.blames[k]))
                printf(" INNOCENT");
            blame_tell(&side->diagnosis.blames[k]);
        }
        blame_tell_unexplained(side);
        blame_tell_truth(p, &judge->of[i].evidence);
    }
}

/* Judge it, where the rule of its first departure is unknown or not, and count
 * what comes of it; told after the name where something is wrong, or always. */
static inline void blame_count(const struct planted *p, const char *name,
                               bool unknown, bool always, struct figures *sum)
{
    struct judge *judge =
        planted_judge(p, unknown ? choice_table[p->departures[0]].rule : RULES);
    struct figures f = {0};

    planted_count(p, judge, unknown, &f);
    if (always || f.innocent > 0 ||
        (!unknown && (f.named < f.visible || f.unexplained))) {
        printf("%s\n", name);
        blame_tell_all(p, judge);
        fflush(stdout);
    }
    judge_free(judge);
    sum->runs += f.runs;
    sum->planted += f.planted;
    sum->visible += f.visible;
    sum->named += f.named;
    sum->innocent += f.innocent;
    sum->blaming += f.blaming;
    sum->same += f.same;
    sum->unexplained += f.unexplained;
    sum->cases += f.cases;
}

/* A table for what is all known, and with two tables one for what is not. */
static inline void blame_print(struct figures all[2][PLANTED + 1],
                               unsigned tables)
{
    for (unsigned unknown = 0; unknown < tables; unknown++) {
        printf("%s\ndepartures   runs  planted  visible    named          "
               "innocent  of runs   same  unexplained  cases\n",
               unknown ? "the first one's rule unknown" : "all rules known");
        for (unsigned n = 1; n <= PLANTED; n++) {
            const struct figures *f = &all[unknown][n];

            printf("%10u %6u %8u %8u %8u %7.2f%% %9u %7.2f%% %6u %12u %6u\n", n,
                   f->runs, f->planted, f->visible, f->named,
                   f->visible ? 100.0 * f->named / f->visible : 100.0,
                   f->innocent, f->runs ? 100.0 * f->blaming / f->runs : 0.0,
                   f->same, f->unexplained, f->cases);
        }
    }
}

#endif
