/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"

#include "conformance/base/nearest.h"
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

int options_next(struct options *options)
{
    const char *argument = *options->next, *equals;
    size_t length;
    int row;

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
              : -1;
    if (row < 0)
        return unknown(options, argument, length);
    options->value = equals ? equals + 1 : NULL;
    if (!options->rows[row].value && equals)
        return options_mistake(options, "option takes no value", 200, argument);
    if (options->rows[row].value && !equals) {
        options->value = *options->next;
        if (!options->value)
            return options_mistake(options, "option needs a value", 200,
                                   argument);
        options->next++;
    }
    return row;
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

void options_describe(const struct option_row *rows, FILE *out)
{
    for (; rows->name; rows++) {
        int length =
            fprintf(out, "  --%s%s%s", rows->name, rows->value ? " " : "",
                    rows->value ? rows->value : "");

        if (length > 24)
            length = fprintf(out, "\n") - 1;
        fprintf(out, "%*s%s\n", 26 - length, "", rows->text);
    }
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
