/* SPDX-License-Identifier: MIT */
/* The verb `host`: what this machine does, without any implementation. */
#include <string.h>

#include "conformance/host/host_text.h"
#include "verbs.h"

enum { FORMAT, HELP };

static const struct option_row rows[] = {
    [FORMAT] = {"format", "text|tap|json", "how to tell it (default: text)"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

static int host_tell(void (*write)(FILE *out))
{
    struct output output;
    int status = STATUS_PASS;

    if (!output_begin(&output))
        return STATUS_HARNESS;
    write(output.stream);
    for (unsigned f = 0; f < HOST_FACTS; f++)
        if (host_fact((enum host_name)f)->state == HOST_BROKEN)
            status = STATUS_FAIL;
    return output_end(&output, status);
}

static int host_run(char **arguments)
{
    static const struct {
        const char *name;
        void (*write)(FILE *out);
    } formats[] = {
        {"text", host_as_text}, {"tap", host_as_tap}, {"json", host_as_json}};
    const char *format = "text";
    struct options o;
    int row;

    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0)
        switch (row) {
        case HELP: return verb_help(&verb_host);
        case FORMAT: format = o.value; break;
        default:
            return complain(STATUS_USAGE, "host: %s: it takes no words",
                            o.value);
        }
    if (row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "host: %s", o.error);
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
        if (strcmp(format, formats[k].name) == 0)
            return host_tell(formats[k].write);
    return complain(STATUS_USAGE,
                    "host: --format: read %s, expected text, tap or json",
                    format);
}

const struct verb verb_host = {
    .name = "host",
    .usage = "[OPTION]...",
    .summary =
        "measure what this machine does with signals, timers, fork, exec",
    .example = "profilcheck host\n"
               "profilcheck host --format tap",
    .status = "0 nothing is broken, 1 something is, 2 usage, 3 harness error",
    .rows = rows,
    .run = host_run,
};
