/* SPDX-License-Identifier: MIT */
#include "hypothesis.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "permits.h"

struct evidence evidence_of(enum dialect dialect)
{
    return (struct evidence){.dialect = dialect,
                             .permitted = permits_question(dialect)->allowed,
                             .known = choices_known()};
}

bool evidence_is_mixed(const struct evidence *e, const struct test_case *c)
{
    const struct script *script = &c->script;
    bool sprofil = false, other = false;

    for (size_t k = 0; k < script->count; k++)
        if (script->ops[k].kind == OP_CALL) {
            sprofil |= script->ops[k].call.kind == CALL_SPROFIL;
            other |= script->ops[k].call.kind != CALL_SPROFIL;
        }
    return e->two && sprofil && other;
}

void sighting_look(struct evidence *e, struct sighting *row)
{
    row->within = (struct explanations){0};
    row->permitted = (struct box_list){0};
    row->borrowed = false;
    row->cost = evaluate_cost(&row->c->script);
    workspace_fit(&e->workspace, row->c);
    evaluate_runs(&e->workspace, row->c, &row->observation->outcome,
                  permits_question(e->dialect), &row->within, NULL, NULL);
    run_list_boxes(&row->within.agreed, false, &row->permitted);
    row->narrows = row->within.agreed.count != row->within.runs;
    run_list_fit(&row->within.agreed);
    box_list_merge(&row->permitted);
    box_list_fit(&row->permitted);
}

bool evidence_permits(struct evidence *e, const struct test_case *c,
                      const struct observation *observation)
{
    workspace_fit(&e->workspace, c);
    return evaluate_agrees(&e->workspace, c, &observation->outcome,
                           permits_question(e->dialect));
}

const struct sighting *evidence_add(struct evidence *e,
                                    const struct test_case *c,
                                    const struct observation *observation)
{
    struct sighting *row;

    e->rows = memory_grow(e->rows, e->count, sizeof *e->rows);
    row = &e->rows[e->count++];
    *row = (struct sighting){
        .c = c, .observation = observation, .mixed = evidence_is_mixed(e, c)};
    e->alone += !row->mixed;
    memcpy(row->id, c->id, sizeof row->id);
    e->sorted = false;
    sighting_look(e, row);
    return row;
}

static int evidence_by_cost(const void *a, const void *b)
{
    const struct sighting *one = a, *other = b;

    if (one->mixed != other->mixed)
        return one->mixed ? 1 : -1;
    if (one->cost != other->cost)
        return one->cost < other->cost ? -1 : 1;
    return strcmp(one->id, other->id);
}

void evidence_sort(struct evidence *e)
{
    if (e->count > 0)
        qsort(e->rows, e->count, sizeof *e->rows, evidence_by_cost);
    e->sorted = true;
}

const struct sighting *evidence_find(const struct evidence *e,
                                     const struct test_case *c,
                                     const struct observation *observation)
{
    const struct sighting *rows = e->plain ? e->plain : e->rows;
    struct sighting key;
    size_t low = 0, high = e->count;

    if (!e->sorted)
        return NULL;
    key.mixed = evidence_is_mixed(e, c);
    key.cost = evaluate_cost(&c->script);
    memcpy(key.id, c->id, sizeof key.id);
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (evidence_by_cost(&rows[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    while (low < e->count && evidence_by_cost(&rows[low], &key) == 0 &&
           (rows[low].c != c || rows[low].observation != observation))
        low++;
    if (low == e->count || rows[low].c != c ||
        rows[low].observation != observation)
        return NULL;
    return &e->rows[low];
}

static void free_rows(struct sighting *rows, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (!rows[k].borrowed) {
            free(rows[k].permitted.boxes);
            free(rows[k].within.agreed.words);
        }
        for (size_t i = 0; i < rows[k].tried_count; i++) {
            free(rows[k].tried[i].rules);
            free(rows[k].tried[i].boxes.boxes);
        }
        free(rows[k].tried);
    }
    free(rows);
}

void evidence_free(struct evidence *e)
{
    free_rows(e->rows, e->count);
    if (e->plain)
        free_rows(e->plain, e->count);
    arena_free(&e->arena);
    workspace_free(&e->workspace);
}

void evidence_forget(struct evidence *e)
{
    for (size_t k = 0; k < e->count; k++) {
        e->rows[k].c = NULL;
        e->rows[k].observation = NULL;
        if (e->plain) {
            e->plain[k].c = NULL;
            e->plain[k].observation = NULL;
        }
    }
}

const struct sighting *evidence_plain(const struct evidence *e, size_t row)
{
    return e->plain ? &e->plain[row] : &e->rows[row];
}

bool hypothesis_has(const struct hypothesis *h, enum rule rule)
{
    for (unsigned k = 0; k < h->count; k++)
        if (choice_table[h->departures[k]].rule == rule)
            return true;
    return false;
}

choice_set hypothesis_ticks(const struct test_case *c,
                            const struct observation *o)
{
    choice_set ticks = rule_choices(RULE_TICKS);

    if (o->delivered)
        ticks = choice_bit(TICKS_COUNTED) | choice_bit(TICKS_LOST);
    else if (case_has_ticks(c))
        ticks &= (choice_set)~choice_bit(TICKS_LOST);
    return ticks;
}

void hypothesis_limit_ticks(const struct test_case *c,
                            const struct observation *o,
                            struct choice_sets *sets)
{
    sets->of[RULE_TICKS] &= hypothesis_ticks(c, o);
}

bool hypothesis_heeds_errno(const struct evidence *e,
                            const struct explanations *permitted)
{
    return permitted->agreed.count == 0 &&
           (e->permitted.of[RULE_RETURN_ON_ERROR] &
            choice_bit(RETURN_ON_ERROR_ERRNO_ALONE)) != 0;
}

static bool touches(const struct hypothesis *h,
                    const struct explanations *permitted)
{
    for (unsigned k = 0; k < h->count; k++)
        if (rule_set_has(permitted->consulted,
                         choice_table[h->departures[k]].rule))
            return true;
    return false;
}

/* Whether a case passes only since its page leaves open what it shows: what has
 * a name, and is permitted, does not explain it. */
static bool needs_open(const struct explanations *permitted)
{
    return permitted->agreed.count > 0 &&
           !run_list_has_named(&permitted->agreed);
}

bool hypothesis_tries_open(const struct hypothesis *h,
                           const struct explanations *permitted)
{
    return !touches(h, permitted) || needs_open(permitted);
}

/* What one case shows of a rule that the page leaves open binds no other; but
 * not of one that only a departure asks: the page leaves nothing open there. */
static void forget_open(const struct hypothesis *h, const struct evidence *e,
                        const struct sighting *row, struct box_list *list)
{
    RULE_SET_EACH (r, e->permitted.open)
        for (size_t k = 0; rule_set_has(row->within.consulted, r) &&
                           !hypothesis_has(h, r) && k < list->count;
             k++)
            list->boxes[k].of[r] = rule_choices(r);
}

struct question hypothesis_question(const struct hypothesis *h,
                                    const struct evidence *e,
                                    const struct sighting *row, unsigned budget)
{
    struct question question = {.allowed = e->permitted,
                                .budget = budget,
                                .work = 4000000,
                                .until_odds = true,
                                .errno_tells =
                                    hypothesis_heeds_errno(e, &row->within)};

    if (budget > 0 || !needs_open(&row->within))
        question.allowed.open = (struct rule_set){{0}};
    for (unsigned k = 0; k < h->count; k++)
        question.allowed.of[choice_table[h->departures[k]].rule] =
            choice_bit((enum choice)h->departures[k]);
    for (unsigned r = 0; budget > 0 && r < RULES; r++)
        if (!rule_table[r].free && dialect_has_rule(e->dialect, r) &&
            !hypothesis_has(h, r))
            question.extra.of[r] = e->known.of[r] & ~e->permitted.of[r];
    hypothesis_limit_ticks(row->c, row->observation, &question.allowed);
    hypothesis_limit_ticks(row->c, row->observation, &question.extra);
    return question;
}

static bool is_empty(const struct choice_sets *sets)
{
    for (unsigned r = 0; r < RULES; r++)
        if (sets->of[r] == 0)
            return true;
    return false;
}

void hypothesis_free(struct hypothesis *h)
{
    free(h->boxes.boxes);
    free(h->explains);
    h->boxes = (struct box_list){0};
    h->explains = NULL;
}

/* That ticks are lost says nothing where none was delivered: then none was to
 * be counted, and that is asked.  That none comes is refuted where one was. */
static bool has_no_ticks_delivered(const struct sighting *row,
                                   struct question *question)
{
    bool unheard =
        !row->observation->delivered && question->allowed.of[RULE_TICKS] == 0;

    if (unheard)
        question->allowed.of[RULE_TICKS] = choice_bit(TICKS_COUNTED);
    return unheard;
}

bool hypothesis_touches(const struct hypothesis *h, const struct sighting *row)
{
    return touches(h, &row->within);
}

/* Whether the model would do the same: it depends on the rules that it
 * consulted alone. */
static bool is_same_question(const struct tried *tried,
                             const struct question *question)
{
    for (unsigned k = 0; k < tried->rule_count; k++) {
        unsigned r = tried->rules[k].rule;

        if (question->allowed.of[r] != tried->rules[k].allowed ||
            question->extra.of[r] != tried->rules[k].extra)
            return false;
    }
    return question->budget == tried->budget;
}

static void keep_question(struct tried *tried, struct rule_set consulted,
                          const struct question *question)
{
    unsigned n = 0;

    tried->rules = memory_new(RULES, sizeof *tried->rules);
    RULE_SET_EACH (r, consulted) {
        tried->rules[n].rule = (uint8_t)r;
        tried->rules[n].allowed = question->allowed.of[r];
        tried->rules[n++].extra = question->extra.of[r];
    }
    tried->rules =
        memory_got(reallocarray(tried->rules, n + 1, sizeof *tried->rules));
    tried->rule_count = n;
    tried->budget = question->budget;
}

const struct tried *evidence_try(struct evidence *e, size_t row,
                                 const struct question *question)
{
    struct sighting *s = &e->rows[row];
    struct tried *tried = s->tried;
    struct explanations found;

    for (size_t k = 0; k < s->tried_count; k++)
        if (is_same_question(&s->tried[k], question))
            return &s->tried[k];
    tried = memory_grow(s->tried, s->tried_count, sizeof *tried);
    s->tried = tried;
    tried += s->tried_count++;
    *tried = (struct tried){0};
    workspace_fit(&e->workspace, s->c);
    evaluate(&e->workspace, s->c, &s->observation->outcome, question, &found,
             NULL, NULL);
    keep_question(tried, found.consulted, question);
    tried->exhausted = found.exhausted;
    tried->boxes = found.boxes;
    if (question->budget == 0)
        box_list_merge(&tried->boxes);
    box_list_fit(&tried->boxes);
    return tried;
}

/* The behaviours with these departures that lead to a row, and whether ticks of
 * which nothing was heard may be lost in it. */
static const struct tried *behaviours_of(const struct hypothesis *h,
                                         struct evidence *e, size_t row,
                                         bool *unheard)
{
    static const struct tried none;
    struct question question = hypothesis_question(h, e, &e->rows[row], 0);

    *unheard = has_no_ticks_delivered(&e->rows[row], &question);
    return is_empty(&question.allowed) ? &none
                                       : evidence_try(e, row, &question);
}

static void add_all(struct box_list *list, const struct box_list *from,
                    bool unheard)
{
    for (size_t k = 0; k < from->count; k++) {
        box_list_add(list, &from->boxes[k]);
        if (unheard)
            list->boxes[k].of[RULE_TICKS] = choice_bit(TICKS_LOST);
    }
}

void hypothesis_behaviours(const struct hypothesis *h, struct evidence *e,
                           size_t row, struct box_list *list)
{
    bool unheard = false;

    *list = (struct box_list){0};
    if (hypothesis_touches(h, &e->rows[row]))
        add_all(list, &behaviours_of(h, e, row, &unheard)->boxes, unheard);
    else
        add_all(list, &e->rows[row].permitted, false);
}

/* The behaviours of h that are in a row's list, too: they need not agree on
 * what is left open, and whether they do not is noted. */
static struct box_list in_both(const struct hypothesis *h,
                               const struct evidence *e,
                               const struct sighting *row,
                               const struct box_list *list, bool *loosened)
{
    struct box_list both = {0}, loose = {0};

    *loosened = false;
    box_list_intersect(&h->boxes, list, &both);
    if (both.count == 0 && !rule_set_empty(e->permitted.open)) {
        add_all(&loose, list, false);
        forget_open(h, e, row, &loose);
        box_list_intersect(&h->boxes, &loose, &both);
        *loosened = both.count > 0;
        free(loose.boxes);
    }
    return both;
}

/* Keep the behaviours that lead to the row too, unless none is left then.
 * False: none is left. */
static bool keep_behaviours(struct hypothesis *h, const struct evidence *e,
                            const struct sighting *row,
                            const struct box_list *list)
{
    bool loosened;
    struct box_list both = in_both(h, e, row, list, &loosened);

    if (both.count == 0) {
        free(both.boxes);
        return false;
    }
    h->loosened += loosened;
    free(h->boxes.boxes);
    h->boxes = both;
    return true;
}

/* Where there is too much to try, what other rows left. */
static bool test_narrowed(struct hypothesis *h, struct evidence *e,
                          const struct sighting *row)
{
    struct question question = hypothesis_question(h, e, row, 0);
    struct choice_sets hull = box_list_hull(&h->boxes);
    struct explanations found;
    bool explained = false;

    for (unsigned r = 0; r < RULES; r++)
        if (!rule_set_has(e->permitted.open, r) || hypothesis_has(h, r))
            question.allowed.of[r] &= hull.of[r];
    if (is_empty(&question.allowed))
        return false;
    workspace_fit(&e->workspace, row->c);
    evaluate(&e->workspace, row->c, &row->observation->outcome, &question,
             &found, NULL, NULL);
    h->bounded |= found.exhausted;
    box_list_merge(&found.boxes);
    if (found.boxes.count > 0)
        explained = keep_behaviours(h, e, row, &found.boxes);
    free(found.boxes.boxes);
    return explained;
}

static bool test_touched(struct hypothesis *h, struct evidence *e, size_t row)
{
    const struct sighting *s = &e->rows[row];
    bool unheard, explained;
    const struct tried *tried = behaviours_of(h, e, row, &unheard);
    struct box_list lost = {0};

    if (tried->exhausted && !unheard)
        return test_narrowed(h, e, s);
    if (tried->boxes.count == 0)
        return unheard && s->permitted.count > 0;
    if (!unheard)
        return keep_behaviours(h, e, s, &tried->boxes);
    add_all(&lost, &tried->boxes, true);
    explained = keep_behaviours(h, e, s, &lost);
    free(lost.boxes);
    return explained;
}

static void test_row(struct hypothesis *h, struct evidence *e, size_t k)
{
    const struct sighting *row = &e->rows[k];
    bool explained = row->permitted.count > 0;

    if (hypothesis_touches(h, row))
        explained = test_touched(h, e, k);
    else if (explained && row->narrows)
        explained = keep_behaviours(h, e, row, &row->permitted);
    if (row->mixed) /* what each function does alone binds not both */
        explained |= row->permitted.count > 0;
    h->explains[k] = explained;
    h->missed += !explained;
    h->missed_passing += !explained && row->permitted.count > 0;
}

static void begin_hypothesis(struct hypothesis *h, const struct evidence *e)
{
    struct box box;

    hypothesis_free(h);
    h->missed = h->missed_passing = h->loosened = 0;
    memcpy(box.of, e->permitted.of, sizeof box.of);
    for (unsigned k = 0; k < h->count; k++)
        box.of[choice_table[h->departures[k]].rule] =
            choice_bit((enum choice)h->departures[k]);
    h->explains = memory_new(e->count, sizeof *h->explains);
    box_list_add(&h->boxes, &box);
}

/* What does not depend on the departures narrows the rest, and what passes by
 * itself goes before what does not. */
static unsigned phase_of(const struct hypothesis *h, const struct sighting *row)
{
    return row->contrary                 ? 2
           : !hypothesis_touches(h, row) ? 0
           : row->permitted.count > 0    ? 1
                                         : 2;
}

static void test_rows(struct hypothesis *h, struct evidence *e, size_t first,
                      size_t end, size_t limit)
{
    for (unsigned phase = 0; phase < 3; phase++)
        for (size_t k = first; h->missed <= limit && k < end; k++)
            if (phase_of(h, &e->rows[k]) == phase)
                test_row(h, e, k);
}

void hypothesis_test(struct hypothesis *h, struct evidence *e, size_t limit)
{
    begin_hypothesis(h, e);
    test_rows(h, e, 0, e->alone, limit);
    test_rows(h, e, e->alone, e->count, limit);
}

/* How many of the rows that pass, and that h does not explain, one that it does
 * contradicts. */
static size_t count_contradicted(const struct evidence *e,
                                 const struct hypothesis *h, size_t row)
{
    const struct hypothesis own = {.boxes = e->rows[row].permitted};
    size_t count = 0;

    for (size_t k = 0; k < e->alone; k++) {
        const struct sighting *other = &e->rows[k];
        struct box_list both;
        bool loosened;

        if (h->explains[k] || other->permitted.count == 0)
            continue;
        both = in_both(&own, e, other, &other->permitted, &loosened);
        count += both.count == 0;
        free(both.boxes);
    }
    return count;
}

bool evidence_put_last(struct evidence *e)
{
    struct hypothesis none = {.count = 0};
    size_t most = 1, row = e->count, missed;

    hypothesis_test(&none, e, e->count);
    missed = none.missed_passing;
    for (size_t k = 0; k < e->alone && missed > most; k++) {
        size_t count = none.explains[k] && e->rows[k].narrows
                           ? count_contradicted(e, &none, k)
                           : 0;

        row = count > most ? k : row;
        most = count > most ? count : most;
    }
    if (row < e->count) {
        e->rows[row].contrary = true;
        hypothesis_test(&none, e, e->count);
        e->rows[row].contrary = none.missed_passing < missed;
    }
    hypothesis_free(&none);
    return row < e->count && e->rows[row].contrary;
}

int departures_compare(const uint16_t *a, const uint16_t *b, unsigned count)
{
    unsigned k = 0;

    while (k < count && a[k] == b[k])
        k++;
    return k == count ? 0 : a[k] < b[k] ? -1 : 1;
}

unsigned departures_find(const uint16_t *list, unsigned count,
                         uint16_t departure)
{
    unsigned k = 0;

    while (k < count && list[k] != departure)
        k++;
    return k;
}

bool hypothesis_departs(const struct hypothesis *h, uint16_t departure)
{
    return departures_find(h->departures, h->count, departure) < h->count;
}

/* Whether by this no tick ever comes: of ticks that came and are missing much
 * else is as simple. */
static bool has_no_ticks(const struct hypothesis *h)
{
    for (unsigned k = 0; k < h->count; k++)
        if (choice_table[h->departures[k]].rule == RULE_TICKS &&
            h->departures[k] != TICKS_LOST)
            return true;
    return false;
}

int hypothesis_compare(const struct hypothesis *a, const struct hypothesis *b)
{
    size_t one = a->missed + a->missed_passing;
    size_t other = b->missed + b->missed_passing;

    if (one != other)
        return one < other ? -1 : 1;
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    if (a->loosened != b->loosened)
        return a->loosened < b->loosened ? -1 : 1;
    if (has_no_ticks(a) != has_no_ticks(b))
        return has_no_ticks(a) ? -1 : 1;
    return departures_compare(a->departures, b->departures, a->count);
}

size_t hypothesis_length(const struct hypothesis *h)
{
    return h->missed + h->missed_passing + DEPARTURE_LENGTH * h->count;
}

void hypothesis_add(struct hypothesis *h, uint16_t departure)
{
    unsigned at = h->count++;

    for (; at > 0 && h->departures[at - 1] > departure; at--)
        h->departures[at] = h->departures[at - 1];
    h->departures[at] = departure;
}

void hypothesis_drop(struct hypothesis *h, unsigned k)
{
    memmove(h->departures + k, h->departures + k + 1,
            (--h->count - k) * sizeof h->departures[0]);
}

struct hypothesis hypothesis_like(const struct hypothesis *h)
{
    struct hypothesis copy = {.count = h->count};

    memcpy(copy.departures, h->departures, sizeof copy.departures);
    return copy;
}

static bool dies_at_once(const struct sighting *row)
{
    const struct observation *o = row->observation;
    const struct script *script = &row->c->script;
    size_t op = 0;

    while (op < script->count && script->ops[op].kind != OP_CALL)
        op++;
    return (o->ended == ENDED_SIGNAL || o->ended == ENDED_EXIT) &&
           o->op == op && op < script->count;
}

bool evidence_none_lives(const struct evidence *e)
{
    size_t k = 0;

    while (k < e->count && dies_at_once(&e->rows[k]))
        k++;
    return k == e->count && k > 0;
}
