/* SPDX-License-Identifier: MIT */
/*
 * Whether `profilcheck run` keeps all processors busy: runs of as many workers
 * as there are processors, one after the other, beside as many runs of one
 * worker each at the same time, which no run waits for but its own.  What else
 * is busy on the machine takes from both.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/bench.h"
#include "workers.h"

static char program[4096];

static pid_t cores_start(unsigned jobs, const char *backend,
                         const char *const *implementations)
{
    const char *words[16] = {program, "run", "--jobs"};
    char number[16];
    size_t n = 3;
    pid_t pid = fork();

    if (pid != 0)
        return pid;
    snprintf(number, sizeof number, "%u", jobs);
    words[n++] = number;
    if (backend) {
        words[n++] = "--backend";
        words[n++] = backend;
    }
    while (*implementations)
        words[n++] = *implementations++;
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    execv(program, (char *const *)words);
    _exit(3);
}

static void cores_end(pid_t pid)
{
    int status;

    if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0) {
        fprintf(stderr, "cores_bench: %s: a run did not pass\n", program);
        exit(3);
    }
}

/* Runs a second. */
static double in_turn(unsigned count, const char *backend,
                      const char *const *implementations)
{
    double start = bench_clock(CLOCK_MONOTONIC);

    for (unsigned k = 0; k < count; k++)
        cores_end(cores_start(count, backend, implementations));
    return count / (bench_clock(CLOCK_MONOTONIC) - start);
}

static double side_by_side(unsigned count, const char *backend,
                           const char *const *implementations)
{
    double start = bench_clock(CLOCK_MONOTONIC);
    pid_t pids[WORKERS_LIMIT];

    for (unsigned k = 0; k < count; k++)
        pids[k] = cores_start(1, backend, implementations);
    for (unsigned k = 0; k < count; k++)
        cores_end(pids[k]);
    return count / (bench_clock(CLOCK_MONOTONIC) - start);
}

static void cores_row(const char *what, const char *backend,
                      const char *const *implementations)
{
    unsigned count = workers_default();

    bench_row(what, in_turn(count, backend, implementations), "/s",
              "a run a processor",
              side_by_side(count, backend, implementations));
}

int main(int argc, char **argv)
{
    static const char *const signal[] = {"signal", NULL};
    static const char *const three[] = {"signal", "perf", "ptrace", NULL};
    const char *slash = strrchr(argv[0], '/');

    (void)argc;
    snprintf(program, sizeof program, "%.*s../../profilcheck",
             slash ? (int)(slash - argv[0] + 1) : 0, argv[0]);
    cores_row("processors kept busy, by a tracer", "ptrace", signal);
    cores_row("processors kept busy, three engines", NULL, three);
    return 0;
}
