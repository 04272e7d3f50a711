/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "conformance/results/house.h"
#include "conformance/results/notes.h"
#include "html.h"
#include "reference/sentences.h"

/* Which cases did not pass, by cause; and what is one defect in several
 * runs. */

/* What distinguishes a case without a cause from another. */
static const char *reason_of(const struct result *c)
{
    return c->got ? c->got : c->detail;
}

/* The same for findings of one defect.  What no rule explains may be anything
 * in another implementation. */
static char *key_of(struct arena *arena, const struct html_finding *f)
{
    const struct cause *cause = f->cause;
    const char *words = cause ? cause->id : reason_of(f->cases[0]);
    size_t length = strlen(words) + strlen(f->run->implementation) + 20;
    char *key = arena_new(arena, length, 1);

    if (cause && cause->rule) /* without the interface that may follow it */
        memcpy(key, words, html_rule_length(words));
    else
        snprintf(key, length, "%s\n%s\n%d", words, f->run->implementation,
                 cause ? -1 : (int)f->verdict);
    return key;
}

static int by_key_and_run(const void *a, const void *b)
{
    const struct html_finding *first = a, *second = b;
    int order = strcmp(first->key, second->key);

    if (order)
        return order;
    if (first->run != second->run)
        return first->run < second->run ? -1 : 1;
    return strcmp(first->words, second->words);
}

static bool is_named(const struct html_defect *defect)
{
    return defect->example->cause && defect->example->cause->rule;
}

/* The worst; of these what is known, then what is in the most cases. */
static int by_weight(const void *a, const void *b)
{
    const struct html_defect *first = a, *second = b;
    int order =
        (int)verdict_rank(first->verdict) - (int)verdict_rank(second->verdict);

    if (order)
        return order;
    if (is_named(first) != is_named(second))
        return is_named(first) ? -1 : 1;
    if (first->cases != second->cases)
        return first->cases > second->cases ? -1 : 1;
    return strcmp(first->example->words, second->example->words);
}

/* The better example: the worse, with a program, of the fewest words. */
static bool is_better(const struct html_finding *a,
                      const struct html_finding *b)
{
    if (verdict_rank(a->verdict) != verdict_rank(b->verdict))
        return verdict_rank(a->verdict) < verdict_rank(b->verdict);
    if (!a->cases[0]->program != !b->cases[0]->program)
        return a->cases[0]->program != NULL;
    return strlen(a->words) < strlen(b->words);
}

static void find_defects(struct html_page *page)
{
    struct html_finding *f = page->findings;

    page->defects =
        arena_new(&page->memory, page->finding_count, sizeof *page->defects);
    qsort(f, page->finding_count, sizeof *f, by_key_and_run);
    for (size_t k = 0; k < page->finding_count; k++) {
        struct html_defect *defect;

        if (k == 0 || strcmp(f[k - 1].key, f[k].key) != 0)
            page->defects[page->defect_count++] =
                (struct html_defect){.findings = &f[k], .example = &f[k]};
        defect = &page->defects[page->defect_count - 1];
        defect->count++;
        defect->cases += f[k].count;
        if (is_better(&f[k], defect->example))
            defect->example = &f[k];
        defect->verdict = defect->example->verdict;
    }
    qsort(page->defects, page->defect_count, sizeof *page->defects, by_weight);
    for (size_t d = 0; d < page->defect_count; d++)
        for (size_t k = 0; k < page->defects[d].count; k++)
            page->defects[d].findings[k].defect = d;
}

size_t html_rule_length(const char *rule)
{
    const char *interface = strstr(rule, " (");

    return interface ? (size_t)(interface - rule) : strlen(rule);
}

static int plainest_first(const void *a, const void *b)
{
    const struct result *first = *(const struct result *const *)a;
    const struct result *second = *(const struct result *const *)b;
    int order = results_plainer(first, second);

    return order ? order : strcmp(first->id, second->id);
}

/* A finding of the cases from `first` on. */
static void add_finding(struct html_page *page, const struct results *run,
                        const struct cause *cause, const struct result **first,
                        size_t count)
{
    struct html_finding *f = &page->findings[page->finding_count];

    if (!count)
        return;
    qsort(first, count, sizeof *first, plainest_first);
    *f = (struct html_finding){.run = run,
                               .cause = cause,
                               .cases = first,
                               .count = count,
                               .words =
                                   cause ? cause->sentence : first[0]->detail,
                               .verdict = first[0]->verdict};
    f->key = key_of(&page->memory, f);
    page->finding_count++;
}

/* Whether somebody is to look at it. */
static bool is_found(const struct results *run, const struct result *c)
{
    return report_is_listed(c->verdict) || report_is_house(run, c);
}

static bool is_alike(const struct result *a, const struct result *b)
{
    return !a->cause_count && a->verdict == b->verdict &&
           strcmp(reason_of(a), reason_of(b)) == 0;
}

static const struct result **gather(struct html_page *page,
                                    const struct results *run,
                                    const struct result **next)
{
    for (size_t k = 0; k < run->cause_count; k++) {
        const struct cause *cause = &run->causes[k];
        const struct result **first = next;

        for (size_t i = 0; i < cause->case_count; i++)
            if (is_found(run, &run->cases[cause->cases[i]]))
                *next++ = &run->cases[cause->cases[i]];
        add_finding(page, run, cause, first, (size_t)(next - first));
    }
    for (size_t k = 0; k < run->case_count; k++) {
        const struct result **first = next, *c = &run->cases[k];
        size_t before = 0;

        while (before < k && !is_alike(&run->cases[before], c))
            before++;
        if (c->cause_count || !is_found(run, c) || before < k)
            continue;
        for (size_t i = k; i < run->case_count; i++)
            if (is_alike(&run->cases[i], c))
                *next++ = &run->cases[i];
        add_finding(page, run, NULL, first, (size_t)(next - first));
    }
    return next;
}

void html_find(struct html_page *page)
{
    size_t cases = 0, findings = 0;
    const struct result **next;

    for (size_t k = 0; k < page->run_count; k++) {
        const struct results *run = &page->runs[k];

        cases += run->case_count;
        findings += run->case_count + run->cause_count;
        for (size_t i = 0; i < run->cause_count; i++)
            cases += run->causes[i].case_count;
    }
    next = arena_new(&page->memory, cases, sizeof *next);
    page->findings =
        arena_new(&page->memory, findings + 1, sizeof *page->findings);
    for (size_t k = 0; k < page->run_count; k++)
        next = gather(page, &page->runs[k], next);
    find_defects(page);
}

size_t report_shown(const struct results *run, size_t *cases, size_t limit)
{
    struct html_page page = {.runs = run, .run_count = 1};
    size_t count = 0;

    html_find(&page);
    for (; count < limit && count < page.defect_count; count++)
        cases[count] =
            (size_t)(page.defects[count].example->cases[0] - run->cases);
    arena_free(&page.memory);
    return count;
}

/* A defect's least case: left what is wrong, right how to see it. */
static void put_block(const struct html_page *page, const char *title,
                      const char *text, bool copied)
{
    if (!text || !*text)
        return;
    html_put(page->out,
             copied ? "<h4>%s</h4>\n<pre tabindex=\"0\">%s</pre>\n"
                      "<button type=\"button\" class=\"copy\" hidden>Copy the "
                      "program</button>\n"
                    : "<h4>%s</h4>\n<pre tabindex=\"0\">%l</pre>\n",
             title, text);
}

/* How to get a program that was not asked for. */
static void put_hint(const struct html_page *page, const struct results *run,
                     const struct result *c)
{
    char *name;

    if (c->program || !run->suite ||
        (strcmp(run->suite, "quick") && strcmp(run->suite, "full")))
        return;
    name = terminal_word(run->implementation);
    html_put(page->out,
             "<p class=\"count\">The smallest failing case, and a C program "
             "of it: <code>profilcheck shrink --dialect %s %s %s</code></p>\n",
             run->dialect, c->id, name);
    free(name);
}

/* The clause, its place on the page, and its words. */
static void put_clause(const struct html_page *page, const char *id)
{
    const struct clause_row *row = clause_by_id(id);

    if (!row)
        return;
    html_put(page->out, "<h4>%s</h4>\n<p class=\"clause\">",
             row->owner == OWNER_MANUAL       ? "What the manual says"
             : row->owner == OWNER_CONVENTION ? "What is convention"
                                              : "A rule of profilcheck's "
                                                "own: no manual has it");
    html_clause_link(id, page->out);
    html_put(page->out, " <span class=\"count\">%s</span><br>%s</p>\n",
             notes_place(row), row->text);
}

static void put_confidence(const struct html_page *page,
                           const struct cause *cause)
{
    static const char *const words[CONFIDENCES] = {
        [CONFIDENCE_NO_OTHER] = "No other known defect explains these cases.",
        [CONFIDENCE_AMBIGUOUS] = "Another defect explains them equally well.",
        [CONFIDENCE_BOUNDED] = "Not everything could be tried.",
        [CONFIDENCE_NONE] =
            "No rule explains it: these words say what was observed.",
    };

    html_put(page->out, "<p class=\"count\">How sure: %s</p>\n",
             words[cause->confidence]);
    if (cause->telling)
        html_put(page->out,
                 "<p>This case separates them: <code>%s</code></p>\n",
                 cause->telling);
}

static void put_example(const struct html_page *page,
                        const struct html_finding *finding)
{
    const struct result *c = finding->cases[0];
    FILE *out = page->out;

    fputs("<div class=\"two\">\n<div>\n", out);
    if (finding->cause)
        put_clause(page, finding->cause->clause);
    html_histogram(page, c);
    if (finding->cause)
        put_confidence(page, finding->cause);
    else
        put_block(page, "What was found", c->detail, false);
    html_observed(page, c, "What was observed", c->observed);
    html_observed(page, c, "What was observed after other cases", c->batched);
    fputs("</div>\n<div>\n", out);
    put_block(page, "The case", c->text ? c->text : c->input, false);
    put_block(page, "Step by step", c->explanation, false);
    put_block(page, "A C program that shows it", c->program, true);
    put_hint(page, finding->run, c);
    fputs("</div>\n</div>\n", out);
}

/* What did not pass: a card a defect. */

enum {
    CARDS = 20, /* of them before the rest is folded */
    PAPER = 45, /* of them on paper; html_style leaves out the others */
};

/* Those of an implementation, with the dialects that it was found in. */
static void put_owner(const struct html_page *page,
                      const struct html_defect *defect,
                      const char *implementation)
{
    const char *before = " as ", *last = "";
    FILE *out = page->out;
    size_t cases = 0;

    html_put(
        out, "<li><a href=\"#implementation=%p&amp;cause=%u\"><bdi>%s</bdi>",
        implementation, (size_t)(defect - page->defects) + 1, implementation);
    for (size_t k = 0; k < defect->count; k++) {
        const struct html_finding *f = &defect->findings[k];

        if (strcmp(f->run->implementation, implementation) != 0)
            continue;
        cases += f->count;
        if (strcmp(last, f->run->dialect) != 0)
            html_put(out, "%s%s", before, f->run->dialect);
        before = ", ";
        last = f->run->dialect;
    }
    html_put(out, "</a> <span class=\"count\">%u case%s</span></li>\n", cases,
             plural(cases));
}

static void put_owners(const struct html_page *page,
                       const struct html_defect *defect)
{
    fputs("<ul class=\"chips\">", page->out);
    for (size_t k = 0; k < defect->count; k++) {
        const char *name = defect->findings[k].run->implementation;
        size_t j = 0;

        while (strcmp(defect->findings[j].run->implementation, name) != 0)
            j++;
        if (j == k)
            put_owner(page, defect, name);
    }
    fputs("</ul>\n", page->out);
}

/* "got 1, permitted 0", where they are not the same words. */
static void put_got(const struct html_page *page, const struct html_finding *f)
{
    const struct result *c = f->cases[0];
    bool own =
        f->cause && c == &f->run->cases[results_example(f->run, f->cause)];
    const char *got = own ? results_got(f->run, f->cause) : c->got;
    const char *permitted =
        own ? results_instead(f->run, f->cause) : c->permitted;

    if (!permitted && c->verdict == VERDICT_CRASH)
        permitted = "that it goes on";
    if (got && permitted && strcmp(got, permitted) != 0)
        html_put(page->out, "got <b>%l</b>, permitted <b>%l</b>: ", got,
                 permitted);
    else if (got)
        html_put(page->out, "got <b>%l</b>: ", got);
}

/* What one defect is, without who it was that has it. */
static const char *sentence(const struct html_finding *f)
{
    static const char *const who[] = {"profil: ", "sprofil: "};
    const char *words = f->cause ? f->words : reason_of(f->cases[0]);

    for (unsigned k = 0; k < 2 && f->cause && f->cause->rule; k++)
        if (strncmp(words, who[k], strlen(who[k])) == 0)
            words += strlen(who[k]);
    return words;
}

/* What a sentence says is required: after its first semicolon. */
static const char *requirement(const struct html_finding *f)
{
    const char *at = strchr(f->words, ';');

    return at && f->cause && f->cause->rule ? at + 1 + strspn(at + 1, " ")
                                            : NULL;
}

/* The first of a defect's findings in that dialect is that one. */
static bool is_first_of_dialect(const struct html_defect *defect, size_t k)
{
    for (size_t j = 0; j < k; j++)
        if (!strcmp(defect->findings[j].run->dialect,
                    defect->findings[k].run->dialect))
            return false;
    return true;
}

/* Whether what is required is listed, by each dialect in its own words. */
static bool has_requirements(const struct html_defect *defect)
{
    size_t dialects = 0;

    for (size_t k = 0; k < defect->count; k++)
        dialects += is_first_of_dialect(defect, k);
    return dialects > 1 && requirement(defect->example);
}

static void put_requirements(const struct html_page *page,
                             const struct html_defect *defect)
{
    if (!has_requirements(defect))
        return;
    fputs("<ul class=\"required\">\n", page->out);
    for (size_t k = 0; k < defect->count; k++) {
        const struct html_finding *f = &defect->findings[k];

        if (is_first_of_dialect(defect, k) && requirement(f))
            html_put(page->out, "<li>%s: %l</li>\n", f->run->dialect,
                     requirement(f));
    }
    fputs("</ul>\n", page->out);
}

/* Of those who have only some of its cases waived, which. */
static void put_waived(const struct html_page *page,
                       const struct html_defect *defect)
{
    for (size_t k = 0; k < defect->count; k++) {
        const struct html_finding *f = &defect->findings[k];
        const char *waived =
            f->cause ? report_waived_of(f->run, f->cause) : NULL;

        if (waived)
            html_put(page->out, "<p>Waived, of <bdi>%s</bdi> as %s: %s</p>\n",
                     f->run->implementation, f->run->dialect, waived);
    }
}

static void put_card(const struct html_page *page, size_t d)
{
    const struct html_defect *defect = &page->defects[d];
    const struct result *c = defect->example->cases[0];
    const char *words = sentence(defect->example);
    FILE *out = page->out;
    char done[1024];

    html_put(out, "<article id=\"c%u\">\n<h3><b class=\"tag %s\">%s</b> ",
             d + 1, html_class_of_verdict(defect->verdict),
             report_is_house(defect->example->run, c)
                 ? "house rule"
                 : verdict_names[defect->verdict]);
    html_change(page, defect);
    snprintf(done, sizeof done, "%s", words);
    done[strcspn(done, ";")] = '\0';
    html_put(out, "%l", has_requirements(defect) ? done : words);
    if (defect->example->cause && !defect->example->cause->rule && c->got)
        html_put(out, ": %l", c->got);
    fputs("</h3>\n", out);
    put_requirements(page, defect);
    put_owners(page, defect);
    put_waived(page, defect);
    if (c->waiver)
        html_put(out, "<p>Waived (it would be %s): %s</p>\n",
                 verdict_names[c->waived], c->waiver);
    fputs("<p class=\"paper\">", out);
    put_got(page, defect->example);
    html_put(out, "<code>%s%s%s</code></p>\n", c->id, c->input ? ": " : "",
             c->input ? c->input : "");
    html_put(out, "<details%s><summary>", d == 0 ? " open" : "");
    put_got(page, defect->example);
    html_put(out,
             "<span class=\"count\"><code>%s</code> of <bdi>%s</bdi> as "
             "%s</span></summary>\n",
             c->id, defect->example->run->implementation,
             defect->example->run->dialect);
    put_example(page, defect->example);
    fputs("</details>\n</article>\n", out);
}

/* Of a house rule, which is no part of the verdict. */
static bool is_of_house(const struct html_defect *defect)
{
    const struct html_finding *f = defect->example;

    return f->cause ? house_of_cause(f->cause) != NULL
                    : report_is_house(f->run, f->cases[0]);
}

/* Causes are those of the verdicts; what is waived, and house rules, are
 * counted beside them. */
static void put_heading(const struct html_page *page)
{
    size_t waived = 0, house = 0;
    FILE *out = page->out;

    for (size_t d = 0; d < page->defect_count; d++)
        if (is_of_house(&page->defects[d]))
            house++;
        else
            waived += page->defects[d].verdict == VERDICT_WAIVED;
    html_put(out,
             "<section id=\"causes\" aria-labelledby=\"causes-h\" "
             "tabindex=\"-1\">\n<h2 id=\"causes-h\">Causes (%u)",
             page->defect_count - waived - house);
    if (waived)
        html_put(out, ", waived (%u)", waived);
    if (house)
        html_put(out, ", house rules (%u)", house);
    fputs("</h2>\n", out);
}

void html_causes(const struct html_page *page)
{
    FILE *out = page->out;

    put_heading(page);
    if (!page->defect_count)
        fputs("<p class=\"good\">\xe2\x9c\x93 None: every case that could be "
              "judged passes.</p>\n",
              out);
    for (size_t d = 0; d < page->defect_count; d++) {
        if (d == CARDS)
            html_put(out,
                     "<details class=\"more\"><summary>%u more</summary>\n",
                     page->defect_count - CARDS);
        put_card(page, d);
    }
    if (page->defect_count > CARDS)
        fputs("</details>\n", out);
    if (page->defect_count > PAPER)
        html_put(out,
                 "<p class=\"paper\">%u more are on the page, from #c%u "
                 "on; <code>profilcheck report</code> of the results lists "
                 "them too.</p>\n",
                 page->defect_count - PAPER, (size_t)PAPER + 1);
    fputs("</section>\n", out);
}
