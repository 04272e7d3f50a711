/* SPDX-License-Identifier: MIT */
/* The verb `smoke`: does it answer at all, and are plain ticks counted? */
#include <stdio.h>
#include <string.h>

#include "conformance/base/terminal.h"
#include "conformance/judge/judge.h"
#include "conformance/workers/opening.h"
#include "conformance/workers/probe.h"
#include "unknown.h"
#include "verbs.h"

enum { DIALECT, TIMEOUT, HELP };

static const struct option_row rows[] = {
    [DIALECT] = {"dialect", "D", "by this dialect (default: freebsd)"},
    [TIMEOUT] = {"timeout", "SECONDS", "a limit for each step (default: 5)"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

struct smoke_request {
    const char *name;
    int dialect;
    unsigned timeout_ms;
    bool help;
};

/* By each dialect, the first call that it has: ticks are counted in the third
 * counter and the fifth, and nowhere else, on top of what was
 * there; what is behind stays, even where a dialect lets a buffer be cleared. */
static const char *const texts[] = {
    "case smoke\nbuffer b 64 fill16=7\nprofil b 32 0x1000 0x8000\n"
    "tick 0x1008 0x1010 x2\n",
    "case smoke\nbuffer b 64 fill16=7\n"
    "profil [ 0x1000 0x1040 b 32 0x8000 ] -1 0 0\ntick 0x1008 0x1010 x2\n",
    "case smoke\nbuffer b 64 fill16=7\n"
    "sprofil [ b 32 0x1000 0x8000 ] 1 null ushort\ntick 0x1008 0x1010 x2\n",
    "case smoke\nbuffer b 64\nmonitor 0x1000 0x1080 b 32 0\n"
    "tick 0x1008 0x1010 x2\n",
};

/* A sentence, finding first. */
static int smoke_tell(const struct smoke_request *request, const char *dialect,
                      int status, const char *said, const char *what)
{
    struct output output;

    if (!output_begin(&output))
        return STATUS_HARNESS;
    terminal_clean(request->name, output.stream);
    fprintf(output.stream, " as %s: %s", dialect, said);
    fputs(*what ? ": " : "", output.stream);
    terminal_clean(what, output.stream);
    putc('\n', output.stream);
    return output_end(&output, status);
}

/* Of a program that does not answer: what keeps lines back. */
static const char *hint(const struct smoke_request *request)
{
    return strncmp(request->name, "exec:", 5) == 0
               ? " (is each line flushed, and read as soon as it is there? awk "
                 "takes fflush(), and mawk -W interactive)"
               : "";
}

/* What came of the case: a fault of the profil, or of what stands between. */
static int smoke_judge(const struct smoke_request *request,
                       struct opening *opening, const struct test_case *c)
{
    const char *dialect = dialect_table[opening->dialect].name;
    struct judgement judgement;
    struct observation o;
    int status;

    if (!opening_ask(opening, c, &o))
        return smoke_tell(request, dialect, STATUS_FAIL,
                          "it could not be asked", "");
    judge_alone(opening->dialect, c, &o, &judgement);
    switch (judgement.verdict) {
    case VERDICT_PASS:
    case VERDICT_UNSPECIFIED:
        status = smoke_tell(request, dialect, STATUS_PASS,
                            "it answers, and ticks are counted", "");
        break;
    case VERDICT_ERROR:
        status = smoke_tell(request, dialect, STATUS_FAIL,
                            "it could not be judged", o.note);
        break;
    case VERDICT_UNSUPPORTED:
        status = smoke_tell(request, dialect, STATUS_FAIL,
                            "it can not do the first case", o.note);
        break;
    case VERDICT_TIMEOUT:
        status = smoke_tell(request, dialect, STATUS_FAIL,
                            "it does not answer in time", judgement.seen.got);
        break;
    case VERDICT_CRASH:
        status = smoke_tell(request, dialect, STATUS_FAIL, "it died",
                            judgement.seen.got);
        break;
    default:
        status =
            smoke_tell(request, dialect, STATUS_FAIL,
                       "it answers, but its profil is wrong", judgement.detail);
    }
    observation_free(&o);
    return status;
}

/* The first of the cases that it has the call of, or -1. */
static int smoke_find(struct case_list *list, const struct opening *opening)
{
    struct case_error error;
    char why[200];

    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        case_list_free(list);
        if (!case_list_parse(list, "smoke", texts[k], strlen(texts[k]), &error))
            return -1;
        if (list->cases[0].dialects >> opening->dialect & 1 &&
            probe_case(&list->cases[0], opening->dialect, opening->capabilities,
                       &opening->constants, why, sizeof why))
            return (int)k;
    }
    return -1;
}

/* What does not open is no implementation; what dies of it is one that is
 * wrong. */
static int smoke_unopened(const struct smoke_request *request,
                          const char *dialect, const struct opening *opening,
                          const char *why)
{
    bool died = opening->options.learnt.smoke == SMOKE_DIED;

    return smoke_tell(request, dialect,
                      opening->capabilities == PROBE_FAILED ? STATUS_HARNESS
                      : died                                ? STATUS_FAIL
                                                            : STATUS_USAGE,
                      !died ? "it does not open"
                      : opening->options.learnt.ended == ENDED_TIMEOUT
                          ? "it does not answer in time"
                          : "it died",
                      why);
}

static int smoke_as(const struct smoke_request *request,
                    const struct impl_class *impl, enum dialect dialect)
{
    const char *name = dialect_table[dialect].name;
    struct case_list list = {0};
    struct opening opening;
    char why[400] = "";
    int status;

    if (!opening_as(&opening, impl, request->name, dialect, why, sizeof why)) {
        if (opening.options.learnt.ended == ENDED_TIMEOUT)
            strncat(why, hint(request), sizeof why - strlen(why) - 1);
        return smoke_unopened(request, name, &opening, why);
    }
    opening.options.timeout_ms = request->timeout_ms;
    status = smoke_find(&list, &opening) < 0
                 ? smoke_tell(request, name, STATUS_FAIL,
                              "it has none of this dialect's calls", "")
                 : smoke_judge(request, &opening, &list.cases[0]);
    case_list_free(&list);
    return status;
}

static int smoke_parse(char **arguments, struct smoke_request *request)
{
    struct options o;
    int row;

    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0)
        switch (row) {
        case HELP: request->help = true; return STATUS_PASS;
        case DIALECT:
            request->dialect = dialect_option(o.value);
            if (request->dialect < 0)
                return STATUS_USAGE;
            break;
        case TIMEOUT:
            if (!options_time_limit(&o, row, &request->timeout_ms))
                return complain(STATUS_USAGE, "smoke: %s", o.error);
            break;
        default:
            if (request->name)
                return complain(STATUS_USAGE,
                                "smoke: one implementation at a time, not %s "
                                "and %s",
                                request->name, o.value);
            request->name = o.value;
        }
    if (row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "smoke: %s", o.error);
    if (!request->name)
        return complain(STATUS_USAGE, "smoke: which implementation? See "
                                      "profilcheck list impls");
    return STATUS_PASS;
}

static int smoke_verb_run(char **arguments)
{
    struct smoke_request request = {.dialect = DIALECT_FREEBSD};
    int status = smoke_parse(arguments, &request);
    const struct impl_class *impl;

    if (request.help)
        return verb_help(&verb_smoke);
    if (status != STATUS_PASS)
        return status;
    impl = impl_find(request.name);
    if (!impl)
        return unknown_impl("smoke", request.name);
    return smoke_as(&request, impl, (enum dialect)request.dialect);
}

const struct verb verb_smoke = {
    .name = "smoke",
    .usage = "[OPTION]... IMPL",
    .summary = "say whether it answers at all, and counts plain ticks",
    .example = "profilcheck smoke --dialect hpux exec:./adapter\n"
               "profilcheck smoke ./libmyprofil.so",
    .status =
        "0 it answers and counts, 1 it does not, 2 usage, 3 harness error",
    .rows = rows,
    .run = smoke_verb_run,
};
