/* SPDX-License-Identifier: MIT */
/* The guards of a case keep off the pcs where its code is to be. */
#include "memory.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "conformance/machine/stub.h"
#include "reference/unit_test.h"

enum { SIZE = 64 };

/* In the middle of where the next large mapping comes. */
static uint64_t next_place(void)
{
    size_t size = (size_t)1 << (sizeof(void *) > 4 ? 31 : 16);
    char *start = mmap(NULL, size, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    assert_ptr_not_equal(start, MAP_FAILED);
    munmap(start, size);
    return (uintptr_t)start + size / 2;
}

static void assert_free(uint64_t pc)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *got = stub_pages(pc - pc % page, page, PROT_READ);

    assert_non_null(got);
    munmap(got, page);
}

/* One with a buffer, and a tick there. */
static void begin(struct case_memory *memory, struct op ops[2],
                  struct tick *tick, struct script *script)
{
    ops[0] = (struct op){.kind = OP_BUFFER, .size = SIZE};
    ops[1] = (struct op){.kind = OP_TICKS, .ticks = tick, .tick_count = 1};
    *script = (struct script){.ops = ops, .count = 2, .address_bits = 64};
    assert_true(memory_begin(memory, script));
}

TEST(no_guard_is_where_a_tick_comes)
{
    struct tick tick = {.pc = next_place(), .count = 1};
    struct case_memory memory = {0};
    struct script script;
    struct op ops[2];

    begin(&memory, ops, &tick, &script);
    assert_free(tick.pc);
    tick.pc = next_place();
    assert_true(memory_buffer(&memory, &ops[0]));
    assert_free(tick.pc);
    memory_end(&memory);
}

/* What is nowhere stays for the next case of the process. */
TEST(nor_is_one_of_the_case_before)
{
    struct tick tick = {.pc = 0x1000, .count = 1};
    struct case_memory memory = {0};
    struct script script;
    struct op ops[2];

    begin(&memory, ops, &tick, &script);
    memory_end(&memory);
    tick.pc = (uintptr_t)memory.nowhere + memory.guard / 2;
    begin(&memory, ops, &tick, &script);
    assert_free(tick.pc);
    memory_end(&memory);
}

/* The same buffer may be a special one, and what is no more can't be
 * written. */
TEST(no_buffer_begins_where_one_of_the_last_cases_did)
{
    struct tick tick = {.pc = 0x1000, .count = 1};
    struct case_memory memory = {0};
    unsigned char *began[MEMORY_CASES + 1];
    struct script script;
    struct op ops[2];
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    for (unsigned k = 0; k <= MEMORY_CASES; k++) {
        begin(&memory, ops, &tick, &script);
        assert_true(memory_buffer(&memory, &ops[0]));
        began[k] = memory.buffers[0].bytes;
        for (unsigned i = 0; i < k; i++)
            assert_ptr_not_equal(began[i], began[k]);
        memory_end(&memory);
        assert_int_equal(write(ends[1], began[k], 1), -1);
        assert_int_equal(errno, EFAULT);
    }
    tick.pc = (uintptr_t)began[1] - 64;
    begin(&memory, ops, &tick, &script);
    assert_free(tick.pc);
    memory_end(&memory);
    close(ends[0]);
    close(ends[1]);
}

TESTS(NULL, NULL)
