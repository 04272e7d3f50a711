/* SPDX-License-Identifier: MIT */
/* The verb `host`: what this machine does, without any implementation. */
#include "conformance/observe/host.h"
#include "verbs.h"

struct host_request {
    int format;
};

static const struct option_row rows[] = {
    FORMAT_ROW(host_request, format, "text|tap|json"),
    OPTIONS_HELP,
};

static int host_run(void *of, const struct options *given, FILE *out)
{
    static void (*const formats[])(FILE *) = {host_as_text, host_as_tap,
                                              host_as_json};
    const struct host_request *request = of;
    int status = STATUS_PASS;

    (void)given;
    formats[request->format](out);
    for (unsigned f = 0; f < HOST_FACTS; f++)
        if (host_fact((enum host_name)f)->state == HOST_BROKEN)
            status = STATUS_FAIL;
    return status;
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
    EMPTY_REQUEST(host_request),
    .run = host_run,
};
