/* SPDX-License-Identifier: MIT */
/* Sweeps of the model, and computed scales; see computed.h. */
#include "model_test.h"

#include "computed.h"
#include "unit_test.h"

/* A sweep over the text of a list element of computed scale, or another. */
static int64_t sweep(enum choice choice, uint64_t scale, struct op sweep)
{
    run(DIALECT_AIX, CHOICES_ARE(choice),
        SCRIPT(BUFFER(0, 16), BUFFER(1, 16),
               LIST({.base = {.kind = POINTER_GIVEN, .at = 8},
                     .size = 8,
                     .offset = 0x1000,
                     .high = 0x1008,
                     .scale = scale}),
               sweep));
    return last_event(EVENT_SWEEP, 0)->value;
}

static struct op sweep_from(unsigned n, unsigned at, unsigned bytes,
                            uint64_t from, uint64_t to)
{
    struct op op = SWEEP(n, bytes, from, to, 1);

    op.at = at;
    return op;
}

TEST(a_sweep_finds_whether_each_pc_is_counted)
{
    /* 8 bytes of text to 4 counters, from byte 8 of the buffer */
    assert_int_equal(
        sweep(UNIT_BYTE_OFFSET, 0xffff, sweep_from(0, 8, 8, 0x1000, 0x1008)),
        SWEEP_FITS);
    assert_int_equal(
        sweep(UNIT_BYTE_OFFSET, 0xffff, sweep_from(0, 8, 8, 0x1002, 0x1008)),
        SWEEP_FITS);
    assert_int_equal(
        sweep(UNIT_BYTE_OFFSET, 0xffff, sweep_from(0, 8, 8, 0x1000, 0x1009)),
        SWEEP_OUTSIDE);
    /* too little is watched, too much before, another buffer */
    assert_int_equal(
        sweep(UNIT_BYTE_OFFSET, 0xffff, sweep_from(0, 8, 6, 0x1000, 0x1008)),
        SWEEP_OUTSIDE);
    assert_int_equal(
        sweep(UNIT_BYTE_OFFSET, 0xffff, sweep_from(0, 10, 6, 0x1000, 0x1008)),
        SWEEP_OUTSIDE);
    assert_int_equal(
        sweep(UNIT_BYTE_OFFSET, 0xffff, sweep_from(1, 8, 8, 0x1000, 0x1008)),
        SWEEP_OUTSIDE);
    assert_int_equal(
        sweep(UNIT_BYTE_OFFSET, 3, sweep_from(0, 8, 8, 0x1000, 0x1008)),
        SWEEP_FITS);
    assert_int_equal(counter(0, 4), 0); /* asked, not done */
    assert_false(asked(RULE_COMPUTED_SCALE));
}

TEST(a_sweep_ends_before_its_end)
{
    assert_int_equal(
        sweep(UNIT_BYTE_OFFSET, 0xffff, sweep_from(0, 8, 8, 0x1000, 0x1000)),
        SWEEP_FITS); /* no pc, no counter to be reached */
    /* to the last address, in steps that would lead past it */
    assert_int_equal(sweep(UNIT_BYTE_OFFSET, 0xffff,
                           SWEEP(0, 8, UINT64_MAX - 3, UINT64_MAX, 2)),
                     SWEEP_OUTSIDE);
}

/* An element of computed scale, its counters in the second half. */
static struct op computed_list(void)
{
    static const struct region_arguments element = {
        .base = {.kind = POINTER_GIVEN, .at = 8},
        .size = 8,
        .offset = 0x1000,
        .high = 0x1008,
        .scale = SCALE_COMPUTED};

    return (struct op){.kind = OP_CALL,
                       .call = {.kind = CALL_PROFIL_LIST,
                                .list_kind = POINTER_GIVEN,
                                .list = &element,
                                .listed = 1}};
}

TEST(of_a_computed_scale_a_sweep_tells_nothing)
{
    assert_true(sweep(UNIT_BYTE_OFFSET, SCALE_COMPUTED,
                      sweep_from(0, 8, 8, 0x1000, 0x1008)) == VALUE_UNSEEN);
    assert_false(buffer_of(0, 0)->undetermined); /* asked, not done */
}

/* Whether the first buffer, with these counters after the first four, agrees
 * with what the last run led to. */
static bool agrees_with(unsigned process, const uint16_t *counters)
{
    const struct event *model_has = buffer_of(process, 0);
    unsigned char bytes[SCRIPT_ZONE + 16 + SCRIPT_ZONE];
    struct event seen = *model_has;

    seen.undetermined = false;
    seen.computed = NULL;
    seen.bytes = memcpy(bytes, model_has->bytes, sizeof bytes);
    memcpy(bytes + SCRIPT_ZONE + 8, counters, 8);
    return event_agrees(model_has, &seen) && event_agrees(&seen, model_has);
}

#define AGREES(process, ...)                                                   \
    agrees_with(process, (const uint16_t[4]){__VA_ARGS__})

TEST(some_scale_leads_to_the_counts)
{
    run(DIALECT_AIX, CHOICES_ARE(COMPUTED_SCALE_SOME_SCALE),
        SCRIPT(BUFFER(0, 16), computed_list(), TICK(0x1000), TICKS(0x1006, 2)));
    assert_true(AGREES(0, 1, 0, 0, 2));
    assert_true(AGREES(0, 3, 0, 0, 0));
    assert_false(AGREES(0, 1, 0, 0, 3));
    assert_false(AGREES(0, 2, 1, 0, 0));
    assert_false(asked(RULE_BUFFER_START));
    run(DIALECT_AIX, CHOICES_ARE(COMPUTED_SCALE_NO_SCALE),
        SCRIPT(BUFFER(0, 16), computed_list(), TICK(0x1000)));
    assert_true(AGREES(0, 5, 5, 5, 5));
}

TEST(the_unit_in_force_has_a_say)
{
    run(DIALECT_AIX, CHOICES_ARE(UNIT_INDEX),
        SCRIPT(BUFFER(0, 16), computed_list(), TICK(0x1002)));
    assert_true(AGREES(0, 0, 0, 1, 0)); /* numbers are even */
    assert_false(AGREES(0, 0, 1, 0, 0));
}

TEST(turning_on_again_keeps_or_clears_computed_counts)
{
    const struct op again[] = {BUFFER(0, 16), computed_list(), TICK(0x1000),
                               LIST_OFF,      computed_list(), TICK(0x1000)};

    run(DIALECT_AIX, CHOICES_ARE(BUFFER_START_KEPT), again, 6);
    assert_true(AGREES(0, 2, 0, 0, 0));
    assert_false(AGREES(0, 1, 0, 0, 0));
    run(DIALECT_AIX, CHOICES_ARE(BUFFER_START_CLEARED), again, 6);
    assert_true(AGREES(0, 1, 0, 0, 0));
    assert_false(AGREES(0, 2, 0, 0, 0));
}

TEST(parent_and_child_have_computed_counts_of_their_own)
{
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(BUFFER(0, 16), computed_list(), TICK(0x1000), FORK, TICK(0x1000),
               END));
    assert_true(AGREES(0, 1, 0, 0, 0));
    assert_true(AGREES(1, 2, 0, 0, 0));
    assert_false(AGREES(1, 1, 0, 0, 0));
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(SHARED(0, 16), computed_list(), TICK(0x1000)));
    assert_true(AGREES(0, 9, 9, 9, 9)); /* which may be another process's */
}

TEST(a_buffer_with_more_than_computed_counts_has_both)
{
    run(DIALECT_AIX, AS_PERMITTED,
        SCRIPT(BUFFER(0, 16), BUFFER(1, 16), computed_list(), TICK(0x1000)));
    assert_null(buffer_of(0, 1)->computed);
    assert_false(buffer_of(0, 1)->undetermined);
    assert_non_null(buffer_of(0, 0)->computed);
}

TEST(a_computed_element_may_fault)
{
    run(DIALECT_AIX, CHOICES_ARE(BUFFER_FAULT_CRASHES),
        SCRIPT(BUFFER(0, 16), computed_list(), PROTECT(0), TICK(0x1000)));
    assert_crashed_in(3);
    run(DIALECT_AIX, CHOICES_ARE(BUFFER_FAULT_SKIPS),
        SCRIPT(BUFFER(0, 16), computed_list(), PROTECT(0), TICK(0x1000)));
    assert_false(buffer_of(0, 0)->undetermined);
}

/* One of size 10 from byte 8: its end is in the zone after the buffer. */
TEST(of_counters_past_the_buffer_nothing_is_known)
{
    run(DIALECT_AIX, CHOICES_ARE(POOR_BUFFER_ACCEPTED),
        SCRIPT(BUFFER(0, 16),
               LIST({.base = {.kind = POINTER_GIVEN, .at = 8},
                     .size = 10,
                     .offset = 0x1000,
                     .high = 0x1008,
                     .scale = SCALE_COMPUTED}),
               TICK(0x1000)));
    assert_true(AGREES(0, 9, 9, 9, 9));
}

TEST(more_elements_than_are_kept_are_not_known)
{
    struct region_arguments elements[COMPUTED_PARTS + 1];
    struct tick ticks[COMPUTED_PARTS + 1];
    struct op ops[] = {
        BUFFER(0, 32),
        BUFFER(1, 32),
        {.kind = OP_TICKS, .ticks = ticks, .tick_count = COMPUTED_PARTS + 1}};

    for (unsigned i = 0; i <= COMPUTED_PARTS; i++) {
        elements[i] = (struct region_arguments)ELEMENT(
            0, 2, 0x1000 + 16 * i, 0x1010 + 16 * i, SCALE_COMPUTED);
        elements[i].base.at = 2 * i;
        ticks[i] = (struct tick){0x1000 + 16 * i, 1};
    }
    ops[1] = CALL_(.kind = CALL_PROFIL_LIST, .list_kind = POINTER_GIVEN,
                   .list = elements, .listed = COMPUTED_PARTS + 1);
    run(DIALECT_AIX, AS_PERMITTED, ops, 3);
    assert_null(buffer_of(0, 0)->computed);
    assert_true(buffer_of(0, 0)->undetermined);
}

TEST(the_ticks_of_computed_scales_need_room)
{
    const struct op ops[] = {BUFFER(0, 16), computed_list(), TICK(0x1000)};
    struct script script = {ops, 3, 64, 0, false};
    struct choice_sets sets = behaviour_of(DIALECT_AIX, AS_PERMITTED);
    static unsigned char arena[1 << 14];
    struct event events[16];
    size_t size = model_arena_size(&script);

    choices_begin(&choices, &sets);
    outcome = (struct outcome){events, 0, 16};
    assert_in_range(size, 16 + 2 * SCRIPT_ZONE, sizeof arena);
    assert_true(
        model_run(&model, &script, &choices, &outcome, arena + 1, size));
    outcome.count = 0;
    assert_false(model_run(&model, &script, &choices, &outcome, arena,
                           16 + 2 * SCRIPT_ZONE));
}

TESTS(NULL, NULL)
