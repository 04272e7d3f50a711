/* SPDX-License-Identifier: MIT */
/*
 * A profil as an RTOS has it: a watchdog whose callback asks where the machine
 * was, and winds it up again.  Not of any RTOS: to try shim.h with.  PLANTED:
 * one thing is wrong in it.  UNSHIMMED: it reads <unistd.h> as it is.
 */
#ifdef UNSHIMMED
#define _GNU_SOURCE
#include <unistd.h>
#define SHIM_NULL_LOST
#endif
#include "shim.h"

/* What an RTOS would have. */
struct watchdog {
    void (*callback)(void *argument);
    void *argument;
};

static struct watchdog *wound;

static void bark(uintptr_t pc)
{
    struct watchdog *w = wound;

    (void)pc; /* the callback asks for it */
    wound = NULL;
    if (w)
        w->callback(w->argument);
}

static void watchdog_wind(struct watchdog *w, void (*callback)(void *),
                          void *argument)
{
    *w = (struct watchdog){callback, argument};
    wound = w;
    shim_on(bark);
}

/* And its profil. */
static struct {
    unsigned short *counters;
    size_t count;
    uintptr_t low;
    unsigned scale;
    struct watchdog watchdog;
} sampler;

static void sample_on_watch(void *argument)
{
    uintptr_t pc = shim_pc();
    size_t number = (pc - sampler.low) / 2;

    number =
        number / 65536 * sampler.scale + number % 65536 * sampler.scale / 65536;
#ifdef PLANTED
    number = (uint32_t)((pc - sampler.low) / 2 * sampler.scale) / 65536;
#endif
    if (pc >= sampler.low && number < sampler.count)
        sampler.counters[number]++;
    watchdog_wind(&sampler.watchdog, sample_on_watch, argument);
}

int profil(unsigned short *buffer, size_t size, size_t offset, unsigned scale)
{
    shim_off();
    if (buffer != NULL && scale != 0) {
        sampler.counters = buffer;
        sampler.count = size / sizeof *buffer;
        sampler.low = offset;
        sampler.scale = scale;
        watchdog_wind(&sampler.watchdog, sample_on_watch, NULL);
    }
    return 0;
}
