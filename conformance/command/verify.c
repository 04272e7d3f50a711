/* SPDX-License-Identifier: MIT */
/* The verb `verify`: are the verdicts of a file those of its observations? */
#include "conformance/run/verify_file.h"
#include "verbs.h"

enum { HELP };

static const struct option_row rows[] = {
    [HELP] = {"help", NULL, "show this"},
    {0},
};

static int verify_all(char **arguments, struct output *output)
{
    int status = STATUS_PASS, worst = STATUS_PASS, row;
    struct options o;

    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) == OPTIONS_WORD && status <= STATUS_FAIL) {
        status = verify_file(o.value, output->stream);
        worst = status > worst ? status : worst;
    }
    return worst;
}

static int verify_verb_run(char **arguments)
{
    struct output output;
    struct options o;
    size_t files = 0;
    int row, status;

    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0) {
        if (row == HELP)
            return verb_help(&verb_verify);
        files++;
    }
    if (row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "verify: %s", o.error);
    if (files == 0)
        return complain(STATUS_USAGE,
                        "verify: which file? One that profilcheck "
                        "run --results wrote");
    if (!output_begin(&output))
        return STATUS_HARNESS;
    status = verify_all(arguments, &output);
    if (status <= STATUS_FAIL)
        return output_end(&output, status);
    output_drop(&output);
    return status;
}

const struct verb verb_verify = {
    .name = "verify",
    .usage = "FILE|-...",
    .summary = "judge recorded results again, without the implementation",
    .example = "profilcheck run --results mine.jsonl ./libmine.so\n"
               "profilcheck verify mine.jsonl",
    .rows = rows,
    .run = verify_verb_run,
};
