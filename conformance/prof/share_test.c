/* SPDX-License-Identifier: MIT */
/* What functions get, transcripts show: prof.txt, symbols.txt. */
#include "reference/unit_test.h"
#include "share.h"

/* Counters of a byte each, for 0x100 <= a < 0x100 + span. */
static struct histogram of(const unsigned char *counters, uint64_t count,
                           uint64_t span)
{
    return (struct histogram){.low = 0x100,
                              .high = 0x100 + span,
                              .count = count,
                              .counters = counters,
                              .width = 1,
                              .order = ORDER_LITTLE};
}

static const unsigned char counters[] = {10, 20, 40, 80};

static double share(const struct histogram *h, uint64_t from, uint64_t to)
{
    struct ticks ticks;

    assert_true(share_of(h, from, to, &ticks));
    return ticks_value(ticks);
}

TEST(counters_are_shared_by_addresses)
{
    static const struct {
        uint64_t count, span, from, to;
        double share;
    } rows[] = {
        /* whole counters, of 4 bytes each */
        {4, 16, 0x100, 0x110, 150},
        {4, 16, 0x100, 0x104, 10},
        {4, 16, 0x104, 0x10c, 60},
        {4, 16, 0x10c, 0x110, 80},
        /* parts of them */
        {4, 16, 0x100, 0x101, 2.5},
        {4, 16, 0x105, 0x107, 10},
        {4, 16, 0x103, 0x109, 2.5 + 20 + 10},
        {4, 16, 0x10f, 0x110, 20},
        /* of 1.25 bytes: 0x101 to 0x102 is 0.8 to 1.6 of them */
        {4, 5, 0x100, 0x105, 150},
        {4, 5, 0x101, 0x102, 10.0 * 1 / 5 + 20.0 * 3 / 5},
        {4, 5, 0x104, 0x105, 80.0 * 4 / 5},
        /* outside */
        {4, 16, 0, 0x100, 0},
        {4, 16, 0x110, UINT64_MAX, 0},
        {4, 16, 0, UINT64_MAX, 150},
        {4, 16, 0x108, 0x108, 0},
        {4, 16, 0x108, 0x104, 0},
        {0, 16, 0, UINT64_MAX, 0},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct histogram h = of(counters, rows[k].count, rows[k].span);

        assert_true(share(&h, rows[k].from, rows[k].to) == rows[k].share);
    }
}

TEST(no_range_is_too_wide)
{
    struct histogram h = of(counters, 4, 0);

    h.low = 0;
    h.high = UINT64_MAX;
    assert_true(share(&h, 0, UINT64_MAX) == 150);
    /* (2^64 - 1) / 4 is where counter 1 begins, not a whole address */
    assert_int_equal(share_bound(&h, 1), UINT64_C(0x4000000000000000));
    assert_int_equal(share_bound(&h, 4), UINT64_MAX);
    assert_true(share(&h, 0, UINT64_C(0x8000000000000000)) > 30 - 1e-9);
    assert_true(share(&h, 0, UINT64_C(0x8000000000000000)) < 30 + 1e-9);
}

TEST(more_than_64_bits_are_refused)
{
    unsigned char two[16] = {0};
    struct histogram h = of(two, 2, 16);
    struct ticks ticks = {UINT64_MAX, 0};
    struct function function = {0x100, 0x110, "f", false};

    h.width = 8;
    number_put(two, 8, h.order, UINT64_MAX);
    number_put(two + 8, 8, h.order, 0);
    assert_true(share_of(&h, 0, UINT64_MAX, &ticks));
    assert_true(ticks.whole == UINT64_MAX);
    assert_false(share_out(&h, 0, &function, 1, &ticks, &ticks));
    assert_false(share_out(&h, 0, &function, 0, &ticks, &ticks));
    number_put(two + 8, 8, h.order, 1);
    assert_false(share_of(&h, 0, UINT64_MAX, &ticks));
}

TESTS(NULL, NULL)
