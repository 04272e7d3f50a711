/* SPDX-License-Identifier: MIT */
/* Steps that take words away: lines, ticks, members of lists, options. */
#include <stdlib.h>
#include <string.h>

#include "shrink.h"

/* Words from..to - 1, which go together. */
struct unit {
    size_t from, to;
};

struct units {
    struct unit *of;
    size_t count;
};

static bool is(const struct draft *draft, size_t i, const char *text)
{
    return strcmp(draft->words[i].text, text) == 0;
}

/* Without units first..last - 1, or, inverted, without all others. */
static bool try_without(struct shrink *s, const struct units *units,
                        size_t first, size_t last, bool inverted)
{
    bool *gone = calloc(s->best.count + 1, sizeof *gone);
    struct draft draft;
    bool better = false;

    for (size_t k = 0; gone && k < units->count; k++)
        if ((k >= first && k < last) != inverted)
            memset(gone + units->of[k].from, 1,
                   units->of[k].to - units->of[k].from);
    s->failed |= !gone;
    if (gone && draft_without(&s->best, gone, &draft))
        better = shrink_try(s, &draft);
    free(gone);
    return better;
}

/* The units of the best draft, found anew after each step: find appends the
 * one that begins at word i, if one does. */
typedef bool find_unit(const struct draft *draft, size_t i, struct unit *unit);

static bool find_units(struct shrink *s, find_unit *find, struct units *units)
{
    units->count = 0;
    units->of = calloc(s->best.count + 1, sizeof *units->of);
    s->failed |= !units->of;
    for (size_t i = 0; units->of && i < s->best.count; i++)
        units->count += find(&s->best, i, &units->of[units->count]);
    return units->of != NULL;
}

/* Chunks of so many units, each tried once from the last to the first: what
 * comes later depends on what comes before. */
static bool take_chunks(struct shrink *s, find_unit *find, size_t size)
{
    struct units units;
    bool smaller = false;

    if (!find_units(s, find, &units))
        return false;
    for (size_t last = units.count; last > 0;) {
        size_t first = last > size ? last - size : 0;

        if (try_without(s, &units, first, last, false)) {
            smaller = true;
            free(units.of);
            if (!find_units(s, find, &units))
                return smaller;
        }
        last = first;
    }
    free(units.of);
    return smaller;
}

static bool take_away(struct shrink *s, find_unit *find)
{
    struct units units;
    bool smaller = false;
    size_t size;

    if (!find_units(s, find, &units))
        return false;
    size = units.count;
    free(units.of);
    for (; size > 0; size /= 2)
        smaller |= take_chunks(s, find, size);
    return smaller;
}

/* An operation: a line, but for those of the head. */
static bool find_line(const struct draft *draft, size_t i, struct unit *unit)
{
    bool begins = i > 0 && draft->words[i].line != draft->words[i - 1].line;

    *unit = (struct unit){i, draft_line_end(draft, i)};
    return begins && !is(draft, i, "dialect") && !is(draft, i, "address");
}

/* A fork and its end: with what is between, or without. */
static bool unfork(struct shrink *s)
{
    struct units units;
    bool smaller = false;
    size_t fork = 0;

    if (!find_units(s, find_line, &units))
        return false;
    for (size_t k = 0; k < units.count && !smaller; k++) {
        if (is(&s->best, units.of[k].from, "fork"))
            fork = k;
        if (!is(&s->best, units.of[k].from, "end"))
            continue;
        smaller = try_without(s, &units, fork, k + 1, false);
        if (!smaller) {
            struct unit both[] = {units.of[fork], units.of[k]};
            struct units pair = {both, 2};

            smaller = try_without(s, &pair, 0, 2, false);
        }
    }
    free(units.of);
    return smaller;
}

bool shrink_lines(struct shrink *s)
{
    bool smaller = false;

    while (unfork(s))
        smaller = true;
    return take_away(s, find_line) || smaller;
}

/* A pc and its count.  The first of a line goes with the verb where it is
 * the only one: a line without pcs is none. */
static bool find_tick(const struct draft *draft, size_t i, struct unit *unit)
{
    size_t first = i, end = draft_line_end(draft, i);
    size_t next = i + 1;

    while (first > 0 && draft->words[first - 1].line == draft->words[i].line)
        first--;
    if (i == first || !is(draft, first, "tick") ||
        draft->words[i].text[0] == 'x')
        return false;
    next += next < end && draft->words[next].text[0] == 'x';
    *unit = (struct unit){i == first + 1 && next == end ? first : i, next};
    return true;
}

/* All ticks but one; then the verbs of lines that lost theirs go too. */
static bool find_tick_line(const struct draft *draft, size_t i,
                           struct unit *unit)
{
    return find_line(draft, i, unit) && is(draft, i, "tick");
}

static bool one_pc(struct shrink *s)
{
    struct units lines, ticks;
    bool smaller = false;

    if (!find_units(s, find_tick_line, &lines))
        return false;
    for (size_t k = 0; lines.count > 1 && k < lines.count && !smaller; k++)
        smaller = try_without(s, &lines, k, k + 1, true);
    free(lines.of);
    if (!find_units(s, find_tick, &ticks))
        return smaller;
    for (size_t k = 0; ticks.count > 1 && k < ticks.count; k++)
        if (try_without(s, &ticks, k, k + 1, true)) {
            smaller = true;
            break;
        }
    free(ticks.of);
    return smaller;
}

/* Of a line of calls: where one comes from, what is called, its count. */
static bool find_arc(const struct draft *draft, size_t i, struct unit *unit)
{
    size_t first = i, words = 0, next = i + 2;

    while (first > 0 && draft->words[first - 1].line == draft->words[i].line)
        first--;
    for (size_t k = first + 1; k < i; k++)
        words += draft->words[k].text[0] != 'x';
    if (i == first || !is(draft, first, "arc") || words % 2 != 0 ||
        draft->words[i].text[0] == 'x')
        return false;
    next +=
        next < draft_line_end(draft, i) && draft->words[next].text[0] == 'x';
    *unit = (struct unit){i, next};
    return next <= draft_line_end(draft, i);
}

bool shrink_ticks(struct shrink *s)
{
    bool smaller = one_pc(s);

    smaller = take_away(s, find_tick) || smaller;
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

/* Without member k, and, where counted, the count after the list one less. */
static bool drop_member(struct shrink *s, const struct unit *unit, bool counted)
{
    bool *gone = calloc(s->best.count + 1, sizeof *gone);
    struct draft draft;
    bool better = false;
    uint64_t count;

    s->failed |= !gone;
    if (!gone)
        return false;
    memset(gone + unit->from, 1, unit->to - unit->from);
    if (draft_without(&s->best, gone, &draft)) {
        size_t at = unit->from;

        while (at < draft.count && !is(&draft, at, "]"))
            at++;
        if (counted && at + 1 < draft.count &&
            draft_number(&draft.words[at + 1], &count) && count > 0)
            draft_set_number(&draft.words[at + 1], count - 1);
        better = shrink_try(s, &draft);
    }
    free(gone);
    return better;
}

bool shrink_lists(struct shrink *s)
{
    struct units units;
    bool smaller = false, again = true;

    while (again && find_units(s, find_member, &units)) {
        again = false;
        for (size_t k = units.count; k-- > 0 && !again;)
            again = drop_member(s, &units.of[k], true) ||
                    drop_member(s, &units.of[k], false);
        free(units.of);
        smaller |= again;
    }
    return smaller;
}

/* What may stand in the place of a word: nothing (""), or less. */
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
    struct draft draft;

    if (*instead == '\0') {
        struct unit unit = {i, i + 1};
        struct units units = {&unit, 1};

        return try_without(s, &units, 0, 1, false);
    }
    if (!draft_copy(&s->best, &draft))
        return false;
    strcpy(draft.words[i].text, instead);
    return shrink_try(s, &draft);
}

static bool is_count(const struct draft *draft, size_t i)
{
    uint64_t number;
    const char *text = draft->words[i].text;

    return (text[0] == 'x' && draft_number(&draft->words[i], &number)) ||
           strncmp(text, "fill", 4) == 0;
}

bool shrink_options(struct shrink *s)
{
    bool smaller = false;

    for (size_t i = 1; i < s->best.count; i++) {
        if (i < s->best.count && is_count(&s->best, i))
            smaller |= try_word(s, i, "");
        for (size_t k = 0; k < sizeof options / sizeof *options; k++)
            if (i < s->best.count && is(&s->best, i, options[k].word))
                smaller |= try_word(s, i, options[k].instead);
    }
    return smaller;
}
