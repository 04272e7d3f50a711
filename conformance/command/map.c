/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "conformance/cases/case_lex.h"
#include "conformance/explain/batch.h"
#include "conformance/explain/explain.h"
#include "verbs.h"

enum {
    DIALECT,
    CHOICE,
    BATCH,
    SIZE,
    OFFSET,
    SCALE,
    WIDTH,
    ADDRESS_BITS,
    FORMAT,
    HELP,
    OPTIONS
};

static const struct option_row rows[] = {
    [DIALECT] = {"dialect", "D", "the dialect whose formula it is"},
    [CHOICE] = {"choice", "RULE=CHOICE",
                "decide a rule, forbidden choices "
                "too; may be repeated"},
    [BATCH] = {"batch", NULL,
               "read lines `width size offset scale pc`, write "
               "a counter or - a line"},
    [SIZE] = {"size", "N", "bytes in the buffer"},
    [OFFSET] = {"offset", "N", "the lowest address"},
    [SCALE] = {"scale", "N", "as in the call"},
    [WIDTH] = {"width", "2|4", "bytes in a counter (default: 2)"},
    [ADDRESS_BITS] = {"address-bits", "16|32|64",
                      "of the profiled machine "
                      "(default: 64)"},
    [FORMAT] = {"format", "text|json",
                "json: the counter of each pc (default: text, step by step)"},
    [HELP] = {"help", NULL, "show this"},
    [OPTIONS] = {0},
};

struct map_request {
    struct formula formula;
    struct mapping mapping;
    unsigned given; /* bit o: option o was */
    char **pcs;     /* the words, in front of the arguments */
    size_t pc_count;
    bool json;
};

static int map_wrong(const char *what)
{
    return complain(STATUS_USAGE, "map: %s", what);
}

static bool one_number(struct options *o, int row, struct mapping *m)
{
    uint64_t number;

    if (!options_number_between(
            o, row, 0, row == SIZE ? FORMULA_SIZE : UINT64_MAX, &number))
        return false;
    switch (row) {
    case SIZE: m->size = number; break;
    case OFFSET: m->offset = number; break;
    case SCALE: m->scale = number; break;
    case WIDTH:
        if (number != 2 && number != 4)
            return options_wrong(o, row, "2 or 4"), false;
        m->width = (uint8_t)number;
        break;
    default:
        if (number != 16 && number != 32 && number != 64)
            return options_wrong(o, row, "16, 32 or 64"), false;
        m->address_bits = (uint8_t)number;
    }
    return true;
}

/* The words of the command line move to its front, in order. */
static int map_parse(char **arguments, struct map_request *request)
{
    static const char *const formats[] = {"text", "json", NULL};
    const char *choices[RULES];
    size_t choice_count = 0;
    struct options o;
    char why[320];
    int row, dialect = -1;

    request->pcs = arguments;
    options_begin(&o, rows, arguments);
    while ((row = options_next(&o)) >= 0) {
        if (row == OPTIONS_WORD) {
            request->pcs[request->pc_count++] = (char *)o.value;
            continue;
        }
        request->given |= 1u << row;
        if (row == DIALECT && (dialect = dialect_option(o.value)) < 0)
            return STATUS_USAGE;
        if (row == FORMAT) {
            int format = options_one_of(&o, row, formats);

            if (format < 0)
                return map_wrong(o.error);
            request->json = format == 1;
            continue;
        }
        if (row == CHOICE && choice_count == RULES)
            return map_wrong("more choices than there are rules");
        if (row == CHOICE)
            choices[choice_count++] = o.value;
        else if (row != DIALECT && row != BATCH && row != HELP &&
                 !one_number(&o, row, &request->mapping))
            return map_wrong(o.error);
    }
    if (row == OPTIONS_WRONG)
        return map_wrong(o.error);
    if (request->given >> HELP & 1)
        return STATUS_PASS;
    if (dialect < 0)
        return map_wrong("--dialect is needed; see profilcheck list dialects");
    formula_begin(&request->formula, (enum dialect)dialect);
    for (size_t k = 0; k < choice_count; k++)
        if (!formula_choose(&request->formula, choices[k], why, sizeof why))
            return complain(STATUS_USAGE, "map: --choice: %s", why);
    return STATUS_PASS;
}

static int batch(const struct map_request *request)
{
    unsigned region = 1u << SIZE | 1u << OFFSET | 1u << SCALE | 1u << WIDTH;
    struct batch_error error;

    if (request->given & region || request->pc_count)
        return map_wrong(
            "--batch reads regions and pcs from standard input: "
            "leave out --size, --offset, --scale, --width and pcs");
    switch (batch_map(&request->formula, request->mapping.address_bits,
                      STDIN_FILENO, STDOUT_FILENO, &error)) {
    case BATCH_DONE: return STATUS_PASS;
    case BATCH_MALFORMED:
        return complain(STATUS_USAGE, "standard input:%s", error.text);
    case BATCH_READ:
        return complain(STATUS_HARNESS, "standard input: %s", strerror(errno));
    default:
        return complain(STATUS_HARNESS, "standard output: %s", strerror(errno));
    }
}

/* The choices that were not given, of the rules that came up. */
static void assumed(const struct formula *formula, struct rule_set asked,
                    FILE *out)
{
    static const char *const words[] = {"against the dialect", "required",
                                        "permitted", "unspecified"};
    bool any = false;

    asked = rule_set_without(asked, formula->given);
    for (unsigned r = 0; r < RULES; r++) {
        if (!rule_set_has(asked, r))
            continue;
        fputs(any ? "         " : "assumed: ", out);
        any = true;
        explain_choice(formula, r, out);
        fprintf(out, ": %s\n",
                words[dialect_permission(formula->dialect,
                                         formula_choice(formula, r))]);
    }
}

static void map_hex(const char *name, uint64_t value, FILE *out)
{
    fprintf(out, "\"%s\": \"0x%" PRIx64 "\"", name, value);
}

/* Where one pc is counted; null: nowhere. */
static struct rule_set map_json_pc(const struct map_request *request,
                                   uint64_t pc, FILE *out)
{
    static const char *const regions[] = {[REGION_MAPS] = "maps",
                                          [REGION_OFF] = "off",
                                          [REGION_INVALID] = "invalid",
                                          [REGION_EMPTY] = "empty",
                                          [REGION_OVERFLOW_BIN] =
                                              "overflow-bin"};
    struct choices choices;
    struct mapped mapped;

    choices_begin(&choices, &request->formula.sets);
    formula_map(&choices, request->formula.dialect, &request->mapping, pc,
                &mapped);
    putc('{', out);
    map_hex("pc", pc, out);
    fprintf(out, ", \"region\": \"%s\", \"counter\": ", regions[mapped.region]);
    if (mapped.counter == FORMULA_NOWHERE)
        fputs("null", out);
    else
        fprintf(out, "%" PRIu64, mapped.counter);
    putc('}', out);
    return choices.asked;
}

/* The choices of the rules that came up, given or assumed. */
static void map_json_choices(const struct formula *formula,
                             struct rule_set asked, FILE *out)
{
    bool any = false;

    fputs("\n], \"choices\": {", out);
    RULE_SET_EACH (r, asked) {
        fprintf(out, "%s\"%s\": \"%s\"", any ? ", " : "", rule_table[r].name,
                choice_table[formula_choice(formula, (enum rule)r)].name);
        any = true;
    }
    fputs("}}\n", out);
}

static int map_explain(const struct map_request *request)
{
    unsigned needed = 1u << SIZE | 1u << OFFSET | 1u << SCALE;
    const struct mapping *m = &request->mapping;
    uint64_t most = UINT64_MAX >> (64 - m->address_bits), pc;
    struct rule_set asked = {{0}};
    struct output output;

    if ((request->given & needed) != needed || !request->pc_count)
        return map_wrong("--size, --offset, --scale and at least one pc are "
                         "needed, or --batch; see profilcheck map --help");
    if (m->offset > most)
        return map_wrong("--offset: not an address of that machine");
    if (!output_begin(&output))
        return STATUS_HARNESS;
    if (request->json)
        fprintf(output.stream,
                "{\"schema\": \"profilcheck.map.1\", \"dialect\": \"%s\", "
                "\"pcs\": [\n",
                dialect_table[request->formula.dialect].name);
    for (size_t k = 0; k < request->pc_count; k++) {
        if (!text_number(request->pcs[k], &pc) || pc > most) {
            output_drop(&output);
            return complain(STATUS_USAGE,
                            "map: read %s, expected a pc: "
                            "decimal or 0x hexadecimal, an address of that "
                            "machine",
                            request->pcs[k]);
        }
        if (request->json && k)
            fputs(",\n", output.stream);
        asked = rule_set_join(
            asked, request->json
                       ? map_json_pc(request, pc, output.stream)
                       : explain_pc(&request->formula, m, pc, output.stream));
    }
    if (request->json)
        map_json_choices(&request->formula, asked, output.stream);
    else
        assumed(&request->formula, asked, output.stream);
    return output_end(&output, STATUS_PASS);
}

static int map_run(char **arguments)
{
    struct map_request request = {.mapping = {.width = 2, .address_bits = 64}};
    int status = map_parse(arguments, &request);

    if (status != STATUS_PASS)
        return status;
    if (request.given >> HELP & 1)
        return verb_help(&verb_map);
    return request.given >> BATCH & 1 ? batch(&request) : map_explain(&request);
}

const struct verb verb_map = {
    .name = "map",
    .usage = "--dialect D [OPTION]... PC...",
    .summary = "show to which counter a pc belongs, step by step",
    .example = "profilcheck map --dialect aix --size 64 --offset 0x400000 "
               "--scale 0xffff 0x400003\n"
               "echo 2 64 0x400000 65535 0x400003 | "
               "profilcheck map --dialect aix --batch",
    .rows = rows,
    .run = map_run,
};
