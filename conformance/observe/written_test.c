/* SPDX-License-Identifier: MIT */
/*
 * Files that are planted in a directory of the test's own, and what is found by
 * whoever looks at them: written.txt; see golden_test.h.  A case, for whose
 * script that is, begins in an empty directory.  Rows are:
 *
 *     : plant NAME NUMBERS  a file of hexadecimal numbers, of 8 bytes each, or
 *                           as many as "4:" before them says; N*3 is N three
 *                           times; N-base is less by where this program was
 *                           loaded; "swapped" before them: in the byte order of
 *                           other machines
 *     : cut NAME BYTES      no more of it
 *     : pipe NAME           one that nobody writes to, in the place of a file
 *     : file
 *     : rate PERIOD
 *     : profile [PROCESS]
 *     : header [PROCESS]
 *     : header-of-own-text
 *
 *     written_test [write]      write: put what is found in the files
 */
#include "written.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/judge/golden_test.h"
#include "conformance/language/observed.h"
#include "conformance/language/parsed_test.h"
#include "conformance/machine/scratch_test.h"
#include "impls/own/process_fixture.h"

static struct case_list list;

static void take(void *context, const char *text, size_t length)
{
    (void)context;
    if (!parsed_anew(&list, text, length))
        return;
    scratch_remove(directory);
    assert_true(scratch_enter(directory));
}

static void put_number(uint64_t number, unsigned width, bool swapped, FILE *out)
{
    bool backwards = swapped != observed_big_endian();

    for (unsigned k = 0; k < width; k++)
        putc((int)(number >> 8 * (backwards ? width - 1 - k : k) & 0xff), out);
}

static void plant(char *words, FILE *out)
{
    const char *name = strsep(&words, " ");
    struct memory_stream bytes;
    FILE *file = memory_stream(&bytes);
    unsigned width = 8;
    bool swapped = false;
    char *word;

    (void)out;
    while ((word = strsep(&words, " "))) {
        char *after;
        uint64_t number = strtoull(word, &after, 16);
        unsigned times = *after == '*' ? (unsigned)atoi(after + 1) : 1;

        if (strcmp(after, "-base") == 0)
            number -= written_program().base;
        if (strcmp(word, "swapped") == 0)
            swapped = true;
        else if (*after == ':')
            width = (unsigned)number;
        else
            while (times-- > 0)
                put_number(number, width, swapped, file);
    }
    memory_stream_end(&bytes);
    write_file(name, bytes.text, bytes.length);
    free(bytes.text);
}

static void cut(char *words, FILE *out)
{
    const char *name = strsep(&words, " ");

    (void)out;
    assert_int_equal(truncate(path_of(name), atol(words)), 0);
}

static void plant_pipe(char *words, FILE *out)
{
    (void)out;
    unlink(path_of(words));
    assert_int_equal(mkfifo(path_of(words), 0600), 0);
}

/* Without its operation, and why it is so, where that is said. */
static void put_found(struct event event, const char *why, FILE *out)
{
    struct memory_stream text;

    observed_put_event(&event, false, memory_stream(&text));
    fprintf(text.out, "%s%s", *why ? ": " : "", why);
    memory_stream_end(&text);
    golden_words(text.text + 2, out);
    free(text.text);
}

static void look_at_file(bool runtime, const char *process, FILE *out)
{
    char why[200] = "";
    union file_left left;
    struct event event =
        written_event(directory, runtime, process ? atoi(process) : 0,
                      &list.cases[0].script, &left, why, sizeof why);

    put_found(event, why, out);
}

static void look_at_mon_out(char *words, FILE *out)
{
    look_at_file(false, words, out);
}

static void look_at_profile(char *words, FILE *out)
{
    look_at_file(true, words, out);
}

static void look_at_header(const char *process, bool own, FILE *out)
{
    char why[200] = "";
    int value = written_header(directory, process ? atoi(process) : 0, own, why,
                               sizeof why);

    put_found((struct event){.kind = EVENT_HEADER, .value = value}, why, out);
}

static void look_at_any_header(char *words, FILE *out)
{
    look_at_header(words, false, out);
}

static void look_at_own_header(char *words, FILE *out)
{
    look_at_header(words, true, out);
}

static void look_at_rate(char *words, FILE *out)
{
    int64_t value = written_rate(directory, strtoull(words, NULL, 10));

    put_found((struct event){.kind = EVENT_RATE, .value = value}, "", out);
}

static void hold(const char *name)
{
    static const struct golden_kind kinds[] = {
        {"plant", plant},
        {"cut", cut},
        {"pipe", plant_pipe},
        {"file", look_at_mon_out},
        {"rate", look_at_rate},
        {"profile", look_at_profile},
        {"header", look_at_any_header},
        {"header-of-own-text", look_at_own_header},
        {NULL, NULL}};
    char path[100];

    snprintf(path, sizeof path, "conformance/observe/%s.txt", name);
    golden_hold_kinds(path, take, kinds);
    case_list_free(&list);
}

TEST_WITH(written, set_up, tear_down)
{
    hold("written");
}

TEST_WITH(written_where_it_is_loaded, set_up, tear_down)
{
    if (written_program().base == 0)
        skip();
    hold("written_where_loaded");
}

static bool keeps_what_is_said(void)
{
    int file;

    if (chdir(directory) != 0)
        return false;
    written_keep_message();
    if (written_has_message("."))
        return false;
    fputs("mcount: lost\n", stderr);
    fflush(stderr);
    if (!written_lead_to(WRITTEN_FULL) || !written_lead_to(WRITTEN_FULL))
        return false;
    file = open("gmon.out", O_WRONLY);
    if (file < 0 || write(file, "x", 1) == 1 ||
        !written_lead_to(WRITTEN_NOWHERE))
        return false;
    return open("gmon.out", O_CREAT | O_WRONLY, 0600) < 0 &&
           !getenv("GMON_OUT_PREFIX");
}

TEST_WITH(what_is_stated_is_kept, set_up, tear_down)
{
    assert_false(written_has_message(directory));
    setenv("GMON_OUT_PREFIX", "x", 1);
    ASSERT_IN_CHILD(keeps_what_is_said());
    unsetenv("GMON_OUT_PREFIX");
    assert_true(written_has_message(directory));
}

GOLDEN_TESTS
