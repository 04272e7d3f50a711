/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate.h"
#include "suite.h"

/* The text is part of the program, so that the binary stands alone. */
__asm__(".pushsection .rodata\n"
        ".globl suite_quick_text, suite_quick_end\n"
        "suite_quick_text:\n"
        ".incbin \"conformance/suites/quick.case\"\n"
        "suite_quick_end:\n"
        ".byte 0\n"
        ".popsection\n");
extern const char suite_quick_text[], suite_quick_end[];

bool suite_load(struct case_list *list, enum dialect dialect, bool full,
                struct case_error *error)
{
    if (!case_list_parse(list, "quick.case", suite_quick_text,
                         (size_t)(suite_quick_end - suite_quick_text), error))
        return false;
    if (full && (!generate_mappings(list, dialect) ||
                 !generate_sequences(list, dialect))) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return false;
    }
    return true;
}

/* All of a stream, or null; errno tells. */
static char *read_all(FILE *in, size_t *length)
{
    char *text = NULL;
    size_t capacity = 0;

    *length = 0;
    do {
        if (*length == capacity) {
            char *more = realloc(text, capacity = capacity * 2 + 4096);

            if (!more) {
                free(text);
                return NULL;
            }
            text = more;
        }
        *length += fread(text + *length, 1, capacity - *length, in);
    } while (!feof(in) && !ferror(in));
    if (ferror(in)) {
        free(text);
        return NULL;
    }
    return text;
}

/* It can be read only once, and several dialects may want its cases. */
static const char *standard_input(size_t *length)
{
    static char *text;
    static size_t text_length;

    if (!text)
        text = read_all(stdin, &text_length);
    *length = text_length;
    return text;
}

static bool parse_file(struct case_list *list, const char *file,
                       struct case_error *error)
{
    FILE *in = fopen(file, "r");
    size_t length = 0;
    char *text = in ? read_all(in, &length) : NULL;
    bool good = false;

    if (text)
        good = case_list_parse(list, file, text, length, error);
    else
        snprintf(error->text, sizeof error->text, "%.180s: %s", file,
                 strerror(errno));
    free(text);
    if (in)
        fclose(in);
    return good;
}

bool suite_load_file(struct case_list *list, const char *file,
                     struct case_error *error)
{
    const char *text;
    size_t length;

    if (strcmp(file, "-") != 0)
        return parse_file(list, file, error);
    text = standard_input(&length);
    if (text)
        return case_list_parse(list, "standard input", text, length, error);
    snprintf(error->text, sizeof error->text, "standard input: %s",
             strerror(errno));
    return false;
}
