/* SPDX-License-Identifier: MIT */
/* The verb `prof`: what mon.out and gmon.out tell. */
#include <stdlib.h>
#include <string.h>

#include "conformance/prof/check.h"
#include "conformance/prof/flat.h"
#include "verbs.h"

enum {
    SYMBOLS,
    ANNOTATE,
    FORMAT,
    BASE,
    RATE,
    LAYOUT,
    WORD,
    ORDER,
    CHECK,
    FIX,
    HELP,
    OPTIONS
};

static const struct option_row rows[] = {
    [SYMBOLS] = {"symbols", "ELF",
                 "the program, for the names of functions; "
                 "without, addresses are shown"},
    [ANNOTATE] = {"annotate", NULL, "show each counter by address, too"},
    [FORMAT] = {"format", "text|json", "how (default: text)"},
    [BASE] = {"base", "ADDRESS",
              "where the program was loaded, less where "
              "its file says"},
    [RATE] = {"rate", "N", "ticks a second, where the file does not tell"},
    [LAYOUT] = {"layout", "NAME",
                "mon, gmon-4.2bsd, gmon-4.4bsd, gmon-freebsd, gmon-glibc, "
                "gmon-ps2sdk, gmon-mingw64 (default: auto)"},
    [WORD] = {"word", "2|4|8", "bytes in an address (default: found out)"},
    [ORDER] = {"order", "little|big|pdp", "of bytes (default: found out)"},
    [CHECK] = {"check", NULL,
               "say why the profile is missing, empty or wrong, and what to "
               "do; the program may be the first or the last word"},
    [FIX] = {"fix", "FILE",
             "with --check: write it anew for gprof, which is run with it: "
             "complete, at "
             "the program's addresses"},
    [HELP] = {"help", NULL, "show this"},
    [OPTIONS] = {0},
};

struct prof {
    struct flat_request request;
    const char *symbols;
    const char *fix;
    bool annotate, json, check, help;
    char **files; /* the words, in front of the arguments */
    size_t file_count;
};

static int prof_wrong(const char *what)
{
    return complain(STATUS_USAGE, "prof: %s", what);
}

static bool parse_layout(struct options *o, struct flat_request *request)
{
    const char *names[LAYOUTS + 1] = {NULL};
    int layout;

    for (layout = 0; layout < LAYOUTS; layout++)
        names[layout] = file_layout_name(layout);
    layout = options_one_of(o, LAYOUT, names);
    request->layout = (enum file_layout)layout;
    return layout >= 0;
}

static bool prof_parse_word(struct options *o, struct flat_request *request)
{
    uint64_t word;

    if (!options_number_between(o, WORD, 2, 8, &word))
        return false;
    if (word != 2 && word != 4 && word != 8)
        return options_wrong(o, WORD, "2, 4 or 8"), false;
    request->encoding.word = (uint8_t)word;
    return true;
}

static bool parse_option(struct options *o, int row, struct prof *prof)
{
    static const char *const formats[] = {"text", "json", NULL};
    static const char *const orders[] = {"little", "big", "pdp", NULL};
    struct flat_request *request = &prof->request;
    uint64_t rate;
    int which;

    switch (row) {
    case SYMBOLS: prof->symbols = o->value; return true;
    case ANNOTATE: prof->annotate = true; return true;
    case CHECK: prof->check = true; return true;
    case FIX: prof->fix = o->value; return true;
    case HELP: prof->help = true; return true;
    case FORMAT:
        which = options_one_of(o, row, formats);
        prof->json = which == 1;
        return which >= 0;
    case BASE:
        request->has_base = true;
        return options_number_between(o, row, 0, UINT64_MAX, &request->base);
    case RATE:
        if (!options_number_between(o, row, 1, INT32_MAX, &rate))
            return false;
        request->rate = (uint32_t)rate;
        return true;
    case LAYOUT: return parse_layout(o, request);
    case WORD: return prof_parse_word(o, request);
    default:
        which = options_one_of(o, row, orders);
        request->encoding.order = (uint8_t)(ORDER_LITTLE + which);
        return which >= 0;
    }
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

/* The words of the command line move to its front, in order. */
static int prof_parse(char **arguments, struct prof *prof)
{
    struct options o;
    int row;

    prof->files = arguments;
    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0) {
        if (row == OPTIONS_WORD)
            prof->files[prof->file_count++] = (char *)o.value;
        else if (!parse_option(&o, row, prof))
            return prof_wrong(o.error);
    }
    if (row == OPTIONS_WRONG)
        return prof_wrong(o.error);
    if (prof->fix && !prof->check)
        return prof_wrong("--fix: only with --check");
    if (prof->check && (prof->json || prof->annotate))
        return prof_wrong("--check: it has one format, and no --annotate");
    if (prof->check && !prof->symbols)
        take_program(prof);
    if (!prof->help && !prof->file_count)
        return prof_wrong("which file? mon.out, gmon.out or what the program "
                          "called it");
    return STATUS_PASS;
}

static int prof_show(const struct prof *prof, const struct flat *flat)
{
    struct output output;

    if (!output_begin(&output))
        return STATUS_HARNESS;
    if (prof->json)
        flat_print_json(flat, prof->annotate, output.stream);
    else
        flat_print_text(flat, prof->annotate, output.stream);
    return output_end(&output, STATUS_PASS);
}

static int add_up(const struct prof *prof, struct flat *flat)
{
    char why[512];

    flat->files = calloc(prof->file_count, sizeof *flat->files);
    if (!flat->files)
        return out_of_memory();
    for (size_t k = 0; k < prof->file_count; k++)
        if (!flat_add(flat, &prof->request, prof->files[k], why, sizeof why))
            return prof_wrong(why);
    if (!flat_sum(flat, &prof->request, why, sizeof why))
        return prof_wrong(why);
    return prof_show(prof, flat);
}

/* gprof is asked, and believed. */
static void say_of_gprof(const struct prof *prof, FILE *out)
{
    const char *program = prof->symbols ? prof->symbols : "PROGRAM";
    char complaint[256];

    fprintf(out, "%s is written; ", prof->fix);
    if (!prof->symbols)
        fprintf(out,
                "gprof %s %s should read it: no program was given to try "
                "it with\n",
                program, prof->fix);
    else if (!prof_gprof_reads(program, prof->fix, complaint, sizeof complaint))
        fprintf(out,
                "gprof %s %s should read it: gprof is not installed here "
                "to try it with\n",
                program, prof->fix);
    else if (*complaint)
        fprintf(out, "gprof was run with it, and says: %s\n", complaint);
    else
        fprintf(out, "gprof %s %s was run, and reads it\n", program, prof->fix);
}

static int prof_fix(const struct prof *prof, const struct prof_check *check,
                    FILE *out)
{
    char why[400];

    if (!prof->fix)
        return STATUS_PASS;
    if (!prof_check_fix(check, prof->fix, why, sizeof why))
        return complain(STATUS_USAGE, "prof: --fix: %s", why);
    say_of_gprof(prof, out);
    return STATUS_PASS;
}

static int check_unreadable(const struct prof_check *check)
{
    const struct prof_finding *f = check->findings;

    return complain(STATUS_USAGE, "prof: %s%s%s", f->what, *f->todo ? " " : "",
                    f->todo);
}

static int check_files(const struct prof *prof, struct prof_check *check)
{
    struct output output;
    int status;

    for (size_t k = 0; k < prof->file_count; k++)
        prof_check_add(check, &prof->request, prof->files[k]);
    prof_check_all(check);
    if (check->full)
        return out_of_memory();
    if (prof_check_unreadable(check))
        return check_unreadable(check);
    if (!output_begin(&output))
        return STATUS_HARNESS;
    prof_check_print(check, output.stream);
    status = prof_fix(prof, check, output.stream);
    if (status != STATUS_PASS) {
        output_drop(&output);
        return status;
    }
    return output_end(&output,
                      check->finding_count ? STATUS_FAIL : STATUS_PASS);
}

/* A program without names is still a program. */
static int prof_check_run(const struct prof *prof)
{
    struct prof_check check;
    struct program program;
    char why[256];
    int status;

    if (prof->symbols &&
        !program_load(&program, prof->symbols, why, sizeof why))
        return complain(STATUS_USAGE, "prof: %s %s", prof->symbols, why);
    if (prof->symbols && !symbols_can_be_read && program.facts & F(ELF))
        complain(STATUS_PASS, "prof: --symbols: %s: %s", prof->symbols, why);
    prof_check_begin(&check, prof->symbols ? &program : NULL,
                     prof->symbols && program.facts & F(NAMES) ? program.symbols
                                                               : NULL);
    status = check_files(prof, &check);
    prof_check_end(&check);
    if (prof->symbols)
        program_free(&program);
    return status;
}

static int prof_run(char **arguments)
{
    struct prof prof = {0};
    struct symbols symbols;
    struct flat flat = {0};
    char why[256];
    int status = prof_parse(arguments, &prof);

    if (status != STATUS_PASS)
        return status;
    if (prof.help)
        return verb_help(&verb_prof);
    if (prof.check)
        return prof_check_run(&prof);
    if (prof.symbols) {
        if (symbols_load(&symbols, prof.symbols, why, sizeof why))
            flat.symbols = &symbols;
        else if (symbols_can_be_read)
            return complain(STATUS_USAGE, "prof: --symbols: %s: %s",
                            prof.symbols, why);
        else
            complain(STATUS_PASS, "prof: --symbols: %s: %s", prof.symbols, why);
    }
    status = add_up(&prof, &flat);
    flat_free(&flat);
    if (flat.symbols)
        symbols_free(&symbols);
    return status;
}

const struct verb verb_prof = {
    .name = "prof",
    .usage = "[OPTION]... FILE...",
    .summary = "show what mon.out or gmon.out tells, by function",
    .example = "profilcheck prof --symbols ./program gmon.out\n"
               "profilcheck prof --symbols ./program --base 0x555555554000 "
               "mon.out\n"
               "profilcheck prof --check gmon.out ./program",
    .status = "0 done; with --check: 0 nothing is wrong, 1 something is;\n"
              "             2 usage; 3 harness error",
    .rows = rows,
    .run = prof_run,
};
