/* SPDX-License-Identifier: MIT */
/* Bytes of others, as people and programs get them. */
#include "terminal.h"

#include <stdlib.h>

#include "json_text.h"
#include "reference/unit_test.h"
#include "utf8.h"

#define OTHERS                                                                 \
    "a\033b\xc2\x9b"                                                           \
    "c\xe2\x80\xae"                                                            \
    "d\xe2\x81\xa6"                                                            \
    "e\xd8\x9c"                                                                \
    "f\xc3\xa4\xff"

static char *text_of(void (*put)(FILE *out))
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    put(out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void put_clean(FILE *out)
{
    terminal_clean(OTHERS, out);
}

static void put_json(FILE *out)
{
    json_text(OTHERS, out);
}

TEST(a_terminal_gets_no_command_and_no_turn)
{
    char *text = text_of(put_clean);

    assert_string_equal(text, "a\\x1bb\\xc2\\x9bc\\xe2\\x80\\xaed\\xe2\\x81"
                              "\\xa6e\\xd8\\x9cf\xc3\xa4\\xff");
    free(text);
}

TEST(json_has_their_numbers)
{
    char *text = text_of(put_json);

    assert_string_equal(text, "\"a\\u001bb\\u009bc\\u202ed\\u2066e\\u061cf"
                              "\xc3\xa4\\ufffd\"");
    free(text);
}

TESTS(NULL, NULL)
