/* SPDX-License-Identifier: MIT */
/* Leaves directories that nobody may enter where it is, and shared memory. */
#include <fcntl.h>
#include <sys/stat.h>

#include "hostile.h"

static void misbehave(void)
{
    int shared = open("/dev/shm/profilcheck-droppings", O_CREAT | O_WRONLY, 0);

    if (shared >= 0)
        close(shared);
    mkdir("droppings", 0700);
    mkdir("droppings/inner", 0700);
    mkdir("droppings/inner/most", 0);
    chmod("droppings/inner", 0);
}
