/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "reference/unit_test.h"
#include "symbols.h"

/* What the functions of aix-monitor were called with. */
static struct {
    unsigned calls;
    uintptr_t low, high;
    const void *base;
    int size, count, mode;
    struct aix_element {
        unsigned long low, high;
        void *base;
        int size;
        unsigned scale;
    } list[2];
} monitored;

static unsigned short buffer[8];

static void as_monitor(uintptr_t low, uintptr_t high, void *base, int size,
                       int count)
{
    monitored.calls++;
    monitored.low = low;
    if (low == 0)
        return; /* it may be the only argument */
    monitored.high = high;
    monitored.base = base;
    monitored.size = size;
    monitored.count = count;
    if (size == -1)
        memcpy(monitored.list, base, sizeof monitored.list);
}

static int as_monstartup(uintptr_t low, uintptr_t high)
{
    monitored.low = low;
    monitored.high = high;
    return 7;
}

static void as_moncontrol(int mode)
{
    monitored.mode = mode;
}

static void as_mcleanup(void)
{
    monitored.calls += 100;
}

static struct symbols *without_functions(const char *dialect)
{
    struct impl_options options = {.dialect = dialect};
    char why[200];
    struct symbols *s = symbols_new(&impl_so, &options, why, sizeof why);

    assert_non_null(s);
    return s;
}

TEST(monitor_is_called_in_each_form)
{
    struct symbols *s = without_functions("aix-monitor");
    struct impl_region list = {buffer, 6, 0x3000, 9, 0x4000};
    struct impl_call one = {.entry = IMPL_MONITOR,
                            .region = {buffer, 4, 0x1000, 0, 0x2000},
                            .count = 5};
    struct impl_call two = {.entry = IMPL_MONITOR_LIST,
                            .region = {.offset = 1},
                            .list = &list,
                            .listed = 1};
    struct impl_call stop = {.entry = IMPL_MONITOR_STOP};
    struct impl_result r;

    s->monitor = (symbol)as_monitor;
    symbols_call(&s->impl, &one, &r);
    assert_false(r.has_value);
    assert_int_equal(monitored.low, 0x1000);
    assert_int_equal(monitored.high, 0x2000);
    assert_ptr_equal(monitored.base, buffer);
    assert_int_equal(monitored.size, 4);
    assert_int_equal(monitored.count, 5);
    symbols_call(&s->impl, &two, &r);
    assert_int_equal(monitored.low, 1);
    assert_int_equal(monitored.size, -1);
    assert_int_equal(monitored.list[0].high, 0x4000);
    assert_int_equal(monitored.list[0].size, 6);
    assert_int_equal(monitored.list[0].scale, 9);
    assert_int_equal(monitored.list[1].high, 0);
    symbols_call(&s->impl, &stop, &r);
    assert_int_equal(monitored.low, 0);
    assert_int_equal(monitored.calls, 3);
    s->monitor = NULL;
    s->stop = (symbol)as_mcleanup;
    symbols_call(&s->impl, &stop, &r);
    assert_int_equal(monitored.calls, 103);
    symbols_close(&s->impl);
}

TEST(monstartup_and_moncontrol_are_called)
{
    struct symbols *s = without_functions("aix-monitor");
    struct impl_call start = {.entry = IMPL_MONSTARTUP,
                              .region = {.offset = 0x10, .high = 0x20}};
    struct impl_call control = {.entry = IMPL_MONCONTROL, .count = 3};
    struct impl_result r;

    assert_int_equal(symbols_capabilities(&s->impl), 0);
    s->monstartup = (symbol)as_monstartup;
    s->moncontrol = (symbol)as_moncontrol;
    assert_int_equal(symbols_capabilities(&s->impl),
                     IMPL_CAN_MONSTARTUP | IMPL_CAN_MONCONTROL);
    symbols_call(&s->impl, &start, &r);
    assert_true(r.has_value);
    assert_int_equal(r.value, 7);
    assert_int_equal(monitored.high, 0x20);
    symbols_call(&s->impl, &control, &r);
    assert_false(r.has_value);
    assert_int_equal(monitored.mode, 3);
    symbols_close(&s->impl);
}

TEST(freebsd_has_monstartup_and_its_cleanup)
{
    struct symbols *s = without_functions("freebsd");
    struct impl_call start = {.entry = IMPL_MONSTARTUP,
                              .region = {.offset = 0x10, .high = 0x20}};
    struct impl_call end = {.entry = IMPL_MCLEANUP};
    struct impl_result r;

    s->monstartup = (symbol)as_monstartup;
    assert_int_equal(symbols_capabilities(&s->impl), IMPL_CAN_MONSTARTUP);
    s->stop = (symbol)as_mcleanup;
    assert_int_equal(symbols_capabilities(&s->impl),
                     IMPL_CAN_MONSTARTUP | IMPL_CAN_MCLEANUP);
    monitored.calls = 0;
    symbols_call(&s->impl, &start, &r);
    assert_false(r.has_value);
    assert_int_equal(monitored.low, 0x10);
    assert_int_equal(monitored.high, 0x20);
    symbols_call(&s->impl, &end, &r);
    assert_false(r.has_value);
    assert_int_equal(monitored.calls, 100);
    symbols_close(&s->impl);
}

TESTS(NULL, NULL)
