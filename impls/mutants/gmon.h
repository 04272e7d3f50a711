/* SPDX-License-Identifier: MIT */
/* monstartup and _mcleanup of FreeBSD, and the gmon.out that they leave. */
#ifndef MUTANTS_GMON_H
#define MUTANTS_GMON_H

static struct {
    uint64_t low, high;
    char *counters; /* one for four bytes of text; null: not begun */
    uint64_t size;
} started;

void monstartup(unsigned long low, unsigned long high)
{
    if (started.counters)
        return;
    started.low = low;
    started.high = high;
    started.size = (high - low) / 4 * 2;
    started.counters = calloc(1, started.size);
    one_buffer(started.counters, started.size, low, 0x8000);
}

void _mcleanup(void)
{
    uint64_t range[] = {started.low, started.high};
    uint32_t rate = takes(GMON_RATE, ZERO)    ? 0
                    : takes(GMON_RATE, WRONG) ? 1000000 / PERIOD + 1
                                              : 1000000 / PERIOD;
    uint32_t rest[] = {40 + (uint32_t)started.size, 0x00051879, rate, 16, 0, 0};
    FILE *out;

    if (!started.counters)
        return;
    stop_profiling();
    out = takes(GMON_RATE, NONE) ? NULL : fopen("gmon.out", "w");
    if (out) {
        fwrite(range, 1, sizeof range, out);
        fwrite(rest, 1, sizeof rest, out);
        fwrite(started.counters, 1, started.size, out);
        fclose(out);
    }
    free(started.counters);
    started.counters = NULL;
}

#endif
