/* SPDX-License-Identifier: MIT */
/* What hangs again and again is waited for a few times, counted here. */
#include "hung.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "conformance/language/parsed_test.h"
#include "impl_test.h"
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

static void hang(struct impl *impl, const struct impl_call *call,
                 struct impl_result *result)
{
    (void)impl;
    if (call->region.scale == hung_scale)
        stay();
    hangs_in_fork = true;
    *result = (struct impl_result){.has_value = true};
}

TEST_IMPL(hanging_class, .call = hang);

static void before_fork(void)
{
    if (hangs_in_fork)
        stay();
}

static const struct observe_options options = {
    .impl = &hanging_class, .open = {.dialect = "freebsd"}, .timeout_ms = 1000};

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
    observe_batch(&options, &(struct hung){0}, cases, FORKING, observations);
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

/* What cases come to, one after another: the case, by its name, and the
 * operation that it was late in, or "." where it ended normally; "/" is where
 * the next dialect begins.  Then whether a case is spared, and with which
 * words. */
static void assert_spares(const char *steps, char name, unsigned op,
                          const char *words)
{
    const struct test_case *c = cases[name - 'a'];
    struct observation spared;
    struct hung hung = {0};

    for (; *steps; steps += strspn(steps + 1, " ") + 1) {
        struct observation o = {.ended = ENDED_NORMALLY};

        if (*steps == '/') {
            hung_change_dialect(&hung);
            continue;
        }
        if (steps[1] != '.')
            o = (struct observation){.ended = ENDED_TIMEOUT,
                                     .op = (uint16_t)(steps[1] - '0')};
        hung_note(&hung, cases[*steps - 'a'], hung_sign(&o));
        steps++;
    }
    assert_int_equal(hung_spares(&hung, c, &spared), words != NULL);
    if (!words)
        return;
    assert_int_equal(spared.ended, ENDED_TIMEOUT);
    assert_int_equal(spared.op, op);
    assert_non_null(strstr(spared.note, words));
}

/* As of a program that answers line by line; cases that do other things say
 * nothing of it, and one that comes past it ends the row.  A list may be read
 * by the layout of another dialect: it is tried again in the next. */
TEST(what_hangs_twice_is_learnt_and_no_more)
{
    static const struct {
        const char *steps;
        char name;
        unsigned op; /* in which it would hang */
        const char *words;
    } rows[] = {
        {"g2 a.", 'g', 0, NULL},
        {"g2 a. g2", 'g', 2, "machine, in fork"},
        {"g2 a. g2", 'a', 0, NULL},
        {"g3 a. g3", 'g', 3, "machine, in end"},
        {"g3 a. g3", 'a', 0, NULL},
        {"m1 a. m1", 'm', 1, "machine, in profil of a list"},
        {"m1 a. m1", 'a', 0, NULL},
        {"m2 a. m2", 'm', 2, "machine, in unmap"},
        {"m2 a. m2", 'a', 0, NULL},
        {"a2", 'b', 0, NULL},
        {"a2 b2", 'c', 2, "machine, after the last operation"},
        {"a1 b. c1", 'd', 0, NULL},
        {"a1 b. c1 d1", 'e', 1, "machine, in profil"},
        {"m3 n3", 'm', 3, "machine, after"},
        {"m3 n3 /", 'm', 0, NULL},
        {"g4 g4", 'm', 3, "machine, after"},
        {"g4 g4 /", 'm', 3, "machine, after"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_spares(rows[k].steps, rows[k].name, rows[k].op, rows[k].words);
}

static int begin(void **state)
{
    (void)state;
    hangs = mmap(NULL, sizeof *hangs, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (hangs == MAP_FAILED)
        return -1;
    parsed(&list, text);
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

TESTS(begin, end)
