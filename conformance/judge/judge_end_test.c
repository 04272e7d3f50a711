/* SPDX-License-Identifier: MIT */
/* What is reported of a case that ended in a way of its own, that wrote far
 * outside, or that has a note. */
#include "conformance/language/observed.h"
#include "conformance/language/parsed_test.h"
#include "judge.h"
#include "judge_state.h"
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

TEST(what_hung_or_was_forged_is_reported_with_its_note)
{
    check_end(ENDED_TIMEOUT, 0, "", STILL);
    check_end(ENDED_TIMEOUT, 1, "", STILL);
    check_end(ENDED_TIMEOUT, 1, "the note", STILL ": the note");
    check_end(ENDED_FORGED, 0, "", "its process reported something impossible");
    check_end(ENDED_FORGED, 0, "the note",
              "its process reported something impossible: the note");
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
    c = observed(&bench, ODD_AT_THREE);
    strcpy(bench.observation.note, "the note");
    judge_alone(bench.dialect, c, &bench.observation, &bench.judgement);
    assert_int_equal(bench.judgement.verdict, VERDICT_FAIL);
    assert_false(bench.judgement.finding);
    assert_string_equal(bench.judgement.seen.got, "b[1] is 1: the note");
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
    struct judgement j = stray(DIALECT_AIX, ROUNDING_DOWN, ODD_AT_THREE, 3);

    assert_int_equal(j.verdict, VERDICT_FAIL);
    assert_int_equal(j.cause_count, 1);
    assert_string_equal(j.other, "");
    assert_string_equal(
        j.seen.got, "b[1] is 1; 3 bytes were written far outside the buffer");
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

/* A mon.out that cannot be read: it is there, and that is all it shows. */

static const char *const file_case = "case c\nmonstartup 0x20000 0x22000\n"
                                     "tick 0x20000\nmonitor 0\nfile\n";

static struct judgement judged_all(const char *text)
{
    struct case_list list = {0};
    const struct test_case *c = parsed(&list, file_case);
    struct observation o = {0};
    struct observed_error error;
    struct judgement judgement;
    if (!observed_parse(text, strlen(text), &o, &error))
        fail_msg("%s", error.text);
    judge_alone(DIALECT_AIX_MONITOR, c, &o, &judgement);
    observation_free(&o);
    case_list_free(&list);
    return judgement;
}

/* The verdict on a run which left such a file. */
static struct judgement judged_with(const char *file)
{
    char text[120];

    snprintf(text, sizeof text,
             "0 call none; 2 call none; 3 file %s; ended normally at 4", file);
    return judged_all(text);
}

TEST(a_layout_that_is_not_known_is_unsupported)
{
    struct judgement judgement = judged_with("unreadable");

    assert_int_equal(judgement.verdict, VERDICT_UNSUPPORTED);
    assert_non_null(strstr(judgement.detail, "layout that is not known"));
    assert_false(judgement.finding);
}

/* What else is wrong fails, whatever the file is like. */
TEST(what_fails_with_a_file_like_that_fails)
{
    struct judgement judgement = judged_all(
        "0 call none; 2 call 7; 3 file unreadable; ended normally at 4");

    assert_int_equal(judgement.verdict, VERDICT_FAIL);
    assert_null(strstr(judgement.detail, "layout that is not known"));
}

/* aix-monitor.3: it is written, however it is laid out. */
TEST(a_file_that_is_not_there_fails)
{
    assert_int_equal(judged_with("absent").verdict, VERDICT_FAIL);
}

/* What a judge takes as evidence, and what it knows when it forgot it. */

/* A judge of a sprofil of its own knows a case by any of its calls. */
TEST(a_call_of_sprofil_anywhere_is_of_its_interface)
{
    static const char *const first = "case first\nsprofil [ ] 0 null ushort\n";
    struct bench bench = begin(DIALECT_GLIBC);

    show(&bench, first);
    show(&bench, ODD_NUMBER);
    judge_conclude(bench.judge);
    verdict_on(&bench, 0);
    assert_int_equal(bench.judgement.interface, 1);
    verdict_on(&bench, 1);
    assert_int_equal(bench.judgement.interface, 0);
    assert_int_equal(bench.judge->of[1].evidence.count, 1);
    end(&bench);
    bench = begin(DIALECT_IRIX);
    judged(&bench, first);
    assert_int_equal(judge_interfaces(bench.judge), 1);
    assert_int_equal(bench.judgement.interface, 0);
    end(&bench);
}

TEST(what_did_not_end_or_was_disturbed_is_no_evidence)
{
    static const struct {
        uint8_t ended;
        bool disturbed;
        size_t count;
    } rows[] = {
        {ENDED_NORMALLY, false, 1}, {ENDED_SIGNAL, false, 1},
        {ENDED_EXIT, false, 1},     {ENDED_TIMEOUT, false, 0},
        {ENDED_FORGED, false, 0},   {ENDED_NORMALLY, true, 0},
        {ENDED_HARNESS, true, 0},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct bench bench = begin(DIALECT_AIX);
        const struct test_case *c = observed(&bench, ODD_NUMBER);

        bench.observation.ended = rows[k].ended;
        bench.observation.disturbed = rows[k].disturbed;
        judge_see(bench.judge, c, &bench.observation);
        assert_int_equal(bench.judge->of[0].evidence.count, rows[k].count);
        end(&bench);
    }
}

/* What was seen may go: what the judge learnt from it stays. */
TEST(a_judge_that_forgets_judges_as_before)
{
    struct bench bench = begin(DIALECT_GLIBC);
    const struct test_case *c;

    take(&bench, SCALE_OFF_NEVER);
    show(&bench, "case a\nbuffer b 16\nprofil b 16 0x1000 0\ntick 0x1000\n");
    show(&bench, "case b\nbuffer b 16\nprofil b 16 0x1000 0\ntick 0x1008\n");
    show(&bench, "case c\nbuffer b 16\nsprofil [ b 16 0x1000 0 ] 1 null "
                 "ushort\ntick 0x1000\n");
    judge_conclude(bench.judge);
    judge_forget(bench.judge);
    for (unsigned i = 0; i < 2; i++)
        for (size_t k = 0; k < bench.judge->of[i].evidence.count; k++) {
            assert_null(bench.judge->of[i].evidence.rows[k].c);
            assert_null(bench.judge->of[i].evidence.rows[k].observation);
        }
    c = observed(&bench, "case a\nbuffer b 16\nprofil b 16 0x1000 0\n"
                         "tick 0x1000\n");
    judge_case(bench.judge, c, &bench.observation, &bench.judgement);
    assert_int_equal(bench.judgement.verdict, VERDICT_FAIL);
    says(&bench, "Scale 0 did not turn profiling off");
    judge_free(NULL);
    end(&bench);
}

/* Two behaviours are reported: of the rules that cases consulted, what is
 * left. */
TEST(the_behaviour_reported_is_of_what_the_cases_consulted)
{
    struct bench bench = begin(DIALECT_AIX);
    struct choice_sets left;
    struct rule_set consulted;

    take(&bench, ROUNDING_DOWN);
    show(&bench, ODD_NUMBER);
    judge_conclude(bench.judge);
    consulted = judge_behaviour(bench.judge, 0, &left);
    assert_true(rule_set_has(consulted, RULE_ROUNDING));
    assert_false(rule_set_has(consulted, RULE_FORK));
    assert_int_equal(left.of[RULE_ROUNDING],
                     judge_diagnosis(bench.judge, 0)->blames[0].found);
    for (unsigned r = 0; r < RULES; r++) {
        assert_true(left.of[r] != 0);
        if (!dialect_has_rule(DIALECT_AIX, r))
            assert_false(rule_set_has(consulted, r));
    }
    end(&bench);
}

TEST(of_rules_that_nothing_consulted_nothing_is_reported)
{
    struct bench bench = begin(DIALECT_AIX);
    struct choice_sets left;
    struct rule_set consulted;

    show(&bench, "case off\nprofil null 0 0 0\n");
    judge_conclude(bench.judge);
    consulted = judge_behaviour(bench.judge, 0, &left);
    assert_false(rule_set_has(consulted, RULE_UNIT));
    assert_false(rule_set_has(consulted, 0));
    assert_true(rule_set_has(consulted, RULE_RETURN_ON_SUCCESS));
    end(&bench);
}

/* Of what nothing explains nothing is learnt, not even that it is against the
 * rest. */
TEST(what_nothing_explains_leaves_the_behaviour_as_it_is)
{
    struct bench bench = begin(DIALECT_AIX);
    struct choice_sets left;

    show(&bench, ODD_NUMBER);
    bench.seen[0].arena[SCRIPT_ZONE] = 77; /* ticks that nobody delivered */
    judge_free(bench.judge);
    bench.judge = judge_new(DIALECT_AIX);
    judge_see(bench.judge, bench.shown[0].cases, &bench.seen[0]);
    judge_conclude(bench.judge);
    assert_int_equal(verdict_on(&bench, 0), VERDICT_FAIL);
    assert_string_equal(bench.judgement.other, "unexplained: too many, profil");
    assert_int_equal(bench.judgement.cause_count, 0);
    judge_behaviour(bench.judge, 0, &left);
    for (unsigned r = 0; r < RULES; r++)
        assert_true(left.of[r] != 0);
    end(&bench);
}

TESTS(NULL, NULL)
