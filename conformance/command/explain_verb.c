/* SPDX-License-Identifier: MIT */
/* The verb `explain`: why a case did not pass. */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/runs/explain_run.h"
#include "verbs.h"

struct explain_request {
    struct explained_run run;
    uint64_t limit;
    const char *the_case, *observed;
    struct case_list list;
};

static const struct option_row rows[] = {
    DIALECT_ROW(explain_request, run.dialect, "the run's, or all that fit"),
    OPTION("case", TEXT, explain_request, the_case, "TEXT|ID",
           "a case's id, name, or text with ; between lines"),
    OPTION("observed", TEXT, explain_request, observed, "LINE",
           "what was observed of --case, as in a report"),
    OPTION_BETWEEN("limit", NUMBER, explain_request, limit, 1, 1000000, "N",
                   "explain the N worst cases of a run (default: 5)"),
    OPTIONS_HELP,
};

/* A case from one line: a ; outside of a list ends a line. */
static char *lines_of(const char *text)
{
    bool named = strncmp(text, "case ", 5) == 0;
    char *lines = memory_new(strlen(text) + sizeof "case given\n\n", 1);
    char *to = lines;
    unsigned open = 0;

    if (!named)
        to += sprintf(to, "case given\n");
    for (; *text; text++) {
        open += *text == '[';
        open -= *text == ']' && open;
        *to++ = *text == ';' && !open ? '\n' : *text;
    }
    strcpy(to, "\n");
    return lines;
}

/* The case that was given.  STATUS_PASS, or the exit status after a
 * complaint. */
static int take_case(struct explain_request *request,
                     const struct test_case **c)
{
    const char *text = request->the_case;
    int dialect = request->run.dialect;
    struct case_list *list = &request->list;
    struct case_error error;
    char *lines;
    bool good;

    if (!strpbrk(text, " \n;"))
        return find_case("explain: --case", list,
                         dialect < 0 ? ~0u : 1u << dialect, text, c);
    lines = lines_of(text);
    good = case_list_parse(list, "--case", lines, strlen(lines), &error);
    free(lines);
    *c = list->cases;
    if (good && list->count > 0)
        return STATUS_PASS;
    return complain(STATUS_USAGE, "explain: %s",
                    good ? "--case: the text has no case" : error.text);
}

static int explain_given(struct explain_request *request, FILE *out)
{
    const struct test_case *c;
    int status = take_case(request, &c);

    return status == STATUS_PASS ? explain_case(out, c, request->observed,
                                                request->run.dialect >= 0
                                                    ? 1u << request->run.dialect
                                                    : c->dialects)
                                 : status;
}

static int explain_verb_run(void *of, const struct options *given, FILE *out)
{
    struct explain_request *request = of;

    request->run.file = given->word_count ? given->words[0] : NULL;
    request->run.limit = (size_t)request->limit;
    if (!request->the_case != !request->observed)
        return complain(STATUS_USAGE, "explain: --case and --observed go "
                                      "together");
    if (request->the_case &&
        (request->run.file || options_gave(given, "limit")))
        return complain(STATUS_USAGE,
                        "explain: --case takes no file and no --limit");
    if (!request->run.file && !request->the_case)
        return complain(STATUS_USAGE,
                        "explain: nothing to explain was named: give a report "
                        "as JSON, a file of results, or --case and --observed");
    return request->run.file ? explain_run(&request->run, out)
                             : explain_given(request, out);
}

const struct verb verb_explain = {
    .name = "explain",
    .usage = "[OPTION]... FILE|-, or --case TEXT|ID --observed LINE",
    .summary = "show why cases did not pass, with the arithmetic",
    .example = "profilcheck run --format json libc | profilcheck explain -\n"
               "profilcheck explain --limit 1 results.jsonl\n"
               "profilcheck explain --dialect aix --case odd-number --observed "
               "'...'",
    .rows = rows,
    .most = 1,
    .word = "report",
    REQUEST(explain_request, .run.dialect = -1, .limit = 5),
    .run = explain_verb_run,
};
