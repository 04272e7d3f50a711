/* SPDX-License-Identifier: MIT */
#include "faults.h"

#include <pthread.h>
#include <sys/resource.h>

#include "impls/family/process_fixture.h"
#include "reference/unit_test.h"

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

/* In a child, with a handler of the caller's: what it has seen. */
static int in_child(int (*body)(const struct sigaction *),
                    const struct sigaction *callers)
{
    pid_t child = fork();

    if (child == 0) {
        const struct rlimit none = {0, 0};

        setrlimit(RLIMIT_CORE, &none);
        sigaction(SIGSEGV, callers, NULL);
        faults_catch();
        _exit(body(callers));
    }
    return end_of(child);
}

static int touch(const struct sigaction *callers)
{
    (void)callers;
    if (sigsetjmp(out, 1) == 0)
        *nothing = 1;
    return seen_number == SIGSEGV ? 10 + seen_blocked : 1;
}

static int touch_for_address(const struct sigaction *callers)
{
    return touch(callers) > 1 && seen_address == (void *)nothing ? 0 : 1;
}

TEST(a_fault_of_the_program_goes_to_its_handler)
{
    struct sigaction plain = {.sa_handler = on_plain};
    struct sigaction info = {.sa_sigaction = on_info, .sa_flags = SA_SIGINFO};

    assert_int_equal(in_child(touch, &plain), 12);
    assert_int_equal(in_child(touch_for_address, &info), 0);
}

TEST(the_handler_has_the_mask_it_was_registered_with)
{
    struct sigaction action = {.sa_handler = on_plain, .sa_flags = SA_NODEFER};

    assert_int_equal(in_child(touch, &action), 10);
    action.sa_flags = 0;
    sigaddset(&action.sa_mask, SIGUSR1);
    assert_int_equal(in_child(touch, &action), 13);
}

static int touch_on_stack(const struct sigaction *callers)
{
    stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};

    sigaltstack(&stack, NULL);
    return touch(callers) > 1 ? seen_stack : 9;
}

TEST(the_handler_has_the_stack_it_was_registered_for)
{
    struct sigaction action = {.sa_handler = on_plain, .sa_flags = SA_ONSTACK};

    assert_int_equal(in_child(touch_on_stack, &action), 1);
    action.sa_flags = 0;
    assert_int_equal(in_child(touch_on_stack, &action), 0);
}

TEST(without_a_handler_a_fault_kills_as_ever)
{
    struct sigaction dies = {.sa_handler = SIG_DFL};
    struct sigaction ignores = {.sa_handler = SIG_IGN};

    assert_int_equal(in_child(touch, &dies), -SIGSEGV);
    assert_int_equal(in_child(touch, &ignores), -SIGSEGV);
}

static int send_it(const struct sigaction *callers)
{
    (void)callers;
    kill(getpid(), SIGSEGV);
    return seen_number == SIGSEGV ? 4 : 3;
}

TEST(a_signal_that_was_sent_is_passed_on_too)
{
    struct sigaction dies = {.sa_handler = SIG_DFL};
    struct sigaction ignores = {.sa_handler = SIG_IGN};
    struct sigaction sees = {.sa_handler = on_return};

    assert_int_equal(in_child(send_it, &dies), -SIGSEGV);
    assert_int_equal(in_child(send_it, &ignores), 3);
    assert_int_equal(in_child(send_it, &sees), 4);
}

static int touch_twice(const struct sigaction *callers)
{
    return touch(callers) > 1 ? touch(callers) : 1;
}

static int touch_and_release(const struct sigaction *callers)
{
    struct sigaction now;

    touch(callers);
    faults_release();
    sigaction(SIGSEGV, NULL, &now);
    return now.sa_handler == SIG_DFL ? 0 : 1;
}

TEST(a_handler_for_one_time_runs_one_time)
{
    struct sigaction once = {.sa_handler = on_plain,
                             .sa_flags = (int)SA_RESETHAND};

    assert_int_equal(in_child(touch, &once), 12);
    assert_int_equal(in_child(touch_twice, &once), -SIGSEGV);
    assert_int_equal(in_child(touch_and_release, &once), 0);
}

static void write_to_nothing(void *context)
{
    (void)context;
    *nothing = 1;
}

static int update(const struct sigaction *callers)
{
    (void)callers;
    for (int i = 0; i < 2; i++)
        if (faults_try(write_to_nothing, NULL) || faults_trying())
            return 1;
    return seen_number == 0 ? 0 : 1;
}

static void be_sent(void *context)
{
    *(int *)context = faults_trying() ? send_it(NULL) : 1;
}

static int be_sent_while_updating(const struct sigaction *callers)
{
    int sent = 1;

    (void)callers;
    return faults_try(be_sent, &sent) ? sent : 1;
}

TEST(a_fault_of_an_update_ends_at_its_guard)
{
    struct sigaction plain = {.sa_handler = on_plain};
    struct sigaction dies = {.sa_handler = SIG_DFL};
    struct sigaction once = {.sa_handler = on_plain,
                             .sa_flags = (int)SA_RESETHAND};
    struct sigaction sees = {.sa_handler = on_return};

    assert_int_equal(in_child(update, &plain), 0);
    assert_int_equal(in_child(update, &dies), 0);
    assert_int_equal(in_child(update, &once), 0);
    assert_int_equal(in_child(be_sent_while_updating, &sees), 4);
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

TESTS(NULL, NULL)
