/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/nearest.h"
#include "conformance/base/output.h"
#include "conformance/language/case_lex.h"
#include "conformance/runs/waivers.h"
#include "reference/rules.h"
#include "reports/reports.h"

enum { OPTIONS_NAMES = 24 };

void options_begin(struct options *options, const struct option_row *rows,
                   char **arguments)
{
    size_t count = 0;

    while (arguments[count])
        count++;
    *options = (struct options){.rows = rows,
                                .arguments = arguments,
                                .next = arguments,
                                .words = memory_new(count + 1, sizeof(char *))};
}

static const struct option_row *find(const struct option_row *rows,
                                     const char *name, size_t length)
{
    for (; rows->name; rows++)
        if (strlen(rows->name) == length &&
            memcmp(rows->name, name, length) == 0)
            return rows;
    return NULL;
}

bool options_gave(const struct options *options, const char *name)
{
    const struct option_row *row = find(options->rows, name, strlen(name));

    return row && options->given >> (row - options->rows) & 1;
}

/* "--size: read X, expected Y". */
static bool expected(struct options *options, const struct option_row *row,
                     const char *value, const char *what)
{
    options->error = problem_of("--%s: read %.80s, expected %.200s", row->name,
                                *value ? value : "nothing", what);
    return false;
}

static bool problem(struct options *options, const struct option_row *row,
                    const char *what)
{
    options->error = problem_of("--%s: %s", row->name, what);
    return false;
}

static bool mistake(struct options *options, const char *what,
                    const char *argument)
{
    options->error = problem_of("%s: %.200s", what, argument);
    return false;
}

static bool unknown(struct options *options, const char *argument,
                    size_t length)
{
    char word[NEAREST_NAME], name[NEAREST_NAME + 2];
    struct nearest nearest;

    snprintf(word, sizeof word, "%.*s", (int)length, argument);
    nearest_begin(&nearest, word);
    for (const struct option_row *row = options->rows; row->name; row++) {
        snprintf(name, sizeof name, "--%s", row->name);
        nearest_try(&nearest, name);
    }
    options->error = nearest_describe(&nearest, "option", "see --help");
    return false;
}

/* The index of the value among names, which end with a null; or -1, described
 * in error: with the name that may be meant, and all of them. */
static int one_of(struct options *options, const char *kind, const char *value,
                  const char *const *names)
{
    for (int k = 0; names[k]; k++)
        if (strcmp(value, names[k]) == 0)
            return k;
    options->error = nearest_of(value, kind, names);
    return -1;
}

/* The index among the words of "text|json". */
static int choice(struct options *options, const struct option_row *row,
                  const char *value)
{
    const char *names[OPTIONS_NAMES + 1] = {NULL};
    char text[200], *rest = text;
    size_t count = 0;

    snprintf(text, sizeof text, "%s", row->value);
    while (rest && count < OPTIONS_NAMES)
        names[count++] = strsep(&rest, "|");
    return one_of(options, row->name, value, names);
}

static int dialect(struct options *options, const char *value, bool or_all)
{
    const char *names[DIALECTS + 2] = {NULL};

    for (int d = 0; d < DIALECTS; d++)
        names[d] = dialect_table[d].name;
    names[DIALECTS] = or_all ? "all" : NULL;
    return one_of(options, "dialect", value, names);
}

static bool add_dialect(struct options *options, const char *value,
                        unsigned *set)
{
    int d = dialect(options, value, true);

    if (d >= 0)
        *set |= d == DIALECTS ? ~0u : 1u << d;
    return d >= 0;
}

static const struct report_format *format(struct options *options,
                                          const char *value)
{
    const char *names[OPTIONS_NAMES + 1] = {NULL};

    for (size_t k = 0; k < OPTIONS_NAMES && report_formats[k].name; k++)
        names[k] = report_formats[k].name;
    return one_of(options, "format", value, names) < 0
               ? NULL
               : report_format_find(value);
}

static bool number(struct options *options, const struct option_row *row,
                   const char *value, uint64_t *to)
{
    if (text_number(value, to) && *to >= row->least && *to <= row->most)
        return true;
    return expected(options, row, value,
                    problem_of("a number from %" PRIu64 " to %" PRIu64
                               ", decimal or 0x hexadecimal",
                               row->least, row->most));
}

static bool seconds(struct options *options, const struct option_row *row,
                    const char *value, unsigned *milliseconds)
{
    char *end;
    double read = strtod(value, &end);

    if (*end || !(read >= 0.01 && read <= 3600))
        return expected(options, row, value, "seconds from 0.01 to 3600");
    *milliseconds = (unsigned)(read * 1000);
    return true;
}

static bool append(struct options *options, const struct option_row *row,
                   const char *value, const char **list, size_t *count)
{
    if (*count == row->most)
        return expected(options, row, value,
                        problem_of("at most %" PRIu64 " of them", row->most));
    list[(*count)++] = value;
    return true;
}

static bool put(struct options *options, const struct option_row *row,
                const char *value, char *request)
{
    char *to = request + row->at;
    const char *what;

    switch (row->kind) {
    case OPTION_SET: *(bool *)to = true; return true;
    case OPTION_TEXT: *(const char **)to = value; return true;
    case OPTION_LIST:
        return append(options, row, value, (const char **)to,
                      (size_t *)(request + row->count));
    case OPTION_CHOICE: return (*(int *)to = choice(options, row, value)) >= 0;
    case OPTION_NUMBER: return number(options, row, value, (uint64_t *)to);
    case OPTION_SECONDS: return seconds(options, row, value, (unsigned *)to);
    case OPTION_DIALECT:
    case OPTION_NEEDED_DIALECT:
        return (*(int *)to = dialect(options, value, false)) >= 0;
    case OPTION_DIALECTS: return add_dialect(options, value, (unsigned *)to);
    case OPTION_FORMAT:
        return (*(const struct report_format **)to = format(options, value));
    case OPTION_WAIVERS:
        what = waivers_read((struct waivers *)to, value);
        return !what || problem(options, row, what);
    default:
        what = row->take(request, value);
        return !what || expected(options, row, value, what);
    }
}

static const char *take_output(void *request, const char *value)
{
    (void)request;
    return output_to(value) ? NULL
                            : "a file in a directory that can be written in";
}

static const char *take_quiet(void *request, const char *value)
{
    (void)request;
    (void)value;
    output_to(NULL);
    return NULL;
}

/* What every verb takes; verbose, where there is no more to say. */
struct shared {
    int colour;
    bool verbose;
};

static const struct option_row shared_rows[] = {
    OPTION_BY("output", take_output, "FILE", NULL),
    OPTION_BY("quiet", take_quiet, NULL, NULL),
    OPTION("verbose", SET, shared, verbose, NULL, NULL),
    OPTION("color", CHOICE, shared, colour, "auto|always|never", NULL),
    {0},
};

static bool put_shared(struct options *options, const struct option_row *row,
                       const char *value)
{
    struct shared given = {-1, false};

    if (!put(options, row, value, (char *)&given))
        return false;
    if (given.colour >= 0)
        output_colour(given.colour);
    return true;
}

/* The row of an argument up to its =, among those; null: none. */
static const struct option_row *row_of(const struct option_row *rows,
                                       const char *argument, size_t length)
{
    static const char *const shorts[][2] = {
        {"-h", "help"}, {"-o", "output"}, {"-q", "quiet"}, {"-v", "verbose"}};

    if (argument[1] == '-')
        return find(rows, argument + 2, length - 2);
    for (size_t k = 0; k < sizeof shorts / sizeof *shorts; k++)
        if (strcmp(argument, shorts[k][0]) == 0)
            return find(rows, shorts[k][1], strlen(shorts[k][1]));
    return NULL;
}

/* The value of a row that takes one, or none; false after a mistake. */
static bool value_of(struct options *options, const struct option_row *row,
                     const char *argument, const char **value)
{
    const char *equals = strchr(argument, '=');

    *value = equals ? equals + 1 : NULL;
    if (!row->value && equals)
        return mistake(options, "option takes no value", argument);
    if (row->value && !equals) {
        *value = *options->next;
        if (!*value)
            return mistake(options, "option needs a value", argument);
        options->next++;
    }
    return true;
}

static enum options_read read_option(struct options *options,
                                     const char *argument, void *request)
{
    size_t length = strcspn(argument, "=");
    const struct option_row *own = row_of(options->rows, argument, length);
    const struct option_row *row =
        own ? own : row_of(shared_rows, argument, length);
    const char *value;

    if (!row)
        return unknown(options, argument, length) ? OPTIONS_READ
                                                  : OPTIONS_WRONG;
    if (!value_of(options, row, argument, &value))
        return OPTIONS_WRONG;
    if (row->kind == OPTION_HELP)
        return OPTIONS_HELP_WANTED;
    if (own)
        options->given |= (uint64_t)1 << (own - options->rows);
    if (own && options->seen)
        options->seen(request, own, value);
    return (own ? put(options, row, value, request)
                : put_shared(options, row, value))
               ? OPTIONS_READ
               : OPTIONS_WRONG;
}

/* False after a mistake: a dialect is needed that was not given. */
static bool has_needed(struct options *options)
{
    for (const struct option_row *row = options->rows; row->name; row++)
        if (row->kind == OPTION_NEEDED_DIALECT &&
            !options_gave(options, row->name))
            options->error =
                "--dialect is needed; see profilcheck list dialects";
    return !options->error;
}

enum options_read options_read(struct options *options, void *request)
{
    enum options_read read = OPTIONS_READ;

    while (read == OPTIONS_READ && *options->next) {
        const char *argument = *options->next++;

        if (options->words_only || argument[0] != '-' || !argument[1]) {
            options->words[options->word_count++] = argument;
            if (options->seen)
                options->seen(request, NULL, argument);
        } else if (strcmp(argument, "--") == 0)
            options->words_only = true;
        else
            read = read_option(options, argument, request);
    }
    return read == OPTIONS_READ && !has_needed(options) ? OPTIONS_WRONG : read;
}

enum { HELP_INDENT = 26, HELP_WIDTH = 79 };

/* The text after what fills the line up to a column, in columns of its own. */
static void put_wrapped(const char *text, int column, FILE *out)
{
    if (column > HELP_INDENT - 2)
        column = HELP_WIDTH;
    while (*text) {
        int length = (int)strcspn(text, " ");

        if (column + 1 + length > HELP_WIDTH)
            column = fprintf(out, "\n") - 1;
        column += fprintf(out, "%*s%.*s",
                          column < HELP_INDENT - 1 ? HELP_INDENT - column : 1,
                          "", length, text);
        text += length;
        text += *text == ' ';
    }
    putc('\n', out);
}

/* Whether it is one of the words. */
static bool has_word(const char *words, const char *word)
{
    size_t length = strlen(word), each;

    for (; *words; words += each + (words[each] == ' ')) {
        each = strcspn(words, " ");
        if (each == length && memcmp(words, word, length) == 0)
            return true;
    }
    return false;
}

void options_describe(const struct option_row *rows, const char *often,
                      FILE *out)
{
    char rest[400] = "";

    for (; rows->name; rows++) {
        size_t used = strlen(rest);

        if (!often || has_word(often, rows->name))
            put_wrapped(rows->text,
                        fprintf(out, "  --%s%s%s", rows->name,
                                rows->value ? " " : "",
                                rows->value ? rows->value : ""),
                        out);
        else if (rows->kind != OPTION_HELP)
            snprintf(rest + used, sizeof rest - used, "--%s ", rows->name);
    }
    if (*rest)
        put_wrapped(rest, fprintf(out, "  and"), out);
    fputs("  all verbs: -o, --output FILE; -q, --quiet; -v, --verbose; --color "
          "WHEN\n",
          out);
}
