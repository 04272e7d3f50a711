/* SPDX-License-Identifier: MIT */
/* The verb `merge`: of the shards of a run the results of the whole. */
#include "conformance/runs/shards.h"
#include "verbs.h"

struct merge_request {
    struct waivers waivers;
    struct shards shards;
};

static const struct option_row rows[] = {
    WAIVERS_ROW(merge_request, waivers),
    OPTIONS_HELP,
};

static int merge_all(void *of, const struct options *given, FILE *out)
{
    struct merge_request *request = of;
    struct shards *shards = &request->shards;
    int status = STATUS_PASS, worst = STATUS_PASS;

    for (size_t k = 0; k < given->word_count && status == STATUS_PASS; k++)
        status = shards_add(shards, given->words[k]);
    if (status == STATUS_PASS)
        status = shards_check(shards);
    if (status != STATUS_PASS)
        return status;
    for (size_t k = 0; k < shards->files[0].count; k++) {
        status = merge_run(shards, k, &request->waivers, out);
        if (status == STATUS_USAGE)
            return status;
        worst = status > worst ? status : worst;
    }
    if (worst == STATUS_PASS && !shards_judged(shards))
        worst =
            complain(STATUS_FAIL, "merge: nothing was judged: every case is "
                                  "unsupported");
    waivers_complain(&request->waivers);
    return worst;
}

const struct verb verb_merge = {
    .name = "merge",
    .usage = "[OPTION]... FILE...",
    .summary = "join the shards of a run",
    .example = "profilcheck run --shard 1/2 --results 1.jsonl ./libmine.so\n"
               "profilcheck run --shard 2/2 --results 2.jsonl ./libmine.so\n"
               "profilcheck merge 1.jsonl 2.jsonl >mine.jsonl",
    .status =
        "0 all pass, or pass with waivers; 1 some fail, a shard was\n"
        "             killed, or nothing was judged; 2 usage; 3 harness error",
    .rows = rows,
    .least = 1,
    .most = WORDS_ANY,
    .ask = "no file was named: give those of all shards, as profilcheck run "
           "--shard I/N --results wrote them",
    EMPTY_REQUEST(merge_request),
    .run = merge_all,
};
