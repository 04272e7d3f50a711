/* SPDX-License-Identifier: MIT */
#include "stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/sha256.h"
#include "reference/unit_test.h"

static const struct region_arguments two[] = {
    {.size = 64, .offset = 0x1000, .scale = 0x8000},
    {.size = 7, .offset = 0x3000, .scale = 0x5555},
};

static const struct call list = {
    .kind = CALL_SPROFIL, .flags = FLAG_USHORT, .list = two, .listed = 2};

static const struct call one = {
    .kind = CALL_PROFIL,
    .region = {.size = 64, .offset = 0x1000, .scale = 0x8000}};

/* One of these has counters. */
static const struct region_arguments some[] = {
    {.size = 1, .offset = 0x9000, .high = 0x9100, .scale = 0x8000},
    {.size = 64, .offset = 0x9000, .high = 0x9100, .scale = 0},
    {.size = 64, .offset = 0x9000, .high = 0x9000, .scale = SCALE_COMPUTED},
    {.size = 64, .offset = 0x1000, .high = 0x1080, .scale = SCALE_COMPUTED},
    {.size = 64}, /* the end of the list */
    {.size = 64, .offset = 0x9000, .high = 0x9100, .scale = 0x8000},
};

static const struct call elements = {
    .kind = CALL_PROFIL_LIST, .list = some, .listed = 6};

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

static void add_drawn(struct sha256 *sum, enum stream_over over,
                      const struct call *call, unsigned bits)
{
    char text[40];
    size_t count;
    struct tick *ticks = draw(over, 1, 20000, call, bits, &count);

    for (size_t k = 0; k < count; k++) {
        snprintf(text, sizeof text, "%" PRIx64 " %" PRIu32 "\n", ticks[k].pc,
                 ticks[k].count);
        sha256_add(sum, text, strlen(text));
    }
    free(ticks);
}

/* Of every kind, over one region and several, in addresses of each width, as
 * CASES.md has it: what was drawn once is never drawn otherwise. */
TEST(streams_stay_what_they_were)
{
    const struct call *const calls[] = {&one, &list, &elements};
    char hex[SHA256_HEX];
    struct sha256 sum;

    sha256_begin(&sum);
    for (int over = STREAM_EDGES; over <= STREAM_SATURATE; over++)
        for (unsigned k = 0; k < 9; k++)
            add_drawn(&sum, (enum stream_over)over, calls[k % 3], 16 << k / 3);
    sha256_end_hex(&sum, hex);
    assert_string_equal(hex, "ed5d9262af7540d15126cbaed041b94f"
                             "3c03045b83aa91a44474f82dc6ff86ce");
}

TEST(only_regions_with_counters_are_drawn_from)
{
    struct call call = elements;

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
