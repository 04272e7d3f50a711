/* SPDX-License-Identifier: MIT */
/*
 * A small monitor on whatever profil it is linked with, which does what 2.11BSD
 * and RetroBSD do.  The caller's buffer is the file: a range, slots for calls
 * of functions, and counters, whose scale is computed from both lengths.  A
 * stop writes the buffer as it is, but here nothing of one past memory; nothing
 * is written at exit.  A bufsize of -1 is that of a very large buffer.
 */

/* libc's header declares that profil takes no null pointer. */
#define profil profil_of_libc
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>
#undef profil

int profil(unsigned short *to, size_t bytes, size_t offset, unsigned factor);

enum { FEWEST = 50, PER_SLOT = 100, PER_BYTE = 8 };

struct slot {
    uintptr_t function;
    long calls;
};

struct head {
    uintptr_t low, high;
    int slots;
};

static struct {
    struct head *file;
    unsigned bytes, used, counted, scale; /* of the file, slots, counters */
    unsigned short *counters;
} kept;

static struct slot *slots(void)
{
    return (struct slot *)(kept.file + 1);
}

void moncontrol(int mode)
{
    if (mode)
        profil(kept.counters, kept.counted, kept.file->low, kept.scale);
    else
        profil(NULL, 0, 0, 0);
}

static void stop(void)
{
    int out;

    moncontrol(0);
    out = creat("mon.out", 0666);
    if (kept.file && kept.bytes < INT32_MAX)
        (void)!write(out, kept.file, kept.bytes);
    close(out);
}

void monitor(uintptr_t low, uintptr_t high, struct head *buffer,
             unsigned shorts, unsigned functions)
{
    unsigned bytes = shorts * 2, range = (unsigned)(high - low);
    size_t most;

    if (low == 0) {
        stop();
        return;
    }
    if (bytes < sizeof(struct head) + sizeof(struct slot) + 2)
        return;
    most = (bytes - sizeof(struct head)) / sizeof(struct slot);
    if (functions > most)
        functions = (unsigned)most;
    *buffer = (struct head){low, high, (int)functions};
    kept.file = buffer;
    kept.bytes = bytes;
    kept.used = 0;
    kept.counters = (unsigned short *)(slots() + functions);
    kept.counted = bytes - (unsigned)((char *)kept.counters - (char *)buffer);
    kept.scale = kept.counted < range
                     ? (unsigned)(((uint64_t)kept.counted << 16) / range)
                     : 65535;
    moncontrol(1);
}

int monstartup(uintptr_t low, uintptr_t high)
{
    unsigned range = (unsigned)(high - low), functions = range / PER_SLOT;
    size_t bytes;

    if (functions < FEWEST)
        functions = FEWEST;
    bytes = (range + PER_BYTE - 1) / PER_BYTE + sizeof(struct head) +
            functions * sizeof(struct slot);
    bytes = (bytes + 1) / 2 * 2;
    monitor(low, high, sbrk((intptr_t)bytes), (unsigned)(bytes / 2), functions);
    return 0;
}

void mcount(void)
{
    uintptr_t function = (uintptr_t)__builtin_return_address(0);
    unsigned k = 0;

    if (!kept.file)
        return;
    while (k < kept.used && slots()[k].function != function)
        k++;
    if (k == (unsigned)kept.file->slots)
        return;
    if (k == kept.used)
        slots()[kept.used++] = (struct slot){function, 0};
    slots()[k].calls++;
}
