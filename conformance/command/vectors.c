/* SPDX-License-Identifier: MIT */
/* The verb `vectors`: what a dialect permits, as data. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/whole_file.h"
#include "conformance/export/vectors.h"
#include "conformance/runs/recorded.h"
#include "verbs.h"

struct vectors_request {
    int dialect, suite, format;
    const char *cases, *since;
    struct case_list list;
    struct vector_set set;
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

static int vectors_compare(const struct vectors_request *r, FILE *out)
{
    struct whole_file old;
    struct since since;
    bool good;

    if (!whole_file_read(&old, r->since))
        return complain(STATUS_USAGE, "vectors: --since %s: %s", r->since,
                        strerror(errno));
    good = vectors_since(&r->set, old.text, old.length, &since, out);
    free(old.text);
    if (good)
        return since.added + since.gone + since.changed ? STATUS_FAIL
                                                        : STATUS_PASS;
    return complain(STATUS_USAGE, "vectors: --since %s: %s", r->since,
                    since.problem);
}

static int vectors_run(void *of, const struct options *given, FILE *out)
{
    static const char *const suites[] = {"quick", "full"};
    struct vectors_request *r = of;
    enum dialect dialect = (enum dialect)r->dialect;
    int status;

    if (r->cases && options_gave(given, "suite"))
        return complain(STATUS_USAGE, "vectors: --cases or --suite, not both");
    if (r->since && r->format > 0)
        return complain(STATUS_USAGE, "vectors: --since lists what changed, as "
                                      "sentences: leave out --format");
    status = load_cases(&r->list, r->cases, dialect, r->suite == 1);
    if (status != STATUS_PASS)
        return status;
    vectors_make(&r->set, dialect, &r->list);
    r->set.suite = r->cases ? r->cases : suites[r->suite];
    r->set.tables = rederive_tables();
    if (r->since)
        return vectors_compare(r, out);
    vectors_write(&r->set, r->format == 1, out);
    return STATUS_PASS;
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
