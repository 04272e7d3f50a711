/* SPDX-License-Identifier: MIT */
#include <string.h>

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
    fprintf(out, "\nexit status: %s\n",
            verb->status ? verb->status : "0 done, 2 usage, 3 harness error");
    return output_end(&output, STATUS_PASS);
}
