/* SPDX-License-Identifier: MIT */
/* The mapping against the slow one: edges, random points, and the whole of a
 * small address space, under every choice of every rule. */
#include <string.h>

#include "mapping.h"
#include "slow_mapping_test.h"
#include "unit_test.h"

static const uint64_t scales[] = {
    0,      1,      2,      3,       4,       0x1234,  0x4000,
    0x5555, 0x7fff, 0x8000, 0x8001,  0xaaab,  0xc000,  0xfffe,
    0xffff, 65536,  65537,  0x18000, 0x20000, 0x40001, UINT32_MAX,
};

static const uint64_t sizes[] = {0,  1,  2,  3,  4,    5,     6,     7,
                                 8,  9,  10, 11, 63,   64,    65,    66,
                                 67, 68, 69, 70, 4096, 65535, 65536, 65537};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static uint64_t seed;

/* More with the argument "all". */
static int regions = 1, points = 100000;
static uint64_t spaces = 10;

static uint64_t random_number(void)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* One region under one combination, in both mappings. */
struct pair {
    struct slow_choices slow;
    struct choices choices;
    struct slow_region region;
    struct mapping mapping;
    uint64_t which, mask;
};

static struct pair pair_of(uint64_t which, struct slow_region region)
{
    struct pair p = {.slow = slow_combination(which), .which = which};

    p.mask = UINT64_MAX >> (64 - region.address_bits);
    region.offset &= p.mask;
    p.region = region;
    p.choices = slow_answers(&p.slow);
    p.mapping = (struct mapping){region.offset,
                                 region.size,
                                 region.scale,
                                 (uint8_t)region.width,
                                 (uint8_t)region.address_bits,
                                 false};
    return p;
}

static void compare(struct pair *p, uint64_t pc)
{
    struct place place;
    uint64_t at = 0;

    pc &= p->mask;
    bool expected = slow_place(&p->slow, &p->region, pc, &at);
    mapping_place(&p->choices, &p->mapping, pc, &place);
    if (expected != (place.where == WHERE_COUNTER) ||
        (expected && at != place.at))
        fail_msg("combination %llu, width %u size %llu offset %#llx scale "
                 "%#llx bits %u pc %#llx: slow %s%llu, fast %d at %llu",
                 (unsigned long long)p->which, p->region.width,
                 (unsigned long long)p->region.size,
                 (unsigned long long)p->region.offset,
                 (unsigned long long)p->region.scale, p->region.address_bits,
                 (unsigned long long)pc, expected ? "" : "nowhere ",
                 (unsigned long long)at, place.where,
                 (unsigned long long)place.at);
}

static void around(struct pair *p, uint64_t distance)
{
    for (uint64_t d = distance - 2; d != distance + 3; d++)
        compare(p, p->region.offset + d);
}

/* Distances at which a number reaches a value, and those where a product
 * outgrows an arithmetic. */
static void edges(struct pair *p)
{
    uint64_t scale = p->region.scale ? p->region.scale : 1;
    uint64_t w = p->region.width, last = p->region.size / w;
    uint64_t counters[] = {0, 1, 2, last / 2 - 1, last / 2, last - 1, last};
    unsigned bits[] = {31, 32, 47, 48, 63};

    around(p, 0);
    around(p, p->mask);
    compare(p, p->region.offset - w);
    compare(p, p->region.offset - w - 1);
    for (size_t k = 0; k < COUNT(counters); k++)
        around(p, counters[k] * w * 65536 / scale);
    for (size_t k = 0; k < COUNT(bits); k++)
        around(p, (UINT64_C(1) << bits[k]) / scale);
}

static struct slow_region random_region(void)
{
    static const unsigned widths[] = {2, 4}, address_bits[] = {16, 32, 64};
    uint64_t r = random_number();

    return (struct slow_region){
        .offset = random_number() >> (r & 63),
        .size = sizes[(r >> 8) % COUNT(sizes)],
        .scale = scales[(r >> 16) % COUNT(scales)],
        .width = widths[(r >> 24) % 2],
        .address_bits = address_bits[(r >> 28) % 3],
    };
}

TEST(both_mappings_agree_at_edges_under_all_choices)
{
    for (uint64_t which = 0; which < SLOW_COMBINATIONS; which++) {
        seed = which;
        for (int k = 0; k < regions; k++) {
            struct pair p = pair_of(which, random_region());

            edges(&p);
        }
    }
}

TEST(both_mappings_agree_at_the_edges_of_every_scale_and_size)
{
    for (size_t k = 0; k < COUNT(scales) * COUNT(sizes) * 2; k++) {
        struct slow_region region = {
            .offset = 0x400,
            .size = sizes[k / 2 % COUNT(sizes)],
            .scale = scales[k / 2 / COUNT(sizes)],
            .width = k % 2 ? 2 : 4,
            .address_bits = 32,
        };

        for (uint64_t rounding = 0; rounding < 10; rounding++) {
            struct pair p = pair_of(rounding, region);

            edges(&p);
        }
    }
}

TEST(both_mappings_agree_at_random_points)
{
    seed = 1;
    for (int k = 0; k < points; k++) {
        struct slow_region region = random_region();
        uint64_t r = random_number();

        if (r & 1)
            region.scale = random_number() >> (r >> 8 & 63);
        if (r & 2)
            region.size = random_number() >> (4 + (r >> 16 & 31) * 2 % 60);

        struct pair p = pair_of(random_number() % SLOW_COMBINATIONS, region);
        compare(&p, r & 4
                        ? random_number() >> (r >> 24 & 63)
                        : region.offset + (random_number() >> (r >> 24 & 63)));
    }
}

TEST(both_mappings_agree_on_a_whole_16_bit_address_space)
{
    seed = 2;
    for (uint64_t k = 0; k < spaces; k++) {
        struct slow_region region = random_region();
        uint64_t which =
            random_number() % (SLOW_COMBINATIONS / 10) * 10 + k % 10;

        region.address_bits = 16;
        struct pair p = pair_of(which, region);
        for (uint64_t pc = 0; pc < 65536; pc++)
            compare(&p, pc);
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "all") == 0) {
        regions = 2;
        points = 300000;
        spaces = 40;
    }
    return RUN_TESTS(NULL, NULL);
}
