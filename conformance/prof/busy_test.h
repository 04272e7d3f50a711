/* SPDX-License-Identifier: MIT */
/* A program that profiles itself, run where its gmon.out is to be. */
#ifndef CONFORMANCE_BUSY_TEST_H
#define CONFORMANCE_BUSY_TEST_H

#include <sys/wait.h>
#include <unistd.h>

#include "reference/unit_test.h"

/* For that many hundredths of a second of its CPU time, as text. */
static inline void run_busy(const char *program, const char *directory,
                            const char *hundredths)
{
    pid_t child = fork();
    int status;

    assert_true(child >= 0);
    if (child == 0) {
        close(STDOUT_FILENO);
        if (chdir(directory) == 0)
            execl(program, "busy", hundredths, (char *)NULL);
        _exit(126);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

#endif
