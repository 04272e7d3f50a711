/* SPDX-License-Identifier: MIT */
#include "conformance/whole/command_test.h"

#include "conformance/cases/case.h"
#include "reference/unit_test.h"

/* The id of the only case of a text. */
static void id_of(const char *text, char id[CASE_ID])
{
    struct case_list list = {0};
    struct case_error error;

    if (!case_list_parse(&list, "shown", text, strlen(text), &error))
        fail_msg("%s", error.text);
    assert_int_equal(list.count, 1);
    strcpy(id, list.cases[0].id);
    case_list_free(&list);
}

/* Up to the blank line after the case's text. */
static void cut_text(char *out)
{
    char *end = strstr(out, "\n\nby ");

    assert_non_null(end);
    end[1] = '\0';
}

TEST(the_text_shown_is_the_case)
{
    static const char *const slugs[] = {"odd-number", "fork",
                                        "exec",       "list-computed-scale",
                                        "bad-tvp",    "counter-full"};

    for (size_t k = 0; k < sizeof slugs / sizeof *slugs; k++) {
        char *out = output_of(WORDS("case", slugs[k]));
        char id[CASE_ID];

        cut_text(out);
        id_of(out, id);
        assert_memory_equal(id, slugs[k], strlen(slugs[k]));

        /* By its id, and from a file of its own, it is the same. */
        char *by_id = output_of(WORDS("case", id));
        char *from_file =
            output_of(WORDS("case", "--cases", case_file(out), slugs[k]));
        assert_string_equal(by_id, from_file);
        cut_text(by_id);
        assert_string_equal(by_id, out);
        free(out);
        free(by_id);
        free(from_file);
    }
}

TEST(each_dialect_says_what_it_permits)
{
    const char *file = case_file("case c\nbuffer b 16\n"
                                 "profil b 16 0x1000 0x8000\ntick 0x1002\n");
    char *out = output_of(WORDS("case", "--cases", file, "c"));

    assert_has(out, "\nby aix: ");
    assert_has(out, "\nby glibc: ");
    free(out);
    /* The number 1: rounded up by aix, an index or a byte offset;
     * rounded up or down by hpux, an index or a byte offset there too.  In
     * neither is a value seen. */
    out = output_of(WORDS("case", "--cases", file, "--dialect", "aix", "c"));
    assert_has(out, "\nby aix: 2 permitted outcomes\n  rules probed: rounding "
                    "unit ");
    assert_has(out, "       profil b 16 0x1000 0x8000: returned\n"
                    "       buffer b: [1] 1\n");
    assert_has(out, "\n    rounding: aix.profil.2 (sentence 15: Description, "
                    "paragraph 3, sentence 3)\n");
    assert_null(strstr(out, "profil-member: "));
    assert_null(strstr(out, "by hpux"));
    free(out);
    out = output_of(WORDS("case", "--cases", file, "--dialect", "hpux", "c"));
    assert_has(out, "\nby hpux: 3 permitted outcomes\n");
    assert_has(out, "       profil b 16 0x1000 0x8000: returned\n"
                    "       buffer b: [0] 1\n");
    free(out);
}

TEST(outcomes_name_the_choices_that_lead_to_them)
{
    const char *file = case_file("case c\nbuffer b 4 fill16=0xffff\n"
                                 "profil b 4 0x1000 0xffff\ntick 0x1000\n");
    char *out =
        output_of(WORDS("case", "--dialect", "freebsd", "--cases", file, "c"));

    assert_has(out, ". as with rounding=down, counter-full=");
    assert_has(out, "counter-full=wrap");
    assert_has(out, "counter-full=saturate");
    assert_has(out, "buffer b: [0] 0\n");
    assert_has(out, "buffer b: as it was\n");
    free(out);
}

TEST(what_cannot_be_shown_is_refused)
{
    ASSERT_USAGE("case: which one?", "case");
    ASSERT_USAGE("case: one at a time, not a and b", "case", "a", "b");
    ASSERT_USAGE("case: unknown case frob; see", "case", "frob");
    ASSERT_USAGE("unknown dialect vms; choose from", "case", "--dialect", "vms",
                 "fork");
    ASSERT_USAGE("case: unknown option --suite;", "case", "--suite", "full",
                 "fork");
    ASSERT_USAGE("case: unknown case d; ", "case", "--cases",
                 case_file("case c\ntick 0\n"), "d");
    assert_refused_with("case c\nbuffer b 8\nbuffer b 8\n", 2,
                        ":3: read b, expected",
                        WORDS("case", "--cases", "-", "c"));
    ASSERT_USAGE("/nonexistent/x.case: ", "case", "--cases",
                 "/nonexistent/x.case", "c");
}

TESTS(NULL, NULL)
