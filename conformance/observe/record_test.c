/* SPDX-License-Identifier: MIT */
/*
 * What is believed of what a supervisor reports of cases, compared with
 * record.txt; see golden_test.h.  Rows, of what it says of the cases before
 * them, with " / " for the end of a line:
 *
 *     : opened TEXT      where the implementation had been opened
 *     : unopened TEXT
 *     : unsaid late      where its time was over; lost: it was ended, too
 *
 *     record_test [write]      write: put what is believed in the file
 */
#include "record.h"

#include "conformance/judge/golden_test.h"
#include "conformance/machine/sandbox.h"
#include "inside.h"
#include "observe_test.h"

enum { CASES_MOST = 3 };

static struct case_list list;

static void take(void *context, const char *text, size_t length)
{
    (void)context;
    parsed_anew(&list, text, length);
}

static void put_believed(const struct sandbox_end *end, FILE *out)
{
    static const struct observe_options of_so = {.impl = &impl_so};
    const struct test_case *cases[CASES_MOST];
    struct observation observations[CASES_MOST];
    size_t count;

    assert_in_range(list.count, 1, CASES_MOST);
    for (size_t k = 0; k < list.count; k++)
        cases[k] = &list.cases[k];
    count = record_read(&of_so, cases, list.count, end, observations);
    for (size_t k = 0; k < count; k++) {
        struct memory_stream line;

        record_print(&observations[k], memory_stream(&line));
        memory_stream_end(&line);
        line.text[line.length - 1] = '\0'; /* without its newline */
        golden_words(line.text, out);
        free(line.text);
        observation_free(&observations[k]);
    }
}

static void put_said(const char *words, bool is_opened, FILE *out)
{
    struct sandbox_end end = {.mark = is_opened,
                              .answer = memory_format("%s\n", words)};
    char *slash;

    while ((slash = strstr(end.answer, " / "))) {
        *slash = '\n';
        memmove(slash + 1, slash + 3, strlen(slash + 3) + 1);
    }
    end.answer_size = strlen(end.answer);
    put_believed(&end, out);
    free(end.answer);
}

static void opened(char *words, FILE *out)
{
    put_said(words ? words : "", true, out);
}

static void unopened(char *words, FILE *out)
{
    put_said(words, false, out);
}

static void unsaid(char *words, FILE *out)
{
    bool late = strcmp(words, "late") == 0;

    put_believed(
        &(struct sandbox_end){.how = late ? SANDBOX_TIMED_OUT : SANDBOX_LOST},
        out);
}

TEST(only_what_can_be_is_believed)
{
    static const struct golden_kind kinds[] = {{"opened", opened},
                                               {"unopened", unopened},
                                               {"unsaid", unsaid},
                                               {NULL, NULL}};

    golden_hold_kinds("conformance/observe/record.txt", take, kinds);
    case_list_free(&list);
}

/* What it says of two cases that are over. */
static char *told_of_two(const uint64_t began[2])
{
    const struct test_case *const cases[] = {case_of(ORDINARY),
                                             case_of(ORDINARY)};
    struct journal_writer writers[2];
    struct inside inside = {.cases = cases, .count = 2, .writers = writers};
    const struct sandbox_end end = {0};
    size_t size;
    char *text;

    inside.memory = calloc(1, inside_size(&inside));
    assert_non_null(inside.memory);
    inside_begin(&inside);
    inside.begun = 5000000;
    for (size_t k = 0; k < 2; k++) {
        writers[k].journal.state = JOURNAL_FINISHED;
        writers[k].journal.began = began[k];
        journal_seal(&writers[k]);
    }
    text = inside_answer(&inside, &end, &size);
    assert_non_null(text);
    free(inside.memory);
    return text;
}

TEST(times_that_can_not_be_are_not_reported)
{
    static const struct {
        uint64_t began[2];
        bool first, second;
    } rows[] = {{{5000000, 8000001}, true, true},
                {{4999999, 8000000}, false, true},
                {{8000000, 5000000}, false, true},
                {{5000000, UINT64_MAX}, false, false},
                {{0, 0}, false, false}};

    for (size_t k = 0; k < COUNT(rows); k++) {
        char *text = told_of_two(rows[k].began);
        const char *second = strchr(text, '\n') + 1;

        assert_int_equal(strncmp(text, "took ", 5) == 0, rows[k].first);
        assert_int_equal(strncmp(second, "took ", 5) == 0, rows[k].second);
        if (k == 0)
            assert_memory_equal(text, "took 3001 ", 10);
        free(text);
    }
}

GOLDEN_TESTS
