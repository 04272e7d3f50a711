/* SPDX-License-Identifier: MIT */
/*
 * Whether a case can leave something to the next one of its process, by what
 * was found out about an implementation.  Between two cases profiling is turned
 * off as execute_off_call does; so it is here, where the model runs two cases
 * one after the other, and the second by itself.
 */
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/diagnosis/evaluate.h"
#include "conformance/diagnosis/text.h"
#include "judge_state.h"

enum { OFTEN_OFF = 2, SECOND = 1 /* its buffer */ };

/* A call of each interface, that buffer being its profile, or none. */
static void add_call(char *text, size_t size, unsigned interface,
                     enum dialect dialect, const char *buffer,
                     const char *scale)
{
    if (interface)
        text_add(text, size, "sprofil [ %s 16 0x1000 %s ] 1 null ushort\n",
                 buffer, scale);
    else if (dialect == DIALECT_GLIBC && strcmp(scale, "0") == 0)
        text_add(text, size, "profil null 0 0 0\n");
    else
        text_add(text, size, "profil %s 16 0x1000 %s\n", buffer, scale);
}

/* The second case, after the first or by itself.  The caller frees them. */
static void read_two(enum dialect dialect, unsigned interface, bool after,
                     struct case_list *list)
{
    char text[512] = "case two\nbuffer a 16\nbuffer b 16\n";
    struct case_error error;

    if (after) {
        add_call(text, sizeof text, interface, dialect, "a", "0x8000");
        for (unsigned k = 0; k < OFTEN_OFF; k++)
            add_call(text, sizeof text, interface, dialect, "a", "0");
        text_add(text, sizeof text, "tick 0x1004\n");
    }
    add_call(text, sizeof text, interface, dialect, "b", "0x8000");
    text_add(text, sizeof text, "tick 0x1004\n");
    case_list_parse(list, "two", text, strlen(text), &error);
}

/* What is in a buffer at the end; null: it did not come to that. */
static const struct event *buffer_of(const struct outcome *outcome,
                                     uint8_t buffer)
{
    for (size_t k = outcome->count; k-- > 0;)
        if (outcome->events[k].kind == EVENT_BUFFER &&
            outcome->events[k].buffer == buffer)
            return &outcome->events[k];
    return NULL;
}

static bool same_bytes(const struct outcome *a, const struct outcome *b,
                       uint8_t buffer)
{
    const struct event *in_a = buffer_of(a, buffer);
    const struct event *in_b = buffer_of(b, buffer);

    return in_a && in_b && in_a->bytes && in_b->bytes &&
           memcmp(in_a->bytes, in_b->bytes, in_a->size) == 0;
}

/* As one who behaves so. */
static bool behaviour_leaves(enum dialect dialect, unsigned interface,
                             const struct behaviour *behaviour)
{
    struct case_list two = {0}, one = {0};
    struct workspace after = {0}, alone = {0};
    struct observation seen;
    bool leaves;

    read_two(dialect, interface, true, &two);
    read_two(dialect, interface, false, &one);
    simulate(&after, &two.cases[0], behaviour, &seen);
    simulate(&alone, &one.cases[0], behaviour, &seen);
    leaves = !same_bytes(&after.outcome, &alone.outcome, 0) ||
             !same_bytes(&after.outcome, &alone.outcome, SECOND);
    workspace_free(&after);
    workspace_free(&alone);
    case_list_free(&two);
    case_list_free(&one);
    return leaves;
}

bool judge_leaves(const struct judge *judge)
{
    struct behaviour behaviour = behaviour_default(judge->dialect);
    bool leaves = false;

    for (unsigned i = 0; i < judge->interfaces; i++)
        for (unsigned k = 0; k < judge->of[i].diagnosis.count; k++) {
            const struct blame *blame = &judge->of[i].diagnosis.blames[k];

            behaviour.choice[blame->rule] =
                (uint16_t)(rule_table[blame->rule].first +
                           __builtin_ctz(blame->found));
        }
    for (unsigned i = 0; i < 2; i++)
        leaves |=
            dialect_has_call(judge->dialect, i ? CALL_SPROFIL : CALL_PROFIL) &&
            behaviour_leaves(judge->dialect, i, &behaviour);
    return leaves;
}
