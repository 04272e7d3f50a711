/* SPDX-License-Identifier: MIT */
#include "hung.h"

#include "observe_test.h"
#include "reference/unit_test.h"

static struct observation hangs_at(uint16_t op)
{
    return (struct observation){.ended = ENDED_TIMEOUT, .op = op};
}

TEST(after_a_row_of_hangs_in_a_call_it_is_not_made_again)
{
    struct observation spared;
    struct hung hung = {0};

    for (unsigned k = 0; k < HUNG_ROW; k++) {
        struct observation hangs = hangs_at(ORDINARY_ON);

        assert_false(hung_spares(&hung, &ordinary_case, &spared));
        hung_note(&hung, &ordinary_case, &hangs);
    }
    assert_true(hung_spares(&hung, &ordinary_case, &spared));
    assert_int_equal(spared.ended, ENDED_TIMEOUT);
    assert_int_equal(spared.op, ORDINARY_ON);
    assert_non_null(strstr(spared.note, "2 cases in a row"));
    assert_non_null(strstr(spared.note, "in profil"));
}

TEST(another_case_between_them_begins_anew)
{
    struct observation spared, hangs = hangs_at(ORDINARY_ON);
    struct observation ends = {.ended = ENDED_NORMALLY, .op = ORDINARY_ON};
    struct observation elsewhere = hangs_at(ORDINARY_ON + 1);
    struct hung hung = {0};

    for (unsigned k = 0; k < 3 * HUNG_ROW; k++)
        hung_note(&hung, &ordinary_case,
                  k % HUNG_ROW != 1 ? &hangs
                  : k % 2           ? &ends
                                    : &elsewhere);
    assert_false(hung_spares(&hung, &ordinary_case, &spared));
}

TEST(ticks_and_what_takes_too_much_count_too)
{
    struct observation spared, hangs = hangs_at(ORDINARY_ON + 1);
    struct observation hog = {.ended = ENDED_SIGNAL,
                              .op = ORDINARY_ON,
                              .note = OBSERVED_CROWDED "4096 processes"};
    struct observation dies = {.ended = ENDED_SIGNAL, .op = ORDINARY_ON};
    struct hung hung = {0};

    for (unsigned k = 0; k < HUNG_ROW; k++)
        hung_note(&hung, &ordinary_case, &hangs);
    assert_true(hung_spares(&hung, &ordinary_case, &spared));
    assert_int_equal(spared.op, ORDINARY_ON + 1);
    assert_non_null(strstr(spared.note, "in a tick"));
    hung = (struct hung){0};
    for (unsigned k = 0; k < HUNG_ROW; k++)
        hung_note(&hung, &ordinary_case, &hog);
    assert_true(hung_spares(&hung, &ordinary_case, &spared));
    hung = (struct hung){0};
    for (unsigned k = 0; k < HUNG_ROW; k++)
        hung_note(&hung, &ordinary_case, &dies);
    assert_false(hung_spares(&hung, &ordinary_case, &spared));
}

/* As of one that stops who watches it. */
TEST(where_nothing_is_heard_no_case_is_run)
{
    struct observation spared, silent = {.ended = ENDED_TIMEOUT};
    struct hung hung = {0};

    for (unsigned k = 0; k < HUNG_ROW; k++)
        hung_note(&hung, &ordinary_case, &silent);
    assert_true(hung_spares(&hung, &ordinary_case, &spared));
    assert_int_equal(spared.op, 0);
}

TEST(a_case_without_that_call_is_run)
{
    static const struct op ops[] = {BUFFER(0, 64), TICKS(three_ticks)};
    static const struct test_case without = CASE(ops);
    struct hung hung = {.count = HUNG_ROW, .call = CALL_PROFIL};
    struct observation spared;

    assert_false(hung_spares(&hung, &without, &spared));
    hung.call = CALL_SPROFIL;
    assert_false(hung_spares(&hung, &ordinary_case, &spared));
}

/* What ran meanwhile by chance does not show. */
TEST(whatever_was_run_the_order_decides)
{
    const struct test_case *cases[HUNG_ROW + 2];
    struct observation observations[HUNG_ROW + 2];

    for (unsigned k = 0; k < HUNG_ROW + 2; k++) {
        cases[k] = &ordinary_case;
        observations[k] = hangs_at(ORDINARY_ON);
    }
    observations[HUNG_ROW + 1] = see("", &ordinary_case);
    hung_apply(cases, HUNG_ROW + 2, observations);
    assert_string_equal(observations[HUNG_ROW - 1].note, "");
    for (unsigned k = HUNG_ROW; k < HUNG_ROW + 2; k++) {
        assert_int_equal(observations[k].ended, ENDED_TIMEOUT);
        assert_int_equal(observations[k].outcome.count, 0);
        assert_non_null(strstr(observations[k].note, "not run"));
    }
}

TEST(a_batch_that_hangs_is_over_soon)
{
    enum { CASES = 3 * HUNG_ROW };
    struct observe_options options = options_of("hangs");
    const struct test_case *cases[CASES];
    struct observation observations[CASES];

    options.timeout_ms = 1000;
    for (unsigned k = 0; k < CASES; k++)
        cases[k] = &ordinary_case;
    observe_batch(&options, cases, CASES, observations);
    for (unsigned k = 0; k < CASES; k++) {
        assert_int_equal(observations[k].ended, ENDED_TIMEOUT);
        assert_int_equal(*observations[k].note != '\0', k >= HUNG_ROW);
        observation_free(&observations[k]);
    }
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    return RUN_TESTS(NULL, NULL);
}
