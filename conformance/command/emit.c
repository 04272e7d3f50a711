/* SPDX-License-Identifier: MIT */
/* The verb `emit`: cases as one C89 file that judges itself. */
#include "conformance/export/emit.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/language/suite.h"
#include "verbs.h"

enum { EMIT_NAMED = 64 };

struct emit_request {
    int dialect, suite, width;
    const char *file;
    const char *ids[EMIT_NAMED];
    bool found[EMIT_NAMED];
    size_t id_count;
    struct case_list list;
    struct emit_wanted wanted;
};

static const struct option_row rows[] = {
    DIALECT_NEEDED_ROW(emit_request, dialect),
    SUITE_ROW(emit_request, suite),
    OPTION_REPEATED("case", emit_request, ids, id_count, EMIT_NAMED, "ID",
                    "only this case, by id or name; may be repeated"),
    OPTION("cases", TEXT, emit_request, file, "FILE",
           "cases of a file, instead of a suite"),
    OPTION("address", CHOICE, emit_request, width, "16|32|64",
           "address bits of that machine (default: 64)"),
    OPTIONS_HELP,
};

/* What was asked for as a command, for the head of the file. */
static void command_line(char *const *arguments, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "profilcheck emit");

    for (; *arguments && used < size; arguments++)
        used += (size_t)snprintf(text + used, size - used, " %s", *arguments);
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' || *at > '~' || *at == '*')
            *at = '?';
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

/* Those that are wanted, which are then as they are for the machine. */
static int emit_choose(struct emit_request *request)
{
    struct case_list *list = &request->list;
    struct emit_wanted *wanted = &request->wanted;
    bool *is = memory_new(list->count, sizeof *is);

    for (size_t k = 0; k < list->count; k++)
        is[k] = is_wanted(request, &list->cases[k]);
    for (size_t k = 0; k < request->id_count; k++)
        if (!request->found[k]) {
            free(is);
            return unknown_case("emit", request->ids[k],
                                request->file ? list : NULL);
        }
    suite_for_addresses(list, wanted->address_bits);
    wanted->cases = memory_new(list->count, sizeof *wanted->cases);
    for (size_t k = 0; k < list->count; k++)
        if (is[k] && emit_fits(&list->cases[k], wanted->address_bits))
            wanted->cases[wanted->count++] = &list->cases[k];
        else
            wanted->left_out += is[k];
    free(is);
    if (wanted->count == 0)
        return complain(STATUS_USAGE,
                        "emit: there is no case of %s for addresses of %u bits",
                        dialect_table[request->dialect].name,
                        wanted->address_bits);
    return STATUS_PASS;
}

static int emit_run(void *of, const struct options *given, FILE *out)
{
    struct emit_request *request = of;
    enum dialect dialect = (enum dialect)request->dialect;
    char command[200];
    int status;

    request->wanted =
        (struct emit_wanted){.dialect = dialect,
                             .address_bits = 16u << request->width,
                             .from = request->file         ? "a file of cases"
                                     : request->suite == 1 ? "the suite full"
                                                           : "the suite quick",
                             .command = command};
    if (request->file && options_gave(given, "suite"))
        return complain(STATUS_USAGE, "emit: --cases or --suite, not both");
    if (!emit_knows(dialect))
        return complain(STATUS_USAGE,
                        "emit: --dialect: %s has neither profil nor sprofil; "
                        "profilcheck run judges it",
                        dialect_table[dialect].name);
    command_line(given->arguments, command, sizeof command);
    status =
        load_cases(&request->list, request->file, dialect, request->suite == 1);
    if (status == STATUS_PASS)
        status = emit_choose(request);
    if (status == STATUS_PASS)
        emit_write(&request->wanted, out);
    return status;
}

const struct verb verb_emit = {
    .name = "emit",
    .usage = "--dialect D [OPTION]...",
    .summary = "write cases as one C89 file that judges itself on any machine",
    .example = "profilcheck emit --dialect freebsd --output check.c\n"
               "cc -o check check.c my_profil.c && ./check >check.tap\n"
               "profilcheck judge check.tap",
    .rows = rows,
    REQUEST(emit_request, .dialect = -1, .width = 2),
    .run = emit_run,
};
