/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/base/memory.h"
#include "conformance/base/nearest.h"
#include "conformance/base/output.h"
#include "conformance/machine/contain.h"
#include "conformance/observe/probe.h"
#include "conformance/observe/workers.h"
#include "conformance/results/house.h"
#include "conformance/runs/impl_runs.h"
#include "impls/symbols.h"
#include "reference/rules.h"
#include "shared_report.h"

/* Functions of this very program as an implementation. */

/* For those that are opened from now on, in this process and those it forks. */
static const struct profilcheck_subject *linked;

/* Runs before what the program had handed to atexit, which is not for its
 * copies, and after what the functions hand there. */
#ifdef __GLIBC__
static void linked_end(int status, void *nothing)
{
    (void)nothing;
    _exit(status);
}
#endif

static const struct impl_class linked_impl;

static struct impl *linked_open(const struct impl_options *options, char *why,
                                size_t why_size)
{
    struct symbols *s = symbols_new(&linked_impl, options, why, why_size);

    if (!s)
        return NULL;
#ifdef __GLIBC__
    on_exit(linked_end, NULL);
#endif
    s->profil = linked->profil;
    s->sprofil = linked->sprofil;
    s->monitor = linked->monitor;
    s->monstartup = linked->monstartup;
    s->moncontrol = linked->moncontrol;
    s->stop = linked->mcleanup;
    s->impl.mcount = linked->mcount;
    if (symbols_capabilities(&s->impl))
        return &s->impl;
    snprintf(why, why_size, "there is no function of dialect %s",
             options->dialect);
    symbols_close(&s->impl);
    return NULL;
}

static unsigned linked_capabilities(const struct impl *impl)
{
    return symbols_capabilities(impl) | IMPL_IS_LINKED;
}

static const struct impl_class linked_impl = {
    .name = "linked",
    .summary = "functions of the program itself",
    .open = linked_open,
    .capabilities = linked_capabilities,
    .call = symbols_call,
    .close = symbols_close,
};

/* The process that judges: a copy of the caller's, with none of its signals,
 * streams or children. */

struct judging {
    const struct profilcheck_subject *subject;
    enum dialect dialect;
    bool full;
};

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

static int judging_do(const struct judging *judging, struct impl_run *run)
{
    enum containment best;

    if (!containment_wanted(&best))
        return complain(STATUS_USAGE,
                        "PROFILCHECK_CONTAINMENT: read %s, expected "
                        "namespace, cgroup or subreaper",
                        getenv("PROFILCHECK_CONTAINMENT"));
    linked = judging->subject;
    return judging_run(judging, run);
}

static struct profilcheck_report *answer; /* of this process */

/* What the caller had handed to atexit is not for this process. */
static void judging_out_of_memory(void)
{
    *answer = (struct profilcheck_report){.outcome = PROFILCHECK_ERROR,
                                          .summary = "out of memory",
                                          .text = "out of memory",
                                          .whole = true};
    _exit(0);
}

/* In a fork of parent: judge, fill in the report, end. */
static _Noreturn void judging_main(const struct judging *judging, pid_t parent,
                                   struct profilcheck_report *report)
{
    struct impl_run run = {0};
    char sentence[600];
    int messages, outcome;

    answer = report;
    shared_report_keep(report);
    memory_at_end = judging_out_of_memory;
    die_with_parent(parent);
    judging_own_signals();
    messages = judging_own_streams();
    outcome = judging_do(judging, &run);
    if (run.results.cases) {
        shared_report_put(report, &run.results, outcome);
    } else {
        judging_complaint(messages, sentence, sizeof sentence);
        shared_report_put_error(report, outcome, sentence);
    }
    _exit(0);
}

/* What is called. */

#define PUBLIC __attribute__((visibility("default")))

PUBLIC const char *profilcheck_version(void)
{
    return PROFILCHECK_VERSION;
}

/* A report of an error, where one is wanted. */
static int library_error(struct profilcheck_report **report, int outcome,
                         const char *sentence)
{
    struct profilcheck_report *made = report ? shared_report_new() : NULL;

    if (made) {
        shared_report_put_error(made, outcome, sentence);
        *report = made;
    }
    return outcome;
}

/* Whoever waits for children there may have had it before. */
static void library_reap(pid_t pid)
{
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

static int library_judge(const struct judging *judging,
                         struct profilcheck_report **report)
{
    struct profilcheck_report *made = shared_report_new();
    pid_t parent = getpid(), pid;
    int outcome;

    if (!made)
        return PROFILCHECK_ERROR;
    fflush(NULL);
    pid = fork();
    if (pid == 0)
        judging_main(judging, parent, made);
    if (pid > 0)
        library_reap(pid);
    if (!made->whole)
        shared_report_put_error(made, PROFILCHECK_ERROR,
                                pid < 0
                                    ? "a process could not be created"
                                    : "the process that judges did not finish");
    outcome = made->outcome;
    if (report)
        *report = made;
    else
        profilcheck_free(made);
    return outcome;
}

static int library_unknown(struct profilcheck_report **report, const char *word,
                           const char *kind, const char *const *names)
{
    return library_error(report, PROFILCHECK_USAGE,
                         nearest_of(word ? word : "", kind, names));
}

PUBLIC int profilcheck_judge(const struct profilcheck_subject *subject,
                             const char *dialect, const char *suite,
                             struct profilcheck_report **report)
{
    static const char *const suites[] = {"quick", "full", NULL};
    const char *dialects[DIALECTS + 1] = {NULL};
    struct judging judging = {.subject = subject};
    int known = dialect ? dialect_by_name(dialect) : -1;

    if (report)
        *report = NULL;
    for (int d = 0, k = 0; d < DIALECTS; d++)
        if (d != DIALECT_GMON)
            dialects[k++] = dialect_table[d].name;
    if (!subject)
        return library_error(report, PROFILCHECK_USAGE,
                             "there is nothing to judge");
    if (known < 0 || known == DIALECT_GMON)
        return library_unknown(report, dialect, "dialect", dialects);
    if (!suite ||
        (strcmp(suite, suites[0]) != 0 && strcmp(suite, suites[1]) != 0))
        return library_unknown(report, suite, "suite", suites);
    judging.dialect = (enum dialect)known;
    judging.full = strcmp(suite, suites[1]) == 0;
    return library_judge(&judging, report);
}

PUBLIC void profilcheck_free(struct profilcheck_report *report)
{
    if (report)
        shared_report_free(report);
}

PUBLIC const char *profilcheck_summary(const struct profilcheck_report *report)
{
    return report ? report->summary : "out of memory";
}

PUBLIC const char *profilcheck_text(const struct profilcheck_report *report)
{
    return report ? report->text : "out of memory\n";
}

PUBLIC size_t profilcheck_causes(const struct profilcheck_report *report)
{
    return report ? report->cause_count : 0;
}

PUBLIC const struct profilcheck_cause *
profilcheck_cause(const struct profilcheck_report *report, size_t index)
{
    return index < profilcheck_causes(report) ? &report->causes[index] : NULL;
}

PUBLIC size_t profilcheck_cases(const struct profilcheck_report *report,
                                const char *verdict)
{
    size_t count = 0;

    for (size_t k = 0; report && k < report->case_count; k++)
        count += !verdict || strcmp(report->cases[k].verdict, verdict) == 0;
    return count;
}

PUBLIC const struct profilcheck_case *
profilcheck_case(const struct profilcheck_report *report, size_t index)
{
    return report && index < report->case_count ? &report->cases[index] : NULL;
}
