/* SPDX-License-Identifier: MIT */
/* The verb `shrink`: the least that shows a failure, as a case and in C. */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/terminal.h"
#include "conformance/shrink/minimal.h"
#include "conformance/trial/programs.h"
#include "conformance/trial/trial.h"
#include "conformance/workers/probe.h"
#include "unknown.h"
#include "verbs.h"

enum { DIALECT, CASES, TIMEOUT, C_ONLY, CASE_ONLY, HELP };

static const struct option_row rows[] = {
    [DIALECT] = {"dialect", "D",
                 "judge by this dialect; needed where the "
                 "case is meant for several"},
    [CASES] = {"cases", "FILE", "look in this file, not in the suites"},
    [TIMEOUT] = {"timeout", "SECONDS", "time limit of a case (default: 5)"},
    [C_ONLY] = {"c-only", NULL, "print the C program alone"},
    [CASE_ONLY] = {"case-only", NULL, "print the case alone"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

struct shrink_request {
    struct trial_settings settings;
    struct trial trial;
    struct subject subject;
    int dialect;
    bool c_only, case_only, help;
};

/* A word: the case, then the implementation. */
static bool shrink_word(struct options *o, struct trial_settings *s)
{
    if (s->name) {
        snprintf(o->error, sizeof o->error,
                 "%s: expected no more than CASE "
                 "and IMPL",
                 o->value);
        return false;
    }
    if (s->id_count)
        s->name = o->value;
    else
        s->ids[s->id_count++] = o->value;
    return true;
}

static int shrink_parse(char **arguments, struct shrink_request *request)
{
    struct trial_settings *s = &request->settings;
    struct options o;
    int row;

    request->dialect = -1;
    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0) {
        bool good = true;

        switch (row) {
        case DIALECT:
            request->dialect = dialect_option(o.value);
            if (request->dialect < 0)
                return STATUS_USAGE;
            break;
        case CASES:
            s->files[0] = o.value;
            s->file_count = 1;
            break;
        case TIMEOUT: good = options_time_limit(&o, row, &s->timeout_ms); break;
        case C_ONLY: request->c_only = true; break;
        case CASE_ONLY: request->case_only = true; break;
        case HELP: request->help = true; return STATUS_PASS;
        default: good = shrink_word(&o, s);
        }
        if (!good)
            return complain(STATUS_USAGE, "shrink: %s", o.error);
    }
    if (row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "shrink: %s", o.error);
    if (!s->name)
        return complain(STATUS_USAGE,
                        "shrink: which case, on which "
                        "implementation? See profilcheck list cases and "
                        "list impls");
    if (request->c_only && request->case_only)
        return complain(STATUS_USAGE, "shrink: --c-only or --case-only, not "
                                      "both");
    s->impl = impl_find(s->name);
    if (!s->impl)
        return unknown_impl("shrink", s->name);
    s->suite = s->full = s->file_count == 0;
    return STATUS_PASS;
}

/* Load the case for one dialect.  Not there: the trial is empty. */
static int shrink_load(struct shrink_request *request, enum dialect dialect)
{
    trial_begin(&request->trial, &request->settings, dialect);
    return trial_load(&request->trial, &request->settings);
}

/* The dialect that was asked for, or the only one that the case and the
 * implementation share. */
static int shrink_find_case(struct shrink_request *request)
{
    struct trial_settings *s = &request->settings;
    char why[400] = "", names[64] = "";
    unsigned found = 0;
    int only = -1;

    for (int d = 0; d < DIALECTS; d++) {
        unsigned can = 0;
        int status;

        if (request->dialect >= 0 && d != request->dialect)
            continue;
        status = shrink_load(request, (enum dialect)d);
        if (status != STATUS_PASS)
            return status;
        if (request->trial.count > 0)
            can = probe_capabilities(&request->trial.observe, why, sizeof why);
        if (can == PROBE_FAILED)
            return complain(STATUS_HARNESS, "shrink: %s: %s", s->name, why);
        if (can) {
            found++;
            only = d;
            strcat(strcat(names, " "), dialect_table[d].name);
        }
        trial_free(&request->trial);
        request->trial = (struct trial){0};
    }
    if (found > 1)
        return complain(STATUS_USAGE, "shrink: --dialect: one of%s is needed",
                        names);
    if (found == 1)
        return shrink_load(request, (enum dialect)only);
    if (*why)
        return complain(STATUS_USAGE, "shrink: %s: %s", s->name, why);
    return unknown_case("shrink", s->ids[0], NULL);
}

static void print_case(const struct shrink_request *request,
                       const struct test_case *c, const struct finding *finding,
                       unsigned again, FILE *out)
{
    fprintf(out, "# %s ", verdict_names[finding->judgement.verdict]);
    terminal_clean(request->settings.name, out);
    fprintf(out, " %s: ", dialect_table[request->subject.dialect].name);
    terminal_clean(finding->judgement.detail, out);
    putc('\n', out);
    if (again < MINIMAL_RUNS)
        fprintf(out, "# it fails so in %u of %d runs only\n", again,
                MINIMAL_RUNS);
    test_case_print(c, out);
}

static int shrink_show(struct shrink_request *request,
                       const struct test_case *c, const struct finding *finding,
                       unsigned again)
{
    struct output output, text = {0};
    char why[500] = "out of memory";
    bool shown = false;

    if (!output_begin(&output))
        return STATUS_HARNESS;
    if (!request->c_only)
        print_case(request, c, finding, again, output.stream);
    if (!request->case_only) {
        shown = program_verified(&request->subject, c, finding, &text, why,
                                 sizeof why);
        if (shown)
            fprintf(output.stream, "%s%s", request->c_only ? "" : "\n",
                    text.text);
        else if (!request->c_only)
            fprintf(output.stream, "\n# no C program: %s\n", why);
        if (text.stream)
            output_drop(&text);
    }
    if (request->c_only && !shown) {
        output_drop(&output);
        return complain(STATUS_FAIL, "shrink: no C program: %s", why);
    }
    return output_end(&output, STATUS_PASS);
}

static int shrink(struct shrink_request *request)
{
    const struct test_case *c = request->trial.cases[0].c;
    struct minimal minimal;
    char why[400];
    int status;

    request->trial.capabilities =
        probe_capabilities(&request->trial.observe, why, sizeof why);
    subject_of(&request->trial, &request->subject);
    switch (minimal_find(&request->subject, c, &minimal)) {
    case MINIMAL_FOUND:
        status = shrink_show(request, &minimal.list.cases[0], &minimal.finding,
                             minimal.again);
        break;
    case MINIMAL_NOTHING:
        status =
            complain(STATUS_FAIL,
                     "shrink: %s: there is nothing to "
                     "shrink, it is: %s%s%s",
                     c->id, verdict_names[minimal.finding.judgement.verdict],
                     *minimal.finding.judgement.detail ? ": " : "",
                     minimal.finding.judgement.detail);
        break;
    default: status = out_of_memory();
    }
    minimal_free(&minimal);
    return status;
}

static int shrink_run(char **arguments)
{
    struct shrink_request *request = calloc(1, sizeof *request);
    int status;

    if (!request)
        return out_of_memory();
    status = shrink_parse(arguments, request);
    if (status == STATUS_PASS && request->help) {
        status = verb_help(&verb_shrink);
    } else if (status == STATUS_PASS) {
        status = shrink_find_case(request);
        if (status == STATUS_PASS)
            status = shrink(request);
        trial_free(&request->trial);
        judge_free(request->subject.judge);
    }
    free(request);
    return status;
}

const struct verb verb_shrink = {
    .name = "shrink",
    .usage = "[OPTION]... CASE IMPL",
    .summary = "find the least that shows a failure, as a case and in C",
    .example = "profilcheck shrink --dialect glibc scale-zero libc\n"
               "profilcheck shrink --case-only --dialect aix far-pcs "
               "./libmine.so",
    .status = "0 done, 1 the case does not fail, 2 usage, 3 harness error",
    .rows = rows,
    .run = shrink_run,
};
