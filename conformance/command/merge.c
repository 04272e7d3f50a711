/* SPDX-License-Identifier: MIT */
/* The verb `merge`: of the shards of a run the results of the whole. */
#include "conformance/merge/merge_run.h"
#include "verbs.h"

enum { WAIVERS, HELP };

static const struct option_row rows[] = {
    [WAIVERS] = {"waivers", "FILE",
                 "known failures to accept: CASE RULE UNTIL REASON, a line "
                 "each"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

static int merge(struct shards *shards, struct waivers *waivers)
{
    int worst = STATUS_PASS, status = shards_check(shards);
    struct output output;

    if (status != STATUS_PASS)
        return status;
    if (!output_begin(&output))
        return STATUS_HARNESS;
    for (size_t k = 0; k < shards->files[0].count; k++) {
        status = merge_run(shards, k, waivers, output.stream);
        if (status == STATUS_USAGE) {
            output_drop(&output);
            return status;
        }
        worst = status > worst ? status : worst;
    }
    waivers_complain(waivers);
    return output_end(&output, worst);
}

static int merge_verb_run(char **arguments)
{
    struct shards shards = {0};
    struct waivers waivers = {0};
    const char *problem = NULL;
    struct options o;
    int row = OPTIONS_END, status = STATUS_PASS;

    options_begin(&o, rows, arguments);
    while (!problem && status == STATUS_PASS && (row = options_next(&o)) >= 0)
        switch (row) {
        case HELP: shards_free(&shards); return verb_help(&verb_merge);
        case WAIVERS: problem = waivers_read(&waivers, o.value); break;
        default: status = shards_add(&shards, o.value);
        }
    if (status == STATUS_PASS && row == OPTIONS_WRONG)
        problem = o.error;
    if (status == STATUS_PASS && !problem && !shards.count)
        problem = "which files? Those of all shards, as profilcheck run "
                  "--shard I/N --results wrote them";
    if (problem)
        status = complain(STATUS_USAGE, "merge: %s", problem);
    if (status == STATUS_PASS)
        status = merge(&shards, &waivers);
    shards_free(&shards);
    waivers_free(&waivers);
    return status;
}

const struct verb verb_merge = {
    .name = "merge",
    .usage = "[OPTION]... FILE...",
    .summary = "make one file of results of the shards of a run",
    .example = "profilcheck run --shard 1/2 --results 1.jsonl ./libmine.so\n"
               "profilcheck run --shard 2/2 --results 2.jsonl ./libmine.so\n"
               "profilcheck merge 1.jsonl 2.jsonl >mine.jsonl",
    .status = "0 all pass, or pass with waivers; 1 some fail; 2 usage;\n"
              "             3 harness error",
    .rows = rows,
    .run = merge_verb_run,
};
