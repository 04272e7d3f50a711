/* SPDX-License-Identifier: MIT */
/*
 * Ticks injected by ptrace into the host's own profil, against the floor:
 * PTRACE_CONT and waitpid of a process that stops itself again and again.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "injected_bench.h"
#include "tracer.h"

enum { STOPS = 50000, TICKS = 50000, ROUNDS = 5 };

static struct tick ticks[TICKS];
static double *traced_rate; /* shared */

static void stop_again(void *context)
{
    pid_t traced = *(pid_t *)context;
    int status;

    for (int i = 0; i < STOPS; i++) {
        ptrace(PTRACE_CONT, traced, NULL, NULL);
        waitpid(traced, &status, __WALL);
    }
}

static double floor_of_stops(void)
{
    pid_t traced = fork();
    double rate;

    if (traced == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        for (;;)
            __asm__ volatile("int3");
    }
    waitpid(traced, NULL, 0);
    rate = bench_rate(stop_again, &traced, STOPS);
    kill(traced, SIGKILL);
    waitpid(traced, NULL, 0);
    return rate;
}

/* In the traced process. */
static void profile_self(void *context)
{
    struct injected_row row = {ticks, TICKS, INJECT_TRACED};
    struct impl_options options = {.dialect = "freebsd"};
    unsigned counted = 0;
    char why[128];
    struct impl *impl = impl_libc.open(&options, why, sizeof why);

    (void)context;
    if (impl == NULL)
        exit(3);
    profile_region(impl);
    *traced_rate = bench_rate(deliver_row, &row, TICKS);
    for (int k = 0; k < REGION / 2; k++)
        counted += buffer[k];
    if (counted != TICKS) {
        fprintf(stderr, "ptrace_bench: %u of %d ticks counted\n", counted,
                TICKS);
        exit(3);
    }
}

static double tick_rate(void)
{
    pid_t tracer = fork();
    int status;

    if (tracer == 0)
        exit(tracer_run(profile_self, NULL) ? 3 : 0);
    waitpid(tracer, &status, 0);
    if (status != 0)
        exit(3);
    return *traced_rate;
}

int main(void)
{
    double floor = 0, rate = 0;

    draw_ticks(ticks, TICKS);
    traced_rate = mmap(NULL, sizeof *traced_rate, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (traced_rate == MAP_FAILED)
        return 3;
    for (int i = 0; i < ROUNDS; i++) {
        bench_keep(&floor, floor_of_stops());
        bench_keep(&rate, tick_rate());
    }
    bench_row("libc, by ptrace", rate, "/s", "PTRACE_CONT and waitpid, int3",
              floor);
    return 0;
}
