/* SPDX-License-Identifier: MIT */
/* Lines that are calls: profil in both forms, sprofil. */
#include "case_parse.h"
#include "conformance/base/grow.h"

static bool parse_scale(struct case_parser *p, uint64_t *scale)
{
    return parse_number(p, UINT32_MAX, "a scale", scale);
}

/* PTR SIZE OFFSET SCALE */
static bool parse_member(struct case_parser *p, struct region_arguments *region)
{
    return parse_pointer(p, &region->base) &&
           parse_size(p, region->base, &region->size) &&
           parse_address(p, "an offset", &region->offset) &&
           parse_scale(p, &region->scale);
}

/* LOW HIGH PTR SIZE SCALE; HIGH 0 ends the list, whatever else is there */
static bool parse_element(struct case_parser *p,
                          struct region_arguments *region)
{
    if (!parse_address(p, "p_low, an address", &region->offset))
        return false;
    if (!parse_address(p, "p_high, an address", &region->high))
        return false;
    if (!parse_pointer(p, &region->base) ||
        !parse_size(p, region->base, &region->size))
        return false;
    if (word_is(p->lexer.word, "-1")) {
        region->scale = SCALE_COMPUTED;
        lexer_next(&p->lexer);
        return true;
    }
    return parse_scale(p, &region->scale);
}

/* [ ... ; ... ], null or bad */
static bool parse_list(struct case_parser *p, struct call *call,
                       bool (*item)(struct case_parser *,
                                    struct region_arguments *))
{
    struct region_arguments *list = NULL;
    size_t capacity = 0;

    if (!word_is(p->lexer.word, "[")) {
        if (!word_is(p->lexer.word, "null") && !word_is(p->lexer.word, "bad"))
            return parse_expected(p, "[, null or bad");
        call->list_kind =
            word_is(p->lexer.word, "null") ? POINTER_NULL : POINTER_BAD;
        lexer_next(&p->lexer);
        return true;
    }
    call->list_kind = POINTER_GIVEN;
    lexer_next(&p->lexer);
    if (word_is(p->lexer.word, "]"))
        return parse_word(p, "]");
    for (;;) {
        if (call->listed == SCRIPT_LIST)
            return parse_expected(p, "]: a list holds at most %d regions",
                                  SCRIPT_LIST);
        list = grow(list, call->listed, &capacity, sizeof *list);
        if (!list)
            return parse_no_memory(p);
        call->list = list;
        list[call->listed] = (struct region_arguments){0};
        if (!item(p, &list[call->listed++]))
            return false;
        if (word_is(p->lexer.word, "]"))
            return parse_word(p, "]");
        if (!word_is(p->lexer.word, ";"))
            return parse_expected(p, "; or ]");
        lexer_next(&p->lexer);
    }
}

bool parse_elements(struct case_parser *p, struct call *call)
{
    return parse_list(p, call, parse_element);
}

bool parse_of_dialects(struct case_parser *p, unsigned with)
{
    if (p->named & ~with)
        return parse_wrong(p, p->verb,
                           "a call that every dialect named has, "
                           "in this form");
    if (!case_possible_dialects(&p->c.script))
        return parse_wrong(p, p->verb,
                           "a call of a dialect that has the "
                           "calls before it too");
    return true;
}

bool parse_call_dialects(struct case_parser *p, enum call_kind kind)
{
    return parse_of_dialects(p, case_call_dialects(kind));
}

bool parse_next_is(const struct case_parser *p, const char *text)
{
    struct lexer ahead = p->lexer;

    lexer_next(&ahead);
    return word_is(ahead.word, text);
}

bool parse_profil(struct case_parser *p, struct op *op)
{
    struct call *call = &op->call;

    op->kind = OP_CALL;
    call->kind = CALL_PROFIL;
    if (word_is(p->lexer.word, "[") || parse_next_is(p, "-1"))
        call->kind = CALL_PROFIL_LIST;
    if (!parse_call_dialects(p, (enum call_kind)call->kind))
        return false;
    if (call->kind == CALL_PROFIL)
        return parse_member(p, &call->region);
    return parse_elements(p, call) && parse_word(p, "-1") &&
           parse_word(p, "0") && parse_word(p, "0");
}

static bool parse_count(struct case_parser *p, int32_t *count)
{
    struct word word = p->lexer.word;
    bool negative = word.length > 0 && *word.text == '-';
    uint64_t value;

    if (negative) {
        word.text++;
        word.length--;
    }
    if (!word_number(word, &value) ||
        value > (negative ? INT32_MAX : (uint64_t)SCRIPT_LIST))
        return parse_expected(p, "profcnt: a number from %d to %d", -INT32_MAX,
                              SCRIPT_LIST);
    *count = negative ? -(int32_t)value : (int32_t)value;
    lexer_next(&p->lexer);
    return true;
}

static bool parse_tvp(struct case_parser *p, uint8_t *tvp)
{
    static const char *const names[] = {
        [POINTER_NULL] = "null", [POINTER_BAD] = "bad", [POINTER_GIVEN] = "tv"};

    for (unsigned i = 0; i < 3; i++)
        if (word_is(p->lexer.word, names[i])) {
            *tvp = (uint8_t)i;
            lexer_next(&p->lexer);
            return true;
        }
    return parse_expected(p, "tv, null or bad");
}

static unsigned flag_of(struct word word)
{
    return word_is(word, "ushort") ? FLAG_USHORT
           : word_is(word, "uint") ? FLAG_UINT
           : word_is(word, "fast") ? FLAG_FAST
                                   : 0;
}

/* 0, or names with | between them */
static bool parse_flags(struct case_parser *p, uint8_t *flags)
{
    struct word word = p->lexer.word, name = {word.text, 0};
    const char *end = word.text + word.length;

    for (const char *at = word.text; !word_is(word, "0"); at++) {
        if (at < end && *at != '|')
            continue;
        name.length = (size_t)(at - name.text);
        if (!flag_of(name) || (*flags & flag_of(name)))
            return parse_expected(p, "0, or ushort, uint and fast with | "
                                     "between them");
        *flags |= (uint8_t)flag_of(name);
        name.text = at + 1;
        if (at == end)
            break;
    }
    lexer_next(&p->lexer);
    return true;
}

bool parse_sprofil(struct case_parser *p, struct op *op)
{
    struct call *call = &op->call;

    op->kind = OP_CALL;
    call->kind = CALL_SPROFIL;
    return parse_call_dialects(p, CALL_SPROFIL) &&
           parse_list(p, call, parse_member) && parse_count(p, &call->count) &&
           parse_tvp(p, &call->tvp) && parse_flags(p, &call->flags);
}
