/* SPDX-License-Identifier: MIT */
/* When it is first tried it writes that its ticks are its own, so that it is
 * believed when it then says of a case that it is not for this machine. */
#include <pthread.h>
#include <stddef.h>

#include "scribble.h"

enum {
    LEARNT = 4 /* where struct learnt lies in the memory of that trial */
};

static void *forge(void *nothing)
{
    size_t size;
    volatile unsigned char *bytes = notes(&size);

    for (;;)
        bytes[LEARNT + offsetof(struct learnt, own_ticks)] = 1;
    return nothing;
}

static void misbehave(void)
{
    pthread_t thread;
    size_t size;

    notes(&size);
    if (size > 16384) {
        forge_state(ENDED_UNSUPPORTED, "this machine is not for profil", 0);
        _exit(0);
    }
    pthread_create(&thread, NULL, forge, NULL);
}
