/* SPDX-License-Identifier: MIT */
/*
 * What the code that counts does with every input of a small address space,
 * and with those around its far edges, as one number for each part.  A
 * mechanical mutant that is equivalent prints what the original prints; one
 * that does not is found by some input, and then a case can find it too.
 *
 * Only what a caller of profil can see is taken in: which counter of which
 * region a pc goes to, and what is written there.
 */
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

#include "impls/counting/table.h"
#include "impls/own/engine.h"
#include "impls/own/regions.h"

enum { LISTED = 3, NEAR = 40, TOP = 24, MEMBERS = 60 };

static uint64_t seen; /* FNV-1a of all that was seen in this part */

static void see(uint64_t value)
{
    for (int k = 0; k < 64; k += 8)
        seen = (seen ^ (value >> k & 0xff)) * UINT64_C(0x100000001b3);
}

static void print_part(const char *part)
{
    printf("%s %016llx\n", part, (unsigned long long)seen);
    seen = UINT64_C(0xcbf29ce484222325);
}

/* The engine of this program only notes what it is asked. */
static int note_start(const struct region *list, size_t count,
                      unsigned microseconds)
{
    (void)list;
    see(count + 1);
    see(microseconds);
    return 0;
}

static void note_stop(void)
{
    see(0);
}

static const struct engine noting = {.start = note_start, .stop = note_stop};
const struct engine *engine_current = &noting;

/* Where buffers are, and what addresses are counted from. */
static unsigned char buffers[LISTED][16];
static uintptr_t origin;

static void find(const struct table *table, uint64_t pc)
{
    uint64_t counter = 0;
    const struct region *region = table_find(table, pc, &counter);

    see(region ? region->listed + 2 : 1);
    see(region ? (uintptr_t)region->base - origin : 0);
    see(region ? counter : 0);
}

/* At the first addresses and the last, and where the product of a distance and
 * a scale is about 2^31, 2^32, ... 2^64. */
static void see_region(const struct region *region)
{
    struct table table;

    if (table_make(&table, region, 1) != 0)
        return;
    for (uint64_t pc = 0; pc < NEAR; pc++)
        find(&table, pc);
    for (uint64_t k = 0; k < TOP; k++)
        find(&table, UINT64_MAX - k);
    for (int bit = 5; bit < 64; bit++)
        for (uint64_t k = 0; k < 3; k++)
            find(&table, region->offset + (UINT64_C(1) << bit) + k - 1);
    table_free(&table);
}

static void every_single_region(void)
{
    static const uint64_t scales[] = {
        0,      1,      2,       3,       0x4000,  0x7fff,    0x8000,
        0xc000, 0xffff, 0x10000, 0x18000, 0x20000, 0xffffffff};

    for (uint64_t size = 0; size < 10; size++)
        for (unsigned s = 0; s < sizeof scales / sizeof *scales; s++)
            for (uint64_t at = 0; at < 12; at++)
                for (unsigned kind = 0; kind < 4; kind++) {
                    uint64_t offset = at < 6 ? at : UINT64_MAX - (at - 6);
                    struct region region = region_make(
                        buffers[0], size, offset, scales[s], kind & 1 ? 4 : 2,
                        kind & 2 ? REGION_UP : REGION_DOWN);

                    see_region(&region);
                    region_gather(&region);
                    see_region(&region);
                }
    print_part("single");
}

/* Buffers that end where memory does. */
static void every_buffer_at_the_top(void)
{
    origin = 0;
    for (uint64_t below = 0; below < 12; below++)
        for (uint64_t size = 0; size < 16; size++)
            for (unsigned width = 2; width <= 4; width += 2) {
                struct region region =
                    region_make((void *)(UINTPTR_MAX - below), size, 8, 0x10000,
                                width, REGION_DOWN);

                see_region(&region);
            }
    origin = (uintptr_t)buffers;
    print_part("top");
}

static struct region member(unsigned k, unsigned char *buffer)
{
    static const uint64_t offsets[] = {0, 4, 7}, sizes[] = {0, 2, 3, 4},
                          some[] = {0, 1, 2, 0x8000, 0x10000};

    return regions_member(buffer, sizes[k % 4], offsets[k / 4 % 3],
                          some[k / 12], k % 7 == 1 ? 4 : 2);
}

static void see_list(const struct region *list, size_t count)
{
    struct table table;

    if (table_make(&table, list, count) != 0)
        return;
    for (unsigned stopped = 0; stopped < 2; stopped++) {
        for (uint64_t pc = 0; pc < 14; pc++)
            find(&table, pc);
        find(&table, UINT64_MAX);
        if (table.count > 0)
            atomic_store(&table.regions[table.count - 1].stopped, true);
        if (table.overflow_bin && table.count % 2 == 0)
            atomic_store(&table.overflow_bin->stopped, true);
    }
    table_free(&table);
}

static void every_list(void)
{
    struct region list[LISTED];
    struct timeval time = {0};

    see_list(list, 0);
    for (unsigned a = 0; a < MEMBERS; a++)
        for (unsigned b = 0; b < MEMBERS; b++) {
            list[0] = member(a, buffers[0]);
            list[1] = member(b, buffers[1]);
            see_list(list, 1);
            see_list(list, 2);
            see((uint64_t)regions_replace(list, 2, 7, b % 2 ? &time : NULL));
            see((uint64_t)time.tv_sec);
            see((uint64_t)time.tv_usec);
            for (unsigned c = a % 3; c < MEMBERS; c += 3) {
                list[2] = member(c, buffers[2]);
                see_list(list, 3);
            }
        }
    print_part("lists");
}

static void see_fitted(uint64_t size, uint64_t low, uint64_t high)
{
    struct region region = regions_fitting(buffers[0], size, low, high);
    struct table table;

    see_region(&region);
    see(regions_fitted(size, low, high));
    if (table_make(&table, &region, 1) != 0)
        return;
    for (uint64_t k = 1; k < 32; k++)
        find(&table, low + (high - low) / 32 * k);
    table_free(&table);
}

static void every_fitted_range(void)
{
    for (uint64_t size = 0; size < 13; size++)
        for (uint64_t low = 0; low < 9; low++)
            for (uint64_t length = 1; length < 25; length++) {
                see_fitted(size, low, low + length);
                see_fitted(size, UINT64_MAX - low - length, UINT64_MAX - low);
            }
    for (unsigned bit = 5; bit < 64; bit++)
        for (uint64_t size = 0; size < 9; size++)
            see_fitted(size, 1, (UINT64_C(1) << bit) * 2 - 1 + (bit < 63));
    print_part("fitted");
    for (uint64_t whole = 1; whole < 64; whole++)
        for (uint64_t parts = 0; parts < whole; parts++) {
            see(bins_fraction(parts, whole));
            see(bins_fraction(UINT64_MAX - whole, UINT64_MAX - parts));
            see(bins_fraction((UINT64_C(1) << 63) - whole,
                              (UINT64_C(1) << 63) + parts));
        }
    print_part("fractions");
}

static void every_count(void)
{
    static const uint32_t numbers[] = {0,       1,          2,         3,
                                       0x7fff,  0xfffe,     0xffff,    0x10000,
                                       0x10001, 0xfffffffe, 0xffffffff};
    enum { N = sizeof numbers / sizeof *numbers };
    _Alignas(8) unsigned char bytes[24];

    for (unsigned k = 0; k < N * N * 16; k++) {
        unsigned at = k % 8, width = k / 8 % 2 ? 4 : 2;
        struct region region = {.base = bytes + at, .width = width};

        memset(bytes, 0x5a, sizeof bytes);
        memcpy(bytes + at + width, &numbers[k / 16 % N], width);
        region_count(&region, 1, numbers[k / 16 / N]);
        for (unsigned n = 0; n < sizeof bytes; n++)
            see(bytes[n]);
    }
    print_part("counts");
}

int main(void)
{
    origin = (uintptr_t)buffers;
    print_part("none");
    every_single_region();
    every_buffer_at_the_top();
    every_list();
    every_fitted_range();
    every_count();
    return 0;
}
