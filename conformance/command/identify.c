/* SPDX-License-Identifier: MIT */
/* The verb `identify`: what an implementation does, no dialect given. */
#include <stdlib.h>

#include "conformance/identify/identify_impl.h"
#include "unknown.h"
#include "verbs.h"

enum { DIALECT, TIMEOUT, FORMAT, HELP };

static const struct option_row rows[] = {
    [DIALECT] = {"dialect", "D",
                 "call it by this dialect's prototypes "
                 "(default: found out)"},
    [TIMEOUT] = {"timeout", "SECONDS", "time limit of a case (default: 5)"},
    [FORMAT] = {"format", "text|json", "how to tell it (default: text)"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

static const char *const formats[] = {"text", "json", NULL};

static int identify_parse(char **arguments, struct identify_request *request,
                          bool *help)
{
    struct options o;
    int row;

    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0)
        switch (row) {
        case HELP: *help = true; return STATUS_PASS;
        case DIALECT:
            request->dialect = dialect_option(o.value);
            if (request->dialect < 0)
                return STATUS_USAGE;
            break;
        case FORMAT:
            request->json = options_one_of(&o, row, formats) == 1;
            if (*o.error)
                return complain(STATUS_USAGE, "identify: %s", o.error);
            break;
        case TIMEOUT:
            if (!options_time_limit(&o, row, &request->timeout_ms))
                return complain(STATUS_USAGE, "identify: %s", o.error);
            break;
        default:
            if (request->name)
                return complain(STATUS_USAGE,
                                "identify: one implementation "
                                "at a time, not %s and %s",
                                request->name, o.value);
            request->name = o.value;
        }
    if (row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "identify: %s", o.error);
    if (!request->name)
        return complain(STATUS_USAGE,
                        "identify: which implementation? Its "
                        "name or a path; see profilcheck list impls");
    request->impl = impl_find(request->name);
    if (!request->impl)
        return unknown_impl("identify", request->name);
    return STATUS_PASS;
}

static int identify_run(char **arguments)
{
    struct identify_request request = {.dialect = -1};
    bool help = false;
    int status = identify_parse(arguments, &request, &help);

    if (help)
        return verb_help(&verb_identify);
    if (status == STATUS_PASS)
        status = identify_impl(&request);
    case_list_free(&request.list);
    free(request.cases);
    return status;
}

const struct verb verb_identify = {
    .name = "identify",
    .usage = "[OPTION]... IMPL",
    .summary = "find out what an implementation does, and whose is like it",
    .example = "profilcheck identify libc\n"
               "profilcheck identify ./libmyprofil.so\n"
               "profilcheck identify --format json libc",
    .rows = rows,
    .run = identify_run,
};
