/* SPDX-License-Identifier: MIT */
/* What passed, and what could not be judged: an id each, once a dialect,
 * under the implementations that it is so of. */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/plural.h"
#include "html.h"

struct entry {
    const struct result *c;
    size_t run;
};

/* The same case with the same verdict, of several runs. */
struct shared {
    const struct entry *first;
    size_t count;
};

static int by_case(const void *a, const void *b)
{
    const struct entry *first = a, *second = b;
    int order = (int)first->c->verdict - (int)second->c->verdict;

    order = order ? order : strcmp(first->c->id, second->c->id);
    if (order)
        return order;
    return first->run < second->run ? -1 : first->run > second->run;
}

static int by_company(const struct shared *first, const struct shared *second)
{
    int order = (int)first->first->c->verdict - (int)second->first->c->verdict;

    if (order)
        return order;
    if (first->count != second->count)
        return first->count > second->count ? -1 : 1;
    for (size_t k = 0; k < first->count; k++)
        if (first->first[k].run != second->first[k].run)
            return first->first[k].run < second->first[k].run ? -1 : 1;
    return 0;
}

static int by_company_and_case(const void *a, const void *b)
{
    const struct shared *first = a, *second = b;
    int order = by_company(first, second);

    return order ? order : strcmp(first->first->c->id, second->first->c->id);
}

static void item(const struct html_page *page, const struct result *c)
{
    FILE *out = page->out;
    size_t k = 0;

    fputs("<li data-r=\"", out);
    for (size_t r = 0; r < c->rule_count; r++) {
        const char *const *found = NULL;
        size_t low = 0, high = page->rule_count;

        while (low < high && !found) {
            size_t middle = (low + high) / 2;
            int order = strcmp(c->rules[r], page->rules[middle]);

            if (!order)
                found = &page->rules[middle];
            else if (order < 0)
                high = middle;
            else
                low = middle + 1;
        }
        if (found)
            html_put(out, k++ ? " %u" : "%u",
                     (size_t)(found - (const char *const *)page->rules));
    }
    html_put(out, "\">%s\n", c->id);
}

static void html_passes_company(const struct html_page *page,
                                const char *dialect, const struct shared *list,
                                size_t count)
{
    FILE *out = page->out;

    html_put(out,
             "<details class=\"group\" data-dialect=\"%s\"><summary>"
             "<b class=\"tag %s\">%s</b> as %s: ",
             dialect, list->first->c->verdict == VERDICT_PASS ? "good" : "open",
             verdict_names[list->first->c->verdict], dialect);
    for (size_t k = 0; k < list->count; k++)
        html_put(out, k ? ", <bdi>%s</bdi>" : "<bdi>%s</bdi>",
                 page->runs[list->first[k].run].implementation);
    html_put(out,
             " <span class=\"count\">%u case%s</span></summary>\n"
             "<ul class=\"ids\">\n",
             count, plural(count));
    for (size_t k = 0; k < count; k++)
        item(page, list[k].first->c);
    fputs("</ul></details>\n", out);
}

static size_t html_passes_gather(const struct html_page *page,
                                 const char *dialect, struct entry *entries)
{
    size_t count = 0;

    for (size_t k = 0; k < page->run_count; k++)
        if (!strcmp(page->runs[k].dialect, dialect))
            for (size_t i = 0; i < page->runs[k].case_count; i++)
                if (!report_is_told(page->runs[k].cases[i].verdict))
                    entries[count++] =
                        (struct entry){&page->runs[k].cases[i], k};
    return count;
}

static void of_dialect(const struct html_page *page, const char *dialect,
                       struct entry *entries, struct shared *list)
{
    size_t total = html_passes_gather(page, dialect, entries), count = 0;

    qsort(entries, total, sizeof *entries, by_case);
    for (size_t k = 0; k < total; k++) {
        const struct shared *last = count ? &list[count - 1] : NULL;

        if (!last || last->first->c->verdict != entries[k].c->verdict ||
            strcmp(last->first->c->id, entries[k].c->id) != 0)
            list[count++] = (struct shared){&entries[k], 0};
        list[count - 1].count++;
    }
    qsort(list, count, sizeof *list, by_company_and_case);
    for (size_t k = 0, next; k < count; k = next) {
        for (next = k + 1; next < count; next++)
            if (by_company(&list[k], &list[next]) != 0)
                break;
        html_passes_company(page, dialect, list + k, next - k);
    }
}

bool html_passes(const struct html_page *page)
{
    size_t total = 1;
    struct entry *entries;
    struct shared *list;
    bool good;

    for (size_t k = 0; k < page->run_count; k++)
        total += page->runs[k].case_count;
    entries = malloc(total * sizeof *entries);
    list = malloc(total * sizeof *list);
    good = entries && list;
    fputs("<section id=\"passes\" aria-labelledby=\"passes-h\">\n"
          "<h2 id=\"passes-h\">Passes, and what could not be judged</h2>\n",
          page->out);
    for (size_t k = 0; good && k < page->run_count; k++)
        if (report_new_dialect(page->runs, k))
            of_dialect(page, page->runs[k].dialect, entries, list);
    fputs("</section>\n", page->out);
    free(entries);
    free(list);
    return good;
}
