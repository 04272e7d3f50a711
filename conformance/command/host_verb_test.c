/* SPDX-License-Identifier: MIT */
#include "conformance/host/host.h"
#include "conformance/whole/command_test.h"
#include "reference/unit_test.h"

static unsigned count(const char *text, const char *words)
{
    unsigned n = 0;

    for (; (text = strstr(text, words)) != NULL; text++)
        n++;
    return n;
}

/* Whether the machine is right or not: so the exit status says. */
TEST(each_format_tells_each_fact)
{
    static const struct {
        const char *format, *start, *a_fact, *broken;
    } rows[] = {
        {"text", "", "  fork-timer", "broken  "},
        {"tap", "TAP version 13\n1..19\n", " - ", "\nnot ok "},
        {"json",
         "{\"tick_nanoseconds\": ", "{\"fact\": ", "\"state\": \"broken\""},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct command command =
            command_with("", WORDS("host", "--format", rows[k].format));

        assert_string_equal(command.err, "");
        assert_memory_equal(command.out, rows[k].start, strlen(rows[k].start));
        assert_true(count(command.out, rows[k].a_fact) == (k ? HOST_FACTS : 1));
        assert_int_equal(command.status,
                         count(command.out, rows[k].broken) > 0);
        command_free(&command);
    }
}

TEST(what_it_does_not_know_is_usage)
{
    ASSERT_USAGE("read yaml, expected text, tap or json", "host", "--format",
                 "yaml");
    ASSERT_USAGE("it takes no words", "host", "signal");
}

/* Where the file that runs is a loader, exec is of the loader, too. */
TEST(exec_is_judged_under_a_loader_that_is_called_by_name)
{
    static const char loader[] = "/lib64/ld-linux-x86-64.so.2";
    const char *arguments[] = {loader, built("profilcheck"),
                               "run",  "--dialect",
                               "irix", "--case",
                               "exec", "signal",
                               NULL};
    int out[2], status;
    char text[4096];
    ssize_t n = 0, got;
    pid_t pid;

    if (access(loader, X_OK) != 0)
        skip();
    assert_int_equal(pipe(out), 0);
    pid = fork();
    if (pid == 0) {
        dup2(out[1], STDOUT_FILENO);
        execv(loader, (char *const *)arguments);
        _exit(126);
    }
    close(out[1]);
    while ((got = read(out[0], text + n, sizeof text - 1 - (size_t)n)) > 0)
        n += got;
    text[n] = '\0';
    close(out[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_has(text, "\n1 case: 1 pass\n");
}

TESTS(NULL, NULL)
