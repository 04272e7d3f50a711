/* SPDX-License-Identifier: MIT */
#include "causes.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/cases/suite.h"
#include "conformance/judge/diagnose.h"
#include "conformance/judge/sentence.h"
#include "conformance/judge/telling.h"
#include "conformance/judge/text.h"

enum { SENTENCE = 2000, ID = 200, TELLING = 400 };

struct gathering {
    const struct judge *judge;
    enum dialect dialect;
    struct results *results;
    size_t capacity;
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
    const char **list = calloc(rule_table[rule].count, sizeof *list);

    *count = 0;
    for (unsigned k = 0; list && k < rule_table[rule].count; k++)
        if (set >> k & 1)
            list[(*count)++] = choice_table[rule_table[rule].first + k].name;
    return list;
}

static const char *const *others_of(const struct blame *blame, size_t *count)
{
    const char **list = calloc(blame->other_count + 1, sizeof *list);
    char text[ID];

    *count = 0;
    for (unsigned k = 0; list && k < blame->other_count; k++) {
        const struct choice_row *row = &choice_table[blame->others[k]];

        snprintf(text, sizeof text, "%s=%s", rule_table[row->rule].name,
                 row->name);
        list[*count] = strdup(text);
        *count += list[*count] != NULL;
    }
    return list;
}

static bool fill_blame(const struct gathering *g, unsigned interface,
                       const struct blame *blame, struct cause *cause)
{
    choice_set wanted = dialect_choices(g->dialect, blame->rule, DECIDED) |
                        dialect_choices(g->dialect, blame->rule, PERMITTED);
    char text[SENTENCE] = "", *end = text;
    bool decided;

    if (!wanted)
        wanted = dialect_choices(g->dialect, blame->rule, UNSPECIFIED);
    if (judge_interfaces(g->judge) > 1)
        end += snprintf(text, sizeof text,
                        "%s: ", judge_interface_name(interface));
    sentence_add(g->dialect, blame, end, sizeof text - (size_t)(end - text));
    cause->sentence = strdup(text);
    cause->rule = rule_table[blame->rule].name;
    cause->clause = sentence_clause(g->dialect, blame->rule, &decided);
    cause->found = names(blame->rule, blame->found, &cause->found_count);
    cause->permitted = names(blame->rule, wanted, &cause->permitted_count);
    cause->others = others_of(blame, &cause->other_count);
    cause->confidence =
        judge_diagnosis(g->judge, interface)->bounded  ? CONFIDENCE_BOUNDED
        : blame->other_count || cause->found_count > 1 ? CONFIDENCE_LIKELY
                                                       : CONFIDENCE_SURE;
    return cause->sentence && cause->found && cause->permitted && cause->others;
}

/* Where something else would do as well: the case that would tell. */
static bool find_telling(struct gathering *g, unsigned interface,
                         unsigned blame, struct cause *cause)
{
    const struct diagnosis *d = judge_diagnosis(g->judge, interface);
    const struct test_case *telling = NULL;
    struct case_error error;
    char input[TELLING], text[TELLING + CASE_ID + 4];
    bool rivals = false;

    for (unsigned k = 0; k < d->rival_count; k++)
        rivals |= d->rivals[k].blame == blame;
    if (!rivals)
        return true;
    if ((!g->suite.count &&
         (!suite_load(&g->suite, g->dialect, true, &error) ||
          !suite_for_addresses(
              &g->suite, telling_address_bits(g->judge, interface), &error))) ||
        !telling_find(g->judge, interface, blame, &g->suite, &telling))
        return false;
    if (!telling)
        return true;
    diagnose_input(telling, input, sizeof input);
    snprintf(text, sizeof text, "%s: %s", telling->id, input);
    cause->telling = strdup(text);
    return cause->telling != NULL;
}

struct blamed causes_of(const struct judgement *judgement)
{
    struct blamed blamed = {.interface = (uint8_t)judgement->interface,
                            .cause_count = (uint8_t)judgement->cause_count};

    memcpy(blamed.causes, judgement->causes, sizeof blamed.causes);
    memcpy(blamed.other, judgement->other, sizeof blamed.other);
    return blamed;
}

static bool fill_other(const struct blamed *blamed, struct cause *cause)
{
    char text[SENTENCE];

    sentence_of_other(blamed->other, text, sizeof text);
    cause->sentence = strdup(text);
    cause->clause = "";
    cause->confidence = CONFIDENCE_NONE;
    return cause->sentence != NULL;
}

/* The cause of that id; a new one, with no more than its id; null where memory
 * ran out. */
static struct cause *cause_of(struct gathering *g, const char *id)
{
    struct results *results = g->results;

    for (size_t k = 0; k < results->cause_count; k++)
        if (strcmp(results->causes[k].id, id) == 0)
            return &results->causes[k];
    if (results->cause_count == g->capacity) {
        size_t capacity = g->capacity ? 2 * g->capacity : 16;
        struct cause *grown =
            realloc(results->causes, capacity * sizeof *grown);

        if (!grown)
            return NULL;
        results->causes = grown;
        g->capacity = capacity;
    }
    struct cause *cause = &results->causes[results->cause_count];
    *cause = (struct cause){.id = strdup(id), .clause = ""};
    if (!cause->id)
        return NULL;
    results->cause_count++;
    return cause;
}

static size_t causes_length_of(const struct results *results, size_t index)
{
    const char *text = results->cases[index].text;

    return text ? strlen(text) : SIZE_MAX;
}

static bool add_case(struct gathering *g, struct cause *cause, size_t index)
{
    size_t *grown =
        realloc(cause->cases, (cause->case_count + 1) * sizeof *grown);

    if (!grown)
        return false;
    cause->cases = grown;
    cause->cases[cause->case_count++] = index;
    if (cause->case_count == 1 ||
        causes_length_of(g->results, index) <
            causes_length_of(g->results, cause->shortest))
        cause->shortest = index;
    return true;
}

static bool add_judgement(struct gathering *g, size_t index,
                          const struct blamed *blamed)
{
    const struct diagnosis *d = judge_diagnosis(g->judge, blamed->interface);
    char id[ID];

    for (unsigned k = 0; k < blamed->cause_count; k++) {
        const struct blame *blame = &d->blames[blamed->causes[k]];
        struct cause *cause;

        put_id(g, blamed->interface, blame, id);
        cause = cause_of(g, id);
        if (!cause ||
            (!cause->sentence &&
             (!fill_blame(g, blamed->interface, blame, cause) ||
              !find_telling(g, blamed->interface, blamed->causes[k], cause))) ||
            !add_case(g, cause, index))
            return false;
    }
    if (*blamed->other) {
        struct cause *cause = cause_of(g, blamed->other);

        return cause && (cause->sentence || fill_other(blamed, cause)) &&
               add_case(g, cause, index);
    }
    return true;
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
static bool point_back(struct results *results)
{
    for (size_t k = 0; k < results->case_count; k++)
        results->cases[k].cause_count = 0;
    for (size_t k = 0; k < results->cause_count; k++) {
        const struct cause *cause = &results->causes[k];

        for (size_t i = 0; i < cause->case_count; i++) {
            struct result *c = &results->cases[cause->cases[i]];
            size_t *grown =
                realloc(c->causes, (c->cause_count + 1) * sizeof *grown);

            if (!grown)
                return false;
            c->causes = grown;
            c->causes[c->cause_count++] = k;
        }
    }
    return true;
}

bool causes_gather(const struct judge *judge, enum dialect dialect,
                   const struct blamed *blamed, struct results *results)
{
    struct gathering g = {judge, dialect, results, 0, {0}};
    bool good = true;

    results->causes = NULL;
    results->cause_count = 0;
    for (size_t k = 0; good && k < results->case_count; k++)
        good = add_judgement(&g, k, &blamed[k]);
    case_list_free(&g.suite);
    count_causes(results);
    sorted = results;
    if (results->cause_count)
        qsort(results->causes, results->cause_count, sizeof *results->causes,
              worst_first);
    return good && point_back(results);
}