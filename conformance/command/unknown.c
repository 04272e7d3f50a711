/* SPDX-License-Identifier: MIT */
#include "unknown.h"

#include <string.h>

#include "conformance/cases/suite.h"
#include "impls/impl.h"
#include "verbs.h"

static char text[400];

static int complain_as(const char *verb)
{
    return *verb ? complain(STATUS_USAGE, "%s: %s", verb, text)
                 : complain(STATUS_USAGE, "%s", text);
}

int unknown_impl(const char *verb, const char *name)
{
    struct nearest nearest;

    nearest_begin(&nearest, name);
    for (size_t k = 0; impl_table[k]; k++)
        nearest_try(&nearest, impl_table[k]->name);
    nearest_describe(&nearest, "implementation",
                     "see profilcheck list impls, or give the path of a "
                     "shared object",
                     text, sizeof text);
    return complain_as(verb);
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
    nearest_describe(nearest, "case", "see profilcheck list cases", text,
                     sizeof text);
    return complain_as(verb);
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

int dialect_option(const char *name)
{
    const char *names[DIALECTS + 1] = {NULL};
    int dialect = dialect_by_name(name);

    if (dialect >= 0)
        return dialect;
    for (int d = 0; d < DIALECTS; d++)
        names[d] = dialect_table[d].name;
    nearest_of(name, "dialect", names, text, sizeof text);
    complain_as("");
    return -1;
}

const struct report_format *format_option(struct options *options, int row)
{
    const struct report_format *format = report_format_find(options->value);
    const char *names[16] = {NULL};

    if (format)
        return format;
    for (size_t k = 0; k < 15 && report_formats[k].name; k++)
        names[k] = report_formats[k].name;
    options_one_of(options, row, names);
    return NULL;
}
