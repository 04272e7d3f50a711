/* SPDX-License-Identifier: MIT */
/* The verb `emit`: cases as one C89 file that judges itself. */
#include "conformance/emit/emit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/cases/suite.h"
#include "unknown.h"
#include "verbs.h"

enum { DIALECT, SUITE, CASE, CASES, ADDRESS, OUTPUT, HELP };
enum { EMIT_NAMED = 64 };

static const struct option_row rows[] = {
    [DIALECT] = {"dialect", "D", "judge by this dialect; needed"},
    [SUITE] = {"suite", "quick|full", "the cases of a suite (default: quick)"},
    [CASE] = {"case", "ID", "only this case, by id or name; may be repeated"},
    [CASES] = {"cases", "FILE", "the cases of this file, not a suite's"},
    [ADDRESS] = {"address", "16|32|64",
                 "for a machine of such addresses (default: 64)"},
    [OUTPUT] = {"output", "FILE", "write it there, not to standard output"},
    [HELP] = {"help", NULL, "show this"},
    {0},
};

struct emit_request {
    int dialect;
    bool full, help;
    const char *file, *output;
    unsigned bits;
    const char *ids[EMIT_NAMED];
    bool found[EMIT_NAMED];
    size_t id_count;
};

/* What was asked for as a command, for the head of the file. */
static void command_line(char **arguments, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "profilcheck emit");

    for (; *arguments && used < size; arguments++)
        used += (size_t)snprintf(text + used, size - used, " %s", *arguments);
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' || *at > '~' || *at == '*')
            *at = '?';
}

static int emit_option(struct options *o, int row, struct emit_request *request)
{
    static const char *const suites[] = {"quick", "full", NULL};
    static const char *const widths[] = {"16", "32", "64", NULL};
    int n = 0;

    switch (row) {
    case DIALECT:
        request->dialect = dialect_option(o->value);
        return request->dialect < 0 ? STATUS_USAGE : STATUS_PASS;
    case SUITE:
        n = options_one_of(o, row, suites);
        request->full = n == 1;
        break;
    case CASE:
        if (request->id_count == EMIT_NAMED)
            return complain(STATUS_USAGE, "emit: --case: at most %d of them",
                            EMIT_NAMED);
        request->ids[request->id_count++] = o->value;
        break;
    case CASES: request->file = o->value; break;
    case ADDRESS:
        n = options_one_of(o, row, widths);
        request->bits = 16u << (n < 0 ? 0 : n);
        break;
    case OUTPUT: request->output = o->value; break;
    case HELP: request->help = true; break;
    default:
        return complain(STATUS_USAGE, "emit: %s: it takes no words", o->value);
    }
    return n < 0 ? complain(STATUS_USAGE, "emit: %s", o->error) : STATUS_PASS;
}

static int emit_parse(char **arguments, struct emit_request *request)
{
    struct options o;
    int row = OPTIONS_END, status = STATUS_PASS;

    *request = (struct emit_request){.dialect = -1, .bits = 64};
    options_begin(&o, rows, arguments);
    while (status == STATUS_PASS && !request->help &&
           (row = options_next(&o)) >= 0)
        status = emit_option(&o, row, request);
    if (status != STATUS_PASS || request->help)
        return status;
    if (row == OPTIONS_WRONG)
        return complain(STATUS_USAGE, "emit: %s", o.error);
    if (request->dialect < 0)
        return complain(STATUS_USAGE, "emit: --dialect: which one? See "
                                      "profilcheck list dialects");
    if (!emit_knows((enum dialect)request->dialect))
        return complain(STATUS_USAGE,
                        "emit: --dialect: %s has neither profil nor sprofil; "
                        "profilcheck run judges it",
                        dialect_table[request->dialect].name);
    return STATUS_PASS;
}

static bool is_wanted(struct emit_request *request, const struct test_case *c)
{
    bool wanted = request->id_count == 0;

    if (!(c->dialects >> request->dialect & 1))
        return false;
    for (size_t k = 0; k < request->id_count; k++)
        if (strcmp(request->ids[k], c->id) == 0 ||
            strcmp(request->ids[k], c->slug) == 0)
            wanted = request->found[k] = true;
    return wanted;
}

/* Those of list that are wanted, as they are for the machine, into chosen. */
static int emit_choose(struct emit_request *request,
                       const struct case_list *list, struct case_list *chosen,
                       size_t *left_out)
{
    for (size_t k = 0; k < list->count; k++) {
        bool fits;

        if (!is_wanted(request, &list->cases[k]))
            continue;
        if (!emit_readdress(&list->cases[k], request->bits, chosen, &fits))
            return out_of_memory();
        *left_out += !fits;
    }
    for (size_t k = 0; k < request->id_count; k++)
        if (!request->found[k])
            return unknown_case("emit", request->ids[k],
                                request->file ? list : NULL);
    if (chosen->count == 0)
        return complain(STATUS_USAGE,
                        "emit: there is no case of %s for addresses of %u "
                        "bits",
                        dialect_table[request->dialect].name, request->bits);
    return STATUS_PASS;
}

/* To a file, whole or not at all. */
static int to_file(struct output *output, const char *name)
{
    FILE *file;
    bool good;

    if (fclose(output->stream) != 0) {
        free(output->text);
        return out_of_memory();
    }
    file = fopen(name, "w");
    good =
        file && fwrite(output->text, 1, output->length, file) == output->length;
    if (file)
        good = fclose(file) == 0 && good;
    free(output->text);
    return good ? STATUS_PASS
                : complain(file ? STATUS_HARNESS : STATUS_USAGE,
                           "emit: --output: %s: %s", name, strerror(errno));
}

static int emit_out(const struct emit_request *request,
                    const struct emit_wanted *wanted)
{
    struct output output;

    if (!output_begin(&output))
        return STATUS_HARNESS;
    if (!emit_write(wanted, output.stream)) {
        output_drop(&output);
        return out_of_memory();
    }
    return request->output ? to_file(&output, request->output)
                           : output_end(&output, STATUS_PASS);
}

static int emit_list(const struct emit_request *request,
                     const struct case_list *chosen, size_t left_out,
                     char **arguments)
{
    char command[200], from[200];
    struct emit_wanted wanted = {.dialect = (enum dialect)request->dialect,
                                 .address_bits = request->bits,
                                 .from = from,
                                 .command = command,
                                 .count = chosen->count,
                                 .left_out = left_out};
    int status;

    command_line(arguments, command, sizeof command);
    snprintf(from, sizeof from, "%s",
             request->file   ? "a file of cases"
             : request->full ? "the suite full"
                             : "the suite quick");
    wanted.cases = calloc(chosen->count, sizeof(struct test_case *));
    if (!wanted.cases)
        return out_of_memory();
    for (size_t k = 0; k < chosen->count; k++)
        wanted.cases[k] = &chosen->cases[k];
    status = emit_out(request, &wanted);
    free(wanted.cases);
    return status;
}

static int emit_run(char **arguments)
{
    struct case_list list = {0}, chosen = {0};
    struct emit_request request;
    struct case_error error;
    size_t left_out = 0;
    int status = emit_parse(arguments, &request);

    if (status != STATUS_PASS)
        return status;
    if (request.help)
        return verb_help(&verb_emit);
    if (request.file ? !suite_load_file(&list, request.file, &error)
                     : !suite_load(&list, (enum dialect)request.dialect,
                                   request.full, &error))
        status = complain(request.file ? STATUS_USAGE : STATUS_HARNESS, "%s",
                          error.text);
    if (status == STATUS_PASS)
        status = emit_choose(&request, &list, &chosen, &left_out);
    if (status == STATUS_PASS)
        status = emit_list(&request, &chosen, left_out, arguments);
    case_list_free(&chosen);
    case_list_free(&list);
    return status;
}

const struct verb verb_emit = {
    .name = "emit",
    .usage = "--dialect D [OPTION]...",
    .summary = "write cases as one C89 file that judges itself, anywhere",
    .example = "profilcheck emit --dialect freebsd --output check.c\n"
               "cc -o check check.c my_profil.c && ./check",
    .rows = rows,
    .run = emit_run,
};
