/* SPDX-License-Identifier: MIT */
#include "model_test.h"
#include "unit_test.h"

/* Turning on: buffer 0 from 0x1000, buffer 1 from 0x2000. */
#define BUFFERS BUFFER(0, 8), BUFFER(1, 8)
#define ON      PROFIL(0, 8, 0x1000, 0xffff)
#define ON_1    PROFIL(1, 8, 0x2000, 0xffff)
#define BAD     PROFIL_AT(BAD_POINTER, 8, 0x2000, 0xffff)

TEST(a_call_to_turn_on_counts_until_a_call_to_turn_off)
{
    for (unsigned d = 0; d < DIALECTS; d++) {
        run(d, CHOICES_ARE(REGION_START_AT_OR_BELOW),
            SCRIPT(BUFFERS, TICK(0x1000), ON, TICK(0x1000), TICK(0x1000), OFF,
                   TICK(0x1000)));
        assert_int_equal(counter(0, 0), 2);
    }
}

TEST(turning_on_while_on_does_as_each_choice_says)
{
    static const struct {
        enum choice choice;
        unsigned first, second;
    } rows[] = {{ON_WHILE_ON_REPLACES, 0, 1},
                {ON_WHILE_ON_IGNORED, 1, 0},
                {ON_WHILE_ON_TURNS_OFF, 0, 0}};

    for (unsigned k = 0; k < 3; k++) {
        run(DIALECT_HPUX, CHOICES_ARE(rows[k].choice),
            SCRIPT(BUFFERS, ON, ON_1, TICK(0x1000), TICK(0x2000)));
        assert_int_equal(counter(0, 0), rows[k].first);
        assert_int_equal(counter(1, 0), rows[k].second);
    }
}

TEST(where_there_is_no_such_call_each_fails)
{
    run(DIALECT_FREEBSD, CHOICES_ARE(TICKS_ENOSYS),
        SCRIPT(BUFFERS, ON, TICK(0x1000), OFF));
    assert_int_equal(counter(0, 0), 0);
    assert_returned(2, -1, ERROR_ENOSYS);
    assert_returned(4, -1, ERROR_ENOSYS);
}

TEST(in_irix_each_call_ends_what_earlier_calls_began)
{
    run(DIALECT_IRIX, AS_PERMITTED,
        SCRIPT(BUFFERS, SPROFIL(1, FLAG_USHORT, REGION(0, 8, 0x1000, 0x8000)),
               SPROFIL(1, FLAG_USHORT, REGION(1, 8, 0x2000, 0x8000)),
               TICK(0x1001), TICK(0x2001)));
    assert_int_equal(counter(0, 0), 0);
    assert_int_equal(counter(1, 0), 1);
}

TEST(in_irix_a_list_of_regions_of_scale_0_turns_off)
{
    run(DIALECT_IRIX, AS_PERMITTED,
        SCRIPT(BUFFERS, SPROFIL(1, FLAG_USHORT, REGION(0, 8, 0x1000, 0x8000)),
               SPROFIL(2, FLAG_USHORT, REGION(1, 8, 0x2000, 0),
                       REGION(1, 8, 0x3000, 1)),
               TICK(0x1001), TICK(0x2001)));
    assert_int_equal(counter(0, 0), 0);
    assert_returned(3, 0, 0);
}

TEST(turning_off_while_off_does_as_each_choice_says)
{
    run(DIALECT_HPUX, AS_PERMITTED,
        SCRIPT(BUFFERS, PROFIL(0, 8, 0x1000, 0), TICK(0x1000)));
    assert_int_equal(counter(0, 0), 0);
    run(DIALECT_HPUX, CHOICES_ARE(OFF_WHILE_OFF_ENABLES),
        SCRIPT(BUFFERS, PROFIL(0, 8, 0x1000, 0), TICK(0x1000)));
    assert_int_equal(counter(0, 0), 1);
    run(DIALECT_HPUX, CHOICES_ARE(OFF_WHILE_OFF_CRASHES),
        SCRIPT(BUFFERS, PROFIL(0, 8, 0x1000, 0), TICK(0x1000)));
    assert_crashed_in(2);
    assert_int_equal(outcome.count, 1);
}

TEST(of_what_looks_like_an_error_no_time_is_seen)
{
    const enum choice returns[] = {RETURN_ON_SUCCESS_ZERO,
                                   RETURN_ON_SUCCESS_OTHER};
    const struct op timed =
        CALL_(.kind = CALL_SPROFIL, .list_kind = POINTER_GIVEN,
              .list = (const struct region_arguments[]){REGION(0, 8, 0x1000,
                                                               0x8000)},
              .listed = 1, .count = 1, .flags = FLAG_USHORT | FLAG_FAST,
              .tvp = POINTER_GIVEN);

    for (unsigned i = 0; i < 2; i++) {
        run(DIALECT_IRIX, CHOICES_ARE(returns[i], FAST_ONE_MS),
            SCRIPT(BUFFERS, timed));
        assert_int_equal(event_of_op(2)->tick_time,
                         i ? TIME_UNSEEN : TIME_RIGHT);
        assert_int_equal(event_of_op(2)->fast, i ? TIME_UNSEEN : TIME_RIGHT);
    }
}

TEST(a_call_without_a_region_enables_nothing)
{
    run(DIALECT_AIX, CHOICES_ARE(OFF_WHILE_OFF_ENABLES),
        SCRIPT(BUFFERS, LIST_OFF, CALLER_CHECK));
    assert_int_equal(event_of_op(3)->value, 0);
    assert_false(asked(RULE_CALLER_STATE));
}

TEST(one_form_does_not_turn_off_the_other_in_aix)
{
    run(DIALECT_AIX, AS_PERMITTED, SCRIPT(BUFFERS, ON, LIST_OFF, TICK(0x1000)));
    assert_int_equal(counter(0, 0), 1);
    assert_returned(3, 0, 0);
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 8, 0x1000, 0x1008, 0xffff)), OFF,
               TICK(0x1000)));
    assert_int_equal(counter(0, 0), 1);
    run(DIALECT_AIX, CHOICES_ARE(OTHER_FORM_STOPS),
        SCRIPT(BUFFERS, ON, LIST_OFF, TICK(0x1000)));
    assert_int_equal(counter(0, 0), 0);
    run(DIALECT_AIX, CHOICES_ARE(OTHER_FORM_STOPS),
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 8, 0x1000, 0x1008, 0xffff)), OFF,
               TICK(0x1000)));
    assert_int_equal(counter(0, 0), 0);
}

TEST(each_form_turns_itself_off)
{
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(BUFFERS, LIST(ELEMENT(0, 8, 0x1000, 0x1008, 0xffff)), LIST_OFF,
               TICK(0x1000)));
    assert_int_equal(counter(0, 0), 0);
    assert_false(asked(RULE_OTHER_FORM));
    run(DIALECT_AIX, AS_PERMITTED, SCRIPT(BUFFERS, ON, OFF, TICK(0x1000)));
    assert_int_equal(counter(0, 0), 0);
    assert_false(asked(RULE_OTHER_FORM));
}

TEST(success_returns_what_each_choice_says)
{
    run(DIALECT_AIX, CHOICES_ARE(RETURN_ON_SUCCESS_ZERO), SCRIPT(BUFFERS, ON));
    assert_returned(2, 0, ERROR_NONE);
    run(DIALECT_AIX, CHOICES_ARE(RETURN_ON_SUCCESS_NONE), SCRIPT(BUFFERS, ON));
    assert_returned(2, VALUE_NONE, ERROR_NONE);
    run(DIALECT_AIX, CHOICES_ARE(RETURN_ON_SUCCESS_OTHER), SCRIPT(BUFFERS, ON));
    assert_returned(2, VALUE_NOT_ZERO, ERROR_NONE);
}

TEST(an_error_returns_what_each_choice_says)
{
    run(DIALECT_AIX, CHOICES_ARE(RETURN_ON_ERROR_MINUS_ONE), SCRIPT(BAD));
    assert_returned(0, -1, ERROR_EFAULT);
    run(DIALECT_AIX, CHOICES_ARE(RETURN_ON_ERROR_ZERO), SCRIPT(BAD));
    assert_returned(0, 0, ERROR_EFAULT);
    run(DIALECT_AIX, CHOICES_ARE(RETURN_ON_ERROR_NONE), SCRIPT(BAD));
    assert_returned(0, VALUE_NONE, ERROR_NONE);
    run(DIALECT_AIX, CHOICES_ARE(RETURN_ON_ERROR_ERRNO_ALONE), SCRIPT(BAD));
    assert_returned(0, VALUE_NONE, ERROR_EFAULT);
    run(DIALECT_AIX, CHOICES_ARE(RETURN_ON_ERROR_ERROR_NUMBER), SCRIPT(BAD));
    assert_returned(0, ERROR_EFAULT, ERROR_EFAULT);
}

TEST(a_buffer_that_can_not_be_written_is_as_each_choice_says)
{
    run(DIALECT_FREEBSD, CHOICES_ARE(BAD_BUFFER_EFAULT), SCRIPT(BAD));
    assert_returned(0, -1, ERROR_EFAULT);
    run(DIALECT_FREEBSD, CHOICES_ARE(BAD_BUFFER_ACCEPTED),
        SCRIPT(BAD, CALLER_CHECK));
    assert_returned(0, 0, ERROR_NONE);
    assert_int_equal(event_of_op(1)->value, VALUE_UNSEEN); /* it is on */
    run(DIALECT_FREEBSD, CHOICES_ARE(BAD_BUFFER_CRASHES), SCRIPT(BAD));
    assert_crashed_in(0);
    run(DIALECT_FREEBSD, CHOICES_ARE(BAD_BUFFER_EFAULT),
        SCRIPT(BUFFERS, PROTECT(0), ON));
    assert_returned(3, -1, ERROR_EFAULT);
}

TEST(a_buffer_is_not_looked_at_where_nothing_will_be_counted)
{
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(PROFIL_AT(BAD_POINTER, 8, 0x1000, 0),
               PROFIL_AT(BAD_POINTER, 8, 0x1000, 1),
               PROFIL_AT(BAD_POINTER, 0, 0x1000, 0xffff)));
    for (unsigned op = 0; op < 3; op++)
        assert_returned(op, 0, ERROR_NONE);
    assert_false(asked(RULE_BAD_BUFFER));
}

TEST(a_list_that_is_no_address_is_as_each_choice_says)
{
    const struct op call =
        CALL_(.kind = CALL_PROFIL_LIST, .list_kind = POINTER_BAD);

    run(DIALECT_AIX, CHOICES_ARE(BAD_ADDRESS_EFAULT),
        SCRIPT(BUFFERS, ON, call, TICK(0x1000)));
    assert_returned(3, -1, ERROR_EFAULT);
    run(DIALECT_AIX, CHOICES_ARE(BAD_ADDRESS_ACCEPTED),
        SCRIPT(BUFFERS, ON, call, TICK(0x1000)));
    assert_returned(3, 0, ERROR_NONE);
    assert_int_equal(counter(0, 0), 1);
    run(DIALECT_AIX, CHOICES_ARE(BAD_ADDRESS_CRASHES, INEFFECTIVE_CALL_CHECKED),
        SCRIPT(BUFFERS, ON, call, TICK(0x1000)));
    assert_crashed_in(3);
}

TEST(an_ineffective_call_is_checked_or_not)
{
    run(DIALECT_AIX, CHOICES_ARE(INEFFECTIVE_CALL_CHECKED),
        SCRIPT(BUFFERS, ON, BAD));
    assert_returned(3, -1, ERROR_EFAULT);
    run(DIALECT_AIX, CHOICES_ARE(INEFFECTIVE_CALL_UNCHECKED),
        SCRIPT(BUFFERS, ON, BAD));
    assert_returned(3, 0, ERROR_NONE);
    run(DIALECT_AIX,
        CHOICES_ARE(INEFFECTIVE_CALL_UNCHECKED, BAD_BUFFER_CRASHES),
        SCRIPT(BUFFERS, ON, BAD));
    assert_returned(3, 0, ERROR_NONE);
}

TEST(an_effective_call_is_checked_always)
{
    run(DIALECT_AIX, CHOICES_ARE(INEFFECTIVE_CALL_UNCHECKED), SCRIPT(BAD));
    assert_returned(0, -1, ERROR_EFAULT);
    run(DIALECT_AIX,
        CHOICES_ARE(INEFFECTIVE_CALL_UNCHECKED, ON_WHILE_ON_REPLACES),
        SCRIPT(BUFFERS, ON, BAD));
    assert_returned(3, -1, ERROR_EFAULT);
    /* to turn off, with a bad tvp */
    run(DIALECT_GLIBC,
        CHOICES_ARE(INEFFECTIVE_CALL_UNCHECKED, ON_WHILE_ON_IGNORED),
        SCRIPT(BUFFERS, ON,
               CALL_(.kind = CALL_SPROFIL, .count = 1, .tvp = POINTER_BAD,
                     LIST_(REGION(0, 8, 0x1000, 0)))));
    assert_returned(3, -1, ERROR_EFAULT);
}

TEST(after_an_error_earlier_profiling_goes_on_or_ends)
{
    run(DIALECT_FREEBSD, CHOICES_ARE(AFTER_ERROR_KEPT),
        SCRIPT(BUFFERS, ON, BAD, TICK(0x1000)));
    assert_int_equal(counter(0, 0), 1);
    run(DIALECT_FREEBSD, CHOICES_ARE(AFTER_ERROR_STOPPED),
        SCRIPT(BUFFERS, ON, BAD, TICK(0x1000)));
    assert_int_equal(counter(0, 0), 0);
    run(DIALECT_FREEBSD, AS_PERMITTED, SCRIPT(BUFFERS, BAD));
    assert_false(asked(RULE_AFTER_ERROR));
}

/* profcnt 65, no address, no width, PROF_FAST: four errors at once. */
TEST(of_several_errors_any_may_be_reported)
{
    static const struct {
        enum choice choice;
        int error;
    } rows[] = {{ERROR_PRECEDENCE_E2BIG, ERROR_E2BIG},
                {ERROR_PRECEDENCE_EFAULT, ERROR_EFAULT},
                {ERROR_PRECEDENCE_EINVAL, ERROR_EINVAL},
                {ERROR_PRECEDENCE_EACCES, ERROR_EACCES}};

    for (unsigned k = 0; k < 4; k++) {
        run(DIALECT_IRIX, CHOICES_ARE(rows[k].choice, FAST_EACCES),
            SCRIPT(CALL_(.kind = CALL_SPROFIL, .count = 65,
                         .list_kind = POINTER_BAD, .flags = FLAG_FAST)));
        assert_returned(0, -1, rows[k].error);
    }
}

/* A list of no members may be no address, and either be said. */
TEST(a_bad_list_is_an_error_beside_its_count)
{
    run(DIALECT_IRIX, CHOICES_ARE(ERROR_PRECEDENCE_EFAULT),
        SCRIPT(CALL_(.kind = CALL_SPROFIL, .count = 0, .list_kind = POINTER_BAD,
                     .flags = FLAG_USHORT)));
    assert_returned(0, -1, ERROR_EFAULT);
    run(DIALECT_IRIX, CHOICES_ARE(ERROR_PRECEDENCE_E2BIG),
        SCRIPT(CALL_(.kind = CALL_SPROFIL, .count = 0, .list_kind = POINTER_BAD,
                     .flags = FLAG_USHORT)));
    assert_returned(0, -1, ERROR_E2BIG);
    run(DIALECT_IRIX, CHOICES_ARE(COUNT_RANGE_ACCEPTED),
        SCRIPT(CALL_(.kind = CALL_SPROFIL, .count = 0, .list_kind = POINTER_BAD,
                     .flags = FLAG_USHORT)));
    assert_returned(0, 0, ERROR_NONE);
    run(DIALECT_IRIX, CHOICES_ARE(BAD_ADDRESS_CRASHES, ERROR_PRECEDENCE_E2BIG),
        SCRIPT(CALL_(.kind = CALL_SPROFIL, .count = 0, .list_kind = POINTER_BAD,
                     .flags = FLAG_USHORT)));
    assert_returned(0, -1, ERROR_E2BIG);
    run(DIALECT_IRIX, CHOICES_ARE(BAD_ADDRESS_CRASHES),
        SCRIPT(CALL_(.kind = CALL_SPROFIL, .count = 1, .list_kind = POINTER_BAD,
                     .flags = FLAG_USHORT)));
    assert_crashed_in(0);
}

TEST(an_error_that_does_not_apply_is_not_reported)
{
    struct choice_sets sets = choices_of_dialect(DIALECT_IRIX, false);
    const struct op ops[] = {CALL_(.kind = CALL_SPROFIL, .count = 65,
                                   .flags = FLAG_USHORT,
                                   .list_kind = POINTER_BAD)};
    struct script script = {ops, 1, 64, 0, false};
    struct event event;
    unsigned efault = 0, e2big = 0;

    choices_begin(&choices, &sets);
    do {
        outcome = (struct outcome){&event, 0, 1};
        assert_true(model_run(&model, &script, &choices, &outcome, NULL, 0));
        efault += event.error == ERROR_EFAULT;
        e2big += event.error == ERROR_E2BIG;
    } while (choices_next(&choices));
    assert_int_equal(efault, 1);
    assert_int_equal(e2big, 1);
}

/* How many runs there are of so many calls that are wrong in two ways, where
 * each was observed to end so. */
static unsigned runs_of(unsigned calls, const struct event *seen,
                        const struct choice_sets *sets, unsigned *agreed)
{
    static struct op ops[64];
    struct event events[64], observed[64];
    struct script script = {ops, calls, 64, 0, false};
    const struct outcome wanted = {observed, calls, calls};
    unsigned runs = 0;

    for (unsigned k = 0; k < calls; k++) {
        ops[k] =
            (struct op)CALL_(.kind = CALL_SPROFIL, .count = 65,
                             .flags = FLAG_USHORT, .list_kind = POINTER_BAD);
        observed[k] = *seen;
        observed[k].op = (uint16_t)k;
    }
    *agreed = 0;
    choices_begin(&choices, sets);
    choices.observed = &wanted;
    do {
        outcome = (struct outcome){events, 0, 64};
        assert_true(model_run(&model, &script, &choices, &outcome, NULL, 0));
        *agreed += outcome_difference(&outcome, &wanted) < 0;
        runs++;
    } while (choices_next(&choices));
    return runs;
}

/* Else they would double with each call, and be more than the trail holds. */
TEST(an_error_that_was_observed_is_the_one_reported)
{
    const struct event efault = {
        .kind = EVENT_CALL, .value = -1, .error = ERROR_EFAULT};
    const struct event any = {
        .kind = EVENT_CALL, .value = -1, .error = ERROR_UNSEEN};
    const struct event acces = {
        .kind = EVENT_CALL, .value = -1, .error = ERROR_EACCES};
    struct choice_sets sets = choices_of_dialect(DIALECT_IRIX, false);
    unsigned agreed;

    assert_int_equal(runs_of(60, &efault, &sets, &agreed), 1);
    assert_int_equal(agreed, 1);
    assert_int_equal(runs_of(60, &any, &sets, &agreed), 1);
    assert_int_equal(agreed, 1);
    assert_int_equal(runs_of(60, &acces, &sets, &agreed), 2);
    assert_int_equal(agreed, 0);
    assert_false(choices.overflow);
    sets.of[RULE_ERROR_PRECEDENCE] =
        1 << (ERROR_PRECEDENCE_EACCES - ERROR_PRECEDENCE_FIRST_);
    assert_int_equal(runs_of(2, &acces, &sets, &agreed), 1);
    assert_int_equal(agreed, 0);
    sets.of[RULE_ERROR_PRECEDENCE] = 1; /* E2BIG alone */
    assert_int_equal(runs_of(2, &efault, &sets, &agreed), 1);
    assert_int_equal(agreed, 0);
}

/* A number that is returned is one, too; and where nothing was observed of a
 * call, any may be reported. */
TEST(a_number_may_be_returned_and_a_call_not_observed)
{
    const struct event returned = {
        .kind = EVENT_CALL, .value = ERROR_EFAULT, .error = ERROR_UNSEEN};
    struct choice_sets sets = choices_of_dialect(DIALECT_IRIX, false);
    const struct op op = CALL_(.kind = CALL_SPROFIL, .count = 65,
                               .flags = FLAG_USHORT, .list_kind = POINTER_BAD);
    const struct outcome nothing = {0};
    struct script script = {&op, 1, 64, 0, false};
    struct event event;
    unsigned agreed, runs = 0;

    sets.of[RULE_RETURN_ON_ERROR] = rule_choices(RULE_RETURN_ON_ERROR);
    runs_of(3, &returned, &sets, &agreed);
    assert_int_equal(agreed, 1);
    choices_begin(&choices, &sets);
    choices.observed = &nothing;
    do {
        outcome = (struct outcome){&event, 0, 1};
        assert_true(model_run(&model, &script, &choices, &outcome, NULL, 0));
        runs++;
    } while (choices_next(&choices));
    assert_true(runs >= 2);
}

TEST(one_error_alone_asks_no_precedence)
{
    run(DIALECT_IRIX, CHOICES_ARE(ERROR_PRECEDENCE_EFAULT, FAST_EACCES),
        SCRIPT(
            BUFFERS,
            SPROFIL(1, FLAG_USHORT | FLAG_FAST, REGION(0, 8, 0x1000, 0x8000)),
            SPROFIL(0, FLAG_USHORT, REGION(0, 8, 0x1000, 0x8000)),
            SPROFIL(1, 0, REGION(0, 8, 0x1000, 0x8000))));
    assert_returned(2, -1, ERROR_EACCES);
    assert_returned(3, -1, ERROR_E2BIG);
    assert_returned(4, -1, ERROR_EINVAL);
}

TESTS(NULL, NULL)
