/* SPDX-License-Identifier: MIT */
/* Says again and again that the next case has begun. */
#include "scribble.h"

static void misbehave(void)
{
    size_t size;
    volatile uint64_t *reached = (void *)notes(&size);

    for (;;) {
        (*reached)++;
        usleep(1000);
    }
}
