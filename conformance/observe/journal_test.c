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
#include "inside.h"
#include "record.h"

enum { RANDOM = 20000 };

/* The second tick is not counted: freebsd permits 1 of counter 1 only. */
static const char failing[] =
    "case c\nbuffer b 8\nprofil b 8 0x1000 0x10000\ntick 0x1000 0x1002\n";

static struct case_list list;
static const struct test_case *the_case;
static const struct observe_options of_so = {.impl = &impl_so};

struct recorded {
    struct inside inside;
    struct journal_writer writer;
    unsigned char *before; /* all that is shared, as it was left */
    size_t size;
};

/* As the process of the case leaves it. */
static void record(struct recorded *r)
{
    struct case_error error;
    unsigned char bytes[8 + 2 * SCRIPT_ZONE];

    assert_true(
        case_list_parse(&list, "test", failing, sizeof failing - 1, &error));
    the_case = &list.cases[0];
    *r = (struct recorded){.size = journal_size(the_case)};
    r->inside =
        (struct inside){.cases = &the_case, .count = 1, .writers = &r->writer};
    r->inside.memory = calloc(1, inside_size(&r->inside));
    assert_non_null(r->inside.memory);
    assert_true(inside_begin(&r->inside));
    r->writer.journal.state = JOURNAL_RUNNING;
    r->writer.journal.op = 1;
    journal_event(&r->writer, &(struct event){.kind = EVENT_CALL, .op = 1});
    r->writer.journal.op = 3;
    memset(bytes, SCRIPT_CANARY, sizeof bytes);
    memset(bytes + SCRIPT_ZONE, 0, 8);
    bytes[SCRIPT_ZONE] = 1;
    journal_event(&r->writer,
                  &(struct event){
                      .kind = EVENT_BUFFER,
                      .op = 3,
                      .size = sizeof bytes,
                      .bytes = journal_bytes(&r->writer, bytes, sizeof bytes)});
    r->writer.journal.state = JOURNAL_FINISHED;
    journal_seal(&r->writer);
    r->before = malloc(r->size);
    assert_non_null(r->before);
    memcpy(r->before, r->writer.shared, r->size);
}

static unsigned char *shared(struct recorded *r)
{
    return (unsigned char *)r->writer.shared;
}

static void record_free(struct recorded *r)
{
    free(r->before);
    free(r->inside.memory);
    case_list_free(&list);
}

/* What comes of it, as it is now, where its process exited: the verdict. */
static unsigned verdict_of(struct recorded *r)
{
    struct sandbox_end end = {.how = SANDBOX_ENDED, .mark = 1};
    struct judgement judgement = {.verdict = VERDICTS};
    static char *last;
    static unsigned was;
    struct observation o;

    end.answer = inside_answer(&r->inside, &end, &end.answer_size);
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

static void assert_not_believed(struct recorded *r, size_t at)
{
    unsigned verdict = verdict_of(r);

    if (verdict != VERDICT_FAIL && verdict != VERDICT_CRASH)
        fail_msg("byte %zu: %s", at, verdict_names[verdict]);
    memcpy(shared(r), r->before, r->size);
}

TEST(each_byte_changed_makes_no_pass)
{
    static const unsigned char changes[] = {0x01, 0x02, 0x80, 0xff};
    struct recorded r;

    record(&r);
    assert_int_equal(verdict_of(&r), VERDICT_FAIL);
    for (size_t at = 0; at < r.size; at++) {
        for (size_t k = 0; k < sizeof changes; k++) {
            shared(&r)[at] ^= changes[k];
            assert_not_believed(&r, at);
        }
        shared(&r)[at] = 0;
        assert_not_believed(&r, at);
    }
    record_free(&r);
}

/* As a right implementation would have had it. */
TEST(the_counter_that_is_missing_makes_no_pass)
{
    struct recorded r;

    record(&r);
    r.writer.arena[SCRIPT_ZONE + 2] = 1;
    assert_not_believed(&r, 0);
    r.writer.events[1].undetermined = true;
    assert_not_believed(&r, 0);
    r.writer.events[1].bytes = NULL;
    assert_not_believed(&r, 0);
    record_free(&r);
}

TEST(changes_at_random_make_no_pass)
{
    struct recorded r;
    uint64_t seed = 1;

    record(&r);
    for (unsigned k = 0; k < RANDOM; k++) {
        seed = seed * 6364136223846793005 + 1442695040888963407;
        for (uint64_t n = (seed >> 60) + 1, draw = seed; n > 0; n--) {
            draw = draw * 6364136223846793005 + 1442695040888963407;
            shared(&r)[(draw >> 33) % r.size] = (unsigned char)(draw >> 24);
        }
        assert_not_believed(&r, k);
    }
    record_free(&r);
}

/* One place spoilt, the state before the last is taken; both, none. */
TEST(a_state_before_is_no_pass_either)
{
    struct recorded r;

    record(&r);
    r.writer.shared[r.writer.journal.turn % 2].seal ^= 1;
    assert_int_equal(verdict_of(&r), VERDICT_CRASH);
    r.writer.shared[r.writer.journal.turn % 2].seal ^= 1;
    assert_int_equal(verdict_of(&r), VERDICT_CRASH);
    assert_string_equal(r.writer.journal.note, JOURNAL_WRITTEN_OVER);
    record_free(&r);
}

/* As whoever found the key in its own memory would. */
static void seal_again(struct recorded *r)
{
    const struct seal_key *key = &r->writer.key;

    for (unsigned k = 0; k < 2; k++) {
        struct journal_sealed *state = &r->writer.shared[k];

        state->seal = seal_of(key, 0, &state->journal, sizeof state->journal);
    }
    for (size_t k = 0; k < r->writer.capacity; k++) {
        const struct event *event = &r->writer.events[k];
        uint64_t seal = seal_of(key, 1 + k, event, sizeof *event);

        r->writer.seals[k] =
            event->bytes ? seal_of(key, seal, event->bytes, event->size) : seal;
    }
}

/* Who has the key may say that it counted right, as it may count right; but not
 * that nobody looked, or could. */
TEST(whoever_has_the_key_has_no_excuse_either)
{
    struct recorded r;
    struct journal_sealed *last;

    record(&r);
    last = &r.writer.shared[r.writer.journal.turn % 2];
    seal_again(&r);
    assert_int_equal(verdict_of(&r), VERDICT_FAIL);
    r.writer.events[1].undetermined = true;
    seal_again(&r);
    assert_not_believed(&r, 0);
    r.writer.events[0].value = VALUE_UNSEEN;
    seal_again(&r);
    assert_not_believed(&r, 1);
    last->journal.ended = ENDED_UNSUPPORTED;
    seal_again(&r);
    assert_not_believed(&r, 2);
    last->journal.disturbed = true;
    seal_again(&r);
    assert_int_equal(verdict_of(&r), VERDICT_INCONCLUSIVE);
    last->journal.ended = ENDED_HARNESS;
    seal_again(&r);
    assert_int_equal(verdict_of(&r), VERDICT_ERROR);
    record_free(&r);
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
