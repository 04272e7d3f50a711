/* SPDX-License-Identifier: MIT */
/* The suites as a machine of 32 bits has them. */
#include "suite.h"

#include "parsed_test.h"
#include "reference/unit_test.h"

static const char
    fits[] = "case a\ndialect irix\nbuffer b 64\n"
             "profil b 64 0x1000 0x8000\ntick 0xffffffff\n",
    stays[] = "case b\nbuffer b 64\n"
              "profil b 64 0x1000 0x8000\ntick 0x100000000\n",
    narrow[] = "case c\naddress 16\nbuffer b 64\n"
               "profil b 64 0x1000 0x8000\ntick 0x1008\n",
    drawn[] = "case d\nbuffer b 64\n"
              "profil b 64 0x1000 0x8000\nstream seed=1 n=100 over=edges\n";

static void for_32_bits(struct case_list *list)
{
    suite_for_addresses(list, 32);
}

TEST(a_case_whose_numbers_fit_gets_an_address_line)
{
    struct case_list list = {0}, meant = {0};
    char *text, own[CASE_ID];

    strcpy(own, parsed(&list, fits)->id);
    parsed(&meant, "case a\ndialect irix\naddress 32\nbuffer b 64\n"
                   "profil b 64 0x1000 0x8000\ntick 0xffffffff\n");
    for_32_bits(&list);
    text = test_case_text(&list.cases[0]);
    assert_non_null(strstr(text, "dialect irix\naddress 32\nbuffer"));
    assert_string_equal(list.cases[0].id, meant.cases[0].id);
    assert_string_not_equal(list.cases[0].id, own);
    free(text);
    case_list_free(&list);
    case_list_free(&meant);
}

TEST(one_that_does_not_fit_or_says_it_itself_is_left)
{
    static const char *const texts[] = {stays, narrow};

    for (size_t k = 0; k < 2; k++) {
        struct case_list list = {0};
        char *before, *after;

        before = test_case_text(parsed(&list, texts[k]));
        for_32_bits(&list);
        assert_int_equal(list.count, 1);
        after = test_case_text(&list.cases[0]);
        assert_string_equal(before, after);
        free(before);
        free(after);
        case_list_free(&list);
    }
}

TEST(a_stream_is_drawn_anew_within_the_addresses)
{
    struct case_list list = {0};
    const struct op *ticks;

    parsed(&list, drawn);
    for_32_bits(&list);
    assert_int_equal(list.cases[0].script.address_bits, 32);
    ticks = &list.cases[0].script.ops[2];
    assert_true(ticks->tick_count > 10);
    for (size_t k = 0; k < ticks->tick_count; k++)
        assert_true(ticks->ticks[k].pc <= UINT32_MAX);
    case_list_free(&list);
}

/* What is lost there would be judged by nobody. */
TEST(most_of_the_suite_is_for_32_bits_and_none_is_lost)
{
    struct case_list all = {0}, here = {0};
    struct case_error error;
    size_t narrow_count = 0;

    assert_true(suite_load(&all, DIALECT_IRIX, true, &error));
    assert_true(suite_load(&here, DIALECT_IRIX, true, &error));
    for_32_bits(&here);
    assert_int_equal(all.count, here.count);
    for (size_t k = 0; k < all.count; k++) {
        assert_string_equal(all.cases[k].slug, here.cases[k].slug);
        assert_int_equal(all.cases[k].dialects, here.cases[k].dialects);
        assert_int_equal(all.cases[k].script.count, here.cases[k].script.count);
        narrow_count += here.cases[k].script.address_bits == 32;
    }
    assert_true(narrow_count > all.count / 2);
    case_list_free(&all);
    case_list_free(&here);
}

TEST(on_a_64_bit_machine_nothing_changes)
{
    struct case_list list = {0};

    parsed(&list, fits);
    suite_for_addresses(&list, 64);
    assert_int_equal(list.cases[0].script.address_bits, 64);
    case_list_free(&list);
}

TESTS(NULL, NULL)
