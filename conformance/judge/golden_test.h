/* SPDX-License-Identifier: MIT */
/*
 * Texts that say what is done, compared with what is done.
 *
 * A file has rows, which begin with a colon; what each results in is indented
 * after it.  Other lines before a row are what it is about.  A file is written
 * anew in memory, with what is done now in place of what is indented, and must
 * be the same.  With "write" as a test's argument it is put in the file.
 */
#ifndef CONFORMANCE_GOLDEN_TEST_H
#define CONFORMANCE_GOLDEN_TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/whole_file.h"
#include "reference/unit_test.h"

enum { COLUMNS = 80 };

static bool golden_writes; /* the files are to be written anew */

/* Takes the lines before a row; null: they are of no interest. */
typedef void golden_text(void *context, const char *text, size_t length);

/* Writes a row and what it results in.  It is called for each indented line,
 * too, and writes that where it is to stay. */
typedef void golden_row(void *context, const char *line, FILE *out);

/* A line of words, indented, and where they are too many, others further in. */
static inline void golden_words(const char *text, FILE *out)
{
    size_t column = (size_t)fprintf(out, "   ");

    while (*text) {
        size_t length = strcspn(text, " ");

        if (column + 1 + length > COLUMNS)
            column = (size_t)fprintf(out, "\n       ") - 1;
        column += (size_t)fprintf(out, " %.*s", (int)length, text);
        text += length;
        text += *text == ' ';
    }
    putc('\n', out);
}

static inline void golden_anew(const char *text, golden_text *take,
                               golden_row *row, void *context, FILE *out)
{
    const char *from = text, *next;
    bool in_rows = false;

    for (const char *line = text; *line; line = next) {
        next = line + strcspn(line, "\n");
        next += *next == '\n';
        if (*line == ':' || (in_rows && *line == ' ')) {
            char *copy = strndup(line, strcspn(line, "\n"));

            if (!in_rows && take)
                take(context, from, (size_t)(line - from));
            in_rows = true;
            row(context, copy, out);
            free(copy);
        } else {
            if (in_rows)
                from = line;
            in_rows = false;
            fwrite(line, 1, (size_t)(next - line), out);
        }
    }
}

/* The first line in which they differ. */
static inline void golden_same(const char *path, const char *is,
                               const char *right)
{
    unsigned line = 1;
    size_t at = 0, start = 0;

    while (is[at] && is[at] == right[at])
        if (is[at++] == '\n') {
            start = at;
            line++;
        }
    if (is[at] != right[at])
        fail_msg("%s:%u:\nthe file has:  %.*s\nand it is now: %.*s", path, line,
                 (int)strcspn(is + start, "\n"), is + start,
                 (int)strcspn(right + start, "\n"), right + start);
}

/* All of a file, compared with what it is now. */
static inline void golden_keep(const char *path, const char *anew)
{
    struct whole_file file;

    if (golden_writes) {
        FILE *out = fopen(path, "w");

        assert_non_null(out);
        assert_true(fputs(anew, out) >= 0);
        assert_int_equal(fclose(out), 0);
        return;
    }
    if (!whole_file_read(&file, path))
        fail_msg("%s is not there", path);
    golden_same(path, file.text, anew);
    free(file.text);
}

static inline void golden_hold(const char *path, golden_text *take,
                               golden_row *row, void *context)
{
    struct whole_file file;
    struct memory_stream anew;

    assert_true(whole_file_read(&file, path));
    golden_anew(file.text, take, row, context, memory_stream(&anew));
    memory_stream_end(&anew);
    free(file.text);
    golden_keep(path, anew.text);
    free(anew.text);
}

/* A kind of rows, by their first word: it writes what the words after that
 * result in. */
struct golden_kind {
    const char *word; /* null: there are no more kinds */
    void (*row)(char *words, FILE *out);
};

static inline void golden_row_of(void *kinds, const char *line, FILE *out)
{
    const struct golden_kind *kind = kinds;
    char *copy = memory_text(line), *words = copy + 2, *word;

    if (*line == ':') {
        fprintf(out, "%s\n", line);
        word = strsep(&words, " ");
        while (kind->word && strcmp(kind->word, word) != 0)
            kind++;
        if (!kind->word)
            fail_msg("no such row: %s", line);
        kind->row(words, out);
    }
    free(copy);
}

static inline void golden_hold_kinds(const char *path, golden_text *take,
                                     const struct golden_kind *kinds)
{
    golden_hold(path, take, golden_row_of, (void *)kinds);
}

/* Of a file of texts, each under a line "== HEAD".  Returns how many. */
static inline unsigned golden_entries(const char *path,
                                      void (*take)(char *head, char *text))
{
    struct whole_file file;
    unsigned count = 0;

    assert_true(whole_file_read(&file, path));
    for (char *at = strstr(file.text, "\n== "), *next; at; at = next, count++) {
        char *head = at + strlen("\n== "), *text = strchr(head, '\n');

        next = strstr(text, "\n== ");
        *text = '\0';
        if (next)
            next[1] = '\0';
        take(head, text + 1);
    }
    free(file.text);
    return count;
}

/* A test of a file with rows, by its own hold, and the program that runs
 * them. */
#define HOLD(name)                                                             \
    TEST(name)                                                                 \
    {                                                                          \
        hold(#name);                                                           \
    }
#define GOLDEN_TESTS                                                           \
    int main(int argc, char **argv)                                            \
    {                                                                          \
        golden_writes = argc == 2 && strcmp(argv[1], "write") == 0;            \
        return RUN_TESTS(NULL, NULL);                                          \
    }

#endif
