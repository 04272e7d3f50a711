/* SPDX-License-Identifier: MIT */
#include "reference/unit_test.h"
#include "stream.h"

#include <stdlib.h>

static const struct region_arguments two[] = {
    {.size = 64, .offset = 0x1000, .scale = 0x8000},
    {.size = 7, .offset = 0x3000, .scale = 0x5555},
};

static const struct call list = {
    .kind = CALL_SPROFIL, .flags = FLAG_USHORT, .list = two, .listed = 2};

static const struct call one = {
    .kind = CALL_PROFIL,
    .region = {.size = 64, .offset = 0x1000, .scale = 0x8000}};

static struct tick *draw(enum stream_over over, uint64_t seed, uint32_t n,
                         const struct call *call, unsigned bits, size_t *count)
{
    struct stream stream = {seed, n, (uint8_t)over};
    struct tick *ticks = stream_draw(&stream, call, 2, bits, count);

    assert_non_null(ticks);
    return ticks;
}

TEST(splitmix64_gives_its_published_numbers)
{
    uint64_t s = 1234567;

    assert_int_equal(stream_random(&s), UINT64_C(6457827717110365317));
    assert_int_equal(stream_random(&s), UINT64_C(3203168211198807973));
}

TEST(every_kind_gives_exactly_n_ticks)
{
    static const uint32_t wanted[] = {1, 2, 99, 1000, 70001};

    for (int over = STREAM_EDGES; over <= STREAM_SATURATE; over++)
        for (unsigned i = 0; i < 5; i++) {
            uint64_t sum = 0;
            size_t count;
            struct tick *ticks =
                draw((enum stream_over)over, 7, wanted[i], &list, 64, &count);

            for (size_t k = 0; k < count; k++) {
                assert_true(ticks[k].count > 0);
                assert_true(k == 0 || ticks[k].pc != ticks[k - 1].pc);
                sum += ticks[k].count;
            }
            assert_int_equal(sum, wanted[i]);
            free(ticks);
        }
}

TEST(a_seed_gives_the_same_ticks_everywhere)
{
    static const struct tick expected[][4] = {
        [STREAM_EDGES] = {{0x2fff, 1}, {0x300c, 1}, {0x1025, 1}, {0x3013, 1}},
        [STREAM_UNIFORM] = {{0x3001, 1}, {0x108e, 1}, {0x1016, 1}, {0x1067, 1}},
        [STREAM_HOT] = {{0x101f, 92}, {0x300d, 1}, {0x101f, 50}, {0x300d, 16}},
        [STREAM_FAR] = {{0xfffffff, 1},
                        {0x3ffffff, 1},
                        {0x53fcd6513d02befe, 1},
                        {0xfffffffffffffff6, 1}},
        [STREAM_SATURATE] = {{0x3000, 65538},
                             {0x3007, 65537},
                             {0x1078, 65537},
                             {0x3007, 65548}},
    };

    for (int over = STREAM_EDGES; over <= STREAM_SATURATE; over++) {
        size_t count;
        struct tick *ticks =
            draw((enum stream_over)over, 7, 300000, &list, 64, &count);

        for (size_t k = 0; k < 4; k++) {
            assert_int_equal(ticks[k].pc, expected[over][k].pc);
            assert_int_equal(ticks[k].count, expected[over][k].count);
        }
        free(ticks);
    }
}

/* Counter k of `one` begins at 0x1000 + 4 * k; there are 32. */
TEST(edges_reach_each_edge_and_both_its_neighbours)
{
    bool seen[33][3] = {{false}};
    size_t count;
    struct tick *ticks = draw(STREAM_EDGES, 1, 20000, &one, 64, &count);

    for (size_t i = 0; i < count; i++) {
        uint64_t past = ticks[i].pc + 1 - 0x1000;

        assert_true(past <= 4 * 32 + 2);
        assert_true(past % 4 < 3);
        seen[past / 4][past % 4] = true;
    }
    for (unsigned k = 0; k < 33; k++)
        for (unsigned beside = 0; beside < 3; beside++)
            assert_true(seen[k][beside]);
    free(ticks);
}

/* Three counters; one begins each 6 bytes of pc and a little more. */
TEST(an_edge_is_where_exact_arithmetic_changes_counter)
{
    static const uint64_t edges[] = {0x3000, 0x3007, 0x300d, 0x3013};
    const struct call call = {.kind = CALL_PROFIL, .region = two[1]};
    bool seen[4] = {false};
    size_t count;
    struct tick *ticks = draw(STREAM_EDGES, 1, 1000, &call, 64, &count);

    for (size_t i = 0; i < count; i++) {
        bool near = false;

        for (unsigned k = 0; k < 4; k++) {
            near |= ticks[i].pc + 1 - edges[k] <= 2;
            seen[k] |= ticks[i].pc == edges[k];
        }
        assert_true(near);
    }
    assert_true(seen[0] && seen[1] && seen[2] && seen[3]);
    free(ticks);
}

TEST(uniform_covers_the_region_and_an_eighth_beyond)
{
    uint64_t least = UINT64_MAX, most = 0;
    size_t count;
    struct tick *ticks = draw(STREAM_UNIFORM, 1, 20000, &one, 64, &count);

    for (size_t i = 0; i < count; i++) {
        least = ticks[i].pc < least ? ticks[i].pc : least;
        most = ticks[i].pc > most ? ticks[i].pc : most;
    }
    assert_int_equal(least, 0x1000 - 17);
    assert_int_equal(most, 0x1000 + 128 + 16);
    free(ticks);
}

TEST(hot_stays_on_eight_pcs_in_runs)
{
    uint64_t pcs[8], different = 0;
    size_t count;
    struct tick *ticks = draw(STREAM_HOT, 1, 20000, &one, 64, &count);

    assert_true(count < 20000 / 20);
    for (size_t i = 0; i < count; i++) {
        uint64_t k = 0;

        while (k < different && pcs[k] != ticks[i].pc)
            k++;
        if (k == different) {
            assert_true(different < 8);
            pcs[different++] = ticks[i].pc;
        }
    }
    free(ticks);
}

TEST(far_pcs_are_cut_to_the_address_width)
{
    static const unsigned widths[] = {16, 32, 64};

    for (unsigned w = 0; w < 3; w++) {
        uint64_t most = UINT64_MAX >> (64 - widths[w]);
        bool last = false, top_bit = false;
        size_t count;
        struct tick *ticks =
            draw(STREAM_FAR, 1, 10000, &one, widths[w], &count);

        for (size_t i = 0; i < count; i++) {
            assert_true(ticks[i].pc <= most);
            last |= ticks[i].pc == most;
            top_bit |= ticks[i].pc == most / 2 + 1;
        }
        assert_true(last && top_bit);
        free(ticks);
    }
}

TEST(saturate_passes_a_16_bit_counters_end_on_one_pc)
{
    size_t count;
    struct tick *ticks = draw(STREAM_SATURATE, 1, 100000, &one, 64, &count);

    assert_true(ticks[0].count > 65535);
    assert_true(ticks[0].pc >= 0x1000 && ticks[0].pc < 0x1000 + 128);
    free(ticks);
}

TEST(regions_without_counters_are_not_drawn_from)
{
    const struct region_arguments regions[] = {
        {.size = 1, .offset = 0x9000, .high = 0x9100, .scale = 0x8000},
        {.size = 64, .offset = 0x9000, .high = 0x9100, .scale = 0},
        {.size = 64, .offset = 0x9000, .high = 0x9000, .scale = SCALE_COMPUTED},
        {.size = 64, .offset = 0x1000, .high = 0x1080, .scale = SCALE_COMPUTED},
        {.size = 64}, /* the end of the list */
        {.size = 64, .offset = 0x9000, .high = 0x9100, .scale = 0x8000},
    };
    struct call call = {.kind = CALL_PROFIL_LIST, .list = regions, .listed = 6};
    size_t count;
    struct tick *ticks = draw(STREAM_UNIFORM, 1, 1000, &call, 64, &count);

    for (size_t i = 0; i < count; i++)
        assert_true(ticks[i].pc < 0x1000 + 128 + 17);
    free(ticks);
    assert_true(stream_can_draw(&call));
    call.listed = 3;
    assert_false(stream_can_draw(&call));
    call.kind = CALL_PROFIL;
    assert_false(stream_can_draw(&call));
    assert_true(stream_can_draw(&one));
}

TEST(the_flags_say_how_wide_counters_are)
{
    assert_int_equal(stream_width(&(struct call){.flags = 0}), 2);
    assert_int_equal(stream_width(&(struct call){.flags = FLAG_USHORT}), 2);
    assert_int_equal(stream_width(&(struct call){.flags = FLAG_UINT}), 4);
    assert_int_equal(
        stream_width(&(struct call){.flags = FLAG_UINT | FLAG_USHORT}), 2);
    assert_int_equal(
        stream_width(&(struct call){.flags = FLAG_UINT | FLAG_FAST}), 4);
}

TESTS(NULL, NULL)
