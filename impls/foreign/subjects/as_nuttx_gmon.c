/* SPDX-License-Identifier: MIT */
/*
 * A runtime behind -pg that does as NuttX's, in words of its own.  Whatever
 * monstartup is given, moncontrol(1) samples the whole text, and by its start
 * callers are looked up in a table that is as long as what monstartup was
 * given.  After moncontrol(0) nothing begins again.
 */
#include "shim.h"
#include <stdio.h>
#include <stdlib.h>

/* The text of the machine; for a library there is none. */
enum { TEXT_LOW = 0x10000, TEXT_HIGH = 0x80000 };
enum { SHARE = 2, CALLER = 16, LEAST = 50, VERSION = 0x51879 };

struct callee {
    uintptr_t self;
    long count;
    unsigned long next;
};

static struct {
    bool on;
    uint16_t *bins;
    uintptr_t low, high;
    size_t bytes, callers, room;
    struct callee *callees; /* from 1 on; the first has how many there are */
    unsigned long *first;
} own;

static void tick(uintptr_t pc)
{
    if (pc >= own.low && pc < own.high)
        own.bins[(pc - own.low) / (2 * SHARE)]++;
}

void moncontrol(int mode)
{
    if (own.on == (mode != 0))
        return;
    if (mode == 0) {
        own.on = false;
        shim_off();
        return;
    }
    if (own.bins)
        return;
    own.low = TEXT_LOW;
    own.high = TEXT_HIGH;
    own.bytes = (TEXT_HIGH - TEXT_LOW) / SHARE;
    own.bins = calloc(1, own.bytes);
    own.on = own.bins && shim_on(tick) == 0;
}

void monstartup(unsigned long low, unsigned long high)
{
    size_t asked = (high + 3) / 4 * 4 - low / 4 * 4;

    if (own.callees)
        return;
    own.room = asked * 3 / 100 > LEAST ? asked * 3 / 100 : LEAST;
    own.callers = asked / CALLER;
    own.callees = calloc(1, own.room * sizeof *own.callees +
                                own.callers * sizeof *own.first);
    if (!own.callees)
        return;
    own.first = (unsigned long *)(void *)(own.callees + own.room);
    moncontrol(1);
}

void mcount(uintptr_t from, uintptr_t self)
{
    unsigned long *first, k;

    if (!own.on || from - own.low > own.high - own.low)
        return;
    first = &own.first[(from - own.low) / CALLER];
    k = *first;
    while (k != 0 && own.callees[k].self != self)
        k = own.callees[k].next;
    if (k == 0) {
        k = ++own.callees[0].next;
        if (k >= own.room)
            return;
        own.callees[k] = (struct callee){self, 0, *first};
        *first = k;
    }
    own.callees[k].count++;
}

static void put_calls(FILE *out)
{
    for (size_t k = 0; k < own.callers; k++)
        for (unsigned long c = own.first[k]; c != 0; c = own.callees[c].next) {
            uintptr_t arc[] = {own.low + k * CALLER, own.callees[c].self,
                               (uintptr_t)own.callees[c].count};

            fwrite(arc, sizeof arc, 1, out);
        }
}

void _mcleanup(void)
{
    const char *name = getenv("GMON_OUT_PREFIX");
    uintptr_t range[] = {TEXT_LOW, TEXT_HIGH};
    uint32_t rest[6] = {(uint32_t)(40 + own.bytes), VERSION, SHIM_HZ};
    FILE *out;

    moncontrol(0);
    out = own.bins ? fopen(name ? name : "gmon.out", "w") : NULL;
    if (out) {
        fwrite(range, sizeof range, 1, out);
        fwrite(rest, sizeof rest, 1, out);
        fwrite(own.bins, own.bytes, 1, out);
        put_calls(out);
        fclose(out);
    }
    free(own.callees);
    free(own.bins);
    memset(&own, 0, sizeof own);
}
