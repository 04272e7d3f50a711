/* SPDX-License-Identifier: MIT */
#include "interleave.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "reference/unit_test.h"
#include "stub.h"

#if ARC_COUNTS

enum {
    FROM = 0x20100,
    SELF = 0x20400,
    OTHER = 0x20800,
    CALLS = 100,
    STEPS = 4
};

static struct {
    unsigned calls[2];       /* of SELF, of OTHER */
    unsigned between[STEPS]; /* of OTHER, while the first was so far */
    volatile unsigned so_far;
    volatile unsigned careless; /* counted by a load and a store */
    pthread_t first;
    bool elsewhere; /* OTHER was called in another thread than the test */
} seen;

static void forget(void)
{
    memset(&seen, 0, sizeof seen);
    seen.first = pthread_self();
}

static void note(uint64_t from, uint64_t self)
{
    assert_int_equal(from, FROM);
    seen.calls[self == OTHER]++;
    if (self == OTHER) {
        seen.between[seen.so_far]++;
        seen.elsewhere |= !pthread_equal(seen.first, pthread_self());
        return;
    }
    for (unsigned k = 1; k < STEPS; k++)
        seen.so_far = k;
    seen.so_far = 0;
}

static void note_carelessly(uint64_t from, uint64_t self)
{
    (void)from;
    (void)self;
    seen.careless = seen.careless + 1;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void note_locked(uint64_t from, uint64_t self)
{
    (void)from;
    pthread_mutex_lock(&mutex);
    seen.calls[self == OTHER]++;
    pthread_mutex_unlock(&mutex);
}

static atomic_flag spinning = ATOMIC_FLAG_INIT;

static void note_spinning(uint64_t from, uint64_t self)
{
    (void)from;
    while (atomic_flag_test_and_set(&spinning))
        ;
    seen.calls[self == OTHER]++;
    atomic_flag_clear(&spinning);
}

static bool count(void (*entry)(uint64_t, uint64_t), bool in_thread,
                  uint32_t calls)
{
    struct interleave interleave = {.count = (void (*)(void))entry,
                                    .from = FROM,
                                    .self = SELF,
                                    .other = OTHER,
                                    .in_thread = in_thread};

    return interleave_count(&interleave, calls);
}

static void assert_each_called(uint32_t calls)
{
    assert_int_equal(seen.calls[0], calls);
    assert_int_equal(seen.calls[1], calls);
}

TEST(another_call_comes_at_each_instruction)
{
    for (int in_thread = 0; in_thread < 2; in_thread++) {
        forget();
        assert_true(count(note, in_thread, CALLS));
        assert_each_called(CALLS);
        for (unsigned k = 0; k < STEPS; k++)
            assert_true(seen.between[k] > 0);
        assert_int_equal(seen.elsewhere, in_thread);
    }
}

TEST(what_is_counted_carelessly_is_lost)
{
    for (int in_thread = 0; in_thread < 2; in_thread++) {
        forget();
        assert_true(count(note_carelessly, in_thread, CALLS));
        assert_in_range(seen.careless, CALLS, 2 * CALLS - 1);
    }
}

TEST(a_thread_that_waits_for_the_other_goes_on_after_it)
{
    forget();
    assert_true(count(note_locked, true, CALLS));
    assert_each_called(CALLS);
}

TEST(so_does_one_that_spins)
{
    forget();
    assert_true(count(note_spinning, true, CALLS / 4));
    assert_each_called(CALLS / 4);
}

TEST(a_place_that_is_taken_is_refused)
{
    struct interleave interleave = {.count = (void (*)(void))note,
                                    .from = FROM,
                                    .self = (uintptr_t)note & ~UINT64_C(15),
                                    .other = OTHER};

    assert_false(interleave_count(&interleave, 1));
    assert_string_equal(interleave.why, "a page for it cannot be mapped");
}

#else

TEST(elsewhere_it_cannot_be_had)
{
    struct interleave interleave = {.from = 1};

    assert_false(interleave_count(&interleave, 1));
    assert_string_equal(interleave.why, "this is possible on x86-64 only");
}

#endif

TESTS(NULL, NULL)
