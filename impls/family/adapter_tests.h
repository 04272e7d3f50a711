/* SPDX-License-Identifier: MIT */
/* What holds of every adapter that delivers ticks itself; each one's test
 * program lists those that it runs. */
#ifndef IMPLS_FAMILY_ADAPTER_TESTS_H
#define IMPLS_FAMILY_ADAPTER_TESTS_H

#include "impls/impl.h"
#include "process_fixture.h"

#define BASE UINT64_C(0x2aaaaaa00000)

/* The one that is tested, and its test's way to skip where it can't be had. */
static const struct impl_class *const tested_class;
static void skip_where_impossible(void);

static uint16_t counters[32];
static struct impl *impl;

static inline void open_dialect(const char *dialect)
{
    const struct impl_options options = {.dialect = dialect};
    char why[200] = "";

    memset(counters, 0, sizeof counters);
    impl = tested_class->open(&options, why, sizeof why);
    assert_non_null(impl);
    tested_class->hold(impl, true);
}

/* Returns errno. */
static inline int turn(unsigned scale)
{
    struct impl_call call = {
        .entry = IMPL_PROFIL,
        .region = {counters, sizeof counters, BASE, scale, 0}};
    struct impl_result result = {0};

    tested_class->call(impl, &call, &result);
    return result.error;
}

static inline int deliver(uint64_t pc, uint32_t count)
{
    const struct impl_tick tick = {pc, count};

    return tested_class->deliver(impl, &tick, 1);
}

static inline void end(void)
{
    assert_int_equal(turn(0), 0);
    tested_class->close(impl);
}

/* At BASE + 2 and scale 0x8000 aix and hpux round up, the others down. */
static inline void a_call_reaches_the_dialects_own_function(void **state)
{
    static const char *const dialects[] = {"aix", "hpux", "irix", "freebsd"};

    (void)state;
    skip_where_impossible();
    for (int i = 0; i < 4; i++) {
        open_dialect(dialects[i]);
        assert_int_equal(turn(0x8000), 0);
        assert_int_equal(deliver(BASE + 2, 1), 0);
        assert_int_equal(counters[i < 2], 1);
        end();
    }
}

static inline void a_row_of_ticks_counts_each_as_often_as_it_says(void **state)
{
    struct impl_tick ticks[40];

    (void)state;
    skip_where_impossible();
    open_dialect("freebsd");
    assert_int_equal(turn(65536), 0);
    for (unsigned i = 0; i < 40; i++)
        ticks[i] = (struct impl_tick){BASE + 2 * i, i * 31};
    assert_int_equal(tested_class->deliver(impl, ticks, 40), 0);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(counters[i], i * 31);
    end();
}

static inline void nothing_counts_while_it_is_off(void **state)
{
    (void)state;
    skip_where_impossible();
    open_dialect("freebsd");
    assert_int_equal(deliver(BASE, 5), 0);
    assert_int_equal(deliver(UINT64_MAX, 5), 0);
    assert_int_equal(turn(65536), 0);
    assert_int_equal(turn(0), 0);
    assert_int_equal(deliver(BASE, 5), 0);
    assert_int_equal(counters[0], 0);
    end();
}

static inline void it_is_found_by_its_name(void **state)
{
    (void)state;
    assert_ptr_equal(impl_find(tested_class->name), tested_class);
}

#endif
