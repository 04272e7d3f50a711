/* SPDX-License-Identifier: MIT */
/* Files with one thing wrong in each: that is said, and nothing else. */
#include "check_planted_test.h"
#include "reference/unit_test.h"

TEST(a_good_file_has_nothing_wrong)
{
    for (unsigned k = 0; k < EACH; k++) {
        struct planted *p = good_file(layouts[k]);

        write_it(p);
        assert_ills(p, &symbols, 0, NULL);
        assert_ills(p, NULL, 0, NULL);
    }
}

TEST(no_tick_is_told_with_what_may_have_kept_it)
{
    for (unsigned k = 0; k < EACH; k++) {
        struct planted *p = good_file(layouts[k]);

        p->counters[3] = p->counters[20] = 0;
        write_it(p);
        assert_ills(p, &symbols, ILL(NO_TICKS),
                    "32 counters are 0, and 3 call");
        p->contents.rate = 0;
        write_it(p);
        assert_ills(p, &symbols, ILL(NO_TICKS), "its clock was never started");
    }
}

TEST(a_rate_of_0_makes_no_time)
{
    struct planted *p = good_file(LAYOUT_GMON_44);

    p->contents.rate = 0;
    write_it(p);
    assert_ills(p, &symbols, ILL(RATE), "its 16 ticks are no time");
}

TEST(shifted_addresses_are_told_with_their_shift)
{
    for (unsigned k = 0; k < EACH; k++) {
        struct planted *p = good_file(layouts[k]);

        shift(p, UINT64_C(0x555555554000));
        write_it(p);
        assert_ills(p, &symbols, ILL(SHIFTED), "0x555555554000 too high");
        assert_ills(p, NULL, ILL(SHIFTED), "where programs are loaded");
    }
}

TEST(addresses_of_something_else_are_told)
{
    struct symbols fixed = symbols;
    struct planted *p = good_file(LAYOUT_GMON_44);

    fixed.movable = false;
    shift(p, 0x10000);
    write_it(p);
    assert_ills(p, &fixed, ILL(BESIDE), "where program has no code");
}

TEST(counters_of_several_functions_are_named)
{
    static struct function apart[] = {
        {LOW, LOW + 80, "one"},
        {LOW + 80, LOW + 96, "two"},
        {LOW + 96, HIGH, "three"},
    };
    const struct symbols edges = {
        .list = apart, .count = 3, .low = LOW, .high = 0x2000};
    struct planted *p = good_file(LAYOUT_GMON_TAGGED);

    p->contents.counter_count = 4; /* of 32 bytes: two is within the third */
    p->counters[2] = 5;
    write_it(p);
    assert_ills(p, &symbols, ILL(WIDE),
                "5 of its 12 ticks in counters that are wider than functions, "
                "which can't be told apart: two and three (5 ticks)");
    assert_ills(p, NULL, 0, NULL);
    assert_ills(p, &edges, ILL(WIDE), "one and two (5 ticks)");
    p->counters[2] = 0; /* nothing is lost where nothing is */
    write_it(p);
    assert_ills(p, &symbols, 0, NULL);
}

TEST(junk_in_the_header_is_told)
{
    struct planted *p = good_file(LAYOUT_GMON_44);

    write_it(p);
    p->bytes[2 * sizeof(void *) + 12 + 9] = 0x5a;
    assert_ills(p, &symbols, ILL(JUNK), "mean nothing");
    p = good_file(LAYOUT_GMON_TAGGED);
    write_it(p);
    p->bytes[19] = 1;
    assert_ills(p, &symbols, ILL(JUNK), "at 19");
}

TEST(a_negative_rate_is_taken_away)
{
    struct planted *p = good_file(LAYOUT_GMON_44);

    write_it(p);
    memset(p->bytes + 2 * sizeof(void *) + 8, 0xff, 4);
    assert_ills(p, &symbols, ILL(RATE), "a rate of -1 ticks");
}

TEST(calls_elsewhere_are_told)
{
    for (unsigned k = 0; k < EACH; k++) {
        struct planted *p = good_file(layouts[k]);

        p->arcs[1] = (struct gmon_arc){LOW + 16, 0x7000, 1};
        p->contents.arc_count = 2;
        write_it(p);
        assert_ills(p, &symbols, ILL(ARCS_OUTSIDE), "1 of 2 counts of calls");
    }
}

TEST(a_full_table_of_calls_is_told)
{
    struct planted *p = good_file(LAYOUT_GMON_TAGGED);

    for (unsigned k = 0; k < 50; k++)
        p->arcs[k] = (struct gmon_arc){LOW + k, LOW + 68, 3};
    p->contents.arc_count = 49;
    write_it(p);
    assert_ills(p, &symbols, ILL(ARCS_LOST), "49 counts of calls");
    p->contents.arc_count = 50;
    write_it(p);
    assert_ills(p, &symbols, 0, NULL);
}

TEST(a_full_counter_is_told_and_how_long_it_took)
{
    struct planted *p = good_file(LAYOUT_GMON_44);

    p->counters[7] = 65535;
    write_it(p);
    assert_ills(p, &symbols, ILL(CEILING),
                "1 counter at 65535, the most that one holds, after 655.35 s "
                "at 100 a second, the first at 0x101c");
}

TEST(another_machine_s_file_is_told)
{
    struct encoding other = {
        HERE.order == ORDER_LITTLE ? ORDER_BIG : ORDER_LITTLE, 4};
    struct planted *p;

    for (unsigned k = 0; k < EACH; k++) {
        p = good_file(layouts[k]);
        p->encoding = other;
        write_it(p);
        assert_ills(p, &symbols, ILL(ENCODING), "where addresses have 4 bytes");
    }
}

TESTS(set_up, tear_down)
