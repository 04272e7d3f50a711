/* SPDX-License-Identifier: MIT */
/*
 * All cases, as data from which html_script makes rows.
 *
 *     runs[].i, .d    indices of the implementation and the dialect
 *     runs[].c, .r    indices of the list of its cases, and of their rules
 *     runs[].v        a letter a case: 'a' and the verdict's number
 *     runs[].t        of cases that do not pass, by index: which of `words` is
 *                     of it, then the cards, from 1, that it belongs to
 *     words[]         each once, for many cases have the same
 *     ids[][]         of each list the ids of its cases
 *     asked[][]       of each list of rules, a case's index of rulesets
 *     rulesets[]      indices of rules
 */
#include <stdlib.h>
#include <string.h>

#include "html.h"

/* Sets of rules, each once; rows of page->rule_count flags would be larger. */
struct html_sets {
    const struct result **of;
    size_t count;
    const char **words; /* sorted, each once */
    size_t word_count;
};

static const char *words_of(const struct result *c)
{
    return c->waiver ? c->waiver : c->got && *c->got ? c->got : c->detail;
}

static int by_word(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void gather_words(const struct html_page *page, struct html_sets *sets)
{
    size_t kept = 0;

    for (size_t k = 0; k < page->run_count; k++)
        for (size_t i = 0; i < page->runs[k].case_count; i++)
            if (page->runs[k].cases[i].verdict != VERDICT_PASS)
                sets->words[sets->word_count++] =
                    words_of(&page->runs[k].cases[i]);
    if (sets->word_count)
        qsort(sets->words, sets->word_count, sizeof *sets->words, by_word);
    for (size_t k = 0; k < sets->word_count; k++)
        if (k == 0 || strcmp(sets->words[k], sets->words[kept - 1]) != 0)
            sets->words[kept++] = sets->words[k];
    sets->word_count = kept;
}

static size_t word_index(const struct html_sets *sets, const struct result *c)
{
    const char *words = words_of(c);
    const char **at = bsearch(&words, sets->words, sets->word_count,
                              sizeof *sets->words, by_word);

    return (size_t)(at - sets->words);
}

static bool same_rules(const struct result *a, const struct result *b)
{
    if (a->rule_count != b->rule_count)
        return false;
    for (size_t k = 0; k < a->rule_count; k++)
        if (a->rules[k] != b->rules[k] && strcmp(a->rules[k], b->rules[k]) != 0)
            return false;
    return true;
}

static size_t set_of(struct html_sets *sets, const struct result *c)
{
    size_t k = 0;

    while (k < sets->count && !same_rules(sets->of[k], c))
        k++;
    if (k == sets->count)
        sets->of[sets->count++] = c;
    return k;
}

static bool same_id(const struct result *a, const struct result *b)
{
    return strcmp(a->id, b->id) == 0;
}

typedef bool html_cases_alike(const struct result *, const struct result *);

/* The first run whose cases are all like the k-th's. */
static size_t first_like(const struct html_page *page, size_t k,
                         html_cases_alike *alike)
{
    const struct results *run = &page->runs[k];
    size_t j = 0, i;

    for (;; j++) {
        if (page->runs[j].case_count != run->case_count)
            continue;
        for (i = 0; i < run->case_count; i++)
            if (!alike(&page->runs[j].cases[i], &run->cases[i]))
                break;
        if (i == run->case_count)
            return j;
    }
}

static void put_ids(const struct html_page *page, const struct results *run,
                    struct html_sets *sets)
{
    (void)sets;
    for (size_t k = 0; k < run->case_count; k++)
        html_put(page->out, k ? ",%j" : "%j", run->cases[k].id);
}

static void put_asked(const struct html_page *page, const struct results *run,
                      struct html_sets *sets)
{
    for (size_t k = 0; k < run->case_count; k++)
        html_put(page->out, k ? ",%u" : "%u", set_of(sets, &run->cases[k]));
}

/* A list for each run that is not like one before; its index of each run. */
static void put_lists(const struct html_page *page, struct html_sets *sets,
                      html_cases_alike *alike,
                      void (*put)(const struct html_page *,
                                  const struct results *, struct html_sets *),
                      size_t *lists)
{
    size_t count = 0;

    for (size_t k = 0; k < page->run_count; k++) {
        size_t first = first_like(page, k, alike);

        lists[k] = first == k ? count : lists[first];
        if (first != k)
            continue;
        fputs(count++ ? ",\n[" : "\n[", page->out);
        put(page, &page->runs[k], sets);
        putc(']', page->out);
    }
    fputs("],\n", page->out);
}

static void put_sets(const struct html_page *page, const struct html_sets *sets)
{
    FILE *out = page->out;

    fputs("\"rulesets\":[", out);
    for (size_t k = 0; k < sets->count; k++) {
        fputs(k ? ",[" : "[", out);
        for (size_t r = 0; r < sets->of[k]->rule_count; r++)
            html_put(out, r ? ",%u" : "%u",
                     html_rule_index(page, sets->of[k]->rules[r]));
        putc(']', out);
    }
    fputs("],\n\"rules\":[", out);
    for (size_t k = 0; k < page->rule_count; k++)
        html_put(out, k ? ",%j" : "%j", page->rules[k]);
    putc(']', out);
}

/* The cards that a case belongs to. */
static void put_cards(const struct html_page *page, const struct results *run,
                      const struct result *c)
{
    size_t last = (size_t)-1;

    for (size_t f = 0; f < page->finding_count; f++) {
        const struct html_finding *finding = &page->findings[f];
        bool has = false;

        if (finding->run != run || finding->defect == last)
            continue;
        for (size_t k = 0; !has && k < finding->count; k++)
            has = finding->cases[k] == c;
        if (has)
            html_put(page->out, ",%u", finding->defect + 1);
        if (has)
            last = finding->defect;
    }
}

static void put_told(const struct html_page *page, const struct results *run,
                     const struct html_sets *sets)
{
    const char *before = "";
    FILE *out = page->out;

    fputs("\"t\":{", out);
    for (size_t k = 0; k < run->case_count; k++) {
        const struct result *c = &run->cases[k];

        if (c->verdict == VERDICT_PASS)
            continue;
        html_put(out, "%s\"%u\":[%u", before, k, word_index(sets, c));
        if (report_is_told(c->verdict) || report_is_house(run, c))
            put_cards(page, run, c);
        putc(']', out);
        before = ",";
    }
    putc('}', out);
}

static void put_run(const struct html_page *page, size_t k,
                    const struct html_sets *sets, size_t ids, size_t asked)
{
    const struct results *run = &page->runs[k];
    FILE *out = page->out;

    html_put(out, "{\"i\":%j,\"d\":%j,\"c\":%u,\"r\":%u,\"v\":\"",
             run->implementation, run->dialect, ids, asked);
    for (size_t i = 0; i < run->case_count; i++)
        putc('a' + run->cases[i].verdict, out);
    fputs("\",", out);
    put_told(page, run, sets);
    putc('}', out);
}

static void put_data(const struct html_page *page, struct html_sets *sets,
                     size_t *lists)
{
    FILE *out = page->out;

    fputs("{\"verdicts\":{", out);
    for (unsigned k = 0; k < VERDICTS; k++) {
        unsigned v = html_parts[k];

        html_put(out, k ? ",\"" : "\"");
        fprintf(out, "%c\":[\"%s\",\"%s\",\"%s\"]", 'a' + v, verdict_names[v],
                verdict_names[v], html_class_of_verdict(v));
    }
    fputs("},\n\"ids\":[", out);
    put_lists(page, sets, same_id, put_ids, lists);
    fputs("\"asked\":[", out);
    put_lists(page, sets, same_rules, put_asked, lists + page->run_count);
    put_sets(page, sets);
    fputs(",\n\"runs\":[", out);
    for (size_t k = 0; k < page->run_count; k++) {
        fputs(k ? ",\n" : "\n", out);
        put_run(page, k, sets, lists[k], lists[page->run_count + k]);
    }
    fputs("],\n\"words\":[", out);
    for (size_t k = 0; k < sets->word_count; k++)
        html_put(out, k ? ",%j" : "%j", sets->words[k]);
    fputs("]}\n", out);
}

bool html_cases(const struct html_page *page)
{
    struct html_sets sets = {0};
    size_t total = 1, *lists;
    bool good;

    for (size_t k = 0; k < page->run_count; k++)
        total += page->runs[k].case_count;
    sets.of = malloc(total * sizeof *sets.of);
    lists = malloc((2 * page->run_count + 1) * sizeof *lists);
    sets.words = malloc(total * sizeof *sets.words);
    good = sets.of && lists && sets.words;
    if (good)
        gather_words(page, &sets);
    html_put(page->out,
             "<section id=\"cases\" aria-labelledby=\"cases-h\">\n"
             "<h2 id=\"cases-h\">Cases (%u)</h2>\n<noscript><p>The list is "
             "made by a script. All of it is in the JSON Lines beside "
             "(profilcheck run --results).</p></noscript>\n"
             "<script type=\"application/json\" id=\"data\">",
             total - 1);
    if (good)
        put_data(page, &sets, lists);
    fputs(good ? "</script>\n</section>\n" : "null</script>\n</section>\n",
          page->out);
    free(sets.of);
    free(sets.words);
    free(lists);
    return good;
}
