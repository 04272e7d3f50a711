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

#include "impls/counting/tick.h"
#include "impls/family/engine.h"
#include "impls/family/regions.h"

enum { LISTED = 3, TOP_PCS = 24 };

static uint64_t seen; /* FNV-1a of all that was seen in this part */

static void see(uint64_t value)
{
    for (int k = 0; k < 64; k += 8)
        seen = (seen ^ (value >> k & 0xff)) * UINT64_C(0x100000001b3);
}

static void tell_part(const char *part)
{
    printf("%s %016llx\n", part, (unsigned long long)seen);
    seen = UINT64_C(0xcbf29ce484222325);
}

/* The engine of this program only notes what it is told. */
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

/* Where buffers lie. */
static unsigned char buffers[LISTED][16];

static uintptr_t origin; /* what addresses are told from */

static void find_in_small_space(const struct table *table, uint64_t pc)
{
    uint64_t counter = 0;
    const struct region *region = table_find(table, pc, &counter);

    see(region ? region->listed + 2 : 1);
    see(region ? (uintptr_t)region->base - origin : 0);
    see(region ? counter : 0);
}

/* Distances whose product with a scale is about 2^31, 2^32, ... 2^64. */
static void find_far(const struct table *table, uint64_t offset)
{
    for (int bit = 5; bit < 64; bit++)
        for (uint64_t k = 0; k < 3; k++)
            find_in_small_space(table, offset + (UINT64_C(1) << bit) + k - 1);
}

static void find_about(const struct table *table, uint64_t offset)
{
    for (uint64_t pc = 0; pc < 40; pc++)
        find_in_small_space(table, pc);
    for (uint64_t k = 0; k < TOP_PCS; k++)
        find_in_small_space(table, UINT64_MAX - k);
    find_far(table, offset);
}

static void see_region(const struct region *region)
{
    struct table table;

    if (table_make(&table, region, 1) != 0)
        return;
    find_about(&table, region->offset);
    table_free(&table);
}

static void see_at(const struct region *region, uint64_t pc)
{
    struct table table;

    if (table_make(&table, region, 1) != 0)
        return;
    find_in_small_space(&table, pc);
    table_free(&table);
}

static const uint64_t scales[] = {0,       1,       2,         3,      0x4000,
                                  0x7fff,  0x8000,  0xc000,    0xffff, 0x10000,
                                  0x18000, 0x20000, 0xffffffff};
enum { SCALES = sizeof scales / sizeof *scales };

static void every_single_region(void)
{
    for (uint64_t size = 0; size < 10; size++)
        for (unsigned s = 0; s < SCALES; s++)
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
    tell_part("single");
}

/* Buffers that end where memory does. */
static void every_buffer_at_the_top(void)
{
    for (uint64_t below = 0; below < 12; below++)
        for (uint64_t size = 0; size < 16; size++)
            for (unsigned width = 2; width <= 4; width += 2) {
                struct region region =
                    region_make((void *)(UINTPTR_MAX - below), size, 8, 0x10000,
                                width, REGION_DOWN);

                see_region(&region);
            }
    tell_part("top");
}

static struct region member(unsigned k, unsigned char *buffer)
{
    static const uint64_t offsets[] = {0, 4, 7}, sizes[] = {0, 2, 3, 4},
                          some[] = {0, 1, 2, 0x8000, 0x10000};

    return regions_member(buffer, sizes[k % 4], offsets[k / 4 % 3],
                          some[k / 12], k % 7 == 1 ? 4 : 2);
}
enum { MEMBERS = 60 };

static void see_list(const struct region *list, size_t count)
{
    struct table table;

    if (table_make(&table, list, count) != 0)
        return;
    for (unsigned stopped = 0; stopped < 2; stopped++) {
        for (uint64_t pc = 0; pc < 14; pc++)
            find_in_small_space(&table, pc);
        find_in_small_space(&table, UINT64_MAX);
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
    tell_part("lists");
}

static void every_fitted_range(void)
{
    for (uint64_t size = 0; size < 13; size++)
        for (uint64_t low = 0; low < 9; low++)
            for (uint64_t length = 1; length < 25; length++)
                for (unsigned top = 0; top < 2; top++) {
                    uint64_t from = top ? UINT64_MAX - low - length : low;
                    struct region region =
                        regions_fitting(buffers[0], size, from, from + length);

                    see_region(&region);
                    see(regions_fitted(size, from, from + length));
                }
    for (unsigned bit = 5; bit < 64; bit++)
        for (uint64_t size = 0; size < 9; size++) {
            uint64_t high = (UINT64_C(1) << bit) * 2 - 1 + (bit < 63);
            struct region region = regions_fitting(buffers[0], size, 1, high);

            see_region(&region);
            for (uint64_t k = 1; k < 32; k++)
                see_at(&region, high / 32 * k);
        }
    tell_part("fitted");
}

static void every_fraction(void)
{
    for (uint64_t whole = 1; whole < 64; whole++)
        for (uint64_t parts = 0; parts < whole; parts++) {
            see(bins_fraction(parts, whole));
            see(bins_fraction(UINT64_MAX - whole, UINT64_MAX - parts));
            see(bins_fraction((UINT64_C(1) << 63) - whole,
                              (UINT64_C(1) << 63) + parts));
        }
    tell_part("fractions");
}

static void every_count(void)
{
    static const uint32_t held[] = {0,      1,       0x7fff,     0xfffe,
                                    0xffff, 0x10000, 0xfffffffe, 0xffffffff};
    static const uint32_t ticks[] = {
        0, 1, 2, 3, 0xfffe, 0xffff, 0x10000, 0xfffffffe, 0xffffffff};
    _Alignas(8) unsigned char bytes[24];

    for (unsigned h = 0; h < sizeof held / sizeof *held; h++)
        for (unsigned t = 0; t < sizeof ticks / sizeof *ticks; t++)
            for (unsigned at = 0; at < 8; at++)
                for (unsigned width = 2; width <= 4; width += 2) {
                    struct region region = {.base = bytes + at, .width = width};

                    memset(bytes, 0x5a, sizeof bytes);
                    memcpy(bytes + at + width, &held[h], width);
                    region_count(&region, 1, ticks[t]);
                    for (unsigned k = 0; k < sizeof bytes; k++)
                        see(bytes[k]);
                }
    tell_part("counts");
}

int main(void)
{
    origin = (uintptr_t)buffers;
    tell_part("none");
    every_single_region();
    origin = 0;
    every_buffer_at_the_top();
    origin = (uintptr_t)buffers;
    every_list();
    every_fitted_range();
    every_fraction();
    every_count();
    return 0;
}
