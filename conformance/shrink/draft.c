/* SPDX-License-Identifier: MIT */
#include "draft.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/grow.h"
#include "conformance/cases/case_lex.h"

void draft_free(struct draft *draft)
{
    free(draft->words);
    *draft = (struct draft){0};
}

static bool add_draft_word(struct draft *draft, size_t *capacity,
                           struct word word, uint32_t line)
{
    struct draft_word *words =
        grow(draft->words, draft->count, capacity, sizeof *words);

    if (!words)
        return false;
    draft->words = words;
    words[draft->count].line = line;
    return word_copy(word, words[draft->count++].text, DRAFT_WORD);
}

static bool split_draft(struct draft *draft, const char *text, size_t length)
{
    struct lexer lexer;
    size_t capacity = 0;

    lexer_start(&lexer, text, length);
    while (lexer_line(&lexer))
        for (; lexer.word.length > 0; lexer_next(&lexer))
            if (!add_draft_word(draft, &capacity, lexer.word, lexer.line))
                return false;
    return true;
}

bool draft_of_case(const struct test_case *c, struct draft *draft)
{
    struct test_case plain = *c;
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    bool good = out != NULL;

    *draft = (struct draft){0};
    plain.streams = NULL;
    snprintf(plain.slug, sizeof plain.slug, "%.*s-min", CASE_SLUG - 5, c->slug);
    if (good) {
        test_case_print(&plain, out);
        good = fclose(out) == 0 && split_draft(draft, text, length);
    }
    free(text);
    if (!good)
        draft_free(draft);
    return good;
}

bool draft_without(const struct draft *from, const bool *gone, struct draft *to)
{
    to->count = 0;
    to->words = calloc(from->count + 1, sizeof *to->words);
    for (size_t i = 0; to->words && i < from->count; i++)
        if (!gone || !gone[i])
            to->words[to->count++] = from->words[i];
    return to->words != NULL;
}

bool draft_copy(const struct draft *from, struct draft *to)
{
    return draft_without(from, NULL, to);
}

static void write_text(const struct draft *draft, FILE *out)
{
    for (size_t i = 0; i < draft->count; i++) {
        bool first = i == 0 || draft->words[i].line != draft->words[i - 1].line;

        if (i > 0)
            putc(first ? '\n' : ' ', out);
        fputs(draft->words[i].text, out);
    }
    putc('\n', out);
}

bool draft_case(const struct draft *draft, struct case_list *list)
{
    struct case_error error;
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    bool good = out != NULL;

    if (good) {
        write_text(draft, out);
        good = fclose(out) == 0 &&
               case_list_parse(list, "shrink", text, length, &error);
    }
    free(text);
    return good;
}

size_t draft_line_end(const struct draft *draft, size_t i)
{
    uint32_t line = draft->words[i].line;

    while (i < draft->count && draft->words[i].line == line)
        i++;
    return i;
}

/* Where a word's number begins: at once, after its x, or after = or +. */
static size_t number_at(const char *text)
{
    size_t mark = strcspn(text, "=+");

    if (text[mark])
        return mark + 1;
    return text[0] == 'x';
}

bool draft_number(const struct draft_word *word, uint64_t *value)
{
    const char *digits = word->text + number_at(word->text);
    struct word number = {digits, strlen(digits)};

    return word_number(number, value);
}

void draft_set_number(struct draft_word *word, uint64_t value)
{
    size_t at = number_at(word->text);

    snprintf(word->text + at, sizeof word->text - at,
             value < 10 ? "%" PRIu64 : "0x%" PRIx64, value);
}

/* Which places of a line are addresses: after the verb, or, where it has a
 * list, after [ and each ; of it.  Bit k: place k, from 0. */
static unsigned address_places(const char *verb, bool listed)
{
    if (strcmp(verb, "profil") == 0)
        return listed ? 3 : 4;
    if (strcmp(verb, "sprofil") == 0)
        return listed ? 4 : 0;
    if (strcmp(verb, "tick") == 0)
        return ~0u;
    if (strcmp(verb, "sweep") == 0)
        return 3;
    return strcmp(verb, "sleep") == 0;
}

bool draft_is_address(const struct draft *draft, size_t i)
{
    const struct draft_word *words = draft->words;
    size_t first = i, from;
    bool listed = false;

    while (first > 0 && words[first - 1].line == words[i].line)
        first--;
    from = first + 1;
    for (size_t k = first + 1; k < i; k++)
        if (strcmp(words[k].text, "[") == 0 ||
            strcmp(words[k].text, ";") == 0) {
            listed = true;
            from = k + 1;
        } else if (strcmp(words[k].text, "]") == 0) {
            return false;
        }
    if (i < from || words[i].text[0] == 'x')
        return false;
    return address_places(words[first].text, listed) >>
               (i - from < 31 ? i - from : 31) &
           1;
}
