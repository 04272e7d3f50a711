/* SPDX-License-Identifier: MIT */
#include "conformance/language/parsed_test.h"
#include "describe.h"
#include "reference/computed.h"
#include "reference/unit_test.h"
#include "views.h"

/* What observed text does not have; all else is in judge/judged/words.txt. */
TEST(what_only_the_model_says_has_words)
{
    struct file_contents file = {.low = FILE_UNSEEN,
                                 .ticks = FILE_UNSEEN,
                                 .functions = FILE_UNSEEN,
                                 .at_most = 1};
    unsigned char bytes[7 + 2 * SCRIPT_ZONE];
    const struct event events[] = {
        {.kind = EVENT_FILE,
         .value = FILE_WRITTEN,
         .bytes = (const unsigned char *)&file,
         .size = sizeof file},
        {.kind = EVENT_FILE, .value = FILE_WRITTEN},
        {.kind = EVENT_BUFFER},
        {.kind = EVENT_BUFFER, .bytes = bytes, .size = sizeof bytes},
        {.kind = EVENT_FILE, .value = VALUE_NOT_ZERO}};
    const struct {
        const struct event *event;
        size_t position;
        const char *words;
        uint64_t at_most;
    } rows[] = {
        {&events[0], 0, "any number of ticks, calls of at most 1 function", 1},
        {&events[0], 0, "any number of ticks, calls of at most 2 functions", 2},
        {&events[1], 0, "anything", 0},
        {&events[4], 0, "a mon.out, whatever is in it", 0}, /* but there */
        {&events[2], DESCRIBE_WHOLE, "filled as by no 16-bit scale", 0},
        {&events[3], sizeof bytes - 1, "untouched", 0}, /* a counter is cut */
        {NULL, 0, "nothing more", 0},
    };
    struct case_list list = {0};
    const struct test_case *c =
        parsed(&list, "case narrow\nbuffer b 7\nprofil b 7 0x1000 0x8000\n");
    char words[200];

    memset(bytes, SCRIPT_CANARY, sizeof bytes);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        file.at_most = rows[k].at_most;
        describe_value(c, rows[k].event, rows[k].position, words, sizeof words);
        assert_string_equal(words, rows[k].words);
    }
    case_list_free(&list);
}

#define TWO_CALLS                                                              \
    "case two\nbuffer b 8\nprofil b 8 0x1000 0x8000\nprofil b 8 0x1000 0\n"

enum { WHOLE = 8 + 2 * SCRIPT_ZONE };

/* Two calls, and a buffer whose counter holds that number. */
struct shown {
    unsigned char bytes[WHOLE];
    struct event events[3];
    struct outcome outcome;
};

/* By words: what the calls returned, a counter and its number, and what else is
 * so. */
static const char *show(struct shown *shown, const char *words)
{
    int first, second, n = 0;
    unsigned counter;
    uint16_t number;
    char else_is[8] = "";

    sscanf(words, "%d %d %u=%hu%n %7[a-z]%n", &first, &second, &counter,
           &number, &n, else_is, &n);
    assert_true(n > 0);
    memset(shown->bytes, 0, WHOLE);
    memcpy(shown->bytes + SCRIPT_ZONE + 2 * counter, &number, sizeof number);
    shown->events[0] = (struct event){.op = 1, .value = first};
    shown->events[1] = (struct event){.op = 2, .value = second};
    shown->events[2] = (struct event){
        .kind = EVENT_BUFFER, .op = 3, .bytes = shown->bytes, .size = WHOLE};
    shown->outcome = (struct outcome){shown->events, 3, 3};
    if (strcmp(else_is, "dies") == 0)
        shown->events[2] = (struct event){.kind = EVENT_CRASH, .op = 3};
    else if (strcmp(else_is, "cut") == 0) /* after the first call */
        shown->outcome.count = 1;
    else if (strcmp(else_is, "empty") == 0)
        shown->outcome.count = 0;
    else if (strcmp(else_is, "slow") == 0)
        shown->events[0].fast = TIME_WRONG;
    else if (strcmp(else_is, "before") == 0) /* the buffer something changed */
        shown->bytes[SCRIPT_ZONE - 1] = 1;
    else if (strcmp(else_is, "behind") == 0)
        shown->bytes[WHOLE - SCRIPT_ZONE] = 1;
    else
        assert_string_equal(else_is, "");
    return words + n + strspn(words + n, "; ");
}

/* Beside these permitted outcomes. */
static struct divergence diverge(const struct test_case *c,
                                 struct shown *observed, const char *seen,
                                 const char *permitted)
{
    struct divergence d = {.c = c, .observed = &observed->outcome};
    struct shown other;

    show(observed, seen);
    while (*permitted) {
        permitted = show(&other, permitted);
        divergence_add(&d, &other.outcome);
    }
    return d;
}

TEST(the_first_difference_to_what_agrees_longest_is_named)
{
    static const struct {
        const char *seen, *permitted, *says;
    } rows[] = {
        {"0 -1 2=5", "0 -1 2=6", "b[2] is 5, permitted 6"},
        {"0 -1 2=5", "0 0 2=6",
         "profil b 8 0x1000 0 returned -1, permitted returned 0"},
        {"0 0 1=1", "0 0 1=1", ""},
        {"0 0 3=5", "9 0 2=5; 0 0 0=7; 0 0 2=5", "b[2] is 0, permitted 5"},
        {"0 0 3=5", "0 0 2=5; 0 0 0=7; 9 0 2=5", "b[2] is 0, permitted 5"},
        /* each value once */
        {"0 0 0=0", "1 0 0=0; 2 0 0=0; 1 0 0=0",
         "profil b 8 0x1000 0x8000 returned 0, permitted returned 1 or "
         "returned 2"},
        {"0 0 0=0", "1 0 0=0; 2 0 0=0; 1 0 0=0; 3 0 0=0; 4 0 0=0; 5 0 0=0",
         "profil b 8 0x1000 0x8000 returned 0, permitted any of: returned 1, "
         "returned 2, returned 3, returned 4, returned 5"},
        /* of counters as a whole: 32769 is 0x8001, its low byte that of 1 */
        {"0 0 1=32769", "0 0 1=65535; 0 0 1=1",
         "b[1] is 32769, permitted 65535 or 1"},
        {"0 0 0=0 cut", "0 0 0=0", "then nothing more, permitted returned 0"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct case_list list = {0};
        struct shown observed;
        struct divergence d = diverge(parsed(&list, TWO_CALLS), &observed,
                                      rows[k].seen, rows[k].permitted);
        struct difference words;
        char text[1500];

        diagnose_difference(&d, &words);
        snprintf(text, sizeof text, "%s%s%s", words.got,
                 *words.permitted ? ", permitted " : "", words.permitted);
        assert_string_equal(text, rows[k].says);
        case_list_free(&list);
    }
}

TEST(of_many_permitted_values_not_all_are_shown)
{
    struct values values = {.count = 0};
    char text[200] = "", words[8];

    for (unsigned k = 0; k < DESCRIBE_VALUES + 2; k++) {
        snprintf(words, sizeof words, "%u", k % (DESCRIBE_VALUES + 1));
        values_add(&values, words);
        assert_int_equal(values.more, k >= DESCRIBE_VALUES);
    }
    values_put(&values, text, sizeof text);
    assert_string_equal(text,
                        "any of: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...");
}

/* Two values, and a third. */
static void check_values(const char *a, const char *b, const char *c,
                         size_t size, const char *expected)
{
    struct values values = {.count = 0};
    char text[200] = "";

    values_add(&values, a);
    values_add(&values, b);
    if (c)
        values_add(&values, c);
    values_put(&values, text, size);
    assert_string_equal(text, expected);
}

TEST(values_are_kept_apart_where_they_have_commas)
{
    check_values("1", "2", NULL, 200, "1 or 2");
    check_values("1", "2", "3", 200, "any of: 1, 2, 3");
    check_values("1, 2", "2", NULL, 200, "1, 2 / 2");
    check_values("1", "2", "2, 3", 200, "any of: 1 / 2 / 2, 3");
}

TEST(what_has_no_room_ends_in_dots)
{
    check_values("ten", "twelve", NULL, 15, "ten or twelve");
    check_values("ten", "twelve", NULL, 13, "ten or tw...");
    check_values("ten", "twelve", NULL, 3, "te");
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

TEST(an_operation_that_is_cut_ends_in_dots)
{
    char source[400] = "case c\nbuffer b 8\nsprofil [", text[400];
    struct case_list list = {0};
    const struct test_case *c;

    for (unsigned k = 0; k < 12; k++)
        strcat(source, k ? " ; b 8 0x123456 0x8000" : " b 8 0x123456 0x8000");
    strcat(source, " ] 12 null ushort\n");
    c = parsed(&list, source);
    diagnose_input(c, text, sizeof text);
    assert_string_equal(text + strlen(text) - 3, "...");
    describe_subject(c, &(struct event){.op = 1}, 0, text, sizeof text);
    assert_string_equal(text + strlen(text) - 3, "...");
    case_list_free(&list);
}

/* Of each length, where the first that differs is each byte or none. */
TEST(bytes_that_are_alike_are_passed_over_up_to_the_first_that_is_not)
{
    enum { MOST = 40, AT_ONCE = 8 };
    static const unsigned char zeros[MOST + 1];

    for (size_t size = 0; size <= MOST; size++)
        for (size_t at = 0; at <= MOST; at++) {
            unsigned char bytes[MOST + 1] = {0};

            size_t alike = (at < size ? at : size) / AT_ONCE * AT_ONCE;

            bytes[at] = 1;
            assert_int_equal(describe_alike(bytes, zeros, size), alike);
            assert_int_equal(describe_zeros(bytes, size), alike);
        }
}

TEST(a_wrong_counter_shows_wherever_it_is)
{
    enum { SIZE = 2 * SCRIPT_ZONE + 42, COUNTERS = 21 };
    struct case_list list = {0};
    unsigned char seen[SIZE] = {0}, right[SIZE] = {0};
    struct event events[] = {
        {.kind = EVENT_BUFFER, .op = 3, .bytes = seen, .size = SIZE},
        {.kind = EVENT_BUFFER, .op = 3, .bytes = right, .size = SIZE}};
    struct outcome outcomes[] = {{events, 1, 1}, {events + 1, 1, 1}};
    const struct test_case *c = parsed(&list, TWO_CALLS);

    assert_false(outcome_counts(&outcomes[0], false));
    for (size_t k = 0; k < COUNTERS; k++) {
        struct divergence d = {.c = c, .observed = &outcomes[0]};
        size_t at = SCRIPT_ZONE + 2 * k + (k + 1) % 2; /* or its other byte */

        seen[at] = 2;
        right[at] = 3;
        divergence_add(&d, &outcomes[1]);
        assert_int_equal(d.counted, COUNTED_FEWER);
        assert_true(outcome_counts(&outcomes[0], false));
        seen[at] = right[at] = 0;
    }
    case_list_free(&list);
}

#define A_LIST                                                                 \
    "case list\nbuffer b 8\nprofil b 8 0x1000 0x8000\n"                        \
    "profil [ 0x1000 0x1010 b 8 0x8000 ] -1 0 0\n"

TEST(the_like_have_the_same_few_words)
{
    static const struct {
        const char *text;
        uint8_t ended;
        uint16_t op;
        const char *seen, *permitted, *says;
    } rows[] = {
        /* by how many ticks they differ, and after what */
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 0 1=2", "0 0 1=3",
         "unexplained: too few, profil"},
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 0 1=2", "0 0 1=3; 0 0 1=3",
         "unexplained: too few, profil"},
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 0 1=2", "0 0 1=1",
         "unexplained: too many, profil"},
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 0 1=2", "0 0 2=2",
         "unexplained: elsewhere, profil"},
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 0 1=2", "0 0 1=3; 0 0 1=1",
         "unexplained: a counter after profil"},
        {A_LIST, ENDED_NORMALLY, 0, "0 0 1=2", "0 0 2=2",
         "unexplained: elsewhere, profil of a list"},
        /* memory beside a buffer is no counter */
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 0 1=2 before", "0 0 1=2",
         "unexplained: memory beside a buffer"},
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 0 1=2 behind", "0 0 1=2",
         "unexplained: memory beside a buffer"},
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 -1 1=3", "0 0 1=3",
         "unexplained: what profil returned"},
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 -1 1=3 empty", "0 0 1=3",
         "unexplained: the end of the case"},
        {TWO_CALLS, ENDED_TIMEOUT, 1, "0 0 0=0", "", "timeout: profil"},
        {TWO_CALLS, ENDED_SIGNAL, 9, "0 0 0=0", "", "killed: the end"},
        {TWO_CALLS, ENDED_FORGED, 0, "0 0 0=0", "",
         "forged: the process of a case"},
        {TWO_CALLS, ENDED_NORMALLY, 0, "0 0 1=3 slow", "0 0 1=3",
         "unexplained: the distance of ticks with PROF_FAST"},
        /* A call returned what it may not, and what came of it died: as it
         * may. */
        {TWO_CALLS, ENDED_SIGNAL, 3, "0 1 1=3 dies", "0 0 1=3",
         "killed: the end"},
        {TWO_CALLS, ENDED_SIGNAL, 3, "0 1 1=3 dies", "0 0 1=3 dies",
         "unexplained: what profil returned"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct case_list list = {0};
        struct shown observed;
        struct divergence d = diverge(parsed(&list, rows[k].text), &observed,
                                      rows[k].seen, rows[k].permitted);
        const struct observation o = {.ended = rows[k].ended, .op = rows[k].op};
        char words[80];

        diagnose_like(d.c, &o, *rows[k].permitted ? &d : NULL, words,
                      sizeof words);
        assert_string_equal(words, rows[k].says);
        case_list_free(&list);
    }
}

TESTS(NULL, NULL)
