/* SPDX-License-Identifier: MIT */
/* What a judge says of planted departures, compared with them, and printed. */
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

static inline bool blame_has_itself(const struct blame *b, uint16_t choice)
{
    bool has =
        b->rule == choice_table[choice].rule && (b->found & choice_bit(choice));

    for (unsigned k = 0; k < b->other_count; k++)
        has |= b->others[k] == choice;
    return has;
}

/* Whether it is blamed, or named as explaining as much.  Halving a distance
 * first, of a signed one, is signed-halving. */
static inline bool blame_has(const struct blame *b, uint16_t choice)
{
    return blame_has_itself(b, choice) ||
           (choice == ROUNDING_SIGNED_HALVING &&
            blame_has_itself(b, JUST_BELOW_SHIFTED));
}

/* Whether that choice is blamed, or named as explaining as much. */
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
    bool innocent = !planted_has(p, blame->rule) && !blame->lone;

    for (unsigned k = 0; k < p->count; k++)
        innocent &= !blame_has(blame, p->departures[k]);
    return innocent;
}

/* Whether all that was seen of an interface comes of what is blamed. */
static inline bool blame_explains_all(const struct side *side)
{
    for (size_t k = 0; k < side->evidence.count; k++)
        if (!side->diagnosis.explained[k])
            return false;
    return true;
}

/* Whether it does, and of fewer departures than were planted there; where they
 * are not known, of as many. */
static inline bool planted_same(const struct planted *p,
                                const struct side *side, unsigned interface,
                                bool unknown)
{
    unsigned visible = 0;

    for (unsigned k = 0; k < p->count; k++)
        visible += p->visible[k] >> interface & 1;
    return blame_explains_all(side) &&
           side->diagnosis.count < visible + unknown;
}

/* Whether a departure shows, in what fewer than were planted do not explain. */
static inline bool planted_shows(const struct planted *p,
                                 const struct judge *judge, unsigned k)
{
    for (unsigned i = 0; i < judge->interfaces; i++)
        if ((p->visible[k] >> i & 1) &&
            !planted_same(p, &judge->of[i], i, false))
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
                ++*(planted_same(p, &judge->of[i], i, unknown) ? &same
                                                               : &innocent);
    }
    f->runs++;
    f->planted += p->count;
    f->innocent += innocent;
    f->blaming += innocent > 0;
    f->same += innocent == 0 && same > 0;
    f->unexplained += cases > 0;
    f->cases += cases;
}

static inline void blame_print_choice(uint16_t choice, FILE *out)
{
    fprintf(out, "%s=%s", rule_table[choice_table[choice].rule].name,
            choice_table[choice].name);
}

/* "rounding=down rounding=up or unit=index", each after a space. */
static inline void blame_print_names(const struct blame *blame, FILE *out)
{
    for (unsigned k = 0; k < rule_table[blame->rule].count; k++)
        if (blame->found >> k & 1) {
            putc(' ', out);
            blame_print_choice((uint16_t)(rule_table[blame->rule].first + k),
                               out);
        }
    for (unsigned k = 0; k < blame->other_count; k++) {
        fputs(" or ", out);
        blame_print_choice(blame->others[k], out);
    }
}

static inline void blame_print_one(const struct blame *blame, FILE *out)
{
    blame_print_names(blame, out);
    fprintf(out, " (%zu cases%s);", blame->support,
            blame->partial ? ", partial" : "");
}

static inline void blame_print_unexplained(const struct side *side)
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
static inline void blame_print_planted(const struct planted *p,
                                       struct evidence *e)
{
    struct hypothesis truth = {0};

    for (unsigned k = 0; k < p->count; k++)
        hypothesis_add(&truth, p->departures[k]);
    hypothesis_test(&truth, e, e->count);
    printf("    unexplained by what was planted: %zu", truth.missed);
    for (size_t k = 0, n = 0; k < e->count && n < 6; k++)
        if (!truth.explains[k] && ++n)
            printf(" %s", e->rows[k].id);
    printf("\n");
    hypothesis_free(&truth);
}

static inline void blame_print_all(const struct planted *p, struct judge *judge,
                                   bool innocent(const struct planted *p,
                                                 const struct blame *blame))
{
    printf("    planted:");
    for (unsigned k = 0; k < p->count; k++) {
        printf(" ");
        blame_print_choice(p->departures[k], stdout);
        printf("%s%s", planted_named(judge, p->departures[k]) ? "" : " UNNAMED",
               p->visible[k] ? "" : " (unseen)");
    }
    printf("\n");
    for (unsigned i = 0; i < judge->interfaces; i++) {
        const struct side *side = &judge->of[i];

        printf("    blamed:");
        for (unsigned k = 0; k < side->diagnosis.count; k++) {
            if (innocent(p, &side->diagnosis.blames[k]))
                printf(" INNOCENT");
            blame_print_one(&side->diagnosis.blames[k], stdout);
        }
        blame_print_unexplained(side);
        blame_print_planted(p, &judge->of[i].evidence);
    }
}

/* Judge it, where the rule of its first departure is unknown or not, and count
 * what comes of it; printed after the name where something is wrong, or
 * always. */
static inline void blame_count(const struct planted *p, const char *name,
                               bool unknown, bool always, struct figures *sum)
{
    struct judge *judge =
        planted_judge(p, unknown ? choice_table[p->departures[0]].rule : RULES);
    struct figures before = *sum;

    planted_count(p, judge, unknown, sum);
    if (always || sum->innocent > before.innocent ||
        (!unknown &&
         (sum->named - before.named < sum->visible - before.visible ||
          sum->unexplained > before.unexplained))) {
        printf("%s\n", name);
        blame_print_all(p, judge, planted_innocent);
        fflush(stdout);
    }
    judge_free(judge);
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

/*
 * Libraries of known departures, of departures that hold in some calls only,
 * and of defects that no table has, at once; and what the judge makes of them.
 */

struct mixed_figures {
    unsigned runs;
    unsigned visible, named;  /* known departures that are named if only the
                                 cases are seen in which nothing unknown
                                 shows; those that are named of all cases */
    unsigned innocent;        /* rules that were not planted, as causes */
    unsigned same;            /* ... where all that was seen comes of no more
                                 of them than defects were planted, or all
                                 that one of these shows of one of them */
    unsigned inconsistent;    /* ... and of which cases are inconsistent */
    unsigned strange;         /* defects of no table that fail some case */
    unsigned one, split;      /* of these: one cause, several */
    unsigned none;            /* ... and none: others' causes have its cases */
    unsigned fused;           /* causes that have two of these */
    unsigned partial, halves; /* departures that hold in some calls only, and
                                 fail several cases; the named of these */
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

/* So many defects that no table has, the first of them that; with what a
 * library of them is made of further. */
static inline uint64_t mixed_draw(struct planted *p, unsigned count,
                                  unsigned strange, uint64_t seed)
{
    uint64_t own = planted_seed(seed, p->dialect, strange, 0);

    p->partial_in = PLACE_LIST + draw(&own, PLACES - PLACE_LIST);
    p->strange_count = count;
    for (unsigned k = 0; k < count; k++)
        p->strange[k] = (struct strange_planted){
            &strange_table[k ? draw(&own, STRANGES) : strange],
            draw(&own, 3) ? PLACE_ALL : draw(&own, PLACES),
            (unsigned)(own >> 40)};
    return own;
}

/* A library of so many known departures, and of what else p says. */
static inline void mixed_make(struct planted *p, unsigned count,
                              const struct case_list *suite, uint64_t seed)
{
    planted_begin(p, suite);
    planted_draw(p, count, &seed);
    if (p->partial) {
        p->count--; /* the last of them, in some calls only */
        p->partial = p->departures[p->count];
        p->behaviour.choice[choice_table[p->partial].rule] =
            p->permitted[choice_table[p->partial].rule];
    }
    planted_observe(p, &p->behaviour, p->seen);
}

/* Whether something is planted in lists alone: where profil is to be sprofil
 * with one member, it is not. */
static inline bool mixed_in_lists(const struct planted *p)
{
    bool any = p->partial && p->partial_in == PLACE_LIST;

    for (unsigned k = 0; k < p->strange_count; k++)
        any = any || p->strange[k].place == PLACE_LIST;
    return any;
}

static inline bool mixed_innocent(const struct planted *p,
                                  const struct blame *blame)
{
    if (blame_has(blame, PROFIL_MEMBER_OWN) && mixed_in_lists(p))
        return false;
    for (unsigned k = 0; k < 2 * p->strange_count; k++) {
        uint16_t known = p->strange[k / 2].strange->known[k % 2];

        if (known && blame_has(blame, known))
            return false;
    }
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

static inline void mixed_print_run(const struct planted *p, const char *name,
                                   struct judge *judge)
{
    printf("%s", name);
    for (unsigned k = 0; k < p->strange_count; k++)
        printf(" | %s (in %d, %u)", p->strange[k].strange->name,
               p->strange[k].place, p->strange[k].by % 8);
    if (p->partial) {
        printf(" | in some calls (%d): ", p->partial_in);
        blame_print_choice(p->partial, stdout);
    }
    printf("\n");
    blame_print_all(p, judge, mixed_innocent);
}

/* The causes of each defect of no table. */
static inline bool mixed_count_strange(const struct planted *p, bool **shows,
                                       const struct judgement *judged,
                                       bool print, struct mixed_figures *f)
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
        if (judged[k].cause_count && p->strange[last].strange->known[0])
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
        for (unsigned k = 0; print && k < labels[i].count; k++)
            printf("    %s: %s\n", p->strange[i].strange->name,
                   labels[i].of[k]);
    }
    for (unsigned k = 0; k < labels[0].count; k++)
        for (unsigned i = 0; i < labels[1].count; i++)
            f->fused += strcmp(labels[0].of[k], labels[1].of[i]) == 0;
    return good;
}

/* What of the defects each case shows, and the judgement of it. */
struct mixed_look {
    bool *shows[STRANGE + 1]; /* of no table; in some calls only; or null */
    bool *clean;              /* none of these */
    struct judgement *judged;
};

static inline void mixed_look(struct planted *p, struct judge *judge,
                              struct mixed_look *look)
{
    *look =
        (struct mixed_look){.clean = calloc(p->n + 1, 1),
                            .judged = calloc(p->n + 1, sizeof *look->judged)};
    for (unsigned i = 0; i < p->strange_count; i++)
        look->shows[i] = mixed_shows(p, i);
    if (p->partial)
        look->shows[STRANGE] = mixed_shows(p, STRANGE);
    for (size_t k = 0; k < p->n; k++) {
        look->clean[k] = true;
        for (unsigned i = 0; i <= STRANGE; i++)
            look->clean[k] &= !(look->shows[i] && look->shows[i][k]);
        judge_case(judge, p->cases[k], &p->seen[k], &look->judged[k]);
    }
}

static inline void mixed_look_end(struct mixed_look *look)
{
    for (unsigned i = 0; i <= STRANGE; i++)
        free(look->shows[i]);
    free(look->clean);
    free(look->judged);
}

/* Whether all of an interface comes of no more than was planted there: then no
 * case could distinguish the two. */
static inline bool mixed_same(const struct planted *p, const struct side *side)
{
    return blame_explains_all(side) &&
           side->diagnosis.count <=
               p->count + p->strange_count + (p->partial != 0);
}

/* Whether a case fails by that blame of an interface. */
static inline bool mixed_blamed(const struct judgement *j, unsigned interface,
                                unsigned blame)
{
    for (unsigned k = 0; j->interface == interface && k < j->cause_count; k++)
        if (j->causes[k] == blame)
            return true;
    return false;
}

/* Whether the cases that fail by a blame are those that show one defect of no
 * table, or the departure that holds in some calls: then no case could
 * distinguish the two. */
static inline bool mixed_same_cases(const struct planted *p,
                                    const struct mixed_look *look,
                                    unsigned interface, unsigned blame)
{
    for (unsigned i = 0; i <= STRANGE; i++) {
        bool same = look->shows[i] != NULL;

        for (size_t k = 0; same && k < p->n; k++) {
            const struct judgement *j = &look->judged[k];

            if (j->verdict == VERDICT_PASS ||
                j->verdict == VERDICT_UNSPECIFIED || j->interface != interface)
                continue;
            same = mixed_blamed(j, interface, blame) == look->shows[i][k];
        }
        if (same)
            return true;
    }
    return false;
}

/* Whether all that was seen comes of no more than was planted. */
static inline bool mixed_all_same(const struct planted *p,
                                  const struct judge *judge)
{
    for (unsigned i = 0; i < judge->interfaces; i++)
        if (!mixed_same(p, &judge->of[i]))
            return false;
    return true;
}

/* Known departures, by what the clean cases alone would show. */
static inline void mixed_count_known(struct planted *p, const char *name,
                                     const struct mixed_look *look,
                                     const struct judge *judge,
                                     struct mixed_figures *f)
{
    struct judge *by_itself;

    p->only = look->clean;
    planted_look(p);
    by_itself = planted_judge(p, RULES);
    p->only = NULL;
    for (unsigned k = 0; k < p->count; k++) {
        bool visible =
            p->visible[k] && planted_named(by_itself, p->departures[k]);
        bool named = visible && planted_named(judge, p->departures[k]);

        if (visible && !named && mixed_all_same(p, judge))
            continue;
        f->visible += visible;
        f->named += named;
        if (visible && !named) {
            printf("    lost by %s: ", name);
            blame_print_choice(p->departures[k], stdout);
            printf("\n");
        }
    }
    judge_free(by_itself);
}

static inline void mixed_count_partial(const struct planted *p,
                                       const struct mixed_look *look,
                                       const struct judge *judge,
                                       struct mixed_figures *f)
{
    size_t failing = 0;

    for (size_t k = 0; p->partial && k < p->n; k++)
        failing += look->shows[STRANGE][k] &&
                   look->judged[k].verdict != VERDICT_PASS &&
                   look->judged[k].verdict != VERDICT_UNSPECIFIED;
    f->partial += failing > 1;
    f->halves += failing > 1 && planted_named(judge, p->partial);
}

static inline void mixed_count_innocent(const struct planted *p,
                                        const struct mixed_look *look,
                                        const struct judge *judge,
                                        struct mixed_figures *f)
{
    for (unsigned i = 0; i < judge->interfaces; i++) {
        const struct diagnosis *d = &judge->of[i].diagnosis;

        for (unsigned k = 0; k < d->count; k++)
            if (mixed_innocent(p, &d->blames[k]))
                ++*(mixed_same(p, &judge->of[i]) ||
                            mixed_same_cases(p, look, i, k)
                        ? &f->same
                        : &f->innocent);
    }
    for (size_t k = 0; k < p->n; k++)
        f->inconsistent += mixed_contradicts(p, &look->judged[k]);
}

/* Judge it, and count the results, which are printed where something is
 * wrong. */
static inline void mixed_count(struct planted *p, const char *name, bool always,
                               struct mixed_figures *f)
{
    struct judge *judge = planted_judge(p, RULES);
    struct mixed_figures before = *f;
    struct mixed_look look;
    bool bad;

    mixed_look(p, judge, &look);
    mixed_count_known(p, name, &look, judge, f);
    mixed_count_partial(p, &look, judge, f);
    mixed_count_innocent(p, &look, judge, f);
    f->runs++;
    bad = f->innocent > before.innocent ||
          f->inconsistent > before.inconsistent ||
          f->named - before.named < f->visible - before.visible ||
          f->halves - before.halves < f->partial - before.partial;
    if (bad || always)
        mixed_print_run(p, name, judge);
    for (size_t k = 0; (bad || always) && k < p->n; k++)
        if (mixed_contradicts(p, &look.judged[k]))
            printf("    inconsistent: %s: %s\n", p->cases[k]->id,
                   look.judged[k].why);
    if (!mixed_count_strange(p, look.shows, look.judged, always, f) && !always)
        printf("%s: split\n", name);
    fflush(stdout);
    mixed_look_end(&look);
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
    printf(
        "%-21s %5u %8u %6u %6.1f%% %9u %5u %7u %8u %5u %6u %5u %6u %8u %6u\n",
        name, f->runs, f->visible, f->named,
        f->visible ? 100.0 * f->named / f->visible : 100.0, f->innocent,
        f->same, f->inconsistent, f->strange, f->one, f->split, f->none,
        f->fused, f->partial, f->halves);
}

#endif
