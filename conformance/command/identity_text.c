/* SPDX-License-Identifier: MIT */
#include "identity_text.h"

#include <string.h>

#include "conformance/judge/latitude.h"
#include "conformance/judge/sentence.h"

enum {
    NEAREST = 2, /* systems that are like it, but not in all */
    REASONS = 3  /* rules given for a difference */
};

static void put_choices(enum rule rule, choice_set set, FILE *out)
{
    const struct rule_row *row = &rule_table[rule];

    for (unsigned k = 0, n = 0; k < row->count; k++)
        if (set >> k & 1)
            fprintf(out, "%s%s", n++ ? " or " : "",
                    choice_table[row->first + k].name);
}

static bool consulted(const struct identity *identity, enum rule rule)
{
    return rule_set_has(identity->consulted, rule);
}

static void put_behaviour(const struct identity *identity,
                          const struct identity_subject *subject, FILE *out)
{
    unsigned open = 0;

    for (unsigned r = 0; r < RULES; r++) {
        if (!consulted(identity, r) ||
            identity->left.of[r] == subject->known->of[r])
            continue;
        fprintf(out, "  %-20s ", rule_table[r].name);
        put_choices(r, identity->left.of[r], out);
        putc('\n', out);
    }
    for (unsigned r = 0; r < RULES; r++)
        if (consulted(identity, r) && !rule_table[r].free &&
            identity->left.of[r] == subject->known->of[r] &&
            (identity->left.of[r] & (identity->left.of[r] - 1)))
            fprintf(out, "%s%s",
                    open++ ? ", " : "  no case shows: ", rule_table[r].name);
    fputs(open ? "\n" : "", out);
}

static void put_unexplained(const struct identity *identity, FILE *out)
{
    unsigned shown = 0;

    if (identity->unexplained == 0)
        return;
    fprintf(out, "  no known choices lead to what %zu case%s showed:",
            identity->unexplained, identity->unexplained == 1 ? "" : "s");
    for (size_t k = 0; k < identity->count; k++)
        if (identity->cases[k].unexplained && shown++ < REASONS)
            fprintf(out, " %s", identity->cases[k].c->slug);
    fputs(shown > REASONS ? " and others\n" : "\n", out);
}

/* Whether the implementation has what this dialect is about. */
static bool has_calls(enum dialect dialect,
                      const struct identity_subject *subject)
{
    if (!dialect_has_rule(dialect, RULE_ROUNDING))
        return false;
    if (subject->interface == SYSTEM_CALLS_SPROFIL)
        return dialect_has_rule(dialect, RULE_COUNTER_WIDTH);
    if (dialect_has_rule(dialect, RULE_LIST_ORDER))
        return subject->prototypes == dialect;
    return !dialect_has_rule(dialect, RULE_COUNTER_WIDTH) ||
           dialect_has_rule(subject->prototypes, RULE_COUNTER_WIDTH);
}

/* Whether what is left of a rule is all forbidden; void and int can't be told
 * apart by what is returned. */
static bool breaks(const struct identity *identity, enum dialect dialect,
                   enum rule rule)
{
    return consulted(identity, rule) && dialect_has_rule(dialect, rule) &&
           rule != RULE_RETURN_ON_ERROR &&
           !(rule == RULE_RETURN_ON_SUCCESS &&
             dialect_permission(dialect, RETURN_ON_SUCCESS_NONE) == DECIDED) &&
           (identity->left.of[rule] & latitude_choices(dialect, rule)) == 0;
}

static void put_breaches(const struct identity *identity, enum dialect dialect,
                         unsigned count, FILE *out)
{
    char text[300];
    unsigned shown = 0;

    fprintf(out, "  not to %s: ", dialect_table[dialect].name);
    for (unsigned r = 0; r < RULES && shown < REASONS; r++) {
        struct box box = box_everything();

        if (!breaks(identity, dialect, r))
            continue;
        box.of[r] = identity->left.of[r];
        sentence_box(dialect, &box, text, sizeof text);
        fprintf(out, "%s%s", shown++ ? "; " : "", text);
    }
    if (count > shown)
        fprintf(out, "; and %u more", count - shown);
    putc('\n', out);
}

static void put_dialects(const struct identity *identity,
                         const struct identity_subject *subject, FILE *out)
{
    unsigned breaches[DIALECTS] = {0}, conforms = 0;

    fputs("  conforms to:", out);
    for (int d = 0; d < DIALECTS; d++) {
        for (unsigned r = 0; r < RULES; r++)
            breaches[d] += breaks(identity, (enum dialect)d, r);
        if (has_calls((enum dialect)d, subject) && breaches[d] == 0 &&
            identity->unexplained == 0)
            fprintf(out, "%s %s", conforms++ ? "," : "", dialect_table[d].name);
    }
    fputs(conforms ? "\n" : " none\n", out);
    for (int d = 0; d < DIALECTS; d++)
        if (has_calls((enum dialect)d, subject) && breaches[d] > 0)
            put_breaches(identity, (enum dialect)d, breaches[d], out);
}

/* "rounding is up here, and down there" for the rules that differ. */
static void put_separation(const struct identity *identity,
                           const struct choice_sets *sets, FILE *out)
{
    unsigned shown = 0, more = 0;

    for (unsigned r = 0; r < RULES; r++) {
        if (!consulted(identity, r) || (identity->left.of[r] & sets->of[r]))
            continue;
        if (shown == REASONS) {
            more++;
            continue;
        }
        fprintf(out, "%s%s is ", shown++ ? "; " : ": ", rule_table[r].name);
        put_choices(r, identity->left.of[r], out);
        fputs(" here, ", out);
        put_choices(r, sets->of[r], out);
        fputs(" there", out);
    }
    if (more)
        fprintf(out, "; and %u more", more);
    putc('\n', out);
}

static void put_systems(const struct identity *identity,
                        const struct identity_subject *subject, FILE *out)
{
    size_t compared = identity->asked - identity->unexplained;
    long differ[SYSTEMS];
    unsigned same = 0;

    for (int s = 0; s < SYSTEMS; s++) {
        struct choice_sets sets =
            identity_system((enum system)s, subject->returns);

        differ[s] = -1;
        if (!(system_table[s].calls & subject->interface))
            continue;
        differ[s] = identity_differences(identity, &sets);
        if (differ[s] == 0)
            fprintf(out, "%s%s",
                    same++ ? ", " : "  the same as: ", system_table[s].name);
    }
    fputs(same ? "\n" : "  the same as: no known system\n", out);
    for (unsigned k = 0; k < NEAREST; k++) {
        struct choice_sets sets;
        int best = -1;

        for (int s = 0; s < SYSTEMS; s++)
            if (differ[s] > 0 && (best < 0 || differ[s] < differ[best]))
                best = s;
        if (best < 0)
            return;
        sets = identity_system((enum system)best, subject->returns);
        fprintf(out, "  near: %s, but for %ld of %zu case%s",
                system_table[best].name, differ[best], compared,
                compared == 1 ? "" : "s");
        put_separation(identity, &sets, out);
        differ[best] = -1;
    }
}

void identity_print(const struct identity *identity,
                    const struct identity_subject *subject, FILE *out)
{
    fprintf(out, "%s, by %zu of %zu case%s:\n", subject->calls,
            identity->asked, identity->count, identity->count == 1 ? "" : "s");
    put_behaviour(identity, subject, out);
    put_unexplained(identity, out);
    put_dialects(identity, subject, out);
    put_systems(identity, subject, out);
}
