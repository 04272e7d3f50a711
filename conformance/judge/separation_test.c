/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "blame_test.h"
#include "reference/unit_test.h"
#include "suite_test.h"

/*
 * Does the suite distinguish two choices of a rule?
 *
 * A case separates them under some choices of the other rules if its two
 * outcomes differ, whatever rules only one of the two leads to.  The suite
 * separates them if for all permitted choices of the other rules some case
 * does.
 */

/* For every case and rule: can the case consult the rule in that dialect?
 * One mask a case, to be freed. */
static struct rule_set *consulted_by_cases(enum dialect dialect)
{
    struct rule_set *masks = memory_new(suite.count, sizeof *masks);
    struct workspace w = {0};

    for (size_t i = 0; i < suite.count; i++) {
        const struct test_case *c = &suite.cases[i];
        struct explanations found = {0};
        struct outcome nothing = {0};

        if (!(c->dialects >> dialect & 1))
            continue;
        workspace_fit(&w, c);
        evaluate(&w, c, &nothing, permits_question(dialect), &found, NULL,
                 NULL);
        masks[i] = found.consulted;
        free(found.boxes.boxes);
    }
    workspace_free(&w);
    return masks;
}

/* The choices that a run made, as the only ones allowed; any permitted one
 * for the rules that it did not ask. */
static struct question like_run(enum dialect dialect, const struct choices *run)
{
    struct question question = permits_named(dialect);

    for (unsigned r = 0; r < RULES; r++)
        if (rule_set_has(run->consulted, r))
            question.allowed.of[r] = choice_bit(run->made[r]);
    return question;
}

/* The other rules' choices under which this case does not separate a from b. */
static void case_remainder(enum dialect dialect, const struct test_case *c,
                           enum choice a, enum choice b, struct workspace w[2],
                           struct box_list *remainder)
{
    enum rule rule = choice_table[a].rule;
    struct question first = permits_named(dialect);

    workspace_fit(&w[0], c);
    workspace_fit(&w[1], c);
    first.allowed.of[rule] = choice_bit(a);
    workspace_first(&w[0], c, &first.allowed);
    do {
        struct explanations same = {0};
        struct question second = like_run(dialect, &w[0].choices);
        second.allowed.of[rule] = choice_bit(b);
        evaluate(&w[1], c, &w[0].outcome, &second, &same, NULL, NULL);
        for (size_t i = 0; i < same.boxes.count; i++) {
            struct box box = same.boxes.boxes[i];

            RULE_SET_EACH (r, w[0].choices.consulted)
                box.of[r] &= choice_bit(w[0].choices.made[r]);
            box.of[rule] = rule_choices(rule);
            box_list_add(remainder, &box);
        }
        free(same.boxes.boxes);
    } while (workspace_next(&w[0], c));
    box_list_merge(remainder);
}

/* What remains of the other rules' permitted choices under which no case
 * separates a from b (choices of one rule).  No boxes: the suite separates
 * them. */
static void find_remainder(enum dialect dialect,
                           const struct rule_set *consulted, enum choice a,
                           enum choice b, struct box_list *remainder)
{
    struct workspace w[2] = {0};
    unsigned rule = choice_table[a].rule;
    struct box all;

    memcpy(all.of, permits_question(dialect)->allowed.of, sizeof all.of);
    all.of[rule] = rule_choices(rule);
    box_list_add(remainder, &all);
    for (size_t i = 0; i < suite.count && remainder->count > 0; i++) {
        struct box_list left = {0}, both = {0};

        if (!rule_set_has(consulted[i], rule))
            continue;
        case_remainder(dialect, &suite.cases[i], a, b, w, &left);
        box_list_intersect(remainder, &left, &both);
        free(left.boxes);
        free(remainder->boxes);
        *remainder = both;
    }
    workspace_free(&w[0]);
    workspace_free(&w[1]);
}

/* A pair of unobservable.def: nothing separates a and b where `when` holds. */
struct pair {
    enum dialect dialect;
    enum choice a, b, when;
    const char *why;
};

static const struct pair unobservable[] = {
#define UNOBSERVABLE(dialect, rule, a, b, other, when, why)                    \
    {DIALECT_##dialect, rule##_##a, rule##_##b, other##_##when, why},
#include "conformance/suites/unobservable.def"
#undef UNOBSERVABLE
};

enum {
    PAIRS = sizeof unobservable / sizeof unobservable[0],
    DRAWN = 1000, /* of all choices, in each dialect */
};

static bool is_pair(const struct pair *p, enum dialect dialect, enum choice a,
                    enum choice b)
{
    return p->dialect == dialect &&
           ((p->a == a && p->b == b) || (p->a == b && p->b == a));
}

/* Whether the behaviour is one that hides that choice behind another; or the
 * model can't say what shows it, errno after success, as a library can. */
static bool is_hidden(enum dialect dialect, const struct behaviour *behaviour,
                      enum choice choice)
{
    if (dialect == DIALECT_AIX && choice == BAD_ADDRESS_ACCEPTED)
        return true;
    for (size_t i = 0; i < PAIRS; i++) {
        const struct pair *p = &unobservable[i];

        if ((is_pair(p, dialect, choice, p->a) ||
             is_pair(p, dialect, choice, p->b)) &&
            behaviour->choice[choice_table[p->when].rule] == p->when)
            return true;
    }
    return false;
}

static void name_pair(enum dialect dialect, enum choice a, enum choice b,
                      const char *what)
{
    print_error("%s %s: %s and %s: %s\n", dialect_table[dialect].name,
                rule_table[choice_table[a].rule].name, choice_table[a].name,
                choice_table[b].name, what);
}

/* Under which choices of other rules nothing separates the pair. */
static void name_remainder(const struct box_list *remainder,
                           const struct question *permitted)
{
    for (size_t i = 0; i < remainder->count && i < 3; i++) {
        print_error("    under");
        for (unsigned r = 0; r < RULES; r++)
            for (unsigned k = 0; k < rule_table[r].count; k++)
                if ((remainder->boxes[i].of[r] & permitted->allowed.of[r]) !=
                        permitted->allowed.of[r] &&
                    (remainder->boxes[i].of[r] >> k & 1))
                    print_error(" %s=%s", rule_table[r].name,
                                choice_table[rule_table[r].first + k].name);
        print_error("\n");
    }
}

/* Take what is known to be unobservable out of the remainder.  Entries that
 * are in it no more are named, unless the remainder is not of all cases. */
static unsigned take_out(enum dialect dialect, enum choice a, enum choice b,
                         struct box_list *remainder, bool all)
{
    unsigned wrong = 0;

    for (size_t i = 0; i < PAIRS; i++) {
        const struct pair *p = &unobservable[i];
        unsigned rule = choice_table[p->when].rule;
        bool found = false;

        if (!is_pair(p, dialect, a, b))
            continue;
        for (size_t k = 0; k < remainder->count;) {
            struct box *box = &remainder->boxes[k];

            found = found || (box->of[rule] & choice_bit(p->when));
            box->of[rule] &= (choice_set)~choice_bit(p->when);
            if (box->of[rule] == 0)
                *box = remainder->boxes[--remainder->count];
            else
                k++;
        }
        if (!found && all) {
            name_pair(dialect, a, b, "listed as unobservable, but separated");
            wrong++;
        }
    }
    return wrong;
}

static unsigned check_pair(enum dialect dialect,
                           const struct rule_set *consulted, enum choice a,
                           enum choice b)
{
    struct question permitted = *permits_question(dialect);
    struct box_list remainder = {0};
    unsigned wrong;

    find_remainder(dialect, consulted, a, b, &remainder);
    wrong = take_out(dialect, a, b, &remainder, true);
    if (remainder.count > 0) {
        name_pair(dialect, a, b, "nothing separates them");
        name_remainder(&remainder, &permitted);
        wrong++;
    }
    free(remainder.boxes);
    return wrong;
}

/* Whether the suite must separate these two: choices of one rule of the
 * dialect, one of them permitted. */
static bool is_asked(enum dialect dialect, enum choice a, enum choice b)
{
    enum rule rule = choice_table[a].rule;
    choice_set pass = permits_choices(dialect, rule);

    return choice_table[b].rule == rule && dialect_has_rule(dialect, rule) &&
           !rule_table[rule].free &&
           (pass & (choice_bit(a) | choice_bit(b))) != 0;
}

static unsigned check_rule(enum dialect dialect,
                           const struct rule_set *consulted, enum rule rule,
                           unsigned *pairs)
{
    const struct rule_row *row = &rule_table[rule];
    enum choice first = row->first, end = first + row->count;
    unsigned wrong = 0;

    for (enum choice a = first; a < end; a++)
        for (enum choice b = a + 1; b < end; b++)
            if (is_asked(dialect, a, b)) {
                wrong += check_pair(dialect, consulted, a, b);
                ++*pairs;
            }
    return wrong;
}

TEST(the_quick_suite_separates_every_choice_from_every_other)
{
    unsigned wrong = 0, pairs = 0;

    for (enum dialect d = 0; d < DIALECTS; d++) {
        struct rule_set *consulted = consulted_by_cases(d);

        for (enum rule r = 0; r < RULES; r++)
            wrong += check_rule(d, consulted, r, &pairs);
        free(consulted);
    }
    print_message("%u pairs, %u not separated\n", pairs, wrong);
    assert_int_equal(wrong, 0);
}

/* Judge the whole suite on the model with that behaviour. */
static struct judge *judge_model(enum dialect dialect,
                                 const struct behaviour *behaviour,
                                 unsigned *failed)
{
    struct planted p = planted_of(dialect, &suite, behaviour);
    struct judge *judge = planted_judge(&p, RULES);
    struct judgement judgement;

    *failed = 0;
    for (size_t k = 0; k < p.n; k++) {
        judge_case(judge, p.cases[k], &p.seen[k], &judgement);
        *failed += judgement.verdict != VERDICT_PASS &&
                   judgement.verdict != VERDICT_UNSPECIFIED;
    }
    planted_free(&p);
    return judge;
}

static bool left_is(const struct judge *judge, enum rule rule,
                    choice_set expected)
{
    struct choice_sets left;

    for (unsigned i = 0; i < judge_interfaces(judge); i++)
        if (rule_set_has(judge_behaviour(judge, i, &left), rule) &&
            left.of[rule] == expected)
            return true;
    return false;
}

/* Whether a choice that the page rules out can't fail anybody, as what it does
 * is left open: what the rule governs, or each call that could show it. */
static bool is_covered(enum dialect dialect, enum choice choice)
{
    unsigned rule = choice_table[choice].rule;

    return dialect_is_open(dialect, rule) ||
           /* any address that is bad may do anything */
           (dialect_is_open(dialect, RULE_BAD_BUFFER) &&
            (rule == RULE_NULL_BUFFER || rule == RULE_OFF_ADDRESS)) ||
           /* each error there is one that may be reported; 0 says it was not */
           (dialect == DIALECT_FREEBSD && choice == RETURN_ON_ERROR_ZERO) ||
           planted_is_permitted(dialect, choice) ||
           /* what profil does there while on is open, and off both do the
            * same */
           (dialect == DIALECT_GLIBC && (choice == OFF_ADDRESS_SIZE_NO_EFFECT ||
                                         choice == OFF_ADDRESS_SIZE_TURNS_OFF));
}

static unsigned check_flip(enum dialect dialect, enum choice flipped)
{
    struct behaviour behaviour = behaviour_default(dialect);
    enum rule rule = choice_table[flipped].rule;
    struct judge *judge;
    unsigned failed;
    bool good;

    behaviour.choice[rule] = (uint16_t)flipped;
    judge = judge_model(dialect, &behaviour, &failed);
    if (dialect_permission(dialect, flipped) != FORBIDDEN)
        good = failed == 0 && left_is(judge, rule, choice_bit(flipped));
    else
        good = failed > 0 ? planted_named(judge, (uint16_t)flipped)
                          : is_covered(dialect, flipped);
    if (!good) {
        struct choice_sets left;

        judge_behaviour(judge, 0, &left);
        print_error("%s %s=%s: %u failed, left %#x, not %#x\n",
                    dialect_table[dialect].name, rule_table[rule].name,
                    choice_table[flipped].name, failed, left.of[rule],
                    choice_bit(flipped));
    }
    judge_free(judge);
    return !good;
}

/* One in so many choices; with the argument "all", each. */
static unsigned every = 4, flips;

TEST(the_judge_finds_every_single_departure)
{
    unsigned wrong = 0;

    for (enum dialect d = 0; d < DIALECTS; d++) {
        struct behaviour behaviour = behaviour_default(d);

        for (enum choice k = 0; k < CHOICES; k++)
            if (dialect_has_rule(d, choice_table[k].rule) &&
                !rule_table[choice_table[k].rule].free &&
                !is_hidden(d, &behaviour, k) && flips++ % every == 0)
                wrong += check_flip(d, k);
    }
    assert_int_equal(wrong, 0);
}

/* Whether some case fails by itself on the model with both of these. */
static bool is_found(enum dialect dialect, enum choice a, enum choice b)
{
    struct behaviour behaviour = behaviour_default(dialect);
    struct judge *judge = judge_new(dialect);
    struct workspace w = {0};
    struct observation seen;
    struct judgement j = {.verdict = VERDICT_PASS};

    behaviour.choice[choice_table[a].rule] = (uint16_t)a;
    behaviour.choice[choice_table[b].rule] = (uint16_t)b;
    for (size_t k = 0; k < suite.count && !verdict_fails(j.verdict); k++) {
        if (!(suite.cases[k].dialects >> dialect & 1))
            continue;
        simulate(&w, &suite.cases[k], &behaviour, &seen);
        judge_case(judge, &suite.cases[k], &seen, &j);
    }
    workspace_free(&w);
    judge_free(judge);
    return verdict_fails(j.verdict);
}

/* One must not hide the other from the suite. */
TEST(two_departures_are_found_as_one_is)
{
    unsigned drawn = 0, wrong = 0;

    for (enum dialect d = 0; d < DIALECTS; d++) {
        uint64_t random = d;

        for (unsigned n = 0; n < DRAWN; n++) {
            enum choice a = draw(&random, CHOICES), b = draw(&random, CHOICES);

            if (choice_table[a].rule == choice_table[b].rule ||
                !planted_departs(d, a) || !planted_departs(d, b) ||
                !is_found(d, a, a) || !is_found(d, b, b))
                continue;
            drawn++;
            if (!is_found(d, a, b)) {
                name_pair(d, a, b, "not found together");
                wrong++;
            }
        }
    }
    print_message("%u pairs, %u not found\n", drawn, wrong);
    assert_true(drawn > 200);
    assert_int_equal(wrong, 0);
}

/* Whether the suite, without the cases whose rules are taken out of
 * consulted, leaves something of a pair that it can separate. */
static bool is_missed(enum dialect dialect, const struct rule_set *consulted,
                      enum choice a, enum choice b)
{
    struct box_list remainder = {0};
    bool missed;

    find_remainder(dialect, consulted, a, b, &remainder);
    take_out(dialect, a, b, &remainder, false);
    missed = remainder.count > 0;
    free(remainder.boxes);
    return missed;
}

/* Mark those of the doubtful cases that alone separate a from b somewhere. */
static void mark_needed(enum dialect dialect, struct rule_set *consulted,
                        const bool *doubtful, bool *needed, enum choice a,
                        enum choice b)
{
    struct rule_set *some = calloc(suite.count, sizeof *some);

    assert_non_null(some);
    for (size_t k = 0; k < suite.count; k++)
        if (!doubtful[k])
            some[k] = consulted[k];
    if (is_missed(dialect, some, a, b))
        for (size_t k = 0; k < suite.count; k++) {
            struct rule_set mask = consulted[k];

            if (!doubtful[k] || needed[k] || rule_set_empty(mask))
                continue;
            consulted[k] = (struct rule_set){{0}};
            needed[k] = is_missed(dialect, consulted, a, b);
            consulted[k] = mask;
        }
    free(some);
}

/* Print those of these cases without which the suite would not separate some
 * two choices. */
static int print_needed(char **ids)
{
    bool *doubtful = calloc(suite.count, sizeof *doubtful);
    bool *needed = calloc(suite.count, sizeof *needed);

    assert_true(doubtful && needed);
    for (size_t k = 0; k < suite.count; k++)
        for (char **id = ids; *id; id++)
            doubtful[k] = doubtful[k] || strcmp(*id, suite.cases[k].id) == 0;
    for (enum dialect d = 0; d < DIALECTS; d++) {
        struct rule_set *consulted = consulted_by_cases(d);

        for (enum choice a = 0; a < CHOICES; a++)
            for (enum choice b = a + 1; b < CHOICES; b++)
                if (is_asked(d, a, b))
                    mark_needed(d, consulted, doubtful, needed, a, b);
        free(consulted);
    }
    for (size_t k = 0; k < suite.count; k++)
        if (needed[k])
            puts(suite.cases[k].id);
    free(doubtful);
    free(needed);
    return 0;
}

/* With "needed" and the ids of cases, only those of them are printed; with
 * "all", nothing is left out. */
int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "needed") == 0)
        return load(NULL) || print_needed(argv + 2) || unload(NULL);
    if (argc == 2 && strcmp(argv[1], "all") == 0)
        every = 1;
    return RUN_TESTS(load, unload);
}
