/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "reference/rules.h"
#include "verbs.h"

int verb_help(const struct verb *verb)
{
    const char *line = verb->example;
    struct output output;
    FILE *out = output_begin(&output);

    if (!out)
        return STATUS_HARNESS;
    fprintf(out, "usage: profilcheck %s %s\n\n%s\n\n", verb->name, verb->usage,
            verb->summary);
    options_describe(verb->rows, out);
    fputs("\nexample:\n", out);
    while (*line) {
        size_t length = strcspn(line, "\n");

        fprintf(out, "  %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    return output_end(&output, STATUS_PASS);
}

int dialect_option(const char *name)
{
    int dialect = dialect_by_name(name);
    char names[128];
    size_t length = 0;

    if (dialect >= 0)
        return dialect;
    for (int d = 0; d < DIALECTS && length < sizeof names; d++)
        length += (size_t)snprintf(names + length, sizeof names - length,
                                   "%s%s", d ? ", " : "",
                                   dialect_table[d].name);
    complain(STATUS_USAGE, "--dialect: read %s, expected one of %s", name,
             names);
    return -1;
}
