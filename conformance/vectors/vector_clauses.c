/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "vector.h"

const char *vector_byte_order(void)
{
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "little" : "big";
}

static bool clause_is_cited(enum dialect dialect, const char *id)
{
    for (unsigned k = 0; k < CHOICES; k++)
        if (strcmp(dialect_clause(dialect, (enum choice)k), id) == 0)
            return true;
    return false;
}

void vector_each_clause(enum dialect dialect,
                        void (*each)(const struct clause_row *clause,
                                     void *context),
                        void *context)
{
    for (size_t k = 0; k < clause_count; k++)
        if (clause_is_cited(dialect, clause_table[k].id))
            each(&clause_table[k], context);
}
