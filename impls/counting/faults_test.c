/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

#include "faults.h"
#include "impls/own/process_fixture.h"
#include "reference/unit_test.h"
#include "table.h"

/* Nothing is mapped there. */
static volatile int *volatile nothing = (volatile int *)0x10;

static sigjmp_buf out;
static volatile sig_atomic_t seen_number, seen_blocked, seen_stack;
static void *volatile seen_address;
static char other_stack[65536];

static void look(int number)
{
    sigset_t mask;
    char here;

    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    seen_number = number;
    seen_blocked = sigismember(&mask, SIGUSR1) + 2 * sigismember(&mask, number);
    seen_stack =
        &here >= other_stack && &here < other_stack + sizeof other_stack;
}

static void on_plain(int number)
{
    look(number);
    siglongjmp(out, 1);
}

static void on_info(int number, siginfo_t *info, void *context)
{
    look(number);
    seen_address = context ? info->si_addr : NULL;
    siglongjmp(out, 1);
}

static void on_return(int number)
{
    look(number);
}

static int touch(void)
{
    if (sigsetjmp(out, 1) == 0)
        *nothing = 1;
    return seen_number == SIGSEGV ? 10 + seen_blocked : 1;
}

static int touch_for_address(void)
{
    return touch() > 1 && seen_address == (void *)nothing ? 0 : 1;
}

static int touch_on_stack(void)
{
    stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};

    sigaltstack(&stack, NULL);
    return touch() > 1 ? seen_stack : 9;
}

static int touch_twice(void)
{
    return touch() > 1 ? touch() : 1;
}

static int touch_and_release(void)
{
    struct sigaction now;

    touch();
    faults_release();
    sigaction(SIGSEGV, NULL, &now);
    return now.sa_handler == SIG_DFL ? 0 : 1;
}

static int send_it(void)
{
    kill(getpid(), SIGSEGV);
    return seen_number == SIGSEGV ? 4 : 3;
}

static void write_to_nothing(void *context)
{
    (void)context;
    *nothing = 1;
}

static int update(void)
{
    for (int i = 0; i < 2; i++)
        if (faults_try(write_to_nothing, NULL))
            return 1;
    return seen_number == 0 ? 0 : 1;
}

static int update_and_touch(void)
{
    return update() == 0 ? touch() : 1;
}

static void be_sent(void *context)
{
    *(int *)context = send_it();
}

static int be_sent_while_updating(void)
{
    int sent = 1;

    return faults_try(be_sent, &sent) ? sent : 1;
}

enum { ONCE = (int)SA_RESETHAND };

/* A handler of the caller's, what happens then in a child, and how it ends. */
static const struct {
    void (*handler)(int);
    int flags;
    int (*body)(void);
    int end;
} rows[] = {
    /* A fault of the program goes to its handler, */
    {on_plain, 0, touch, 12},
    {NULL, SA_SIGINFO, touch_for_address, 0}, /* on_info */
    /* with the mask and the stack that it was registered with. */
    {on_plain, SA_NODEFER, touch, 10},
    {on_plain, SA_ONSTACK, touch_on_stack, 1},
    {on_plain, 0, touch_on_stack, 0},
    /* Without one it kills as ever, */
    {SIG_DFL, 0, touch, -SIGSEGV},
    {SIG_IGN, 0, touch, -SIGSEGV},
    /* and a signal that was sent is passed on too. */
    {SIG_DFL, 0, send_it, -SIGSEGV},
    {SIG_IGN, 0, send_it, 3},
    {on_return, 0, send_it, 4},
    /* A handler for one time runs one time. */
    {on_plain, ONCE, touch, 12},
    {on_plain, ONCE, touch_twice, -SIGSEGV},
    {on_plain, ONCE, touch_and_release, 0},
    /* A fault of an update ends at its guard. */
    {on_plain, 0, update, 0},
    {SIG_DFL, 0, update, 0},
    {on_plain, ONCE, update, 0},
    {on_plain, 0, update_and_touch, 12},
    {on_return, 0, be_sent_while_updating, 4},
};

static int end_of_row(size_t k, bool masks)
{
    struct sigaction action = {.sa_handler = rows[k].handler,
                               .sa_flags = rows[k].flags};
    const struct rlimit none = {0, 0};
    pid_t child = fork();

    if (child != 0)
        return end_of(child);
    if (rows[k].flags & SA_SIGINFO)
        action.sa_sigaction = on_info;
    if (masks)
        sigaddset(&action.sa_mask, SIGUSR1);
    setrlimit(RLIMIT_CORE, &none);
    sigaction(SIGSEGV, &action, NULL);
    faults_catch();
    _exit(rows[k].body());
}

TEST(each_fault_goes_where_it_belongs)
{
    assert_int_equal(end_of_row(0, true), 13);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (end_of_row(k, false) != rows[k].end)
            fail_msg("row %zu of the table", k);
}

TEST(a_handler_set_meanwhile_is_left_alone)
{
    struct sigaction plain = {.sa_handler = on_plain}, before, now;
    struct sigaction info = {.sa_sigaction = on_info, .sa_flags = SA_SIGINFO};

    sigaction(SIGBUS, NULL, &before);
    faults_catch();
    sigaction(SIGBUS, &plain, NULL);
    faults_release();
    sigaction(SIGBUS, NULL, &now);
    assert_true(now.sa_handler == on_plain);
    sigaction(SIGBUS, &before, NULL);
    faults_catch();
    sigaction(SIGBUS, &info, NULL);
    faults_release();
    sigaction(SIGBUS, NULL, &now);
    assert_true(now.sa_sigaction == on_info);
    sigaction(SIGBUS, &before, NULL);
}

/* A fault in the middle costs its region the rest, and no other tick. */
TEST(of_a_batch_every_tick_counts_that_can)
{
    enum { BYTES = 4096, BASE = 0x1000 };
    const uint64_t pcs[] = {BASE, BASE + BYTES, BASE, 1, BASE + BYTES, BASE};
    struct region list[2];
    struct table table;
    uint16_t *pages[2];

    for (int i = 0; i < 2; i++) {
        pages[i] = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert_ptr_not_equal(pages[i], MAP_FAILED);
        list[i] = region_make(pages[i], BYTES, BASE + (unsigned)i * BYTES,
                              65536, 2, REGION_DOWN);
    }
    assert_int_equal(table_make(&table, list, 2), 0);
    faults_catch();
    count_ticks(&table, pcs, 6);
    assert_int_equal(pages[0][0], 3);
    assert_int_equal(pages[1][0], 2);
    mprotect(pages[0], BYTES, PROT_READ);
    count_ticks(&table, pcs, 6);
    mprotect(pages[1], BYTES, PROT_READ);
    count_ticks(&table, pcs, 6);
    faults_release();
    assert_int_equal(pages[0][0], 3);
    assert_int_equal(pages[1][0], 4);
    table_free(&table);
    for (int i = 0; i < 2; i++)
        munmap(pages[i], BYTES);
}

TESTS(NULL, NULL)
