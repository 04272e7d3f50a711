/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "conformance/judge/batch.h"
#include "conformance/judge/explain.h"
#include "conformance/language/case_lex.h"
#include "verbs.h"

struct map_request {
    int dialect, format, width, bits;
    const char *choices[RULES];
    size_t choice_count;
    struct formula formula;
    struct mapping mapping;
    uint64_t size;
    bool batch;
};

static const struct option_row rows[] = {
    DIALECT_NEEDED_ROW(map_request, dialect),
    OPTION_REPEATED("choice", map_request, choices, choice_count, RULES,
                    "RULE=CHOICE",
                    "take this choice of a rule; may be repeated"),
    OPTION("batch", SET, map_request, batch, NULL,
           "map lines: width size offset scale pc"),
    OPTION_BETWEEN("size", NUMBER, map_request, size, 0, FORMULA_SIZE, "N",
                   "bytes in the buffer"),
    OPTION_BETWEEN("offset", NUMBER, map_request, mapping.offset, 0, UINT64_MAX,
                   "N", "as in the call: the lowest address"),
    OPTION_BETWEEN("scale", NUMBER, map_request, mapping.scale, 0, UINT32_MAX,
                   "N", "as in the call"),
    OPTION("width", CHOICE, map_request, width, "2|4",
           "bytes in a counter (default: 2)"),
    OPTION("address-bits", CHOICE, map_request, bits, "16|32|64",
           "of the profiled machine (default: 64)"),
    FORMAT_ROW(map_request, format, "text|json"),
    OPTIONS_HELP,
};

static int map_wrong(const char *what)
{
    return complain(STATUS_USAGE, "map: %s", what);
}

static int map_settle(struct map_request *request)
{
    struct mapping *m = &request->mapping;
    const char *problem = NULL;

    if (!dialect_has_rule((enum dialect)request->dialect, RULE_ROUNDING))
        return complain(STATUS_USAGE,
                        "map: --dialect: %s has neither profil nor sprofil, "
                        "and no formula",
                        dialect_table[request->dialect].name);
    m->size = request->size;
    m->width = (uint8_t)(2u << request->width);
    m->address_bits = (uint8_t)(16u << request->bits);
    formula_begin(&request->formula, (enum dialect)request->dialect);
    for (size_t k = 0; !problem && k < request->choice_count; k++)
        problem = formula_choose(&request->formula, request->choices[k]);
    return problem ? complain(STATUS_USAGE, "map: --choice: %s", problem)
                   : STATUS_PASS;
}

static int batch(const struct map_request *request, const struct options *o)
{
    struct batch_error error;
    int to;

    if (o->word_count || options_gave(o, "size") || options_gave(o, "offset") ||
        options_gave(o, "scale") || options_gave(o, "width"))
        return map_wrong(
            "--batch reads regions and pcs from standard input: "
            "leave out --size, --offset, --scale, --width and pcs");
    if (options_gave(o, "format"))
        return map_wrong(
            "--batch takes no --format: it writes a line for each");
    to = output_direct();
    if (to < 0)
        return complain(STATUS_HARNESS, "--output: %s", strerror(errno));
    switch (batch_map(&request->formula, request->mapping.address_bits,
                      STDIN_FILENO, to, &error)) {
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
static void assumed(const struct formula *formula, struct rule_set consulted,
                    FILE *out)
{
    static const char *const words[] = {"against the dialect", "required",
                                        "permitted", "unspecified"};
    bool any = false;

    consulted = rule_set_without(consulted, formula->given);
    for (unsigned r = 0; r < RULES; r++) {
        if (!rule_set_has(consulted, r))
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
    return choices.consulted;
}

/* The choices of the rules that came up, given or assumed. */
static void map_json_choices(const struct formula *formula,
                             struct rule_set consulted, FILE *out)
{
    bool any = false;

    fputs("\n], \"choices\": {", out);
    RULE_SET_EACH (r, consulted) {
        fprintf(out, "%s\"%s\": \"%s\"", any ? ", " : "", rule_table[r].name,
                choice_table[formula_choice(formula, (enum rule)r)].name);
        any = true;
    }
    fputs("}}\n", out);
}

static int map_explain(const struct map_request *request,
                       const struct options *o, FILE *out)
{
    const struct mapping *m = &request->mapping;
    uint64_t most = UINT64_MAX >> (64 - m->address_bits), pc;
    struct rule_set consulted = {{0}};

    if (!o->word_count || !options_gave(o, "size") ||
        !options_gave(o, "offset") || !options_gave(o, "scale"))
        return map_wrong("--size, --offset, --scale and at least one pc are "
                         "needed, or --batch; see profilcheck map --help");
    if (m->offset > most)
        return map_wrong("--offset: that machine has no such address");
    if (request->format)
        fprintf(out,
                "{\"schema\": \"profilcheck.map.1\", \"dialect\": \"%s\", "
                "\"pcs\": [\n",
                dialect_table[request->formula.dialect].name);
    for (size_t k = 0; k < o->word_count; k++) {
        if (!text_number(o->words[k], &pc) || pc > most)
            return complain(STATUS_USAGE,
                            "map: read %s, expected a pc of that machine, in "
                            "decimal or 0x hexadecimal",
                            o->words[k]);
        if (request->format && k)
            fputs(",\n", out);
        consulted = rule_set_join(
            consulted, request->format
                           ? map_json_pc(request, pc, out)
                           : explain_pc(&request->formula, m, pc, out));
    }
    if (request->format)
        map_json_choices(&request->formula, consulted, out);
    else
        assumed(&request->formula, consulted, out);
    return STATUS_PASS;
}

static int map_run(void *of, const struct options *given, FILE *out)
{
    struct map_request *request = of;
    int status = map_settle(request);

    if (status != STATUS_PASS)
        return status;
    return request->batch ? batch(request, given)
                          : map_explain(request, given, out);
}

const struct verb verb_map = {
    .name = "map",
    .usage = "--dialect D [OPTION]... PC...",
    .summary = "show to which counter a pc belongs, step by step",
    .example = "profilcheck map --dialect aix --size 64 --offset 0x1000 "
               "--scale 0xffff 0x1003\n"
               "echo 2 64 0x1000 65535 0x1003 | "
               "profilcheck map --dialect aix --batch",
    .rows = rows,
    .most = WORDS_ANY,
    REQUEST(map_request, .dialect = -1, .bits = 2),
    .run = map_run,
};
