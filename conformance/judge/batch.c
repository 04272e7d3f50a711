/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "batch.h"
#include "conformance/language/case_lex.h"

enum {
    BLOCK = 1 << 16,
    LONGEST = 21, /* an answer: 20 digits and a newline */
};

static const char *const columns[] = {"width", "size", "offset", "scale", "pc"};
enum { WIDTH, SIZE, OFFSET, SCALE, PC, COLUMNS };

struct batch_verb {
    struct choices choices;
    enum dialect dialect;
    unsigned address_bits;
    int out;
    uint64_t line;
    struct batch_error *error;
    size_t written; /* bytes waiting in answers */
    char answers[BLOCK];
};

static bool flush(struct batch_verb *b)
{
    size_t at = 0;

    while (at < b->written) {
        ssize_t n = write(b->out, b->answers + at, b->written - at);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        at += (size_t)n;
    }
    b->written = 0;
    return true;
}

static void batch_answer(struct batch_verb *b, uint64_t counter)
{
    char digits[LONGEST], *first = digits + sizeof digits;
    char *to = b->answers + b->written;
    size_t length;

    if (counter == FORMULA_NOWHERE) {
        memcpy(to, "-\n", 2);
        b->written += 2;
        return;
    }
    *--first = '\n';
    do
        *--first = (char)('0' + counter % 10);
    while (counter /= 10);
    length = (size_t)(digits + sizeof digits - first);
    memcpy(to, first, length);
    b->written += length;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool ends_number(char c)
{
    return is_blank(c) || c == '\n';
}

/* Up to 15, or more for what is no digit. */
static unsigned hex_digit(char c)
{
    unsigned decimal = (unsigned char)c - '0', letter = (c | 0x20) - 'a';

    return decimal < 10 ? decimal : letter < 6 ? letter + 10 : 16;
}

/* Read a number at *text, which a newline ends at the latest.  As
 * text_number reads it. */
static bool batch_number(const char **text, uint64_t *value)
{
    const char *t = *text, *first;
    uint64_t sum = 0;
    unsigned digit;

    if (t[0] == '0' && (t[1] | 0x20) == 'x') {
        for (first = t += 2; (digit = hex_digit(*t)) < 16; t++) {
            if (sum >> 60)
                return false;
            sum = sum << 4 | digit;
        }
    } else {
        bool zero = *t == '0';

        for (first = t; (digit = (unsigned char)*t - '0') < 10; t++) {
            if (sum > (UINT64_MAX - digit) / 10)
                return false;
            sum = sum * 10 + digit;
        }
        if (zero && t - first > 1)
            return false;
    }
    if (t == first || !ends_number(*t))
        return false;
    *text = t;
    *value = sum;
    return true;
}

static bool malformed(struct batch_verb *b, const char *text,
                      const char *expected)
{
    int length = 0;

    while (length < 40 && !ends_number(text[length]))
        length++;
    for (int k = 0; k < length; k++)
        if ((unsigned char)text[k] < 0x20 || text[k] == 0x7f)
            length = k;
    snprintf(b->error->text, sizeof b->error->text,
             "%" PRIu64 ": read %.*s, expected %s", b->line,
             length ? length : (int)strlen("no number"),
             length ? text : "no number", expected);
    return false;
}

static bool malformed_number(struct batch_verb *b, const char *text, int column)
{
    char expected[80];

    snprintf(expected, sizeof expected, "the %s: decimal or 0x, below 2^64",
             columns[column]);
    return malformed(b, text, expected);
}

static const char *skip_blanks(const char *text)
{
    while (is_blank(*text))
        text++;
    return text;
}

/* One line, up to its newline. */
static bool one_line(struct batch_verb *b, const char *text)
{
    uint64_t values[COLUMNS], past;
    const char *starts[COLUMNS];
    struct mapped mapped;

    b->line++;
    for (int k = 0; k < COLUMNS; k++) {
        starts[k] = text = skip_blanks(text);
        if (!batch_number(&text, &values[k]))
            return malformed_number(b, text, k);
    }
    text = skip_blanks(text);
    if (*text != '\n')
        return malformed(b, text, "the end of the line");
    if (values[WIDTH] != 2 && values[WIDTH] != 4)
        return malformed(b, starts[WIDTH], "a width of 2 or 4");
    if (values[SIZE] > FORMULA_SIZE)
        return malformed(b, starts[SIZE], "a size below 2^61");
    if (values[SCALE] > UINT32_MAX)
        return malformed(b, starts[SCALE], "a scale below 2^32");
    past = b->address_bits == 64 ? 0 : UINT64_C(1) << b->address_bits;
    if (past && (values[OFFSET] >= past || values[PC] >= past))
        return malformed(b, starts[values[PC] >= past ? PC : OFFSET],
                         "an address of that machine");
    formula_map(&b->choices, b->dialect,
                &(struct mapping){values[OFFSET], values[SIZE], values[SCALE],
                                  (uint8_t)values[WIDTH],
                                  (uint8_t)b->address_bits, false},
                values[PC], &mapped);
    batch_answer(b, mapped.counter);
    return true;
}

/* All whole lines of text.  What is left of it starts at *left. */
static enum batch_result whole_lines(struct batch_verb *b, char *text,
                                     char *end, char **left)
{
    char *newline;

    while ((newline = memchr(text, '\n', (size_t)(end - text)))) {
        if (b->written > sizeof b->answers - LONGEST && !flush(b))
            return BATCH_WRITE;
        if (!one_line(b, text))
            return flush(b) ? BATCH_MALFORMED : BATCH_WRITE;
        text = newline + 1;
    }
    *left = text;
    return BATCH_DONE;
}

/* Read blocks, keep a line that a block cuts.  A last line needs no newline:
 * it is given one.  Answers go out before the next read, so that a program
 * at both ends of the pipes gets them. */
static enum batch_result batch_blocks(struct batch_verb *b, int in)
{
    static char block[BLOCK + 1];
    size_t kept = 0;

    for (;;) {
        ssize_t n = read(in, block + kept, BLOCK - kept);
        enum batch_result result;
        char *left;

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return flush(b) ? BATCH_READ : BATCH_WRITE;
        kept += (size_t)n;
        if (n == 0 && kept == 0)
            return flush(b) ? BATCH_DONE : BATCH_WRITE;
        if (n == 0)
            block[kept++] = '\n';
        result = whole_lines(b, block, block + kept, &left);
        if (result != BATCH_DONE)
            return result;
        if (!flush(b))
            return BATCH_WRITE;
        kept = (size_t)(block + kept - left);
        memmove(block, left, kept);
        if (kept == BLOCK) {
            b->line++;
            malformed(b, block, "a line of less than 65536 bytes");
            return BATCH_MALFORMED;
        }
    }
}

enum batch_result batch_map(const struct formula *formula,
                            unsigned address_bits, int in, int out,
                            struct batch_error *error)
{
    static struct batch_verb b;

    b.dialect = formula->dialect;
    b.address_bits = address_bits;
    b.out = out;
    b.line = 0;
    b.written = 0;
    b.error = error;
    choices_begin(&b.choices, &formula->sets);
    return batch_blocks(&b, in);
}
