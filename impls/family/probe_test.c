/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "probe.h"

static unsigned char *three; /* pages: writable, read-only, not there */
static size_t page;

static int map(void **state)
{
    (void)state;
    page = (size_t)sysconf(_SC_PAGESIZE);
    three = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(three, 0x5a, 2 * page);
    return three == MAP_FAILED || mprotect(three + page, page, PROT_READ) ||
           munmap(three + 2 * page, page);
}

static void what_is_there_can_be_read(void **state)
{
    (void)state;
    assert_true(probe_readable(three, 2 * page));
    assert_true(probe_readable(three + 2 * page - 1, 1));
    assert_false(probe_readable(three + 2 * page, 1));
    assert_false(probe_readable(three + 1, 2 * page));
    assert_false(probe_readable(NULL, 1));
}

static void a_read_only_page_can_not_be_written(void **state)
{
    (void)state;
    assert_true(probe_writable(three, page));
    assert_true(probe_writable(three + page - 1, 1));
    assert_false(probe_writable(three + page, 1));
    assert_false(probe_writable(three + 3, page));
    assert_false(probe_writable(three + 2 * page, 1));
    assert_false(probe_writable(NULL, 1));
}

static void no_bytes_are_always_there(void **state)
{
    (void)state;
    assert_true(probe_readable(NULL, 0));
    assert_true(probe_writable(NULL, 0));
}

static void memory_has_an_end(void **state)
{
    (void)state;
    assert_false(probe_writable(three, UINT64_MAX));
    assert_false(probe_writable(three, UINT64_MAX - (uintptr_t)three + 2));
    assert_false(probe_readable((void *)(UINTPTR_MAX - 3), 4));
    assert_false(probe_writable((void *)UINT64_C(0x8000000000000000), 4));
}

static void a_probe_changes_nothing(void **state)
{
    (void)state;
    errno = 55;
    probe_writable(three, 2 * page);
    probe_readable(three, 3 * page);
    assert_int_equal(errno, 55);
    for (size_t i = 0; i < 2 * page; i++)
        assert_int_equal(three[i], 0x5a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_there_can_be_read),
        cmocka_unit_test(a_read_only_page_can_not_be_written),
        cmocka_unit_test(no_bytes_are_always_there),
        cmocka_unit_test(memory_has_an_end),
        cmocka_unit_test(a_probe_changes_nothing),
    };

    return cmocka_run_group_tests(tests, map, NULL);
}
