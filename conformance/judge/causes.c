/* SPDX-License-Identifier: MIT */
#include "causes.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/diagnosis/describe.h"
#include "conformance/diagnosis/text.h"
#include "conformance/language/suite.h"
#include "judge_state.h"
#include "sentence.h"

enum { SENTENCE = 2000, ID = 200, INPUT = 400 };

struct gathering {
    const struct judge *judge;
    enum dialect dialect;
    struct results *results;
    struct case_list suite; /* the full one, where it was looked through */
};

/* "rounding=down+up", with the interface where there are two. */
static void put_id(const struct gathering *g, unsigned interface,
                   const struct blame *blame, char id[ID])
{
    const struct rule_row *row = &rule_table[blame->rule];
    char where[ID];

    *id = '\0';
    text_add(id, ID, "%s=", row->name);
    for (unsigned k = 0, n = 0; k < row->count; k++)
        if (blame->found >> k & 1)
            text_add(id, ID, "%s%s", n++ ? "+" : "",
                     choice_table[row->first + k].name);
    if (blame->partial) {
        sentence_where(blame->where, where, sizeof where);
        text_add(id, ID, " %s", where);
    }
    if (judge_interfaces(g->judge) > 1)
        text_add(id, ID, " (%s)", judge_interface_name(interface));
}

static const char *const *names(unsigned rule, choice_set set, size_t *count)
{
    const char **list = memory_new(rule_table[rule].count, sizeof *list);

    *count = 0;
    for (unsigned k = 0; k < rule_table[rule].count; k++)
        if (set >> k & 1)
            list[(*count)++] = choice_table[rule_table[rule].first + k].name;
    return list;
}

static const char *const *others_of(const struct blame *blame, size_t *count)
{
    const char **list = memory_new(blame->other_count, sizeof *list);

    for (*count = 0; *count < blame->other_count; ++*count) {
        const struct choice_row *row = &choice_table[blame->others[*count]];

        list[*count] =
            memory_format("%s=%s", rule_table[row->rule].name, row->name);
    }
    return list;
}

static void fill_blame(const struct gathering *g, unsigned interface,
                       const struct blame *blame, struct cause *cause)
{
    choice_set wanted = sentence_wanted(g->dialect, blame->rule);
    char text[SENTENCE] = "", *end = text;

    if (judge_interfaces(g->judge) > 1)
        end += snprintf(text, sizeof text,
                        "%s: ", judge_interface_name(interface));
    sentence_add(g->dialect, blame, end, sizeof text - (size_t)(end - text));
    cause->sentence = memory_text(text);
    cause->rule = rule_table[blame->rule].name;
    cause->clause = sentence_clause(g->dialect, blame->rule, blame->found);
    cause->found = names(blame->rule, blame->found, &cause->found_count);
    cause->permitted = names(blame->rule, wanted, &cause->permitted_count);
    cause->others = others_of(blame, &cause->other_count);
    cause->confidence =
        judge_diagnosis(g->judge, interface)->bounded ? CONFIDENCE_BOUNDED
        : blame->other_count || cause->found_count > 1 || blame->lone
            ? CONFIDENCE_AMBIGUOUS
            : CONFIDENCE_NO_OTHER;
}

/* Of what kind of machine the cases of the interface are. */
static unsigned separating_address_bits(const struct judge *judge,
                                        unsigned interface)
{
    const struct side *side = &judge->of[interface];
    size_t count = side->evidence.count;

    return count ? side->evidence.rows[count - 1].c->script.address_bits : 64;
}

/* Where another cause would explain as much: the case that would separate
 * them. */
static void find_separating(struct gathering *g, unsigned interface,
                            unsigned blame, struct cause *cause)
{
    const struct diagnosis *d = judge_diagnosis(g->judge, interface);
    const struct test_case *separating;
    struct case_error error;
    char input[INPUT];
    bool rivals = false;

    for (unsigned k = 0; k < d->rival_count; k++)
        rivals |= d->rivals[k].blame == blame;
    if (!rivals)
        return;
    if (!g->suite.count) {
        if (!suite_load(&g->suite, g->dialect, true, &error))
            memory_out();
        suite_for_addresses(&g->suite,
                            separating_address_bits(g->judge, interface));
    }
    separating = separating_find(g->judge, interface, blame, &g->suite);
    if (!separating)
        return;
    diagnose_input(separating, input, sizeof input);
    cause->telling = memory_format("%s: %s", separating->id, input);
}

struct blamed causes_of(const struct judgement *judgement)
{
    struct blamed blamed = {.interface = (uint8_t)judgement->interface,
                            .cause_count = (uint8_t)judgement->cause_count};

    memcpy(blamed.causes, judgement->causes, sizeof blamed.causes);
    memcpy(blamed.other, judgement->other, sizeof blamed.other);
    return blamed;
}

static void fill_other(const struct blamed *blamed, struct cause *cause)
{
    char text[SENTENCE];

    sentence_of_other(blamed->other, text, sizeof text);
    cause->sentence = memory_text(text);
    cause->clause = "";
    cause->confidence = CONFIDENCE_NONE;
}

/* The cause of that id; a new one, with no more than its id. */
static struct cause *cause_of(struct gathering *g, const char *id)
{
    struct results *results = g->results;
    struct cause *cause;

    for (size_t k = 0; k < results->cause_count; k++)
        if (strcmp(results->causes[k].id, id) == 0)
            return &results->causes[k];
    cause = &MEMORY_ADD(results->causes, results->cause_count);
    *cause = (struct cause){.id = memory_text(id), .clause = ""};
    return cause;
}

static void add_judgement(struct gathering *g, size_t index,
                          const struct blamed *blamed)
{
    const struct diagnosis *d = judge_diagnosis(g->judge, blamed->interface);
    char id[ID];

    for (unsigned k = 0; k < blamed->cause_count; k++) {
        const struct blame *blame = &d->blames[blamed->causes[k]];
        struct cause *cause;

        put_id(g, blamed->interface, blame, id);
        cause = cause_of(g, id);
        if (!cause->sentence) {
            fill_blame(g, blamed->interface, blame, cause);
            find_separating(g, blamed->interface, blamed->causes[k], cause);
        }
        MEMORY_ADD(cause->cases, cause->case_count) = index;
    }
    if (*blamed->other) {
        struct cause *cause = cause_of(g, blamed->other);

        if (!cause->sentence)
            fill_other(blamed, cause);
        MEMORY_ADD(cause->cases, cause->case_count) = index;
    }
}

int causes_find(const struct judge *judge, enum dialect dialect,
                const struct blamed *blamed, const struct cause *cause)
{
    const struct gathering g = {.judge = judge, .dialect = dialect};
    const struct diagnosis *d = judge_diagnosis(judge, blamed->interface);
    char id[ID];

    for (unsigned k = 0; k < blamed->cause_count; k++) {
        put_id(&g, blamed->interface, &d->blames[blamed->causes[k]], id);
        if (strcmp(id, cause->id) == 0)
            return blamed->causes[k];
    }
    return -1;
}

/* For qsort, which takes no context. */
static const struct results *sorted;

static int worst_first(const void *a, const void *b)
{
    const struct cause *one = a, *other = b;
    unsigned here = verdict_rank(results_cause_verdict(sorted, one));
    unsigned there = verdict_rank(results_cause_verdict(sorted, other));

    if (!one->rule != !other->rule)
        return one->rule ? -1 : 1;
    if (here != there)
        return here < there ? -1 : 1;
    if (one->case_count != other->case_count)
        return one->case_count > other->case_count ? -1 : 1;
    return strcmp(one->id, other->id);
}

/* How many causes each case has, for the order of these. */
static void count_causes(struct results *results)
{
    for (size_t k = 0; k < results->cause_count; k++)
        for (size_t i = 0; i < results->causes[k].case_count; i++)
            results->cases[results->causes[k].cases[i]].cause_count++;
}

/* Each case's causes, by the causes' cases. */
static void point_back(struct results *results)
{
    for (size_t k = 0; k < results->case_count; k++)
        results->cases[k].cause_count = 0;
    for (size_t k = 0; k < results->cause_count; k++) {
        const struct cause *cause = &results->causes[k];

        for (size_t i = 0; i < cause->case_count; i++) {
            struct result *c = &results->cases[cause->cases[i]];

            MEMORY_ADD(c->causes, c->cause_count) = k;
        }
    }
}

void causes_gather(const struct judge *judge, enum dialect dialect,
                   const struct blamed *blamed, struct results *results)
{
    struct gathering g = {judge, dialect, results, {0}};

    results->causes = NULL;
    results->cause_count = 0;
    for (size_t k = 0; k < results->case_count; k++)
        add_judgement(&g, k, &blamed[k]);
    case_list_free(&g.suite);
    count_causes(results);
    sorted = results;
    if (results->cause_count)
        qsort(results->causes, results->cause_count, sizeof *results->causes,
              worst_first);
    point_back(results);
}

enum {
    CASE_WORK = 60000,   /* ticks to run the model for, on one case */
    ALL_WORK = 12000000, /* ... on all of them */
};

struct looking {
    const struct judge *judge;
    const struct side *side;
    unsigned interface, blame;
    unsigned calls, address_bits; /* of the cases that were seen */
    struct workspace own, rival;
    const struct test_case **cases;
    size_t count, work;
};

static bool was_seen(const struct looking *l, const struct test_case *c)
{
    for (size_t k = 0; k < l->side->evidence.count; k++)
        if (strcmp(l->side->evidence.rows[k].id, c->id) == 0)
            return true;
    return false;
}

static bool is_fit(const struct looking *l, const struct test_case *c)
{
    return c->dialects >> l->judge->dialect & 1 &&
           judge_interface_of(l->judge, c) == l->interface &&
           !(test_case_calls(c) & ~l->calls) &&
           c->script.address_bits == l->address_bits && !was_seen(l, c);
}

static int by_cost(const void *a, const void *b)
{
    const struct test_case *const *one = a, *const *other = b;
    size_t here = evaluate_cost(&(*one)->script);
    size_t there = evaluate_cost(&(*other)->script);

    return here != there ? here < there ? -1 : 1
                         : strcmp((*one)->id, (*other)->id);
}

static void gather_separating(struct looking *l, const struct case_list *suite)
{
    for (size_t k = 0; k < l->side->evidence.count; k++)
        l->calls |= test_case_calls(l->side->evidence.rows[k].c);
    l->address_bits = separating_address_bits(l->judge, l->interface);
    l->cases = memory_new(suite->count, sizeof *l->cases);
    for (size_t k = 0; k < suite->count; k++)
        if (is_fit(l, &suite->cases[k]))
            l->cases[l->count++] = &suite->cases[k];
    if (l->count)
        qsort(l->cases, l->count, sizeof *l->cases, by_cost);
}

/* Whether no outcome of the one is an outcome of the other. */
static bool separates(struct looking *l, const struct test_case *c,
                      const struct choice_sets *own, const struct rival *rival)
{
    size_t cost = evaluate_cost(&c->script), work = CASE_WORK;
    const struct question question = {.allowed = rival->sets,
                                      .work = CASE_WORK};
    bool apart = true;

    workspace_first(&l->own, c, own);
    do {
        struct explanations same = {0};

        evaluate(&l->rival, c, &l->own.outcome, &question, &same, NULL, NULL);
        apart = same.boxes.count == 0 && !same.exhausted;
        free(same.boxes.boxes);
        l->work += cost * (1 + same.runs);
        if (work < cost * (1 + same.runs))
            return false;
        work -= cost * (1 + same.runs);
    } while (apart && workspace_next(&l->own, c));
    return apart;
}

/* How many of the rivals it is separated from. */
static unsigned count_separated(struct looking *l, const struct test_case *c,
                                unsigned *rivals)
{
    const struct diagnosis *d = &l->side->diagnosis;
    const struct choice_sets own = box_list_hull(&d->best.boxes);
    unsigned separated = 0;

    *rivals = 0;
    workspace_fit(&l->own, c);
    workspace_fit(&l->rival, c);
    for (unsigned k = 0; k < d->rival_count; k++)
        if (d->rivals[k].blame == l->blame) {
            ++*rivals;
            separated += separates(l, c, &own, &d->rivals[k]);
        }
    return separated;
}

const struct test_case *separating_find(const struct judge *judge,
                                        unsigned interface, unsigned blame,
                                        const struct case_list *suite)
{
    struct looking l = {.judge = judge,
                        .side = &judge->of[interface],
                        .interface = interface,
                        .blame = blame};
    const struct test_case *separating = NULL;
    unsigned most = 0, rivals = 1;

    gather_separating(&l, suite);
    for (size_t k = 0; k < l.count && most < rivals && l.work < ALL_WORK; k++) {
        unsigned separated = count_separated(&l, l.cases[k], &rivals);

        if (separated > most) {
            most = separated;
            separating = l.cases[k];
        }
    }
    free(l.cases);
    workspace_free(&l.own);
    workspace_free(&l.rival);
    return separating;
}
