/* SPDX-License-Identifier: MIT */
#include "distortion.h"

#include "conformance/language/parsed_test.h"

#define BEGIN       "case a\nbuffer b 16\n"
#define ON          BEGIN "profil b 16 0x1000 0x8000\n"
#define TICK(words) "tick " words "\n"
#define TWO(first, second)                                                     \
    {                                                                          \
        {{(first), .amount = 2}, {(second), .amount = 2}}, 2                   \
    }
#define SMALL "sprofil [ b 4 0x1000 0x8000 ] 1 null ushort\n"
#define LIST(first, second)                                                    \
    BEGIN "sprofil [ b " first " ; b+8 " second " ] 2 null ushort\n"

TEST(what_is_done_to_ticks_and_calls_alike)
{
    static const struct {
        struct distortion d;
        const char *is, *becomes;
    } rows[] = {
        {{DISTORTION_PC, .amount = 4},
         ON TICK("0x1002") TICK("0x1008 x2"),
         ON TICK("0x1006") TICK("0x100c x2")},
        {{DISTORTION_PC, .amount = -2}, ON TICK("0x1002"), ON TICK("0x1000")},
        {{DISTORTION_PC, .amount = 2},
         BEGIN "sweep 0x1000 0x1010 1 b 16\n",
         BEGIN "sweep 0x1002 0x1012 1 b 16\n"},
        {{DISTORTION_GRANULE, .amount = 8},
         ON TICK("0x1007") TICK("0x1008"),
         ON TICK("0x1000") TICK("0x1008")},
        {{DISTORTION_BEFORE, .amount = 0},
         ON TICK("0x1002") TICK("0x1008 x3"),
         ON TICK("0x1002") TICK("0x1002 0x1008 x2")},
        {{DISTORTION_LAST_OF, .amount = 2},
         ON TICK("0x1002 0x1004 0x1006 x4"),
         ON TICK("0x1004 0x1006 x2")},
        {{DISTORTION_LAST_OF, .amount = 3},
         ON TICK("0x1002 x7"),
         ON TICK("0x1002 x2")},
        {{DISTORTION_FIRST_OF, .amount = 2},
         ON TICK("0x1002 0x1004 0x1006 x4"),
         ON TICK("0x1002 0x1006 x2")},
        {{DISTORTION_FIRST_OF, .amount = 3},
         ON TICK("0x1002 x7"),
         ON TICK("0x1002 x3")},
        {{DISTORTION_TIMES, .amount = 3},
         ON TICK("0x1002") TICK("0x1004 x2"),
         ON TICK("0x1002 x3") TICK("0x1004 x6")},
        {{DISTORTION_FIRST, .amount = 0},
         ON TICK("0x1002 x3") "profil b 16 0 2\n" TICK("0x1008"),
         ON TICK("0x1002 x2") "profil b 16 0 2\n" TICK("0x1008")},
        {{DISTORTION_FIRST_ON, .amount = 0},
         ON TICK("0x1002 x3") "profil b 16 0 2\n" TICK("0x1008 x2"),
         ON TICK("0x1002 x2") "profil b 16 0 2\n" TICK("0x1008")},
        {{DISTORTION_FIRST_ON, .amount = 0},
         ON TICK("0x1002 x2") TICK("0x1004"),
         ON TICK("0x1002") TICK("0x1004")},
        {{DISTORTION_SIZE, .amount = -4},
         BEGIN "profil b 4 0x1000 0x8000\n",
         BEGIN "profil b 0 0x1000 0x8000\n"},
        {{DISTORTION_SIZE, .amount = -2},
         ON,
         BEGIN "profil b 14 0x1000 0x8000\n"},
        {{DISTORTION_SIZE, .amount = 4},
         LIST("8 0x1000 0x8000", "8 0 2"),
         LIST("12 0x1000 0x8000", "12 0 2")},
        {{DISTORTION_SIZE_CUT, .amount = 64},
         BEGIN "profil b 65540 0x1000 0x8000\n",
         BEGIN "profil b 4 0x1000 0x8000\n"},
        {{DISTORTION_OFFSET, .amount = 1},
         LIST("8 0x1000 0x8000", "8 0 2"),
         LIST("8 0x1001 0x8000", "8 0 2")}, /* an overflow bin stays one */
        {{DISTORTION_OFFSET_DOWN, .amount = 4},
         BEGIN "profil b 8 0x1007 0x8000\n" SMALL,
         BEGIN "profil b 8 0x1004 0x8000\n" SMALL},
        {{DISTORTION_HALF, .amount = 0},
         LIST("8 0x1000 0x8000", "8 0 2"),
         LIST("8 0x1000 0x4000", "8 0 2")},
        {{DISTORTION_HALF, .amount = 0},
         BEGIN "profil b 16 0x1000 4\n",
         BEGIN "profil b 16 0x1000 2\n"},
        {{DISTORTION_TWICE, .amount = 0},
         ON,
         BEGIN "profil b 16 0x1000 0x10000\n"},
        {{DISTORTION_NOT_AT, .amount = 0},
         ON TICK("0xfff 0x1000 x2 0x1001"),
         ON TICK("0xfff 0x1001")},
        {{DISTORTION_NOT_AT, .amount = 0},
         LIST("8 0x1000 0x8000", "8 0 2") TICK("0 0x1000 0x1001"),
         LIST("8 0x1000 0x8000", "8 0 2") TICK("0 0x1001")},
        {{DISTORTION_FAR, .amount = 64},
         ON TICK("0x10fff 0x11000 x3"),
         ON TICK("0x10fff")},
        {{DISTORTION_FAR, .amount = 32}, /* of the nearer region's offset */
         LIST("8 0x1000 0x8000", "8 0x9000 0x8000") TICK("0x9000 0x11000"),
         LIST("8 0x1000 0x8000", "8 0x9000 0x8000") TICK("0x9000")},
        {{DISTORTION_CUT, .amount = 64},
         ON TICK("0xfff 0x10fff 0x11002 x3"),
         ON TICK("0xfff 0x10fff 0x1002 x3")},
        {{DISTORTION_PC, CALLS_OF_LISTS, .amount = 4},
         ON TICK("0x1002") SMALL TICK("0x1002"),
         ON TICK("0x1002") SMALL TICK("0x1006")},
        {{DISTORTION_PC, CALLS_OF_NONE, .amount = 4},
         ON TICK("0x1002") SMALL TICK("0x1002"),
         ON TICK("0x1006") SMALL TICK("0x1002")},
        {{DISTORTION_SIZE, CALLS_OF_LISTS, .amount = 4},
         ON SMALL,
         ON "sprofil [ b 8 0x1000 0x8000 ] 1 null ushort\n"},
        {{DISTORTION_PC, CALLS_OF_LISTS,
          .amount = 4}, /* what turns off is not the form in use */
         BEGIN SMALL "profil null 0 0 0\n" TICK("0x1002"),
         BEGIN SMALL "profil null 0 0 0\n" TICK("0x1006")},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct case_list list = {0};
        struct arena arena = {0};
        const struct test_case *is = parsed(&list, rows[k].is);
        char *text = test_case_text(is);
        char *after = test_case_text(distortion_case(&rows[k].d, is, &arena));
        char *still = test_case_text(is);

        assert_string_equal(after, rows[k].becomes);
        assert_string_equal(still, text);
        free(still);
        free(after);
        free(text);
        arena_free(&arena);
        case_list_free(&list);
    }
}

/* One after the other, of those that are asked for; and which change it. */
TEST(two_things_may_be_done_to_a_case)
{
    static const struct {
        struct distortions two;
        unsigned which;
        const char *is, *becomes;
        unsigned changing, kept;
    } rows[] = {
        {TWO(DISTORTION_TIMES, DISTORTION_FIRST), 3, "0x1000 x3", "0x1000 x5",
         3, 0},
        {TWO(DISTORTION_FIRST, DISTORTION_TIMES), 3, "0x1000 x3", "0x1000 x4",
         3, 0},
        {TWO(DISTORTION_TIMES, DISTORTION_FIRST), 1, "0x1000 x3", "0x1000 x6",
         1, 0},
        {TWO(DISTORTION_TIMES, DISTORTION_FIRST), 2, "0x1000 x3", "0x1000 x2",
         2, 0},
        {TWO(DISTORTION_TIMES, DISTORTION_FIRST), 0, "0x1000 x3", "0x1000 x3",
         0, 0},
        {TWO(DISTORTION_NOT_IN_FIRST, DISTORTION_TIMES), 3, "0x1000",
         "0x1000 x2", 3, 1},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct case_list list = {0};
        struct arena arena = {0};
        char is[200], becomes[200], *text;
        const struct test_case *made;
        unsigned char changing;

        snprintf(is, sizeof is, ON TICK("%s"), rows[k].is);
        snprintf(becomes, sizeof becomes, ON TICK("%s"), rows[k].becomes);
        made = distortions_case(&rows[k].two, rows[k].which, parsed(&list, is),
                                &arena, &changing);
        text = test_case_text(made);
        assert_string_equal(text, becomes);
        assert_int_equal(changing, rows[k].changing);
        assert_int_equal(made->kept_count, rows[k].kept);
        free(text);
        arena_free(&arena);
        case_list_free(&list);
    }
}

TEST(the_first_counters_of_regions_stay_as_they_were)
{
    static const struct distortion first = {DISTORTION_NOT_IN_FIRST,
                                            .amount = 0};
    static const struct distortion in_lists = {DISTORTION_NOT_IN_FIRST,
                                               CALLS_OF_LISTS, .amount = 0};
    static const struct {
        const struct distortion *d;
        const char *text, *kept; /* "": it is the same case */
    } rows[] = {
        {&first, ON TICK("0x1003"), "2 from 0;"},
        {&first, ON TICK("0x1100"), ""},
        {&first, ON TICK("0xfff"), ""},
        {&first, BEGIN "profil b 16 0x1000 0\n" TICK("0x1000"), ""},
        {&first, LIST("8 0x1000 0x8000", "8 0 2") TICK("0x2000"),
         "2 from 0;2 from 8;"},
        {&first,
         BEGIN "sprofil [ b+4 8 0x1000 0x10000 ] 1 null uint\n" TICK("0x1000"),
         "4 from 4;"},
        {&in_lists, ON TICK("0x1003"), ""},
        {&in_lists, ON SMALL TICK("0x1003"), "2 from 0;"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct case_list list = {0};
        struct arena arena = {0};
        const struct test_case *is = parsed(&list, rows[k].text);
        const struct test_case *made = distortion_case(rows[k].d, is, &arena);
        char kept[100] = "";

        for (size_t n = 0; n < made->kept_count; n++)
            snprintf(kept + strlen(kept), sizeof kept - strlen(kept),
                     "%u from %u;", made->kept[n].width,
                     (unsigned)made->kept[n].at);
        assert_string_equal(kept, rows[k].kept);
        assert_int_equal(made == is, !*kept);
        arena_free(&arena);
        case_list_free(&list);
    }
}

TEST(where_nothing_changes_it_is_the_same_case)
{
    static const struct {
        struct distortion d;
        const char *text;
    } rows[] = {
        {{DISTORTION_PC, .amount = 4}, ON},
        {{DISTORTION_GRANULE, .amount = 4}, ON TICK("0x1004")},
        {{DISTORTION_BEFORE, .amount = 0}, ON TICK("0x1004 x5")},
        {{DISTORTION_FIRST, .amount = 0}, ON},
        {{DISTORTION_SIZE, .amount = 4}, BEGIN "profil b 0 0x1000 0x8000\n"},
        {{DISTORTION_SIZE, .amount = 2}, BEGIN "profil b 16 0x1000 0\n"},
        {{DISTORTION_SIZE, .amount = -4}, BEGIN "profil b 3 0x1000 0x8000\n"},
        {{DISTORTION_OFFSET, .amount = 2},
         BEGIN "profil null 16 0x1000 0x8000\n"},
        {{DISTORTION_SIZE, .amount = 1},
         BEGIN "monitor 1 0 [ 0x1000 0x1008 b 8 0xffff ] -1 0\n"},
        {{DISTORTION_HALF, .amount = 0}, BEGIN "profil b 16 0x1000 3\n"},
        {{DISTORTION_TWICE, .amount = 0}, BEGIN "profil b 16 0x1000 0xffff\n"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct case_list list = {0};
        struct arena arena = {0};
        const struct test_case *c = parsed(&list, rows[k].text);

        assert_ptr_equal(distortion_case(&rows[k].d, c, &arena), c);
        arena_free(&arena);
        case_list_free(&list);
    }
}

TEST(each_that_is_looked_for_has_words_of_its_own)
{
    struct distortion d = {0};
    char all[8000] = "\n", words[120];
    unsigned count = 0;

    while (distortion_next(&d)) {
        *words = '\n';
        distortion_words(&d, words + 1, sizeof words - 2);
        strcat(words, "\n");
        assert_false(strstr(all, words));
        strcat(all, words + 1);
        count++;
    }
    assert_int_equal(count, 2 * 16 + 9 + 1 + 3 * 3 + 2 + 4 * 4 + 4 + 1 + 7);
    assert_non_null(strstr(all, "pc were 1 byte lower\n"));
    assert_non_null(strstr(all, "pc were 16 bytes higher\n"));
    assert_non_null(strstr(all, "a multiple of 512\n"));
    assert_non_null(strstr(all, "each tick is counted 4 times\n"));
    assert_non_null(strstr(all, "of each 3 ticks only the first is counted\n"));
    assert_non_null(strstr(all, "buffer is taken to be 1 byte shorter\n"));
    assert_non_null(strstr(all, "scale is taken to be half of what it is\n"));
    assert_non_null(strstr(all, "scale is taken to be twice what it is\n"));
    assert_non_null(strstr(all, "a tick 32768 bytes or more past the offset is "
                                "not counted\n"));
    assert_non_null(strstr(all, "the offset is taken modulo 65536\n"));
    assert_non_null(strstr(all, "a tick at the offset is not counted\n"));
}

static void check_words(const struct distortion *d, const char *says)
{
    char words[120];

    distortion_words(d, words, sizeof words);
    assert_string_equal(words, says);
}

TEST(of_those_that_do_the_same_the_next_amounts_are_said_too)
{
    struct distortion all[4] = {{0}}, one;

    for (unsigned k = 0; k < 4; k++) {
        all[k] = k ? all[k - 1] : all[k];
        assert_true(distortion_next(&all[k]));
    }
    one = all[1];
    distortion_extend(&one, &all[3]); /* not the next one */
    check_words(&one, "each tick is counted as if its pc were 2 bytes higher");
    distortion_extend(&one, &all[2]);
    check_words(&one,
                "each tick is counted as if its pc were 2 or 3 bytes higher");
    distortion_extend(&one, &all[3]);
    check_words(&one,
                "each tick is counted as if its pc were 2 to 4 bytes higher");
    one = (struct distortion){
        .kind = DISTORTION_OFFSET, .amount = -3, .upto = -2};
    check_words(&one, "each offset is taken to be 2 or 3 bytes lower");
}

TEST(of_two_the_amounts_that_both_have_are_said_of_both)
{
    struct distortions all, both;
    struct distortion one = {0}, other, next;

    distortion_next(&one);
    next = other = one;
    for (unsigned k = 0; k < 3; k++) {
        distortion_next(&next);
        distortion_extend(&one, &next);
        other = k == 1 ? next : other; /* 3 and more */
    }
    distortion_extend(&other, &next);
    distortion_next(&next);
    distortion_extend(&other, &next);
    check_words(&one,
                "each tick is counted as if its pc were 1 to 4 bytes higher");
    check_words(&other,
                "each tick is counted as if its pc were 3 to 5 bytes higher");
    all = (struct distortions){{next, one}, 2}; /* 5, and 1 to 4 */
    both = (struct distortions){{one, other}, 2};
    both.of[0].calls = both.of[1].calls = CALLS_OF_LISTS;
    distortions_meet(&all, &both);
    check_words(&both.of[1],
                "each tick is counted as if its pc were 3 to 5 bytes higher");
    both.of[0].family++;
    both.of[0].calls = both.of[1].calls = CALLS_ALL;
    distortions_meet(&(struct distortions){{one}, 1}, &both);
    check_words(&both.of[0],
                "each tick is counted as if its pc were 1 to 4 bytes higher");
    check_words(&both.of[1],
                "each tick is counted as if its pc were 3 or 4 bytes higher");
    distortions_meet(&all, &both);
    check_words(&all.of[0],
                "each tick is counted as if its pc were 5 bytes higher");
    check_words(&all.of[1],
                "each tick is counted as if its pc were 3 or 4 bytes higher");
}

TESTS(NULL, NULL)
