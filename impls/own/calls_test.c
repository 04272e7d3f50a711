/* SPDX-License-Identifier: MIT */
#include "calls.h"
#include "reference/unit_test.h"

#include <stdlib.h>

#include <pthread.h>
#include <string.h>

static const struct calls_arc *arcs;

/* They are in the order of the first calls. */
static void assert_arc(size_t index, uint64_t from, uint64_t self,
                       uint64_t calls)
{
    assert_true(index < calls_list(&arcs));
    assert_int_equal(arcs[index].from, from);
    assert_int_equal(arcs[index].self, self);
    assert_int_equal(arcs[index].calls, calls);
}

/* More than the table for a few has room for, then a few again. */
TEST(the_first_nfunc_are_counted_from_0)
{
    static const int limits[] = {1 << 20, 8, 1 << 20, 8, 0, -1};

    for (size_t round = 0; round < sizeof limits / sizeof *limits; round++) {
        int limit = limits[round] < 0            ? 0
                    : limits[round] < CALLS_MOST ? limits[round]
                                                 : CALLS_MOST;

        assert_true(calls_begin(limits[round]));
        assert_int_equal(calls_list(&arcs), 0);
        for (uintptr_t k = 0; k < CALLS_MOST + 100; k++)
            calls_count(0x400000 + 16 * k, 7);
        calls_count(0x400000 + 16 * 7, 7);
        assert_int_equal(calls_list(&arcs), limit);
        if (limit > 0)
            assert_arc(7, 0, 0x400000 + 16 * 7, 2);
    }
}

TEST(an_arc_has_two_ends_in_the_range)
{
    const uint64_t low = UINT64_C(0x555500001000), spans[] = {16, UINT32_MAX};

    for (int k = 0; k < 2; k++) {
        uint64_t high = low + spans[k], last = high - 1;
        const uint64_t calls[][2] = {{low, last}, {last, low},    {last, last},
                                     {last, low}, {low, low},     {low, high},
                                     {high, low}, {low - 1, low}, {low, 0}};

        assert_true(calls_begin_arcs(low, high, 0, 8));
        for (size_t n = 0; n < sizeof calls / sizeof *calls; n++)
            calls_count(calls[n][0], calls[n][1]);
        assert_int_equal(calls_list(&arcs), 4);
        assert_arc(0, last, low, 1);
        assert_arc(1, low, last, 2);
        assert_arc(2, last, last, 1);
        assert_arc(3, low, low, 1);
        assert_false(calls_exceeded());
    }
}

TEST(a_call_beyond_the_limit_is_reported)
{
    for (int round = 0; round < 3; round++) {
        assert_true(calls_begin_arcs(0x1000, 0x2000, 0x1000, 2));
        calls_count(0x1001, 0x1004);
        calls_count(0x1001, 0x1008);
        calls_count(0x1001, 0x1004);
        assert_false(calls_exceeded());
        calls_count(0x1002, 0x1004);
        assert_true(calls_exceeded());
        assert_int_equal(calls_list(&arcs), 2);
        assert_arc(0, 4, 1, 2); /* less the base */
    }
}

enum { THREADS = 4, FUNCTIONS = 3, ROUNDS = 2000000 };

static pthread_barrier_t go;

static void *call_all(void *unused)
{
    pthread_barrier_wait(&go);
    for (int round = 0; round < ROUNDS; round++)
        for (uintptr_t k = 1; k <= FUNCTIONS; k++)
            calls_count(k << 12, 0);
    return unused;
}

TEST(no_call_of_several_threads_is_lost)
{
    pthread_t threads[THREADS];

    assert_true(calls_begin(FUNCTIONS));
    pthread_barrier_init(&go, NULL, THREADS);
    for (int k = 0; k < THREADS; k++)
        assert_int_equal(pthread_create(&threads[k], NULL, call_all, NULL), 0);
    for (int k = 0; k < THREADS; k++)
        pthread_join(threads[k], NULL);
    assert_int_equal(calls_list(&arcs), FUNCTIONS);
    for (size_t k = 0; k < FUNCTIONS; k++)
        assert_int_equal(arcs[k].calls, THREADS * ROUNDS);
}

#if defined __x86_64__

/* Registers that hold arguments, the static chain, and vectors. */
struct registers {
    uint64_t whole[9]; /* rax rcx rdx rsi rdi r8 r9 r10 r11 */
    unsigned char vectors[8][16];
};

/* What enter works on; its offsets are in the assembly. */
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

/* Whatever the place of the stack, and whatever the registers hold. */
TEST(an_entry_is_counted_and_no_register_changes)
{
    static const struct {
        void (*entry)(void);
        int from; /* where that is found; -1: it is not looked for */
    } rows[] = {{own_mcount, -1}, {own_mcount_arc, 0}, {own_fentry_arc, 1}};
    uintptr_t here = (uintptr_t)enter, low = here - 65536;
    struct registers before;

    for (size_t k = 0; k < sizeof before; k++)
        ((unsigned char *)&before)[k] = (unsigned char)(k * 7 + 1);
    for (unsigned k = 0; k < 6; k++) {
        int from = rows[k / 2].from;
        struct entered entered = {
            before, rows[k / 2].entry, k % 2 * 8, 0, {here + k, here + 99}};

        assert_true(from < 0 ? calls_begin(1)
                             : calls_begin_arcs(low, low + 2 * 65536, 0, 1));
        enter(&entered);
        assert_arc(0, from < 0 ? 0 : entered.from[from], entered.after, 1);
        assert_memory_equal(&before, &entered.registers, sizeof before);
    }
}

#endif

TESTS(NULL, NULL)
