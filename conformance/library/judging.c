/* SPDX-License-Identifier: MIT */
#include "judging.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "conformance/base/memory.h"
#include "conformance/base/output.h"
#include "conformance/machine/contain.h"
#include "conformance/observe/probe.h"
#include "conformance/observe/workers.h"
#include "conformance/results/house.h"
#include "conformance/runs/impl_runs.h"
#include "verdict_text.h"

/* The caller's handlers are not for this process; a limit on files is an error
 * of write. */
static void judging_own_signals(void)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t none;

    for (int s = 1; s <= SIGRTMAX; s++)
        sigaction(s, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &action, NULL);
    sigaction(SIGPIPE, &action, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* What is complained of is kept: its descriptor, or -1. */
static int judging_own_streams(void)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    int messages = memfd_create("said", MFD_CLOEXEC);

    if (null >= 0) {
        dup2(null, STDIN_FILENO);
        dup2(null, STDOUT_FILENO);
    }
    if (messages >= 0 || null >= 0)
        dup2(messages >= 0 ? messages : null, STDERR_FILENO);
    return messages;
}

/* The first line of what was complained of, without the program's name. */
static void judging_complaint(int messages, char *text, size_t size)
{
    static const char name[] = "profilcheck: ";
    ssize_t n = messages < 0 ? -1 : pread(messages, text, size - 1, 0);

    text[n > 0 ? n : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
    if (strncmp(text, name, strlen(name)) == 0)
        memmove(text, text + strlen(name), strlen(text + strlen(name)) + 1);
    if (!*text)
        snprintf(text, size, "it could not be judged");
}

/* What run.h has, on the functions.  The outcome. */
static int judging_run(const struct judging *judging, struct impl_run *run)
{
    const struct profilcheck_subject *subject = judging->subject;
    struct impl_run_settings settings = {
        .impl = &linked_impl,
        .name =
            subject->name && *subject->name ? subject->name : "the functions",
        .suite = true,
        .full = judging->full,
        .separate = true,
        .jobs = subject->jobs ? subject->jobs : workers_default(),
        .timeout_ms = subject->timeout_ms};
    int status;

    impl_run_begin(run, &settings, judging->dialect);
    run->capabilities = probe_capabilities(&run->observe);
    if (!run->capabilities || run->capabilities == PROBE_FAILED)
        return complain(run->capabilities ? STATUS_HARNESS : STATUS_USAGE,
                        "%s as %s: %s", settings.name,
                        run->observe.open.dialect, run->observe.learnt.why);
    status = impl_run_load(run, &settings);
    if (status == STATUS_PASS)
        status = impl_runs_execute(&run, 1, &settings);
    if (status != STATUS_PASS)
        return status;
    if (run->results.summary[VERDICT_UNSUPPORTED] == run->count)
        return STATUS_FAIL;
    house_apply(&run->results, HOUSE_WARN);
    return results_status(&run->results);
}

static void judging_write(int out, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t n = write(out, text, length);

        if (n <= 0)
            return;
        text += n;
        length -= (size_t)n;
    }
}

static int judging_do(const struct judging *judging, struct impl_run *run)
{
    enum containment best;

    if (!containment_wanted(&best))
        return complain(STATUS_USAGE,
                        "PROFILCHECK_CONTAINMENT: read %s, expected "
                        "namespace, cgroup or subreaper",
                        getenv("PROFILCHECK_CONTAINMENT"));
    linked_take(judging->subject);
    return judging_run(judging, run);
}

static int answer; /* where the process that called reads the verdict */

/* What the caller had handed to atexit is not for this process. */
static void judging_out_of_memory(void)
{
    static const char error[] = "3\0out of memory\0out of memory\0"
                                "0\0"
                                "0\0"
                                "end";

    judging_write(answer, error, sizeof error);
    _exit(0);
}

_Noreturn void judging_main(const struct judging *judging, pid_t parent,
                            int out)
{
    struct impl_run run = {0};
    struct memory_stream text;
    char sentence[600];
    int messages, outcome;

    /* Of a program that has closed its streams it may be one of theirs. */
    if (out <= STDERR_FILENO)
        out = fcntl(out, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    answer = out;
    memory_at_end = judging_out_of_memory;
    die_with_parent(parent);
    judging_own_signals();
    messages = judging_own_streams();
    outcome = judging_do(judging, &run);
    memory_stream(&text);
    if (run.results.cases) {
        verdict_text_put(&run.results, outcome, text.out);
    } else {
        judging_complaint(messages, sentence, sizeof sentence);
        verdict_text_put_error(outcome, sentence, text.out);
    }
    memory_stream_end(&text);
    judging_write(out, text.text, text.length);
    _exit(0);
}
