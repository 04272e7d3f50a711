/* SPDX-License-Identifier: MIT */
#include "check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"

static const struct finding_row {
    uint8_t kind;
    bool remedy;
    facts with, without;
    const char *text;
} rows[] = {
#define FINDING(kind, with, without, text)                                     \
    {ILL_##kind, false, (with), (without), (text)},
#define TRY(kind, with, without, text)                                         \
    {ILL_##kind, true, (with), (without), (text)},
#include "findings.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

static const char *const layout_owners[LAYOUTS] = {
    [LAYOUT_MON] = "a mon.out",
    [LAYOUT_GMON_42] = "4.2BSD's layout, which DJGPP has",
    [LAYOUT_GMON_44] = "4.4BSD's layout",
    [LAYOUT_GMON_FREEBSD] = "FreeBSD's layout",
    [LAYOUT_GMON_TAGGED] = "glibc's layout",
    [LAYOUT_GMON_PS2SDK] = "the layout of PS2SDK and PSPSDK",
    [LAYOUT_GMON_MINGW64] = "mingw-w64's layout",
};

void prof_check_begin(struct prof_check *check, const struct program *program,
                      const struct symbols *symbols)
{
    *check = (struct prof_check){
        .program = program,
        .whose = program ? program->path : NULL,
        .symbols = symbols,
        .encoding = program ? program->encoding : ENCODING_HERE,
    };
}

void prof_value(struct prof_check_file *f, const char *name, const char *format,
                ...)
{
    struct prof_value *value = f->values;
    va_list arguments;

    while (value < f->values + f->value_count && strcmp(value->name, name) != 0)
        value++;
    if (value == f->values + PROF_VALUES)
        return;
    if (value == f->values + f->value_count)
        f->value_count++;
    value->name = name;
    va_start(arguments, format);
    vsnprintf(value->text, sizeof value->text, format, arguments);
    va_end(arguments);
}

/* "{name}" or "{name:thing}", up to its end, written out. */
static const char *write_value(const struct prof_check_file *f, const char *at,
                               FILE *out)
{
    size_t length = strcspn(at, ":}"), end = strcspn(at, "}");
    const char *text = NULL;

    for (size_t k = 0; k < f->value_count; k++)
        if (strlen(f->values[k].name) == length &&
            strncmp(f->values[k].name, at, length) == 0)
            text = f->values[k].text;
    if (!text)
        fprintf(out, "{%.*s}", (int)length, at);
    else
        terminal_clean(text, out);
    if (text && end > length)
        fprintf(out, " %.*s%s", (int)(end - length - 1), at + length + 1,
                plural(strcmp(text, "1") == 0 ? 1 : 2));
    return at + end;
}

static void write_sentence(const struct prof_check_file *f, const char *text,
                           FILE *out)
{
    for (const char *at = text; *at; at++)
        if (*at == '{')
            at = write_value(f, at + 1, out);
        else
            putc(*at, out);
}

static bool row_holds(const struct finding_row *row,
                      const struct prof_check_file *f)
{
    return (row->with & ~f->facts) == 0 && (row->without & f->facts) == 0;
}

/* All that hold of a kind's remedies, a line each. */
static char *remedies(const struct prof_check_file *f, uint8_t kind)
{
    struct memory_stream text;
    FILE *out = memory_stream(&text);
    size_t count = 0;

    for (const struct finding_row *row = rows; row < rows + ROWS; row++)
        if (row->kind == kind && row->remedy && row_holds(row, f)) {
            fputs(count++ ? "\n" : "", out);
            write_sentence(f, row->text, out);
        }
    return memory_stream_end(&text);
}

static void find_row(struct prof_check *check, const struct prof_check_file *f,
                     const struct finding_row *row)
{
    struct memory_stream what;

    write_sentence(f, row->text, memory_stream(&what));
    MEMORY_ADD(check->findings, check->finding_count) = (struct prof_finding){
        row->kind, memory_stream_end(&what), remedies(f, row->kind)};
}

/* What can't be read, or is not there, has that one finding. */
static void find_rows(struct prof_check *check, const struct prof_check_file *f)
{
    bool seen[ILLS] = {false};

    for (const struct finding_row *row = rows; row < rows + ROWS; row++) {
        if (!f->bytes && row->kind > ILL_MISSING)
            break;
        if (row->remedy || seen[row->kind] || !row_holds(row, f))
            continue;
        seen[row->kind] = true;
        find_row(check, f, row);
    }
}

static int worst_first(const void *left, const void *right)
{
    const struct prof_finding *a = left, *b = right;

    return a->kind != b->kind ? a->kind - b->kind : strcmp(a->what, b->what);
}

void prof_check_add(struct prof_check *check,
                    const struct flat_request *request, const char *name)
{
    bool itself = check->program && check->program->starts_itself;
    struct prof_check_file *f;

    f = &MEMORY_ADD(check->files, check->file_count);
    *f = (struct prof_check_file){
        .name = name, .base = request->base, .has_base = request->has_base};
    check->rate = request->rate;
    if (check->program)
        f->facts = check->program->facts;
    prof_value(f, "file", "%s", name);
    prof_value(f, "program", "%s", check->whose ? check->whose : "the program");
    prof_value(f, "linked", "%s",
               itself ? "calls monstartup" : "was linked with -pg");
    prof_value(f, "writes", "%s",
               itself ? "calls _mcleanup" : "returns from main or calls exit");
    prof_value(f, "finish", "call %s", itself ? "_mcleanup" : "exit");
    prof_value(f, "whose", "%s", check->whose ? check->whose : "this machine");
    prof_check_open(check, f, request);
}

void prof_check_all(struct prof_check *check)
{
    for (size_t k = 0; k < check->file_count; k++) {
        struct prof_check_file *f = check->files + k;

        if (f->bytes)
            prof_check_file(check, k);
        else if (f->facts & F(MISSING))
            prof_check_missing(check, f);
        find_rows(check, f);
    }
    if (check->finding_count)
        qsort(check->findings, check->finding_count, sizeof *check->findings,
              worst_first);
}

static void print_remedies(const char *todo, FILE *out)
{
    bool several = strchr(todo, '\n') != NULL;

    for (unsigned number = 1; *todo; number++) {
        int length = (int)strcspn(todo, "\n");

        fputs("  ", out);
        if (several)
            fprintf(out, "%u. ", number);
        fprintf(out, "%.*s\n", length, todo);
        todo += length + (todo[length] == '\n');
    }
}

void prof_check_print(const struct prof_check *check, FILE *out)
{
    enum { FEW = 10 };
    size_t count = check->finding_count;

    for (size_t k = 0; k < check->file_count && count == 0; k++) {
        const struct prof_check_file *f = check->files + k;

        terminal_print(
            out,
            "%s: nothing is wrong: %" PRIu64 " tick%s in %" PRIu64
            " counters, %" PRIu64 " call%s; %s%s\n",
            f->name, f->ticks, plural(f->ticks), f->histogram.count, f->calls,
            plural(f->calls), layout_owners[f->file.layout],
            f->ticks < FEW ? "; of so few ticks each share is chance: let "
                             "it run longer, or add up several runs"
                           : "");
    }
    for (size_t k = 0; k < count; k++) {
        fprintf(out, "%s\n", check->findings[k].what);
        print_remedies(check->findings[k].todo, out);
    }
}

void prof_check_end(struct prof_check *check)
{
    for (size_t k = 0; k < check->file_count; k++)
        free(check->files[k].bytes);
    for (size_t k = 0; k < check->finding_count; k++) {
        free(check->findings[k].what);
        free(check->findings[k].todo);
    }
    free(check->files);
    free(check->findings);
}
