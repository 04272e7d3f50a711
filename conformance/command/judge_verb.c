/* SPDX-License-Identifier: MIT */
/* The verb `judge`: a log of what happened, judged. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/terminal.h"
#include "conformance/base/whole_file.h"
#include "conformance/judge/judged_trace.h"
#include "conformance/language/trace.h"
#include "conformance/results/house.h"
#include "tap.h"
#include "verbs.h"

enum { FROM_TRACE, FROM_STRACE, FROM_LTRACE };
struct verb_judging {
    const char *name; /* for people */
    struct whole_file file;
    struct trace trace;
    int dialect; /* -1: as the log says */
    struct waivers waivers;
    int house; /* enum house_policy */
    int from;  /* FROM_TRACE, ... */
    bool quiet, verbose;
    bool failed; /* a case of it */
};

static const struct option_row rows[] = {
    DIALECT_ROW(verb_judging, dialect, "the log's"),
    OPTION("from", CHOICE, verb_judging, from, "trace|strace|ltrace",
           "what wrote the log (default: trace)"),
    WAIVERS_ROW(verb_judging, waivers),
    HOUSE_ROW(verb_judging, house, "warn"),
    VERBOSE_ROW(verb_judging, verbose,
                "list every case, and the inferred behaviour"),
    OPTION("quiet", SET, verb_judging, quiet, NULL,
           "one line for each dialect"),
    OPTIONS_HELP,
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
static int judge_by(struct verb_judging *j, enum dialect dialect, bool all,
                    FILE *out)
{
    struct judged_trace judged;
    struct results *run = &judged.results;
    int status;

    take_void(&j->trace, dialect);
    judged_make(&j->trace, dialect, all, &judged);
    run->dialect = dialect_table[dialect].name;
    run->implementation = run->backend = j->name;
    house_apply(run, (enum house_policy)j->house);
    if (!j->quiet) /* what is waived is not explained */
        judged_print(&judged, &j->trace, j->name, j->file.text, j->file.length,
                     out);
    waivers_settle(&j->waivers, (enum house_policy)j->house, run);
    if (j->quiet || j->verbose)
        report_text(run, j->quiet ? REPORT_QUIET : REPORT_VERBOSE, false, out);
    else {
        if (run->waivers)
            report_text(run, REPORT_QUIET, false, out);
        report_rest(run, false, out);
    }
    j->failed |= run->summary[VERDICT_FAIL] > 0;
    status = run->summary[VERDICT_UNSUPPORTED] == run->case_count
                 ? STATUS_FAIL
                 : results_status(run);
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

static int judge_results(struct verb_judging *j, FILE *out)
{
    int status = STATUS_PASS, one;
    unsigned dialects;

    if (j->dialect >= 0)
        return judge_by(j, (enum dialect)j->dialect, true, out);
    if (!dialects_of(&j->trace, &dialects))
        return complain(STATUS_USAGE,
                        "judge: %s: it names no dialect: give --dialect D, or "
                        "add a line \"dialect D\" before its first case",
                        j->name);
    for (int d = 0; d < DIALECTS; d++)
        if (dialects >> d & 1) {
            one = judge_by(j, (enum dialect)d, false, out);
            status = one > status ? one : status;
        }
    return status;
}

/* The log as lines of a trace in its place.  STATUS_PASS, or the exit status
 * after a complaint. */
static int take_log(struct verb_judging *j)
{
    struct trace_log log = trace_log_convert(j->file.text, j->file.length);
    struct case_error error;

    free(j->file.text);
    j->file.text = memory_got(log.text);
    j->file.length = log.length;
    if (log.calls == 0)
        return complain(
            STATUS_USAGE,
            "judge: %s: it has no call of profil, sprofil, monitor, "
            "monstartup or moncontrol; strace shows those that are "
            "system calls, ltrace -e 'profil+sprofil' those of a library",
            j->name);
    if (log.signals && !log.ticks)
        complain(STATUS_PASS,
                 "judge: %s: %zu SIGPROF without a pc, which strace -i shows: "
                 "ticks are not judged",
                 j->name, log.signals);
    if (!trace_read_log(&j->trace, j->name, j->file.text, j->file.length,
                        &error))
        return complain(STATUS_USAGE, "judge: %s", error.text);
    return STATUS_PASS;
}

/* Whether a log can be read whole: STATUS_PASS, or the exit status after a
 * complaint. */
static int read_trace(struct verb_judging *j, unsigned long *announced)
{
    struct word before = tap_stands_before(&j->file);
    struct case_error error;
    unsigned long last;
    char why[400];

    if (!trace_read(&j->trace, j->name, j->file.text, j->file.length, &error))
        return before.length == 0
                   ? complain(STATUS_USAGE, "judge: %s", error.text)
                   : complain(STATUS_USAGE,
                              "judge: %s: \"%.*s\" stands before the log: cut "
                              "it off each line, as cut -b %zu- does",
                              j->name, (int)before.length, before.text,
                              before.length + 1);
    if (tap_is_cut(&j->file, announced, &last))
        return complain(STATUS_USAGE,
                        "judge: %s: the log is cut: it ends after test %lu of "
                        "%lu; without its line 1..%lu what is there is judged",
                        j->name, last, *announced, *announced);
    if (!tap_agrees(&j->file, j->name, &j->trace, j->dialect, why, sizeof why))
        return complain(STATUS_USAGE, "judge: %s", why);
    return STATUS_PASS;
}

/* What is said below the verdict of what the log is, or is not. */
static int say_of_trace(struct verb_judging *j, unsigned long announced,
                        int status, FILE *out)
{
    if (tap_put_ended(&j->file, j->name, out) > 0 && status == STATUS_PASS)
        status = STATUS_FAIL;
    if (j->failed && !strstr(j->file.text, "0x"))
        complain(STATUS_PASS,
                 "judge: %s: none of its numbers begins with 0x: all were "
                 "read as decimal",
                 j->name);
    if (j->failed && j->file.text[j->file.length - 1] != '\n')
        complain(STATUS_PASS,
                 "judge: %s: it ends within a line: the log may be cut",
                 j->name);
    tap_put_skipped(&j->file, j->name, announced, out);
    return status;
}

static int judge_run(void *of, const struct options *given, FILE *out)
{
    struct verb_judging *j = of;
    const char *file = given->word_count ? given->words[0] : "-";
    bool standard = strcmp(file, "-") == 0, is_trace = j->from == FROM_TRACE;
    unsigned long announced = 0;
    int status;

    j->name = standard ? "standard input" : file;
    if (!whole_file_read(&j->file, standard ? NULL : file))
        return complain(STATUS_USAGE, "judge: %s: %s", j->name,
                        strerror(errno));
    status = is_trace ? read_trace(j, &announced) : take_log(j);
    if (status != STATUS_PASS)
        return status;
    if (j->trace.count == 0)
        return complain(STATUS_USAGE, "judge: %s: the log records no call",
                        j->name);
    status = judge_results(j, out);
    if (status == STATUS_USAGE)
        return status;
    if (is_trace)
        status = say_of_trace(j, announced, status, out);
    waivers_complain(&j->waivers);
    return status;
}

const struct verb verb_judge = {
    .name = "judge",
    .usage = "[OPTION]... [FILE|-]",
    .summary = "judge a log of calls and ticks, line by line",
    .example = "profilcheck judge --dialect freebsd profil.log\n"
               "ltrace -e profil ./mine 2>&1 | profilcheck judge --from "
               "ltrace --dialect glibc\n"
               "./emitted | profilcheck judge",
    .status = "0 no line is forbidden, or each such is waived; 1 one is,\n"
              "             or nothing was judged; 2 usage; 3 harness error",
    .rows = rows,
    .most = 1,
    .word = "log",
    REQUEST(verb_judging, .dialect = -1),
    .run = judge_run,
};
