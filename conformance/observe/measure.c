/* SPDX-License-Identifier: MIT */
#include "measure.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "conformance/machine/arch.h"
#include "conformance/machine/clock.h"
#include "conformance/machine/contain.h"
#include "conformance/machine/inject.h"
#include "conformance/machine/interleave.h"
#include "conformance/machine/pin.h"
#include "conformance/machine/sandbox.h"
#include "conformance/machine/stub.h"
#include "execute.h"

/* Timers of CPU time, and time in a sleep. */

enum { MS = 1000000 }; /* nanoseconds */

static volatile sig_atomic_t timer_ticks;

static void count_tick(int signal)
{
    (void)signal;
    timer_ticks++;
}

/* SIGPROFs from here on. */
static void count_ticks(void)
{
    struct sigaction action = {.sa_handler = count_tick,
                               .sa_flags = SA_RESTART};

    sigaction(SIGPROF, &action, NULL);
    timer_ticks = 0;
}

/* ITIMER_PROF, in microseconds; 0 disarms it. */
static void arm(long first, long period)
{
    const struct itimerval setting = {{period / 1000000, period % 1000000},
                                      {first / 1000000, first % 1000000}};

    setitimer(ITIMER_PROF, &setting, NULL);
}

/* From one tick to the third after it, by CPU time. */
void measure_timer(struct host_fact *fact)
{
    enum { PERIOD = 10, PERIODS = 3, MOST = 300 };
    uint64_t start = clock_spent(), first = 0, period;

    count_ticks();
    arm(PERIOD * 1000, PERIOD * 1000);
    while (timer_ticks <= PERIODS &&
           clock_spent() - start < MOST * (uint64_t)MS)
        if (timer_ticks == 1 && !first)
            first = clock_spent();
    if (timer_ticks <= PERIODS || !first) {
        measured(fact, HOST_BROKEN,
                 "ITIMER_PROF with a period of %d ms ticked %d times in %d ms "
                 "of CPU time",
                 PERIOD, (int)timer_ticks, MOST);
        return;
    }
    period = (clock_spent() - first) / PERIODS / (MS / 10);
    measured(fact,
             period > 5 * PERIOD && period < 20 * PERIOD ? HOST_RIGHT
                                                         : HOST_BROKEN,
             "ITIMER_PROF with a period of %d ms ticks every %llu.%llu ms of "
             "CPU time",
             PERIOD, (unsigned long long)period / 10,
             (unsigned long long)period % 10);
}

/* By clock_hold: disarmed and drained while blocked. */
void measure_timer_off(struct host_fact *fact)
{
    enum { ROUNDS = 20, LONGEST = 200 };
    uint64_t until = sandbox_time() + LONGEST * (uint64_t)MS;

    count_ticks();
    for (int k = 0; k < ROUNDS && sandbox_time() < until; k++) {
        struct profiling_clock clock = {0};

        clock_release(&clock);
        arm(1000, 1000);
        clock_spend(MS + MS / ROUNDS * (uint64_t)k);
        clock_hold(&clock);
        clock_spend(MS / 4);
    }
    measured(fact, timer_ticks ? HOST_BROKEN : HOST_RIGHT,
             timer_ticks ? "a timer that was disarmed still sends a signal"
                         : "a timer that was disarmed sends no more signals");
}

void measure_timer_list(struct host_fact *fact)
{
    if (clock_lists_timers())
        measured(fact, HOST_RIGHT,
                 "/proc/self/timers lists a process's timers");
    else
        measured(fact, HOST_ABSENT, "%s",
                 access("/proc/self/timers", R_OK) == 0
                     ? "/proc/self/timers does not list this process's timers: "
                       "POSIX timers are found by their ids, and each is "
                       "assumed to send SIGPROF"
                     : "there is no /proc/self/timers: POSIX timers are found "
                       "by their ids, and each is assumed to send SIGPROF");
}

void measure_sleep(struct host_fact *fact)
{
    enum { ASLEEP = 20, MOST = 14 };
    struct timespec time = {0, ASLEEP * MS};
    uint64_t before, spent;

    count_ticks();
    arm(1000, 1000);
    before = clock_spent();
    while (nanosleep(&time, &time) != 0 && timer_ticks < ASLEEP)
        ;
    spent = (clock_spent() - before) / MS;
    arm(0, 0);
    measured(fact,
             spent < MOST && timer_ticks < MOST ? HOST_RIGHT : HOST_BROKEN,
             "a sleep of %d ms used %llu ms of CPU time, and a CPU timer of 1 "
             "ms ticked %d times in it",
             ASLEEP, (unsigned long long)spent, (int)timer_ticks);
}

/* Whether ticks arrive at chosen pcs, one for each that is sent. */

/* Whether they can at all; else the fact says so. */
static bool is_ported(struct host_fact *fact)
{
    if (!ARCH_DELIVERS)
        measured(fact, HOST_ABSENT,
                 "exact delivery is not ported to this machine");
    return ARCH_DELIVERS;
}

enum { ROW = 256, FIRST_PC = 0x10000000 };

static uint64_t pcs[ROW];
static volatile unsigned arrived;

static void measure_signal_note(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)info;
    if (arrived < ROW)
        pcs[arrived] = arch_pc((ucontext_t *)context);
    arrived++;
}

static void handle(void)
{
    struct sigaction action = {.sa_sigaction = measure_signal_note,
                               .sa_flags = SA_SIGINFO | SA_RESTART};

    sigfillset(&action.sa_mask);
    sigaction(SIGPROF, &action, NULL);
    inject_begin();
}

static void measure_row(const struct tick *ticks, size_t count,
                        enum inject_method method, const char *what,
                        struct host_fact *fact)
{
    struct injected injected = {0};

    if (!is_ported(fact))
        return;
    handle();
    arrived = 0;
    if (!inject_ticks(ticks, count, method, &injected)) {
        measured(fact, HOST_BROKEN, "%s is not available: %s", what,
                 injected.refused);
        return;
    }
    for (size_t k = 0; k < count && k < arrived; k++)
        if (pcs[k] != (uintptr_t)ticks[k].pc) {
            measured(fact, HOST_BROKEN, "%s arrives at %#llx instead of %#llx",
                     what, (unsigned long long)pcs[k],
                     (unsigned long long)ticks[k].pc);
            return;
        }
    measured(fact, arrived == count ? HOST_RIGHT : HOST_BROKEN,
             "%s arrives at its pc: %u of %zu", what, arrived, count);
}

void measure_signal_stub(struct host_fact *fact)
{
    static const unsigned char stub[] = {ARCH_STUB_BYTES};
    struct tick ticks[ROW];

    for (unsigned k = 0; k < ROW; k++)
        ticks[k] =
            (struct tick){FIRST_PC + ARCH_STUB_BEFORE + k * sizeof stub, 1};
    measure_row(ticks, ROW, INJECT_STUB,
                "a signal that a system call sends its own thread", fact);
}

void measure_signal_return(struct host_fact *fact)
{
    static const struct tick ticks[] = {
        {1, 1},          {0x1234, 1},          {0x100001000, 1},
        {0x7000001, 1},  {0x4000000001000, 1}, {0xffffffff00000001, 1},
        {UINT64_MAX, 1},
    };

    measure_row(ticks, sizeof ticks / sizeof *ticks, INJECT_SIGRETURN,
                "a signal that waits when a handler returns", fact);
}

uint64_t measure_tick_time(void)
{
    const struct tick row = {FIRST_PC + ARCH_STUB_BEFORE, ROW};
    uint64_t best = UINT64_MAX;

    handle();
    for (int round = 0; round < 4; round++) {
        struct injected injected = {0};
        uint64_t start = sandbox_time(), took;

        if (!inject_ticks(&row, 1, INJECT_AUTOMATIC, &injected))
            return 0;
        took = (sandbox_time() - start) / ROW;
        best = took < best ? took : best;
    }
    return best;
}

static sigset_t mask_seen;

static void note_mask(int signal)
{
    (void)signal;
    sigprocmask(SIG_BLOCK, NULL, &mask_seen);
}

/* With each signal alone in it, so that no remnant can be taken for it. */
void measure_signal_mask(struct host_fact *fact)
{
    for (int held = 1; held < SIGSYS; held++) {
        struct sigaction action = {.sa_handler = note_mask};

        if (held == SIGKILL || held == SIGSTOP || held == SIGPROF)
            continue;
        sigaddset(&action.sa_mask, held);
        sigaction(SIGPROF, &action, NULL);
        sigemptyset(&mask_seen);
        raise(SIGPROF);
        for (int other = 1; other < SIGSYS; other++)
            if (sigismember(&mask_seen, other) !=
                (other == held || other == SIGPROF)) {
                measured(
                    fact, HOST_BROKEN,
                    "a handler does not run with the mask that was set for it");
                return;
            }
    }
    measured(fact, HOST_RIGHT,
             "a handler runs with the mask that was set for it");
}

void measure_low_pages(struct host_fact *fact)
{
    enum { LOWEST = 0x1000, HIGHEST = 0x100000, PAGE = 0x1000 };

    for (uintptr_t at = LOWEST; at <= HIGHEST; at += PAGE) {
        if (!stub_pages(at, PAGE, PROT_READ | PROT_WRITE))
            continue;
        measured(fact, at == LOWEST ? HOST_RIGHT : HOST_ABSENT,
                 "pages can be mapped from %#lx on", (unsigned long)at);
        return;
    }
    measured(fact, HOST_ABSENT, "pages below %#x can't be mapped", HIGHEST);
}

/* Whether a thread that waits at a pc stays there, and is let out by a process
 * that writes there (conformance/machine/pin.h).  If it is not, what was
 * reported before is that. */
void measure_wait(struct host_fact *fact)
{
    enum { PC = 0x10000100, ENOUGH = 5000000 /* nanoseconds */ };
    uint64_t before = clock_spent();
    struct pin pin;
    const char *why;

    if (!is_ported(fact))
        return;
    why = pin_prepare(&pin, PC, ENOUGH, NULL, 0);
    if (why) {
        measured(fact, HOST_ABSENT, "no thread can wait at a pc: %s", why);
        return;
    }
    measured(fact, HOST_BROKEN,
             "a thread that waits at a pc does not notice its release");
    pin_enter(&pin);
    if (clock_spent() - before < ENOUGH) {
        measured(fact, HOST_BROKEN, "a thread does not stay at a pc");
        return;
    }
    pin_finish(&pin);
    measured(fact, HOST_RIGHT,
             "a thread that waits at a pc leaves when it is released");
}

/* Calls counted while others are (conformance/machine/interleave.h). */

enum { STEP_FROM = 0x20100, STEP_SELF = 0x20400, STEP_OTHER = 0x20800 };
enum { STEP_CALLS = 64 };

static atomic_uint step_calls, step_others, step_between;
static atomic_bool step_inside;

static void step_count(uint64_t from, uint64_t self)
{
    (void)from;
    if (self == STEP_OTHER) {
        atomic_fetch_add(&step_others, 1);
        atomic_fetch_add(&step_between, atomic_load(&step_inside));
        return;
    }
    atomic_store(&step_inside, true);
    atomic_fetch_add(&step_calls, 1);
    atomic_store(&step_inside, false);
}

/* It may die of it: what was reported before is that. */
static void measure_interleaved(struct host_fact *fact, bool in_thread,
                                const char *what)
{
    struct interleave interleave = {.count = (void (*)(void))step_count,
                                    .from = STEP_FROM,
                                    .self = STEP_SELF,
                                    .other = STEP_OTHER,
                                    .in_thread = in_thread};

    measured(fact, HOST_BROKEN, "%s ends the process", what);
    if (!interleave_count(&interleave, STEP_CALLS))
        measured(fact, HOST_ABSENT, "%s is not available: %s", what,
                 interleave.why);
    else if (step_calls != STEP_CALLS || step_others != STEP_CALLS ||
             step_between == 0)
        measured(fact, HOST_BROKEN, "%s comes at other times", what);
    else
        measured(fact, HOST_RIGHT, "%s is available", what);
}

void measure_step(struct host_fact *fact)
{
    measure_interleaved(fact, false, "a trap after an instruction");
}

void measure_step_thread(struct host_fact *fact)
{
    measure_interleaved(
        fact, true,
        "a thread that goes on while another is stopped after an instruction");
}

/* What fork and exec keep, and what one process may do with another. */

/* The exit status of a child that does this; less than 0: it had none. */
static int measure_process_child(bool (*body)(void))
{
    pid_t pid = fork();

    if (pid == 0)
        _exit(body());
    return exit_status_of(pid);
}

static void inherited(struct host_fact *fact, int status, const char *what)
{
    if (status < 0)
        measured(fact, HOST_UNKNOWN, "a child of fork did not report");
    else
        measured(fact, status ? HOST_BROKEN : HOST_RIGHT,
                 "a child of fork has %s%s", status ? "" : "not ", what);
}

static void arm_far_off(void)
{
    arm(CLOCK_CALLER_SECONDS * 1000000L, 0);
}

void measure_fork_timer(struct host_fact *fact)
{
    arm_far_off();
    inherited(fact, measure_process_child(clock_armed),
              "its parent's ITIMER_PROF");
}

void measure_fork_pending(struct host_fact *fact)
{
    clock_block();
    raise(SIGPROF);
    inherited(fact, measure_process_child(clock_pending),
              "the signals that wait for its parent");
}

/* What the new program found that a child became, which did this first, or null
 * for nothing; less than 0: there was none, and the fact says so. */
static int look_after_exec(void (*first)(void), struct host_fact *fact)
{
    char program[512];
    pid_t pid = fork();
    int status;

    if (pid == 0) {
        if (first)
            first();
        execute_find_program(program, sizeof program);
        execute_exec_again(program, EXEC_LOOK);
        _exit(EXIT_FAILURE);
    }
    status = exit_status_of(pid);
    if (status >= EXEC_FOUND && status <= EXEC_FOUND_MOST)
        return status - EXEC_FOUND;
    measured(fact, HOST_UNKNOWN, "this program can't exec itself");
    return -1;
}

void measure_exec(struct host_fact *fact)
{
    if (look_after_exec(NULL, fact) >= 0)
        measured(fact, HOST_RIGHT, "this program can exec itself");
    else
        fact->state = HOST_BROKEN;
}

/* Have a tick of a timer wait. */
static void let_a_tick_wait(void)
{
    const struct itimerspec soon = {.it_value = {0, 1}};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGPROF};
    timer_t timer;

    clock_block();
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 ||
        timer_settime(timer, 0, &soon, NULL) != 0)
        _exit(EXIT_FAILURE);
    while (!clock_pending())
        sched_yield();
}

void measure_exec_pending(struct host_fact *fact)
{
    int found = look_after_exec(let_a_tick_wait, fact);

    if (found >= 0 && found & EXEC_FOUND_PENDING)
        measured(fact, HOST_BROKEN,
                 "a POSIX timer's pending signal survives exec, and may kill "
                 "the new program");
    else if (found >= 0)
        measured(fact, HOST_RIGHT,
                 "a POSIX timer's pending signal is dropped at exec");
}

void measure_exec_timer(struct host_fact *fact)
{
    int found = look_after_exec(arm_far_off, fact);

    if (found >= 0)
        measured(fact, found & EXEC_FOUND_TIMER ? HOST_RIGHT : HOST_BROKEN,
                 "ITIMER_PROF %s exec",
                 found & EXEC_FOUND_TIMER ? "goes on after" : "ends at");
}

void measure_perf(struct host_fact *fact)
{
    struct perf_event_attr attributes = {
        .type = PERF_TYPE_SOFTWARE,
        .size = sizeof attributes,
        .config = PERF_COUNT_SW_CPU_CLOCK,
        .sample_type = PERF_SAMPLE_IP,
        .exclude_kernel = 1,
        .disabled = 1,
        .sample_period = 1000000,
    };
    long event = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);

    if (event < 0)
        measured(fact, HOST_ABSENT, "perf_event_open: %s", strerror(errno));
    else
        measured(fact, HOST_RIGHT, "perf_event_open samples this process");
}

void measure_ptrace(struct host_fact *fact)
{
    pid_t pid = fork();
    int status = 0;

    if (pid == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
            _exit(errno);
        raise(SIGSTOP);
        _exit(0);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid) {
        measured(fact, HOST_UNKNOWN, "fork: %s", strerror(errno));
        return;
    }
    if (!WIFSTOPPED(status)) {
        measured(fact, HOST_ABSENT, "a child can't be traced: %s",
                 strerror(WEXITSTATUS(status)));
        return;
    }
    ptrace(PTRACE_CONT, pid, NULL, NULL);
    waitpid(pid, &status, 0);
    measured(fact, HOST_RIGHT, "a child can be traced");
}

static bool is_first_process(void)
{
    return getpid() == 1;
}

void measure_namespace(struct host_fact *fact)
{
    if (unshare(CLONE_NEWPID) != 0 &&
        unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0)
        measured(fact, HOST_ABSENT, "a PID namespace can't be created: %s",
                 strerror(errno));
    else if (measure_process_child(is_first_process) == 1)
        measured(fact, HOST_RIGHT,
                 "a case can have a PID namespace of its own");
    else
        measured(fact, HOST_ABSENT,
                 "a PID namespace can be created, but no first process in it");
}
