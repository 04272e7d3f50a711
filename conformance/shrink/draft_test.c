/* SPDX-License-Identifier: MIT */
#include "draft.h"

#include "conformance/cases/parsed_test.h"
#include "reference/unit_test.h"

static struct draft draft_from(const char *text)
{
    struct case_list list = {0};
    struct draft draft;

    assert_true(draft_of_case(parsed(&list, text), &draft));
    case_list_free(&list);
    return draft;
}

TEST(a_draft_is_the_case_it_was_made_of)
{
    static const char text[] = "case c\ndialect aix\nbuffer b 16\n"
                               "profil [ 0x1000 0x1010 b 16 -1 ] -1 0 0\n"
                               "tick 0x1002 x3 0x1004\n";
    struct draft draft = draft_from(text);
    struct case_list list = {0}, first = {0};

    assert_true(draft_case(&draft, &list));
    assert_string_equal(list.cases[0].slug, "c-min");
    assert_string_equal(strchr(list.cases[0].id, '.'),
                        strchr(parsed(&first, text)->id, '.'));
    case_list_free(&list);
    case_list_free(&first);
    draft_free(&draft);
}

TEST(a_stream_becomes_its_ticks)
{
    struct draft draft =
        draft_from("case c\nbuffer b 16\nprofil b 16 0x1000 0x8000\n"
                   "stream seed=1 n=9 over=edges\n");
    struct case_list list = {0};
    uint64_t ticks = 0;

    assert_true(draft_case(&draft, &list));
    assert_true(list.cases[0].streams == NULL ||
                list.cases[0].streams[2].n == 0);
    for (size_t k = 0; k < list.cases[0].script.ops[2].tick_count; k++)
        ticks += list.cases[0].script.ops[2].ticks[k].count;
    assert_int_equal(ticks, 9);
    case_list_free(&list);
    draft_free(&draft);
}

TEST(what_is_no_case_is_refused)
{
    struct draft draft = draft_from("case c\nbuffer b 16\n"
                                    "profil b 16 0x1000 0x8000\n");
    struct case_list list = {0};
    bool gone[32] = {[2] = true, [3] = true, [4] = true};
    struct draft without;

    assert_true(draft_without(&draft, gone, &without));
    assert_int_equal(without.count, draft.count - 3);
    assert_false(draft_case(&without, &list));
    case_list_free(&list);
    draft_free(&without);
    draft_free(&draft);
}

TEST(a_number_is_found_and_replaced_in_its_word)
{
    static const struct {
        const char *word, *with;
        uint64_t value, other;
    } rows[] = {{"16", "0x10", 16, 16},
                {"16", "0xa", 16, 10},
                {"16", "9", 16, 9},
                {"0x1000", "3", 0x1000, 3},
                {"x65536", "x1", 65536, 1},
                {"b+12", "b+8", 12, 8},
                {"fill16=0xfffe", "fill16=0x20", 0xfffe, 32}};
    static const char *const none[] = {"b", "[", "null", "-1", "x", "ushort"};
    struct draft_word word;
    uint64_t value;

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        strcpy(word.text, rows[k].word);
        assert_true(draft_number(&word, &value));
        assert_int_equal(value, rows[k].value);
        draft_set_number(&word, rows[k].other);
        assert_string_equal(word.text, rows[k].with);
    }
    for (size_t k = 0; k < sizeof none / sizeof *none; k++) {
        strcpy(word.text, none[k]);
        assert_false(draft_number(&word, &value));
    }
}

/* In each text the numbers that are addresses begin with 0xa. */
TEST(addresses_are_told_from_other_numbers)
{
    static const char *const texts[] = {
        "case c\nbuffer b 16\nprofil b 16 0xa0 0x8000\ntick 0xa1 x2 0xa2\n",
        "case c\nbuffer b 16\n"
        "profil [ 0xa0 0xaf b 8 -1 ; 0xaff 0xafff b 8 2 ] -1 0 0\n",
        "case c\nbuffer b 16\nsprofil [ b 8 0xa0 2 ; b+8 8 0xa1 3 ] 2 tv "
        "ushort\nsleep 0xa0 100\n",
        "case c\nbuffer b 16\nsweep 0xa0 0xaf 2 b 16\n"};
    uint64_t value;

    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct draft draft = draft_from(texts[k]);

        for (size_t i = 2; i < draft.count; i++) {
            const char *text = draft.words[i].text;
            bool address = strncmp(text, "0xa", 3) == 0;

            if (draft_number(&draft.words[i], &value) &&
                draft_is_address(&draft, i) != address)
                fail_msg("%s in %s", text, texts[k]);
        }
        draft_free(&draft);
    }
}

TESTS(NULL, NULL)
