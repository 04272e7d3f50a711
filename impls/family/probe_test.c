/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "probe.h"
#include "reference/unit_test.h"

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

TEST(what_is_there_can_be_read)
{
    assert_true(probe_readable(three, 2 * page));
    assert_true(probe_readable(three + 2 * page - 1, 1));
    assert_false(probe_readable(three + 2 * page, 1));
    assert_false(probe_readable(three + 1, 2 * page));
    assert_false(probe_readable(NULL, 1));
}

TEST(a_read_only_page_can_not_be_written)
{
    assert_true(probe_writable(three, page));
    assert_true(probe_writable(three + page - 1, 1));
    assert_false(probe_writable(three + page, 1));
    assert_false(probe_writable(three + 3, page));
    assert_false(probe_writable(three + 2 * page, 1));
    assert_false(probe_writable(NULL, 1));
}

TEST(no_bytes_are_always_there)
{
    assert_true(probe_readable(NULL, 0));
    assert_true(probe_writable(NULL, 0));
}

TEST(memory_has_an_end)
{
    assert_false(probe_writable(three, UINT64_MAX));
    assert_false(probe_writable(three, UINT64_MAX - (uintptr_t)three + 2));
    assert_false(probe_readable((void *)(UINTPTR_MAX - 3), 4));
    assert_false(probe_writable((void *)UINT64_C(0x8000000000000000), 4));
}

TEST(a_probe_changes_nothing)
{
    errno = 55;
    probe_writable(three, 2 * page);
    probe_readable(three, 3 * page);
    assert_int_equal(errno, 55);
    for (size_t i = 0; i < 2 * page; i++)
        assert_int_equal(three[i], 0x5a);
}

TESTS(map, NULL)
