/* SPDX-License-Identifier: MIT */
/* The verb `verify`: are the verdicts of a file those of its observations? */
#include "conformance/runs/recorded.h"
#include "verbs.h"

struct verify_request {
    struct waivers waivers;
};

static const struct option_row rows[] = {
    OPTION("waivers", WAIVERS, verify_request, waivers, "FILE",
           "check that it waived what this file waives"),
    OPTIONS_HELP,
};

static int verify_run(void *of, const struct options *files, FILE *out)
{
    struct verify_request *request = of;
    struct waivers *waivers =
        options_gave(files, "waivers") ? &request->waivers : NULL;
    int status = STATUS_PASS, worst = STATUS_PASS;

    for (size_t k = 0; k < files->word_count && status <= STATUS_FAIL; k++) {
        status = verify_file(files->words[k], waivers, out);
        worst = status > worst ? status : worst;
    }
    return worst;
}

const struct verb verb_verify = {
    .name = "verify",
    .usage = "[OPTION]... FILE|-...",
    .summary = "judge recorded results again, without the implementation",
    .example = "profilcheck run --results mine.jsonl ./libmine.so\n"
               "profilcheck verify mine.jsonl",
    .status = "0 as recorded, 1 something differs, 2 usage, 3 harness error",
    .rows = rows,
    .least = 1,
    .most = WORDS_ANY,
    .ask = "no file was named: give one that profilcheck run --results wrote",
    EMPTY_REQUEST(verify_request),
    .run = verify_run,
};
