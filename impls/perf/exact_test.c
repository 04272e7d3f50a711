/* SPDX-License-Identifier: MIT */
#include "fixture.h"

#include "exact.h"
#include "reference/unit_test.h"

#define BASE UINT64_C(0x2aaaaaa00000)

enum { MANY = 100000 };

static uint64_t asked[MANY], sampled[MANY];
static size_t sampled_count;
static char why[400];

static void take(const uint64_t *pcs, size_t count)
{
    memcpy(sampled + sampled_count, pcs, count * sizeof *pcs);
    sampled_count += count;
}

static int samples(size_t count)
{
    sigset_t all, mask;
    int error;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &mask);
    sampled_count = 0;
    error = exact_prepare(why, sizeof why);
    if (error == 0)
        error = exact_samples(asked, count, take, why, sizeof why);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    return error;
}

static bool are_as_asked(size_t count)
{
    return samples(count) == 0 && sampled_count == count &&
           memcmp(asked, sampled, count * sizeof *asked) == 0;
}

static void need_exact(void)
{
    if (exact_prepare(why, sizeof why) != 0)
        skip();
}

/* Each byte of a page; one of them often; more pages than are held at a time,
 * and than are in a batch; and pages far from each other. */
TEST(pcs_are_sampled_as_they_are_asked)
{
    uint64_t draw = 1;

    need_exact();
    for (unsigned i = 0; i < 4096; i++)
        asked[i] = BASE + i;
    assert_true(are_as_asked(4096));
    for (unsigned i = 0; i < MANY; i++)
        asked[i] = BASE + 0x123;
    assert_true(are_as_asked(MANY));
    for (unsigned i = 0; i < 6000; i++) {
        draw = draw * 6364136223846793005u + 1442695040888963407u;
        asked[i] = BASE + (draw >> 33) % (3000 * 4096);
    }
    assert_true(are_as_asked(6000));
    asked[0] = 0x100000;
    asked[1] = UINT64_C(0x7d0000000000);
    asked[2] = UINT64_C(0x200000000000);
    assert_true(are_as_asked(3));
}

TEST(a_pc_that_cannot_be_is_refused_with_its_reason)
{
    static unsigned char here = 17; /* a page of somebody else */
    const uint64_t pcs[] = {0,
                            0xfff,
                            UINT64_C(0x7ffffffff000),
                            UINT64_C(0x800000000000),
                            UINT64_C(0xffffffff81000000),
                            UINT64_MAX,
                            (uintptr_t)&here};

    need_exact();
    for (size_t i = 0; i < 7; i++) {
        asked[0] = pcs[i];
        assert_int_equal(exact_possible(pcs[i], why, sizeof why), ENOTSUP);
        assert_non_null(strstr(why, i < 6 ? "no program" : "taken"));
        assert_int_equal(samples(1), ENOTSUP);
        assert_int_equal(sampled_count, 0);
    }
    assert_int_equal(here, 17);
}

TEST(a_child_has_samples_of_its_own)
{
    need_exact();
    for (unsigned i = 0; i < 1000; i++)
        asked[i] = BASE + 3 * i;
    assert_true(are_as_asked(1000));
    ASSERT_IN_CHILD(are_as_asked(1000));
    assert_true(are_as_asked(1000));
}

TEST(nothing_is_left_open)
{
    int before;

    exact_close();
    need_exact();
    before = entries("/proc/self/fd");
    for (int i = 0; i < 2; i++) {
        exact_close();
        assert_int_equal(entries("/proc/self/fd"), before - 1);
    }
}

TESTS(NULL, NULL)
