/* SPDX-License-Identifier: MIT */
#include "calls.h"
#include "reference/unit_test.h"

#include <stdlib.h>

#include <pthread.h>
#include <string.h>

static const struct calls_record *records;

static void call(uintptr_t address, unsigned times)
{
    while (times-- > 0)
        calls_count(address, 0);
}

/* The records stand in the order of the first calls. */
static void assert_record(size_t index, uint64_t address, uint64_t calls)
{
    assert_true(index < calls_list(&records));
    assert_int_equal(records[index].address, address);
    assert_int_equal(records[index].calls, calls);
}

TEST(each_function_has_its_own_count)
{
    assert_true(calls_begin(3));
    call(0x2000, 1);
    call(0x1000, 2);
    call(0x2000, 3);
    assert_int_equal(calls_list(&records), 2);
    assert_record(0, 0x2000, 4);
    assert_record(1, 0x1000, 2);
}

TEST(the_first_nfunc_are_counted)
{
    assert_true(calls_begin(2));
    for (uintptr_t k = 1; k <= 100; k++)
        call(k, 1);
    call(2, 5);
    assert_int_equal(calls_list(&records), 2);
    assert_record(0, 1, 1);
    assert_record(1, 2, 6);
    assert_true(calls_begin(0));
    call(1, 1);
    assert_int_equal(calls_list(&records), 0);
    assert_true(calls_begin(-1));
    call(1, 1);
    assert_int_equal(calls_list(&records), 0);
}

/* More than the table for a few has room for, then a few again. */
TEST(counting_begins_from_0)
{
    for (int round = 0; round < 4; round++) {
        int limit = round % 2 ? 8 : 1 << 20;

        assert_true(calls_begin(limit));
        assert_int_equal(calls_list(&records), 0);
        for (uintptr_t k = 0; k < CALLS_MOST + 100; k++)
            call(0x400000 + 16 * k, 1);
        assert_int_equal(calls_list(&records),
                         limit < CALLS_MOST ? limit : CALLS_MOST);
        assert_record(7, 0x400000 + 16 * 7, 1);
    }
}

TEST(nothing_is_counted_in_a_pause)
{
    assert_true(calls_begin(2));
    call(1, 1);
    calls_pause();
    call(1, 2);
    call(2, 2);
    assert_int_equal(calls_list(&records), 1);
    calls_resume();
    call(1, 4);
    assert_record(0, 1, 5);
}

static const struct calls_arc *arcs;

static void assert_arc(size_t index, uint64_t from, uint64_t self,
                       uint64_t calls)
{
    assert_true(index < calls_list_arcs(&arcs));
    assert_int_equal(arcs[index].from, from);
    assert_int_equal(arcs[index].self, self);
    assert_int_equal(arcs[index].calls, calls);
}

TEST(an_arc_has_two_ends_in_the_range)
{
    const uint64_t low = UINT64_C(0x555500001000), spans[] = {16, UINT32_MAX};

    for (int k = 0; k < 2; k++) {
        uint64_t high = low + spans[k], last = high - 1;

        assert_true(calls_begin_arcs(low, high, 0, 8));
        calls_count(low, last);
        calls_count(last, low);
        calls_count(last, last);
        calls_count(last, low);
        calls_count(low, low);
        calls_count(low, high);
        calls_count(high, low);
        calls_count(low - 1, low);
        calls_count(low, low - 1);
        calls_count(low, 0);
        assert_int_equal(calls_list_arcs(&arcs), 4);
        assert_arc(0, last, low, 1);
        assert_arc(1, low, last, 2);
        assert_arc(2, last, last, 1);
        assert_arc(3, low, low, 1);
        assert_false(calls_exceeded());
    }
    assert_true(calls_begin(1));
    call(1, 1);
    assert_record(0, 1, 1);
}

TEST(a_call_beyond_the_limit_is_told)
{
    for (int round = 0; round < 3; round++) {
        assert_true(calls_begin_arcs(0x1000, 0x2000, 0, 2));
        calls_count(0x1001, 0x1004);
        calls_count(0x1001, 0x1008);
        calls_count(0x1001, 0x1004);
        assert_false(calls_exceeded());
        calls_count(0x1002, 0x1004);
        assert_true(calls_exceeded());
        assert_int_equal(calls_list_arcs(&arcs), 2);
        assert_arc(0, 0x1004, 0x1001, 2);
    }
}

enum { THREADS = 4, FUNCTIONS = 50, ROUNDS = 4000 };

static void *call_all(void *context)
{
    (void)context;
    for (int round = 0; round < ROUNDS; round++)
        for (uintptr_t k = 1; k <= FUNCTIONS; k++)
            calls_count(k << 12, 0);
    return NULL;
}

TEST(no_call_of_several_threads_is_lost)
{
    pthread_t threads[THREADS];

    assert_true(calls_begin(FUNCTIONS));
    for (int k = 0; k < THREADS; k++)
        assert_int_equal(pthread_create(&threads[k], NULL, call_all, NULL), 0);
    for (int k = 0; k < THREADS; k++)
        pthread_join(threads[k], NULL);
    assert_int_equal(calls_list(&records), FUNCTIONS);
    for (size_t k = 0; k < FUNCTIONS; k++)
        assert_int_equal(records[k].calls, THREADS * ROUNDS);
}

#if defined __x86_64__

/* Registers that hold arguments, the static chain, and vectors. */
struct registers {
    uint64_t whole[9]; /* rax rcx rdx rsi rdi r8 r9 r10 r11 */
    unsigned char vectors[8][16];
};

/* What enter works on; its offsets stand in the assembly. */
struct entered {
    struct registers registers;
    void (*entry)(void);
    uint64_t shift;    /* of the stack, from an aligned place */
    uintptr_t after;   /* the return address */
    uintptr_t from[2]; /* that of the function itself: in its frame, above */
};

_Static_assert(offsetof(struct entered, entry) == 200, "as in enter");

/* What the compiler makes of a function's entry. */
static void enter(struct entered *e)
{
    __asm__ volatile("lea -128(%%rsp), %%rsp\n" /* the red zone */
                     "push 224(%%rbx)\n"
                     "push %%rbp\n"
                     "mov %%rsp, %%rbp\n"
                     "and $-16, %%rsp\n"
                     "sub 208(%%rbx), %%rsp\n"
                     "push 232(%%rbx)\n"
                     "movups 72(%%rbx), %%xmm0\n"
                     "movups 184(%%rbx), %%xmm7\n"
                     "mov (%%rbx), %%rax\n"
                     "mov 8(%%rbx), %%rcx\n"
                     "mov 16(%%rbx), %%rdx\n"
                     "mov 24(%%rbx), %%rsi\n"
                     "mov 32(%%rbx), %%rdi\n"
                     "mov 40(%%rbx), %%r8\n"
                     "mov 48(%%rbx), %%r9\n"
                     "mov 56(%%rbx), %%r10\n"
                     "mov 64(%%rbx), %%r11\n"
                     "call *200(%%rbx)\n"
                     "1:\n"
                     "mov %%rax, (%%rbx)\n"
                     "mov %%rcx, 8(%%rbx)\n"
                     "mov %%rdx, 16(%%rbx)\n"
                     "mov %%rsi, 24(%%rbx)\n"
                     "mov %%rdi, 32(%%rbx)\n"
                     "mov %%r8, 40(%%rbx)\n"
                     "mov %%r9, 48(%%rbx)\n"
                     "mov %%r10, 56(%%rbx)\n"
                     "mov %%r11, 64(%%rbx)\n"
                     "movups %%xmm0, 72(%%rbx)\n"
                     "movups %%xmm7, 184(%%rbx)\n"
                     "lea 1b(%%rip), %%rax\n"
                     "mov %%rax, 216(%%rbx)\n"
                     "mov %%rbp, %%rsp\n"
                     "pop %%rbp\n"
                     "lea 136(%%rsp), %%rsp\n"
                     :
                     : "b"(e)
                     : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10",
                       "r11", "xmm0", "xmm7", "memory", "cc");
}

TEST(an_entry_is_counted_and_no_register_changes)
{
    void (*const entries[])(void) = {family_mcount, family_fentry};
    struct entered entered;
    struct registers before;

    for (size_t k = 0; k < sizeof before; k++)
        ((unsigned char *)&before)[k] = (unsigned char)(k * 7 + 1);
    for (unsigned k = 0; k < 4; k++) {
        entered = (struct entered){before, entries[k % 2], k / 2 * 8, 0, {0}};
        assert_true(calls_begin(1));
        enter(&entered);
        assert_record(0, entered.after, 1);
        assert_memory_equal(&before, &entered.registers, sizeof before);
    }
}

TEST(an_entry_tells_the_arc)
{
    void (*const entries[])(void) = {family_mcount_arc, family_fentry_arc};
    uintptr_t low = (uintptr_t)enter - 65536;
    struct entered entered;
    struct registers before;

    memset(&before, 0x5a, sizeof before);
    for (unsigned k = 0; k < 4; k++) {
        entered = (struct entered){
            before,
            entries[k % 2],
            k / 2 * 8,
            0,
            {(uintptr_t)enter + k, (uintptr_t)enter + 100 + k}};
        assert_true(calls_begin_arcs(low, low + 2 * 65536, 0, 1));
        enter(&entered);
        assert_arc(0, entered.from[k % 2], entered.after, 1);
        assert_memory_equal(&before, &entered.registers, sizeof before);
    }
}

#endif

TESTS(NULL, NULL)
