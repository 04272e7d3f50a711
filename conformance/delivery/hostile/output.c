/* SPDX-License-Identifier: MIT */
/* Writes for ever to where its caller writes. */
#include "hostile.h"

static void misbehave(void)
{
    static const char text[4096];

    for (;;)
        if (write(1, text, sizeof text) < 0 || write(2, text, sizeof text) < 0)
            hostile_stay();
}
