/* SPDX-License-Identifier: MIT */
#include "findings.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/inference/latitude.h"
#include "conformance/run/waivers.h"
#include "text.h"

enum { LIKES = 32, WORDS = 200 };

static bool is_set(const char *name)
{
    const char *value = getenv(name);

    return value && *value;
}

bool findings_go_on(void)
{
    return is_set("FUZZ_GO_ON");
}

bool findings_show(void)
{
    return is_set("FUZZ_SHOW");
}

/* A waiver of one case is none of an input. */
static void waive(struct choice_sets *allowed, enum dialect dialect)
{
    struct waivers waivers = {0};
    const char *problem = NULL;

    if (is_set("FUZZ_WAIVERS"))
        problem = waivers_read(&waivers, getenv("FUZZ_WAIVERS"));
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

/* What was found before, by another target on the same: $FUZZ_KNOWN, a file
 * with a line "dialect rule choice" for each. */
static FILE *open_known(const char *mode)
{
    return is_set("FUZZ_KNOWN") ? fopen(getenv("FUZZ_KNOWN"), mode) : NULL;
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

static struct choice_sets *allowed_in(enum dialect dialect)
{
    static struct choice_sets allowed[DIALECTS];
    static bool begun[DIALECTS];

    if (!begun[dialect]) {
        allowed[dialect] = latitude_permitted(dialect)->allowed;
        waive(&allowed[dialect], dialect);
        recall_findings(&allowed[dialect], dialect);
        begun[dialect] = true;
    }
    return &allowed[dialect];
}

const struct choice_sets *findings_allowed(enum dialect dialect)
{
    return allowed_in(dialect);
}

void findings_add(enum dialect dialect, const struct choice_sets *found)
{
    struct choice_sets *allowed = allowed_in(dialect);

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

    for (unsigned k = 0; k < count; k++)
        if (seen[k].dialect == dialect && strcmp(seen[k].words, like) == 0)
            return false;
    if (count == LIKES)
        return false;
    seen[count].dialect = dialect;
    snprintf(seen[count++].words, WORDS, "%s", like);
    return true;
}
