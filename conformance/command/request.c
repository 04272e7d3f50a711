/* SPDX-License-Identifier: MIT */
#include "request.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/cases/case_lex.h"
#include "conformance/results/house.h"
#include "conformance/trial/programs.h"
#include "conformance/workers/workers.h"
#include "unknown.h"

enum {
    DIALECT,
    SUITE,
    CASES,
    CASE,
    FORMAT,
    REPORT,
    JOBS,
    TIMEOUT,
    SET,
    BACKEND,
    RESULTS,
    RESUME,
    YES,
    SHARD,
    WAIVERS,
    HOUSE,
    SHRINK,
    SOURCE,
    TELL,
    VERBOSE,
    QUIET,
    HELP
};

const struct option_row request_rows[] = {
    [DIALECT] = {"dialect", "D",
                 "judge by this dialect, which may be repeated; all: by each "
                 "whose calls it has (default: the one that it fits best; "
                 "D:IMPL has a dialect of its own)"},
    [SUITE] = {"suite", "quick|full|live|laws",
               "which cases to run (default: quick); live: while its own "
               "clock ticks, by statistics; laws: by what related cases must "
               "agree in, without the model"},
    [CASES] = {"cases", "FILE",
               "the cases of a file, in place of a suite "
               "unless --suite asks for one too"},
    [CASE] = {"case", "ID", "only this case, by id or name; may be repeated"},
    [FORMAT] = {"format", "FORMAT", REPORT_FORMATS " (default: text)"},
    [REPORT] = {"report", "DIR",
                "write every format into that directory, "
                "made if there is none"},
    [JOBS] = {"jobs", "N",
              "cases observed at a time (default: one a "
              "processor)"},
    [TIMEOUT] = {"timeout", "SECONDS", "time limit of a case (default: 5)"},
    [SET] = {"set", "NAME=N",
             "PROF_USHORT, PROF_UINT, PROF_FAST, "
             "PROFIL_MAX or CLK_TCK as the "
             "implementation's header has it"},
    [BACKEND] = {"backend", "signal|ptrace|clock",
                 "where ticks come from: SIGPROF by the process itself "
                 "(default), by a tracer, or its own clock"},
    [RESULTS] = {"results", "FILE",
                 "write all that was observed and judged "
                 "there too, as JSON Lines for verify and compare"},
    [RESUME] = {"resume", "FILE",
                "go on with the run into FILE that was "
                "killed: FILE.part has its command line; no other option "
                "but --yes"},
    [YES] = {"yes", NULL,
             "with --resume: run what FILE.part names even if another user "
             "wrote that file"},
    [SHARD] = {"shard", "I/N",
               "only the cases of the I-th of N shards, for "
               "merge to make a run of"},
    [WAIVERS] = {"waivers", "FILE",
                 "known failures to accept: CASE RULE UNTIL REASON, a line "
                 "each"},
    [HOUSE] = {"house-rules", "fail|warn|off",
               "what it does that a rule is broken which is profilcheck's own "
               "and on no page (default: warn)"},
    [SHRINK] = {"shrink", "N",
                "make C programs of each run's N worst findings, for the "
                "page and the results (default: 3 with --report, or 0)"},
    [SOURCE] = {"source", "FILE[:LINE]",
                "where SARIF is to show findings: the source of the "
                "implementation"},
    [TELL] = {"tell", NULL,
              "where something else would do as well in a cause's place, run "
              "the case that would tell, too"},
    [VERBOSE] = {"verbose", NULL, "tell every case, and the behaviour"},
    [QUIET] = {"quiet", NULL, "a line for each implementation and dialect"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

enum { UNASKED = PROGRAMS_LIMIT + 1 };

static bool request_keep(struct options *o, int row, const char **list,
                         size_t *count)
{
    if (*count == TRIAL_LIST) {
        options_wrong(o, row, "no more of them than 64");
        return false;
    }
    list[(*count)++] = o->value;
    return true;
}

static bool set_option(struct options *o, struct trial_settings *settings)
{
    static const char *const names[TRIAL_CONSTANTS] = {
        "PROF_USHORT=", "PROF_UINT=", "PROF_FAST=", "PROFIL_MAX=", "CLK_TCK="};
    uint64_t number;

    for (unsigned k = 0; k < TRIAL_CONSTANTS; k++) {
        size_t length = strlen(names[k]);

        if (strncmp(o->value, names[k], length) == 0 &&
            text_number(o->value + length, &number) && number <= UINT32_MAX) {
            settings->constants[k].is_set = true;
            settings->constants[k].value = (unsigned)number;
            return true;
        }
    }
    options_wrong(o, SET,
                  "PROF_USHORT=N, PROF_UINT=N, PROF_FAST=N, "
                  "PROFIL_MAX=N or CLK_TCK=N");
    return false;
}

static const char *const suites[] = {"quick", "full", "live", "laws", NULL};
static const char *const backends[] = {[BACKEND_SIGNAL] = "signal",
                                       [BACKEND_PTRACE] = "ptrace",
                                       [BACKEND_CLOCK] = "clock",
                                       NULL};

static bool take_format(struct options *o, struct run_request *request)
{
    request->format = format_option(o, FORMAT);
    if (!request->format)
        return false;
    /* For people it has colour, and says who was not judged. */
    if (strcmp(o->value, "text") == 0)
        request->format = NULL;
    return true;
}

static bool one_option(struct options *o, int row, struct run_request *request)
{
    struct trial_settings *s = &request->settings;
    uint64_t number;
    int word;

    switch (row) {
    case SUITE:
        word = options_one_of(o, row, suites);
        s->suite = true;
        s->full = word == 1;
        s->live = word == 2;
        s->laws = word == 3;
        return word >= 0;
    case CASES: return request_keep(o, row, s->files, &s->file_count);
    case CASE: return request_keep(o, row, s->ids, &s->id_count);
    case FORMAT: return take_format(o, request);
    case REPORT: request->report = o->value; return true;
    case JOBS:
        if (!options_number_between(o, row, 1, WORKERS_LIMIT, &number))
            return false;
        s->jobs = (unsigned)number;
        return true;
    case TIMEOUT: return options_time_limit(o, TIMEOUT, &s->timeout_ms);
    case SET: return set_option(o, s);
    case BACKEND:
        word = options_one_of(o, row, backends);
        s->backend = (enum backend)word;
        return word >= 0;
    case RESULTS: request->results = o->value; return true;
    case RESUME: request->resume = o->value; return true;
    case YES: request->sure = true; return true;
    case SHARD:
        if (!shard_parse(o->value, &s->shard))
            options_wrong(o, row, "a shard and their number, as 3/8");
        return s->shard.of != 0;
    case WAIVERS: request->waivers = o->value; return true;
    case HOUSE:
        word = options_one_of(o, row, house_policies);
        request->house = (enum house_policy)word;
        return word >= 0;
    case SHRINK:
        if (!options_number_between(o, row, 0, PROGRAMS_LIMIT, &number))
            return false;
        request->shrink = (unsigned)number;
        return true;
    case SOURCE: s->source = o->value; return true;
    case TELL: s->tell = true; return true;
    case VERBOSE: request->detail = REPORT_VERBOSE; return true;
    case QUIET: request->detail = REPORT_QUIET; return true;
    case HELP: request->help = true; return true;
    default: return false;
    }
}

/* What is of how it is run or shown, and not of what comes of it. */
static bool is_beside(int row)
{
    return row == FORMAT || row == REPORT || row == JOBS || row == RESULTS ||
           row == RESUME || row == SHARD || row == WAIVERS || row == SHRINK ||
           row == SOURCE || row == VERBOSE || row == QUIET || row == HELP;
}

/* As a shell takes it. */
static void put_shell(const char *word, FILE *out)
{
    bool plain = *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyz"
                                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                             "0123456789_./:=,+@%-")];

    fputs(plain ? "" : "'", out);
    for (; *word; word++)
        fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, out);
    fputs(plain ? "" : "'", out);
}

/* The command line that gives the same results again. */
static void keep_word(const struct options *o, int row, FILE *out)
{
    if (row != OPTIONS_WORD && is_beside(row))
        return;
    putc(' ', out);
    if (row == OPTIONS_WORD) {
        put_shell(o->value, out);
        return;
    }
    fprintf(out, "--%s", request_rows[row].name);
    if (request_rows[row].value) {
        putc(' ', out);
        put_shell(o->value, out);
    }
}

/* The dialect that is named before an implementation, with a colon; -1: none is.
 * *name goes past it. */
static int dialect_before(const char **name)
{
    for (int d = 0; d < DIALECTS; d++) {
        size_t length = strlen(dialect_table[d].name);

        if (strncmp(*name, dialect_table[d].name, length) == 0 &&
            (*name)[length] == ':' && (*name)[length + 1]) {
            *name += length + 1;
            return d;
        }
    }
    return -1;
}

/* A name of the command line, with a dialect before it or not. */
static int add_impl(struct run_request *request, const char *name)
{
    int dialect = dialect_before(&name);
    unsigned own = dialect < 0 ? 0 : 1u << dialect;
    const struct impl_class *impl = impl_find(name);

    if (!impl)
        return unknown_impl("run", name);
    for (size_t k = 0; k < request->impl_count; k++) {
        struct request_impl *row = &request->impls[k];

        if (strcmp(row->name, name) != 0)
            continue;
        if (!own || !row->dialects || row->dialects & own)
            return complain(STATUS_USAGE, "run: %s is named twice", name);
        row->dialects |= own;
        return STATUS_PASS;
    }
    if (request->impl_count == REQUEST_IMPLS)
        return complain(STATUS_USAGE,
                        "run: %s: no more than %d "
                        "implementations in one run",
                        name, REQUEST_IMPLS);
    request->impls[request->impl_count++] =
        (struct request_impl){.impl = impl, .name = name, .dialects = own};
    return STATUS_PASS;
}

static int add_dialect(struct run_request *request, const char *name)
{
    int dialect = 0;

    if (strcmp(name, "all") == 0) {
        request->dialects = ~0u;
    } else {
        dialect = dialect_option(name);
        request->dialects |= dialect < 0 ? 0 : 1u << dialect;
    }
    return dialect < 0 ? STATUS_USAGE : STATUS_PASS;
}

static int request_read(char **arguments, struct run_request *request)
{
    struct options o;
    int row, status = STATUS_PASS;
    size_t length;
    FILE *command = open_memstream(&request->command, &length);

    if (!command)
        return out_of_memory();
    fputs("profilcheck run", command);
    options_begin(&o, request_rows, arguments);
    while (status == STATUS_PASS && (row = options_next(&o)) >= 0) {
        request->words++;
        keep_word(&o, row, command);
        if (row == OPTIONS_WORD)
            status = add_impl(request, o.value);
        else if (row == DIALECT)
            status = add_dialect(request, o.value);
        else if (!one_option(&o, row, request))
            status = complain(STATUS_USAGE, "run: %s", o.error);
    }
    if (fclose(command) != 0)
        return out_of_memory();
    request->settings.command = request->command;
    if (status == STATUS_PASS && row == OPTIONS_WRONG)
        status = complain(STATUS_USAGE, "run: %s", o.error);
    return status;
}

/* Whether each of them can have its ticks, or its clock, as was asked. */
static int check_impls(const struct run_request *request)
{
    const struct trial_settings *s = &request->settings;

    for (size_t k = 0; k < request->impl_count; k++) {
        const struct request_impl *row = &request->impls[k];

        if (s->backend == BACKEND_PTRACE && row->impl->deliver)
            return complain(STATUS_USAGE,
                            "run: --backend: %s takes its ticks "
                            "by a mechanism of its own",
                            row->name);
        if (s->live && row->impl == &impl_exec)
            return complain(STATUS_USAGE,
                            "run: --suite: %s is told of its ticks, and has "
                            "no clock for the live suite to wait for",
                            row->name);
    }
    return STATUS_PASS;
}

int request_parse(char **arguments, struct run_request *request)
{
    struct trial_settings *s = &request->settings;
    int status;

    free(request->command); /* of --resume */
    *request = (struct run_request){.shrink = UNASKED, .detail = REPORT_NORMAL};
    status = request_read(arguments, request);
    if (status != STATUS_PASS || request->help)
        return status;
    if (request->resume)
        return request->words == 1u + request->sure
                   ? STATUS_PASS
                   : complain(STATUS_USAGE,
                              "run: --resume: nothing else with it: %s.part "
                              "has the command line",
                              request->resume);
    s->suite |= s->file_count == 0;
    if (request->shrink == UNASKED)
        request->shrink = request->report && !s->shard.of ? PROGRAMS_USUAL : 0;
    if (!s->jobs)
        s->jobs = workers_default();
    if (request->impl_count == 0)
        return complain(STATUS_USAGE, "run: which implementation? Its name "
                                      "or a path; see profilcheck list impls");
    if (s->live && (s->file_count || s->backend != BACKEND_SIGNAL))
        return complain(STATUS_USAGE,
                        "run: --suite live: no --cases and no "
                        "--backend with it: the implementation's own clock "
                        "ticks");
    if (s->laws && (s->file_count || s->backend == BACKEND_CLOCK))
        return complain(STATUS_USAGE,
                        "run: --suite laws: no --cases and no "
                        "--backend clock with it: its streams are its own, "
                        "and too long for a clock");
    if (s->shard.of && (s->live || s->laws))
        return complain(STATUS_USAGE,
                        "run: --shard: not with --suite %s, "
                        "which can't be judged again",
                        s->live ? "live" : "laws");
    if (s->tell && (s->shard.of || s->live || s->laws))
        return complain(STATUS_USAGE,
                        "run: --tell: only with cases, and not with --shard: "
                        "which case would tell only the whole run shows");
    if (s->shard.of && request->waivers)
        return complain(STATUS_USAGE, "run: --shard: no --waivers with it: "
                                      "give them to profilcheck merge");
    if (s->shard.of && request->shrink)
        return complain(STATUS_USAGE,
                        "run: --shard: no --shrink with it: "
                        "which findings are the worst the whole run tells");
    return check_impls(request);
}

bool request_wants(const struct run_request *request, size_t k,
                   enum dialect dialect)
{
    unsigned own = request->impls[k].dialects;

    if (own)
        return own >> dialect & 1;
    return !request->dialects || (request->dialects >> dialect & 1);
}

bool request_is_own(const struct run_request *request, size_t k)
{
    const struct impl_class *impl = request->impls[k].impl;

    return impl != &impl_so && impl != &impl_libc && impl != &impl_exec;
}

bool request_tries(const struct run_request *request, size_t k)
{
    return !request_is_own(request, k) && !request->dialects &&
           !request->impls[k].dialects;
}
