/* SPDX-License-Identifier: MIT */
/* What is said of a case that ended in a way of its own, that wrote far
 * outside, or that has a note. */
#include "judged_test.h"
#include "reference/unit_test.h"

#define ODD_INPUT "buffer b 16; profil b 16 0x1000 0x8000; tick 0x1002"
#define STILL                                                                  \
    "still running in `profil b 16 0x1000 0x8000` after its time limit"

/* What is said where it ended so in its second operation, with so many things
 * seen before. */
static struct judgement ended_with(unsigned ended, size_t count,
                                   const char *note)
{
    struct bench bench = begin(DIALECT_AIX);
    const struct test_case *c = observed(&bench, ODD_NUMBER);

    assert_true(count <= bench.observation.outcome.count);
    bench.observation.ended = (uint8_t)ended;
    bench.observation.op = 1;
    bench.observation.outcome.count = count;
    strcpy(bench.observation.note, note);
    judge_alone(bench.dialect, c, &bench.observation, &bench.judgement);
    end(&bench);
    return bench.judgement;
}

static void check_end(unsigned ended, size_t count, const char *note,
                      const char *got)
{
    struct judgement j = ended_with(ended, count, note);
    char detail[400];
    bool late = ended == ENDED_TIMEOUT;

    snprintf(detail, sizeof detail, ODD_INPUT ": %s", got);
    assert_int_equal(j.verdict, late ? VERDICT_TIMEOUT : VERDICT_CRASH);
    assert_string_equal(j.input, ODD_INPUT);
    assert_string_equal(j.seen.got, got);
    assert_string_equal(j.seen.permitted, late ? "it returns" : "");
    assert_string_equal(j.other, late ? "timeout: profil"
                                      : "forged: the process of a case");
    assert_string_equal(j.detail, detail);
}

TEST(what_hung_or_was_forged_is_told_with_its_note)
{
    check_end(ENDED_TIMEOUT, 0, "", STILL);
    check_end(ENDED_TIMEOUT, 1, "", STILL);
    check_end(ENDED_TIMEOUT, 1, "the note", STILL ": the note");
    check_end(ENDED_FORGED, 0, "", "its process told what can't be so");
    check_end(ENDED_FORGED, 0, "the note",
              "its process told what can't be so: the note");
}

/* It was not put to the implementation: what it would hang in is not known. */
TEST(of_a_case_that_is_not_asked_any_more_the_note_is_all)
{
    check_end(ENDED_TIMEOUT, 0, "the note", "the note");
}

TEST(what_is_not_judged_has_its_note_alone)
{
    struct judgement j = ended_with(ENDED_UNSUPPORTED, 1, "the note");

    assert_int_equal(j.verdict, VERDICT_UNSUPPORTED);
    assert_string_equal(j.detail, "the note");
    assert_string_equal(j.seen.got, "");
    assert_false(j.finding);
    j = ended_with(ENDED_HARNESS, 1, "the note");
    assert_int_equal(j.verdict, VERDICT_ERROR);
    assert_string_equal(j.detail, "the note");
}

TEST(a_note_stands_after_what_failed_and_not_at_all_in_a_pass)
{
    struct bench bench = begin(DIALECT_AIX);
    const struct test_case *c = observed(&bench, ODD_NUMBER);

    strcpy(bench.observation.note, "the note");
    judge_alone(bench.dialect, c, &bench.observation, &bench.judgement);
    assert_int_equal(bench.judgement.verdict, VERDICT_PASS);
    assert_null(strstr(bench.judgement.detail, "the note"));
    take(&bench, ROUNDING_DOWN);
    c = observed(&bench, ODD_NUMBER);
    strcpy(bench.observation.note, "the note");
    judge_alone(bench.dialect, c, &bench.observation, &bench.judgement);
    assert_int_equal(bench.judgement.verdict, VERDICT_FAIL);
    assert_false(bench.judgement.finding);
    assert_string_equal(bench.judgement.seen.got, "b[0] is 1: the note");
    says(&bench, "to be rounded up; the note");
    end(&bench);
}

/* That a forked child is off fails nobody; a note makes it worth reading. */
TEST(a_note_makes_a_finding_of_what_is_left_open)
{
    static const char text[] = "case fork\nbuffer b 16\n"
                               "profil b 16 0x1000 0x8000\nfork\n"
                               "tick 0x1001\nend\ntick 0x1001\n";
    struct bench bench = begin(DIALECT_FREEBSD);
    const struct test_case *c;

    take(&bench, FORK_CHILD_OFF);
    c = observed(&bench, text);
    judge_alone(bench.dialect, c, &bench.observation, &bench.judgement);
    assert_false(bench.judgement.finding);
    strcpy(bench.observation.note, "the note");
    judge_alone(bench.dialect, c, &bench.observation, &bench.judgement);
    assert_int_equal(bench.judgement.verdict, VERDICT_UNSPECIFIED);
    assert_true(bench.judgement.finding);
    assert_string_equal(bench.judgement.detail,
                        "buffer b 16; profil b 16 0x1000 0x8000; fork; "
                        "tick 0x1001; end; tick 0x1001: the note");
    end(&bench);
}

/* A case with so many bytes written far outside, besides what it shows. */
static struct judgement stray(enum dialect dialect, enum choice choice,
                              const char *text, uint32_t bytes)
{
    struct bench bench = begin(dialect);
    const struct test_case *c;

    take(&bench, choice);
    c = observed(&bench, text);
    bench.observation.stray = bytes;
    judge_alone(bench.dialect, c, &bench.observation, &bench.judgement);
    end(&bench);
    return bench.judgement;
}

TEST(one_byte_far_outside_is_enough)
{
    struct judgement j = stray(DIALECT_AIX, ROUNDING_UP, ODD_NUMBER, 1);

    assert_int_equal(j.verdict, VERDICT_FAIL);
    assert_int_equal(j.cause_count, 0);
    assert_string_equal(j.other, "stray: far outside");
    assert_string_equal(j.input, ODD_INPUT);
    assert_string_equal(j.seen.got,
                        "1 bytes were written far outside the buffer");
    assert_string_equal(j.detail, ODD_INPUT
                        "; 1 bytes were written far outside the buffer");
}

TEST(what_fails_anyway_keeps_its_cause_and_tells_both)
{
    struct judgement j = stray(DIALECT_AIX, ROUNDING_DOWN, ODD_NUMBER, 3);

    assert_int_equal(j.verdict, VERDICT_FAIL);
    assert_int_equal(j.cause_count, 1);
    assert_string_equal(j.other, "");
    assert_string_equal(
        j.seen.got, "b[0] is 1; 3 bytes were written far outside the buffer");
    assert_non_null(strstr(j.detail, "to be rounded up; 3 bytes were"));
}

TEST(what_is_left_open_fails_by_what_it_wrote)
{
    struct judgement j =
        stray(DIALECT_FREEBSD, FORK_CHILD_OFF,
              "case fork\nbuffer b 16\nprofil b 16 0x1000 0x8000\nfork\n"
              "tick 0x1001\nend\n",
              2);

    assert_int_equal(j.verdict, VERDICT_FAIL);
    assert_string_equal(j.input, "buffer b 16; profil b 16 0x1000 0x8000; "
                                 "fork; tick 0x1001; end");
}

/* What one was seen to do, where some of it was not seen. */
static struct judgement unseen(enum choice choice, size_t event, bool buffer)
{
    struct bench bench = begin(DIALECT_FREEBSD);
    const struct test_case *c;

    take(&bench, choice);
    c = observed(&bench, ODD_NUMBER);
    bench.observation.unseen = true;
    if (buffer)
        bench.observation.outcome.events[event].undetermined = true;
    else
        bench.observation.outcome.events[event].value = VALUE_UNSEEN;
    judge_alone(bench.dialect, c, &bench.observation, &bench.judgement);
    end(&bench);
    return bench.judgement;
}

TEST(what_was_not_seen_makes_no_pass)
{
    struct judgement j = unseen(ROUNDING_DOWN, 0, false);

    assert_int_equal(j.verdict, VERDICT_UNSUPPORTED);
    assert_string_equal(j.detail, "what a call returned was not seen; what "
                                  "was seen is permitted");
    j = unseen(ROUNDING_DOWN, 1, true);
    assert_int_equal(j.verdict, VERDICT_UNSUPPORTED);
    assert_string_equal(j.detail, "what a buffer holds in the end was not "
                                  "seen; what was seen is permitted");
    j = unseen(ROUNDING_UP, 0, false);
    assert_int_equal(j.verdict, VERDICT_FAIL);
}

TESTS(NULL, NULL)
