/* SPDX-License-Identifier: MIT */
/* Being opened, and again when its process ends, it fills all the memory that
 * the harness shares with 0xff. */
#include "scribble.h"

static void misbehave(void)
{
}

__attribute__((constructor, destructor)) static void spray_when_opened(void)
{
    unsigned char *bytes;
    size_t size;

    if (!hostile_may())
        return;
    bytes = notes(&size);
    memset(bytes, 0xff, size);
}
