/* SPDX-License-Identifier: MIT */
/*
 * A runtime of -pg after the pattern of 4.2BSD's that overruns one of its
 * tables: -DOVERRUN=full, where there are more arcs than room for them; high,
 * in a call from highpc; narrower, where monstartup made it smaller; odd, full
 * where the range is not round; ticks, where a pc above highpc is counted in
 * the table of calls behind the counters; past, where highpc itself is counted
 * behind them.  none of them, but going on after _mcleanup where moncontrol
 * asks for it, as 4.4BSD's do: resumes; a range that is wider than was asked
 * for, as NuttX's is: wider; a gmon.out of a header alone from monstartup on,
 * as KallistiOS has it: early.  The addresses of a program that can be moved
 * left as they are in memory, as glibc left them up to 2.26: as_loaded.
 * Counters that stop at 1000, each pc taken for the next one, and a file that
 * is not truncated before it is written: limited, next_pc, untruncated.
 * Another current directory once the file is written: elsewhere.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gmon_file.h"

enum {
    nothing,
    full,
    high,
    narrower,
    odd,
    ticks,
    past,
    resumes,
    wider,
    early,
    as_loaded,
    limited,
    next_pc,
    untruncated,
    elsewhere
};

enum {
    CELL = 16,
    ROUND = 32,
    SHARE = 4,
    LEAST_ARCS = 50,
    LIMIT = 1000,
    SCALE = 2 * 65536 / SHARE,
    WIDER = 0x8000
};

struct arc {
    uint64_t self, count, next;
};

static struct {
    int on;
    uint64_t low, text; /* bytes */
    uint64_t counted;   /* bytes of counters */
    uint64_t limit, used;
    unsigned short *counters, *froms;
    struct arc *arcs; /* from the second on */
} tables;

static void stop_counting(void)
{
    unsigned short *volatile none = NULL; /* declared never to be */

    profil(none, 0, 0, 0);
}

static void start_counting(void)
{
    profil(tables.counters,
           tables.counted * (OVERRUN == ticks ? 2 : 1) +
               (OVERRUN == past ? sizeof *tables.counters : 0),
           tables.low - (OVERRUN == next_pc), SCALE);
}

/* What addresses in the file lack. */
static uint64_t base(void)
{
    struct loaded loaded = where_loaded(tables.low);

    return loaded.inside && OVERRUN != as_loaded ? loaded.base : 0;
}

static FILE *begin_file(uint64_t counted)
{
    FILE *out = OVERRUN == untruncated ? fopen("gmon.out", "r+") : NULL;

    if (!out)
        out = fopen("gmon.out", "w");
    if (out)
        put_gmon_head(out, tables.low - base(),
                      tables.low + tables.text - base(), 40 + (uint32_t)counted,
                      100, 0);
    return out;
}

void monstartup(unsigned long lowpc, unsigned long highpc)
{
    uint64_t text;
    FILE *out;

    if (lowpc >= highpc || (tables.on && OVERRUN != narrower))
        return;
    if (OVERRUN == wider) {
        lowpc -= WIDER;
        highpc += WIDER;
    }
    lowpc -= lowpc % SHARE;
    highpc += -highpc % SHARE;
    text = highpc - lowpc;
    tables.limit = text / 50 < LEAST_ARCS ? LEAST_ARCS : text / 50;
    tables.counted = text / SHARE * 2;
    tables.counters = calloc(1, tables.counted);
    tables.froms = calloc(text / CELL, sizeof *tables.froms);
    if (OVERRUN == ticks) { /* one block, and profil has all of it */
        tables.counters = calloc(2, tables.counted);
        tables.froms = tables.counters + tables.counted / 2;
    }
    tables.arcs = calloc(tables.limit, sizeof *tables.arcs);
    if (OVERRUN == odd && text % ROUND)
        tables.limit++;
    if (!tables.counters || !tables.froms || !tables.arcs)
        abort();
    tables.used = 0;
    tables.low = lowpc;
    /* of a narrower one the old bound stays */
    if (OVERRUN != narrower || text > tables.text)
        tables.text = text;
    tables.on = 1;
    out = OVERRUN == early ? begin_file(0) : NULL;
    if (out)
        fclose(out);
    start_counting();
}

void moncontrol(int mode)
{
    if (OVERRUN == resumes && mode && tables.counters)
        tables.on = 1;
    if (tables.on && mode)
        start_counting();
    else
        stop_counting();
}

void mcount(uint64_t from, uint64_t self)
{
    uint64_t at = from - tables.low, k;

    if (!tables.on || at > tables.text ||
        (at == tables.text && OVERRUN != high))
        return;
    at /= CELL;
    for (k = tables.froms[at]; k; k = tables.arcs[k].next)
        if (tables.arcs[k].self == self) {
            tables.arcs[k].count++;
            return;
        }
    if (tables.used + 1 >= tables.limit && OVERRUN != full) {
        fputs("mcount: too many arcs\n", stderr);
        return;
    }
    k = ++tables.used;
    tables.arcs[k] = (struct arc){self, 1, tables.froms[at]};
    tables.froms[at] = (unsigned short)k;
}

static void put_arcs(FILE *out)
{
    for (uint64_t at = 0; at < tables.text / CELL; at++)
        for (uint64_t k = tables.froms[at]; k; k = tables.arcs[k].next) {
            uint64_t arc[] = {tables.low + at * CELL - base(),
                              tables.arcs[k].self - base(),
                              tables.arcs[k].count};

            put(out, arc, sizeof arc);
        }
}

static void limit_counters(void)
{
    for (uint64_t k = 0; k < tables.counted / 2; k++)
        if (tables.counters[k] > LIMIT)
            tables.counters[k] = LIMIT;
}

void _mcleanup(void)
{
    FILE *out;

    if (!tables.on)
        return;
    stop_counting();
    tables.on = 0;
    if (OVERRUN == limited)
        limit_counters();
    out = begin_file(tables.counted);
    if (!out)
        return;
    put(out, tables.counters, tables.counted);
    put_arcs(out);
    fclose(out);
    if (OVERRUN == elsewhere && chdir("/") != 0)
        abort();
    if (OVERRUN == narrower)
        tables.text = 0;
}
