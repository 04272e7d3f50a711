/* SPDX-License-Identifier: MIT */
/*
 * A profil as systems without signals have it: a thread that stops the one that
 * called, looks where it is, and lets it go on.  Not of any system: to try
 * shim_thread.h with.  PLANTED: one thing is wrong in it.
 */
#include "shim_thread.h"

static struct {
    bool on;
    pthread_t target, thread;
    struct shim_event quit;
    unsigned short *counters;
    size_t count;
    uintptr_t low;
    unsigned scale;
} sampler;

static void count_thread_pc(uintptr_t pc)
{
    unsigned __int128 byte;

    if (pc < sampler.low)
        return;
    byte = (unsigned __int128)(pc - sampler.low) * sampler.scale >> 16;
#ifdef PLANTED
    byte++;
#endif
    if (byte / 2 < sampler.count)
        sampler.counters[byte / 2]++;
}

static void *sample_thread(void *argument)
{
    uintptr_t pc;

    do {
        if (shim_thread_pc(sampler.target, &pc) == 0)
            count_thread_pc(pc);
    } while (!shim_event_wait(&sampler.quit, 1000 / SHIM_HZ));
    return argument;
}

static void sampler_stop(void)
{
    if (!sampler.on)
        return;
    sampler.on = false;
    shim_event_set(&sampler.quit);
    pthread_join(sampler.thread, NULL);
}

static int sampler_start(void)
{
    sampler.quit.set = false;
    sampler.target = pthread_self();
    if (shim_thread_start(sample_thread, NULL, &sampler.thread) != 0)
        return EAGAIN;
    sampler.on = true;
    return 0;
}

/* Its thread is not there. */
static void without_thread(void)
{
    if (sampler.on)
        sampler_start();
}

int profil(char *samples, size_t size, size_t offset, unsigned scale)
{
    static bool forks_watched;

    if (scale > 65536)
        return shim_return(EINVAL);
    sampler_stop();
    if (scale == 0)
        return 0;
    if (!forks_watched)
        pthread_atfork(NULL, NULL, without_thread);
    forks_watched = true;
    sampler.counters = (unsigned short *)(void *)samples;
    sampler.count = size / sizeof *sampler.counters;
    sampler.low = offset;
    sampler.scale = scale;
    return shim_return(sampler_start());
}
