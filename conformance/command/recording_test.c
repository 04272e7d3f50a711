/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <time.h>

#include "results_test.h"

/* The second case lasts until the run is killed. */
static const char two_cases[] = "case first\nbuffer b 16\n"
                                "profil b 16 0x1000 0x8000\ntick 0x1008\n"
                                "case long-sleep\nsleep 0x100000 10000\n";

enum { PATIENCE = 60 /* seconds */ };

static size_t lines_in(const char *text)
{
    size_t count = 0;

    for (; *text; text++)
        count += *text == '\n';
    return count;
}

/* A run into that file, in a process that is the caller's to kill. */
static pid_t start(const char *path)
{
    const char *program = built("profilcheck"), *file = case_file(two_cases);
    pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid == 0) {
        alarm(PATIENCE);
        execv(program,
              (char *const *)WORDS("run", "--dialect", "freebsd", "--jobs", "1",
                                   "--timeout", "60", "--results", path,
                                   "--cases", file, "signal"));
        _exit(126);
    }
    return pid;
}

/* What the file holds when it has that many lines, and its run is killed. */
static char *killed_at(const char *path, size_t lines)
{
    static const struct timespec moment = {0, 5000000};
    pid_t pid = start(path);
    char *text = text_of_file(path);
    int status;

    while (lines_in(text) < lines && waitpid(pid, &status, WNOHANG) == 0) {
        nanosleep(&moment, NULL);
        free(text);
        text = text_of_file(path);
    }
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    free(text);
    return text_of_file(path);
}

static void
a_run_that_is_killed_leaves_whole_lines_of_what_was_seen(void **state)
{
    char path[64], *text, *second;

    (void)state;
    temporary(path);
    text = killed_at(path, 2);
    assert_int_equal(lines_in(text), 2);
    assert_int_equal(text[strlen(text) - 1], '\n');
    assert_memory_equal(text, "{\"line\": \"header\", ", 19);
    assert_has(text,
               "\"implementation\": \"signal\", \"dialect\": \"freebsd\"");
    second = strchr(text, '\n') + 1;
    assert_memory_equal(second, "{\"line\": \"observation\", \"id\": \"first.",
                        37);
    assert_has(second, "\"case\": \"case first\\u000abuffer b 16");
    assert_has(second, "; ended normally");
    free(text);
}

static void it_is_refused(void **state)
{
    char path[64], *text;

    (void)state;
    skip_without_json();
    temporary(path);
    text = killed_at(path, 2);
    assert_refused_with(text, 2,
                        ":2: the file ends with what was observed, "
                        "before any verdict",
                        WORDS("verify", "-"));
    free(text);
}

static void verdicts_take_the_place_of_observations(void **state)
{
    char *text = results_of("freebsd", "libc", 1);

    (void)state;
    assert_null(strstr(text, "\"observation\""));
    assert_has(text, "\n{\"line\": \"footer\"");
    free(text);
}

/* It can't be cut, and so never has what will not stay. */
static void a_pipe_gets_the_same_lines(void **state)
{
    char *text = results_of("freebsd", "libc", 1), command[4300], *piped;
    size_t length = strlen(text);
    FILE *pipe;

    (void)state;
    snprintf(command, sizeof command,
             "%s run --jobs 2 --dialect freebsd --results /dev/fd/3 libc "
             "3>&1 >/dev/null | cat",
             built("profilcheck"));
    pipe = popen(command, "r");
    piped = calloc(1, length + 2);
    assert_non_null(pipe);
    assert_non_null(piped);
    assert_int_equal(fread(piped, 1, length + 1, pipe), length);
    pclose(pipe);
    assert_string_equal(piped, text);
    free(piped);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_run_that_is_killed_leaves_whole_lines_of_what_was_seen),
        cmocka_unit_test(it_is_refused),
        cmocka_unit_test(verdicts_take_the_place_of_observations),
        cmocka_unit_test(a_pipe_gets_the_same_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
