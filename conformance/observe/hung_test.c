/* SPDX-License-Identifier: MIT */
/* What hangs again and again is waited for a few times, counted here. */
#include "hung.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "conformance/runs/stub_impl_test.h"
#include "observe.h"
#include "reference/unit_test.h"
#include "workers.h"

enum { CASES = 14, FORKING = 6, LISTED = 12 };

static _Atomic unsigned *hangs; /* shared with the processes of cases */
static uint64_t hung_scale;

static bool hangs_in_fork; /* a process of a case, once it was called */

static void stay(void)
{
    ++*hangs;
    for (;;)
        pause();
}

static int64_t stub_value(const struct impl_call *call)
{
    if (call->region.scale == hung_scale)
        stay();
    hangs_in_fork = true;
    return 0;
}

static void before_fork(void)
{
    if (hangs_in_fork)
        stay();
}

static const struct observe_options options = {
    .impl = &stub_class, .open = {.dialect = "freebsd"}, .timeout_ms = 1000};

#define PLAIN(name, scale)                                                     \
    "case " name "\nbuffer b 8\nprofil b 8 0x1000 " scale "\n"
#define FORK(name) PLAIN(name, "5") "fork\nend\n"
#define LIST(name)                                                             \
    "case " name "\nbuffer b 8\n"                                              \
    "profil [ 0x1000 0x1100 b 8 0x4000 ] -1 0 0\nunmap b\n"

static const char text[] = PLAIN("a", "3") PLAIN("b", "4") PLAIN("c", "5")
    PLAIN("d", "3") PLAIN("e", "3") PLAIN("f", "3") FORK("g") PLAIN("h", "4")
        FORK("i") PLAIN("j", "4") FORK("k") PLAIN("l", "4") LIST("m") LIST("n");

static struct case_list list;
static const struct test_case *cases[CASES];
static struct observation observations[CASES];

static void observe_all(uint64_t scale)
{
    *hangs = 0;
    hung_scale = scale;
    observe_batch(&options, cases, FORKING, observations);
}

/* Each is observed, and one process alone came to where it hangs. */
TEST(what_hangs_when_it_is_turned_off_is_waited_for_once)
{
    observe_all(0);
    for (size_t k = 0; k < FORKING; k++) {
        assert_int_equal(observations[k].ended, ENDED_NORMALLY);
        assert_int_equal(observations[k].outcome.count, 2);
        observation_free(&observations[k]);
    }
    assert_int_equal(*hangs, 1);
}

/* In a row; the first is run again alone, where it hung after another. */
TEST(what_hangs_in_a_call_is_waited_for_in_two_cases)
{
    observe_all(3);
    for (size_t k = 0; k < FORKING; k++) {
        assert_int_equal(observations[k].ended,
                         k == 1 || k == 2 ? ENDED_NORMALLY : ENDED_TIMEOUT);
        assert_int_equal(
            strncmp(observations[k].note, "it was not run", 14) == 0, k == 5);
        observation_free(&observations[k]);
    }
    assert_int_equal(*hangs, 4);
}

/* Those with a fork are each alone, and others that go well stand between. */
TEST(what_hangs_in_a_fork_is_waited_for_in_two_cases)
{
    const struct workers_task task = {.options = &options,
                                      .cases = cases + FORKING,
                                      .count = LISTED - FORKING};

    *hangs = hung_scale = 0;
    workers_observe(&task, 1, NULL, observations);
    for (size_t k = 0; k < LISTED - FORKING; k++) {
        assert_int_equal(observations[k].ended,
                         k % 2 ? ENDED_NORMALLY : ENDED_TIMEOUT);
        assert_int_equal(strstr(observations[k].note, "machine, in fork") != 0,
                         k == 4);
        observation_free(&observations[k]);
    }
    assert_int_equal(*hangs, 2);
}

/* Cases of two dialects, which all hang, by so many workers. */
static void observe_two(bool goes_on, unsigned workers, unsigned most)
{
    enum { FIRST = 3, EACH = 3 };
    const struct workers_task tasks[] = {
        {.options = &options, .cases = cases + FIRST, .count = EACH},
        {.options = &options,
         .cases = cases + FIRST,
         .count = EACH,
         .goes_on = goes_on}};
    struct workers *w;

    *hangs = 0;
    hung_scale = 3;
    w = workers_begin(tasks, 2, workers);
    for (size_t t = 0; t < 2; t++) {
        workers_wait(w, t, NULL, observations);
        for (size_t k = 0; k < EACH; k++) {
            bool run = k < HUNG_ROW && !(t && goes_on);

            assert_int_equal(observations[k].ended, ENDED_TIMEOUT);
            assert_int_equal(*observations[k].note == '\0', run);
            observation_free(&observations[k]);
        }
    }
    workers_end(w);
    assert_in_range(*hangs, 1, most);
}

TEST(what_hung_in_one_dialect_is_not_waited_for_in_the_next)
{
    observe_two(true, 1, 2);
    observe_two(true, 2, 4);
    observe_two(false, 1, 4);
}

static struct hung_sign normal_sign(void)
{
    return hung_sign(&(struct observation){.ended = ENDED_NORMALLY});
}

static struct hung_sign late_in(uint16_t op)
{
    return hung_sign(&(struct observation){.ended = ENDED_TIMEOUT, .op = op});
}

/* After twice: is it spared, and with which words? */
static void assert_learnt(const struct test_case *c, uint16_t op,
                          const char *words)
{
    struct observation spared;
    struct hung hung = {0};

    hung_note(&hung, c, late_in(op));
    hung_note(&hung, cases[0], normal_sign());
    assert_int_equal(hung_spares(&hung, c, &spared), 0);
    hung_note(&hung, c, late_in(op));
    assert_true(hung_spares(&hung, c, &spared));
    assert_int_equal(spared.ended, ENDED_TIMEOUT);
    assert_int_equal(spared.op, op);
    assert_non_null(strstr(spared.note, words));
    assert_false(hung_spares(&hung, cases[0], &spared));
}

/* As of a program that answers line by line; cases that do other things say
 * nothing of it. */
TEST(each_operation_is_learnt_by_itself)
{
    assert_learnt(cases[FORKING], 2, "machine, in fork");
    assert_learnt(cases[FORKING], 3, "machine, in end");
    assert_learnt(cases[LISTED], 1, "machine, in profil of a list");
    assert_learnt(cases[LISTED], 2, "machine, in unmap");
}

/* As a program that never reports its buffers. */
TEST(what_hangs_in_the_end_is_learnt_too)
{
    struct observation spared;
    struct hung hung = {0};

    hung_note(&hung, cases[0], late_in(2));
    assert_false(hung_spares(&hung, cases[1], &spared));
    hung_note(&hung, cases[1], late_in(2));
    assert_true(hung_spares(&hung, cases[2], &spared));
    assert_int_equal(spared.ended, ENDED_TIMEOUT);
    assert_int_equal(spared.op, 2);
    assert_non_null(strstr(spared.note, "machine, after the last operation"));
}

TEST(a_case_that_comes_past_it_ends_the_row)
{
    struct observation spared;
    struct hung hung = {0};

    hung_note(&hung, cases[0], late_in(1));
    hung_note(&hung, cases[1], normal_sign());
    hung_note(&hung, cases[2], late_in(1));
    assert_false(hung_spares(&hung, cases[3], &spared));
    hung_note(&hung, cases[3], late_in(1));
    assert_true(hung_spares(&hung, cases[4], &spared));
}

/* It may be read by the layout of another dialect. */
TEST(what_hung_where_lists_are_is_tried_again_in_the_next_dialect)
{
    struct observation spared;
    struct hung lists = {0}, plain = {0};

    for (unsigned k = 0; k < HUNG_ROW; k++) {
        hung_note(&lists, cases[LISTED + k], late_in(3));
        hung_note(&plain, cases[FORKING], late_in(4));
    }
    assert_true(hung_spares(&lists, cases[LISTED], &spared));
    assert_true(hung_spares(&plain, cases[LISTED], &spared));
    hung_change_dialect(&lists);
    hung_change_dialect(&plain);
    assert_false(hung_spares(&lists, cases[LISTED], &spared));
    assert_true(hung_spares(&plain, cases[LISTED], &spared));
}

static int begin(void **state)
{
    struct case_error error;

    (void)state;
    hangs = mmap(NULL, sizeof *hangs, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (hangs == MAP_FAILED ||
        !case_list_parse(&list, "t", text, strlen(text), &error))
        return -1;
    for (size_t k = 0; k < CASES; k++)
        cases[k] = &list.cases[k];
    return pthread_atfork(before_fork, NULL, NULL);
}

static int end(void **state)
{
    (void)state;
    case_list_free(&list);
    return 0;
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    return RUN_TESTS(begin, end);
}
