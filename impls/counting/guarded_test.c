/* SPDX-License-Identifier: MIT */
#include "guarded.h"

#include "reference/unit_test.h"

#if GUARDED
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "faults.h"
#include "tick.h"

enum { PAGE = 4096, FUNCTIONS = 4, THREADS = 4, TICKS_EACH = 12000 };

static const struct {
    void (*add)(void *counter, uint32_t ticks, atomic_bool *faulted);
    unsigned width;
} functions[FUNCTIONS] = {{guarded_alone_16, 2},
                          {guarded_among_16, 2},
                          {guarded_alone_32, 4},
                          {guarded_among_32, 4}};

/* A counter of that width between two that must stay. */
static uint32_t added(unsigned k, uint32_t value, uint32_t ticks)
{
    unsigned width = functions[k].width;
    uint32_t words[3] = {0x5a5a5a5a, 0x5a5a5a5a, 0x5a5a5a5a}, before[3];
    unsigned char *at = (unsigned char *)&words[1];
    atomic_bool faulted = false;

    memcpy(at, &value, width);
    memcpy(before, words, sizeof words);
    functions[k].add(at, ticks, &faulted);
    assert_false(faulted);
    value = 0;
    memcpy(&value, at, width);
    memcpy(at, (unsigned char *)&before[1], width);
    assert_memory_equal(words, before, sizeof words);
    return value;
}

TEST(each_counts_as_c_does)
{
    static const uint32_t numbers[] = {
        0,     1,     7,         32767,     65533,          65534,
        65535, 65536, 0x7ffffff, INT32_MAX, UINT32_MAX - 1, UINT32_MAX};
    const size_t n = sizeof numbers / sizeof *numbers;

    for (unsigned k = 0; k < FUNCTIONS; k++)
        for (size_t i = 0; i < n * n; i++) {
            uint32_t value = numbers[i / n], ticks = numbers[i % n];
            uint32_t wide = value;
            uint16_t narrow = (uint16_t)value;
            struct region r = {.width = functions[k].width};

            r.base = r.width == 2 ? (void *)&narrow : (void *)&wide;
            region_count(&r, 0, ticks);
            assert_int_equal(added(k, value, ticks),
                             r.width == 2 ? narrow : wide);
        }
}

/* Whether it faulted there, and left the mask as it was. */
static bool faults_at(unsigned k, void *counter)
{
    atomic_bool faulted = false;
    sigset_t before, after;

    pthread_sigmask(SIG_BLOCK, NULL, &before);
    functions[k].add(counter, 1, &faulted);
    pthread_sigmask(SIG_BLOCK, NULL, &after);
    assert_int_equal(sigismember(&before, SIGSEGV),
                     sigismember(&after, SIGSEGV));
    assert_int_equal(sigismember(&before, SIGBUS), sigismember(&after, SIGBUS));
    return faulted;
}

TEST(memory_that_is_gone_or_read_only_is_told)
{
    unsigned char *pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert_ptr_not_equal(pages, MAP_FAILED);
    faults_catch();
    for (unsigned k = 0; k < FUNCTIONS; k++) {
        unsigned char *last = pages + PAGE - functions[k].width;

        mprotect(pages + PAGE, PAGE, PROT_NONE);
        assert_false(faults_at(k, last));
        assert_true(faults_at(k, pages + PAGE));
        assert_true(faults_at(k, pages + PAGE));
        mprotect(pages + PAGE, PAGE, PROT_READ);
        assert_true(faults_at(k, pages + PAGE));
        mprotect(pages + PAGE, PAGE, PROT_READ | PROT_WRITE);
        assert_false(faults_at(k, pages + PAGE));
        assert_int_equal(*last, 1);
        assert_int_equal(pages[PAGE], 1);
        *last = pages[PAGE] = 0;
    }
    faults_release();
    munmap(pages, 2 * PAGE);
}

struct one {
    unsigned function;
    uint32_t *counter;
};

static void *count_many(void *context)
{
    const struct one *one = context;
    atomic_bool faulted = false;

    for (int i = 0; i < TICKS_EACH; i++)
        functions[one->function].add(one->counter, 1, &faulted);
    return NULL;
}

TEST(among_threads_no_count_is_lost)
{
    for (unsigned k = 1; k < FUNCTIONS; k += 2) {
        uint32_t counter = 0;
        struct one one = {k, &counter};
        pthread_t threads[THREADS];

        for (int t = 0; t < THREADS; t++)
            assert_int_equal(
                pthread_create(&threads[t], NULL, count_many, &one), 0);
        for (int t = 0; t < THREADS; t++)
            pthread_join(threads[t], NULL);
        assert_int_equal(counter, THREADS * TICKS_EACH);
    }
}

TEST(a_counter_at_an_odd_address_counts_alone)
{
    for (unsigned k = 0; k < FUNCTIONS; k += 2) {
        unsigned char bytes[8] = {0};
        atomic_bool faulted = false;

        functions[k].add(bytes + 1, UINT32_MAX, &faulted);
        assert_int_equal(bytes[0], 0);
        for (unsigned i = 0; i < functions[k].width; i++)
            assert_int_equal(bytes[1 + i], 0xff);
        assert_int_equal(bytes[1 + functions[k].width], 0);
    }
}

extern const char guarded_begin[], guarded_end[];

static bool resumes_at(const char *pc)
{
    ucontext_t context;
    greg_t *at = &context.uc_mcontext.gregs[REG_RIP];
    bool resumed;

    memset(&context, 0, sizeof context);
    *at = (greg_t)(uintptr_t)pc;
    resumed = guarded_resume(&context);
    assert_true(resumed == (*at != (greg_t)(uintptr_t)pc));
    return resumed;
}

TEST(what_faults_elsewhere_is_not_theirs)
{
    assert_false(resumes_at(guarded_begin - 1));
    assert_true(resumes_at(guarded_begin));
    assert_true(resumes_at(guarded_end - 1));
    assert_false(resumes_at(guarded_end));
    assert_false(resumes_at((const char *)(uintptr_t)faults_catch));
}
#else
TEST(where_there_are_none_no_fault_is_theirs)
{
    assert_false(guarded_resume(NULL));
}
#endif

TESTS(NULL, NULL)
