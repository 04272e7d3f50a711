/* SPDX-License-Identifier: MIT */
/* The verb `prof`: what is in mon.out and gmon.out. */
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "conformance/base/output.h"
#include "conformance/base/terminal.h"
#include "conformance/language/case_lex.h"
#include "conformance/prof/check.h"
#include "conformance/prof/flat.h"
#include "verbs.h"

struct prof {
    struct flat_request request;
    const char *symbols;
    const char *fix;
    int format, word, order; /* of their rows; -1: found out */
    uint64_t rate;
    bool annotate, check;
    const char **files;
    size_t file_count;
};

static const char *take_base(void *prof, const char *value)
{
    struct flat_request *request = &((struct prof *)prof)->request;

    request->has_base = true;
    return text_number(value, &request->base)
               ? NULL
               : "a number, decimal or 0x hexadecimal";
}

#define PROF_LAYOUTS                                                           \
    "mon, gmon-4.2bsd, gmon-4.4bsd, gmon-freebsd, gmon-glibc, gmon-ps2sdk, "   \
    "gmon-mingw64"

static const char *take_layout(void *prof, const char *value)
{
    unsigned layout = 0;

    while (layout < LAYOUTS &&
           strcmp(file_layout_name((enum file_layout)layout), value) != 0)
        layout++;
    ((struct prof *)prof)->request.layout = (enum file_layout)layout;
    return layout < LAYOUTS ? NULL : PROF_LAYOUTS " or auto";
}

static const struct option_row rows[] = {
    OPTION("symbols", TEXT, prof, symbols, "ELF",
           "the program, for the names of functions"),
    OPTION("annotate", SET, prof, annotate, NULL,
           "list each counter by address, too"),
    FORMAT_ROW(prof, format, "text|json"),
    OPTION_BY("base", take_base, "ADDRESS",
              "load address, minus the address in the ELF file"),
    OPTION_BETWEEN("rate", NUMBER, prof, rate, 1, INT32_MAX, "N",
                   "ticks a second, if the file does not say"),
    OPTION_BY("layout", take_layout, "NAME", PROF_LAYOUTS " (default: auto)"),
    OPTION("word", CHOICE, prof, word, "2|4|8",
           "bytes in an address (default: from the file)"),
    OPTION("order", CHOICE, prof, order, "little|big|pdp",
           "byte order (default: from the file)"),
    OPTION("check", SET, prof, check, NULL,
           "say why the profile is empty or wrong"),
    OPTION("fix", TEXT, prof, fix, "FILE",
           "with --check: write a repaired copy for gprof"),
    OPTIONS_HELP,
};

static int prof_wrong(const char *what)
{
    return complain(STATUS_USAGE, "prof: %s", what);
}

/* The last of several words, or as gprof has it the first, where it is a
 * program. */
static void take_program(struct prof *prof)
{
    size_t last = prof->file_count - 1;

    if (prof->file_count < 2)
        return;
    if (program_is(prof->files[last])) {
        prof->symbols = prof->files[last];
    } else if (program_is(prof->files[0])) {
        prof->symbols = prof->files[0];
        prof->files++;
    } else {
        return;
    }
    prof->file_count--;
}

/* Whether both name one file. */
static bool same_file(const char *one, const char *other)
{
    struct stat a, b;

    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

/* What is read is never written over. */
static int check_written(const struct prof *prof, const char *option,
                         const char *file)
{
    bool read = file && prof->symbols && same_file(file, prof->symbols);

    for (size_t k = 0; file && !read && k < prof->file_count; k++)
        read = same_file(file, prof->files[k]);
    return read ? complain(STATUS_USAGE,
                           "prof: %s: %s is also read: name another file",
                           option, file)
                : STATUS_PASS;
}

static int prof_settle(struct prof *prof, const struct options *o)
{
    struct flat_request *request = &prof->request;
    int status;

    prof->files = o->words;
    prof->file_count = o->word_count;
    request->rate = (uint32_t)prof->rate;
    if (prof->word >= 0)
        request->encoding.word = (uint8_t)(2u << prof->word);
    if (prof->order >= 0)
        request->encoding.order = (uint8_t)(ORDER_LITTLE + prof->order);
    if (prof->fix && !prof->check)
        return prof_wrong("--fix: only with --check");
    if (prof->check && (prof->format || prof->annotate))
        return prof_wrong("--check takes no --format and no --annotate");
    if (!prof->symbols)
        take_program(prof);
    for (size_t k = 0; prof->check && prof->symbols && k < prof->file_count;
         k++)
        if (program_is(prof->files[k]))
            return complain(STATUS_USAGE,
                            "prof: --check takes one program, and got %s and "
                            "%s: name the file that it wrote",
                            prof->files[k], prof->symbols);
    if (prof->fix && output_file() && strcmp(prof->fix, output_file()) == 0)
        return prof_wrong("--fix and --output name one file");
    status = check_written(prof, "--fix", prof->fix);
    return status == STATUS_PASS
               ? check_written(prof, "--output", output_file())
               : status;
}

/* That what was asked for is not done. */
static void say_rate(const struct prof *prof, uint32_t rate)
{
    if (prof->rate && rate && rate != prof->rate)
        complain(STATUS_PASS,
                 "prof: --rate %" PRIu64 " is not used: %s records %" PRIu32
                 " ticks a second",
                 prof->rate, *prof->files, rate);
}

static int prof_show(const struct prof *prof, struct flat *flat, FILE *out)
{
    const char *problem = NULL;

    for (size_t k = 0; !problem && k < prof->file_count; k++)
        problem = flat_add(flat, &prof->request, prof->files[k]);
    if (!problem)
        problem = flat_sum(flat, &prof->request);
    if (problem)
        return prof_wrong(problem);
    say_rate(prof, flat->rate);
    (prof->format ? flat_print_json : flat_print_text)(flat, prof->annotate,
                                                       out);
    return STATUS_PASS;
}

/* gprof is asked, and believed. */
static void say_of_gprof(const struct prof *prof, FILE *out)
{
    const char *program = prof->symbols ? prof->symbols : "PROGRAM";
    char complaint[256];

    terminal_print(out, "%s is written; ", prof->fix);
    if (!prof->symbols)
        terminal_print(
            out,
            "gprof %s %s should read it; that was not tried, as no program "
            "was named\n",
            program, prof->fix);
    else if (!prof_gprof_reads(program, prof->fix, complaint, sizeof complaint))
        terminal_print(
            out,
            "gprof %s %s should read it; that was not tried, as gprof is "
            "not installed\n",
            program, prof->fix);
    else if (*complaint)
        terminal_print(out, "gprof was run on it, and says: %s\n", complaint);
    else
        terminal_print(out, "gprof %s %s was run, and reads it\n", program,
                       prof->fix);
}

static int prof_fix(const struct prof *prof, const struct prof_check *check,
                    FILE *out)
{
    const char *problem;

    if (!prof->fix)
        return STATUS_PASS;
    if (!check->files->bytes) {
        terminal_print(out, "%s is not written.\n", prof->fix);
        return STATUS_FAIL;
    }
    problem = prof_check_fix(check, prof->fix);
    if (!problem) {
        say_of_gprof(prof, out);
        return STATUS_PASS;
    }
    /* What was found is shown. */
    complain(STATUS_PASS, "prof: --fix: %s", problem);
    return STATUS_USAGE;
}

static int check_files(const struct prof *prof, struct prof_check *check,
                       FILE *out)
{
    bool others = prof->file_count > 1; /* the program may be meant */
    int status;

    for (size_t k = 0; k < prof->file_count; k++)
        prof_check_add(check, &prof->request, prof->files[k]);
    prof_check_all(check);
    if (check->finding_count && check->findings->kind == ILL_UNOPENED)
        return complain(STATUS_USAGE, "prof: %s%s%s", check->findings->what,
                        *check->findings->todo && !others ? " " : "",
                        others ? "" : check->findings->todo);
    if (check->files->facts & F(RATE))
        say_rate(prof, check->files->histogram.rate);
    prof_check_print(check, out);
    status = prof_fix(prof, check, out);
    return status == STATUS_PASS && check->finding_count ? STATUS_FAIL : status;
}

/* A program without names is still a program. */
static int prof_check_run(const struct prof *prof, FILE *out)
{
    struct prof_check check;
    struct program program;
    const char *problem =
        prof->symbols ? program_load(&program, prof->symbols) : NULL;
    int status;

    if (problem)
        return complain(STATUS_USAGE, "prof: %s %s", prof->symbols, problem);
    if (prof->symbols && !symbols_can_be_read && program.facts & F(ELF))
        complain(STATUS_PASS, "prof: --symbols: %s: %s", prof->symbols,
                 program.nameless);
    prof_check_begin(&check, prof->symbols ? &program : NULL,
                     prof->symbols && program.facts & F(NAMES) ? program.symbols
                                                               : NULL);
    status = check_files(prof, &check, out);
    prof_check_end(&check);
    if (prof->symbols)
        program_free(&program);
    return status;
}

static int prof_run(void *of, const struct options *given, FILE *out)
{
    struct prof *prof = of;
    struct symbols symbols;
    struct flat flat = {0};
    const char *problem;
    int status = prof_settle(prof, given);

    if (status != STATUS_PASS)
        return status;
    if (prof->check)
        return prof_check_run(prof, out);
    if (prof->symbols) {
        problem = symbols_load(&symbols, prof->symbols);
        if (!problem)
            flat.symbols = &symbols;
        else if (complain(symbols_can_be_read ? STATUS_USAGE : STATUS_PASS,
                          "prof: --symbols: %s: %s", prof->symbols, problem))
            return STATUS_USAGE;
    }
    status = prof_show(prof, &flat, out);
    flat_free(&flat);
    if (flat.symbols)
        symbols_free(&symbols);
    return status;
}

const struct verb verb_prof = {
    .name = "prof",
    .usage = "[OPTION]... FILE...",
    .summary = "print mon.out or gmon.out by function, or why it is wrong",
    .example = "profilcheck prof --symbols ./program gmon.out\n"
               "profilcheck prof --check gmon.out ./program",
    .status = "0 done; 1 --check: something is wrong; 2 usage; 3 harness error",
    .rows = rows,
    .least = 1,
    .most = WORDS_ANY,
    .ask = "no file was named: give a mon.out or gmon.out",
    REQUEST(prof, .word = -1, .order = -1),
    .run = prof_run,
};
