/* SPDX-License-Identifier: MIT */
#include "case_parse.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "reference/gmon/gmon.h"

bool parse_number(struct case_parser *p, uint64_t limit, const char *what,
                  uint64_t *value)
{
    if (!word_number(p->lexer.word, value))
        return parse_expected(p, "%s: a number, decimal or 0x...", what);
    if (*value > limit)
        return parse_expected(p, "%s: at most %" PRIu64 " (0x%" PRIx64 ")",
                              what, limit, limit);
    lexer_next(&p->lexer);
    return true;
}

bool parse_word(struct case_parser *p, const char *text)
{
    return lexer_accept(&p->lexer, text) || parse_expected(p, "%s", text);
}

bool parse_line_end(struct case_parser *p)
{
    return p->lexer.word.length == 0 ||
           parse_expected(p, "the end of the line");
}

static bool is_slug(struct word word)
{
    for (size_t i = 0; i < word.length; i++) {
        char c = word.text[i];

        if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') &&
            !(c >= '0' && c <= '9') && c != '-')
            return false;
    }
    return word.length > 0 && word.length < CASE_SLUG;
}

/* Only against the cases of the same text: a list may hold many texts. */
static const struct test_case *same_slug(const struct case_list *list,
                                         size_t first, const char *slug)
{
    size_t length = strlen(slug);

    for (size_t i = first; i < list->count; i++) {
        const char *other = list->cases[i].slug;

        /* Many begin in the same way. */
        if (!other[length] && other[length - 1] == slug[length - 1] &&
            memcmp(other, slug, length) == 0)
            return &list->cases[i];
    }
    return NULL;
}

bool parse_begin_case(struct case_parser *p, const struct case_list *list,
                      size_t first)
{
    const struct test_case *other;

    *p = (struct case_parser){
        .lexer = p->lexer,
        .at_address = p->at_address,
        .c.file = p->lexer.file,
        .c.line = p->lexer.line,
        .c.script.address_bits = 64,
    };
    lexer_next(&p->lexer);
    if (!is_slug(p->lexer.word))
        return parse_expected(
            p, "a name of letters, digits and hyphens, at most %d long",
            CASE_SLUG - 1);
    word_copy(p->lexer.word, p->c.slug, sizeof p->c.slug);
    other = same_slug(list, first, p->c.slug);
    if (other)
        return parse_expected(p, "a new name: line %u has this one",
                              other->line);
    lexer_next(&p->lexer);
    return parse_line_end(p);
}

/* One that no other dialect has. */
static bool expected_of_gmon(const struct case_parser *p)
{
    const char *words[OP_KINDS];
    size_t count = 0;

    for (size_t k = 0; k < op_row_count; k++)
        if (op_row_dialects(&op_rows[k]) == 1u << DIALECT_GMON)
            words[count++] = op_rows[k].word;
    return lexer_expected_of(&p->lexer, "an operation of gmon alone: ", words,
                             count);
}

bool parse_finish_case(struct case_parser *p, struct case_list *list)
{
    size_t count = p->c.script.count;

    if (p->forks)
        return parse_expected(p, "end, for the fork in line %u",
                              p->fork_lines[p->forks - 1]);
    if (count == 0)
        return parse_expected(p, "an operation");
    if (p->named >> DIALECT_GMON & 1 && !gmon_used(&p->c.script))
        return expected_of_gmon(p);
    /* What they have room for beyond those that there are is given back. */
    p->c.script.ops = memory_got(realloc(p->ops, count * sizeof *p->ops));
    p->c.streams =
        memory_got(realloc(p->c.streams, count * sizeof *p->c.streams));
    p->c.dialects = p->named;
    p->c.names_dialects = p->named != 0;
    case_list_add(list, &p->c);
    return true;
}

int parse_dialect(struct case_parser *p, const char *names[DIALECTS])
{
    for (unsigned d = 0; d < DIALECTS; d++)
        names[d] = dialect_table[d].name;
    return lexer_one_of(&p->lexer, names, DIALECTS);
}

static bool parse_dialects(struct case_parser *p)
{
    if (p->named)
        return parse_wrong(p, p->verb, "one dialect line in a case");
    lexer_next(&p->lexer);
    do {
        const char *names[DIALECTS];
        struct word word = p->lexer.word;
        int dialect = parse_dialect(p, names);

        if (dialect < 0 || p->named >> dialect & 1)
            return parse_wrong(p, word, "a dialect%s",
                               dialect < 0 ? "" : " once only");
        p->named |= 1u << dialect;
    } while (p->lexer.word.length > 0);
    return true;
}

static bool parse_address_bits(struct case_parser *p)
{
    uint64_t bits;

    if (p->has_address)
        return parse_wrong(p, p->verb, "one address line in a case");
    lexer_next(&p->lexer);
    if (!word_number(p->lexer.word, &bits) ||
        (bits != 16 && bits != 32 && bits != 64))
        return parse_expected(p, "16, 32 or 64");
    lexer_next(&p->lexer);
    p->has_address = true;
    p->c.script.address_bits = (uint8_t)bits;
    return parse_line_end(p);
}

bool parse_case_line(struct case_parser *p)
{
    bool dialect = word_is(p->verb, "dialect");

    if (!dialect && !word_is(p->verb, "address"))
        return parse_operation(p);
    if (p->c.script.count > 0)
        return parse_wrong(
            p, p->verb, "an operation: this line comes before all operations");
    return dialect ? parse_dialects(p) : parse_address_bits(p);
}

static bool parse_text(struct case_parser *p, struct case_list *list)
{
    size_t first = list->count;
    bool open = false;

    while (lexer_line(&p->lexer)) {
        p->verb = p->lexer.word;
        if (word_is(p->verb, "case")) {
            if ((open && !parse_finish_case(p, list)) ||
                !parse_begin_case(p, list, first))
                return false;
            open = true;
        } else if (!open) {
            return parse_expected(p, "case");
        } else if (!parse_case_line(p)) {
            return false;
        }
    }
    return !open || parse_finish_case(p, list);
}

bool case_list_parse(struct case_list *list, const char *file, const char *text,
                     size_t length, struct case_error *error)
{
    struct case_parser p = {0};
    bool parsed;

    lexer_start(&p.lexer, text, length);
    p.lexer.file = file;
    p.lexer.error = error;
    parsed = parse_text(&p, list);
    if (!parsed)
        test_case_free(&p.c);
    return parsed;
}
