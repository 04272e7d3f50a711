/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/held_text.h"
#include "conformance/base/memory.h"
#include "conformance/base/whole_file.h"
#include "generate.h"
#include "suite.h"

HELD_TEXT(suite_quick, "conformance/suites/quick.case");
HELD_TEXT(suite_gmon, "conformance/suites/gmon.case");

bool suite_load(struct case_list *list, enum dialect dialect, bool full,
                struct case_error *error)
{
    size_t first = list->count;

    if (!case_list_parse(list, "quick.case", suite_quick, strlen(suite_quick),
                         error) ||
        !case_list_parse(list, "gmon.case", suite_gmon, strlen(suite_gmon),
                         error))
        return false;
    if (full) {
        generate_lists(list, first, list->count, dialect);
        generate_mappings(list, dialect);
        generate_sequences(list, dialect);
    }
    return true;
}

/* As a machine of so many bits reads it; where its numbers do not fit, it is
 * left unchanged. */
static void for_addresses(struct test_case *c, uint8_t bits)
{
    struct case_list one = {0};
    struct case_error misfit;
    struct memory_stream text;
    struct test_case narrow = *c;

    narrow.script.address_bits = bits;
    test_case_print(&narrow, memory_stream(&text));
    memory_stream_end(&text);
    if (case_list_parse(&one, c->file, text.text, text.length, &misfit)) {
        one.cases[0].line = c->line;
        test_case_free(c);
        *c = one.cases[0];
        one.count = 0;
    }
    case_list_free(&one);
    free(text.text);
}

void suite_for_addresses(struct case_list *list, unsigned bits)
{
    for (size_t k = 0; k < list->count && bits < 64; k++)
        if (list->cases[k].script.address_bits == 64)
            for_addresses(&list->cases[k], (uint8_t)bits);
}

/* It can be read only once, and several dialects may want its cases. */
static const struct whole_file *standard_input(void)
{
    static struct whole_file input;

    return input.text || whole_file_read(&input, NULL) ? &input : NULL;
}

bool suite_load_file(struct case_list *list, const char *file,
                     struct case_error *error)
{
    bool standard = strcmp(file, "-") == 0, good = false;
    const char *name = standard ? "standard input" : file;
    struct whole_file own = {0};
    const struct whole_file *in = standard ? standard_input()
                                  : whole_file_read(&own, file) ? &own
                                                                : NULL;

    if (in)
        good = case_list_parse(list, name, in->text, in->length, error);
    else
        snprintf(error->text, sizeof error->text, "%.180s: %s", name,
                 strerror(errno));
    free(own.text);
    return good;
}
