/* SPDX-License-Identifier: MIT */
/* Running the program, for the tests of its verbs. */
#ifndef CONFORMANCE_COMMAND_TEST_H
#define CONFORMANCE_COMMAND_TEST_H

#include "reference/unit_test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/built_test.h"

/* What a command led to; command_free releases it. */
struct command {
    int status; /* exit status; -1 where it was killed */
    char *out, *err;
};

static inline int file_holding(const char *text)
{
    int file = memfd_create("text", 0);

    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    assert_int_equal(lseek(file, 0, SEEK_SET), 0);
    return file;
}

static inline char *contents(int file)
{
    off_t length = lseek(file, 0, SEEK_END);
    char *text = calloc(1, (size_t)length + 1);

    assert_non_null(text);
    assert_int_equal(pread(file, text, (size_t)length, 0), length);
    close(file);
    return text;
}

/* Called in the process that becomes the program; null: nothing. */
static void (*before_program)(void);

/* Run it with these arguments, after its name, and this input. */
static inline struct command command_with(const char *input,
                                          const char *const *arguments)
{
    int in = file_holding(input), status;
    int out = memfd_create("out", 0), err = memfd_create("err", 0);
    struct command command = {0};
    const char *program = built("profilcheck");
    pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid == 0) {
        dup2(in, STDIN_FILENO);
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        if (before_program)
            before_program();
        execv(program, (char *const *)arguments);
        _exit(126);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    close(in);
    command.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    command.out = contents(out);
    command.err = contents(err);
    return command;
}

static inline void command_free(struct command *command)
{
    free(command->out);
    free(command->err);
}

#define WORDS(...) ((const char *const[]){"profilcheck", __VA_ARGS__, NULL})

/* A file of cases, for as long as the test program runs. */
static inline const char *case_file(const char *text)
{
    static char path[64];
    int file = file_holding(text);

    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), file);
    return path;
}

/* Start it, silent, to be ended by signals: a shell's background and nohup have
 * some of them ignored. */
static inline pid_t command_start(const char *const *arguments)
{
    static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    const char *program = built("profilcheck");
    pid_t pid = fork();
    int null;

    assert_true(pid >= 0);
    if (pid > 0)
        return pid;
    for (size_t k = 0; k < sizeof signals / sizeof *signals; k++)
        signal(signals[k], SIG_DFL);
    null = open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= 2; fd++)
        dup2(null, fd);
    if (before_program)
        before_program();
    execv(program, (char *const *)arguments);
    _exit(126);
}

#endif
