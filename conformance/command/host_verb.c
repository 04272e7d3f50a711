/* SPDX-License-Identifier: MIT */
/* The verb `host`: what this machine does, without any implementation. */
#include <string.h>

#include "conformance/base/json_text.h"
#include "conformance/host/host.h"
#include "reports/reports.h"
#include "verbs.h"

enum { FORMAT, HELP };

static const struct option_row rows[] = {
    [FORMAT] = {"format", "text|tap|json", "how to tell it (default: text)"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

static void as_text(FILE *out)
{
    static const enum host_state order[] = {HOST_BROKEN, HOST_UNKNOWN,
                                            HOST_ABSENT, HOST_RIGHT};
    unsigned counts[HOST_STATES] = {0};

    for (unsigned k = 0; k < HOST_STATES; k++)
        for (unsigned f = 0; f < HOST_FACTS; f++) {
            const struct host_fact *fact = host_fact((enum host_name)f);

            if (fact->state != order[k])
                continue;
            counts[fact->state]++;
            fprintf(out, "%-8s%-14s  %s\n", host_state_of(fact->state),
                    host_name_of((enum host_name)f), fact->text);
        }
    fprintf(out, "%u facts:", (unsigned)HOST_FACTS);
    for (unsigned s = 0, n = 0; s < HOST_STATES; s++)
        if (counts[s])
            fprintf(out, "%s %u %s", n++ ? "," : "", counts[s],
                    host_state_of((enum host_state)s));
    fprintf(out, "; a tick takes %llu.%llu us\n",
            (unsigned long long)host_tick_time() / 1000,
            (unsigned long long)host_tick_time() / 100 % 10);
}

static void as_tap(FILE *out)
{
    fprintf(out, "TAP version 13\n1..%u\n", (unsigned)HOST_FACTS);
    for (unsigned f = 0; f < HOST_FACTS; f++) {
        const struct host_fact *fact = host_fact((enum host_name)f);
        const char *name = host_name_of((enum host_name)f);
        bool skipped =
            fact->state == HOST_ABSENT || fact->state == HOST_UNKNOWN;

        fprintf(out, "%sok %u - %s%s%s\n",
                fact->state == HOST_BROKEN ? "not " : "", f + 1, name,
                skipped ? " # SKIP " : ": ", fact->text);
    }
}

static void as_json(FILE *out)
{
    fprintf(out, "{\"tick_nanoseconds\": %llu,\n \"facts\": [",
            (unsigned long long)host_tick_time());
    for (unsigned f = 0; f < HOST_FACTS; f++) {
        const struct host_fact *fact = host_fact((enum host_name)f);

        fprintf(out, "%s\n  {\"fact\": \"%s\", \"state\": \"%s\", \"text\": ",
                f ? "," : "", host_name_of((enum host_name)f),
                host_state_of(fact->state));
        json_text(fact->text, out);
        putc('}', out);
    }
    fputs("]}\n", out);
}

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
    } formats[] = {{"text", as_text}, {"tap", as_tap}, {"json", as_json}};
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
    .rows = rows,
    .run = host_run,
};
