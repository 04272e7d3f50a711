/* SPDX-License-Identifier: MIT */
/*
 * Silence is open: what no sentence of a page decides or rules out fails nobody
 * and contradicts nothing.  For each rule that a dialect leaves open, an
 * implementation that conforms but for one call, tick or fork, where it does
 * what no choice of the rule is.
 */
#include <stdlib.h>
#include <string.h>

#include "planted_test.h"
#include "reference/open.h"
#include "suite_test.h"

enum {
    UNHEARD_OF = 33, /* an errno that no page has */
    MOST_OPS = 64,
};

/* What is done in place of the menu. */
enum kind { NO_EFFECT, ANOTHER_VALUE, TURNED_OFF, KINDS };

/* A script of its own, which can be changed. */
struct changed {
    struct test_case c;
    struct op ops[MOST_OPS];
};

static struct workspace w;

/* Whether some run of the first operations leaves the rule open. */
static bool opens(const struct test_case *c, enum dialect dialect,
                  enum rule rule, size_t count)
{
    struct test_case prefix = *c;
    struct behaviour behaviour = behaviour_default(dialect);
    struct choice_sets sets = behaviour_sets(&behaviour);
    unsigned runs = 0;

    prefix.script.count = count;
    sets.open = permits_question(dialect)->allowed.open;
    workspace_fit(&w, c);
    choices_begin(&w.choices, &sets);
    do {
        model_run(&w.model, &prefix.script, &w.choices, &w.outcome, w.arena,
                  w.arena_size);
        if (rule_set_has(w.choices.opened, rule))
            return true;
    } while (++runs < 4096 && choices_next(&w.choices));
    return false;
}

/* The first operation that does, of the process that begins; count: none. */
static size_t opening_op(const struct test_case *c, enum dialect dialect,
                         enum rule rule)
{
    size_t count = c->script.count, n = 1;

    if (!opens(c, dialect, rule, count))
        return count;
    while (!opens(c, dialect, rule, n))
        n++;
    for (size_t k = 0; k < n; k++)
        if (c->script.ops[k].kind == OP_FORK && k + 1 < n)
            return count;
    return n - 1;
}

/* A call to turn off what that one turned on. */
static struct call off_call(const struct call *on)
{
    static const struct region_arguments off = {.base = {POINTER_NULL, 0, 0}};
    struct call call = {.kind = on->kind, .list_kind = POINTER_GIVEN};

    if (on->kind == CALL_SPROFIL) {
        call.list = &off;
        call.listed = 1;
        call.count = 1;
        call.flags = FLAG_USHORT;
    }
    call.region.base.kind = POINTER_NULL;
    return call;
}

static void change(struct changed *changed, const struct test_case *c,
                   size_t at, enum kind kind)
{
    struct op *op = &changed->ops[at];

    changed->c = *c;
    memcpy(changed->ops, c->script.ops, c->script.count * sizeof *op);
    changed->c.script.ops = changed->ops;
    if (op->kind == OP_CALL && kind == TURNED_OFF)
        op->call = off_call(&op->call);
    else
        *op = (struct op){.kind = OP_CALLER_SET}; /* nothing */
}

/* The event of a call that the script has no more. */
static void put_call(struct observation *o, size_t at, enum kind kind,
                     enum dialect dialect)
{
    struct event *events = calloc(o->outcome.count + 1, sizeof(struct event));
    size_t k = 0;
    bool fails = kind == ANOTHER_VALUE;
    bool is_void = dialect == DIALECT_HPUX || dialect == DIALECT_AIX_MONITOR;

    assert_non_null(events);
    while (k < o->outcome.count && o->outcome.events[k].op < at)
        k++;
    memcpy(events, o->outcome.events, k * sizeof *events);
    memcpy(events + k + 1, o->outcome.events + k,
           (o->outcome.count - k) * sizeof *events);
    events[k] = (struct event){.kind = EVENT_CALL,
                               .op = (uint16_t)at,
                               .value = is_void ? VALUE_NONE
                                        : fails ? -1
                                                : 0,
                               .error = fails ? UNHEARD_OF : ERROR_NONE};
    free(o->outcome.events);
    o->outcome.events = events;
    o->outcome.count++;
}

/* What was seen in one case in place of what the menu has. */
static bool observe_changed(const struct test_case *c, enum dialect dialect,
                            enum rule rule, size_t at, enum kind kind,
                            struct observation *seen)
{
    struct behaviour behaviour = behaviour_default(dialect);
    struct changed changed;
    bool call = c->script.ops[at].kind == OP_CALL;

    /* what an error returns is decided, where its page decides it; and what
     * looks at a file does nothing */
    if (c->script.ops[at].kind == OP_FORK ||
        c->script.ops[at].kind == OP_HEADER || rule == RULE_AFTER_ERROR ||
        (!call && kind != NO_EFFECT))
        return false;
    change(&changed, c, at, kind);
    simulate_kept(&w, &changed.c, &behaviour, seen);
    if (call && kind != TURNED_OFF)
        put_call(seen, at, kind, dialect);
    return true;
}

/* Judge a whole implementation.  How many cases it fails. */
static unsigned count_failed(const struct planted *p)
{
    struct judge *judge = planted_judge(p, RULES);
    struct judgement judgement;
    unsigned wrong = 0;

    for (size_t k = 0; k < p->n; k++) {
        judge_case(judge, p->cases[k], &p->seen[k], &judgement);
        if (judgement.verdict == VERDICT_PASS ||
            judgement.verdict == VERDICT_UNSPECIFIED)
            continue;
        if (wrong++ == 0)
            print_error("%s as %s: %s: %s\n", p->cases[k]->id,
                        dialect_table[p->dialect].name,
                        verdict_names[judgement.verdict], judgement.detail);
    }
    judge_free(judge);
    return wrong;
}

/* One case of the rule at a time, among those that conform. */
static unsigned try_rule(struct planted *p, enum rule rule, unsigned *tried)
{
    unsigned wrong = 0, cases = 0;

    for (size_t k = 0; k < p->n && cases < 2; k++) {
        const struct test_case *c = p->cases[k];
        struct observation plain = p->seen[k];
        size_t at = opening_op(c, p->dialect, rule);

        if (at == c->script.count || c->script.count > MOST_OPS)
            continue;
        cases++;
        for (enum kind kind = 0; kind < KINDS; kind++) {
            if (!observe_changed(c, p->dialect, rule, at, kind, &p->seen[k]))
                continue;
            ++*tried;
            if (count_failed(p) > 0) {
                print_error("%s: %s, %s, operation %zu, kind %d\n",
                            dialect_table[p->dialect].name,
                            rule_table[rule].name, c->id, at, kind);
                wrong++;
            }
            observation_free(&p->seen[k]);
            p->seen[k] = plain;
        }
    }
    return wrong;
}

TEST(what_no_sentence_speaks_of_fails_nobody)
{
    unsigned wrong = 0, tried = 0;

    for (enum dialect d = 0; d < DIALECTS; d++) {
        struct behaviour behaviour = behaviour_default(d);
        struct planted p = planted_of(d, &suite, &behaviour);

        for (enum rule r = 0; r < RULES; r++)
            if (dialect_is_open(d, r) && d != DIALECT_AIX_MONITOR &&
                r != RULE_COUNT_LIMIT) /* a constant is open there */
                wrong += try_rule(&p, r, &tried);
        planted_free(&p);
    }
    print_message("%u were tried\n", tried);
    assert_int_equal(wrong, 0);
    assert_true(tried > 100);
}

static uint64_t random_state = 1;

/* Of each open rule another choice in each case: nothing ties them together. */
static void take_any(enum dialect dialect, const struct test_case *c,
                     struct behaviour *behaviour)
{
    bool sprofil = test_case_calls(c) >> CALL_SPROFIL & 1;

    for (enum rule r = 0; r < RULES; r++)
        if (dialect_is_open(dialect, r) && !(sprofil && open_is_of_profil(r)))
            behaviour->choice[r] = draw_permitted(&random_state, dialect, r);
}

TEST(answers_that_no_sentence_ties_together_do_not_contradict)
{
    unsigned wrong = 0;

    for (enum dialect d = 0; d < DIALECTS; d++)
        for (unsigned round = 0; round < 3; round++) {
            struct planted p = {.dialect = d};

            planted_begin(&p, &suite);
            for (size_t k = 0; k < p.n; k++) {
                struct behaviour behaviour = behaviour_default(d);

                take_any(d, p.cases[k], &behaviour);
                simulate_kept(&w, p.cases[k], &behaviour, &p.seen[k]);
            }
            wrong += count_failed(&p);
            planted_free(&p);
        }
    assert_int_equal(wrong, 0);
    workspace_free(&w);
}

TESTS(load, unload)
