/* SPDX-License-Identifier: MIT */
/* What verbs write as JSON is one object. */
#include "command_test.h"
#include "conformance/base/json_value.h"
#include "reference/unit_test.h"

static const char *const commands[] = {
    "list clauses",
    "list sentences",
    "list rules",
    "list dialects",
    "list cases",
    "list impls",
    "list systems",
    "case counter-full",
    "coverage",
    "map --dialect aix --size 64 --offset 0x1000 --scale 2 0x1002 0x1004",
    "identify $B/mutants/freebsd.so",
    "run --dialect aix signal",
    "run --case odd-number --case region-tie signal",
    "run --dialect freebsd --case odd-number $B/mutants/aix.so",
    "run --dialect freebsd --case odd-number signal $B/mutants/aix.so",
    "run --suite live --dialect aix --case live-exec signal",
};

/* Whether it is one object of JSON, with one newline after it, where that can
 * be read here. */
static bool is_json(const char *text)
{
    struct arena arena = {NULL};
    const struct json_value *value;
    const char *why;
    bool is;
    int line;

    value = json_value_parse(&arena, text, strlen(text), true, &why, &line);
    is = !json_value_can_be_read ||
         (value && value->kind == VALUE_OBJECT &&
          text[strlen(text) - 1] == '\n' && text[strlen(text) - 2] != '\n');
    arena_free(&arena);
    return is;
}

TEST(what_is_written_as_json_is_one_object)
{
    char words[600];

    setenv("B", built("."), 1);
    setenv("P", built("profilcheck"), 1);
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
        int out = memfd_create("out", 0);
        char *text;

        snprintf(words, sizeof words, "$P %s --format json >/proc/%d/fd/%d",
                 commands[k], (int)getpid(), out);
        if (system(words) > 256) /* 0, or 1 where it does not conform */
            fail_msg("%s", words);
        text = contents(out);
        if (!is_json(text))
            fail_msg("%s: not one object: %.200s", commands[k], text);
        free(text);
    }
}

TESTS(NULL, NULL)
