/* SPDX-License-Identifier: MIT */
/* The verb `vectors`: what a dialect permits, as data. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/put_file.h"
#include "conformance/base/whole_file.h"
#include "conformance/cases/suite.h"
#include "conformance/run/rederive.h"
#include "conformance/vectors/vectors.h"
#include "verbs.h"

enum { DIALECT, SUITE, CASES, FORMAT, OUTPUT, SINCE, HELP };

static const struct option_row rows[] = {
    [DIALECT] = {"dialect", "D", "of this dialect"},
    [SUITE] = {"suite", "quick|full", "of these cases (default: quick)"},
    [CASES] = {"cases", "FILE", "of the cases of this file"},
    [FORMAT] = {"format", "text|json", "how to write them (default: text)"},
    [OUTPUT] = {"output", "FILE", "where to (default: standard output)"},
    [SINCE] = {"since", "FILE",
               "tell what changed since these, which were written as text"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

struct vectors_request {
    int dialect, suite, format;
    const char *cases, *output, *since;
};

static int vectors_name(const struct vectors_request *r, struct vector_set *set,
                        struct case_list *list)
{
    static const char *const suites[] = {"quick", "full"};
    struct case_error error;

    if (r->cases && !suite_load_file(list, r->cases, &error))
        return complain(STATUS_USAGE, "%s", error.text);
    if (!r->cases &&
        !suite_load(list, (enum dialect)r->dialect, r->suite == 1, &error))
        return complain(STATUS_HARNESS, "%s", error.text);
    if (!vectors_make(set, (enum dialect)r->dialect, list))
        return out_of_memory();
    set->suite = r->cases ? r->cases : suites[r->suite];
    set->tables = rederive_tables();
    return STATUS_PASS;
}

static void vectors_put(FILE *out, const void *context)
{
    const struct output *output = context;

    fwrite(output->text, 1, output->length, out);
}

/* To the file that was named, or to standard output. */
static int vectors_end(struct output *output, const char *file)
{
    bool whole = !ferror(output->stream);
    int failed;

    if (!file)
        return output_end(output, STATUS_PASS);
    whole = fclose(output->stream) == 0 && whole;
    failed = whole ? put_file(file, vectors_put, output) : ENOMEM;
    free(output->text);
    return failed ? complain(STATUS_USAGE, "vectors: --output %s: %s", file,
                             strerror(failed))
                  : STATUS_PASS;
}

static int vectors_write(const struct vectors_request *r,
                         const struct vector_set *set)
{
    struct output output;
    bool good;

    if (!output_begin(&output))
        return STATUS_HARNESS;
    good = r->format == 1 ? vectors_json(set, output.stream)
                          : vectors_text(set, output.stream);
    if (good)
        return vectors_end(&output, r->output);
    output_drop(&output);
    return out_of_memory();
}

static int vectors_tell(const struct vectors_request *r,
                        const struct vector_set *set)
{
    struct whole_file old;
    struct output output;
    struct since since;
    bool good;

    if (!whole_file_read(&old, r->since))
        return complain(STATUS_USAGE, "vectors: --since %s: %s", r->since,
                        strerror(errno));
    if (!output_begin(&output)) {
        free(old.text);
        return STATUS_HARNESS;
    }
    good = vectors_since(set, old.text, old.length, &since, output.stream);
    free(old.text);
    if (good)
        return output_end(&output, since.added + since.gone + since.changed
                                       ? STATUS_FAIL
                                       : STATUS_PASS);
    output_drop(&output);
    return *since.problem ? complain(STATUS_USAGE, "vectors: --since %s: %s",
                                     r->since, since.problem)
                          : out_of_memory();
}

static int vectors_do(const struct vectors_request *r)
{
    struct case_list list = {0};
    struct vector_set set = {0};
    int status;

    if (r->dialect < 0)
        return complain(STATUS_USAGE,
                        "vectors: of which dialect? name it with --dialect; "
                        "profilcheck list dialects has them");
    if (r->since && (r->output || r->format > 0))
        return complain(STATUS_USAGE,
                        "vectors: --since tells what changed, as sentences: "
                        "leave out %s",
                        r->output ? "--output" : "--format");
    status = vectors_name(r, &set, &list);
    if (status == STATUS_PASS)
        status = r->since ? vectors_tell(r, &set) : vectors_write(r, &set);
    vectors_free(&set);
    case_list_free(&list);
    return status;
}

static int vectors_run(char **arguments)
{
    static const char *const suites[] = {"quick", "full", NULL};
    static const char *const formats[] = {"text", "json", NULL};
    struct vectors_request r = {.dialect = -1};
    struct options o;
    int row;

    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0) {
        switch (row) {
        case HELP: return verb_help(&verb_vectors);
        case DIALECT:
            r.dialect = dialect_option(o.value);
            if (r.dialect < 0)
                return STATUS_USAGE;
            break;
        case SUITE: r.suite = options_one_of(&o, row, suites); break;
        case FORMAT: r.format = options_one_of(&o, row, formats); break;
        case CASES: r.cases = o.value; break;
        case OUTPUT: r.output = o.value; break;
        case SINCE: r.since = o.value; break;
        default:
            return complain(STATUS_USAGE, "vectors: %s: it takes no words",
                            o.value);
        }
        if (r.suite < 0 || r.format < 0)
            return complain(STATUS_USAGE, "vectors: %s", o.error);
    }
    if (row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "vectors: %s", o.error);
    return vectors_do(&r);
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
    .run = vectors_run,
};
