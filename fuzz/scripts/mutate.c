/* SPDX-License-Identifier: MIT */
#include "mutate.h"

#include <inttypes.h>
#include <string.h>

#include "conformance/cases/case.h"
#include "fuzz/text.h"
#include "grammar.h"

enum { LINES = 48, LINE = 400, TRIES = 6, RANDOM = 64 };

/* A text being changed. */
struct mutate_lines {
    unsigned count;
    char text[LINES][LINE];
    uint64_t random;
};

static unsigned draw_below(struct mutate_lines *l, unsigned bound)
{
    return (unsigned)(stream_random(&l->random) % bound);
}

static void split_lines(struct mutate_lines *l, const char *text, size_t length)
{
    while (length > 0 && l->count < LINES) {
        const char *end = memchr(text, '\n', length);
        size_t n = end ? (size_t)(end - text) : length;

        if (n > 0 && n < LINE) {
            memcpy(l->text[l->count], text, n);
            l->text[l->count++][n] = '\0';
        }
        n += end != NULL;
        text += n;
        length -= n;
    }
}

static size_t join_lines(const struct mutate_lines *l, char *text, size_t most)
{
    size_t length = 0;

    for (unsigned k = 0; k < l->count; k++) {
        size_t n = strlen(l->text[k]);

        if (length + n + 1 > most)
            break;
        memcpy(text + length, l->text[k], n);
        length += n;
        text[length++] = '\n';
    }
    return length;
}

/* Lines that are no operations come first. */
static unsigned head(const struct mutate_lines *l)
{
    static const char *const words[] = {"case ", "dialect ", "address ",
                                        "buffer "};
    unsigned k = 0;

    for (bool found = true; found && k < l->count; k += found) {
        found = false;
        for (unsigned w = 0; w < 4; w++)
            found |= !strncmp(l->text[k], words[w], strlen(words[w]));
    }
    return k;
}

static void remove_line(struct mutate_lines *l, unsigned at)
{
    memmove(l->text[at], l->text[at + 1], (l->count - at - 1) * LINE);
    l->count--;
}

static void insert(struct mutate_lines *l, unsigned at, const char *text)
{
    char line[LINE];

    if (l->count == LINES || strlen(text) >= LINE)
        return;
    strcpy(line, text); /* which may be one of those that move */
    memmove(l->text[at + 1], l->text[at], (l->count - at) * LINE);
    strcpy(l->text[at], line);
    l->count++;
}

/* A grammar that draws from random bytes. */
static struct grammar fresh(struct mutate_lines *l, uint8_t *random,
                            struct bytes *bytes, int dialect, FILE *out)
{
    for (unsigned k = 0; k < RANDOM; k++)
        random[k] = (uint8_t)draw_below(l, 256);
    *bytes = (struct bytes){random, RANDOM};
    if (dialect < 0)
        dialect = (int)draw_below(l, DIALECT_AIX_MONITOR);
    return (struct grammar){
        .bytes = bytes, .out = out, .dialect = (enum dialect)dialect};
}

/* The dialect that the text names first. */
static int named(const struct mutate_lines *l, int dialect)
{
    for (unsigned k = 0; dialect < 0 && k < l->count; k++)
        for (unsigned d = 0; d < DIALECT_AIX_MONITOR; d++)
            if (!strncmp(l->text[k], "dialect ", 8) &&
                !strcmp(l->text[k] + 8, dialect_table[d].name))
                dialect = (int)d;
    return dialect;
}

/* Some operations of a fresh case, where the line is to go; in a text that is
 * none, all of it. */
static void grow_text(struct mutate_lines *l, unsigned at, int dialect)
{
    uint8_t random[RANDOM];
    struct bytes bytes;
    struct text t;
    struct grammar g =
        fresh(l, random, &bytes, named(l, dialect), text_begin(&t));
    bool whole = head(l) < 3 || draw_below(l, 20) == 0;
    char *line, *rest;

    if (whole)
        grammar_regions(&bytes, g.dialect, g.out);
    else
        for (unsigned n = 1 + draw_below(l, 3); n > 0; n--)
            grammar_operation(&g);
    text_end(&t);
    if (whole)
        l->count = at = 0;
    for (line = strtok_r(t.text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        insert(l, at++, line);
    free(t.text);
}

static uint64_t another_number(struct mutate_lines *l, uint64_t value)
{
    switch (draw_below(l, 6)) {
    case 0: return draw_below(l, 9);
    case 1: return value + draw_below(l, 9) - 4;
    case 2: return value ^ UINT64_C(1) << draw_below(l, 64);
    case 3: return (UINT64_C(1) << draw_below(l, 64)) - draw_below(l, 3);
    case 4: return value + (UINT64_C(1) << draw_below(l, 20));
    default: return value / 2;
    }
}

/* Whether a number that may be changed begins there. */
static bool begins_number(const char *text, const char *at)
{
    return at > text && strchr("0123456789", *at) && strchr(" x=+", at[-1]) &&
           !(at - text > 1 && at[-1] == 'x' && at[-2] == '0');
}

static void change_number(struct mutate_lines *l, unsigned at)
{
    char *text = l->text[at], *start = text, *end, changed[LINE];
    unsigned numbers = 0, which;
    uint64_t value;

    for (char *p = text; *p; p++)
        numbers += begins_number(text, p);
    if (numbers == 0)
        return;
    which = draw_below(l, numbers) + 1;
    while (which -= begins_number(text, start))
        start++;
    value = another_number(l, strtoull(start, &end, 0));
    if (snprintf(changed, sizeof changed, "%.*s%s%" PRIx64 "%s",
                 (int)(start - text), text, value < 10 ? "" : "0x", value,
                 end) < LINE)
        strcpy(text, changed);
}

static void change_lines(struct mutate_lines *l, int dialect)
{
    unsigned from = head(l), at;

    if (l->count <= from || from < 3) {
        grow_text(l, l->count, dialect);
        return;
    }
    at = from + draw_below(l, l->count - from);
    switch (draw_below(l, 8)) {
    case 0: remove_line(l, at); break;
    case 1:
        insert(l, from + draw_below(l, l->count - from), l->text[at]);
        break;
    case 2:
    case 3: grow_text(l, at, dialect); break;
    case 4: change_number(l, draw_below(l, l->count)); break;
    default: change_number(l, at);
    }
}

static bool is_case(const char *text, size_t length)
{
    struct case_list list = {0};
    struct case_error error;
    bool good = case_list_parse(&list, "mutated", text, length, &error);

    good = good && list.count > 0;
    case_list_free(&list);
    return good;
}

size_t mutate_case(char *text, size_t length, size_t most, unsigned seed,
                   int dialect)
{
    static struct mutate_lines first, l; /* large, and set anew each time */
    size_t made = 0;

    first.count = 0;
    first.random = seed;
    split_lines(&first, text, length);
    for (unsigned k = 0; k < TRIES; k++) {
        l = first;
        for (unsigned n = 1 + draw_below(&l, 3); n > 0; n--)
            change_lines(&l, dialect);
        first.random = l.random;
        made = join_lines(&l, text, most);
        if (is_case(text, made))
            break;
    }
    return made;
}

size_t mutate_join(const char *first, size_t first_length, const char *second,
                   size_t second_length, char *out, size_t most, unsigned seed)
{
    static struct mutate_lines a, b;
    unsigned from;

    a.count = b.count = 0;
    a.random = seed;
    split_lines(&a, first, first_length);
    split_lines(&b, second, second_length);
    from = head(&b);
    for (unsigned k = from; k < b.count; k++)
        if (draw_below(&a, 2))
            insert(&a, a.count, b.text[k]);
    return join_lines(&a, out, most);
}
