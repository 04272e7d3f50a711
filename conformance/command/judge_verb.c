/* SPDX-License-Identifier: MIT */
/* The verb `judge`: a log of what happened, judged. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/whole_file.h"
#include "conformance/explain/judged_trace.h"
#include "conformance/results/house.h"
#include "conformance/run/waivers.h"
#include "conformance/trace/trace_log.h"
#include "reports/reports.h"
#include "verbs.h"

enum { DIALECT, FROM, WAIVERS, HOUSE, HELP };
enum { FROM_TRACE, FROM_STRACE, FROM_LTRACE };

static const struct option_row rows[] = {
    [DIALECT] = {"dialect", "D", "by this dialect, whatever the log says"},
    [FROM] =
        {"from", "trace|strace|ltrace",
         "what wrote the log (default: trace, lines as TRACE.md has them)"},
    [WAIVERS] = {"waivers", "FILE",
                 "known failures to accept: CASE RULE UNTIL REASON, a line "
                 "each"},
    [HOUSE] = {"house-rules", "fail|warn|off",
               "what it does that a rule is broken which is profilcheck's own "
               "and on no page (default: warn)"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

struct verb_judging {
    const char *name; /* for people */
    struct whole_file file;
    struct trace trace;
    int dialect; /* -1: as the log says */
    struct waivers waivers;
    enum house_policy house;
    int from; /* FROM_TRACE, ... */
    struct output output;
};

/* Of a void function a log may say what the system call behind it returned:
 * 0 is that it returned. */
static void take_void(struct trace *trace, enum dialect dialect)
{
    if (dialect_permission(dialect, RETURN_ON_SUCCESS_NONE) != DECIDED)
        return;
    for (size_t k = 0; k < trace->count; k++) {
        struct outcome *o = &trace->cases[k].observation.outcome;
        bool its = trace->cases[k].dialect < 0 ||
                   trace->cases[k].dialect == (int)dialect;

        for (size_t n = 0; its && n < o->count; n++)
            if (o->events[n].kind == EVENT_CALL && o->events[n].value == 0)
                o->events[n].value = VALUE_NONE;
    }
}

/* By one dialect.  Returns the exit status. */
static int judge_by(struct verb_judging *j, enum dialect dialect, bool all)
{
    struct judged_trace judged;
    int status = STATUS_HARNESS;

    take_void(&j->trace, dialect);
    if (judged_make(&j->trace, dialect, all, &judged)) {
        judged.results.dialect = dialect_table[dialect].name;
        judged.results.implementation = judged.results.backend = j->name;
        waivers_settle(&j->waivers, j->house, &judged.results);
        judged_print(&judged, &j->trace, j->name, j->file.text, j->file.length,
                     j->output.stream);
        if (judged.results.waivers)
            report_said(&judged.results, false, j->output.stream);
        report_causes(&judged.results, false, j->output.stream);
        report_counts(&judged.results, false, j->output.stream);
        status = results_status(&judged.results);
        if (judged.results.summary[VERDICT_UNSUPPORTED] ==
            judged.results.case_count)
            status = STATUS_FAIL;
    } else {
        out_of_memory();
    }
    judged_free(&judged);
    return status;
}

/* Whether each case is of a dialect; and which ones there are. */
static bool dialects_of(const struct trace *trace, unsigned *dialects)
{
    *dialects = 0;
    for (size_t k = 0; k < trace->count; k++) {
        if (trace->cases[k].dialect < 0)
            return false;
        *dialects |= 1u << trace->cases[k].dialect;
    }
    return true;
}

static int judge_results(struct verb_judging *j)
{
    int status = STATUS_PASS, one;
    unsigned dialects;

    if (j->dialect >= 0)
        return judge_by(j, (enum dialect)j->dialect, true);
    if (!dialects_of(&j->trace, &dialects))
        return complain(STATUS_USAGE,
                        "judge: %s: by which dialect? Give "
                        "--dialect D, or the log a line "
                        "\"dialect D\" before its first case",
                        j->name);
    for (int d = 0; d < DIALECTS; d++)
        if (dialects >> d & 1) {
            one = judge_by(j, (enum dialect)d, false);
            status = one > status ? one : status;
        }
    return status;
}

/* The log as lines of a trace in its place.  False: complained of. */
static bool take_log(struct verb_judging *j)
{
    struct trace_log log = trace_log_convert(j->file.text, j->file.length);

    free(j->file.text);
    j->file.text = log.text;
    j->file.length = log.length;
    if (!log.text) {
        out_of_memory();
        return false;
    }
    if (log.calls == 0) {
        complain(STATUS_USAGE,
                 "judge: %s: it has no call of profil, sprofil, monitor, "
                 "monstartup or moncontrol; strace shows those that are "
                 "system calls, ltrace -e 'profil+sprofil' those of a library",
                 j->name);
        free(j->file.text);
        return false;
    }
    if (log.signals && !log.ticks)
        complain(STATUS_PASS,
                 "judge: %s: %zu SIGPROF without their pc, which -i shows: "
                 "ticks are not judged",
                 j->name, log.signals);
    return true;
}

static int judge_file(struct verb_judging *j, const char *file)
{
    bool standard = strcmp(file, "-") == 0;
    struct case_error error;
    int status;

    j->name = standard ? "standard input" : file;
    if (!whole_file_read(&j->file, standard ? NULL : file))
        return complain(STATUS_USAGE, "judge: %s: %s", j->name,
                        strerror(errno));
    if (j->from != FROM_TRACE && !take_log(j))
        return STATUS_USAGE;
    if (!(j->from == FROM_TRACE ? trace_read : trace_read_log)(
            &j->trace, j->name, j->file.text, j->file.length, &error))
        status = complain(STATUS_USAGE, "judge: %s", error.text);
    else if (j->trace.count == 0)
        status =
            complain(STATUS_USAGE, "judge: %s: it tells of no call", j->name);
    else if (!output_begin(&j->output))
        status = STATUS_HARNESS;
    else if ((status = judge_results(j)) <= STATUS_FAIL)
        status = output_end(&j->output, status);
    else
        output_drop(&j->output);
    waivers_complain(&j->waivers);
    trace_free(&j->trace);
    free(j->file.text);
    return status;
}

static int judge_verb_run(char **arguments)
{
    static const char *const origins[] = {"trace", "strace", "ltrace", NULL};
    struct verb_judging judging = {.dialect = -1};
    const char *file = NULL, *waivers = NULL, *problem = NULL;
    struct options o;
    int row, policy, status;

    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0)
        switch (row) {
        case HELP: return verb_help(&verb_judge);
        case FROM:
            judging.from = options_one_of(&o, row, origins);
            if (judging.from < 0)
                return complain(STATUS_USAGE, "judge: %s", o.error);
            break;
        case DIALECT:
            judging.dialect = dialect_option(o.value);
            if (judging.dialect < 0)
                return STATUS_USAGE;
            break;
        case WAIVERS: waivers = o.value; break;
        case HOUSE:
            policy = options_one_of(&o, HOUSE, house_policies);
            if (policy < 0)
                return complain(STATUS_USAGE, "judge: %s", o.error);
            judging.house = (enum house_policy)policy;
            break;
        default:
            if (file)
                return complain(STATUS_USAGE,
                                "judge: one log at a time, not %s and %s", file,
                                o.value);
            file = o.value;
        }
    if (row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "judge: %s", o.error);
    if (waivers)
        problem = waivers_read(&judging.waivers, waivers);
    if (problem)
        return complain(STATUS_USAGE, "judge: --waivers: %s", problem);
    status = judge_file(&judging, file ? file : "-");
    waivers_free(&judging.waivers);
    return status;
}

const struct verb verb_judge = {
    .name = "judge",
    .usage = "[OPTION]... [FILE|-]",
    .summary = "judge a log: the first line that nothing explains, and why",
    .example = "profilcheck judge --dialect freebsd profil.log\n"
               "ltrace -e profil ./program 2>&1 | profilcheck judge --from "
               "ltrace --dialect glibc\n"
               "./emitted | profilcheck judge",
    .status = "0 every line is explained, or waived; 1 one is not, or\n"
              "             nothing was judged; 2 usage; 3 harness error",
    .rows = rows,
    .run = judge_verb_run,
};
