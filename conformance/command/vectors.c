/* SPDX-License-Identifier: MIT */
/* The verb `vectors`: what a dialect permits, as data. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/whole_file.h"
#include "conformance/export/vectors.h"
#include "conformance/language/suite.h"
#include "conformance/runs/recorded.h"
#include "verbs.h"

struct vectors_request {
    int dialect, suite, format;
    const char *cases, *since;
};

static const struct option_row rows[] = {
    DIALECT_NEEDED_ROW(vectors_request, dialect),
    SUITE_ROW(vectors_request, suite),
    OPTION("cases", TEXT, vectors_request, cases, "FILE",
           "cases of a file, instead of a suite"),
    FORMAT_ROW(vectors_request, format, "text|json"),
    OPTION("since", TEXT, vectors_request, since, "FILE",
           "list what changed since that file of vectors"),
    OPTIONS_HELP,
};

static int vectors_of(const struct vectors_request *r, struct vector_set *set,
                      struct case_list *list)
{
    static const char *const suites[] = {"quick", "full"};
    struct case_error error;

    if (r->cases && !suite_load_file(list, r->cases, &error))
        return complain(STATUS_USAGE, "%s", error.text);
    if (!r->cases &&
        !suite_load(list, (enum dialect)r->dialect, r->suite == 1, &error))
        return complain(STATUS_HARNESS, "%s", error.text);
    vectors_make(set, (enum dialect)r->dialect, list);
    set->suite = r->cases ? r->cases : suites[r->suite];
    set->tables = rederive_tables();
    return STATUS_PASS;
}

static int vectors_compare(const struct vectors_request *r,
                           const struct vector_set *set, FILE *out)
{
    struct whole_file old;
    struct since since;
    bool good;

    if (!whole_file_read(&old, r->since))
        return complain(STATUS_USAGE, "vectors: --since %s: %s", r->since,
                        strerror(errno));
    good = vectors_since(set, old.text, old.length, &since, out);
    free(old.text);
    if (good)
        return since.added + since.gone + since.changed ? STATUS_FAIL
                                                        : STATUS_PASS;
    return complain(STATUS_USAGE, "vectors: --since %s: %s", r->since,
                    since.problem);
}

static int vectors_run(void *of, const struct options *given, FILE *out)
{
    const struct vectors_request *r = of;
    struct case_list list = {0};
    struct vector_set set = {0};
    int status;

    (void)given;
    if (r->since && r->format > 0)
        return complain(STATUS_USAGE, "vectors: --since lists what changed, as "
                                      "sentences: leave out --format");
    status = vectors_of(r, &set, &list);
    if (status == STATUS_PASS && r->since)
        status = vectors_compare(r, &set, out);
    else if (status == STATUS_PASS)
        vectors_write(&set, r->format == 1, out);
    vectors_free(&set);
    case_list_free(&list);
    return status;
}

const struct verb verb_vectors = {
    .name = "vectors",
    .usage = "--dialect D [OPTION]...",
    .summary = "write what a dialect permits on each case, as data",
    .example = "profilcheck vectors --dialect freebsd --output vectors.txt\n"
               "profilcheck vectors --dialect freebsd --since vectors.txt",
    .status = "0 done; with --since: 0 nothing changed, 1 something did;\n"
              "             2 usage; 3 harness error",
    .rows = rows,
    REQUEST(vectors_request, .dialect = -1),
    .run = vectors_run,
};
