/* SPDX-License-Identifier: MIT */
#include "runs.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/plural.h"
#include "conformance/results/house.h"
#include "conformance/results/notes.h"
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

static bool has_call(const struct results *run, const char *call)
{
    for (size_t k = 0; k < run->environment_count; k++)
        if (strcmp(run->environment[k].name, "calls") == 0) {
            const char *at = run->environment[k].value;
            size_t length = strlen(call);

            while ((at = strstr(at, call)) != NULL) {
                bool begins = at == run->environment[k].value || at[-1] == ' ';

                if (begins && (!at[length] || at[length] == ' '))
                    return true;
                at += length;
            }
        }
    return false;
}

static size_t asked_of(const struct results *run)
{
    return run->case_count - run->summary[VERDICT_UNSUPPORTED];
}

/* Whether a library fits the dialect of the first run better: that of a profil
 * before that of monstartup alone; where it conforms; that whose sprofil it has;
 * where less of what could be asked fails, and more was asked. */
static bool fits_better(const struct results *a, const struct results *b)
{
    struct report_state one = report_state(a), other = report_state(b);
    size_t left = one.bad * (asked_of(b) + 1);
    size_t right = other.bad * (asked_of(a) + 1);

    if (has_call(a, "profil") != has_call(b, "profil"))
        return has_call(a, "profil");
    if (one.judged != other.judged)
        return one.judged;
    if ((one.bad == 0) != (other.bad == 0))
        return one.bad == 0;
    if (has_call(a, "sprofil") != has_call(b, "sprofil"))
        return has_call(a, "sprofil");
    if (left != right)
        return left < right;
    return one.passed > other.passed;
}

enum report_role report_role(const struct results *runs, size_t count, size_t k)
{
    bool others = false;

    for (size_t j = 0; j < count; j++)
        others |= !runs[j].control;
    if (runs[k].control && others)
        return REPORT_CONTROL;
    for (size_t j = 0; runs[k].tried && j < count; j++)
        if (j != k && runs[j].tried &&
            strcmp(runs[j].implementation, runs[k].implementation) == 0 &&
            (fits_better(&runs[j], &runs[k]) ||
             (j < k && !fits_better(&runs[k], &runs[j]))))
            return REPORT_OFFERED;
    return REPORT_SUBJECT;
}

int report_status(const struct results *runs, size_t count)
{
    int status = 0;

    for (size_t k = 0; k < count; k++)
        if (report_role(runs, count, k) != REPORT_OFFERED &&
            results_status(&runs[k]) > status)
            status = results_status(&runs[k]);
    return status;
}

struct results *report_asked(const struct results *runs, size_t count,
                             size_t *asked)
{
    struct results *list = malloc((count + 1) * sizeof *list);

    *asked = 0;
    for (size_t k = 0; list && k < count; k++)
        if (report_role(runs, count, k) != REPORT_OFFERED)
            list[(*asked)++] = runs[k];
    return list;
}

/* Whether a cell of a run tells the cases of that verdict. */
static bool cell_has(const struct results *run, bool fails, unsigned verdict)
{
    if (fails)
        return report_is_bad(verdict) && run->summary[verdict];
    return verdict ==
           (run->summary[VERDICT_WAIVED] ? VERDICT_WAIVED : VERDICT_PASS);
}

enum report_light report_cell(const struct results *run, char text[REPORT_CELL])
{
    struct report_state state = report_state(run);
    size_t told = 0, used = 0;

    if (report_few(run, text))
        return state.light;

    for (unsigned v = 0; v < VERDICTS; v++) {
        if (!cell_has(run, results_status(run) != 0, v))
            continue;
        told += run->summary[v];
        used += (size_t)snprintf(text + used, REPORT_CELL - used, "%s%zu %s",
                                 used ? " " : "", run->summary[v],
                                 verdict_names[v]);
    }
    if (told != run->case_count)
        used += (size_t)snprintf(text + used, REPORT_CELL - used, " of %zu",
                                 run->case_count);
    if (state.house && !state.bad)
        snprintf(text + used, REPORT_CELL - used, ", %zu house rule%s broken",
                 state.house, plural(state.house));
    return state.light;
}

static void count_causes(const struct results *run, struct report_state *state)
{
    for (size_t k = 0; k < run->cause_count; k++) {
        unsigned verdict = results_cause_verdict(run, &run->causes[k]);

        if (house_of_cause(&run->causes[k]))
            continue;
        state->causes += report_is_bad(verdict);
        state->waived_causes += verdict == VERDICT_WAIVED;
    }
}

struct report_state report_state(const struct results *run)
{
    struct report_state state = {
        .waived = run->summary[VERDICT_WAIVED],
        .passed = run->summary[VERDICT_PASS],
        .silent = run->summary[VERDICT_UNSPECIFIED],
        .unasked = run->summary[VERDICT_UNSUPPORTED],
    };

    count_causes(run, &state);
    state.house = house_broken(run, state.house_rules, REPORT_HOUSE);
    if (run->house_policy == HOUSE_FAIL)
        state.house_bad = house_cases(run);
    for (unsigned v = 0; v < VERDICTS; v++)
        state.bad += report_is_bad(v) ? run->summary[v] : 0;
    state.bad -= state.house_bad;
    state.few = !state.bad && !state.house_bad && !results_say_enough(run);
    state.judged = run->case_count > state.unasked && !state.few &&
                   (state.bad == 0 || state.bad > run->summary[VERDICT_ERROR]);
    state.conforms = state.judged && !state.bad && !state.waived;
    state.words = state.few        ? "not enough was seen to say"
                  : !state.judged  ? "was not judged"
                  : state.conforms ? "conforms"
                                   : "does not conform";
    state.light = state.bad || state.house_bad      ? REPORT_BAD
                  : !state.judged                   ? REPORT_OPEN
                  : state.waived || state.house > 0 ? REPORT_NOTED
                                                    : REPORT_GOOD;
    return state;
}

__attribute__((format(printf, 2, 3))) static void
basis_add(char text[REPORT_BASIS], const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text + used, REPORT_BASIS - used, format, arguments);
    va_end(arguments);
}

static void basis_house(const struct report_state *state,
                        char text[REPORT_BASIS])
{
    if (!state->house)
        return;
    basis_add(text, "; breaks %zu house rule%s%s: ", state->house,
              plural(state->house),
              !state->house_bad   ? ""
              : state->house == 1 ? ", which fails it"
                                  : ", which fail it");
    for (size_t k = 0; k < state->house && k < REPORT_HOUSE; k++)
        basis_add(text, "%s%s", k ? ", " : "", state->house_rules[k]);
}

void report_basis(const struct results *run, char text[REPORT_BASIS])
{
    struct report_state state = report_state(run);
    const char *none =
        notes_by_convention(run->dialect) ? "convention is" : "manual is";

    *text = '\0';
    if (state.few)
        basis_add(text, ": %zu of %zu case%s judged", results_judged(run),
                  results_asked(run), plural(results_asked(run)));
    else if (!state.judged && !state.bad)
        basis_add(text, ": every case is unsupported");
    else if (state.bad && state.causes)
        basis_add(text, ": %zu cause%s, %zu of %zu case%s", state.causes,
                  plural(state.causes), state.bad, run->case_count,
                  plural(run->case_count));
    else if (state.bad)
        basis_add(text, ": %zu of %zu case%s", state.bad, run->case_count,
                  plural(run->case_count));
    else if (state.conforms && state.passed == run->case_count)
        basis_add(text, " in %s%zu case%s", run->case_count > 1 ? "all " : "",
                  run->case_count, plural(run->case_count));
    else if (state.conforms)
        basis_add(text, " in %zu of %zu case%s", state.passed, run->case_count,
                  plural(run->case_count));
    if (state.waived)
        basis_add(text, "; %zu case%s waived", state.waived,
                  plural(state.waived));
    if (state.waived && run->waivers)
        basis_add(text, " by %.400s", run->waivers);
    if (state.silent && !state.bad && state.judged)
        basis_add(text, "; the %s silent on %zu", none, state.silent);
    if (state.unasked && !state.bad && state.judged)
        basis_add(text, "; %zu could not be run", state.unasked);
    basis_house(&state, text);
}

bool report_few(const struct results *run, char text[REPORT_FEW])
{
    size_t judged = results_judged(run), asked = results_asked(run);

    snprintf(text, REPORT_FEW,
             "not enough was seen to say: %zu of %zu case%s judged", judged,
             asked, plural(asked));
    return report_state(run).few;
}

size_t report_conforming(const struct results *runs, size_t count, size_t *all)
{
    size_t good = 0;

    *all = 0;
    for (size_t k = 0; k < count; k++) {
        bool bad = false, judged = false;

        if (!report_new_implementation(runs, k) ||
            report_role(runs, count, k) == REPORT_CONTROL)
            continue;
        for (size_t j = k; j < count; j++)
            if (!strcmp(runs[j].implementation, runs[k].implementation) &&
                report_role(runs, count, j) != REPORT_OFFERED) {
                struct report_state state = report_state(&runs[j]);

                bad = bad || state.bad || state.waived || state.few;
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
