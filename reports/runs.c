/* SPDX-License-Identifier: MIT */
#include "runs.h"

#include <stdio.h>
#include <string.h>

#include "kind.h"

const struct results *report_find(const struct results *runs, size_t count,
                                  const char *implementation,
                                  const char *dialect)
{
    for (size_t k = 0; k < count; k++)
        if (!strcmp(runs[k].implementation, implementation) &&
            !strcmp(runs[k].dialect, dialect))
            return &runs[k];
    return NULL;
}

bool report_new_dialect(const struct results *runs, size_t k)
{
    for (size_t j = 0; j < k; j++)
        if (!strcmp(runs[j].dialect, runs[k].dialect))
            return false;
    return true;
}

bool report_new_implementation(const struct results *runs, size_t k)
{
    for (size_t j = 0; j < k; j++)
        if (!strcmp(runs[j].implementation, runs[k].implementation))
            return false;
    return true;
}

bool report_cell(const struct results *run, char text[REPORT_CELL])
{
    size_t told = 0, used = 0;
    bool good = results_status(run) == 0;

    for (unsigned v = 0; v < VERDICTS; v++) {
        if (good ? v != VERDICT_PASS : !report_is_bad(v) || !run->summary[v])
            continue;
        told += run->summary[v];
        used += (size_t)snprintf(text + used, REPORT_CELL - used, "%s%zu %s",
                                 used ? " " : "", run->summary[v],
                                 verdict_names[v]);
    }
    if (told != run->case_count)
        snprintf(text + used, REPORT_CELL - used, " of %zu", run->case_count);
    return good;
}

static size_t bad_causes(const struct results *run)
{
    size_t count = 0;

    for (size_t k = 0; k < run->cause_count; k++)
        count += report_is_bad(results_cause_verdict(run, &run->causes[k]));
    return count;
}

struct report_state report_state(const struct results *run)
{
    struct report_state state = {.causes = bad_causes(run)};

    for (unsigned v = 0; v < VERDICTS; v++)
        state.bad += report_is_bad(v) ? run->summary[v] : 0;
    state.judged = run->case_count > run->summary[VERDICT_UNSUPPORTED] &&
                   (state.bad == 0 || state.bad > run->summary[VERDICT_ERROR]);
    state.words = !state.judged ? "was not judged"
                  : state.bad   ? "does not conform"
                                : "conforms";
    return state;
}

size_t report_conforming(const struct results *runs, size_t count, size_t *all)
{
    size_t good = 0;

    *all = 0;
    for (size_t k = 0; k < count; k++) {
        bool bad = false, judged = false;

        if (!report_new_implementation(runs, k))
            continue;
        for (size_t j = k; j < count; j++)
            if (!strcmp(runs[j].implementation, runs[k].implementation)) {
                struct report_state state = report_state(&runs[j]);

                bad = bad || state.bad;
                judged = judged || state.judged;
            }
        good += judged && !bad;
        ++*all;
    }
    return good;
}

struct worst {
    struct report_place *places;
    size_t limit, found;
};

static void runs_add(struct worst *worst, struct report_place place)
{
    if (worst->found < worst->limit)
        worst->places[worst->found] = place;
    worst->found++;
}

static void add_of_rank(struct worst *worst, const struct results *run,
                        unsigned rank)
{
    for (size_t i = 0; i < run->cause_count; i++) {
        const struct cause *cause = &run->causes[i];
        unsigned verdict = results_cause_verdict(run, cause);

        if (report_is_bad(verdict) && verdict_rank(verdict) == rank)
            runs_add(worst, (struct report_place){
                                run, cause, &run->cases[cause->shortest]});
    }
    for (size_t i = 0; i < run->case_count; i++) {
        const struct result *c = &run->cases[i];

        if (!c->cause_count && report_is_bad(c->verdict) &&
            verdict_rank(c->verdict) == rank)
            runs_add(worst, (struct report_place){run, NULL, c});
    }
}

size_t report_worst(const struct results *runs, size_t count,
                    struct report_place *places, size_t limit)
{
    struct worst worst = {places, limit, 0};

    for (unsigned rank = 0; rank < VERDICTS; rank++)
        for (size_t k = 0; k < count; k++)
            add_of_rank(&worst, &runs[k], rank);
    return worst.found;
}

static const char *past_address(const char *text)
{
    text += strspn(text, "0");
    return *text == 'x' ? text + 1 + strspn(text + 1, "0123456789abcdef")
                        : text;
}

bool report_same_reason(const char *a, const char *b)
{
    while (*a && *b) {
        if (*a == '0' && *b == '0') {
            a = past_address(a);
            b = past_address(b);
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return *a == *b;
}
