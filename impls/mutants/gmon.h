/* SPDX-License-Identifier: MIT */
/* monstartup and _mcleanup of FreeBSD, and the gmon.out that they leave. */
#ifndef MUTANTS_GMON_H
#define MUTANTS_GMON_H

static struct {
    uint64_t low, high;
    char *counters; /* one for four bytes of text; null: not begun */
    uint64_t size;
} gmon;

void monstartup(unsigned long low, unsigned long high)
{
    if (gmon.counters)
        return;
    gmon.low = low;
    gmon.high = high;
    gmon.size = (high - low) / 4 * 2;
    gmon.counters = calloc(1, gmon.size);
    one_buffer(gmon.counters, gmon.size, low, 0x8000);
}

void _mcleanup(void)
{
    uint64_t range[] = {gmon.low, gmon.high};
    uint32_t rate = takes(GMON_RATE, ZERO)    ? 0
                    : takes(GMON_RATE, WRONG) ? 1000000 / PERIOD + 1
                                              : 1000000 / PERIOD;
    uint32_t rest[] = {40 + (uint32_t)gmon.size, 0x00051879, rate, 16, 0, 0};
    FILE *out;

    if (!gmon.counters)
        return;
    stop_profiling();
    out = takes(GMON_RATE, NONE) ? NULL : fopen("gmon.out", "w");
    if (out) {
        fwrite(range, 1, sizeof range, out);
        fwrite(rest, 1, sizeof rest, out);
        fwrite(gmon.counters, 1, gmon.size, out);
        fclose(out);
    }
    free(gmon.counters);
    gmon.counters = NULL;
}

#endif
