/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "compare_run.h"
#include "conformance/base/grow.h"
#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "reports/reports.h"

/* " (sprofil)", where profil and sprofil each decided for itself. */
static const char *interface_of(const struct cause *cause)
{
    const char *at = strchr(cause->id, ' ');

    return at ? at : "";
}

static bool has_choice(const struct cause *cause, const char *choice)
{
    for (size_t k = 0; k < cause->found_count; k++)
        if (strcmp(cause->found[k], choice) == 0)
            return true;
    return false;
}

/* Whether what one blames would have done as well for the other. */
static bool would_do(const struct cause *cause, const struct cause *other)
{
    size_t length = strlen(other->rule);

    for (size_t k = 0; k < cause->other_count; k++)
        if (strncmp(cause->others[k], other->rule, length) == 0 &&
            cause->others[k][length] == '=' &&
            has_choice(other, cause->others[k] + length + 1))
            return true;
    return false;
}

static bool is_like(const struct cause *a, const struct cause *b)
{
    if (!a->rule || !b->rule || strcmp(interface_of(a), interface_of(b)) != 0)
        return false;
    for (size_t k = 0; strcmp(a->rule, b->rule) == 0 && k < a->found_count; k++)
        if (has_choice(b, a->found[k]))
            return true;
    return would_do(a, b) || would_do(b, a);
}

static const struct cause *find_id(const struct results *run, const char *id)
{
    for (size_t k = 0; k < run->cause_count; k++)
        if (strcmp(run->causes[k].id, id) == 0)
            return &run->causes[k];
    return NULL;
}

/* The same defect in the other run; null: it is not there. */
static const struct cause *find_cause(const struct results *own,
                                      const struct cause *cause,
                                      const struct results *other)
{
    const struct cause *same = find_id(other, cause->id);

    for (size_t k = 0; !same && k < other->cause_count; k++)
        if (is_like(cause, &other->causes[k]) &&
            !find_id(own, other->causes[k].id))
            same = &other->causes[k];
    return same;
}

bool compare_is_blamed(const struct results *run, const char *rule)
{
    for (size_t k = 0; k < run->cause_count; k++) {
        const char *blamed = run->causes[k].rule;

        size_t length = blamed ? strlen(blamed) : 0;

        if (blamed && strncmp(rule, blamed, length) == 0 &&
            (!rule[length] || rule[length] == ' '))
            return true;
    }
    return false;
}

static bool has_case(const struct results *run, const struct cause *cause,
                     const struct result *c)
{
    for (size_t k = 0; c && k < cause->case_count; k++)
        if (&run->cases[cause->cases[k]] == c)
            return true;
    return false;
}

/* Cases of a cause that the same cause of the other run has not; partners:
 * each case's in the other run. */
static size_t missing(const struct cause *cause, const struct results *other,
                      const struct cause *same,
                      const struct result *const *partners, size_t *first)
{
    size_t count = 0;

    for (size_t k = 0; k < cause->case_count; k++)
        if (!has_case(other, same, partners[cause->cases[k]])) {
            if (count == 0)
                *first = cause->cases[k];
            count++;
        }
    return count;
}

/* How many of its cases the other run has and judged. */
static size_t judged(const struct cause *cause,
                     const struct result *const *partners)
{
    size_t count = 0;

    for (size_t k = 0; k < cause->case_count; k++) {
        const struct result *c = partners[cause->cases[k]];

        count += c && c->verdict != VERDICT_UNSUPPORTED &&
                 c->verdict != VERDICT_ERROR &&
                 c->verdict != VERDICT_INCONCLUSIVE;
    }
    return count;
}

void compare_record(struct comparison *c, const struct results *run,
                    const struct cause *cause, enum report_became became)
{
    struct report_change *changes =
        grow(c->changes, c->change_count, &c->change_capacity, sizeof *changes);

    c->lost = c->lost || !changes;
    if (!changes)
        return;
    c->changes = changes;
    changes[c->change_count++] = (struct report_change){run, cause, became};
}

static void put_new(struct comparison *c, struct pairing *pair,
                    const struct cause *cause)
{
    compare_head(c, pair);
    c->causes_new++;
    compare_record(c, pair->is, cause, REPORT_NEW);
    fputs(judged(cause, pair->before) || !pair->was->case_count
              ? "new: "
              : "new, in cases that were not judged before: ",
          c->out);
    report_cause(pair->is, cause, false, c->out);
}

static void put_gone(struct comparison *c, struct pairing *pair,
                     const struct cause *cause)
{
    size_t left = judged(cause, pair->now);

    compare_head(c, pair);
    c->causes_gone += left > 0;
    compare_record(c, pair->was, cause, left ? REPORT_GONE : REPORT_UNSEEN);
    fputs(left ? "gone: " : "not judged any more: ", c->out);
    terminal_clean(cause->sentence, c->out);
    fprintf(c->out, " (%zu case%s", cause->case_count,
            plural(cause->case_count));
    if (left && left < cause->case_count)
        fprintf(c->out, ", %zu of them still judged", left);
    fputs(")\n", c->out);
}

static void compare_cause_put_same(struct comparison *c, struct pairing *pair,
                                   const struct cause *before,
                                   const struct cause *now)
{
    unsigned was = results_cause_verdict(pair->was, before);
    unsigned is = results_cause_verdict(pair->is, now);
    size_t first = 0, unused;
    size_t more = missing(now, pair->was, before, pair->before, &first);
    size_t fewer = missing(before, pair->is, now, pair->now, &unused);

    c->causes_same++;
    compare_record(c, pair->is, now, REPORT_SAME);
    if (!more && !fewer && was == is && !c->verbose)
        return;
    compare_head(c, pair);
    fputs("same", c->out);
    if (more)
        fprintf(c->out, ", in %zu case%s more", more, plural(more));
    if (fewer && more)
        fprintf(c->out, " and %zu fewer", fewer);
    else if (fewer)
        fprintf(c->out, ", in %zu case%s fewer", fewer, plural(fewer));
    fprintf(c->out, ": %s", verdict_names[is]);
    if (was != is)
        fprintf(c->out, ", was %s", verdict_names[was]);
    fputs(": ", c->out);
    terminal_clean(now->sentence, c->out);
    putc('\n', c->out);
    if (more) {
        const struct result *row = &pair->is->cases[first];

        fputs("  such as ", c->out);
        terminal_clean(row->id, c->out);
        fputs(row->input ? ": " : "", c->out);
        terminal_clean(row->input ? row->input : "", c->out);
        putc('\n', c->out);
    }
}

void compare_causes(struct comparison *c, struct pairing *pair)
{
    const struct results *was = pair->was, *is = pair->is;

    for (size_t k = 0; k < is->cause_count; k++)
        if (!find_cause(is, &is->causes[k], was))
            put_new(c, pair, &is->causes[k]);
    for (size_t k = 0; k < is->cause_count; k++) {
        const struct cause *same = find_cause(is, &is->causes[k], was);

        if (same)
            compare_cause_put_same(c, pair, same, &is->causes[k]);
    }
    for (size_t k = 0; k < was->cause_count; k++)
        if (!find_cause(was, &was->causes[k], is))
            put_gone(c, pair, &was->causes[k]);
}
