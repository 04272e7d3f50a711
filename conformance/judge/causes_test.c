/* SPDX-License-Identifier: MIT */
#include "causes.h"
#include "conformance/language/parsed_test.h"
#include "judged_test.h"
#include "suite_test.h"

static void show_case(struct bench *bench, const struct test_case *c)
{
    char *text;

    assert_non_null(c);
    text = test_case_text(c);
    show(bench, text);
    free(text);
}

static const struct test_case *separating_of(struct bench *bench)
{
    judge_conclude(bench->judge);
    assert_int_equal(judge_diagnosis(bench->judge, 0)->count, 1);
    return separating_find(bench->judge, 0, 0, &suite);
}

/* What a library with that choice shows of a case. */
static void begin_with(struct bench *bench, enum choice choice)
{
    *bench = begin(DIALECT_FREEBSD);
    take(bench, choice);
    show_case(bench, case_list_find(&suite, "odd-number"));
}

TEST(a_case_is_found_that_leaves_one_name)
{
    struct bench first, both;
    const struct test_case *telling;

    begin_with(&first, ROUNDING_UP);
    begin_with(&both, ROUNDING_UP);
    telling = separating_of(&first);
    assert_true(judge_diagnosis(first.judge, 0)->rival_count > 0);
    assert_non_null(telling);
    show_case(&both, telling);
    assert_null(separating_of(&both));
    assert_int_equal(judge_diagnosis(both.judge, 0)->blames[0].found,
                     choice_bit(ROUNDING_UP));
    assert_int_equal(judge_diagnosis(both.judge, 0)->rival_count, 0);
    end(&first);
    end(&both);
}

/* Whichever of them it is: the same case separates them. */
TEST(it_tells_of_the_rival_too)
{
    struct bench first, both;
    const struct test_case *telling;
    uint16_t rival;

    begin_with(&first, ROUNDING_UP);
    telling = separating_of(&first);
    rival = judge_diagnosis(first.judge, 0)->rivals[0].choice;
    begin_with(&both, rival);
    show_case(&both, telling);
    assert_null(separating_of(&both));
    assert_int_equal(judge_diagnosis(both.judge, 0)->blames[0].found,
                     choice_bit(rival));
    end(&first);
    end(&both);
}

/* In a suite of what was seen, and of what is not for this dialect or takes
 * calls that were not seen. */
TEST(where_nothing_tells_none_is_found)
{
    struct bench s;
    struct case_list none = {0};
    const struct test_case *telling;

    begin_with(&s, ROUNDING_UP);
    judge_conclude(s.judge);
    telling = separating_find(s.judge, 0, 0, &none);
    assert_null(telling);
    none = suite;
    none.count = 1;
    none.cases = (struct test_case *)case_list_find(&suite, "odd-number");
    telling = separating_find(s.judge, 0, 0, &none);
    assert_null(telling);
    end(&s);
}

#define EXEC_AND_ODD                                                           \
    "case both\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1003\nexec\n"

/* What is seen and what is permitted is said of each by itself. */
TEST(of_two_causes_of_a_case_each_has_its_own)
{
    static const struct difference own[RULES] = {
        [RULE_ROUNDING] = {"b[0] is 0", "1", 0},
        [RULE_EXEC] = {"exec killed the new program",
                       "left the new program alone or profiled the new "
                       "program",
                       0},
    };
    struct bench bench;
    const struct diagnosis *d;

    begin_with(&bench, ROUNDING_UP);
    take(&bench, EXEC_KILLS);
    show(&bench, EXEC_AND_ODD);
    judge_conclude(bench.judge);
    d = judge_diagnosis(bench.judge, 0);
    assert_int_equal(d->count, 2);
    for (unsigned k = 0; k < d->count; k++) {
        const struct difference *expected = &own[d->blames[k].rule];
        struct difference words;

        judge_evidence(bench.judge, bench.shown[1].cases, &bench.seen[1], k,
                       &words);
        assert_string_equal(words.got, expected->got);
        assert_string_equal(words.permitted, expected->permitted);
    }
    end(&bench);
}

/* What only another departure requires is not said to be permitted. */
TEST(what_another_cause_requires_is_said_to_be_shown_by_other_cases)
{
    struct bench bench = begin(DIALECT_HPUX);
    const struct diagnosis *d;
    struct difference words = {.event = 0};

    take(&bench, EXEC_KILLS);
    take(&bench, FORK_CHILD_OFF);
    show_case(&bench, case_list_find(&suite, "exec"));
    show_case(&bench, case_list_find(&suite, "exec-in-child"));
    show_case(&bench, case_list_find(&suite, "fork"));
    judge_conclude(bench.judge);
    d = judge_diagnosis(bench.judge, 0);
    assert_int_equal(d->count, 2);
    for (unsigned k = 0; k < d->count; k++)
        if (d->blames[k].rule == RULE_FORK)
            judge_evidence(bench.judge, bench.shown[1].cases, &bench.seen[1], k,
                           &words);
    assert_string_equal(words.permitted,
                        "killed the new program, given what other cases show");
    end(&bench);
}

/* What separates here, on lines of its own. */
#define TELLING                                                                \
    "buffer b 64\nprofil b 64 0x1000 0xf8ff\ntick 0x1008\ntick 0x1041 x2\n"
/* That an even number moves up, a pc at the offset shows; no more. */
#define ONE     "case one\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1000\n"
#define TICKS64 "tick 0x1009 0x1012 x2 0x1023 x4\n"
#define LISTED                                                                 \
    "case odd\nbuffer b 16\nprofil [ 0x1000 0x1020 b 16 0x8000 ] -1 0 0\n"     \
    "tick 0x1002\n"
#define SINGLE      AFTER("case single")
#define ODD         "case odd\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1002\n"
#define AFTER(call) call "\nbuffer b 64\nprofil b 64 0x1000 0x8000\n" TICKS64

/* The cheaper of two that separate as much; of another dialect, of calls that
 * were not seen, and of other addresses none. */
TEST(the_cheapest_case_that_can_be_put_is_found)
{
    static const struct {
        enum dialect dialect;
        const char *shown; /* or that of the suite */
        const char *text, *found;
    } rows[] = {
        {DIALECT_FREEBSD, NULL, "case plain\n" TELLING, "plain"},
        {DIALECT_FREEBSD, NULL,
         "case a-dear\n" TELLING "tick 0x1001 x99\ncase b-cheap\n" TELLING,
         "b-cheap"},
        {DIALECT_FREEBSD, NULL,
         "case b\n" TELLING "case a\n" TELLING "# again\n", "a"},
        {DIALECT_FREEBSD, NULL, "case other\ndialect aix\n" TELLING, NULL},
        {DIALECT_FREEBSD, NULL, "case bits\naddress 32\n" TELLING, NULL},
        {DIALECT_FREEBSD, NULL,
         "case calls\nsprofil [ ] 0 null ushort\n" TELLING, NULL},
        {DIALECT_FREEBSD, NULL,
         "case starts\nmonstartup 0x9000 0xa000\n" TELLING, NULL},
        {DIALECT_FREEBSD, NULL, "case own\ndialect freebsd\n" TELLING, "own"},
        /* It separates the most. */
        {DIALECT_FREEBSD, ODD, ONE "case more\n" TELLING, "more"},
        {DIALECT_FREEBSD, ODD, ONE, "one"},
        /* All that was seen are calls with lists. */
        {DIALECT_AIX, LISTED, SINGLE, NULL},
        {DIALECT_AIX, LISTED,
         "case list\nbuffer b 64\nprofil [ 0x1000 0x1080 b 64 0x8000 ] -1 0 "
         "0\n" TICKS64 SINGLE,
         "list"},
        /* Not even where it comes first, and what separates comes after it. */
        {DIALECT_AIX, ODD, AFTER("case list\nprofil [ ] -1 0 0"), NULL},
        {DIALECT_AIX, ODD,
         AFTER("case list\nprofil [ ] -1 0 0")
             AFTER("case off\nbuffer c 8\nprofil c 8 0 0"),
         "off"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct case_list list = {0};
        struct bench s;
        const struct test_case *telling;

        s = begin(rows[k].dialect);
        take(&s, s.dialect == DIALECT_AIX ? ROUNDING_DOWN : ROUNDING_UP);
        if (rows[k].shown)
            show(&s, rows[k].shown);
        else
            show_case(&s, case_list_find(&suite, "odd-number"));
        judge_conclude(s.judge);
        parsed(&list, rows[k].text);
        telling = separating_find(s.judge, 0, 0, &list);
        if (!rows[k].found)
            assert_null(telling);
        else
            assert_string_equal(telling ? telling->slug : "", rows[k].found);
        case_list_free(&list);
        end(&s);
    }
}

/* That it is not explained by any of the names is known. */
TEST(what_was_seen_is_not_asked_for_again)
{
    struct bench s = begin(DIALECT_FREEBSD);
    const struct test_case *telling;
    struct case_list list = {0};
    char text[2000] = "case cheap\n" TELLING;

    for (size_t k = 0; k < 12; k++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "case odd-%zu\nbuffer b 16\nprofil b 16 0x1000 0x8000\n"
                 "tick 0x1002 x%zu\n",
                 k, k + 50);
    parsed(&list, text);
    take(&s, ROUNDING_UP);
    for (size_t k = 0; k < list.count; k++)
        show_case(&s, &list.cases[k]);
    s.seen[0].arena[SCRIPT_ZONE + 60] = 77; /* which nothing explains */
    show_again(&s);
    assert_int_equal(judge_diagnosis(s.judge, 0)->best.missed, 1);
    assert_true(judge_diagnosis(s.judge, 0)->rival_count > 0);
    telling = separating_find(s.judge, 0, 0, &list);
    assert_null(telling);
    list.cases[0].id[0] = 'C'; /* another */
    telling = separating_find(s.judge, 0, 0, &list);
    assert_true(telling == &list.cases[0]);
    end(&s);
    case_list_free(&list);
}

TESTS(load, unload)
