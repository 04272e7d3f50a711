/* SPDX-License-Identifier: MIT */
/*
 * The parts of the page that report_html writes.
 *
 * Whatever is written of results goes through html_put, whose %s escapes; so
 * a name, a case or a file can't become markup.
 */
#ifndef REPORTS_HTML_H
#define REPORTS_HTML_H

#include "kind.h"
#include "reports.h"
#include "runs.h"

/* Cases of one run that did not pass, of one cause; the shortest first. */
struct html_finding {
    size_t run; /* index in page->runs */
    const struct result **cases;
    size_t count;
    const struct cause *cause; /* null: none is given */
    const char *words;         /* the cause, or what the smallest case says */
    unsigned verdict;
};

struct html_page {
    const struct results *runs;
    size_t run_count;
    FILE *out;
    const struct result **bad;     /* what findings point into */
    struct html_finding *findings; /* the worst first */
    size_t finding_count;
    const char **rules; /* every name of a rule, once, sorted */
    size_t rule_count;
};

/* %s: a string, escaped; %u: a size_t; %%; all else as it is. */
void html_put(FILE *out, const char *format, ...);

/* Its SHA-256 in base64, as a content security policy states it. */
void html_hash(const char *text, FILE *out);

extern const char html_style[], html_script[];

/* "good", "bad" or "open": a class of html_style, never alone: words say it
 * too. */
const char *html_class_of_standing(unsigned standing);

/* Set findings, or rules; false: out of memory. */
bool html_find(struct html_page *page);
bool html_gather_rules(struct html_page *page);
/* The length of a rule's name without the interface that may follow it. */
size_t html_rule_length(const char *rule);
/* Whether a rule of that name is to blame for a finding. */
bool html_blames(const struct html_finding *finding, const char *rule);

/* The sections. */
void html_verdicts(const struct html_page *page);
void html_filter(const struct html_page *page);
void html_rules(const struct html_page *page);
void html_findings(const struct html_page *page);
bool html_passes(const struct html_page *page);
void html_atlas(const struct html_page *page);
void html_clauses(const struct html_page *page);
void html_environment(const struct html_page *page);

/* Its parts. */
void html_histogram(const struct html_page *page, const struct result *c);
/* A link to a clause, where the page has it. */
void html_clause_link(const struct html_page *page, const char *clause);
/* Text in which ids of clauses become links, and what stands between two `
 * code. */
void html_linked(const struct html_page *page, const char *text);

#endif
