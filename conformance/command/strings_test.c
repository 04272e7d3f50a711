/* SPDX-License-Identifier: MIT */
/*
 * The strings that can reach the output, collected from the sources and tables
 * into conformance/command/strings.txt, to be reviewed as text when they
 * change; and the words that none of them may have, words.txt.
 *
 *     strings_test           compares, and looks for the words
 *     strings_test --write   prints what strings.txt is to be
 *     strings_test --words   lists the strings with such words, and what to
 *                            say instead
 *
 * A string is what adjacent literals are together; one without two words is no
 * sentence and is left out, and so are tests, benches, and C that `emit` and
 * `shrink` write.
 */
#include "conformance/base/whole_file.h"
#include "reference/unit_test.h"

#include <ctype.h>
#include <glob.h>
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const patterns[] = {
    "conformance/*/*.c",   "conformance/*/*.h", "conformance/*/*.def",
    "reports/*.c",         "reports/*.h",       "reports/html/*.c",
    "reference/*.def",     "reference/*.c",     "reference/*/*.def",
    "reference/files/*.c", "impls/*.c",         "impls/*/*.c",
};
static const char *const left_out[] = {
    "_test.",      "_bench.",   "/mutants/",     "/foreign/",
    "/elsewhere/", "/hostile/", "/emit_runtime", "/suites/",
    "/examples/",  "/include/", "/own/",
};

/* Sorted lines "file: string", while they are collected. */
static FILE *out;

static bool is_left_out(const char *path)
{
    for (size_t k = 0; k < sizeof left_out / sizeof *left_out; k++)
        if (strstr(path, left_out[k]))
            return true;
    return false;
}

/* Two words, of three letters or more. */
static bool is_sentence(const char *text)
{
    unsigned words = 0, letters = 0;

    for (;; text++) {
        if (isalpha((unsigned char)*text)) {
            letters++;
            continue;
        }
        words += letters > 2;
        letters = 0;
        if (!*text)
            return words > 1;
    }
}

/* Past white space and comments. */
static const char *past_blank(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\n\\");
        if (strncmp(at, "/*", 2) == 0 && strstr(at, "*/"))
            at = strstr(at, "*/") + 2;
        else
            return at;
    }
}

/* Past a literal, whose text is added. */
static const char *take_literal(const char *at, char *text, size_t size)
{
    size_t used = strlen(text);

    for (at++; *at && *at != '"'; at++) {
        if (used + 3 < size)
            text[used++] = *at;
        if (*at == '\\' && at[1] && used + 2 < size)
            text[used++] = *++at;
    }
    text[used] = '\0';
    return *at ? at + 1 : at;
}

static void collect_from(const char *path)
{
    static char text[1 << 16];
    struct whole_file file;

    assert_true(whole_file_read(&file, path));
    for (const char *at = file.text; *at;) {
        if (strncmp(at, "/*", 2) == 0 && strstr(at, "*/")) {
            at = strstr(at, "*/") + 2;
        } else if (strncmp(at, "#include", 8) == 0) {
            at += strcspn(at, "\n");
        } else if (*at == '\'' && at[1]) {
            at += at[1] == '\\' ? 4 : 3;
        } else if (*at == '"') {
            *text = '\0';
            do
                at = past_blank(take_literal(at, text, sizeof text));
            while (*at == '"');
            if (is_sentence(text))
                fprintf(out, "%s: %s\n", path, text);
        } else {
            at++;
        }
    }
    free(file.text);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All of them; to be freed. */
static char *collected(void)
{
    char *text = NULL;
    size_t length, count = 0;
    glob_t found = {0};

    out = open_memstream(&text, &length);
    assert_non_null(out);
    for (size_t k = 0; k < sizeof patterns / sizeof *patterns; k++)
        glob(patterns[k], k ? GLOB_APPEND : 0, NULL, &found);
    count = found.gl_pathc;
    qsort(found.gl_pathv, count, sizeof *found.gl_pathv, by_text);
    for (size_t k = 0; k < count; k++)
        if (!is_left_out(found.gl_pathv[k]))
            collect_from(found.gl_pathv[k]);
    globfree(&found);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* The strings with a word that is not plain, printed.  Returns how many. */
static unsigned look_for_words(FILE *to)
{
    char *strings = collected(), *words, line[600], copy[1 << 16];
    struct whole_file file;
    unsigned found = 0;
    char *rest;

    assert_true(whole_file_read(&file, "conformance/command/words.txt"));
    words = file.text;
    while ((rest = strsep(&words, "\n"))) {
        char *instead = strchr(rest, '\t'), *at = strings;
        regex_t regex;

        if (*rest == '#' || !instead)
            continue;
        *instead++ = '\0';
        snprintf(line, sizeof line, "(^|[^a-z=-])(%s)([^a-z-]|$)", rest);
        assert_int_equal(regcomp(&regex, line, REG_EXTENDED | REG_NOSUB), 0);
        for (; *at; at += strcspn(at, "\n") + 1) {
            snprintf(copy, sizeof copy, "%.*s", (int)strcspn(at, "\n"), at);
            if (regexec(&regex, strstr(copy, ": ") + 2, 0, NULL, 0) != 0)
                continue;
            found++;
            if (to)
                fprintf(to, "%s\n    %s: %s\n", copy, rest, instead);
        }
        regfree(&regex);
    }
    free(file.text);
    free(strings);
    return found;
}

TEST(strings_are_those_that_were_reviewed)
{
    char *strings = collected();
    struct whole_file file;

    assert_true(whole_file_read(&file, "conformance/command/strings.txt"));
    if (strcmp(file.text, strings) != 0)
        fail_msg("strings have changed: make strings, and read what git diff "
                 "shows of conformance/command/strings.txt");
    free(file.text);
    free(strings);
}

TEST(words_are_plain)
{
    unsigned found = look_for_words(NULL);

    if (found > 0)
        fail_msg("%u strings have words that are not plain: strings_test "
                 "--words lists them",
                 found);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--words") == 0)
        return look_for_words(stdout) > 0;
    if (argc == 2 && strcmp(argv[1], "--write") == 0)
        return fputs(collected(), stdout) < 0;
    return RUN_TESTS(NULL, NULL);
}
