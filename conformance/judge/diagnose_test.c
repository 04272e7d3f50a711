/* SPDX-License-Identifier: MIT */
#include "diagnose.h"

#include "conformance/cases/parsed_test.h"
#include "reference/unit_test.h"

#include <signal.h>

#define TWO_CALLS                                                              \
    "case two\nbuffer b 8\nprofil b 8 0x1000 0x8000\nprofil b 8 0x1000 0\n"

enum { WHOLE = 8 + 2 * SCRIPT_ZONE };

/* Two calls, and a buffer whose counter holds that number. */
struct shown {
    unsigned char bytes[WHOLE];
    struct event events[3];
    struct outcome outcome;
};

static void show(struct shown *shown, int first, int second, unsigned counter,
                 uint16_t number)
{
    memset(shown->bytes, 0, WHOLE);
    memcpy(shown->bytes + SCRIPT_ZONE + 2 * counter, &number, sizeof number);
    shown->events[0] = (struct event){.op = 1, .value = first};
    shown->events[1] = (struct event){.op = 2, .value = second};
    shown->events[2] = (struct event){
        .kind = EVENT_BUFFER, .op = 3, .bytes = shown->bytes, .size = WHOLE};
    shown->outcome = (struct outcome){shown->events, 3, 3};
}

struct permitted {
    int first, second;
    unsigned counter;
    uint16_t number;
};

/* What is said of an observation beside these permitted outcomes. */
static void check(const struct shown *observed,
                  const struct permitted *permitted, size_t count,
                  const char *expected)
{
    struct case_list list = {0};
    struct divergence d = {.c = parsed(&list, TWO_CALLS),
                           .observed = &observed->outcome};
    struct shown other;
    struct difference words;
    char text[900];

    for (size_t k = 0; k < count; k++) {
        show(&other, permitted[k].first, permitted[k].second,
             permitted[k].counter, permitted[k].number);
        divergence_add(&d, &other.outcome);
    }
    diagnose_difference(&d, &words);
    snprintf(text, sizeof text, "%s%s%s", words.got,
             *words.permitted ? ", permitted " : "", words.permitted);
    assert_string_equal(text, expected);
    case_list_free(&list);
}

TEST(the_first_difference_is_named)
{
    struct shown observed;

    show(&observed, 0, -1, 2, 5);
    check(&observed, (struct permitted[]){{0, -1, 2, 6}}, 1,
          "b[2] is 5, permitted 6");
    check(&observed, (struct permitted[]){{0, 0, 2, 6}}, 1,
          "profil b 8 0x1000 0 returned -1, permitted returned 0");
}

TEST(what_agrees_says_nothing)
{
    struct shown observed;

    show(&observed, 0, 0, 1, 1);
    check(&observed, (struct permitted[]){{0, 0, 1, 1}}, 1, "");
}

TEST(the_outcome_that_agrees_longest_is_the_measure)
{
    static const struct permitted near_last[] = {
        {9, 0, 2, 5}, {0, 0, 0, 7}, {0, 0, 2, 5}};
    static const struct permitted near_first[] = {
        {0, 0, 2, 5}, {0, 0, 0, 7}, {9, 0, 2, 5}};
    struct shown observed;

    show(&observed, 0, 0, 3, 5);
    check(&observed, near_last, 3, "b[2] is 0, permitted 5");
    check(&observed, near_first, 3, "b[2] is 0, permitted 5");
}

TEST(different_permitted_values_are_each_named_once)
{
    static const struct permitted rows[] = {{1, 0, 0, 0}, {2, 0, 0, 0},
                                            {1, 0, 0, 0}, {3, 0, 0, 0},
                                            {4, 0, 0, 0}, {5, 0, 0, 0}};
    struct shown observed;

    show(&observed, 0, 0, 0, 0);
    check(&observed, rows, 3,
          "profil b 8 0x1000 0x8000 returned 0, permitted returned 1 or "
          "returned 2");
    check(&observed, rows, 6,
          "profil b 8 0x1000 0x8000 returned 0, permitted returned 1 or "
          "returned 2 or returned 3 or returned 4");
}

TEST(an_observation_may_end_too_soon)
{
    struct shown observed;

    show(&observed, 0, 0, 0, 0);
    observed.outcome.count = 1;
    check(&observed, (struct permitted[]){{0, 0, 0, 0}}, 1,
          "then nothing more, permitted returned 0");
}

TEST(the_input_is_one_line_cut_where_too_long)
{
    struct case_list list = {0};
    const struct test_case *c = parsed(&list, TWO_CALLS);
    char text[60], all[200];

    diagnose_input(c, all, sizeof all);
    assert_string_equal(all, "buffer b 8; profil b 8 0x1000 0x8000; "
                             "profil b 8 0x1000 0");
    for (size_t size = 50; size <= sizeof text; size++) {
        diagnose_input(c, text, size);
        assert_string_equal(text, "buffer b 8; profil b 8 0x1000 0x8000; ...");
    }
    case_list_free(&list);
}

TEST(the_end_names_the_signal_and_the_place)
{
    static const struct {
        struct observation observation;
        const char *words;
    } rows[] = {
        {{.ended = ENDED_SIGNAL, .status = SIGSEGV, .op = 1},
         "killed by SIGSEGV in `profil b 8 0x1000 0x8000`"},
        {{.ended = ENDED_SIGNAL, .status = 1000, .op = 2},
         "killed by SIG? in `profil b 8 0x1000 0`"},
        {{.ended = ENDED_EXIT, .status = 7, .op = 3},
         "exited with status 7 in `the end of the case`"},
        {{.ended = ENDED_TIMEOUT, .op = 1},
         "still running in `profil b 8 0x1000 0x8000` after its time limit"},
        {{.ended = ENDED_TIMEOUT, .op = 0},
         "still running in `its opening` after its time limit"},
        {{.ended = ENDED_SIGNAL, .status = SIGSEGV, .op = 0},
         "killed by SIGSEGV in `its opening`"},
    };
    struct case_list list = {0};
    const struct test_case *c = parsed(&list, TWO_CALLS);
    char text[300];

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        diagnose_end(c, &rows[k].observation, text, sizeof text);
        assert_string_equal(text, rows[k].words);
    }
    case_list_free(&list);
}

/* Beside each of these numbers in the two counters. */
static void counted_beside(const char *text, const struct permitted *permitted,
                           size_t count, const char *expected)
{
    struct case_list list = {0};
    const struct observation o = {.ended = ENDED_NORMALLY};
    struct shown observed, other;
    struct divergence d = {.c = parsed(&list, text),
                           .observed = &observed.outcome};
    char words[48];

    show(&observed, 0, 0, 1, 2);
    for (size_t k = 0; k < count; k++) {
        show(&other, permitted[k].first, permitted[k].second,
             permitted[k].counter, permitted[k].number);
        divergence_add(&d, &other.outcome);
    }
    diagnose_like(d.c, &o, &d, words, sizeof words);
    assert_string_equal(words, expected);
    case_list_free(&list);
}

#define A_LIST                                                                 \
    "case list\nbuffer b 8\nprofil b 8 0x1000 0x8000\n"                        \
    "profil [ 0x1000 0x1010 b 8 0x8000 ] -1 0 0\n"

TEST(wrong_counters_differ_by_how_many_ticks_and_after_what)
{
    static const struct permitted more = {0, 0, 1, 3}, fewer = {0, 0, 1, 1},
                                  as_many = {0, 0, 2, 2};
    const struct permitted both[] = {more, fewer}, all_more[] = {more, more};

    counted_beside(TWO_CALLS, &more, 1, "unexplained: too few, profil");
    counted_beside(TWO_CALLS, all_more, 2, "unexplained: too few, profil");
    counted_beside(TWO_CALLS, &fewer, 1, "unexplained: too many, profil");
    counted_beside(TWO_CALLS, &as_many, 1, "unexplained: elsewhere, profil");
    counted_beside(TWO_CALLS, both, 2, "unexplained: a counter after profil");
    counted_beside(A_LIST, &as_many, 1,
                   "unexplained: elsewhere, profil of a list");
}

TEST(memory_beside_a_buffer_is_no_counter)
{
    struct case_list list = {0};
    const struct test_case *c = parsed(&list, TWO_CALLS);
    const struct observation o = {.ended = ENDED_NORMALLY};
    struct shown observed, other;
    struct divergence d = {.c = c, .observed = &observed.outcome};
    char text[48];

    show(&observed, 0, 0, 1, 2);
    show(&other, 0, 0, 1, 2);
    observed.bytes[SCRIPT_ZONE - 1] = 1;
    divergence_add(&d, &other.outcome);
    diagnose_like(c, &o, &d, text, sizeof text);
    assert_string_equal(text, "unexplained: memory beside a buffer");
    observed.bytes[SCRIPT_ZONE - 1] = 0;
    observed.bytes[WHOLE - SCRIPT_ZONE] = 1;
    d = (struct divergence){.c = c, .observed = &observed.outcome};
    divergence_add(&d, &other.outcome);
    diagnose_like(c, &o, &d, text, sizeof text);
    assert_string_equal(text, "unexplained: memory beside a buffer");
    case_list_free(&list);
}

TEST(the_like_have_the_same_few_words)
{
    static const struct permitted permitted = {0, 0, 1, 3};
    struct case_list list = {0};
    const struct test_case *c = parsed(&list, TWO_CALLS);
    struct observation o = {.ended = ENDED_NORMALLY};
    struct shown observed, other;
    struct divergence d = {.c = c, .observed = &observed.outcome};
    char text[48];

    show(&observed, 0, 0, 1, 2);
    show(&other, permitted.first, permitted.second, permitted.counter,
         permitted.number);
    divergence_add(&d, &other.outcome);
    diagnose_like(c, &o, &d, text, sizeof text);
    assert_string_equal(text, "unexplained: too few, profil");
    show(&observed, 0, -1, 1, 3);
    d = (struct divergence){.c = c, .observed = &observed.outcome};
    divergence_add(&d, &other.outcome);
    diagnose_like(c, &o, &d, text, sizeof text);
    assert_string_equal(text, "unexplained: what profil returned");
    observed.outcome.count = 0;
    d = (struct divergence){.c = c, .observed = &observed.outcome};
    divergence_add(&d, &other.outcome);
    diagnose_like(c, &o, &d, text, sizeof text);
    assert_string_equal(text, "unexplained: the end of the case");
    o = (struct observation){.ended = ENDED_TIMEOUT, .op = 1};
    diagnose_like(c, &o, NULL, text, sizeof text);
    assert_string_equal(text, "timeout: profil");
    o = (struct observation){.ended = ENDED_SIGNAL, .op = 9};
    diagnose_like(c, &o, NULL, text, sizeof text);
    assert_string_equal(text, "killed: the end");
    o = (struct observation){.ended = ENDED_FORGED};
    diagnose_like(c, &o, NULL, text, sizeof text);
    assert_string_equal(text, "forged: the process of a case");
    case_list_free(&list);
}

TESTS(NULL, NULL)
