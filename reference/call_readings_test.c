/* SPDX-License-Identifier: MIT */
/* Where a page leaves open what a call leads to: bad buffers, errors of a call
 * that turns off, and what the arguments of an element mean. */
#include "model_test.h"
#include "unit_test.h"

#define BUFFERS BUFFER(0, 8), BUFFER(1, 8)
#define ON      PROFIL(0, 8, 0x1000, 0xffff)

/* What the first buffer counts after a call with a bad one. */
static unsigned after_bad_buffer(enum choice choice)
{
    run(DIALECT_HPUX, CHOICES_ARE(choice, ON_WHILE_ON_REPLACES),
        SCRIPT(BUFFERS, ON, PROFIL_AT(BAD_POINTER, 8, 0x1000, 0xffff),
               TICK(0x1000)));
    return counter(0, 0);
}

TEST(a_bad_buffer_may_do_nothing_or_turn_off)
{
    assert_int_equal(after_bad_buffer(BAD_BUFFER_NO_EFFECT), 1);
    assert_int_equal(after_bad_buffer(BAD_BUFFER_TURNS_OFF), 0);
    assert_int_equal(after_bad_buffer(BAD_BUFFER_ACCEPTED), 0);
    run(DIALECT_HPUX, CHOICES_ARE(BAD_BUFFER_TURNS_OFF, ON_WHILE_ON_IGNORED),
        SCRIPT(BUFFERS, PROFIL_AT(BAD_POINTER, 8, 0x1000, 0xffff), ON,
               TICK(0x1000)));
    assert_int_equal(counter(0, 0), 1);
}

static void assert_error(enum choice null, enum choice bad, int of_null,
                         int of_bad)
{
    run(DIALECT_FREEBSD, CHOICES_ARE(null, bad),
        SCRIPT(PROFIL_AT(NULL_POINTER, 8, 0x1000, 65536),
               PROFIL_AT(BAD_POINTER, 8, 0x1000, 65536)));
    assert_returned(0, of_null ? -1 : 0, of_null);
    assert_returned(1, of_bad ? -1 : 0, of_bad);
}

TEST(a_null_buffer_may_be_told_from_a_bad_one)
{
    assert_error(NULL_BUFFER_EFAULT, BAD_BUFFER_ACCEPTED, ERROR_EFAULT, 0);
    assert_error(NULL_BUFFER_ACCEPTED, BAD_BUFFER_EFAULT, 0, ERROR_EFAULT);
    assert_error(NULL_BUFFER_BAD, BAD_BUFFER_EFAULT, ERROR_EFAULT,
                 ERROR_EFAULT);
    run(DIALECT_GLIBC, CHOICES_ARE(NULL_BUFFER_EFAULT, BAD_BUFFER_ACCEPTED),
        SCRIPT(SPROFIL(1, FLAG_USHORT,
                       {.base = NULL_POINTER,
                        .size = 8,
                        .offset = 0x1000,
                        .scale = 0x8000})));
    assert_returned(0, 0, ERROR_NONE); /* a region is no buffer of profil */
}

#define OFF_AT_BAD PROFIL_AT(BAD_POINTER, 8, 0x1000, 0)

/* What the first buffer counts after a call that fails. */
static unsigned after_failing(enum choice choice, struct op call)
{
    run(DIALECT_FREEBSD,
        CHOICES_ARE(choice, OFF_ADDRESS_CHECKED, BAD_BUFFER_EFAULT),
        SCRIPT(BUFFERS, ON, call, TICK(0x1000)));
    assert_returned(3, -1, ERROR_EFAULT);
    return counter(0, 0);
}

TEST(a_failing_call_to_turn_off_may_do_so)
{
    struct op on = PROFIL_AT(BAD_POINTER, 8, 0x1000, 65536);

    assert_int_equal(after_failing(AFTER_ERROR_OFF_ENDS, OFF_AT_BAD), 0);
    assert_int_equal(after_failing(AFTER_ERROR_OFF_ENDS, on), 1);
    assert_int_equal(after_failing(AFTER_ERROR_KEPT, OFF_AT_BAD), 1);
    assert_int_equal(after_failing(AFTER_ERROR_STOPPED, on), 0);
}

TEST(it_does_not_where_it_would_have_had_no_effect)
{
    for (unsigned stops = 0; stops < 2; stops++) {
        run(DIALECT_AIX,
            CHOICES_ARE(AFTER_ERROR_OFF_ENDS, OFF_ADDRESS_CHECKED,
                        stops ? OTHER_FORM_STOPS : OTHER_FORM_IGNORED),
            SCRIPT(BUFFERS, LIST(ELEMENT(0, 8, 0x1000, 0x1008, 0xffff)),
                   OFF_AT_BAD, TICK(0x1000)));
        assert_int_equal(counter(0, 0), stops ? 0 : 1);
    }
}

/* An element of scale 0 before one that counts. */
#define ONE_OFF                                                                \
    LIST(ELEMENT(0, 8, 0x1000, 0x1008, 0),                                     \
         ELEMENT(1, 8, 0x2000, 0x2008, 0xffff))

TEST(an_element_of_scale_0_may_turn_all_off)
{
    run(DIALECT_AIX, CHOICES_ARE(DISABLED_REGION_ALL_OFF),
        SCRIPT(BUFFERS, ONE_OFF, TICK(0x2000)));
    assert_int_equal(counter(1, 0), 0);
    run(DIALECT_AIX, CHOICES_ARE(DISABLED_REGION_ABSENT),
        SCRIPT(BUFFERS, ONE_OFF, TICK(0x2000)));
    assert_int_equal(counter(1, 0), 1);
    run(DIALECT_AIX, CHOICES_ARE(DISABLED_REGION_ALL_OFF),
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 8, 0x2000, 0x2008, 0xffff)), ONE_OFF,
               TICK(0x2000)));
    assert_int_equal(counter(0, 0), 0);
    run(DIALECT_AIX, CHOICES_ARE(DISABLED_REGION_ALL_OFF),
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 8, 0x1000, 0x1008, UINT32_MAX)),
               TICK(0x1000)));
    assert_false(asked(RULE_DISABLED_REGION)); /* its scale is computed */
}

TEST(so_may_a_region)
{
    for (unsigned all = 0; all < 2; all++) {
        run(DIALECT_IRIX,
            CHOICES_ARE(all ? DISABLED_REGION_ALL_OFF : DISABLED_REGION_ABSENT),
            SCRIPT(BUFFERS,
                   SPROFIL(2, FLAG_USHORT, REGION(0, 8, 0x1000, 0x8000),
                           REGION(1, 8, 0x2000, 1)),
                   TICK(0x1000)));
        assert_int_equal(counter(0, 0), all ? 0 : 1);
    }
}

TEST(p_bufsize_counts_bytes_or_shorts)
{
    for (unsigned shorts = 0; shorts < 2; shorts++) {
        run(DIALECT_AIX,
            CHOICES_ARE(shorts ? LIST_SIZE_SHORTS : LIST_SIZE_BYTES),
            SCRIPT(BUFFERS, LIST(ELEMENT(0, 4, 0x1000, 0x1008, 0xffff)),
                   TICK(0x1004)));
        assert_int_equal(counter(0, 2), shorts);
    }
}

TEST(size_0_idles_only_what_the_first_form_turned_on)
{
    run(DIALECT_AIX, CHOICES_ARE(SIZE_ZERO_IDLES),
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 8, 0x1000, 0x1008, 0xffff)),
               PROFIL(1, 0, 0x1000, 0xffff), TICK(0x1000)));
    assert_int_equal(counter(0, 0), 1);
}

TEST(a_fault_turns_off_the_region_or_all)
{
    run(DIALECT_AIX, CHOICES_ARE(BUFFER_FAULT_STOPS_ALL),
        SCRIPT(BUFFERS, ON, UNMAP(0), TICK(0x1000), REMAP(0),
               PROFIL(1, 8, 0x1000, 0xffff), TICK(0x1000)));
    assert_int_equal(counter(0, 0), 0);
    assert_int_equal(counter(1, 0), 1);
    run(DIALECT_AIX, CHOICES_ARE(BUFFER_FAULT_STOPS),
        SCRIPT(BUFFERS, ON, UNMAP(0), TICK(0x1000), REMAP(0),
               PROFIL(1, 8, 0x1000, 0xffff), TICK(0x1000)));
    assert_int_equal(counter(1, 0), 0); /* it is on still */
}

TEST(an_element_of_shorts_may_count_past_its_buffer)
{
    for (unsigned shorts = 0; shorts < 2; shorts++) {
        run(DIALECT_AIX,
            CHOICES_ARE(shorts ? LIST_SIZE_SHORTS : LIST_SIZE_BYTES),
            SCRIPT(BUFFERS, LIST(ELEMENT(0, 8, 0x1000, 0x1020, UINT32_MAX)),
                   SWEEP(0, 8, 0x1000, 0x1020, 1)));
        assert_int_equal(buffer_of(0, 0)->beyond, shorts);
        assert_int_equal(buffer_of(0, 0)->undetermined, shorts);
        assert_false(buffer_of(0, 1)->beyond);
    }
}

TEST(so_may_one_whose_number_is_compared_with_more)
{
    for (unsigned more = 0; more < 2; more++) {
        run(DIALECT_AIX,
            CHOICES_ARE(LIST_SIZE_BYTES,
                        more ? UNIT_COUNTER_OF_BYTES : UNIT_INDEX),
            SCRIPT(BUFFERS, LIST(ELEMENT(0, 8, 0x1000, 0x1020, UINT32_MAX)),
                   TICK(0x1000)));
        assert_int_equal(buffer_of(0, 0)->beyond, more);
        assert_true(buffer_of(0, 0)->undetermined);
    }
}

TESTS(NULL, NULL)
