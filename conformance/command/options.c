/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"

#include "conformance/base/nearest.h"
#include "conformance/base/output.h"
#include "conformance/cases/case_lex.h"

void options_begin(struct options *options, const struct option_row *rows,
                   char **arguments)
{
    *options = (struct options){.rows = rows, .next = arguments};
}

static int options_word(struct options *options, const char *text)
{
    options->value = text;
    return OPTIONS_WORD;
}

static int options_find(const struct option_row *rows, const char *name,
                        size_t length)
{
    for (int row = 0; rows[row].name; row++)
        if (strlen(rows[row].name) == length &&
            memcmp(rows[row].name, name, length) == 0)
            return row;
    return -1;
}

static int options_mistake(struct options *options, const char *what,
                           int length, const char *argument)
{
    snprintf(options->error, sizeof options->error, "%s: %.*s", what, length,
             argument);
    return OPTIONS_WRONG;
}

/* -h is --help, where there is that. */
static int unknown(struct options *options, const char *argument, size_t length)
{
    char name[NEAREST_NAME + 2];
    struct nearest nearest;

    if (strcmp(argument, "-h") == 0 &&
        options_find(options->rows, "help", 4) >= 0)
        return options_find(options->rows, "help", 4);
    snprintf(options->name, sizeof options->name, "%.*s", (int)length,
             argument);
    nearest_begin(&nearest, options->name);
    for (int row = 0; options->rows[row].name; row++) {
        snprintf(name, sizeof name, "--%s", options->rows[row].name);
        nearest_try(&nearest, name);
    }
    nearest_describe(&nearest, "option", "see --help", options->error,
                     sizeof options->error);
    return OPTIONS_WRONG;
}

/* What every verb takes. */
static const struct option_row common[] = {
    {"output", "FILE", NULL},
    {"color", "auto|always|never", NULL},
    {"quiet", NULL, NULL},
    {0},
};
enum { OUTPUT, COLOUR, QUIET };

/* The row of a short option among the verb's own; -1: it has none. */
static int options_short(const struct options *options, const char *argument)
{
    static const struct {
        const char *is, *name;
    } shorts[] = {{"-o", "output"}, {"-q", "quiet"}, {"-v", "verbose"}};

    for (size_t k = 0; k < sizeof shorts / sizeof *shorts; k++)
        if (strcmp(argument, shorts[k].is) == 0)
            return options_find(options->rows, shorts[k].name,
                                strlen(shorts[k].name));
    return -1;
}

/* The row of `common` that an argument is; -1: none. */
static int options_common(const char *argument, size_t length)
{
    if (strcmp(argument, "-o") == 0 || strcmp(argument, "-q") == 0)
        return argument[1] == 'o' ? OUTPUT : QUIET;
    return length > 2 && argument[1] == '-'
               ? options_find(common, argument + 2, length - 2)
               : -1;
}

/* Its value is read.  The next option, or OPTIONS_WRONG. */
static int options_take_common(struct options *options, int row)
{
    const struct option_row *own = options->rows;
    int when = 0;

    options->rows = common;
    if (row == COLOUR)
        when = options_one_of(options, row, output_colours);
    else if (!output_to(row == QUIET ? NULL : options->value))
        when = options_wrong(options, row,
                             "a file in a directory that can be "
                             "written in");
    options->rows = own;
    if (row == COLOUR && when >= 0)
        output_colour(when);
    return when < 0 ? OPTIONS_WRONG : options_next(options);
}

/* The value of a row that takes one, or none; false after a mistake. */
static bool options_take_value(struct options *options,
                               const struct option_row *row,
                               const char *argument, const char *equals)
{
    options->value = equals ? equals + 1 : NULL;
    if (!row->value && equals)
        return options_mistake(options, "option takes no value", 200,
                               argument) >= 0;
    if (row->value && !equals) {
        options->value = *options->next;
        if (!options->value)
            return options_mistake(options, "option needs a value", 200,
                                   argument) >= 0;
        options->next++;
    }
    return true;
}

int options_next(struct options *options)
{
    const char *argument = *options->next, *equals;
    size_t length;
    int row, shared;

    if (!argument)
        return OPTIONS_END;
    options->next++;
    if (options->words_only || argument[0] != '-' || !argument[1])
        return options_word(options, argument);
    if (strcmp(argument, "--") == 0) {
        options->words_only = true;
        return options_next(options);
    }
    equals = strchr(argument, '=');
    length = equals ? (size_t)(equals - argument) : strlen(argument);
    row = argument[1] == '-'
              ? options_find(options->rows, argument + 2, length - 2)
              : options_short(options, argument);
    shared = row < 0 ? options_common(argument, length) : -1;
    if (row < 0 && shared < 0)
        return unknown(options, argument, length);
    if (!options_take_value(options,
                            shared < 0 ? &options->rows[row] : &common[shared],
                            argument, equals))
        return OPTIONS_WRONG;
    return shared < 0 ? row : options_take_common(options, shared);
}

int options_wrong(struct options *options, int row, const char *expected)
{
    snprintf(options->error, sizeof options->error,
             "--%s: read %.80s, expected %.120s", options->rows[row].name,
             *options->value ? options->value : "nothing", expected);
    return OPTIONS_WRONG;
}

int options_one_of(struct options *options, int row, const char *const *names)
{
    for (int k = 0; names[k]; k++)
        if (strcmp(options->value, names[k]) == 0)
            return k;
    nearest_of(options->value, options->rows[row].name, names, options->error,
               sizeof options->error);
    return OPTIONS_WRONG;
}

/* In a line, or in two where its name is long. */
static void describe_row(const struct option_row *row, FILE *out)
{
    int length = fprintf(out, "  --%s%s%s", row->name, row->value ? " " : "",
                         row->value ? row->value : "");

    if (length > 24)
        length = fprintf(out, "\n") - 1;
    fprintf(out, "%*s%s\n", 26 - length, "", row->text);
}

void options_describe(const struct option_row *rows, FILE *out)
{
    for (; rows->name; rows++)
        describe_row(rows, out);
    fputs("\nas of every verb: -o, --output FILE; -q, --quiet; --color "
          "auto|always|never\n",
          out);
}

bool options_number_between(struct options *options, int row, uint64_t least,
                            uint64_t most, uint64_t *number)
{
    char expected[96];

    if (text_number(options->value, number) && *number >= least &&
        *number <= most)
        return true;
    snprintf(expected, sizeof expected,
             "a number from %" PRIu64 " to %" PRIu64
             ", decimal or 0x hexadecimal",
             least, most);
    options_wrong(options, row, expected);
    return false;
}

bool options_time_limit(struct options *options, int row,
                        unsigned *milliseconds)
{
    char *end;
    double seconds = strtod(options->value, &end);

    if (*end || !(seconds >= 0.01 && seconds <= 3600)) {
        options_wrong(options, row, "seconds from 0.01 to 3600");
        return false;
    }
    *milliseconds = (unsigned)(seconds * 1000);
    return true;
}
