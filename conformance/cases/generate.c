/* SPDX-License-Identifier: MIT */
#include "generate.h"

#include <stdlib.h>

bool generate_from(struct case_list *list, const char *name,
                   void (*write)(FILE *out, enum dialect dialect),
                   enum dialect dialect)
{
    struct case_error error;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    bool done;

    if (!out)
        return false;
    write(out, dialect);
    /* It is our own text: only memory can be short. */
    done = fclose(out) == 0 && case_list_parse(list, name, text, size, &error);
    free(text);
    return done;
}
