/* SPDX-License-Identifier: MIT */
#include "trial_checks.h"

#include <errno.h>
#include <string.h>

#include "conformance/base/output.h"
#include "conformance/laws/laws.h"
#include "conformance/live/live.h"
#include "conformance/run/progress.h"
#include "conformance/workers/probe.h"
#include "trial_next.h"

/* Of the live suite and the laws: what they check has names. */
static bool wanted_check(void *context, const char *id)
{
    struct trial_settings *settings = context;
    bool match = settings->id_count == 0;

    for (size_t k = 0; k < settings->id_count; k++)
        if (strcmp(settings->ids[k], id) == 0)
            match = settings->id_found[k] = true;
    return match;
}

size_t trial_checks(const struct trial *trial, struct trial_settings *settings)
{
    size_t count = 0;

    for (size_t k = 0; settings->live && k < live_checks; k++)
        count += wanted_check(settings, live_id(k));
    for (size_t k = 0; settings->laws && k < laws_count; k++)
        count +=
            laws_arise(k, trial->dialect) && wanted_check(settings, laws_id(k));
    return count;
}

static int run_live(struct trial *trial, const struct trial_settings *settings)
{
    const struct live_options options = {&trial->observe, trial->dialect,
                                         live_full_plan};
    bool good;

    progress_begin(dialect_table[trial->dialect].name);
    good = live_run(&options, trial->capabilities, wanted_check,
                    (void *)settings, progress_show, &trial->results);
    progress_end();
    if (!good)
        return complain(STATUS_HARNESS, "a process could not be made: %s",
                        strerror(errno));
    trial_add_delivery(trial);
    return STATUS_PASS;
}

/* For the laws: what the trial is of, and what is asked of it. */
struct trial_laws {
    const struct trial *trial;
    const struct trial_settings *settings;
};

static bool can_ask(void *context, const struct test_case *c, char *why,
                    size_t size)
{
    const struct trial *trial = ((struct trial_laws *)context)->trial;

    return probe_case(c, trial->dialect, trial->capabilities, &trial->constants,
                      why, size);
}

static bool wanted_law(void *context, const char *id)
{
    return wanted_check((void *)((struct trial_laws *)context)->settings, id);
}

/* What can't be judged at all is unsupported by each law. */
static int run_laws(struct trial *trial, const struct trial_settings *settings)
{
    struct trial_laws laws = {trial, settings};
    struct laws_request request = {.options = &trial->observe,
                                   .dialect = trial->dialect,
                                   .can = can_ask,
                                   .wanted = wanted_law,
                                   .context = &laws,
                                   .progress = progress_show};
    char why[512];
    bool alive, good;
    int status = trial_try(trial, &alive, why, sizeof why);

    if (status != STATUS_PASS)
        return status;
    if (!alive)
        request.unsupported = why;
    progress_begin(dialect_table[trial->dialect].name);
    good = laws_run(&request, &trial->results);
    progress_end();
    return good ? STATUS_PASS : out_of_memory();
}

int trial_checks_run(struct trial *trial, const struct trial_settings *settings)
{
    return settings->live ? run_live(trial, settings)
                          : run_laws(trial, settings);
}
