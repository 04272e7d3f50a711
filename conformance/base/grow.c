/* SPDX-License-Identifier: MIT */
#include "grow.h"

#include <stdlib.h>

long grow_limit = -1;

void *grow(void *items, size_t count, size_t *capacity, size_t item_size)
{
    size_t wanted = *capacity ? 2 * *capacity : 1;
    void *more;

    if (count < *capacity)
        return items;
    if (grow_limit == 0)
        return NULL;
    if (grow_limit > 0)
        grow_limit--;
    more = reallocarray(items, wanted, item_size);
    if (more)
        *capacity = wanted;
    return more;
}
