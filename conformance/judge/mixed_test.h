/* SPDX-License-Identifier: MIT */
/*
 * Libraries of known departures, of departures that hold in some calls only,
 * and of defects that no table has, at once; and what the judge makes of them.
 */
#ifndef CONFORMANCE_MIXED_TEST_H
#define CONFORMANCE_MIXED_TEST_H

#include "blame_test.h"

struct mixed_figures {
    unsigned runs;
    unsigned visible, named;  /* known departures that show where nothing
                                 unknown does; the named of these */
    unsigned innocent;        /* rules that were not planted, as causes */
    unsigned inconsistent;    /* ... and of which cases are inconsistent */
    unsigned strange;         /* defects of no table that fail some case */
    unsigned one, split;      /* of these: one cause, several */
    unsigned none;            /* ... and none: others' causes have its cases */
    unsigned fused;           /* causes that have two of these */
    unsigned partial, halves; /* departures that hold in some calls only; the
                                 named of these */
};

enum { MIXED_LABELS = 64 };

/* What causes of no rule are called, each once. */
struct mixed_labels {
    char of[MIXED_LABELS][sizeof((struct judgement *)0)->other];
    unsigned count;
};

static inline void mixed_label(struct mixed_labels *labels, const char *label)
{
    for (unsigned k = 0; k < labels->count; k++)
        if (strcmp(labels->of[k], label) == 0)
            return;
    if (labels->count < MIXED_LABELS)
        strcpy(labels->of[labels->count++], label);
}

/* Whether each case shows that defect of no table; place STRANGE: whether it
 * shows the departure that holds in some calls. */
static inline bool *mixed_shows(const struct planted *p, unsigned place)
{
    struct planted less = *p;
    struct observation *other = calloc(p->n + 1, sizeof *other);
    bool *shows = calloc(p->n + 1, sizeof *shows);

    if (place == STRANGE)
        less.partial = 0;
    else
        less.strange[place] = less.strange[--less.strange_count];
    planted_observe(&less, &p->behaviour, other);
    for (size_t k = 0; k < p->n; k++)
        shows[k] =
            p->seen[k].ended != other[k].ended ||
            outcome_difference(&p->seen[k].outcome, &other[k].outcome) >= 0;
    planted_forget(p, other);
    free(other);
    return shows;
}

/* A library of so many known departures, and of what else p says. */
static inline void mixed_make(struct planted *p, unsigned count,
                              const struct case_list *suite, uint64_t seed)
{
    p->interfaces = planted_interfaces(p->dialect);
    p->seen = calloc(suite->count, sizeof *p->seen);
    p->cases = calloc(suite->count, sizeof *p->cases);
    for (size_t k = 0; k < suite->count; k++)
        if (suite->cases[k].dialects >> p->dialect & 1)
            p->cases[p->n++] = &suite->cases[k];
    planted_sow(p, count, &seed);
    if (p->partial) {
        p->count--; /* the last of them, in some calls only */
        p->partial = p->departures[p->count];
        p->behaviour.choice[choice_table[p->partial].rule] =
            p->permitted[choice_table[p->partial].rule];
    }
    planted_observe(p, &p->behaviour, p->seen);
}

static inline bool mixed_innocent(const struct planted *p,
                                  const struct blame *blame)
{
    for (unsigned k = 0; k < p->strange_count; k++)
        if (p->strange[k].strange->known &&
            blame_has(blame, p->strange[k].strange->known))
            return false;
    return planted_innocent(p, blame) &&
           (!p->partial || (blame->rule != choice_table[p->partial].rule &&
                            !blame_has(blame, p->partial)));
}

/* A rule that was not planted, and of which a case is inconsistent. */
static inline bool mixed_contradicts(const struct planted *p,
                                     const struct judgement *j)
{
    static const char prefix[] = "inconsistent: ";
    int rule = strncmp(j->other, prefix, sizeof prefix - 1) == 0
                   ? rule_by_name(j->other + sizeof prefix - 1)
                   : -1;

    return rule >= 0 && !planted_has(p, (unsigned)rule) &&
           (!p->partial || choice_table[p->partial].rule != rule);
}

static inline void mixed_tell(const struct planted *p, const char *name,
                              struct judge *judge)
{
    printf("%s", name);
    for (unsigned k = 0; k < p->strange_count; k++)
        printf(" | %s", p->strange[k].strange->name);
    if (p->partial) {
        printf(" | in some calls (%d): ", p->partial_in);
        blame_tell_choice(p->partial);
    }
    printf("\n");
    blame_tell_all(p, judge);
}

/* The causes of each defect of no table. */
static inline bool mixed_count_strange(const struct planted *p, bool **shows,
                                       const struct judgement *judged,
                                       bool tell, struct mixed_figures *f)
{
    struct mixed_labels labels[STRANGE] = {{.count = 0}};
    bool failing[STRANGE] = {false}, good = true;

    for (size_t k = 0; k < p->n; k++) {
        unsigned shown = 0, last = 0;

        for (unsigned i = 0; i <= STRANGE; i++)
            if (shows[i] && shows[i][k]) {
                shown++;
                last = i;
            }
        if (shown != 1 || last == STRANGE ||
            judged[k].verdict == VERDICT_PASS ||
            judged[k].verdict == VERDICT_UNSPECIFIED)
            continue;
        if (judged[k].cause_count && p->strange[last].strange->known)
            continue;
        failing[last] = true;
        if (*judged[k].other)
            mixed_label(&labels[last], judged[k].other);
    }
    for (unsigned i = 0; i < p->strange_count; i++) {
        f->strange += failing[i];
        f->one += labels[i].count == 1;
        f->split += labels[i].count > 1;
        f->none += failing[i] && labels[i].count == 0;
        good = good && (!failing[i] || labels[i].count == 1);
        for (unsigned k = 0; tell && k < labels[i].count; k++)
            printf("    %s: %s\n", p->strange[i].strange->name,
                   labels[i].of[k]);
    }
    for (unsigned k = 0; k < labels[0].count; k++)
        for (unsigned i = 0; i < labels[1].count; i++)
            f->fused += strcmp(labels[0].of[k], labels[1].of[i]) == 0;
    return good;
}

/* Judge it, and count what comes of it; told where something is wrong. */
static inline void mixed_count(struct planted *p, const char *name, bool always,
                               struct mixed_figures *f)
{
    struct judge *judge = planted_judge(p, RULES);
    struct judgement *judged = calloc(p->n + 1, sizeof *judged);
    bool *shows[STRANGE + 1] = {NULL}, *clean = calloc(p->n + 1, 1);
    struct mixed_figures before = *f;
    bool bad = false;

    for (unsigned i = 0; i < p->strange_count; i++)
        shows[i] = mixed_shows(p, i);
    if (p->partial)
        shows[STRANGE] = mixed_shows(p, STRANGE);
    for (size_t k = 0; k < p->n; k++) {
        clean[k] = true;
        for (unsigned i = 0; i <= STRANGE; i++)
            clean[k] = clean[k] && !(shows[i] && shows[i][k]);
        judge_case(judge, p->cases[k], &p->seen[k], &judged[k]);
        if (mixed_contradicts(p, &judged[k])) {
            f->inconsistent++;
            bad = true;
        }
    }
    p->only = clean;
    planted_look(p);
    for (unsigned k = 0; k < p->count; k++) {
        f->visible += p->visible[k] != 0;
        f->named += p->visible[k] && planted_named(judge, p->departures[k]);
    }
    for (unsigned i = 0; i < judge->interfaces; i++)
        for (unsigned k = 0; k < judge->of[i].diagnosis.count; k++)
            f->innocent += mixed_innocent(p, &judge->of[i].diagnosis.blames[k]);
    if (p->partial) {
        bool visible = false;

        for (size_t k = 0; k < p->n; k++)
            visible = visible ||
                      (shows[STRANGE][k] && judged[k].verdict != VERDICT_PASS &&
                       judged[k].verdict != VERDICT_UNSPECIFIED);
        f->partial += visible;
        f->halves += visible && planted_named(judge, p->partial);
    }
    f->runs++;
    bad = bad || f->innocent > before.innocent ||
          f->named - before.named < f->visible - before.visible ||
          f->halves - before.halves < f->partial - before.partial;
    if (bad || always)
        mixed_tell(p, name, judge);
    for (size_t k = 0; (bad || always) && k < p->n; k++)
        if (mixed_contradicts(p, &judged[k]))
            printf("    inconsistent: %s: %s\n", p->cases[k]->id,
                   judged[k].why);
    if (!mixed_count_strange(p, shows, judged, always, f) && !always)
        printf("%s: split\n", name);
    fflush(stdout);
    for (unsigned i = 0; i <= STRANGE; i++)
        free(shows[i]);
    free(clean);
    p->only = NULL;
    free(judged);
    judge_free(judge);
}

static inline void mixed_add(struct mixed_figures *sum,
                             const struct mixed_figures *f)
{
    const unsigned *from = (const unsigned *)f;
    unsigned *to = (unsigned *)sum;

    for (size_t k = 0; k < sizeof *f / sizeof *from; k++)
        to[k] += from[k];
}

static inline void mixed_print(const char *name, const struct mixed_figures *f)
{
    printf("%-12s %5u %8u %6u %6.1f%% %9u %7u %8u %5u %6u %5u %6u %8u %6u\n",
           name, f->runs, f->visible, f->named,
           f->visible ? 100.0 * f->named / f->visible : 100.0, f->innocent,
           f->inconsistent, f->strange, f->one, f->split, f->none, f->fused,
           f->partial, f->halves);
}

#endif
