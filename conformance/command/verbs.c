/* SPDX-License-Identifier: MIT */
#include "verbs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/language/case_lex.h"
#include "conformance/language/generate.h"
#include "conformance/language/suite.h"
#include "reference/rules.h"

/* The options of a verb. */

enum { OPTIONS_NAMES = 24 };

static void options_begin(struct options *options,
                          const struct option_row *rows, char **arguments)
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

/* Read all of them into the request. */
static enum options_read options_read(struct options *options, void *request)
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

/* The options as help shows them: one a line, or only those of the list of
 * names `often`, with the names of the others after them. */
static void options_describe(const struct option_row *rows, const char *often,
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

/* A verb. */

/* Complains of too few words, or too many. */
static bool counts(const struct verb *verb, const struct options *o)
{
    if (o->word_count >= verb->least && o->word_count <= verb->most)
        return true;
    if (verb->most == 0)
        complain(STATUS_USAGE, "%s: %s: this verb takes no arguments",
                 verb->name, o->words[0]);
    else if (verb->most == 1 && o->word_count > 1)
        complain(STATUS_USAGE, "%s: one %s at a time, not %s and %s",
                 verb->name, verb->word, o->words[0], o->words[1]);
    else
        complain(STATUS_USAGE, "%s: %s", verb->name, verb->ask);
    return false;
}

bool verb_read(const struct verb *verb, char **arguments,
               struct options *options, void *request, int *status)
{
    *status = STATUS_USAGE;
    options_begin(options, verb->rows, arguments);
    options->seen = verb->seen;
    switch (options_read(options, request)) {
    case OPTIONS_READ: return counts(verb, options);
    case OPTIONS_HELP_WANTED: *status = verb_help(verb, false); return false;
    default:
        complain(STATUS_USAGE, "%s: %s", verb->name, options->error);
        return false;
    }
}

int verb_do(const struct verb *verb, char **arguments)
{
    static void *request; /* while the process lasts */
    static struct options given;
    struct memory_stream output;
    int status;

    request = memory_new(1, verb->size);
    if (verb->usual)
        memcpy(request, verb->usual, verb->size);
    if (!verb_read(verb, arguments, &given, request, &status))
        return status;
    status = verb->run(request, &given, memory_stream(&output));
    if (!output_is_refused() &&
        (status <= STATUS_FAIL || ftell(output.out) > 0))
        return output_end(&output, status);
    free(memory_stream_end(&output));
    return status;
}

int verb_help(const struct verb *verb, bool all)
{
    const char *often = all ? NULL : verb->often, *line = verb->example;
    struct memory_stream output;
    FILE *out = memory_stream(&output);

    fprintf(out, "usage: profilcheck %s %s\n\n%s\n\n", verb->name, verb->usage,
            verb->summary);
    options_describe(verb->rows, often, out);
    fputs("\nexample:\n", out);
    while (*line) {
        size_t length = strcspn(line, "\n");

        fprintf(out, "  %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    fprintf(out, "\nexit status: %s\n",
            verb->status ? verb->status : "0 done, 2 usage, 3 harness error");
    if (often)
        fprintf(out, "all options: profilcheck help %s; ", verb->name);
    fprintf(out, "details: man profilcheck-%s\n", verb->name);
    return output_end(&output, STATUS_PASS);
}

int load_cases(struct case_list *list, const char *file, enum dialect dialect,
               bool full)
{
    struct case_error error;

    if (file ? suite_load_file(list, file, &error)
             : suite_load(list, dialect, full, &error))
        return STATUS_PASS;
    return complain(file ? STATUS_USAGE : STATUS_HARNESS, "%s", error.text);
}

int find_case(const char *verb, struct case_list *list, unsigned dialects,
              const char *id, const struct test_case **c)
{
    int status = load_cases(list, NULL, DIALECT_AIX, false);
    unsigned count;

    *c = case_list_find(list, id);
    for (int d = 0; status == STATUS_PASS && !*c && d < DIALECTS; d++) {
        if (!(dialects >> d & 1))
            continue;
        case_list_free(list);
        *list = (struct case_list){0};
        status = load_cases(list, NULL, (enum dialect)d, true);
        *c = case_list_find(list, id);
    }
    if (status == STATUS_PASS && !*c && sscanf(id, "count-%u", &count) == 1) {
        generate_count(list, count);
        *c = case_list_find(list, id);
    }
    return status != STATUS_PASS || *c ? status : unknown_case(verb, id, NULL);
}

static int unknown_end(const char *verb, const struct nearest *nearest,
                       const char *kind, const char *hint)
{
    return complain(STATUS_USAGE, "%s: %s", verb,
                    nearest_describe(nearest, kind, hint));
}

int unknown_impl(const char *verb, const char *name)
{
    struct nearest nearest;

    if (strncmp(name, "exec:", 5) == 0)
        return complain(STATUS_USAGE,
                        "%s: exec: no program was named: give exec:FILE, or "
                        "exec: and a command of the shell",
                        verb);
    nearest_begin(&nearest, name);
    for (size_t k = 0; impl_table[k]; k++)
        nearest_try(&nearest, impl_table[k]->name);
    return unknown_end(verb, &nearest, "implementation",
                       "see profilcheck list impls, or give the path of a "
                       "shared object");
}

void unknown_try_cases(struct nearest *nearest, const struct case_list *list)
{
    for (size_t k = 0; k < list->count; k++) {
        nearest_try(nearest, list->cases[k].slug);
        nearest_try(nearest, list->cases[k].id);
    }
}

int unknown_case_end(const char *verb, const struct nearest *nearest)
{
    if (strcmp(nearest->name, nearest->word) == 0)
        return complain(STATUS_USAGE,
                        "%s: %s: it is for other dialects, by its calls or its "
                        "dialect line",
                        verb, nearest->name);
    return unknown_end(verb, nearest, "case", "see profilcheck list cases");
}

int unknown_case(const char *verb, const char *id, const struct case_list *list)
{
    struct nearest nearest;

    nearest_begin(&nearest, id);
    if (list)
        unknown_try_cases(&nearest, list);
    for (int d = 0; !list && d < DIALECTS; d++) {
        struct case_list suite = {0};
        struct case_error error;

        if (suite_load(&suite, (enum dialect)d, false, &error))
            unknown_try_cases(&nearest, &suite);
        case_list_free(&suite);
    }
    return unknown_case_end(verb, &nearest);
}
