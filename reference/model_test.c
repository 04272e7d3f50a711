/* SPDX-License-Identifier: MIT */
/*
 * What a case as text can't say of the model: the memory that it needs, how
 * often it runs, and scripts that no case has.  All else is in tests/.
 */
#include "model.h"

#include <string.h>

#include "behaviour_test.h"
#include "computed.h"
#include "gmon/gmon.h"
#include "unit_test.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))
#define AT(n)                                                                  \
    {                                                                          \
        .kind = POINTER_GIVEN, .buffer = (n)                                   \
    }
#define TICKS(...)                                                             \
    {                                                                          \
        .kind = OP_TICKS, .ticks = (const struct tick[]){__VA_ARGS__},         \
        .tick_count = LENGTH(((const struct tick[]){__VA_ARGS__}))             \
    }

static struct event events[64];
static struct outcome outcome;
static struct choices choices;
static struct model model;
static unsigned char arena[1 << 16];

static struct op buffer_op(uint8_t n, uint32_t size)
{
    return (struct op){.kind = OP_BUFFER, .buffer = n, .size = size};
}

static struct op profil_op(uint8_t n, uint64_t size, uint64_t offset,
                           uint64_t scale)
{
    return (struct op){.kind = OP_CALL,
                       .call = {.kind = CALL_PROFIL,
                                .region = {.base = AT(n),
                                           .size = size,
                                           .offset = offset,
                                           .scale = scale}}};
}

static struct op just(enum op_kind kind)
{
    return (struct op){.kind = kind};
}

static struct op off_op(void)
{
    return profil_op(0, 0, 0, 0);
}

/* A list of one element whose scale is computed, in buffer 0. */
static struct op computed_op(int64_t at, uint32_t size, uint64_t high)
{
    static struct region_arguments element;

    element =
        (struct region_arguments){.base = {.kind = POINTER_GIVEN, .at = at},
                                  .size = size,
                                  .offset = 0x1000,
                                  .high = high,
                                  .scale = SCALE_COMPUTED};
    return (struct op){.kind = OP_CALL,
                       .call = {.kind = CALL_PROFIL_LIST,
                                .list_kind = POINTER_GIVEN,
                                .list = &element,
                                .listed = 1}};
}

/* monitor(0x1000, 0x1020, buffer 0, 8, count) */
static struct op monitor_op(int32_t count)
{
    return (struct op){.kind = OP_CALL,
                       .call = {.kind = CALL_MONITOR,
                                .region = {.base = AT(0),
                                           .size = 8,
                                           .offset = 0x1000,
                                           .high = 0x1020},
                                .count = count}};
}

static struct op stop_op(enum call_kind kind)
{
    return (struct op){.kind = OP_CALL, .call = {.kind = kind}};
}

static struct op monstartup_op(uint64_t low, uint64_t high)
{
    return (struct op){.kind = OP_CALL,
                       .call = {.kind = CALL_MONSTARTUP,
                                .region = {.offset = low, .high = high}}};
}

/* sprofil(list at a bad address, count, null, PROF_USHORT) */
static struct op bad_list_op(int32_t count)
{
    return (struct op){.kind = OP_CALL,
                       .call = {.kind = CALL_SPROFIL,
                                .count = count,
                                .flags = FLAG_USHORT,
                                .list_kind = POINTER_BAD}};
}

/* Run a script as `choices` say, with so much memory and room for events. */
static bool run_in(const struct op *ops, size_t count, size_t memory,
                   size_t room)
{
    const struct script script = {ops, count, 64, 0, false};

    outcome = (struct outcome){events, 0, room};
    return model_run(&model, &script, &choices, &outcome, arena, memory);
}

static void run_all(const struct op *ops, size_t count)
{
    assert_true(run_in(ops, count, sizeof arena, LENGTH(events)));
}

/* Run a script under one behaviour. */
static void run(enum dialect dialect, const enum choice *made,
                const struct op *ops, size_t count)
{
    choices = behave(dialect, made);
    run_all(ops, count);
    assert_false(choices.stuck || choices.overflow);
}

static const unsigned char *bytes_of(unsigned n)
{
    for (size_t i = 0; i < outcome.count; i++)
        if (outcome.events[i].kind == EVENT_BUFFER &&
            outcome.events[i].buffer == n)
            return outcome.events[i].bytes + SCRIPT_ZONE;
    fail_msg("no buffer %u", n);
    return NULL;
}

static unsigned counter(unsigned n, unsigned index)
{
    uint16_t value;

    memcpy(&value, bytes_of(n) + 2 * index, 2);
    return value;
}

static bool consulted(enum rule rule)
{
    return rule_set_has(choices.consulted, rule);
}

/* ---- memory ---- */

TEST(a_script_of_nothing_leads_to_nothing)
{
    struct script script = {NULL, 0, 64, 0, false};
    struct choice_sets sets = choices_known();

    choices_begin(&choices, &sets);
    outcome = (struct outcome){NULL, 0, 0};
    assert_true(model_run(&model, &script, &choices, &outcome, NULL, 0));
    assert_int_equal(outcome.count, 0);
    assert_true(rule_set_empty(choices.consulted));
}

/* With so much memory a script runs, and with less it does not. */
static void assert_needs(enum dialect dialect, const struct op *ops,
                         size_t count, size_t size)
{
    for (size_t less = 0; less <= size; less++) {
        choices = behave(dialect, AS_PERMITTED);
        assert_int_equal(run_in(ops, count, size - less, LENGTH(events)),
                         less == 0);
    }
}

TEST(a_script_needs_so_much_arena_and_not_less)
{
    const struct op ops[] = {
        buffer_op(0, 8),
        {.kind = OP_BUFFER, .buffer = 1, .size = 9, .shared = true},
        just(OP_FORK),
        just(OP_END)};
    const struct op file[] = {monstartup_op(1, 2), stop_op(CALL_MONITOR_STOP),
                              just(OP_FILE)};
    const struct op profile[] = {monstartup_op(0x1000, 0x2000),
                                 stop_op(CALL_MCLEANUP), just(OP_PROFILE)};
    struct script script = {ops, 4, 64, 0, false};

    assert_int_equal(model_arena_size(&script), 2 * (8 + 9 + 4 * SCRIPT_ZONE));
    assert_needs(DIALECT_AIX, ops, 4, model_arena_size(&script));
    script = (struct script){file, 3, 64, 0, false};
    assert_int_equal(model_arena_size(&script), sizeof(struct file_contents));
    assert_needs(DIALECT_AIX_MONITOR, file, 3, sizeof(struct file_contents));
    script = (struct script){profile, 3, 64, 0, false};
    assert_int_equal(gmon_arena_size(&script), sizeof(struct gmon_counts));
    assert_needs(DIALECT_GMON, profile, 3, sizeof(struct gmon_counts));
    script.count = 2;
    assert_int_equal(gmon_arena_size(&script), 0);
    assert_false(gmon_used(&script));
}

/* Wherever it begins. */
TEST(the_ticks_of_computed_scales_need_room)
{
    const struct op ops[] = {buffer_op(0, 16), computed_op(8, 8, 0x1008),
                             TICKS({0x1000, 1})};
    struct script script = {ops, 3, 64, 0, false};
    size_t size = model_arena_size(&script);

    choices = behave(DIALECT_AIX, AS_PERMITTED);
    outcome = (struct outcome){events, 0, LENGTH(events)};
    assert_in_range(size, 16 + 2 * SCRIPT_ZONE, sizeof arena - 1);
    assert_true(
        model_run(&model, &script, &choices, &outcome, arena + 1, size));
    assert_false(run_in(ops, 3, 16 + 2 * SCRIPT_ZONE, LENGTH(events)));
}

TEST(a_script_needs_so_many_events_and_not_more)
{
    struct op ops[SCRIPT_BUFFERS + 8] = {{0}};
    struct script script = {ops, LENGTH(ops), 64, 0, false};
    size_t k, limit;

    for (k = 0; k < SCRIPT_BUFFERS; k++)
        ops[k] = buffer_op((uint8_t)k, 8);
    ops[k++] = off_op();
    for (unsigned n = 0; n < 2; n++) {
        ops[k++] = just(OP_FORK);
        ops[k++] = just(OP_EXEC);
        ops[k++] = just(OP_END);
    }
    ops[k] = just(OP_EXEC);
    limit = model_event_limit(&script);
    for (size_t room = 0; room <= limit; room++) {
        choices = behave(DIALECT_AIX, AS_PERMITTED);
        if (run_in(ops, LENGTH(ops), sizeof arena, room))
            assert_true(room >= outcome.count);
        else
            assert_true(outcome.count == room && room < limit);
    }
    /* the call; of two children and their parent the buffers and the exec;
     * that the children ended */
    assert_int_equal(outcome.count, 1 + 3 * (SCRIPT_BUFFERS + 1) + 2);
}

TEST(the_same_script_leads_to_the_same_outcome)
{
    const struct op ops[] = {buffer_op(0, 8), profil_op(0, 8, 0x1000, 0xffff),
                             off_op(), bad_list_op(1)};
    struct event first[8];
    size_t count;

    run(DIALECT_IRIX, AS_PERMITTED, ops, 4);
    count = outcome.count;
    assert_true(count <= 8);
    memcpy(first, outcome.events, count * sizeof first[0]);
    run(DIALECT_IRIX, AS_PERMITTED, ops, 4);
    assert_int_equal(
        outcome_difference(&outcome, &(struct outcome){first, count, count}),
        -1);
}

/* ---- several errors: how many runs ---- */

TEST(an_error_that_does_not_apply_is_not_reported)
{
    struct choice_sets sets = choices_of_dialect(DIALECT_IRIX, false);
    const struct op op = bad_list_op(65);
    unsigned efault = 0, e2big = 0;

    choices_begin(&choices, &sets);
    do {
        assert_true(run_in(&op, 1, 0, 1));
        efault += events[0].error == ERROR_EFAULT;
        e2big += events[0].error == ERROR_E2BIG;
    } while (choices_next(&choices));
    assert_int_equal(efault, 1);
    assert_int_equal(e2big, 1);
}

/* How many runs there are of so many calls that are wrong in two ways, where
 * each was observed to end so; null: none was observed. */
static unsigned runs_of(unsigned calls, const struct event *seen,
                        const struct choice_sets *sets, unsigned *agreed)
{
    static struct op ops[64];
    struct event observed[64];
    const struct outcome wanted = {observed, seen ? calls : 0, calls};
    unsigned runs = 0;

    for (unsigned k = 0; k < calls; k++) {
        ops[k] = bad_list_op(65);
        observed[k] = seen ? *seen : (struct event){0};
        observed[k].op = (uint16_t)k;
    }
    *agreed = 0;
    choices_begin(&choices, sets);
    choices.observed = &wanted;
    do {
        assert_true(run_in(ops, calls, 0, LENGTH(events)));
        *agreed += outcome_difference(&outcome, &wanted) < 0;
        runs++;
    } while (choices_next(&choices));
    assert_false(choices.overflow);
    return runs;
}

/* Else they would double with each call, and be more than the trail holds. */
TEST(an_error_that_was_observed_is_the_one_reported)
{
    static const struct {
        unsigned calls, may_be, runs, agreed; /* may_be: a set of choices */
        int32_t error;
    } rows[] = {
        {60, 0xffff, 1, 1, ERROR_EFAULT},
        {60, 0xffff, 1, 1, ERROR_UNSEEN},
        {60, 0xffff, 2, 0, ERROR_EACCES},
        {2, 1 << (ERROR_PRECEDENCE_EACCES - ERROR_PRECEDENCE_FIRST_), 1, 0,
         ERROR_EACCES},
        {2, 1 << (ERROR_PRECEDENCE_E2BIG - ERROR_PRECEDENCE_FIRST_), 1, 0,
         ERROR_EFAULT},
    };

    for (size_t k = 0; k < LENGTH(rows); k++) {
        const struct event seen = {
            .kind = EVENT_CALL, .value = -1, .error = rows[k].error};
        struct choice_sets sets = choices_of_dialect(DIALECT_IRIX, false);
        unsigned agreed;

        if (rows[k].may_be != 0xffff)
            sets.of[RULE_ERROR_PRECEDENCE] = (choice_set)rows[k].may_be;
        assert_int_equal(runs_of(rows[k].calls, &seen, &sets, &agreed),
                         rows[k].runs);
        assert_int_equal(agreed, rows[k].agreed);
    }
}

/* A number that is returned is one, too; and where nothing was observed of a
 * call, any may be reported. */
TEST(a_number_may_be_returned_and_a_call_not_observed)
{
    const struct event returned = {
        .kind = EVENT_CALL, .value = ERROR_EFAULT, .error = ERROR_UNSEEN};
    struct choice_sets sets = choices_of_dialect(DIALECT_IRIX, false);
    unsigned agreed;

    sets.of[RULE_RETURN_ON_ERROR] = rule_choices(RULE_RETURN_ON_ERROR);
    runs_of(3, &returned, &sets, &agreed);
    assert_int_equal(agreed, 2); /* errno may be set, too, or not */
    assert_true(runs_of(1, NULL, &sets, &agreed) >= 2);
}

/* What would kill the process does so before an error is reported, or after. */
TEST(a_call_dies_or_reports_whichever_was_observed)
{
    const struct event seen[] = {
        {.kind = EVENT_CRASH},
        {.kind = EVENT_CALL, .value = -1, .error = ERROR_E2BIG}};
    struct choice_sets sets = choices_of_dialect(DIALECT_IRIX, false);
    unsigned agreed;

    sets.of[RULE_BAD_ADDRESS] = choice_bit(BAD_ADDRESS_CRASHES);
    sets.of[RULE_COUNT_LIMIT] = choice_bit(COUNT_LIMIT_E2BIG);
    for (unsigned k = 0; k < LENGTH(seen); k++) {
        assert_int_equal(runs_of(1, &seen[k], &sets, &agreed), 1);
        assert_int_equal(agreed, 1);
    }
    assert_int_equal(runs_of(1, NULL, &sets, &agreed), 2);
}

/* The events of a run of three calls that is compared with so many, of which
 * one is another; how it went on does not matter then. */
static size_t events_until_odds(size_t seen, size_t other, enum event_kind kind)
{
    struct op ops[] = {bad_list_op(65), bad_list_op(65), bad_list_op(65)};
    struct choice_sets sets = choices_of_dialect(DIALECT_IRIX, false);
    struct event observed[4];
    const struct outcome wanted = {observed, seen, LENGTH(observed)};

    for (unsigned k = 0; k < LENGTH(observed); k++)
        observed[k] = (struct event){.kind = k == other ? kind : EVENT_CALL,
                                     .value = -1,
                                     .error = ERROR_UNSEEN,
                                     .op = (uint16_t)k};
    choices_begin(&choices, &sets);
    choices.observed = &wanted;
    choices.until_odds = true;
    run_all(ops, LENGTH(ops));
    assert_int_equal(model.at_odds, outcome_difference(&outcome, &wanted) >= 0);
    return outcome.count;
}

TEST(a_run_may_end_where_it_is_at_odds_with_what_was_seen)
{
    assert_int_equal(events_until_odds(3, 3, EVENT_CALL), 3);
    assert_int_equal(events_until_odds(3, 0, EVENT_CRASH), 1);
    assert_int_equal(events_until_odds(3, 1, EVENT_CRASH), 2);
    assert_int_equal(events_until_odds(3, 1, EVENT_ANYTHING), 3);
    assert_int_equal(events_until_odds(1, 3, EVENT_CALL), 2);
    assert_int_equal(events_until_odds(0, 3, EVENT_CALL), 1);
    assert_int_equal(events_until_odds(1, 0, EVENT_ANYTHING), 3);
}

/* Nor are its buffers reported then. */
TEST(a_run_at_odds_has_no_end)
{
    struct op ops[] = {buffer_op(0, 16), buffer_op(1, 16), off_op()};
    struct choice_sets sets = choices_of_dialect(DIALECT_AIX, false);
    struct event crash = {.kind = EVENT_CRASH, .op = 2};
    const struct outcome wanted = {&crash, 1, 1};

    choices_begin(&choices, &sets);
    choices.observed = &wanted;
    for (unsigned until = 0; until < 2; until++) {
        choices.until_odds = until;
        run_all(ops, 3);
        assert_int_equal(outcome.count, until ? 1 : 3);
    }
    run_all(ops, 2); /* both are reported at once */
    assert_int_equal(outcome.count, 2);
}

/* ---- ticks ---- */

/* 9 ticks from a value on, all in one operation or each in its own. */
static void run_ticks(const enum choice *made, uint8_t width, uint32_t from,
                      bool together)
{
    const struct region_arguments region = {
        .base = AT(0), .size = 16, .offset = 0x1000, .scale = 65536};
    const struct op all = TICKS({0x1000, 9}), one = TICKS({0x1000, 1});
    struct op ops[11] = {
        {.kind = OP_BUFFER, .size = 16, .fill_width = width, .fill = from},
        {.kind = OP_CALL,
         .call = {.kind = CALL_SPROFIL,
                  .count = 1,
                  .flags = width == 2 ? FLAG_USHORT : FLAG_UINT,
                  .list_kind = POINTER_GIVEN,
                  .list = &region,
                  .listed = 1}},
        all};

    for (unsigned n = 0; n < 9 && !together; n++)
        ops[2 + n] = one;
    run(DIALECT_IRIX, made, ops, together ? 3 : 11);
}

TEST(many_ticks_at_once_are_as_many_one_by_one)
{
    static const uint32_t from[] = {0, 32762, 65530, 0xfffffffa};
    unsigned char alone[16];

    for (enum choice full = COUNTER_FULL_FIRST_; full <= COUNTER_FULL_CARRY;
         full++)
        for (enum choice bits = COUNTER_BITS_FIRST_;
             bits <= COUNTER_BITS_BELOW_65535; bits++)
            for (unsigned k = 0; k < 8; k++) {
                const enum choice *made = CHOICES_ARE(full, bits);

                run_ticks(made, k & 1 ? 4 : 2, from[k / 2], false);
                memcpy(alone, bytes_of(0), 16);
                run_ticks(made, k & 1 ? 4 : 2, from[k / 2], true);
                assert_memory_equal(bytes_of(0), alone, 16);
            }
}

/* ---- what no case has ---- */

/* A zone is there to be written to by mistake; what lies past it is not. */
TEST(past_a_buffers_zone_is_a_fault)
{
    static const struct {
        uint64_t size, offset, scale, pc;
        bool fault;
    } rows[] = {
        {74, 0x1000, 0xffff, 0x1046, false}, /* bytes 70, 71 of 72 */
        {74, 0x1000, 0xffff, 0x1048, true},  /* bytes 72, 73 */
        /* beyond the buffer, and beyond all addresses */
        {UINT64_MAX / 2 + 9, 0, 0xffff, UINT64_MAX, false},
        {UINT64_MAX - 1, 0, 65536, UINT64_MAX - 9, true},
    };

    for (size_t k = 0; k < LENGTH(rows); k++) {
        const struct op ops[] = {
            buffer_op(0, 8),
            profil_op(0, rows[k].size, rows[k].offset, rows[k].scale),
            TICKS({rows[k].pc, 1})};

        if (rows[k].scale == 65536)
            run(DIALECT_FREEBSD, CHOICES_ARE(POOR_BUFFER_ACCEPTED), ops, 3);
        else
            run(DIALECT_HPUX, CHOICES_ARE(ROUNDING_UP), ops, 3);
        assert_int_equal(consulted(RULE_BUFFER_FAULT), rows[k].fault);
    }
}

TEST(a_buffer_that_is_not_there_is_a_bad_address)
{
    const struct op on[] = {profil_op(3, 8, 0x1000, 0xffff),
                            TICKS({0x1002, 1})};
    const struct op idle = profil_op(7, 0, 0x1000, 65536);
    const struct op remap[] = {{.kind = OP_REMAP, .buffer = 5}};

    run(DIALECT_HPUX, AS_PERMITTED, on, 2);
    assert_true(consulted(RULE_BUFFER_FAULT));
    run(DIALECT_FREEBSD, CHOICES_ARE(OFF_ADDRESS_CHECKED, AFTER_ERROR_KEPT),
        &idle, 1);
    assert_int_equal(outcome.events[0].error, ERROR_EFAULT);
    run(DIALECT_HPUX, AS_PERMITTED, remap, 1);
    assert_int_equal(outcome.count, 0);
}

TEST(an_end_without_a_fork_and_what_follows_an_exec_are_nothing)
{
    const struct op end[] = {buffer_op(0, 8), just(OP_END),
                             profil_op(0, 8, 0x1000, 0xffff),
                             TICKS({0x1002, 1})};
    const struct op exec[] = {buffer_op(0, 8), profil_op(0, 8, 0x1000, 0xffff),
                              just(OP_EXEC), TICKS({0x1002, 1})};

    run(DIALECT_AIX, AS_PERMITTED, end, 4);
    assert_int_equal(counter(0, 1), 1);
    assert_int_equal(outcome.count, 2);
    run(DIALECT_AIX, AS_PERMITTED, exec, 4);
    assert_int_equal(counter(0, 1), 0);
    assert_int_equal(outcome.count, 3);
}

TEST(a_sweep_tells_some_from_none)
{
    const struct op ops[] = {
        buffer_op(0, 16),
        profil_op(0, 8, 0x1000, 0xffff),
        {.kind = OP_SWEEP, .size = 8, .pc = 0x1007, .end = 0x1009, .step = 1},
        {.kind = OP_SWEEP, .size = 8, .pc = 0x1008, .end = 0x100a, .step = 1}};

    run(DIALECT_AIX, AS_PERMITTED, ops, 4);
    assert_int_equal(outcome.events[1].value, SWEEP_OUTSIDE);
    assert_int_equal(outcome.events[2].value, SWEEP_NONE);
}

TEST(a_sweep_of_no_pc_fits)
{
    const struct op ops[] = {
        buffer_op(0, 16),
        profil_op(0, 8, 0x1000, 0xffff),
        {.kind = OP_SWEEP, .size = 8, .pc = 0x1000, .end = 0x1000, .step = 1}};

    run(DIALECT_AIX, AS_PERMITTED, ops, 3);
    assert_int_equal(outcome.events[1].kind, EVENT_SWEEP);
    assert_int_equal(outcome.events[1].value, SWEEP_FITS);
}

/* Whether the last event, of a buffer, agrees with one in which from that byte
 * on so many bytes are `byte`. */
static bool last_agrees(size_t from, int byte, size_t many)
{
    const struct event *last = &events[outcome.count - 1];
    unsigned char bytes[64 + 2 * SCRIPT_ZONE];
    struct event seen = *last;

    memcpy(bytes, last->bytes, last->size);
    memset(bytes + SCRIPT_ZONE + from, byte, many);
    seen.bytes = bytes;
    seen.undetermined = false;
    seen.computed = NULL;
    return event_agrees(last, &seen);
}

/* One of size 10 from byte 8: its end is in the zone after the buffer. */
TEST(of_computed_counters_past_the_buffer_nothing_is_known)
{
    const struct op ops[] = {buffer_op(0, 16), computed_op(8, 10, 0x1008),
                             TICKS({0x1000, 1})};

    run(DIALECT_AIX, CHOICES_ARE(POOR_BUFFER_ACCEPTED), ops, 3);
    assert_true(last_agrees(8, 9, 8));
}

/* An element [0x1000, high) of so many bytes, a tick at its first address, and
 * no counter that went up: whether the scale may be one that is off. */
static bool may_be_off(uint32_t size, uint64_t high)
{
    const struct op ops[] = {buffer_op(0, 64), computed_op(0, size, high),
                             TICKS({0x1000, 1})};

    run(DIALECT_AIX, CHOICES_ARE(LIST_BOUNDS_BUFFER_ONLY), ops, 3);
    assert_non_null(events[outcome.count - 1].computed);
    return last_agrees(0, 0, 64);
}

TEST(a_computed_scale_is_on_where_one_fits_the_range_into_the_buffer)
{
    assert_false(may_be_off(64, 0x1100));
    assert_false(may_be_off(64, 0x1041));
    assert_true(may_be_off(64, 0x1040)); /* 65536: not of 16 bits */
    assert_true(may_be_off(64, 0x1000));
    assert_false(may_be_off(4, 0x1000 + 4 * 32768));
    assert_true(may_be_off(4, 0x1001 + 4 * 32768));
}

TEST(of_profil_in_a_gmon_script_nothing_is_stated)
{
    const struct op ops[] = {buffer_op(0, 8), profil_op(0, 8, 0x1000, 2),
                             just(OP_PROFILE)};

    run(DIALECT_GMON, AS_PERMITTED, ops, 3);
    assert_int_equal(outcome.events[outcome.count - 1].kind, EVENT_ANYTHING);
}

TEST(a_run_that_may_go_on_in_any_way_is_not_at_odds)
{
    struct op ops[] = {buffer_op(0, 8), profil_op(0, 8, 0x1000, 2),
                       just(OP_PROFILE)};
    struct choice_sets sets = choices_of_dialect(DIALECT_GMON, false);
    const struct outcome nothing = {NULL, 0, 0};

    choices_begin(&choices, &sets);
    choices.observed = &nothing;
    choices.until_odds = true;
    run_all(ops, LENGTH(ops));
    assert_false(model.at_odds);
}

/* The functions that a mon.out has, of one more than there is room for. */
TEST(no_more_functions_than_there_is_room_for)
{
    static const enum choice rows[] = {MON_CALL_LIMIT_FIRST_CALLED,
                                       MON_CALL_LIMIT_UNBOUNDED,
                                       MON_CALL_LIMIT_OVERRUNS};
    struct tick calls[SCRIPT_FUNCTIONS + 1];

    for (unsigned i = 0; i <= SCRIPT_FUNCTIONS; i++)
        calls[i] = (struct tick){0x1000 + i, 1};
    for (unsigned k = 0; k < 2 * LENGTH(rows); k++) {
        const struct op ops[] = {
            buffer_op(0, 16),
            monitor_op(k & 1 ? SCRIPT_FUNCTIONS : 2 * SCRIPT_FUNCTIONS),
            {.kind = OP_FUNCTIONS,
             .ticks = calls,
             .tick_count = SCRIPT_FUNCTIONS + 1},
            stop_op(CALL_MONITOR_STOP),
            just(OP_FILE)};
        struct file_contents file;

        run(DIALECT_AIX_MONITOR, CHOICES_ARE(rows[k / 2]), ops, 5);
        memcpy(&file, outcome.events[2].bytes, sizeof file);
        assert_int_equal(file.functions, SCRIPT_FUNCTIONS);
    }
}

/* No page has both calls.  What monitor counted is kept as it is. */
TEST(profil_clears_a_buffer_that_was_monitored)
{
    const struct op ops[] = {
        {.kind = OP_BUFFER, .size = 16, .fill_width = 2, .fill = 7},
        monitor_op(0),
        TICKS({0x1000, 1}),
        stop_op(CALL_MONITOR_STOP),
        profil_op(0, 16, 0x1000, 0x8000)};

    run(DIALECT_AIX_MONITOR, CHOICES_ARE(BUFFER_START_CLEARED), ops, 5);
    assert_true(outcome.events[outcome.count - 1].undetermined);
}

TESTS(NULL, NULL)
