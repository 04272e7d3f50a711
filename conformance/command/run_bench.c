/* SPDX-License-Identifier: MIT */
/* How long `profilcheck run` takes on our signal implementation. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/bench.h"

/* BUILD/conformance/command/run_bench finds BUILD/profilcheck. */
static void program_next_to_bench(const char *bench, char *program, size_t size)
{
    const char *slash = strrchr(bench, '/');

    snprintf(program, size, "%.*s../../profilcheck",
             slash ? (int)(slash - bench + 1) : 0, bench);
}

static double seconds_of_run(const char *program, const char *dialect,
                             const char *suite)
{
    double start = bench_clock(CLOCK_MONOTONIC);
    pid_t pid = fork();
    int status;

    if (pid == 0) {
        dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
        execl(program, program, "run", "--dialect", dialect, "--suite", suite,
              "signal", (char *)NULL);
        _exit(3);
    }
    if (waitpid(pid, &status, 0) != pid || status != 0) {
        fprintf(stderr, "run_bench: %s: run on %s did not pass\n", program,
                dialect);
        exit(3);
    }
    return bench_clock(CLOCK_MONOTONIC) - start;
}

int main(int argc, char **argv)
{
    static const char *const dialects[] = {"aix", "irix", "hpux", "freebsd"};
    char program[4096], what[80];

    (void)argc;
    program_next_to_bench(argv[0], program, sizeof program);
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        snprintf(what, sizeof what, "run of quick, %s", dialects[i]);
        bench_row(what, seconds_of_run(program, dialects[i], "quick"), "s",
                  "wanted", 1);
        snprintf(what, sizeof what, "run of full, %s", dialects[i]);
        bench_row(what, seconds_of_run(program, dialects[i], "full"), "s",
                  "wanted", 20);
    }
    return 0;
}
