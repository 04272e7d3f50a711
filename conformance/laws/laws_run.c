/* SPDX-License-Identifier: MIT */
/* The laws, asked of an implementation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/delivery/observe.h"
#include "laws.h"

struct laws_subject {
    const struct laws_request *request;
    struct observation observation;
};

static const struct observation *laws_run_ask(void *context,
                                              const struct test_case *c)
{
    struct laws_subject *subject = context;
    const struct laws_request *request = subject->request;
    struct observation *o = &subject->observation;
    char why[sizeof o->note];

    observation_free(o);
    if (request->can(request->context, c, why, sizeof why)) {
        observe(request->options, c, o);
    } else {
        *o = (struct observation){.ended = ENDED_UNSUPPORTED};
        snprintf(o->note, sizeof o->note, "%s", why);
    }
    return o;
}

/* Laws hold of what never counts, too. */
static void laws_run_judge(size_t law, const struct laws_finding *f,
                           struct result *result, char *detail, size_t size)
{
    if (f->broken > 0) {
        result->verdict = VERDICT_FAIL;
        snprintf(detail, size, "%s: not so that %s, in %u of %u streams",
                 f->first, laws_text(law), f->broken, f->streams);
    } else if (f->crashed > 0) {
        result->verdict = VERDICT_CRASH;
        snprintf(detail, size, "%s: it came to no end, in %u of %u streams",
                 f->first, f->crashed, f->streams);
    } else if (f->streams == 0) {
        result->verdict = VERDICT_UNSUPPORTED;
        snprintf(detail, size, "%s", f->untold);
    } else if (f->counted == 0) {
        result->verdict = VERDICT_FAIL;
        snprintf(detail, size, "nothing is counted of %u streams", f->streams);
    } else {
        result->verdict = VERDICT_PASS;
        snprintf(detail, size, "%s: %u streams", laws_text(law), f->streams);
    }
}

static bool laws_run_note(size_t law, const struct laws_finding *finding,
                          struct results *results)
{
    struct result *result = &results->cases[results->case_count++];
    char detail[600];

    laws_run_judge(law, finding, result, detail, sizeof detail);
    result->id = laws_id(law);
    result->rules = calloc(1, sizeof *result->rules);
    result->detail = strdup(detail);
    results->summary[result->verdict]++;
    return result->rules && result->detail;
}

bool laws_run(const struct laws_request *request, struct results *results)
{
    struct laws_subject subject = {.request = request};
    const struct laws_bench bench = {request->dialect, laws_run_ask, &subject,
                                     1};
    bool good;

    memset(results->summary, 0, sizeof results->summary);
    results->case_count = results->behaviour_count = 0;
    results->behaviour = NULL;
    results->cases = calloc(laws_count, sizeof *results->cases);
    good = results->cases != NULL;
    for (size_t k = 0; good && k < laws_count; k++) {
        struct laws_finding finding = {0};

        if (!laws_arise(k, request->dialect) ||
            (request->wanted && !request->wanted(request->context, laws_id(k))))
            continue;
        if (request->unsupported)
            snprintf(finding.untold, sizeof finding.untold, "%s",
                     request->unsupported);
        else
            good = laws_check(k, &bench, &finding);
        good = good && laws_run_note(k, &finding, results);
        if (request->progress)
            request->progress(k + 1, laws_count);
    }
    observation_free(&subject.observation);
    return good;
}
