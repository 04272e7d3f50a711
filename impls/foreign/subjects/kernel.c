/* SPDX-License-Identifier: MIT */
/*
 * A profil as kernels have it: a system call that notes what is asked for, an
 * interrupt that may not touch the user's memory, and what it leaves to be done
 * on the way back to the user, where it may.  Not of any kernel: to try shim.h
 * with.  PLANTED: one thing is wrong in it.
 */
#include "shim.h"

struct subject_prof {
    char *base;
    size_t size;
    unsigned long offset;
    unsigned scale;
    uintptr_t pending_pc;
    unsigned pending;
};

struct subject_process {
    bool profiled;
    struct subject_prof prof;
};

static struct subject_process current_process;

static void subject_interrupt(uintptr_t pc);

static void start_clock(struct subject_process *p)
{
    p->profiled = true;
    shim_on(subject_interrupt);
}

static void stop_clock(struct subject_process *p)
{
    p->profiled = false;
    shim_off();
}

/* The byte of the buffer that a pc belongs to: 64 bits of product are enough
 * for 47 of distance. */
static bool byte_of(const struct subject_prof *prof, uintptr_t pc, size_t *at)
{
    if (pc < prof->offset)
        return false;
    *at = (size_t)((unsigned __int128)(pc - prof->offset) / 2 * prof->scale >>
                   16) *
          2;
    return *at < prof->size && prof->size - *at >= sizeof(unsigned short);
}

/* On the way back to the user. */
static void subject_return(struct subject_process *p)
{
    struct subject_prof *prof = &p->prof;
    unsigned ticks = prof->pending;
    unsigned short counter;
    size_t at;

    prof->pending = 0;
    if (!p->profiled || !byte_of(prof, prof->pending_pc, &at))
        return;
    if (shim_in(prof->base + at, &counter, sizeof counter) == 0) {
        counter = (unsigned short)(counter + ticks);
        if (shim_out(&counter, prof->base + at, sizeof counter) == 0)
            return;
    }
    stop_clock(p);
}

static void subject_interrupt(uintptr_t pc)
{
    current_process.prof.pending_pc = pc;
    current_process.prof.pending++;
    subject_return(&current_process);
}

static int system_call(struct subject_process *p, char *samples, size_t size,
                       unsigned long offset, unsigned scale)
{
    if (scale > 65536)
        return EINVAL;
#ifdef PLANTED
    if (scale == 1)
        scale = 0;
#endif
    if (scale == 0) {
        stop_clock(p);
        return 0;
    }
    p->prof = (struct subject_prof){
        .base = samples, .size = size, .offset = offset, .scale = scale};
    start_clock(p);
    return 0;
}

int profil(char *samples, size_t size, unsigned long offset, unsigned scale)
{
    return shim_return(
        system_call(&current_process, samples, size, offset, scale));
}
