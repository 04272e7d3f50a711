/* SPDX-License-Identifier: MIT */
#include "shrink.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/language/case_lex.h"
#include "conformance/language/ops.h"

/*
 * A case that is being made smaller, as the words of its canonical text: what
 * can be taken away from it is words, and whether what is left is a case is
 * for the parser to say.  So little here knows the operations one by one.
 */

enum { WORD = 40 };

/* The least address: one that a program without privileges can map with room
 * to spare, a round one unless something depends on the number. */
#define ROUND UINT64_C(0x100000)
#define LEAST UINT64_C(0x20000)

struct draft_word {
    char text[WORD]; /* "": it is taken away */
    uint32_t line;   /* words of one line are neighbours */
};

struct draft {
    struct draft_word *words;
    size_t count;
};

static struct draft draft_of(const struct test_case *c)
{
    struct test_case plain = *c;
    struct memory_stream text;
    struct draft draft = {0};
    struct lexer lexer;

    plain.streams = NULL;
    snprintf(plain.slug, sizeof plain.slug, "%.*s-min", CASE_SLUG - 5, c->slug);
    test_case_print(&plain, memory_stream(&text));
    memory_stream_end(&text);
    lexer_start(&lexer, text.text, text.length);
    while (lexer_line(&lexer))
        for (; lexer.word.length > 0; lexer_next(&lexer)) {
            struct draft_word *word = &MEMORY_ADD(draft.words, draft.count);

            word->line = lexer.line;
            word_copy(lexer.word, word->text, WORD);
        }
    free(text.text);
    return draft;
}

static struct draft copy(const struct draft *from)
{
    struct draft to = {memory_new(from->count, sizeof *to.words), from->count};

    memcpy(to.words, from->words, from->count * sizeof *to.words);
    return to;
}

/* False: it is no case. */
static bool parse(const struct draft *draft, struct case_list *list)
{
    struct memory_stream text;
    struct case_error error;
    uint32_t line = 1;
    bool good;

    memory_stream(&text);
    for (size_t i = 0; i < draft->count; i++) {
        fputs(draft->words[i].line == line ? " " : "\n", text.out);
        fputs(draft->words[i].text, text.out);
        line = draft->words[i].line;
    }
    memory_stream_end(&text);
    good = case_list_parse(list, "shrink", text.text, text.length, &error);
    free(text.text);
    return good;
}

/* Note a case.  False: it was noted before. */
static bool is_new(struct shrink *s, const struct test_case *c)
{
    uint64_t hash = case_hash(c);

    for (unsigned k = 0; k < s->tries; k++)
        if (s->seen[k] == hash)
            return false;
    s->seen[s->tries++] = hash;
    return true;
}

static bool is_short(const struct region_arguments *r, const uint64_t *sizes)
{
    uint64_t size = sizes[r->base.buffer];

    return r->base.kind == POINTER_GIVEN &&
           (r->base.at > size || r->size > size - r->base.at);
}

/* Whether a call gets a buffer that is shorter than the size beside it. */
static bool has_short_buffer(const struct test_case *c)
{
    uint64_t sizes[SCRIPT_BUFFERS] = {0};
    bool found = false;

    for (size_t i = 0; i < c->script.count; i++) {
        const struct op *op = &c->script.ops[i];

        if (op->kind == OP_BUFFER)
            sizes[op->buffer] = op->size;
        if (op->kind != OP_CALL)
            continue;
        found |= is_short(&op->call.region, sizes);
        for (uint32_t k = 0; k < op->call.listed; k++)
            found |= is_short(&op->call.list[k], sizes);
    }
    return found;
}

/* Whether a draft, which is taken over, is the best now. */
static bool try(struct shrink *s, struct draft draft)
{
    struct case_list list = {0};
    size_t left = 0;
    bool better;

    for (size_t i = 0; i < draft.count; i++)
        if (draft.words[i].text[0])
            draft.words[left++] = draft.words[i];
    draft.count = left;
    better = s->tries < s->limit && parse(&draft, &list) &&
             (s->is_short || !has_short_buffer(list.cases)) &&
             is_new(s, list.cases) && s->holds(s->context, list.cases);
    case_list_free(&list);
    if (better) {
        struct draft old = *s->best;

        *s->best = draft;
        draft = old;
    }
    free(draft.words);
    return better;
}

static bool is(const struct draft *draft, size_t i, const char *text)
{
    return strcmp(draft->words[i].text, text) == 0;
}

static size_t line_begin(const struct draft *draft, size_t i)
{
    while (i > 0 && draft->words[i - 1].line == draft->words[i].line)
        i--;
    return i;
}

/* One past the last word of the line. */
static size_t line_end(const struct draft *draft, size_t i)
{
    uint32_t line = draft->words[i].line;

    while (i < draft->count && draft->words[i].line == line)
        i++;
    return i;
}

/* The number in a word, if there is one: at once, after its x, or after = or
 * +: "16", "x3", "fill16=0xfffe". */
static char *digits_of(struct draft_word *word)
{
    char *mark = word->text + strcspn(word->text, "=+");

    return *mark ? mark + 1 : word->text + (word->text[0] == 'x');
}

static bool number_of(const struct draft *draft, size_t i, uint64_t *value)
{
    return text_number(digits_of(&draft->words[i]), value);
}

static void set_number(struct draft_word *word, uint64_t value)
{
    char *digits = digits_of(word);

    snprintf(digits, (size_t)(word->text + WORD - digits),
             value < 10 ? "%" PRIu64 : "0x%" PRIx64, value);
}

/* Steps that take words away: lines, ticks, members of lists, options. */

/* Words from..to - 1, which go together. */
struct unit {
    size_t from, to;
};

struct units {
    struct unit *of;
    size_t count;
};

/* Whether a unit begins at word i. */
typedef bool find_unit(const struct draft *draft, size_t i, struct unit *unit);

static struct units units_of(const struct draft *draft, find_unit *find)
{
    struct units units = {memory_new(draft->count, sizeof *units.of), 0};

    for (size_t i = 0; i < draft->count; i++)
        units.count += find(draft, i, &units.of[units.count]);
    return units;
}

static void take(struct draft *draft, struct unit unit)
{
    for (size_t i = unit.from; i < unit.to; i++)
        draft->words[i].text[0] = '\0';
}

/* Without units first..last - 1, or, inverted, without all others. */
static bool try_without(struct shrink *s, const struct units *units,
                        size_t first, size_t last, bool inverted)
{
    struct draft draft = copy(s->best);

    for (size_t k = 0; k < units->count; k++)
        if ((k >= first && k < last) != inverted)
            take(&draft, units->of[k]);
    return try(s, draft);
}

/* Chunks of units, of all, of half as many, and so on to single ones, each
 * tried from the last to the first: what comes later depends on what comes
 * before. */
static bool take_away(struct shrink *s, find_unit *find)
{
    struct units units = units_of(s->best, find);
    bool smaller = false;

    for (size_t size = units.count; size > 0; size /= 2)
        for (size_t last = units.count, first; last > 0; last = first) {
            first = last > size ? last - size : 0;
            if (!try_without(s, &units, first, last, false))
                continue;
            smaller = true;
            free(units.of);
            units = units_of(s->best, find);
        }
    free(units.of);
    return smaller;
}

/* An operation: a line, but for those of the head. */
static bool find_line(const struct draft *draft, size_t i, struct unit *unit)
{
    *unit = (struct unit){i, line_end(draft, i)};
    return i > 0 && line_begin(draft, i) == i && !is(draft, i, "dialect") &&
           !is(draft, i, "address");
}

/* A fork and its end: with what is between, or without. */
static bool unfork(struct shrink *s)
{
    struct units units = units_of(s->best, find_line);
    bool smaller = false;

    for (size_t k = 0, fork = 0; k < units.count && !smaller; k++) {
        if (is(s->best, units.of[k].from, "fork"))
            fork = k;
        if (!is(s->best, units.of[k].from, "end"))
            continue;
        smaller = try_without(s, &units, fork, k + 1, false);
        if (!smaller) {
            struct unit both[] = {units.of[fork], units.of[k]};

            smaller = try_without(s, &(struct units){both, 2}, 0, 2, false);
        }
    }
    free(units.of);
    return smaller;
}

static bool shrink_lines(struct shrink *s)
{
    bool smaller = false;

    while (unfork(s))
        smaller = true;
    return take_away(s, find_line) || smaller;
}

/* Words of a line that come so many at a time, with a count after them, or
 * without: word i begins one. */
static bool find_counted(const struct draft *draft, size_t i, const char *verb,
                         unsigned words, struct unit *unit)
{
    size_t first = line_begin(draft, i), end = line_end(draft, i), before = 0;

    for (size_t k = first + 1; k < i; k++)
        before += draft->words[k].text[0] != 'x';
    if (i == first || !is(draft, first, verb) || before % words != 0 ||
        draft->words[i].text[0] == 'x')
        return false;
    *unit = (struct unit){i, i + words};
    unit->to += unit->to < end && draft->words[unit->to].text[0] == 'x';
    return unit->to <= end;
}

/* A pc.  The first of a line goes with the verb where it is the only one: a
 * line without pcs is none. */
static bool find_tick(const struct draft *draft, size_t i, struct unit *unit)
{
    if (!find_counted(draft, i, "tick", 1, unit))
        return false;
    if (line_begin(draft, i) == i - 1 && line_end(draft, i) == unit->to)
        unit->from--;
    return true;
}

/* Of calls: where one comes from, and what is called. */
static bool find_arc(const struct draft *draft, size_t i, struct unit *unit)
{
    return find_counted(draft, i, "arc", 2, unit);
}

static bool find_tick_line(const struct draft *draft, size_t i,
                           struct unit *unit)
{
    return find_line(draft, i, unit) && is(draft, i, "tick");
}

/* All units but one. */
static bool take_others(struct shrink *s, find_unit *find)
{
    struct units units = units_of(s->best, find);
    bool smaller = false;

    for (size_t k = 0; units.count > 1 && k < units.count && !smaller; k++)
        smaller = try_without(s, &units, k, k + 1, true);
    free(units.of);
    return smaller;
}

static bool shrink_ticks(struct shrink *s)
{
    bool smaller = take_others(s, find_tick_line);

    smaller |= take_others(s, find_tick);
    smaller |= take_away(s, find_tick);
    return take_away(s, find_arc) || smaller;
}

/* A member of a list, with the ; on one side of it. */
static bool find_member(const struct draft *draft, size_t i, struct unit *unit)
{
    size_t end = i + 1;

    if (!is(draft, i, "[") && !is(draft, i, ";"))
        return false;
    while (end < draft->count && !is(draft, end, ";") && !is(draft, end, "]"))
        end++;
    *unit = (struct unit){i, end};
    if (is(draft, i, "[")) {
        unit->from++;
        unit->to += end < draft->count && is(draft, end, ";");
    }
    return unit->to > unit->from;
}

/* Without a member, and, where counted, the count after the list one less. */
static bool drop_member(struct shrink *s, struct unit unit, bool counted)
{
    struct draft draft = copy(s->best);
    size_t at = unit.to;
    uint64_t count;

    while (at < draft.count && !is(&draft, at, "]"))
        at++;
    take(&draft, unit);
    if (counted && at + 1 < draft.count && number_of(&draft, at + 1, &count) &&
        count > 0)
        set_number(&draft.words[at + 1], count - 1);
    return try(s, draft);
}

static bool shrink_lists(struct shrink *s)
{
    bool smaller = false, again = true;

    while (again) {
        struct units units = units_of(s->best, find_member);

        again = false;
        for (size_t k = units.count; k-- > 0 && !again;)
            again = drop_member(s, units.of[k], true) ||
                    drop_member(s, units.of[k], false);
        free(units.of);
        smaller |= again;
    }
    return smaller;
}

/* What may replace a word: nothing (""), or less. */
static const struct {
    const char *word, *instead;
} options[] = {
    {"shared", ""},
    {"tv", "null"},
    {"ushort|uint", "ushort"},
    {"ushort|uint", "uint"},
    {"ushort|fast", "ushort"},
    {"uint|fast", "uint"},
    {"ushort|uint|fast", "ushort"},
    {"uint", "ushort"},
};

static bool try_word(struct shrink *s, size_t i, const char *instead)
{
    struct draft draft = copy(s->best);

    strcpy(draft.words[i].text, instead);
    return try(s, draft);
}

static bool is_count(const struct draft *draft, size_t i)
{
    const char *text = draft->words[i].text;
    uint64_t number;

    return (text[0] == 'x' && number_of(draft, i, &number)) ||
           strncmp(text, "fill", 4) == 0;
}

static bool shrink_options(struct shrink *s)
{
    bool smaller = false;

    for (size_t i = 1; i < s->best->count; i++) {
        if (is_count(s->best, i))
            smaller |= try_word(s, i, "");
        for (size_t k = 0; k < sizeof options / sizeof *options; k++)
            if (i < s->best->count && is(s->best, i, options[k].word))
                smaller |= try_word(s, i, options[k].instead);
    }
    return smaller;
}

/* Steps that make numbers smaller, addresses together and then one by one. */

/* Whether a field of a line has an address in its word of that place, from 0;
 * a field of several words has all that are left. */
static bool has_address(const struct op_field *field, size_t place)
{
    while (field->type == FIELD_CHECK ||
           (field->type && place-- > 0 && field->type != FIELD_PCS &&
            field->type != FIELD_ARCS))
        field++;
    return field->type == FIELD_ADDRESS || field->type == FIELD_TICK ||
           field->type == FIELD_PCS || field->type == FIELD_ARCS;
}

static enum op_field_type list_of(const struct op_row *row)
{
    const struct op_field *field = row->fields;

    while (field->type && field->type != FIELD_ELEMENTS &&
           field->type != FIELD_MEMBERS)
        field++;
    return (enum op_field_type)field->type;
}

/* The number in a word that is an address: a pc, an offset, a p_low or
 * p_high. */
static bool address_at(const struct draft *draft, size_t i, uint64_t *value)
{
    size_t first = line_begin(draft, i), from = first + 1;
    const char *verb = draft->words[first].text;
    enum op_field_type list = FIELD_END;
    const struct op_row *row = op_rows;

    for (size_t k = from; k < i; k++) {
        if (is(draft, k, "]"))
            return false;
        if (is(draft, k, "[") || is(draft, k, ";"))
            from = k + 1;
    }
    if (i < from || draft->words[i].text[0] == 'x' ||
        !number_of(draft, i, value))
        return false;
    while (row < op_rows + op_row_count &&
           (strcmp(row->word, verb) != 0 ||
            (from > first + 1) != (list_of(row) != FIELD_END)))
        row++;
    if (row == op_rows + op_row_count)
        return false;
    list = list_of(row);
    if (list == FIELD_END)
        return has_address(row->fields, i - from);
    return list == FIELD_ELEMENTS ? i - from < 2 : i - from == 2;
}

/* Move all addresses from..last down or up by a distance, modulo 2^64. */
static bool try_moved(struct shrink *s, uint64_t from, uint64_t last,
                      uint64_t distance)
{
    struct draft draft = copy(s->best);
    uint64_t value;

    for (size_t i = 0; i < draft.count; i++)
        if (address_at(&draft, i, &value) && value >= from && value <= last)
            set_number(&draft.words[i], value + distance);
    return try(s, draft);
}

/* The least address that is not below `from`; 0 where there is none. */
static uint64_t least_address(const struct draft *draft, uint64_t from)
{
    uint64_t least = 0, value;

    for (size_t i = 0; i < draft->count; i++)
        if (address_at(draft, i, &value) && value >= from &&
            (least == 0 || value < least))
            least = value;
    return least;
}

/* Bring the whole case to the least address, from below too: that counts as
 * smaller, and happens once.  Offset 0 stays: it may mean an overflow bin. */
static bool move_all(struct shrink *s)
{
    uint64_t least = least_address(s->best, 1);

    return least != 0 && least != ROUND && least != LEAST &&
           (try_moved(s, 1, UINT64_MAX, ROUND - least) ||
            try_moved(s, 1, UINT64_MAX, LEAST - least));
}

/* Each address, with all that lie above it up to some distance, to the least
 * power of 2 where it still holds. */
static bool shrink_addresses(struct shrink *s)
{
    bool smaller = move_all(s);

    for (uint64_t at = least_address(s->best, LEAST); at != 0;
         at = at == UINT64_MAX ? 0 : least_address(s->best, at + 1))
        for (uint64_t to = LEAST; to < at && to != 0; to <<= 1)
            if (try_moved(s, at, at + (at - to) - 1, to - at) ||
                try_moved(s, at, UINT64_MAX, to - at)) {
                smaller = true;
                break;
            }
    return smaller;
}

/* A number that is smaller and no more intricate. */
static bool is_simpler(uint64_t value, uint64_t than)
{
    return value < than &&
           __builtin_popcountll(value) <= __builtin_popcountll(than);
}

/* Where the size of a buffer was changed from `before`: in each call that
 * gives that size after the buffer's name, too. */
static void follow_buffer(struct draft *draft, size_t i, uint64_t before)
{
    uint64_t size;

    if (i < 2 || !is(draft, i - 2, "buffer") || line_begin(draft, i) != i - 2)
        return;
    for (size_t k = i + 2; k < draft->count; k++)
        if (is(draft, k - 1, draft->words[i - 1].text) &&
            number_of(draft, k, &size) && size == before)
            strcpy(draft->words[k].text, draft->words[i].text);
}

static bool try_number(struct shrink *s, size_t i, uint64_t value,
                       uint64_t floor)
{
    struct draft draft;
    uint64_t now;

    if (!number_of(s->best, i, &now) || value < floor ||
        !is_simpler(value, now) || (s->plain && value <= 2))
        return false;
    draft = copy(s->best);
    set_number(&draft.words[i], value);
    follow_buffer(&draft, i, now);
    return try(s, draft);
}

/* From the least on: powers of 2 above the floor, then fewer bits. */
static bool shrink_number(struct shrink *s, size_t i, uint64_t floor)
{
    uint64_t now;

    if (!number_of(s->best, i, &now))
        return false;
    if (try_number(s, i, floor, floor))
        return true;
    for (unsigned k = 0; k < 64; k++)
        if (try_number(s, i, floor + (UINT64_C(1) << k), floor) ||
            try_number(s, i, UINT64_C(1) << k, floor))
            return true;
    for (unsigned k = 64; k-- > 0;)
        if ((now >> k & 1) &&
            try_number(s, i, now & ~(UINT64_C(1) << k), floor))
            return true;
    return try_number(s, i, now / 2, floor);
}

static bool shrink_numbers(struct shrink *s)
{
    bool smaller = false;
    uint64_t value;

    for (size_t i = 2; i < s->best->count; i++) {
        uint64_t floor = !address_at(s->best, i, &value) ? 0
                         : value >= ROUND                ? ROUND
                         : value >= LEAST                ? LEAST
                                                         : 0;

        while (shrink_number(s, i, floor))
            smaller = true;
    }
    return smaller;
}

static bool once(struct shrink *s)
{
    bool (*const steps[])(struct shrink * s) = {
        shrink_lines,   shrink_ticks,     shrink_lists,
        shrink_options, shrink_addresses, shrink_numbers};
    bool smaller = false;

    for (unsigned k = 0; k < sizeof steps / sizeof *steps; k++)
        if (!s->steps || s->steps >> k & 1)
            smaller |= steps[k](s);
    return smaller;
}

void shrink_case(struct shrink *s, const struct test_case *c,
                 struct case_list *list)
{
    struct draft best = draft_of(c);

    s->best = &best;
    s->is_short = has_short_buffer(c);
    s->seen = memory_new(s->limit + 1, sizeof *s->seen);
    while (once(s))
        continue;
    parse(&best, list);
    free(s->seen);
    free(best.words);
}
