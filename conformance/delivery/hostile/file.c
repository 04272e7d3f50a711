/* SPDX-License-Identifier: MIT */
/* Writes a file for ever; in memory, so that no disk is filled. */
#include <sys/mman.h>

#include "hostile.h"

static void misbehave(void)
{
    static const char text[1 << 20];
    int file = memfd_create("endless", 0);

    while (write(file, text, sizeof text) > 0)
        ;
    hostile_stay();
}
