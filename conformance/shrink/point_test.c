/* SPDX-License-Identifier: MIT */
#include "point.h"

#include "conformance/judge/judged_test.h"
#include "reference/unit_test.h"

/* The point of what an implementation shows of a case, with a byte of its
 * first buffer changed, if at is not negative. */
static struct point point_of(enum dialect dialect, enum choice choice,
                             const char *text, int at, unsigned char byte)
{
    struct bench bench = begin(dialect);
    struct point point;

    take(&bench, choice);
    show(&bench, text);
    if (at >= 0)
        bench.seen[0].arena[at] = byte;
    point_find(dialect, bench.shown[0].cases, &bench.seen[0].outcome, &point);
    end(&bench);
    return point;
}

static void check_buffer(const struct point *p, size_t counter, int64_t got,
                         unsigned count)
{
    assert_int_equal(p->kind, EVENT_BUFFER);
    assert_int_equal(p->buffer, 0);
    assert_int_equal(p->process, 0);
    assert_false(p->outside);
    assert_int_equal(p->counter, counter);
    assert_int_equal(p->got.value, got);
    assert_int_equal(p->got.error, 0);
    assert_int_equal(p->got.tick_time, 0);
    assert_int_equal(p->count, count);
}

TEST(what_is_permitted_has_no_point)
{
    struct point p = point_of(DIALECT_AIX, ROUNDING_UP, ODD_NUMBER, -1, 0);

    assert_int_equal(p.kind, POINT_NONE);
    p = point_of(DIALECT_FREEBSD, ROUNDING_DIVIDE_FIRST, ODD_DISTANCE, -1, 0);
    assert_int_equal(p.kind, POINT_NONE);
    p = point_of(DIALECT_FREEBSD, ROUNDING_DOWN, ODD_DISTANCE, -1, 0);
    assert_int_equal(p.kind, POINT_NONE);
}

TEST(a_counter_is_told_with_what_it_may_hold)
{
    struct point p = point_of(DIALECT_AIX, ROUNDING_DOWN, ODD_NUMBER, -1, 0);

    check_buffer(&p, 0, 1, 1);
    assert_int_equal(p.width, 2);
    assert_int_equal(p.permitted[0].value, 0);
    p = point_of(DIALECT_AIX, ROUNDING_UP, ODD_NUMBER, SCRIPT_ZONE + 15, 3);
    check_buffer(&p, 7, 3 * 256, 1);
    assert_int_equal(p.permitted[0].value, 0);
}

TEST(a_wide_counter_is_one_number)
{
    static const char text[] = "case c\nbuffer b 16\n"
                               "sprofil [ b 16 0x1000 0x8000 ] 1 null uint\n"
                               "tick 0x1000\n";
    struct point p =
        point_of(DIALECT_IRIX, ROUNDING_DOWN, text, SCRIPT_ZONE + 4 * 2 + 1, 5);

    check_buffer(&p, 2, 5 * 256, 1);
    assert_int_equal(p.width, 4);
    p = point_of(DIALECT_IRIX, ROUNDING_DOWN, text, SCRIPT_ZONE + 15, 1);
    check_buffer(&p, 3, 1 << 24, 1);
}

/* Both orders of operations are permitted: what each has there, once. */
TEST(all_that_agree_as_far_are_told)
{
    struct point p =
        point_of(DIALECT_FREEBSD, ROUNDING_DOWN, ODD_DISTANCE, SCRIPT_ZONE, 9);

    check_buffer(&p, 0, 9, 2);
    assert_int_equal(p.permitted[0].value + p.permitted[1].value, 1);
}

TEST(what_agrees_longer_is_the_measure)
{
    static const enum choice both[] = {ROUNDING_DOWN, ROUNDING_DIVIDE_FIRST};

    for (unsigned k = 0; k < 2; k++) {
        struct point p = point_of(DIALECT_FREEBSD, both[k], ODD_DISTANCE,
                                  SCRIPT_ZONE + 2 * 7, 4);

        check_buffer(&p, 7, 4, 1);
        assert_int_equal(p.permitted[0].value, 0);
    }
}

TEST(bytes_around_a_buffer_are_outside)
{
    static const int places[] = {0, SCRIPT_ZONE - 1, SCRIPT_ZONE + 16,
                                 2 * SCRIPT_ZONE + 15};

    for (unsigned k = 0; k < 4; k++) {
        struct point p =
            point_of(DIALECT_AIX, ROUNDING_UP, ODD_NUMBER, places[k], 7);

        assert_int_equal(p.kind, EVENT_BUFFER);
        assert_true(p.outside);
        assert_int_equal(p.got.value, 0);
    }
}

/* The odd last byte of a buffer is of no counter. */
TEST(half_a_counter_is_outside)
{
    struct point p = point_of(DIALECT_AIX, ROUNDING_UP,
                              "case c\nbuffer b 15\n"
                              "profil b 15 0x1000 0x8000\ntick 0x1000\n",
                              SCRIPT_ZONE + 14, 7);

    assert_true(p.outside);
}

TEST(a_return_value_is_told_with_its_error)
{
    struct point p = point_of(DIALECT_FREEBSD, SCALE_OFF_EINVAL,
                              "case c\nbuffer b 16\n"
                              "profil b 16 0x1000 0x8000\n"
                              "profil b 16 0x1000 0\n",
                              -1, 0);

    assert_int_equal(p.kind, EVENT_CALL);
    assert_int_equal(p.op, 2);
    assert_int_equal(p.got.value, -1);
    assert_int_equal(p.got.error, ERROR_EINVAL);
    assert_int_equal(p.count, 1);
    assert_int_equal(p.permitted[0].value, 0);
    assert_int_equal(p.permitted[0].error, ERROR_UNSEEN);
}

TESTS(NULL, NULL)
