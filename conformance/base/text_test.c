/* SPDX-License-Identifier: MIT */
/* Other people's bytes, as people and programs get them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_text.h"
#include "json_value.h"
#include "memory.h"
#include "reference/unit_test.h"
#include "terminal.h"

/* Null: the text itself. */
static const struct {
    const char *text, *terminal, *json;
} rows[] = {
    {"", NULL, NULL},
    {"a\"b\\c/", NULL, "a\\\"b\\\\c/"},
    {"\n\t\x01\x1b\x7f", "\\x0a\\x09\\x01\\x1b\\x7f",
     "\\u000a\\u0009\\u0001\\u001b\\u007f"},
    /* UTF-8, to its bounds */
    {"\xc3\xa9 \xe2\x97\x8f \xf0\x9f\x98\x80", NULL, NULL},
    {"\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf", NULL, NULL},
    /* that obeys, or turns what follows around */
    {"b\xc2\x9b", "b\\xc2\\x9b", "b\\u009b"},
    {"\xe2\x80\xae\xe2\x81\xa6\xd8\x9c",
     "\\xe2\\x80\\xae\\xe2\\x81\\xa6\\xd8\\x9c", "\\u202e\\u2066\\u061c"},
    /* no UTF-8: cut, overlong, a surrogate, past U+10FFFF */
    {"\x80", "\\x80", "\\uf780"},
    {"a\xc3", "a\\xc3", "a\\uf7c3"},
    {"\xe2\x97", "\\xe2\\x97", "\\uf7e2\\uf797"},
    {"\xe2\x97q", "\\xe2\\x97q", "\\uf7e2\\uf797q"},
    {"\xc0\xaf", "\\xc0\\xaf", "\\uf7c0\\uf7af"},
    {"\xe0\x80\xaf", "\\xe0\\x80\\xaf", "\\uf7e0\\uf780\\uf7af"},
    {"\xed\xa0\x80", "\\xed\\xa0\\x80", "\\uf7ed\\uf7a0\\uf780"},
    {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80",
     "\\uf7f4\\uf790\\uf780\\uf780"},
    {"\xff\xfe", "\\xff\\xfe", "\\uf7ff\\uf7fe"},
    /* U+F780 and U+F7FF, which stand for bytes, and those beside them */
    {"\xef\x9e\x80", NULL, "\\uf7ef\\uf79e\\uf780"},
    {"\xef\x9f\xbf", NULL, "\\uf7ef\\uf79f\\uf7bf"},
    {"\xef\x9d\xbf\xef\xa0\x80", NULL, NULL},
};

static void assert_comes_back(const char *json, const char *text)
{
    struct arena arena = {0};
    char object[128];
    const struct json_value *value;
    const char *why;
    int line;

    snprintf(object, sizeof object, "{\"t\": %s}", json);
    value = json_value_parse(&arena, object, strlen(object), true, &why, &line);
    assert_true(value || !json_value_can_be_read);
    if (value)
        assert_string_equal(json_value_text(value, "t"), text);
    arena_free(&arena);
}

TEST(a_word_is_one_to_a_shell)
{
    static const char *const words[][2] = {
        {"", "''"},
        {"./a-b_1.so", "./a-b_1.so"},
        {"exec:sh a.sh", "'exec:sh a.sh'"},
        {"it's $x", "'it'\\''s $x'"},
    };

    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        char *word = terminal_word(words[k][0]);

        assert_string_equal(word, words[k][1]);
        free(word);
    }
}

/* And each byte comes back from JSON. */
TEST(no_byte_of_others_is_a_command_or_breaks_a_text)
{
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct memory_stream clean, quoted;
        const char *json = rows[k].json ? rows[k].json : rows[k].text;
        char *text, *expected = memory_format("\"%s\"", json);

        terminal_clean(rows[k].text, memory_stream(&clean));
        text = memory_stream_end(&clean);
        assert_string_equal(text,
                            rows[k].terminal ? rows[k].terminal : rows[k].text);
        free(text);
        json_text(rows[k].text, memory_stream(&quoted));
        text = memory_stream_end(&quoted);
        assert_string_equal(text, expected);
        free(text);
        assert_comes_back(expected, rows[k].text);
        free(expected);
    }
}

TESTS(NULL, NULL)
