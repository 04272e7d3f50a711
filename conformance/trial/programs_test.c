/* SPDX-License-Identifier: MIT */
#include "conformance/whole/results_test.h"

#include "conformance/delivery/observe.h"
#include "conformance/judge/judge.h"
#include "conformance/shrink/minimal.h"
#include "programs.h"
#include "reference/unit_test.h"

/* What a run leaves as results, asked for programs in that way. */
static char *results_with(const char *option, const char *value)
{
    struct command command;
    char path[64], library[4096];

    temporary(path);
    strcpy(library, built("mutants/aix.so"));
    command =
        command_with("", WORDS("run", "--dialect", "freebsd", "--case",
                               "odd-number", "--case", "scale-one", "--results",
                               path, library, option, value));
    assert_string_equal(command.err, "");
    assert_int_equal(command.status, 1);
    command_free(&command);
    return text_of_file(path);
}

static size_t programs_in(const char *text)
{
    size_t count = 0;

    while ((text = strstr(text, "\"program\": \"/* "))) {
        assert_has(text, "int main(");
        text++;
        count++;
    }
    return count;
}

TEST(as_many_findings_as_asked_for_have_a_program)
{
    static const char *const asked[] = {"0", "1", "9"};

    for (size_t k = 0; k < 3; k++) {
        char *text = results_with("--shrink", asked[k]);

        assert_int_equal(programs_in(text), k);
        free(text);
    }
}

TEST(pages_have_some_unasked)
{
    char directory[] = "/tmp/programs.XXXXXX", command[64], *text;

    assert_non_null(mkdtemp(directory));
    text = results_with("--report", directory);
    assert_int_equal(programs_in(text), 2);
    free(text);
    text = results_with("--format", "html");
    assert_int_equal(programs_in(text), 0);
    free(text);
    snprintf(command, sizeof command, "rm -r %s", directory);
    assert_int_equal(system(command), 0);
}

TEST(the_number_is_checked)
{
    ASSERT_USAGE("run: --shrink: read some, expected a number from 0 to 1000",
                 "run", "--shrink", "some", "signal");
}

/* Of a scale that should turn profiling off; a tick tells, the others don't. */
static const char text[] = "case z\nbuffer b 16\nprofil b 16 0x100000 0\n"
                           "tick 0x100000\ntick 0x100002\ntick 0x100004\n";

TEST(where_time_is_over_a_case_stays_as_it_is)
{
    static const time_t until[] = {0, 1};
    size_t operations[2];
    const struct impl_constants constants = impl_defaults("freebsd");
    struct case_list list = {0};
    struct case_error error;

    assert_true(case_list_parse(&list, "t", text, strlen(text), &error));
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

        assert_int_equal(minimal_find(&subject, list.cases, &minimal),
                         MINIMAL_FOUND);
        assert_int_equal(minimal.again, MINIMAL_RUNS);
        operations[k] = minimal.list.cases[0].script.count;
        minimal_free(&minimal);
        judge_free(subject.judge);
    }
    assert_int_equal(operations[1], list.cases[0].script.count);
    assert_true(operations[0] < operations[1]);
    case_list_free(&list);
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    return RUN_TESTS(NULL, NULL);
}
