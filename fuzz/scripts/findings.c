/* SPDX-License-Identifier: MIT */
#include "conformance/diagnosis/permits.h"
#include "conformance/judge/explain.h"
#include "conformance/judge/judge.h"
#include "conformance/runs/waivers.h"
#include "scripts.h"

enum { LIKES = 32, WORDS = JUDGE_WHY };

/* Only waivers of all cases matter here. */
static void waive(struct choice_sets *allowed, enum dialect dialect)
{
    struct waivers waivers = {0};
    const char *problem = NULL;

    if (fuzz_setting("FUZZ_WAIVERS"))
        problem = waivers_read(&waivers, fuzz_setting("FUZZ_WAIVERS"));
    if (problem)
        fuzz_usage("FUZZ_WAIVERS", problem, "a file of waivers");
    for (size_t k = 0; k < waivers.count; k++)
        for (unsigned r = 0; r < RULES; r++)
            if (strcmp(waivers.rows[k].id, "*") == 0 &&
                dialect_has_rule(dialect, r) &&
                strcmp(waivers.rows[k].rule, rule_table[r].name) == 0)
                allowed->of[r] = choices_known().of[r];
    waivers_free(&waivers);
}

/* $FUZZ_KNOWN, a file with a line "dialect rule choice" for each finding, by
 * which several targets that test the same implementation share them. */
static FILE *open_known(const char *mode)
{
    const char *name = fuzz_setting("FUZZ_KNOWN");

    return name ? fopen(name, mode) : NULL;
}

static void recall_findings(struct choice_sets *allowed, enum dialect dialect)
{
    char name[48], rule[48], choice[48];
    FILE *in = open_known("r");

    while (in && fscanf(in, "%47s %47s %47s", name, rule, choice) == 3)
        for (unsigned c = 0; c < CHOICES; c++)
            if (dialect_by_name(name) == (int)dialect &&
                strcmp(rule_table[choice_table[c].rule].name, rule) == 0 &&
                strcmp(choice_table[c].name, choice) == 0)
                allowed->of[choice_table[c].rule] |= choice_bit((enum choice)c);
    if (in)
        fclose(in);
}

static void keep_finding(enum dialect dialect, enum choice choice)
{
    FILE *out = open_known("a");

    if (!out)
        return;
    fprintf(out, "%s %s %s\n", dialect_table[dialect].name,
            rule_table[choice_table[choice].rule].name,
            choice_table[choice].name);
    fclose(out);
}

struct choice_sets *findings_allowed(enum dialect dialect)
{
    static struct choice_sets allowed[DIALECTS];
    static bool begun[DIALECTS];

    if (!begun[dialect]) {
        allowed[dialect] = permits_question(dialect)->allowed;
        waive(&allowed[dialect], dialect);
        recall_findings(&allowed[dialect], dialect);
        begun[dialect] = true;
    }
    return &allowed[dialect];
}

static bool strays[DIALECTS];

bool findings_has_stray(enum dialect dialect)
{
    return strays[dialect];
}

void findings_add(enum dialect dialect, const struct choice_sets *found,
                  bool stray)
{
    struct choice_sets *allowed = findings_allowed(dialect);

    strays[dialect] |= stray;

    for (unsigned r = 0; r < RULES; r++)
        allowed->of[r] |= found->of[r];
    for (unsigned c = 0; c < CHOICES; c++)
        if (found->of[choice_table[c].rule] & choice_bit((enum choice)c))
            keep_finding(dialect, (enum choice)c);
}

bool findings_is_first(enum dialect dialect, const char *like)
{
    static struct {
        enum dialect dialect;
        char words[WORDS];
    } seen[LIKES];
    static unsigned count;
    static bool full;

    for (unsigned k = 0; k < count; k++)
        if (seen[k].dialect == dialect && strcmp(seen[k].words, like) == 0)
            return false;
    if (count == LIKES && !full)
        fprintf(stderr, "# %d findings are printed, and no more\n", LIKES);
    full |= count == LIKES;
    if (full)
        return false;
    seen[count].dialect = dialect;
    snprintf(seen[count++].words, WORDS, "%s", like);
    return true;
}

/* The dialect's default choices with the defect; rules that are free stay
 * so. */
static struct choice_sets work_out(enum dialect dialect, const char *defect)
{
    struct formula formula;
    const char *problem;

    formula_begin(&formula, dialect);
    problem = formula_choose(&formula, defect);
    if (problem)
        fuzz_usage("FUZZ_PLANTED", defect, problem);
    for (unsigned r = 0; r < RULES; r++)
        if (rule_table[r].free)
            formula.sets.of[r] = rule_choices(r);
    return formula.sets;
}

bool planted_sets(enum dialect dialect, struct choice_sets *sets)
{
    static struct choice_sets known[DIALECTS];
    const char *defect = fuzz_setting("FUZZ_PLANTED");

    if (!defect)
        return false;
    if (known[dialect].of[0] == 0)
        known[dialect] = work_out(dialect, defect);
    *sets = known[dialect];
    return true;
}
