/* SPDX-License-Identifier: MIT */
/* The verb `identify`: what an implementation does, no dialect given. */
#include "conformance/judge/identify.h"
#include "verbs.h"

static const struct option_row rows[] = {
    OPTION("dialect", DIALECT, identify_request, dialect, "D",
           "call it by this dialect's prototypes"),
    TIMEOUT_ROW(identify_request, timeout_ms, "time limit of a case"),
    FORMAT_ROW(identify_request, json, "text|json"),
    OPTIONS_HELP,
};

static int identify_run(void *of, const struct options *given, FILE *out)
{
    struct identify_request *request = of;

    request->name = given->words[0];
    request->impl = impl_find(request->name);
    return request->impl ? identify_impl(request, out)
                         : unknown_impl("identify", request->name);
}

const struct verb verb_identify = {
    .name = "identify",
    .usage = "[OPTION]... IMPL",
    .summary = "find out what an implementation does, and what it is like",
    .example = "profilcheck identify libc\n"
               "profilcheck identify ./libmyprofil.so\n"
               "profilcheck identify --format json libc",
    .rows = rows,
    .least = 1,
    .most = 1,
    .word = "implementation",
    .ask = "no implementation was named: give a name of profilcheck list "
           "impls, or a path",
    REQUEST(identify_request, .dialect = -1),
    .run = identify_run,
};
