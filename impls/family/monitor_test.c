/* SPDX-License-Identifier: MIT */
#include "monitor.h"

#include <errno.h>

#include "monitor_fixture.h"
#include "reference/unit_test.h"

IN_SCRATCH(moncontrol_stops_and_resumes)
{
    struct mon mon;

    family_aix_moncontrol(1);
    assert_false(manual.on);
    begin(1);
    family_aix_moncontrol(0);
    family_aix_moncontrol(0);
    tick(LOW, 1);
    calls_count(1, 0);
    family_aix_moncontrol(2);
    tick(LOW, 2);
    calls_count(1, 0);
    family_aix_moncontrol(1);
    tick(LOW, 4);
    family_aix_moncontrol(0);
    family_aix_monitor_stop();
    mon = read_mon();
    assert_int_equal(mon.counters[0], 6);
    assert_int_equal(mon.calls[0].calls, 1);
    family_aix_moncontrol(1); /* there is nothing to resume */
    assert_false(manual.on);
}

IN_SCRATCH(what_can_t_begin_has_no_effect)
{
    family_aix_monitor(HIGH, LOW, buffer, COUNTERS, 0);
    family_aix_monitor(LOW, LOW, buffer, COUNTERS, 0);
    family_aix_monitor(LOW, HIGH, (void *)16, COUNTERS, 0);
    family_aix_monitor(LOW, HIGH, (void *)16, -1, 0);
    family_aix_monitor(LOW, HIGH, buffer, -2, 0);
    family_aix_monitor(0, HIGH, buffer, COUNTERS, 0);
    assert_false(manual.on);
    family_aix_monitor_stop();
    assert_false(has_file());
}

IN_SCRATCH(beginning_while_on_drops_what_was_counted)
{
    begin(1);
    tick(LOW, 1);
    calls_count(1, 0);
    family_aix_monitor(LOW, LOW, buffer, COUNTERS, 0); /* no effect */
    family_aix_monitor(HIGH, HIGH + 64, other, COUNTERS, 1);
    tick(LOW, 1);
    tick(HIGH, 2);
    family_aix_monitor_stop();
    assert_int_equal(read_mon().low, HIGH);
    assert_int_equal(read_mon().counters[0], 2);
    assert_int_equal(read_mon().functions, 0);
    assert_int_equal(buffer[0], 1);
}

IN_SCRATCH(a_list_that_is_wrong_has_no_effect)
{
    const struct prof good = element(LOW, HIGH, buffer);
    struct prof rows[][3] = {
        {{0}},
        {element(HIGH, LOW, buffer)},
        {good, element(LOW, HIGH, other)},
        {element(LOW, HIGH, (void *)16)},
        {good},
    };

    rows[4][0].p_bufsize = -2;
    for (unsigned k = 0; k < 5; k++) {
        family_aix_monitor(1, 0, rows[k], -1, 0);
        assert_false(manual.on);
    }
}

IN_SCRATCH(monstartup_has_a_counter_for_each_pair)
{
    assert_int_equal(family_aix_monstartup(LOW, HIGH), 0);
    tick(LOW + 2, 3);
    calls_count(1, 0);
    family_aix_monitor_stop();
    assert_int_equal(read_mon().count, COUNTERS);
    assert_int_equal(read_mon().counters[1], 3);
    assert_int_equal(read_mon().functions, 1);
    errno = 0;
    assert_int_equal(family_aix_monstartup(HIGH, LOW), -1);
    assert_int_equal(errno, EINVAL);
    assert_int_equal(family_aix_monstartup(LOW, LOW + 1), 0);
    tick(LOW, 1);
    family_aix_monitor_stop();
    assert_int_equal(read_mon().counters[0], 1);
}

/* monstartup((int)2, etext) */
IN_SCRATCH(the_lowest_address_may_be_2)
{
    extern char etext;
    uintptr_t here = (uintptr_t)monstartup_has_a_counter_for_each_pair;
    uint64_t low, high, ticks = 0;
    unsigned char *bytes;
    size_t size;

    assert_int_equal(family_aix_monstartup(2, (uintptr_t)&etext), 0);
    tick(here, 1);
    family_aix_monitor_stop();
    bytes = read_whole("mon.out", &size);
    assert_non_null(bytes);
    memcpy(&low, bytes, sizeof low);
    memcpy(&high, bytes + 8, sizeof high);
    assert_true(low <= here && here < high && high == (uintptr_t)&etext);
    assert_true(high - low < 1 << 30);
    for (size_t at = 24; at < size; at++)
        ticks += bytes[at];
    assert_int_equal(ticks, 1);
    free(bytes);
}

TESTS(use_manual_engine, NULL)
