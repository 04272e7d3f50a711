/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arch.h"
#include "tracer_row.h"

enum { SEEN = 1024, GOOD = 42, BAD = 43 };
#define COUNT(array) (sizeof(array) / sizeof *(array))

static uint64_t seen[SEEN];
static volatile unsigned seen_count;

static void note_pc(int signal, siginfo_t *info, void *pointer)
{
    ucontext_t *context = pointer;

    (void)signal;
    (void)info;
    seen[seen_count++ % SEEN] = (uint64_t)ARCH_PC(context);
}

static void handle(int flags, bool full_mask)
{
    struct sigaction action = {.sa_sigaction = note_pc,
                               .sa_flags = SA_SIGINFO | flags};

    if (full_mask)
        sigfillset(&action.sa_mask);
    sigaction(SIGPROF, &action, NULL);
}

/* How a tracer ends that runs this. */
static int status_of(void (*body)(void *context), void *context)
{
    pid_t tracer = fork();
    int status;

    if (tracer == 0) {
        tracer_run(body, context);
        _exit(BAD);
    }
    assert_int_equal(waitpid(tracer, &status, 0), tracer);
    return status;
}

static void assert_good(void (*body)(void *context), void *context)
{
    int status = status_of(body, context);

    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), GOOD);
}

static void demand(bool condition)
{
    if (!condition)
        _exit(BAD);
}

static void demand_delivered(const struct tick *ticks, size_t count)
{
    unsigned k = 0;

    seen_count = 0;
    demand(tracer_ticks(ticks, count));
    for (size_t n = 0; n < count; n++)
        for (uint32_t times = 0; times < ticks[n].count; times++)
            demand(seen[k++] == ticks[n].pc);
    demand(seen_count == k);
}

static void deliver_edges(void *context)
{
    const uint64_t pcs[] = {
        0, 1, 2, 0xfff, 0x1000, 0x10000, 0x10001, 0x10002, 0x10fff, 0x11000,
        0x7fffffffefff, 0x7ffffffff000, 0x7fffffffffff, 0x800000000000,
        0xffff7fffffffffff, 0xffff800000000000, 0xffffffff81000000,
        0xffffffffff600000, 0xffffffffff600001, UINT64_MAX - 1, UINT64_MAX,
        (uint64_t)(uintptr_t)note_pc, (uint64_t)(uintptr_t)memcpy,
        (uint64_t)(uintptr_t)seen};
    static const int flags[] = {0, SA_RESTART, SA_NODEFER, SA_ONSTACK};
    static unsigned char other_stack[1 << 16];
    const stack_t stack = {.ss_sp = other_stack,
                           .ss_size = sizeof other_stack};
    struct tick ticks[COUNT(pcs)];

    (void)context;
    for (size_t k = 0; k < COUNT(pcs); k++)
        ticks[k] = (struct tick){pcs[k], 1 + (uint32_t)k % 3};
    sigaltstack(&stack, NULL);
    for (size_t k = 0; k < 2 * COUNT(flags); k++) {
        handle(flags[k / 2], k % 2);
        demand_delivered(ticks, COUNT(pcs));
    }
    _exit(GOOD);
}

static void every_pc_is_delivered_exactly(void **state)
{
    (void)state;
    assert_good(deliver_edges, NULL);
}

static void deliver_long_row(void *context)
{
    static struct tick ticks[SEEN];

    (void)context;
    handle(0, true);
    for (unsigned k = 0; k < SEEN; k++)
        ticks[k] = (struct tick){0x10000000 + k, 1};
    for (size_t count = 0; count <= SEEN; count += 64) {
        demand_delivered(ticks, count);
        demand_delivered(ticks, count ? count - 1 : 0);
    }
    _exit(GOOD);
}

static void a_row_may_be_of_any_length(void **state)
{
    (void)state;
    assert_good(deliver_long_row, NULL);
}

static void keep_mask(void *context)
{
    const struct tick tick = {0x10000000, 1};
    sigset_t before, after;

    (void)context;
    handle(0, true);
    sigemptyset(&before);
    sigaddset(&before, SIGPWR);
    sigaddset(&before, SIGUSR2);
    sigprocmask(SIG_SETMASK, &before, NULL);
    demand_delivered(&tick, 1);
    sigprocmask(SIG_BLOCK, NULL, &after);
    for (int s = 1; s < NSIG; s++)
        demand(sigismember(&before, s) == sigismember(&after, s));
    sigpending(&after);
    demand(sigismember(&after, SIGPWR) == 0);
    _exit(GOOD);
}

static void the_mask_is_as_it_was(void **state)
{
    (void)state;
    assert_good(keep_mask, NULL);
}

static void ask_for_the_unreadable(void *context)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct tick *ticks = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    size_t count = page / sizeof *ticks;

    (void)context;
    handle(0, true);
    for (size_t k = 0; k < count; k++)
        ticks[k] = (struct tick){k, 1};
    munmap((unsigned char *)ticks + page, page);
    demand(!tracer_ticks((const struct tick *)8, 1));
    demand(seen_count == 0);
    demand(!tracer_ticks(ticks, count + 1));
    demand_delivered(ticks, 3);
    _exit(GOOD);
}

static void ticks_that_cannot_be_read_are_refused(void **state)
{
    (void)state;
    assert_good(ask_for_the_unreadable, NULL);
}

/* In each of some generations: before there is a child, beside it, after. */
static void deliver_in_children(void *context)
{
    const struct tick tick = {0x10000000, 3};
    int left = *(int *)context, status;
    pid_t child = 0;

    handle(0, true);
    while (child == 0 && left-- > 0) {
        demand_delivered(&tick, 1);
        child = fork();
    }
    demand_delivered(&tick, 1);
    if (child != 0) {
        demand(waitpid(child, &status, 0) == child);
        demand(WIFEXITED(status) && WEXITSTATUS(status) == GOOD);
        demand_delivered(&tick, 1);
    }
    _exit(GOOD);
}

static void children_are_traced_too(void **state)
{
    int generations = 3;

    (void)state;
    assert_good(deliver_in_children, &generations);
}

static void be_another_program(void *context)
{
    (void)context;
    execl("/bin/sh", "sh", "-c",
          "while read name value; do"
          " [ $name = TracerPid: ] && [ $value = 0 ] && exit 42;"
          " done < /proc/self/status; exit 43",
          (char *)NULL);
    _exit(44);
}

static void another_program_is_let_go(void **state)
{
    (void)state;
    assert_good(be_another_program, NULL);
}

static void end_so(void *context)
{
    int signal = *(int *)context;

    if (signal == 0)
        _exit(7);
    sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
    raise(signal);
    _exit(8);
}

static void the_tracer_ends_as_the_traced_does(void **state)
{
    int signals[] = {SIGKILL, SIGTRAP, SIGPWR, SIGPROF, SIGSEGV, SIGTERM},
        none = 0, status;

    (void)state;
    status = status_of(end_so, &none);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 7);
    for (size_t k = 0; k < COUNT(signals); k++) {
        status = status_of(end_so, &signals[k]);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), signals[k]);
    }
}

static void come_to_an_end(void *context)
{
    (void)context;
}

static void a_body_may_just_return(void **state)
{
    int status = status_of(come_to_an_end, NULL);

    (void)state;
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* In the handler of each: a child that has ticks of its own.  One more than
 * can be. */
static void tick_in_tick(int signal)
{
    static const struct tick tick = {0x10000000, 1};
    static int depth;
    sigset_t none;
    int status;
    pid_t child = fork();

    (void)signal;
    if (child == 0) {
        depth++;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        demand(tracer_ticks(&tick, 1) == (depth < ROWS));
        _exit(GOOD);
    }
    demand(waitpid(child, &status, 0) == child);
    demand(WIFEXITED(status) && WEXITSTATUS(status) == GOOD);
}

static void deliver_in_ticks(void *context)
{
    const struct tick tick = {0x10000000, 1};

    (void)context;
    signal(SIGPROF, tick_in_tick);
    demand(tracer_ticks(&tick, 1));
    _exit(GOOD);
}

static void rows_may_be_open_at_the_same_time(void **state)
{
    (void)state;
    assert_good(deliver_in_ticks, NULL);
}

static void exit_in_tick(int signal)
{
    (void)signal;
    _exit(GOOD);
}

static void exec_in_tick(int signal)
{
    (void)signal;
    execl("/bin/sh", "sh", "-c", "exit 42", (char *)NULL);
    _exit(BAD);
}

static void end_in_ticks(void *context)
{
    void (*const ends[])(int) = {exit_in_tick, exec_in_tick};
    const struct tick tick = {0x10000000, 1};
    int status;

    (void)context;
    for (int k = 0; k < 2 * (ROWS + 1); k++) {
        if (fork() == 0) {
            signal(SIGPROF, ends[k % 2]);
            tracer_ticks(&tick, 1);
            _exit(BAD);
        }
        demand(wait(&status) > 0);
        demand(WIFEXITED(status) && WEXITSTATUS(status) == GOOD);
    }
    _exit(GOOD);
}

static void who_ends_in_a_tick_leaves_its_row(void **state)
{
    (void)state;
    assert_good(end_in_ticks, NULL);
}

enum { FILES = 64 };

static void compare_files(void *context)
{
    const bool *open = context;

    for (int k = 0; k < FILES; k++)
        demand(open[k] == (fcntl(k, F_GETFD) >= 0));
    _exit(GOOD);
}

static void no_descriptor_is_left_open(void **state)
{
    bool open[FILES];

    (void)state;
    for (int k = 0; k < FILES; k++)
        open[k] = fcntl(k, F_GETFD) >= 0;
    assert_good(compare_files, open);
}

static void forbid(long call)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {COUNT(filter), filter};

    demand(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
    demand(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0);
}

static void where_ptrace_is_forbidden_it_says_so(void **state)
{
    pid_t pid = fork();
    int status;

    (void)state;
    if (pid == 0) {
        forbid(SYS_ptrace);
        demand(tracer_run(come_to_an_end, NULL) == EPERM);
        demand(waitpid(-1, NULL, 0) == -1 && errno == ECHILD);
        _exit(GOOD);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), GOOD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pc_is_delivered_exactly),
        cmocka_unit_test(a_row_may_be_of_any_length),
        cmocka_unit_test(the_mask_is_as_it_was),
        cmocka_unit_test(ticks_that_cannot_be_read_are_refused),
        cmocka_unit_test(children_are_traced_too),
        cmocka_unit_test(another_program_is_let_go),
        cmocka_unit_test(the_tracer_ends_as_the_traced_does),
        cmocka_unit_test(a_body_may_just_return),
        cmocka_unit_test(rows_may_be_open_at_the_same_time),
        cmocka_unit_test(who_ends_in_a_tick_leaves_its_row),
        cmocka_unit_test(no_descriptor_is_left_open),
        cmocka_unit_test(where_ptrace_is_forbidden_it_says_so),
    };

    const struct rlimit no_core = {0, 0};

    setrlimit(RLIMIT_CORE, &no_core);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
