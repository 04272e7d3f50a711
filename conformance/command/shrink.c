/* SPDX-License-Identifier: MIT */
/* The verb `shrink`: the least that shows a failure, as a case and in C. */
#include <stdlib.h>

#include "conformance/base/memory.h"
#include "conformance/base/terminal.h"
#include "conformance/export/reason.h"
#include "conformance/observe/probe.h"
#include "conformance/runs/impl_runs.h"
#include "conformance/runs/programs.h"
#include "verbs.h"

struct shrink_request {
    struct impl_run_settings settings;
    struct impl_run run;
    struct subject subject;
    int dialect; /* -1: that which fits it best */
    const char *file;
    bool c_only, case_only;
};

static const struct option_row rows[] = {
    DIALECT_ROW(shrink_request, dialect, "the best fit"),
    OPTION("cases", TEXT, shrink_request, file, "FILE",
           "take the case from this file"),
    TIMEOUT_ROW(shrink_request, settings.timeout_ms, "time limit of a case"),
    OPTION("c-only", SET, shrink_request, c_only, NULL,
           "print the C program alone"),
    OPTION("case-only", SET, shrink_request, case_only, NULL,
           "print the case alone"),
    OPTIONS_HELP,
};

static int shrink_settle(struct shrink_request *request,
                         const struct options *o)
{
    struct impl_run_settings *s = &request->settings;

    if (request->c_only && request->case_only)
        return complain(STATUS_USAGE, "shrink: --c-only or --case-only, not "
                                      "both");
    s->ids[s->id_count++] = o->words[0];
    s->name = o->words[1];
    s->impl = impl_find(s->name);
    if (!s->impl)
        return unknown_impl("shrink", s->name);
    s->files[0] = request->file;
    s->file_count = request->file != NULL;
    s->suite = s->full = !request->file;
    return STATUS_PASS;
}

/* Whether the implementation can be asked the case by that dialect, whose run
 * it is then.  STATUS_PASS, or the exit status after a complaint. */
static int shrink_load(struct shrink_request *request, enum dialect dialect,
                       bool *can)
{
    struct impl_run *run = &request->run;
    int status;

    impl_run_begin(run, &request->settings, dialect);
    status = impl_run_load(run, &request->settings);
    if (status == STATUS_PASS && run->count > 0)
        run->capabilities = probe_capabilities(&run->observe);
    *can = run->capabilities != 0;
    return run->capabilities == PROBE_FAILED
               ? complain(STATUS_HARNESS, "shrink: %s: %s",
                          request->settings.name, run->observe.learnt.why)
               : status;
}

/* By the dialect that was asked for; or of those by which it can be asked, by
 * the one that fits it best. */
static int shrink_find_case(struct shrink_request *request)
{
    const char *name = request->settings.name;
    unsigned possible = 0;
    int status = STATUS_PASS, best = request->dialect;
    const char *why = NULL;
    bool can;

    for (int d = 0; d < DIALECTS && status == STATUS_PASS; d++) {
        if (request->dialect >= 0 && d != request->dialect)
            continue;
        status = shrink_load(request, (enum dialect)d, &can);
        possible |= can ? 1u << d : 0;
        if (*request->run.observe.learnt.why)
            why = problem_of("%s", request->run.observe.learnt.why);
        impl_run_free(&request->run);
    }
    if (status != STATUS_PASS)
        return status;
    if (!possible)
        return why ? complain(STATUS_USAGE, "shrink: %s: %s", name, why)
                   : unknown_case("shrink", request->settings.ids[0], NULL);
    if (request->dialect < 0)
        status = impl_runs_best(request->settings.impl, name, possible, &best);
    return status == STATUS_PASS
               ? shrink_load(request, (enum dialect)best, &can)
               : status;
}

static void print_case(const struct shrink_request *request,
                       const struct test_case *c, const struct finding *finding,
                       unsigned again, FILE *out)
{
    terminal_print(
        out, "# %s %s %s: %s\n", verdict_names[finding->judgement.verdict],
        request->settings.name, dialect_table[request->subject.dialect].name,
        finding->judgement.detail);
    if (again < MINIMAL_RUNS)
        fprintf(out, "# it failed in this way in %u of %d runs\n", again,
                MINIMAL_RUNS);
    test_case_print(c, out);
}

static int shrink_show(struct shrink_request *request,
                       const struct test_case *c, const struct finding *finding,
                       unsigned again, FILE *out)
{
    const char *why;
    char *program;

    if (!request->c_only)
        print_case(request, c, finding, again, out);
    if (request->case_only)
        return STATUS_PASS;
    program = program_verified(&request->subject, c, finding, &why);
    if (!program && request->c_only)
        return complain(STATUS_FAIL, "shrink: no C program: %s", why);
    fprintf(out, "%s%s%s%s", request->c_only ? "" : "\n",
            program ? program : "# no C program: ", program ? "" : why,
            program ? "" : "\n");
    free(program);
    return STATUS_PASS;
}

static int shrink(struct shrink_request *request, FILE *out)
{
    const struct test_case *c = request->run.cases[0].c;
    char *name = terminal_word(request->settings.name);
    struct minimal minimal;
    int status = STATUS_FAIL;

    subject_of(&request->run, &request->subject);
    if (minimal_find(&request->subject, c, &minimal))
        status = shrink_show(request, &minimal.list.cases[0], &minimal.finding,
                             minimal.again, out);
    else if (reason_after_others(&request->subject, c, &minimal.finding))
        complain(STATUS_FAIL,
                 "shrink: %s: the case fails only after other cases in its "
                 "process, so it can't be shrunk; profilcheck run --dialect %s "
                 "%s shows it",
                 c->id, dialect_table[request->subject.dialect].name, name);
    else
        complain(
            STATUS_FAIL,
            "shrink: %s: the case does not fail, so it can't be shrunk: %s%s%s",
            c->id, verdict_names[minimal.finding.judgement.verdict],
            *minimal.finding.judgement.detail ? ": " : "",
            minimal.finding.judgement.detail);
    minimal_free(&minimal);
    free(name);
    return status;
}

static int shrink_run(void *of, const struct options *given, FILE *out)
{
    struct shrink_request *request = of;
    int status = shrink_settle(request, given);

    if (status == STATUS_PASS)
        status = shrink_find_case(request);
    return status == STATUS_PASS ? shrink(request, out) : status;
}

const struct verb verb_shrink = {
    .name = "shrink",
    .usage = "[OPTION]... CASE IMPL",
    .summary = "make a failing case small, and a C program that shows it",
    .example = "profilcheck shrink --dialect glibc scale-zero libc\n"
               "profilcheck shrink --case-only --dialect aix far-pcs "
               "./libmine.so",
    .status = "0 done, 1 the case does not fail, 2 usage, 3 harness error",
    .rows = rows,
    .least = 2,
    .most = 2,
    .ask = "a case and an implementation are needed; see profilcheck list "
           "cases and list impls",
    REQUEST(shrink_request, .dialect = -1),
    .run = shrink_run,
};
