/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/base/output.h"
#include "conformance/machine/caller_state.h"
#include "example/subject.h"
#include "profilcheck.h"
#include "reference/unit_test.h"

PROFIL(right, 0)
PROFIL(wrong, 1)

static int crashes(char *samples, size_t size, size_t offset, int scale)
{
    (void)samples, (void)size, (void)offset, (void)scale;
    abort();
}

static int exits_at_once(char *samples, size_t size, size_t offset, int scale)
{
    (void)samples, (void)size, (void)offset, (void)scale;
    exit(0);
}

static int closes(char *samples, size_t size, size_t offset, int scale)
{
    for (int fd = 0; fd < 64; fd++)
        close(fd);
    return right(samples, size, offset, scale);
}

static int hangs(char *samples, size_t size, size_t offset, int scale)
{
    (void)samples, (void)size, (void)offset, (void)scale;
    while (pause() != 0)
        ;
    return 0;
}

/* Dies where it has memory that is shared, and so large that it may be the
 * report. */
static int looks_around(char *samples, size_t size, size_t offset, int scale)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    unsigned long low, high;
    char line[4200], rights[5];

    while (maps && fgets(line, sizeof line, maps))
        if (sscanf(line, "%lx-%lx %4s", &low, &high, rights) == 3 &&
            strcmp(rights, "rw-s") == 0 && high - low >= 1ul << 26)
            abort();
    if (maps)
        fclose(maps);
    return right(samples, size, offset, scale);
}

static struct profilcheck_report *
judge_it(int (*profil)(char *, size_t, size_t, int), int outcome)
{
    struct profilcheck_subject subject = {
        .profil = PROFILCHECK_FUNCTION(profil),
        .timeout_ms = profil == hangs ? 300 : 20000};
    struct profilcheck_report *report;
    int got = profilcheck_judge(&subject, "freebsd", "quick", &report);

    assert_non_null(report);
    if (got != outcome)
        fail_msg("%d: %s", got, profilcheck_text(report));
    return report;
}

TEST(a_right_function_conforms)
{
    struct profilcheck_report *report = judge_it(right, PROFILCHECK_CONFORMS);

    assert_int_equal(profilcheck_causes(report), 0);
    assert_null(profilcheck_cause(report, 0));
    assert_int_equal(profilcheck_cases(report, "fail"), 0);
    assert_true(profilcheck_cases(report, "pass") > 50);
    assert_string_equal(profilcheck_case(report, 0)->detail, "rounding=down");
    assert_string_equal(
        profilcheck_summary(report),
        "the functions as freebsd: conforms in 84 of 109 cases; "
        "the manual is silent on 18; 7 could not be judged; "
        "breaks 1 house rule: decency.1");
    profilcheck_free(report);
}

TEST(a_wrong_one_is_reported_what_it_does)
{
    struct profilcheck_report *report = judge_it(wrong, PROFILCHECK_FAILS);
    const struct profilcheck_cause *cause = profilcheck_cause(report, 0);

    assert_int_equal(profilcheck_causes(report), 1);
    assert_null(profilcheck_cause(report, 1));
    assert_string_equal(cause->id, "rounding=up");
    assert_string_equal(cause->rule, "rounding");
    assert_string_equal(cause->clause, "freebsd.profil.3");
    assert_string_equal(cause->confidence, "no-other");
    assert_string_equal(cause->verdict, "fail");
    assert_int_equal(cause->cases, profilcheck_cases(report, "fail"));
    assert_non_null(
        strstr(cause->sentence,
               "Odd byte offsets were rounded up to the next counter; "
               "freebsd.profil.3 permits "));
    assert_non_null(strchr(cause->shortest, '.'));
    assert_non_null(strstr(cause->input, "; profil b "));
    assert_true(*cause->got && *cause->permitted);
    assert_non_null(strstr(profilcheck_text(report), cause->sentence));
    profilcheck_free(report);
}

TEST(what_needs_a_program_is_unsupported)
{
    struct profilcheck_report *report = judge_it(right, PROFILCHECK_CONFORMS);
    const struct profilcheck_case *c;
    size_t n = 0;

    for (size_t k = 0; (c = profilcheck_case(report, k)); k++)
        if (strncmp(c->id, "exec", 4) == 0) {
            n++;
            assert_string_equal(c->verdict, "unsupported");
            assert_non_null(strstr(c->detail, "linked into another"));
        }
    assert_true(n > 0);
    profilcheck_free(report);
}

TEST(what_ends_its_process_ends_that_alone)
{
    profilcheck_free(judge_it(crashes, PROFILCHECK_FAILS));
    profilcheck_free(judge_it(exits_at_once, PROFILCHECK_FAILS));
}

TEST(no_case_has_the_report)
{
    profilcheck_free(judge_it(looks_around, PROFILCHECK_CONFORMS));
}

TEST(what_takes_from_its_caller_breaks_a_house_rule)
{
    struct profilcheck_report *report = judge_it(closes, PROFILCHECK_CONFORMS);

    assert_non_null(strstr(profilcheck_summary(report),
                           "; breaks 1 house rule: decency.1"));
    assert_non_null(strstr(profilcheck_text(report), "closed a descriptor: 0"));
    profilcheck_free(report);
}

TEST(what_hangs_is_ended)
{
    struct profilcheck_report *report = judge_it(hangs, PROFILCHECK_FAILS);

    assert_true(profilcheck_cases(report, "timeout") > 0 ||
                profilcheck_causes(report) > 0);
    profilcheck_free(report);
}

static void of_the_child(int sig)
{
    (void)sig;
}

/* With handlers, a mask and timers that run. */
TEST(the_caller_is_as_it_was)
{
    struct sigaction action = {.sa_handler = of_the_child};
    struct resources resources;
    struct settings settings;
    sigset_t some, after;
    struct findings findings = {""};

    sigaction(SIGCHLD, &action, NULL);
    sigaction(SIGPROF, &action, NULL);
    sigemptyset(&some);
    sigaddset(&some, SIGUSR1);
    sigprocmask(SIG_BLOCK, &some, NULL);
    settings_give(&settings, NULL);
    resources_note(&resources);
    profilcheck_free(judge_it(wrong, PROFILCHECK_FAILS));
    settings_changed(&settings, NULL, &findings);
    resources_left(&resources, &findings);
    resources_gone(&resources, &findings);
    assert_string_equal(findings.text, "");
    sigaction(SIGPROF, NULL, &action);
    assert_ptr_equal(action.sa_handler, of_the_child);
    sigprocmask(SIG_UNBLOCK, &some, &after);
    assert_true(sigismember(&after, SIGUSR1));
    sigdelset(&after, SIGUSR1);
    assert_true(sigisemptyset(&after));
}

TEST(who_waits_for_children_itself_gets_its_report)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;

    sigaction(SIGCHLD, &ignore, &before);
    profilcheck_free(judge_it(right, PROFILCHECK_CONFORMS));
    sigaction(SIGCHLD, &before, NULL);
}

static void *busy(void *stop)
{
    while (!*(volatile int *)stop)
        free(malloc(1000));
    return NULL;
}

TEST(another_thread_is_no_harm)
{
    volatile int stop = 0;
    pthread_t thread;

    assert_int_equal(pthread_create(&thread, NULL, busy, (void *)&stop), 0);
    profilcheck_free(judge_it(right, PROFILCHECK_CONFORMS));
    stop = 1;
    pthread_join(thread, NULL);
}

static int *ended; /* shared: how many processes called what is for the end */

static void at_the_end(void)
{
    ++*ended;
}

/* In a process of its own: what is written is written once, and what was handed
 * to atexit is called once, though the function judged calls exit. */
TEST(the_end_comes_once)
{
    FILE *file = tmpfile();
    char text[16] = "";
    pid_t pid;

    ended = mmap(NULL, sizeof *ended, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(ended != MAP_FAILED);
    pid = fork();
    if (pid == 0) {
        struct profilcheck_subject subject = {
            .profil = PROFILCHECK_FUNCTION(exits_at_once)};

        atexit(at_the_end);
        fputs("once\n", file);
        profilcheck_judge(&subject, "freebsd", "quick", NULL);
        exit(0);
    }
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    rewind(file);
    assert_int_equal(fread(text, 1, sizeof text - 1, file), 5);
    assert_string_equal(text, "once\n");
    assert_int_equal(*ended, 1);
    fclose(file);
}

/* As a daemon has it: the pipe's ends are then its streams' numbers. */
TEST(closed_streams_are_no_harm)
{
    int status;
    pid_t pid = fork();

    if (pid == 0) {
        struct profilcheck_subject subject = {
            .profil = PROFILCHECK_FUNCTION(right), .timeout_ms = 20000};

        for (int fd = 0; fd <= 2; fd++)
            close(fd);
        _exit(profilcheck_judge(&subject, "freebsd", "quick", NULL));
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), PROFILCHECK_CONFORMS);
}

static void *complains(void *nothing)
{
    for (int k = 0; k < 8; k++)
        profilcheck_judge(&(struct profilcheck_subject){0}, "other", "quick",
                          nothing);
    return NULL;
}

/* Two calls at a time: what one says is not overwritten by the other. */
TEST(each_thread_has_its_own_complaint)
{
    const char *mine = problem_of("mine");
    pthread_t thread;

    assert_int_equal(pthread_create(&thread, NULL, complains, NULL), 0);
    pthread_join(thread, NULL);
    assert_string_equal(mine, "mine");
}

static void refused(const struct profilcheck_subject *subject,
                    const char *dialect, const char *suite, const char *why)
{
    struct profilcheck_report *report;

    assert_int_equal(profilcheck_judge(subject, dialect, suite, &report),
                     PROFILCHECK_USAGE);
    assert_null(strstr(profilcheck_summary(report), ", gmon"));
    if (!strstr(profilcheck_summary(report), why))
        fail_msg("%s not in %s", why, profilcheck_summary(report));
    assert_int_equal(profilcheck_cases(report, NULL), 0);
    profilcheck_free(report);
}

TEST(what_there_is_not_is_refused)
{
    struct profilcheck_subject subject = {0};

    refused(NULL, "freebsd", "quick", "there is nothing to judge");
    refused(&subject, "freebsd", "quick",
            "the functions as freebsd: there is no function of dialect");
    subject.name = "";
    refused(&subject, "irix", "quick", "the functions as irix: ");
    subject.name = "mine";
    refused(&subject, "irix", "quick", "mine as irix: there is no function");
    subject.profil = PROFILCHECK_FUNCTION(right);
    refused(&subject, "freebds", "quick", "did you mean freebsd?");
    refused(&subject, NULL, "quick", "unknown dialect");
    refused(&subject, "freebsd", "quik", "did you mean quick?");
    refused(&subject, "aix-monitor", "quick", "there is no function");
    refused(&subject, "plan9", "quick", "glibc, aix-monitor");
    refused(&subject, "gmon", "quick", "unknown dialect 'gmon'");
    refused(&subject, "a\n\xff", "quick", "unknown dialect 'a\\x0a\\xff'");
}

static bool ends_copies; /* those that are forked from now on */

static void end_copy(void)
{
    if (ends_copies)
        _exit(0);
}

TEST(who_never_judged_has_no_report)
{
    struct profilcheck_report *report;

    assert_int_equal(pthread_atfork(NULL, NULL, end_copy), 0);
    ends_copies = true;
    report = judge_it(right, PROFILCHECK_ERROR);
    ends_copies = false;
    assert_string_equal(profilcheck_summary(report),
                        "the process that judges did not finish");
    assert_int_equal(profilcheck_cases(report, NULL), 0);
    profilcheck_free(report);
}

TESTS(NULL, NULL)
