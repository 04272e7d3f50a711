/* SPDX-License-Identifier: MIT */
#include "identity_text.h"

#include <string.h>

#include "conformance/base/plural.h"
#include "conformance/inference/latitude.h"
#include "conformance/judge/sentence.h"

enum {
    NEAREST = 2, /* systems that are like it, but not in all */
    REASONS = 3  /* rules given for a difference */
};

static void identity_text_put_choices(enum rule rule, choice_set set, FILE *out)
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
        identity_text_put_choices(r, identity->left.of[r], out);
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
            identity->unexplained, plural(identity->unexplained));
    for (size_t k = 0; k < identity->count; k++)
        if (identity->cases[k].unexplained && shown++ < REASONS)
            fprintf(out, " %s", identity->cases[k].c->slug);
    fputs(shown > REASONS ? " and others\n" : "\n", out);
}

/* Whether the implementation has what this dialect is about. */
static bool has_calls(enum dialect dialect,
                      const struct identity_subject *subject)
{
    if (!dialect_has_call(dialect, CALL_PROFIL))
        return false;
    if (subject->interface == SYSTEM_CALLS_SPROFIL)
        return dialect_has_call(dialect, CALL_SPROFIL);
    if (dialect_has_call(dialect, CALL_PROFIL_LIST))
        return subject->prototypes == dialect;
    return !dialect_has_call(dialect, CALL_SPROFIL) ||
           dialect_has_call(subject->prototypes, CALL_SPROFIL);
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

bool identity_conforms(const struct identity *identity,
                       const struct identity_subject *subject,
                       enum dialect dialect)
{
    unsigned breaches = 0;

    for (unsigned r = 0; r < RULES; r++)
        breaches += breaks(identity, dialect, r);
    return has_calls(dialect, subject) && breaches == 0 &&
           identity->unexplained == 0;
}

static void put_dialects(const struct identity *identity,
                         const struct identity_subject *subject, FILE *out)
{
    unsigned conforms = 0;

    fputs("  conforms to:", out);
    for (enum dialect d = 0; d < DIALECTS; d++)
        if (identity_conforms(identity, subject, d))
            fprintf(out, "%s %s", conforms++ ? "," : "", dialect_table[d].name);
    fputs(conforms ? "\n" : " none\n", out);
    for (enum dialect d = 0; d < DIALECTS; d++) {
        unsigned breaches = 0;

        for (unsigned r = 0; r < RULES; r++)
            breaches += breaks(identity, d, r);
        if (has_calls(d, subject) && breaches > 0)
            put_breaches(identity, d, breaches, out);
    }
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
        identity_text_put_choices(r, identity->left.of[r], out);
        fputs(" here, ", out);
        identity_text_put_choices(r, sets->of[r], out);
        fputs(" there", out);
    }
    if (more)
        fprintf(out, "; and %u more", more);
    putc('\n', out);
}

static void put_evidence(const struct identity_match *match, FILE *out)
{
    fprintf(out,
            "%s: %zu case%s explained, %zu contradict%s, %zu tell%s nothing",
            system_table[match->system].name, match->explained,
            plural(match->explained), match->contradicts,
            match->contradicts == 1 ? "s" : "", match->silent,
            match->silent == 1 ? "s" : "");
}

/* What its row rests on. */
static void put_source(const struct system_row *row, FILE *out)
{
    fprintf(out, "; by %s%s%s%s\n", row->source, *row->beyond ? " (" : "",
            row->beyond, *row->beyond ? ")" : "");
}

/* Those that it is the same as.  Returns their number. */
static unsigned identity_text_put_same(const struct identity_matches *matches,
                                       FILE *out)
{
    unsigned same = 0;

    for (unsigned k = 0; k < matches->count; k++)
        if (identity_is_same(&matches->rows[k]))
            fprintf(out, "%s%s", same++ ? ", " : "  the same as: ",
                    system_table[matches->rows[k].system].name);
    fputs(same ? "\n" : "", out);
    for (unsigned k = 0; k < matches->count; k++)
        if (identity_is_same(&matches->rows[k])) {
            fputs("    ", out);
            put_evidence(&matches->rows[k], out);
            put_source(&system_table[matches->rows[k].system], out);
        }
    return same;
}

static void put_systems(const struct identity *identity,
                        const struct identity_matches *matches, FILE *out)
{
    unsigned same = identity_text_put_same(matches, out), near = 0;

    if (!same && matches->count && !identity_is_like(&matches->rows[0])) {
        fputs("  like none of them; the nearest is ", out);
        put_evidence(&matches->rows[0], out);
        put_separation(identity, &matches->rows[0].sets, out);
        return;
    }
    if (!same)
        fputs("  the same as: no known system\n", out);
    for (unsigned k = 0; k < matches->count && near < NEAREST; k++) {
        const struct identity_match *match = &matches->rows[k];

        if (identity_is_same(match) || !identity_is_like(match))
            continue;
        near++;
        fputs("  near: ", out);
        put_evidence(match, out);
        put_separation(identity, &match->sets, out);
    }
}

void identity_print(const struct identity *identity,
                    const struct identity_subject *subject, FILE *out)
{
    fprintf(out, "%s, by %zu of %zu case%s:\n", subject->calls, identity->asked,
            identity->count, plural(identity->count));
    put_behaviour(identity, subject, out);
    put_unexplained(identity, out);
    put_dialects(identity, subject, out);
    put_systems(identity, subject->matches, out);
}
