/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/output.h"
#include "conformance/cases/suite.h"
#include "trial_checks.h"

static bool wanted(struct trial_settings *settings, const struct test_case *c)
{
    bool match = settings->id_count == 0;

    for (size_t k = 0; k < settings->id_count; k++)
        if (strcmp(settings->ids[k], c->id) == 0 ||
            strcmp(settings->ids[k], c->slug) == 0)
            match = settings->id_found[k] = true;
    return match;
}

int trial_load(struct trial *trial, struct trial_settings *settings)
{
    struct case_error error;
    bool good = true;

    trial->checks = trial_checks(trial, settings);
    if (settings->live || settings->laws)
        return STATUS_PASS;
    if (settings->suite &&
        (!suite_load(&trial->list, trial->dialect, settings->full, &error) ||
         !suite_for_addresses(&trial->list, 8 * sizeof(void *), &error)))
        return complain(STATUS_HARNESS, "%s", error.text);
    for (size_t k = 0; good && k < settings->file_count; k++)
        good = suite_load_file(&trial->list, settings->files[k], &error);
    if (!good)
        return complain(STATUS_USAGE, "%s", error.text);
    trial->cases = calloc(trial->list.count + 1, sizeof *trial->cases);
    if (!trial->cases)
        return out_of_memory();
    for (size_t k = 0; k < trial->list.count; k++) {
        struct test_case *c = &trial->list.cases[k];

        c->script.profil_max = trial->profil_max;
        if (wanted(settings, c) && c->dialects >> trial->dialect & 1)
            trial->cases[trial->count++].c = c;
    }
    return trial_cut(trial, &settings->shard) ? STATUS_PASS : out_of_memory();
}
