/* SPDX-License-Identifier: MIT */
/*
 * The parts of the page that report_html writes.
 *
 * Whatever is written of results goes through html_put, whose %s and %j
 * escape; so a name, a case or a file can't become markup.
 *
 * What is read without a script is markup: verdicts, causes, the manuals, the
 * method.  The list of all cases is data, and html_script makes rows of it as
 * they come into view.
 */
#ifndef REPORTS_HTML_H
#define REPORTS_HTML_H

#include "conformance/base/memory.h"
#include "reports/reports.h"
#include "reports/runs.h"

/* Cases of one run that did not pass, of one cause, the plainest first. */
struct html_finding {
    const struct results *run;
    const struct result **cases;
    size_t count;
    const struct cause *cause; /* null: none is given */
    const char *words;         /* the cause, or what the first case says */
    const char *key;           /* one for all findings of one defect */
    unsigned verdict;
    size_t defect; /* index in page->defects */
};

/* Findings of one defect: that of one id, in whatever run; what nothing
 * explains is of one implementation. */
struct html_defect {
    struct html_finding *findings; /* in the order of the runs */
    size_t count, cases;
    const struct html_finding *example; /* of the worst the shortest */
    unsigned verdict;
};

/* Implementations that behave the same: the same verdicts and causes, case by
 * case, in the same dialects. */
struct html_group {
    size_t first, count; /* in page->order */
};

/* Words, sorted and each once. */
struct html_words {
    const char **list;
    size_t count;
};

struct html_page {
    const struct results *runs; /* but for those that are offered */
    size_t run_count;
    const struct results *offered;
    size_t offered_count;
    FILE *out;
    const struct report_with_history *history;
    struct html_finding *findings; /* a defect's side by side */
    size_t finding_count;
    struct html_defect *defects; /* the worst first */
    size_t defect_count;
    struct html_words rules;   /* every name of a rule */
    const char **order;        /* implementations, a group's side by side */
    struct html_group *groups; /* the best known first */
    size_t group_count;
    struct arena memory; /* of all of these */
};

/* As report_put has it; %j is for a script element. */
#define html_put(out, ...) report_put(out, &html_escapes, __VA_ARGS__)
extern const struct report_escapes html_escapes;

/* Begin a section of that id, with a heading, or a fold of one dialect. */
void html_section(FILE *out, const char *id, const char *heading);
void html_group(FILE *out, const char *dialect, const char *summary);

/* Begin a table that scrolls where it is too wide, up to the first head of its
 * columns; "</tr></thead>" is to follow. */
void html_table(FILE *out, const char *label, const char *classes,
                const char *caption, const char *first);

/* Its SHA-256 in base64, as a content security policy states it. */
void html_hash(const char *text, FILE *out);

extern const char html_style[], html_script[];

/* "good", "bad" or "open": a class of html_style, never alone: words say it
 * too. */
const char *html_class_of_standing(unsigned standing);
const char *html_class_of_verdict(unsigned verdict);
const char *html_class_of_light(enum report_light light);
/* The same as a character. */
const char *html_sign(const char *class);

/* Set findings and defects; and groups. */
void html_find(struct html_page *page);
void html_gather_groups(struct html_page *page);

/* The run of a group's first by that dialect, or null. */
const struct results *html_group_run(const struct html_page *page,
                                     const struct html_group *group,
                                     const char *dialect);
/* "signal, perf and ptrace" */
void html_group_name(const struct html_page *page,
                     const struct html_group *group);

/* The length of a rule's name without the interface that may follow it. */
size_t html_rule_length(const char *rule);

/* Put words in order that were gathered; and where one is; count: nowhere. */
void html_words_sort(struct html_words *words);
size_t html_words_index(const struct html_words *words, const char *word);

/* The verdicts in the order of a bar's parts; their names are the words of the
 * page, of addresses and of styles. */
extern const unsigned html_parts[VERDICTS];

/* The sections. */
void html_verdicts(const struct html_page *page);
/* When, where, by what and how it was judged: a line. */
void html_origin(const struct html_page *page);
/* Lines over the files that are kept; nothing where none are. */
void html_history(const struct html_page *page);
/* What is new, gone and the same; nothing where nothing is compared. */
void html_changes(const struct html_page *page);
void html_causes(const struct html_page *page);
void html_map(const struct html_page *page);
void html_method(const struct html_page *page);
void html_appendix(const struct html_page *page);
void html_cases(const struct html_page *page);

/* Its parts. */
/* What was observed, in sentences, under a title. */
void html_observed(const struct html_page *page, const struct result *c,
                   const char *title, const char *observed);
void html_histogram(const struct html_page *page, const struct result *c);
void html_change(const struct html_page *page,
                 const struct html_defect *defect);
/* A link to a clause, where the page has it. */
void html_clause_link(const char *clause, FILE *out);
/* Text in which ids of clauses become links, and what stands between two `
 * code. */
void html_linked(const char *text, FILE *out);

#endif
