/* SPDX-License-Identifier: MIT */
#include "verbs.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/language/generate.h"
#include "conformance/language/suite.h"

/* Complains of too few words, or too many. */
static bool counts(const struct verb *verb, const struct options *o)
{
    if (o->word_count >= verb->least && o->word_count <= verb->most)
        return true;
    if (verb->most == 0)
        complain(STATUS_USAGE, "%s: %s: this verb takes no arguments",
                 verb->name, o->words[0]);
    else if (verb->most == 1 && o->word_count > 1)
        complain(STATUS_USAGE, "%s: one %s at a time, not %s and %s",
                 verb->name, verb->word, o->words[0], o->words[1]);
    else
        complain(STATUS_USAGE, "%s: %s", verb->name, verb->ask);
    return false;
}

bool verb_read(const struct verb *verb, char **arguments,
               struct options *options, void *request, int *status)
{
    *status = STATUS_USAGE;
    options_begin(options, verb->rows, arguments);
    options->seen = verb->seen;
    switch (options_read(options, request)) {
    case OPTIONS_READ: return counts(verb, options);
    case OPTIONS_HELP_WANTED: *status = verb_help(verb, false); return false;
    default:
        complain(STATUS_USAGE, "%s: %s", verb->name, options->error);
        return false;
    }
}

int verb_do(const struct verb *verb, char **arguments)
{
    static void *request; /* while the process lasts */
    static struct options given;
    struct memory_stream output;
    int status;

    request = memory_new(1, verb->size);
    if (verb->usual)
        memcpy(request, verb->usual, verb->size);
    if (!verb_read(verb, arguments, &given, request, &status))
        return status;
    status = verb->run(request, &given, memory_stream(&output));
    if (!output_is_refused() &&
        (status <= STATUS_FAIL || ftell(output.out) > 0))
        return output_end(&output, status);
    free(memory_stream_end(&output));
    return status;
}

int verb_help(const struct verb *verb, bool all)
{
    const char *often = all ? NULL : verb->often, *line = verb->example;
    struct memory_stream output;
    FILE *out = memory_stream(&output);

    fprintf(out, "usage: profilcheck %s %s\n\n%s\n\n", verb->name, verb->usage,
            verb->summary);
    options_describe(verb->rows, often, out);
    fputs("\nexample:\n", out);
    while (*line) {
        size_t length = strcspn(line, "\n");

        fprintf(out, "  %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    fprintf(out, "\nexit status: %s\n",
            verb->status ? verb->status : "0 done, 2 usage, 3 harness error");
    if (often)
        fprintf(out, "all options: profilcheck help %s; ", verb->name);
    fprintf(out, "at length: man profilcheck-%s\n", verb->name);
    return output_end(&output, STATUS_PASS);
}

int load_cases(struct case_list *list, const char *file, enum dialect dialect,
               bool full)
{
    struct case_error error;

    if (file ? suite_load_file(list, file, &error)
             : suite_load(list, dialect, full, &error))
        return STATUS_PASS;
    return complain(file ? STATUS_USAGE : STATUS_HARNESS, "%s", error.text);
}

int find_case(const char *verb, struct case_list *list, unsigned dialects,
              const char *id, const struct test_case **c)
{
    int status = load_cases(list, NULL, DIALECT_AIX, false);
    unsigned count;

    *c = case_list_find(list, id);
    for (int d = 0; status == STATUS_PASS && !*c && d < DIALECTS; d++) {
        if (!(dialects >> d & 1))
            continue;
        case_list_free(list);
        *list = (struct case_list){0};
        status = load_cases(list, NULL, (enum dialect)d, true);
        *c = case_list_find(list, id);
    }
    if (status == STATUS_PASS && !*c && sscanf(id, "count-%u", &count) == 1) {
        generate_count(list, count);
        *c = case_list_find(list, id);
    }
    return status != STATUS_PASS || *c ? status : unknown_case(verb, id, NULL);
}

static int unknown_end(const char *verb, const struct nearest *nearest,
                       const char *kind, const char *hint)
{
    return complain(STATUS_USAGE, "%s: %s", verb,
                    nearest_describe(nearest, kind, hint));
}

int unknown_impl(const char *verb, const char *name)
{
    struct nearest nearest;

    if (strncmp(name, "exec:", 5) == 0)
        return complain(STATUS_USAGE,
                        "%s: exec: no program was named: give exec:FILE, or "
                        "exec: and a command of the shell",
                        verb);
    nearest_begin(&nearest, name);
    for (size_t k = 0; impl_table[k]; k++)
        nearest_try(&nearest, impl_table[k]->name);
    return unknown_end(verb, &nearest, "implementation",
                       "see profilcheck list impls, or give the path of a "
                       "shared object");
}

void unknown_try_cases(struct nearest *nearest, const struct case_list *list)
{
    for (size_t k = 0; k < list->count; k++) {
        nearest_try(nearest, list->cases[k].slug);
        nearest_try(nearest, list->cases[k].id);
    }
}

int unknown_case_end(const char *verb, const struct nearest *nearest)
{
    if (strcmp(nearest->name, nearest->word) == 0)
        return complain(STATUS_USAGE,
                        "%s: %s: it is for other dialects, by its calls or its "
                        "dialect line",
                        verb, nearest->name);
    return unknown_end(verb, nearest, "case", "see profilcheck list cases");
}

int unknown_case(const char *verb, const char *id, const struct case_list *list)
{
    struct nearest nearest;

    nearest_begin(&nearest, id);
    if (list)
        unknown_try_cases(&nearest, list);
    for (int d = 0; !list && d < DIALECTS; d++) {
        struct case_list suite = {0};
        struct case_error error;

        if (suite_load(&suite, (enum dialect)d, false, &error))
            unknown_try_cases(&nearest, &suite);
        case_list_free(&suite);
    }
    return unknown_case_end(verb, &nearest);
}
