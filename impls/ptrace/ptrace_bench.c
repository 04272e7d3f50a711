/* SPDX-License-Identifier: MIT */
/*
 * Exact ticks counted by our ptrace implementation, against floors that count
 * nothing: to set a child's pc and read it back; to move a child before its
 * breakpoint, let it go and wait.  Each round is a ratio of its own, and the
 * middle one is told.
 *
 * Two processes share the work, so time is the CPU time of both.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "conformance/bench.h"
#include "engine.h"

enum { TICKS = 4096, ROUNDS = 51, PAGE = 4096 };

static struct impl_tick ticks[TICKS];
static uint32_t counters[PAGE / 4 + 1];
static unsigned char *code;

/* All over the page, in no order. */
static void draw_page(void)
{
    uint64_t state = 1;

    for (int i = 0; i < TICKS; i++) {
        ticks[i] = (struct impl_tick){
            (uintptr_t)code + 1 + bench_draw(&state, PAGE - 1), 1};
    }
}

static double seconds_of(pid_t process)
{
    clockid_t clock;

    return clock_getcpuclockid(process, &clock) == 0 ? bench_clock(clock) : 0;
}

/* Of this process and another that it works with. */
static double seconds_with(pid_t process)
{
    return seconds_of(getpid()) + seconds_of(process);
}

static double bare_set(pid_t traced)
{
    double start = seconds_with(traced);
    registers now;

    for (int i = 0; i < TICKS; i++)
        if (!registers_poke(traced, offsetof(registers, REGISTERS_PC),
                            ticks[i].pc) ||
            !registers_read(traced, &now) || now.REGISTERS_PC != ticks[i].pc)
            exit(3);
    return TICKS / (seconds_with(traced) - start);
}

static double bare_break(pid_t traced)
{
    double start = seconds_with(traced);

    for (int i = 0; i < TICKS; i++) {
        registers_poke(traced, offsetof(registers, REGISTERS_PC),
                       ticks[i].pc - 1);
        ptrace(PTRACE_CONT, traced, NULL, NULL);
        waitpid(traced, NULL, __WALL);
    }
    return TICKS / (seconds_with(traced) - start);
}

static double deliver_by_method(enum row_method method)
{
    const struct ptrace_row row = {ticks, TICKS, method};
    double seconds;
    struct engine_call call;
    int error;

    engine_enter(&call);
    seconds = -seconds_with(engine_ptrace_tracer());
    error = engine_ptrace_row(&row);
    seconds += seconds_with(engine_ptrace_tracer());
    engine_leave(&call, 0);
    if (error != 0) {
        fprintf(stderr, "ptrace_bench: row_give: %s\n", strerror(error));
        exit(3);
    }
    return TICKS / seconds;
}

static pid_t breakpoint_child(void)
{
    pid_t traced = fork();

    if (traced == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        ((void (*)(void))(uintptr_t)code)();
    }
    waitpid(traced, NULL, 0);
    return traced;
}

static void measure_ptrace_ticks(pid_t traced, enum row_method method)
{
    static double ratios[ROUNDS];
    double floor, best = 0;

    for (int i = 0; i < ROUNDS; i++) {
        floor = method == ROW_SET ? bare_set(traced) : bare_break(traced);
        ratios[i] = deliver_by_method(method) / floor;
        bench_keep(&best, floor);
    }
    bench_row(method == ROW_SET ? "ptrace, ticks where the pc is set"
                                : "ptrace, ticks at breakpoints",
              best * bench_quantile(ratios, ROUNDS, 0.5), "/s",
              method == ROW_SET ? "POKEUSER and GETREGSET"
                                : "POKEUSER, CONT, waitpid, int3",
              best);
}

int main(void)
{
    struct region region;
    struct engine_call call;
    pid_t traced;
    int error;

    code = mmap(NULL, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (code == MAP_FAILED)
        return 3;
    memset(code, 0xcc, PAGE); /* int3 */
    draw_page();
    traced = breakpoint_child();
    engine_current = &engine_ptrace;
    region = region_make(counters, sizeof counters, (uintptr_t)code, 65536, 4,
                         REGION_DOWN);
    engine_enter(&call);
    engine_ptrace_hold(true);
    error = engine_start(&region, 1, ENGINE_ORDINARY);
    engine_leave(&call, 0);
    for (int method = ROW_SET; error == 0 && method <= ROW_BREAK; method++)
        measure_ptrace_ticks(traced, (enum row_method)method);
    if (error != 0)
        printf("not measured: %s\n", strerror(error));
    kill(traced, SIGKILL);
    waitpid(traced, NULL, 0);
    engine_enter(&call);
    engine_stop();
    engine_leave(&call, 0);
    return 0;
}
