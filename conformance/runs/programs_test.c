/* SPDX-License-Identifier: MIT */
#include "programs.h"

#include "conformance/judge/judge.h"
#include "conformance/language/parsed_test.h"
#include "conformance/observe/observe.h"
#include "reference/unit_test.h"

/* Of a scale that should turn profiling off; one tick shows it, the others
 * don't. */
static const char text[] = "case z\nbuffer b 16\nprofil b 16 0x100000 0\n"
                           "tick 0x100000\ntick 0x100002\ntick 0x100004\n";

TEST(where_time_is_over_a_case_stays_as_it_is)
{
    static const time_t until[] = {0, 1};
    size_t operations[2];
    const struct impl_constants constants = impl_defaults("freebsd");
    struct case_list list = {0};

    parsed(&list, text);
    for (int k = 0; k < 2; k++) {
        struct subject subject = {
            .observe = {.impl = &impl_libc,
                        .open = {.path = "libc",
                                 .dialect = "freebsd",
                                 .constants = &constants}},
            .dialect = DIALECT_FREEBSD,
            .capabilities = IMPL_CAN_PROFIL,
            .constants = constants,
            .judge = judge_new(DIALECT_FREEBSD),
            .until = until[k]};
        struct minimal minimal;

        assert_true(minimal_find(&subject, list.cases, &minimal));
        assert_int_equal(minimal.again, MINIMAL_RUNS);
        operations[k] = minimal.list.cases[0].script.count;
        minimal_free(&minimal);
        judge_free(subject.judge);
    }
    assert_int_equal(operations[1], list.cases[0].script.count);
    assert_true(operations[0] < operations[1]);
    case_list_free(&list);
}

TEST(what_a_program_says_is_its_last_line)
{
    static const char *const rows[][2] = {
        {"profil failed\nb[1] is 0\n", "b[1] is 0"},
        {"b[1] is 0", "b[1] is 0"},
        {"one\n\ntwo\n\n\n", "two"},
        {"\n", ""},
        {"", ""},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char output[64];

        strcpy(output, rows[k][0]);
        assert_string_equal(programs_last_line(output), rows[k][1]);
    }
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    return RUN_TESTS(NULL, NULL);
}
