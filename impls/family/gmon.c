/* SPDX-License-Identifier: MIT */
#include "gmon.h"

#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "calls.h"
#include "engine.h"
#include "replace.h"

enum {
    TICKS_A_SECOND = 1000000 / ENGINE_ORDINARY,
    SHARE = 4,      /* bytes of text a counter */
    SCALE = 0x8000, /* says the same (freebsd.profil.5) */
    COUNTER = 2,
    VERSION = 0x00051879,
    ARC_SHARE = 32,   /* bytes of text an arc that there is room for, */
    LEAST_ARCS = 512, /* and these besides */
};

struct gmon_header {
    uintptr_t low, high;
    int32_t bytes; /* of this and the counters */
    int32_t version, rate, counter_bits, spare[2];
};
_Static_assert(sizeof(struct gmon_header) == 2 * sizeof(uintptr_t) + 24,
               "the header has no padding");

/* Between monstartup and _mcleanup.  Only who holds the engine looks here. */
static struct {
    bool on, paused;
    uint64_t low, high;
    uint64_t base; /* where the program that has them was loaded */
    void *counters;
    size_t bytes;
} session;

static int resume_gmon(void)
{
    struct region region =
        region_make(session.counters, session.bytes, session.low, SCALE,
                    COUNTER, REGION_DOWN);

    return engine_start(&region, 1, ENGINE_ORDINARY);
}

static int finish_gmon(void)
{
    struct gmon_header header = {
        .low = (uintptr_t)(session.low - session.base),
        .high = (uintptr_t)(session.high - session.base),
        .bytes = (int32_t)(sizeof header + session.bytes),
        .version = VERSION,
        .rate = TICKS_A_SECOND,
        .counter_bits = 8 * COUNTER,
    };
    const struct calls_arc *arcs;
    size_t arc_count;
    int error;

    if (!session.on)
        return 0;
    if (!session.paused)
        engine_stop();
    calls_pause();
    arc_count = calls_list_arcs(&arcs);
    if (calls_exceeded())
        dprintf(STDERR_FILENO,
                "_mcleanup: gmon.out: of all arcs it has %zu, the first\n",
                arc_count);
    error = replace_file(
        "gmon.out",
        (struct iovec[]){{&header, sizeof header},
                         {session.counters, session.bytes},
                         {(void *)(uintptr_t)arcs, arc_count * sizeof *arcs}},
        3);
    munmap(session.counters, session.bytes);
    memset(&session, 0, sizeof session);
    return error;
}

static void tell_gmon(const char *what, int error)
{
    if (error != 0)
        dprintf(STDERR_FILENO, "%s: %s\n", what, strerror(error));
}

void family_freebsd_mcleanup(void)
{
    struct engine_call call;

    engine_enter(&call);
    tell_gmon("_mcleanup: gmon.out", finish_gmon());
    engine_leave(&call, 0);
}

struct gmon_text {
    uint64_t address, base;
};

static int look_at_object(struct dl_phdr_info *object, size_t size, void *seen)
{
    struct gmon_text *text = seen;

    (void)size;
    for (int k = 0; k < object->dlpi_phnum; k++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[k];

        if (part->p_type != PT_LOAD ||
            text->address - object->dlpi_addr - part->p_vaddr >= part->p_memsz)
            continue;
        text->base = object->dlpi_addr;
        return 1;
    }
    return 0;
}

/* How far the program or library that the address lies in was moved from where
 * its file has it; gprof knows of the file alone. */
static uint64_t load_base(uint64_t address)
{
    struct gmon_text text = {.address = address};

    dl_iterate_phdr(look_at_object, &text);
    return text.base;
}

static int arcs_for(uint64_t text)
{
    uint64_t arcs = text / ARC_SHARE + LEAST_ARCS;

    return arcs < CALLS_MOST ? (int)arcs : CALLS_MOST;
}

static int begin_gmon(uint64_t low, uint64_t high)
{
    static bool watched;
    int error;

    low -= low % SHARE;
    high += (SHARE - high % SHARE) % SHARE;
    if (session.on)
        return EBUSY;
    if (low >= high || high - low > UINT32_MAX)
        return EINVAL;
    session.bytes = (high - low) / SHARE * COUNTER;
    session.counters = mmap(NULL, session.bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (session.counters == MAP_FAILED)
        return ENOMEM;
    session.low = low;
    session.high = high;
    session.base = load_base(low);
    error = resume_gmon();
    if (error == 0 &&
        !calls_begin_arcs(low, high, session.base, arcs_for(high - low))) {
        engine_stop();
        error = ENOMEM;
    }
    if (error != 0) {
        munmap(session.counters, session.bytes);
        return error;
    }
    session.on = true;
    if (!watched)
        watched = atexit(family_freebsd_mcleanup) == 0;
    return 0;
}

void family_freebsd_monstartup(unsigned long lowpc, unsigned long highpc)
{
    struct engine_call call;

    engine_enter(&call);
    tell_gmon("monstartup", begin_gmon(lowpc, highpc));
    engine_leave(&call, 0);
}

void family_freebsd_moncontrol(int mode)
{
    struct engine_call call;
    bool pause = mode == 0;

    engine_enter(&call);
    if (session.on && pause && !session.paused) {
        engine_stop();
        calls_pause();
        session.paused = true;
    } else if (session.on && !pause && session.paused && resume_gmon() == 0) {
        calls_resume();
        session.paused = false;
    }
    engine_leave(&call, 0);
}
