/* SPDX-License-Identifier: MIT */
/*
 * What our own dialects do, by rows of text: dialects.seen, which says what a
 * row is.
 *
 *     dialects_test [write]      write: put what is observed in the file
 *
 * What no case can say is in C below.
 */
/* Before all others: the host's <unistd.h> has another profil. */
#include "impls/include/irix/unistd.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "conformance/judge/golden_test.h"
#include "conformance/language/observed.h"
#include "conformance/language/parsed_test.h"
#include "conformance/observe/observe.h"
#include "dialects.h"
#include "engine_fixture.h"
#include "impls/impl.h"
#include "impls/include/irix/sys/profil.h"
#include "reference/unit_test.h"

#define ROWS "impls/own/dialects.seen"

static void take(void *context, const char *text, size_t length)
{
    parsed_anew(context, text, length);
}

/* ": DIALECT OBSERVED" */
static void put_row(void *context, const char *line, FILE *out)
{
    const struct case_list *list = context;
    char *name = strndup(line + 2, strcspn(line + 2, " ")), *text;
    struct impl_constants constants = impl_defaults(name);
    struct observe_options options = {.impl = &impl_signal,
                                      .open = {NULL, name, &constants},
                                      .timeout_ms = 20000};
    struct observation observation;

    assert_in_range(dialect_by_name(name), 0, DIALECTS - 1);
    observe(&options, &list->cases[0], &observation);
    text = observed_text(&observation);
    assert_int_equal(observation.ended, ENDED_NORMALLY);
    *strstr(text, "; ended") = '\0';
    fprintf(out, ": %s %s\n", name, text);
    free(text);
    free(name);
    observation_free(&observation);
}

TEST(each_row_is_what_is_observed)
{
    struct case_list list = {0};

    golden_hold(ROWS, take, put_row, &list);
    case_list_free(&list);
    assert_int_not_equal(access("mon.out", F_OK), 0); /* nor left here */
}

static uint16_t buffer[32];

static int set_up(void **state)
{
    memset(buffer, 0, sizeof buffer);
    return use_manual_engine(state);
}

static int turn_off(void **state)
{
    (void)state;
    manual_stop();
    return 0;
}

TEST_WITH(fast_is_a_millisecond_or_EACCES, set_up, turn_off)
{
    struct prof one = {buffer, sizeof buffer, TEXT, 0x8000};
    struct timeval time = {7, 7};

    assert_int_equal(own_irix_sprofil(&one, 1, &time, PROF_USHORT | PROF_FAST),
                     0);
    assert_int_equal(time.tv_usec, 1000);
    assert_int_equal(manual.microseconds, 1000);
    assert_int_equal(own_irix_sprofil(&one, 1, &time, PROF_USHORT), 0);
    assert_int_equal(manual.microseconds, 10000);
    time.tv_usec = 7;
    manual.is_slow = true;
    errno = 0;
    assert_int_equal(own_irix_sprofil(&one, 1, &time, PROF_USHORT | PROF_FAST),
                     -1);
    manual.is_slow = false;
    assert_int_equal(errno, EACCES);
    assert_int_equal(time.tv_usec, 7);
}

TEST_WITH(a_range_of_more_than_32_bits_begins_nothing, set_up, turn_off)
{
    own_freebsd_monstartup(TEXT, (unsigned long)(TEXT + (UINT64_C(1) << 32)));
    assert_false(manual.on);
}

/* The struct prof of aix: one file can include only one. */
struct aix_element {
    unsigned long low, high;
    unsigned short *counters;
    int size;
    unsigned scale;
};

TEST_WITH(a_list_without_end_is_read_no_further_than_it_is, set_up, turn_off)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct aix_element *list = (struct aix_element *)(two + page) - 2;

    munmap(two + page, page);
    list[0] = (struct aix_element){TEXT, TEXT + 16, buffer, 64, 0xffff};
    list[1] = (struct aix_element){TEXT, TEXT + 32, buffer, 64, 0xffff};
    errno = 0;
    assert_int_equal(own_aix_profil(list, (unsigned)-1, 0, 0), -1);
    assert_int_equal(errno, EFAULT);
    list[1].high = 0;
    assert_int_equal(own_aix_profil(list, (unsigned)-1, 0, 0), 0);
    assert_true(manual.on);
    munmap(two, page);
}

TEST_WITH(scales_and_sizes_of_glibc_have_64_bits, set_up, turn_off)
{
    struct {
        void *base;
        size_t size, offset;
        unsigned long scale;
    } one = {buffer, 64, TEXT, 1ul << 33};

    assert_int_equal(own_glibc_sprofil((struct prof *)&one, 1, NULL, 1), 0);
    tick(TEXT, 1);
    tick(TEXT + 1, 1);
    assert_int_equal(buffer[0], 1);
    one.size = (size_t)1 << 40;
    one.scale = 65536;
    assert_int_equal(own_glibc_sprofil((struct prof *)&one, 1, NULL, 1), 0);
    tick(TEXT + 8, 1);
    assert_int_equal(buffer[4], 1);
}

GOLDEN_TESTS
