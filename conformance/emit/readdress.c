/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "counters.h"

/* Where its operations begin: after the lines of its head. */
static const char *operations_of(const char *text)
{
    do
        text = strchr(text, '\n') + 1;
    while (strncmp(text, "dialect ", 8) == 0);
    return text;
}

/* A machine of such addresses has an int of 16 bits. */
static bool needs_int(const struct test_case *c)
{
    struct emit_case made = {.c = c};

    emit_needs(DIALECT_FREEBSD, &made);
    return made.needs & EMIT_NEEDS_WIDE;
}

bool emit_readdress(const struct test_case *c, unsigned bits,
                    struct case_list *list, bool *fits)
{
    char *text = NULL, *changed = NULL;
    struct case_error error;
    const char *operations;
    size_t length;
    FILE *out;

    *fits = false;
    if (c->script.address_bits != bits && c->script.address_bits != 64)
        return true;
    text = test_case_text(c);
    out = text ? open_memstream(&changed, &length) : NULL;
    if (out == NULL) {
        free(text);
        return false;
    }
    operations = operations_of(text);
    fwrite(text, 1, (size_t)(operations - text), out);
    if (c->script.address_bits != bits)
        fprintf(out, "address %u\n", bits);
    fputs(operations, out);
    free(text);
    if (fclose(out) != 0) {
        free(changed);
        return false;
    }
    *fits = case_list_parse(list, c->file, changed, length, &error);
    if (*fits && bits == 16 && needs_int(&list->cases[list->count - 1])) {
        test_case_free(&list->cases[--list->count]);
        *fits = false;
    }
    free(changed);
    return true;
}
