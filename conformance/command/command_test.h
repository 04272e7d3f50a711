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

#include "conformance/base/json_value.h"
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

static inline void assert_has(const char *text, const char *words)
{
    if (strstr(text, words) == NULL)
        fail_msg("\"%s\" not in \"%.2000s\"", words, text);
}

/* It does not begin to do anything: one line, on standard error. */
static inline void assert_refused_with(const char *input, int status,
                                       const char *words,
                                       const char *const *arguments)
{
    struct command command = command_with(input, arguments);

    assert_int_equal(command.status, status);
    assert_string_equal(command.out, "");
    assert_memory_equal(command.err, "profilcheck: ", 13);
    assert_has(command.err, words);
    assert_ptr_equal(strchr(command.err, '\n'),
                     command.err + strlen(command.err) - 1);
    command_free(&command);
}

#define ASSERT_USAGE(words, ...)                                               \
    assert_refused_with("", 2, words, WORDS(__VA_ARGS__))

/* All goes well; the output is the caller's. */
static inline char *output_of(const char *const *arguments)
{
    struct command command = command_with("", arguments);

    assert_string_equal(command.err, "");
    assert_int_equal(command.status, 0);
    free(command.err);
    return command.out;
}

/* Whether it is one object of JSON, with one newline after it, where that can
 * be read here. */
static inline bool is_json(const char *text)
{
    struct arena arena = {NULL};
    const struct json_value *value;
    const char *why;
    bool is;
    int line;

    value = json_value_parse(&arena, text, strlen(text), true, &why, &line);
    is = !json_value_can_be_read ||
         (value && value->kind == VALUE_OBJECT &&
          text[strlen(text) - 1] == '\n' && text[strlen(text) - 2] != '\n');
    arena_free(&arena);
    return is;
}

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
