/* SPDX-License-Identifier: MIT */
#include "hung.h"

#include <stdio.h>
#include <string.h>

#include "conformance/language/ops.h"

enum {
    SIGN_NONE,
    SIGN_OVER,       /* all operations were carried out */
    SIGN_ENDED,      /* it ended in one */
    SIGN_HUNG,       /* in one */
    SIGN_SILENT,     /* it hung, and reported nothing before */
    SIGN_UNANSWERED, /* as a program does that does not answer */
};

struct hung_sign hung_sign(const struct observation *o)
{
    bool late = o->ended == ENDED_TIMEOUT || observation_crowded(o);
    struct hung_sign sign = {SIGN_NONE, o->op};

    if (late && o->batched) /* by itself it did not hang */
        return sign;
    if (observation_unanswered(o))
        sign.how = SIGN_UNANSWERED;
    else if (late)
        sign.how =
            o->op == 0 && o->outcome.count == 0 ? SIGN_SILENT : SIGN_HUNG;
    else if (o->ended == ENDED_NORMALLY)
        sign.how = SIGN_OVER;
    else if (o->ended != ENDED_UNSUPPORTED && o->ended != ENDED_HARNESS)
        sign.how = SIGN_ENDED;
    return sign;
}

static bool hung_sign_late(struct hung_sign sign)
{
    return sign.how >= SIGN_HUNG;
}

/* What an operation may hang in; one past the last is the end. */
static unsigned kind_of(const struct script *script, size_t op)
{
    if (op >= script->count)
        return HUNG_END;
    if (script->ops[op].kind == OP_CALL)
        return script->ops[op].call.kind;
    return op_row_of(&script->ops[op])->needs & NEED_TICKS
               ? HUNG_TICK
               : (unsigned)HUNG_OP + script->ops[op].kind;
}

/* What a case hung in; HUNG_KINDS: in nothing. */
static unsigned hung_in(const struct test_case *c, struct hung_sign sign)
{
    unsigned kind = kind_of(&c->script, sign.op);

    if (!hung_sign_late(sign))
        return HUNG_KINDS;
    if (sign.how == SIGN_UNANSWERED)
        return HUNG_ANSWER;
    return sign.how == SIGN_SILENT && kind == HUNG_OP + OP_BUFFER ? HUNG_WHOLE
                                                                  : kind;
}

static bool has_lists(const struct script *script)
{
    for (size_t k = 0; k < script->count; k++)
        if (script->ops[k].kind == OP_CALL &&
            call_has_list(&script->ops[k].call))
            return true;
    return false;
}

/* In what all cases hang; HUNG_KINDS: in nothing. */
static unsigned hung_in_all(const struct hung *hung)
{
    return hung->rows[HUNG_WHOLE] == HUNG_ROW    ? HUNG_WHOLE
           : hung->rows[HUNG_ANSWER] == HUNG_ROW ? HUNG_ANSWER
                                                 : HUNG_KINDS;
}

/* The first operation of a case that is known to hang; past its end: none. */
static size_t known_in(const struct hung *hung, const struct test_case *c)
{
    size_t k = 0;

    if (hung_in_all(hung) < HUNG_KINDS)
        return 0;
    while (k <= c->script.count &&
           hung->rows[kind_of(&c->script, k)] < HUNG_ROW)
        k++;
    return k;
}

/* An operation of that kind returned. */
static void end_row(struct hung *hung, unsigned kind)
{
    if (hung->rows[kind] < HUNG_ROW)
        hung->rows[kind] = hung->plain[kind] = 0;
}

static void add_to_row(uint8_t *row)
{
    *row += *row < HUNG_ROW;
}

void hung_note(struct hung *hung, const struct test_case *c,
               struct hung_sign sign)
{
    size_t past = sign.how == SIGN_OVER ? c->script.count + 1 : sign.op;
    unsigned kind = hung_in(c, sign);

    if (sign.how == SIGN_NONE || known_in(hung, c) <= c->script.count)
        return;
    for (size_t k = 0; k < past && k <= c->script.count; k++)
        if (kind_of(&c->script, k) != kind)
            end_row(hung, kind_of(&c->script, k));
    if (sign.how != SIGN_SILENT)
        end_row(hung, HUNG_WHOLE);
    if (sign.how != SIGN_UNANSWERED)
        end_row(hung, HUNG_ANSWER);
    if (kind == HUNG_KINDS)
        return;
    add_to_row(&hung->rows[kind]);
    if (!has_lists(&c->script))
        add_to_row(&hung->plain[kind]);
}

/* What that was, as a sentence goes on. */
static const char *phrase_of(unsigned kind)
{
    switch (kind) {
    case HUNG_TICK: return "a tick";
    case HUNG_WHOLE: return "a process that reported nothing";
    default:
        return kind < CALL_KINDS
                   ? call_row((enum call_kind)kind)->phrase
                   : op_row_of(&(struct op){.kind = (uint8_t)(kind - HUNG_OP)})
                         ->word;
    }
}

/* Why a case is not run. */
static void put_spared(unsigned kind, char *text, size_t size)
{
    if (kind == HUNG_ANSWER)
        snprintf(text, size,
                 OBSERVED_UNANSWERED " case or buffer in %d cases in a row "
                                     "before, and was not asked again",
                 HUNG_ROW);
    else
        snprintf(text, size,
                 "it was not run: %d cases in a row before it hung, or used "
                 "too much of the machine, %s%s",
                 HUNG_ROW,
                 kind == HUNG_END ? "after the last operation" : "in ",
                 kind == HUNG_END ? "" : phrase_of(kind));
}

bool hung_spares(const struct hung *hung, const struct test_case *c,
                 struct observation *observation)
{
    size_t op = known_in(hung, c);
    unsigned all = hung_in_all(hung);
    unsigned kind = all < HUNG_KINDS ? all : kind_of(&c->script, op);

    if (op > c->script.count)
        return false;
    *observation =
        (struct observation){.ended = ENDED_TIMEOUT, .op = (uint16_t)op};
    put_spared(kind, observation->note, sizeof observation->note);
    return true;
}

void hung_forget_begun(struct hung *hung)
{
    for (unsigned k = 0; k < HUNG_KINDS; k++)
        end_row(hung, k);
}

void hung_change_dialect(struct hung *hung)
{
    memcpy(hung->rows, hung->plain, sizeof hung->rows);
    hung_forget_begun(hung);
}

void hung_apply(struct hung *hung, const struct test_case *const *cases,
                size_t count, struct observation *observations)
{
    for (size_t k = 0; k < count; k++) {
        struct observation spared;

        if (hung_spares(hung, cases[k], &spared)) {
            observation_free(&observations[k]);
            observations[k] = spared;
        } else {
            hung_note(hung, cases[k], hung_sign(&observations[k]));
        }
    }
}
