/* SPDX-License-Identifier: MIT */
/*
 * What a console's runtime behind -pg asks of it, by the names that
 * recipes/kallistios.c gives it; it does as that system's, in words of its own:
 * a file that begins with its header, without which nothing starts, and that is
 * appended to; a table of calls that is emptied beyond its end where counters
 * are no multiple of 32 bytes.
 */
#include <kos/thread.h>

enum { FEW = 8, FROM = 16, ROUND = 32 };

struct call {
    uintptr_t from, self;
    uint32_t count;
};

static struct {
    bool on, begun;
    uintptr_t low, high;
    uint16_t *bins;
    size_t bytes, room, used; /* of counters; of calls */
    struct call *calls;
    kthread_t *sampler;
} own;

static bool append(const char *how, const void *bytes, size_t size)
{
    FILE *out = fopen("/pc/gmon.out", how);

    if (!out)
        return false;
    fwrite(bytes, size, 1, out);
    fclose(out);
    return true;
}

static int sample(void *unused)
{
    uintptr_t pc = CONTEXT_PC(thd_current->context);

    (void)unused;
    if (own.on && pc >= own.low && pc < own.high)
        own.bins[(pc - own.low) / FEW]++;
    return 0;
}

static void *sampler(void *unused)
{
    thd_poll(sample, unused, 0);
    return NULL;
}

void moncontrol(bool on)
{
    own.on = on && own.begun;
}

static void put_calls(void)
{
    for (size_t k = 0; k < own.used; k++) {
        append("a", "\1", 1);
        append("a", own.calls + k, sizeof *own.calls);
    }
    own.used = 0;
}

void _mcleanup(void)
{
    struct {
        uintptr_t low, high;
        uint32_t bins, rate;
        char unit[16];
    } head = {own.low, own.high, own.bytes / 2, thd_get_hz(), "seconds"};

    if (!own.begun)
        return;
    moncontrol(false);
    thd_join(own.sampler, NULL);
    head.unit[15] = 's';
    append("a", "\0", 1);
    append("a", &head, sizeof head);
    append("a", own.bins, own.bytes);
    put_calls();
    free(own.bins);
    own.begun = false;
}

void gprof_mcount(uintptr_t from, uintptr_t self)
{
    if (!own.on || from < own.low || from >= own.high)
        return;
    from -= (from - own.low) % FROM;
    for (size_t k = 0; k < own.used; k++)
        if (own.calls[k].from == from && own.calls[k].self == self) {
            own.calls[k].count++;
            return;
        }
    if (own.used == own.room) {
        put_calls();
        memset(own.calls, 0,
               own.room * sizeof *own.calls + ROUND +
                   (__align_up(own.bytes, ROUND) - own.bytes));
        return;
    }
    own.calls[own.used++] = (struct call){from, self, 1};
}

void monstartup(uintptr_t low, uintptr_t high)
{
    static const char head[20] = "gmon\1";
    void *block;

    if (own.begun)
        return;
    own.low = __align_down(low, FROM);
    own.high = __align_up(high, FROM);
    own.bytes = (own.high - own.low) / FEW * 2;
    own.room = (own.high - own.low) / 50;
    if (posix_memalign(&block, ROUND,
                       __align_up(own.bytes, ROUND) +
                           own.room * sizeof *own.calls + ROUND) != 0)
        return;
    own.bins = block;
    memset(own.bins, 0, own.bytes);
    own.calls = (struct call *)((char *)block + __align_up(own.bytes, ROUND));
    if (!append("w", head, sizeof head))
        return;
    dbglog(DBG_NOTICE, "%zu bytes\n", (unsigned long)own.bytes);
    own.sampler = thd_create(false, sampler, NULL);
    own.begun = true;
    moncontrol(true);
}
