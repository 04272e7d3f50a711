/* SPDX-License-Identifier: MIT */
/* The verb `verify`: are the verdicts of a file those of its observations? */
#include "conformance/run/verify_file.h"
#include "verbs.h"

enum { WAIVERS, HELP };

static const struct option_row rows[] = {
    [WAIVERS] = {"waivers", "FILE",
                 "hold, too, that what is waived is what this file waives"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

static int verify_all(char **arguments, struct waivers *waivers,
                      struct output *output)
{
    int status = STATUS_PASS, worst = STATUS_PASS, row;
    struct options o;

    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0 && status <= STATUS_FAIL) {
        if (row != OPTIONS_WORD)
            continue;
        status = verify_file(o.value, waivers, output->stream);
        worst = status > worst ? status : worst;
    }
    return worst;
}

static int verify_with(char **arguments, const char *file)
{
    struct waivers waivers = {0};
    struct output output;
    const char *problem = file ? waivers_read(&waivers, file) : NULL;
    int status;

    if (problem)
        return complain(STATUS_USAGE, "verify: --waivers: %s", problem);
    if (!output_begin(&output)) {
        waivers_free(&waivers);
        return STATUS_HARNESS;
    }
    status = verify_all(arguments, file ? &waivers : NULL, &output);
    waivers_free(&waivers);
    if (status <= STATUS_FAIL)
        return output_end(&output, status);
    output_drop(&output);
    return status;
}

static int verify_verb_run(char **arguments)
{
    const char *waivers = NULL;
    struct options o;
    size_t files = 0;
    int row;

    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0) {
        if (row == HELP)
            return verb_help(&verb_verify);
        if (row == WAIVERS)
            waivers = o.value;
        else
            files++;
    }
    if (row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "verify: %s", o.error);
    if (files == 0)
        return complain(STATUS_USAGE,
                        "verify: which file? One that profilcheck "
                        "run --results wrote");
    return verify_with(arguments, waivers);
}

const struct verb verb_verify = {
    .name = "verify",
    .usage = "[OPTION]... FILE|-...",
    .summary = "judge recorded results again, without the implementation",
    .example = "profilcheck run --results mine.jsonl ./libmine.so\n"
               "profilcheck verify mine.jsonl",
    .status = "0 as recorded, 1 something differs, 2 usage, 3 harness error",
    .rows = rows,
    .run = verify_verb_run,
};
