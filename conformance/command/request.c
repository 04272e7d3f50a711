/* SPDX-License-Identifier: MIT */
#include "request.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/terminal.h"
#include "conformance/language/case_lex.h"
#include "conformance/observe/workers.h"
#include "conformance/results/house.h"
#include "conformance/runs/programs.h"

enum { SUITE_NONE = -1, SUITE_QUICK, SUITE_FULL, SUITE_LIVE, SUITE_LAWS };

static const char *set_constant(void *request, const char *value)
{
    static const char *const names[IMPL_RUN_CONSTANTS] = {
        "PROF_USHORT=", "PROF_UINT=", "PROF_FAST=", "PROFIL_MAX=", "CLK_TCK="};
    struct impl_run_settings *settings =
        &((struct run_request *)request)->settings;
    uint64_t number;

    for (unsigned k = 0; k < IMPL_RUN_CONSTANTS; k++) {
        size_t length = strlen(names[k]);

        if (strncmp(value, names[k], length) == 0 &&
            text_number(value + length, &number) && number <= UINT32_MAX) {
            settings->constants[k].is_set = true;
            settings->constants[k].value = (unsigned)number;
            return NULL;
        }
    }
    return "PROF_USHORT=N, PROF_UINT=N, PROF_FAST=N, PROFIL_MAX=N or CLK_TCK=N";
}

static const char *set_shard(void *request, const char *value)
{
    struct run_request *r = request;

    return shard_parse(value, &r->settings.shard);
}

static const char *set_source(void *request, const char *value)
{
    const char *colon = strchr(value, ':');
    bool named = *value && value != colon;

    ((struct run_request *)request)->settings.source = value;
    if (named && colon)
        named = colon[1] >= '1' && colon[1] <= '9' &&
                !colon[1 + strspn(colon + 1, "0123456789")];
    return named ? NULL : "FILE or FILE:LINE, as my_profil.c:12";
}

const struct option_row request_rows[] = {
    OPTION("dialect", DIALECTS, run_request, dialects, "D",
           "judge by it; all: by each (default: the best fit)"),
    OPTION("suite", CHOICE, run_request, suite, "quick|full|live|laws",
           "which cases (default: quick)"),
    OPTION_REPEATED("cases", run_request, settings.files, settings.file_count,
                    IMPL_RUN_LIST, "FILE", "cases of a file; may be repeated"),
    OPTION_REPEATED("case", run_request, settings.ids, settings.id_count,
                    IMPL_RUN_LIST, "ID",
                    "only this case, by id or name; may be repeated"),
    OPTION("format", FORMAT, run_request, format, "FORMAT",
           report_format_words),
    OPTION("report", TEXT, run_request, report, "DIR",
           "write every format into that directory"),
    OPTION_BETWEEN("jobs", NUMBER, run_request, jobs, 1, WORKERS_LIMIT, "N",
                   "cases observed at a time (default: one a processor)"),
    TIMEOUT_ROW(run_request, settings.timeout_ms, "time limit of a case"),
    OPTION_BY("set", set_constant, "NAME=N",
              "a constant of the implementation's header"),
    OPTION("backend", CHOICE, run_request, backend, "signal|ptrace|clock",
           "where ticks come from (default: signal)"),
    OPTION("results", TEXT, run_request, results, "FILE",
           "keep all results there, as JSON Lines"),
    OPTION("resume", TEXT, run_request, resume, "FILE",
           "continue the killed run that was writing FILE"),
    OPTION("yes", SET, run_request, sure, NULL,
           "with --resume: accept a FILE.part of another user"),
    OPTION_BY("shard", set_shard, "I/N",
              "run only part I of N; merge joins the parts"),
    WAIVERS_ROW(run_request, waivers),
    HOUSE_ROW(run_request, house, "warn"),
    OPTION_BETWEEN("shrink", NUMBER, run_request, shrink, 0, PROGRAMS_LIMIT,
                   "N", "write a C program for the N worst causes of a run"),
    OPTION_BY("source", set_source, "FILE[:LINE]",
              "where SARIF shows failures (default: what addr2line finds)"),
    OPTION("tell", SET, run_request, settings.separate, NULL,
           "run the case that separates equally good causes"),
    VERBOSE_ROW(run_request, verbose,
                "list every case, and the inferred behaviour"),
    QUIET_ROW(run_request, quiet),
    OPTIONS_HELP,
};

/* How it is run or shown, which changes no result. */
static bool is_shown(const struct option_row *row)
{
    static const char *const names[] = {
        "format",  "report", "jobs",   "results", "resume", "shard",
        "waivers", "shrink", "source", "verbose", "quiet"};

    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(row->name, names[k]) == 0)
            return true;
    return false;
}

/* The command line that gives the same results again. */
void request_keep(void *request, const struct option_row *row,
                  const char *value)
{
    struct memory_stream *command = &((struct run_request *)request)->command;
    char *word;

    if (row && is_shown(row))
        return;
    if (!command->out)
        fputs("profilcheck run", memory_stream(command));
    putc(' ', command->out);
    if (row)
        fprintf(command->out, "--%s", row->name);
    if (!value)
        return;
    fprintf(command->out, "%s%s", row ? " " : "", word = terminal_word(value));
    free(word);
}

/* The dialect that is named before an implementation, with a colon; -1: none
 * is. *name goes past it. */
static int dialect_before(const char **name)
{
    for (int d = 0; d < DIALECTS; d++) {
        size_t length = strlen(dialect_table[d].name);

        if (strncmp(*name, dialect_table[d].name, length) == 0 &&
            (*name)[length] == ':') {
            *name += length + 1;
            return d;
        }
    }
    return -1;
}

/* Whether there is a word without a slash before a colon, and not exec. */
static bool has_dialect(const char *name)
{
    return name[strcspn(name, ":/")] == ':' && strncmp(name, "exec:", 5) != 0;
}

static int unknown_dialect(const char *name)
{
    const char *names[DIALECTS + 1] = {NULL};
    char word[NEAREST_NAME];

    for (int d = 0; d < DIALECTS; d++)
        names[d] = dialect_table[d].name;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(name, ":"), name);
    return complain(STATUS_USAGE, "run: %s: %s", name,
                    nearest_of(word, "dialect", names));
}

/* A name of the command line, with a dialect before it or not. */
static int add_impl(struct run_request *request, const char *name)
{
    int dialect = dialect_before(&name);
    unsigned own = dialect < 0 ? 0 : 1u << dialect;
    const struct impl_class *impl = impl_find(name);

    if (!impl && has_dialect(name))
        return unknown_dialect(name);
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
                        "run: %s: no more than %d implementations in one run",
                        name, REQUEST_IMPLS);
    request->impls[request->impl_count++] =
        (struct request_impl){.impl = impl, .name = name, .dialects = own};
    return STATUS_PASS;
}

/* What the options gave, as settings. */
static void request_settle(struct run_request *request)
{
    struct impl_run_settings *s = &request->settings;

    s->suite = request->suite != SUITE_NONE || s->file_count == 0;
    s->full = request->suite == SUITE_FULL;
    s->live = request->suite == SUITE_LIVE;
    s->laws = request->suite == SUITE_LAWS;
    s->backend = (enum backend)request->backend;
    s->jobs = request->jobs ? (unsigned)request->jobs : workers_default();
    if (request->shrink == REQUEST_UNASKED)
        request->shrink = request->report && !s->shard.of ? PROGRAMS_USUAL : 0;
    request->detail = request->quiet     ? REPORT_QUIET
                      : request->verbose ? REPORT_VERBOSE
                                         : REPORT_NORMAL;
    /* Text for people has colour, and says who was not judged. */
    if (request->format && strcmp(request->format->name, "text") == 0)
        request->format = NULL;
}

/* Whether each of them can have its ticks, or its clock, as was asked. */
static int check_impls(const struct run_request *request)
{
    const struct impl_run_settings *s = &request->settings;

    for (size_t k = 0; k < request->impl_count; k++) {
        const struct request_impl *row = &request->impls[k];

        if (s->backend == BACKEND_PTRACE && row->impl->deliver)
            return complain(STATUS_USAGE,
                            "run: --backend: %s takes its ticks "
                            "by a mechanism of its own",
                            row->name);
        if (s->live && row->impl == &impl_exec)
            return complain(STATUS_USAGE,
                            "run: --suite live: %s gets its ticks line by "
                            "line, and has no clock of its own",
                            row->name);
    }
    return STATUS_PASS;
}

static int request_check(const struct run_request *request)
{
    const struct impl_run_settings *s = &request->settings;

    if (request->impl_count == 0)
        return complain(STATUS_USAGE,
                        "run: no implementation was named: give a name of "
                        "profilcheck list impls, or a path");
    if (s->live && (s->file_count || s->backend != BACKEND_SIGNAL))
        return complain(STATUS_USAGE,
                        "run: --suite live takes no --cases and no --backend: "
                        "the implementation's own clock ticks");
    if (s->laws && (s->file_count || s->backend == BACKEND_CLOCK))
        return complain(
            STATUS_USAGE,
            "run: --suite laws takes no --cases and no --backend clock: it has "
            "its own streams, which are too long for a clock");
    if (s->shard.of && (s->live || s->laws))
        return complain(STATUS_USAGE,
                        "run: --shard does not go with --suite %s, whose "
                        "results can't be judged again",
                        s->live ? "live" : "laws");
    if (s->separate && (s->shard.of || s->live || s->laws))
        return complain(
            STATUS_USAGE,
            "run: --tell needs cases, and does not go with --shard: only a "
            "whole run shows which case separates two causes");
    if (s->shard.of && request->waivers.file)
        return complain(
            STATUS_USAGE,
            "run: --shard takes no --waivers: give them to profilcheck merge");
    if (s->shard.of && request->shrink)
        return complain(STATUS_USAGE,
                        "run: --shard takes no --shrink: only a whole run "
                        "shows which causes are the worst");
    return check_impls(request);
}

static bool is_part(const char *name)
{
    size_t length = strlen(name);

    return length >= 5 && strcmp(name + length - 5, ".part") == 0;
}

int request_take(struct run_request *request, const struct options *given)
{
    int status = STATUS_PASS;

    if (request->resume &&
        given->word_count + (size_t)__builtin_popcountll(given->given) !=
            1u + request->sure)
        return complain(STATUS_USAGE,
                        "run: --resume takes no other option than --yes: the "
                        "command line is in %s%s",
                        request->resume,
                        is_part(request->resume) ? "" : ".part");
    if (request->sure && !request->resume)
        return complain(STATUS_USAGE, "run: --yes: only with --resume");
    for (size_t k = 0; k < given->word_count && status == STATUS_PASS; k++)
        status = add_impl(request, given->words[k]);
    if (status != STATUS_PASS || request->resume)
        return status;
    if (request->command.out)
        request->settings.command = memory_stream_end(&request->command);
    request_settle(request);
    return request_check(request);
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
