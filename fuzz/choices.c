/* SPDX-License-Identifier: MIT */
/*
 * Running for all combinations of choices: for any sets of choices, any
 * departures from them, and any questions, some of which depend on the answer
 * before, choices_next makes the same runs as a recursion does, in the same
 * order.
 */

#include "reference/choices.h"
#include "fuzz.h"

enum { QUESTIONS = 96, RUNS_MOST = 200 };

struct path_question {
    enum rule rule;
    choice_set among;
    bool depends; /* consulted only if the last answer was no first choice */
};

struct path_inquiry {
    struct choice_sets allowed, extra;
    unsigned budget, count;
    struct path_question list[QUESTIONS];
};

/* The answers so far. */
struct path {
    const struct path_inquiry *inquiry;
    struct choices *c;
    enum choice answers[QUESTIONS]; /* NO_CHOICE: not consulted */
    unsigned decisions, departures;
    enum choice known[RULES];
    bool stuck, overflow;
    unsigned runs;
};

static struct choice_sets sets_of(struct bytes *b)
{
    unsigned how = (unsigned)bytes_take(b, 1);
    struct choice_sets sets = choices_known();

    if (how < 128)
        return choices_of_dialect((enum dialect)(how % DIALECTS), how & 64);
    for (unsigned n = how % 8; n > 0; n--) {
        unsigned rule = (unsigned)bytes_take(b, 1) % RULES;

        sets.of[rule] &= (choice_set)bytes_take(b, 2);
    }
    return sets;
}

static struct path_inquiry decode_inquiry(struct bytes *b)
{
    unsigned how = (unsigned)bytes_take(b, 1), repeated;
    struct path_inquiry q = {.allowed = sets_of(b), .budget = how % 4};

    if (q.budget > 0)
        q.extra = sets_of(b);
    do {
        unsigned rule = (unsigned)bytes_take(b, 1);

        q.list[q.count++] = (struct path_question){
            (enum rule)(rule % RULES),
            how & 64 ? (choice_set)bytes_take(b, 2) : 0xffff, rule >= 128};
    } while (b->left > 0 && q.count < QUESTIONS);
    repeated = q.count;
    while (how & 128 && q.count < QUESTIONS) {
        q.list[q.count] = q.list[q.count - repeated];
        q.count++;
    }
    return q;
}

static bool is_question_asked(const struct path *p, unsigned k)
{
    enum choice last = k ? p->answers[k - 1] : NO_CHOICE;

    return !p->inquiry->list[k].depends || last == NO_CHOICE ||
           choice_bit(last) != 1;
}

static enum choice asked_choice(struct choices *c,
                                const struct path_question *question)
{
    return rule_table[question->rule].free
               ? choices_decide(c, question->rule, question->among)
               : choose(c, question->rule);
}

/* Compare the reference's next run with this path. */
static void run_path(struct path *p)
{
    struct rule_set consulted = {{0}};

    fuzz_must(p->runs++ == 0 || choices_next(p->c), "a combination is left out",
              "");
    choices_run(p->c);
    for (unsigned k = 0; k < p->inquiry->count; k++) {
        const struct path_question *question = &p->inquiry->list[k];

        fuzz_must(p->answers[k] == NO_CHOICE ||
                      asked_choice(p->c, question) == p->answers[k],
                  "another answer", rule_table[question->rule].name);
    }
    for (unsigned r = 0; r < RULES; r++)
        if (p->known[r] != NO_CHOICE)
            rule_set_add(&consulted, r);
    fuzz_must(rule_set_equal(p->c->consulted, consulted),
              "other rules were consulted", "");
    fuzz_must(p->c->stuck == p->stuck && p->c->overflow == p->overflow,
              "stuck, or too long a trail, without being so", "");
}

static void walk(struct path *p, unsigned k);

/* Continue with that answer to question k. */
static void answer_question(struct path *p, unsigned k, enum choice choice)
{
    enum rule rule = p->inquiry->list[k].rule;
    bool departs = p->inquiry->extra.of[rule] & choice_bit(choice);
    enum choice known = p->known[rule];

    p->answers[k] = choice;
    p->decisions++;
    p->departures += departs;
    if (!rule_table[rule].free)
        p->known[rule] = choice;
    walk(p, k + 1);
    p->known[rule] = known;
    p->departures -= departs;
    p->decisions--;
}

static void decide_answer(struct path *p, unsigned k)
{
    const struct path_inquiry *q = p->inquiry;
    enum rule rule = q->list[k].rule;
    choice_set among = rule_table[rule].free ? q->list[k].among : 0xffff;
    choice_set set = q->allowed.of[rule];

    if (p->departures < q->budget)
        set |= q->extra.of[rule];
    set &= among;
    if (set == 0) {
        p->stuck = true;
        set = 1;
    }
    for (unsigned i = 0; i < rule_table[rule].count; i++)
        if (set >> i & 1)
            answer_question(p, k, (enum choice)(rule_table[rule].first + i));
}

static void walk(struct path *p, unsigned k)
{
    enum rule rule;

    if (p->runs == RUNS_MOST)
        return;
    if (k == p->inquiry->count) {
        run_path(p);
        return;
    }
    rule = p->inquiry->list[k].rule;
    p->answers[k] = NO_CHOICE;
    if (!is_question_asked(p, k)) {
        walk(p, k + 1);
    } else if (p->known[rule] != NO_CHOICE) {
        p->answers[k] = p->known[rule];
        walk(p, k + 1);
    } else if (p->decisions == CHOICES_TRAIL) {
        p->overflow = true;
        p->answers[k] = (enum choice)rule_table[rule].first;
        walk(p, k + 1);
    } else {
        decide_answer(p, k);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = {data, size};
    struct path_inquiry q = decode_inquiry(&b);
    static struct choices c;
    struct path p = {.inquiry = &q, .c = &c};

    for (unsigned r = 0; r < RULES; r++)
        p.known[r] = NO_CHOICE;
    choices_begin(&c, &q.allowed);
    if (q.budget > 0)
        choices_depart(&c, &q.extra, q.budget);
    walk(&p, 0);
    fuzz_must(p.runs == RUNS_MOST || !choices_next(&c),
              "a combination too many", "");
    return 0;
}
