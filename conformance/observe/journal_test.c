/* SPDX-License-Identifier: MIT */
/*
 * The record of a case that fails, changed by whoever shares its memory: at
 * each byte, at random, and back to what it was before.  Nothing makes it a
 * pass.
 */
#include "reference/unit_test.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/judge/judge.h"
#include "conformance/language/parsed_test.h"
#include "inside.h"
#include "record.h"

enum { RANDOM = 20000 };

/* The second tick is not counted: freebsd permits 1 of counter 1 only. */
static const char failing[] =
    "case c\nbuffer b 8\nprofil b 8 0x1000 0x10000\ntick 0x1000 0x1002\n";

static struct case_list list;
static const struct test_case *the_case;
static const struct observe_options of_so = {.impl = &impl_so};

static struct inside inside;
static struct journal_writer writer;
static unsigned char *before; /* all that is shared, as it was left */
static size_t shared_size;

/* As the process of the case leaves it. */
static int record(void **state)
{
    unsigned char bytes[8 + 2 * SCRIPT_ZONE];

    (void)state;
    the_case = parsed(&list, failing);
    shared_size = journal_size(the_case);
    writer = (struct journal_writer){0};
    inside =
        (struct inside){.cases = &the_case, .count = 1, .writers = &writer};
    inside.memory = calloc(1, inside_size(&inside));
    assert_non_null(inside.memory);
    inside_begin(&inside);
    writer.journal.state = JOURNAL_RUNNING;
    writer.journal.op = 1;
    journal_event(&writer, &(struct event){.kind = EVENT_CALL, .op = 1});
    writer.journal.op = 3;
    memset(bytes, SCRIPT_CANARY, sizeof bytes);
    memset(bytes + SCRIPT_ZONE, 0, 8);
    bytes[SCRIPT_ZONE] = 1;
    journal_event(&writer, &(struct event){.kind = EVENT_BUFFER,
                                           .op = 3,
                                           .size = sizeof bytes,
                                           .bytes = journal_bytes(
                                               &writer, bytes, sizeof bytes)});
    writer.journal.state = JOURNAL_FINISHED;
    journal_seal(&writer);
    before = malloc(shared_size);
    assert_non_null(before);
    memcpy(before, writer.shared, shared_size);
    return 0;
}

static unsigned char *shared(void)
{
    return (unsigned char *)writer.shared;
}

static int record_free(void **state)
{
    (void)state;
    free(before);
    free(inside.memory);
    case_list_free(&list);
    return 0;
}

/* What comes of it, as it is now, where its process exited: the verdict. */
static unsigned verdict_of(void)
{
    struct sandbox_end end = {.how = SANDBOX_ENDED, .mark = 1};
    struct judgement judgement = {.verdict = VERDICTS};
    static char *last;
    static unsigned was;
    struct observation o;

    end.answer = inside_answer(&inside, &end, &end.answer_size);
    assert_non_null(end.answer);
    if (!last || strcmp(last, end.answer) != 0) {
        assert_int_equal(record_read(&of_so, &the_case, 1, &end, &o), 1);
        judge_alone(DIALECT_FREEBSD, the_case, &o, &judgement);
        observation_free(&o);
        free(last);
        last = end.answer;
        was = judgement.verdict;
    } else {
        free(end.answer);
    }
    return was;
}

static void assert_not_believed(size_t at)
{
    unsigned verdict = verdict_of();

    if (verdict != VERDICT_FAIL && verdict != VERDICT_CRASH)
        fail_msg("byte %zu: %s", at, verdict_names[verdict]);
    memcpy(shared(), before, shared_size);
}

TEST_WITH(each_byte_changed_makes_no_pass, record, record_free)
{
    static const unsigned char changes[] = {0x01, 0x02, 0x80, 0xff};

    assert_int_equal(verdict_of(), VERDICT_FAIL);
    for (size_t at = 0; at < shared_size; at++) {
        for (size_t k = 0; k < sizeof changes; k++) {
            shared()[at] ^= changes[k];
            assert_not_believed(at);
        }
        shared()[at] = 0;
        assert_not_believed(at);
    }
}

/* As a right implementation would have had it. */
TEST_WITH(the_counter_that_is_missing_makes_no_pass, record, record_free)
{
    writer.arena[SCRIPT_ZONE + 2] = 1;
    assert_not_believed(0);
    writer.events[1].undetermined = true;
    assert_not_believed(0);
    writer.events[1].bytes = NULL;
    assert_not_believed(0);
}

TEST_WITH(changes_at_random_make_no_pass, record, record_free)
{
    uint64_t seed = 1;

    for (unsigned k = 0; k < RANDOM; k++) {
        seed = seed * 6364136223846793005 + 1442695040888963407;
        for (uint64_t n = (seed >> 60) + 1, draw = seed; n > 0; n--) {
            draw = draw * 6364136223846793005 + 1442695040888963407;
            shared()[(draw >> 33) % shared_size] = (unsigned char)(draw >> 24);
        }
        assert_not_believed(k);
    }
}

/* One place spoilt, the state before the last is taken; both, none. */
TEST_WITH(a_state_before_is_no_pass_either, record, record_free)
{
    writer.shared[writer.journal.turn % 2].seal ^= 1;
    assert_int_equal(verdict_of(), VERDICT_CRASH);
    writer.shared[writer.journal.turn % 2].seal ^= 1;
    assert_int_equal(verdict_of(), VERDICT_CRASH);
    assert_string_equal(writer.journal.note, JOURNAL_WRITTEN_OVER);
}

/* As whoever found the key in its own memory would. */
static void seal_again(void)
{
    const struct seal_key *key = &writer.key;

    for (unsigned k = 0; k < 2; k++) {
        struct journal_sealed *state = &writer.shared[k];

        state->seal = seal_of(key, 0, &state->journal, sizeof state->journal);
    }
    for (size_t k = 0; k < writer.capacity; k++) {
        const struct event *event = &writer.events[k];
        uint64_t seal = seal_of(key, 1 + k, event, sizeof *event);

        writer.seals[k] =
            event->bytes ? seal_of(key, seal, event->bytes, event->size) : seal;
    }
}

/* Who has the key may say that it counted right, as it may count right; but not
 * that nobody looked, or could. */
TEST_WITH(whoever_has_the_key_has_no_excuse_either, record, record_free)
{
    struct journal_sealed *last = &writer.shared[writer.journal.turn % 2];

    seal_again();
    assert_int_equal(verdict_of(), VERDICT_FAIL);
    writer.events[1].undetermined = true;
    seal_again();
    assert_not_believed(0);
    writer.events[0].value = VALUE_UNSEEN;
    seal_again();
    assert_not_believed(1);
    last->journal.ended = ENDED_UNSUPPORTED;
    seal_again();
    assert_not_believed(2);
    last->journal.disturbed = true;
    seal_again();
    assert_int_equal(verdict_of(), VERDICT_INCONCLUSIVE);
    last->journal.ended = ENDED_HARNESS;
    seal_again();
    assert_int_equal(verdict_of(), VERDICT_ERROR);
}

/* What one process seals is nothing in another's record. */
TEST(a_seal_is_of_its_place_and_its_key)
{
    struct seal_key key = seal_key_new(), other = seal_key_new();

    assert_true(seal_of(&key, 1, "abc", 3) == seal_of(&key, 1, "abc", 3));
    assert_true(seal_of(&key, 1, "abc", 3) != seal_of(&key, 2, "abc", 3));
    assert_true(seal_of(&key, 1, "abc", 3) != seal_of(&other, 1, "abc", 3));
    assert_true(seal_of(&key, 1, "abc", 3) != seal_of(&key, 1, "abc\0", 4));
}

/* The example of the paper that has it: key 00 to 0f, text 00 to 0e; here the
 * first eight bytes are the place. */
TEST(it_is_siphash)
{
    const struct seal_key key = {{0x0706050403020100, 0x0f0e0d0c0b0a0908}};
    const unsigned char rest[] = {8, 9, 10, 11, 12, 13, 14};

    assert_true(seal_of(&key, 0x0706050403020100, rest, sizeof rest) ==
                0xa129ca6149be45e5);
}

TESTS(NULL, NULL)
