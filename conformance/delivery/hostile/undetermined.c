/* SPDX-License-Identifier: MIT */
/* Says of what each buffer holds that it is not known, as soon as that is
 * noted: from a thread that looks all the time. */
#include <pthread.h>

#include "scribble.h"

static void *forge(void *nothing)
{
    size_t size;
    unsigned char *bytes = notes(&size);

    for (;;)
        for (size_t k = 0; k < 64; k++) {
            struct event *event = &first_event()[k];
            unsigned char *at = (unsigned char *)(void *)(event + 1);

            if (at <= bytes + size && event->kind == EVENT_BUFFER &&
                event->size)
                event->undetermined = true;
        }
    return nothing;
}

static void misbehave(void)
{
    pthread_t thread;
    size_t size;

    notes(&size);
    if (size > 8192)
        pthread_create(&thread, NULL, forge, NULL);
}
