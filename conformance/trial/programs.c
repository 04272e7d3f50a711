/* SPDX-License-Identifier: MIT */
#include "programs.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "conformance/shrink/compile.h"
#include "conformance/shrink/minimal.h"
#include "conformance/shrink/program.h"
#include "reports/reports.h"

enum { SECONDS = 20 /* for a program, and for a case to get smaller */ };

void subject_of(const struct trial *trial, struct subject *subject)
{
    *subject = (struct subject){.observe = trial->observe,
                                .dialect = trial->dialect,
                                .capabilities = trial->capabilities,
                                .constants = trial->constants,
                                .profil_max = trial->profil_max};
}

static unsigned lines_in(const char *text)
{
    unsigned lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

bool program_verified(const struct subject *subject, const struct test_case *c,
                      const struct finding *finding, struct output *text,
                      char *why, size_t why_size)
{
    const char *path = subject->observe.open.path;
    bool own = subject->observe.impl == &impl_so;
    struct compiled compiled;
    char library[PATH_MAX];

    if (!output_begin(text))
        return false;
    if (!own && subject->observe.impl != &impl_libc) {
        snprintf(why, why_size, "%s is no library to link with", path);
        return false;
    }
    if (!program_write(c, subject, finding, text->stream, why, why_size))
        return false;
    fflush(text->stream);
    if (lines_in(text->text) > PROGRAM_LINES) {
        snprintf(why, why_size, "it would take %u lines", lines_in(text->text));
        return false;
    }
    if ((own && !realpath(path, library)) ||
        !compile_and_run(text->text, own ? library : NULL, SECONDS,
                         &compiled)) {
        snprintf(why, why_size, "it could not be compiled and run here");
        return false;
    }
    compiled.said[strcspn(compiled.said, "\n")] = '\0';
    if (!compiled.compiled)
        snprintf(why, why_size, "%s", compiled.said);
    else if (compiled.status != 1)
        snprintf(why, why_size,
                 "the one made for it does not show the "
                 "defect: %s",
                 compiled.said);
    return compiled.compiled && compiled.status == 1;
}

/* What the run has shown of the implementation. */
static bool programs_learn(const struct trial *trial, struct subject *subject)
{
    bool good;

    subject->judge = judge_new(trial->dialect);
    good = subject->judge != NULL;
    for (size_t k = 0; good && k < trial->count; k++) {
        const struct assessed *a = &trial->cases[k];

        if (!a->unsupported)
            good = judge_see(subject->judge, a->c,
                             a->has_alone ? &a->alone : &a->observation);
    }
    return good && judge_conclude(subject->judge);
}

static bool programs_add_one(struct subject *subject, const struct test_case *c,
                             struct result *result)
{
    struct output text = {0};
    struct minimal minimal;
    char why[500];
    enum minimal_result found;
    bool good;

    subject->until = time(NULL) + SECONDS;
    found = minimal_find(subject, c, &minimal);
    good = found != MINIMAL_MEMORY;

    if (found == MINIMAL_FOUND && minimal.again == MINIMAL_RUNS &&
        program_verified(subject, minimal.list.cases, &minimal.finding, &text,
                         why, sizeof why)) {
        result->program = strdup(text.text);
        good = result->program != NULL;
    }
    if (text.stream)
        output_drop(&text);
    minimal_free(&minimal);
    return good;
}

bool programs_add(struct trial *trial, unsigned findings)
{
    size_t worst[PROGRAMS_LIMIT], count = 0;
    struct subject subject;
    bool good = true;

    if (!trial->checks)
        count = report_shown(&trial->results, worst, findings);
    if (!count)
        return true;
    subject_of(trial, &subject);
    for (size_t k = 0; good && k < count; k++)
        good = (subject.judge || programs_learn(trial, &subject)) &&
               programs_add_one(&subject, trial->cases[worst[k]].c,
                                &trial->results.cases[worst[k]]);
    judge_free(subject.judge);
    return good;
}
