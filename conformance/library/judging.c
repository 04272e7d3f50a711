/* SPDX-License-Identifier: MIT */
#include "judging.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "conformance/base/output.h"
#include "conformance/contain/contain.h"
#include "conformance/contain/enter.h"
#include "conformance/results/house.h"
#include "conformance/trial/trials.h"
#include "conformance/workers/probe.h"
#include "conformance/workers/workers.h"
#include "linked.h"
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
    int said = memfd_create("said", MFD_CLOEXEC);

    if (null >= 0) {
        dup2(null, STDIN_FILENO);
        dup2(null, STDOUT_FILENO);
    }
    if (said >= 0 || null >= 0)
        dup2(said >= 0 ? said : null, STDERR_FILENO);
    return said;
}

/* The first line of what was complained of, without the program's name. */
static void judging_complaint(int said, char *text, size_t size)
{
    static const char name[] = "profilcheck: ";
    ssize_t n = said < 0 ? -1 : pread(said, text, size - 1, 0);

    text[n > 0 ? n : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
    if (strncmp(text, name, strlen(name)) == 0)
        memmove(text, text + strlen(name), strlen(text + strlen(name)) + 1);
    if (!*text)
        snprintf(text, size, "it could not be judged");
}

/* What trial.h has, on the functions.  The outcome. */
static int judging_trial(const struct judging *judging, struct trial *trial)
{
    const struct profilcheck_subject *subject = judging->subject;
    struct trial_settings settings = {
        .impl = &linked_impl,
        .name = subject->name ? subject->name : "the functions",
        .suite = true,
        .full = judging->full,
        .tell = true,
        .jobs = subject->jobs ? subject->jobs : workers_default(),
        .timeout_ms = subject->timeout_ms};
    char why[400];
    int status;

    trial_begin(trial, &settings, judging->dialect);
    trial->capabilities = probe_capabilities(&trial->observe, why, sizeof why);
    if (!trial->capabilities || trial->capabilities == PROBE_FAILED)
        return complain(trial->capabilities ? STATUS_HARNESS : STATUS_USAGE,
                        "%s as %s: %s", settings.name,
                        trial->observe.open.dialect, why);
    status = trial_load(trial, &settings);
    if (status == STATUS_PASS)
        status = trials_run(&trial, 1, &settings);
    if (status != STATUS_PASS)
        return status;
    if (trial->results.summary[VERDICT_UNSUPPORTED] == trial->count)
        return STATUS_FAIL;
    house_apply(&trial->results, HOUSE_WARN);
    return results_status(&trial->results);
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

static int judging_do(const struct judging *judging, struct trial *trial)
{
    enum containment best;

    if (!containment_wanted(&best))
        return complain(STATUS_USAGE,
                        "PROFILCHECK_CONTAINMENT: read %s, expected "
                        "namespace, cgroup or subreaper",
                        getenv("PROFILCHECK_CONTAINMENT"));
    linked_take(judging->subject);
    return judging_trial(judging, trial);
}

_Noreturn void judging_main(const struct judging *judging, pid_t parent,
                            int out)
{
    struct trial trial = {0};
    char sentence[600], *bytes = NULL;
    size_t length;
    FILE *text;
    int said, outcome;

    sandbox_tie(parent);
    judging_own_signals();
    said = judging_own_streams();
    outcome = judging_do(judging, &trial);
    text = open_memstream(&bytes, &length);
    if (!text)
        _exit(1);
    if (trial.results.cases) {
        verdict_text_put(&trial.results, outcome, text);
    } else {
        judging_complaint(said, sentence, sizeof sentence);
        verdict_text_put_error(outcome, sentence, text);
    }
    if (fclose(text) != 0)
        _exit(1);
    judging_write(out, bytes, length);
    _exit(0);
}
