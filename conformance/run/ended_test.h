/* SPDX-License-Identifier: MIT */
/*
 * Runs that end before their time, for the tests of what they leave.  Each is
 * stopped at one place: the library waits in a call until the pipe is opened
 * at its other end, which only the test does.
 */
#ifndef CONFORMANCE_ENDED_TEST_H
#define CONFORMANCE_ENDED_TEST_H

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "conformance/whole/results_test.h"

/* The first two share a process; the third does not, and waits. */
static const char four_cases[] = "case first\nbuffer b 16\n"
                                 "profil b 16 0x1000 0x8000\ntick 0x1008\n"
                                 "case second\nbuffer b 16\n"
                                 "profil b 16 0x1000 0x8000\ntick 0x1004\n"
                                 "case waits\nbuffer b 16\n"
                                 "profil b 16 0x123456 0x8000\n"
                                 "sleep 0x100000 1\ntick 0x123458\n"
                                 "case last\nbuffer b 16\n"
                                 "profil b 16 0x1000 0x8000\ntick 0x100c\n";

enum { PATIENCE = 60 /* seconds */ };

static char directory[64], library[4096];

static inline const char *in_directory(const char *name)
{
    static char paths[64][128];
    static unsigned used;
    char *path = paths[used++ % 64];

    snprintf(path, sizeof *paths, "%s/%s", directory, name);
    return path;
}

static inline void put_file(const char *name, const char *text)
{
    FILE *file = fopen(in_directory(name), "w");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static inline int prepare(void **state)
{
    (void)state;
    strcpy(directory, "/tmp/recording_test-XXXXXX");
    assert_non_null(mkdtemp(directory));
    strcpy(library, built("mutants/waiting.so"));
    put_file("four.case", four_cases);
    assert_int_equal(mkfifo(in_directory("pipe"), 0600), 0);
    return 0;
}

static inline int clean_up(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -r %s", directory);
    return system(command);
}

static inline int forget(void **state)
{
    static const char *const names[] = {"r", "r.part", "r.part.old", "r.new"};

    (void)state;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        unlink(in_directory(names[k]));
    return 0;
}

static inline bool exists(const char *name)
{
    return access(in_directory(name), F_OK) == 0;
}

static inline char *text_in(const char *name)
{
    return text_of_file(in_directory(name));
}

#define RUN_IN(file, ...)                                                      \
    WORDS("run", "--jobs", "1", "--timeout", "60", "--cases",                  \
          in_directory("four.case"), "--results", in_directory(file),          \
          "--dialect", "freebsd", __VA_ARGS__)

/* A run that is this program's to end; *err gets what it says. */
struct run {
    pid_t pid;
    int err;
};

static inline struct run start(const char *const *words)
{
    struct run run = {.err = memfd_create("err", MFD_CLOEXEC)};
    const char *program = built("profilcheck");

    run.pid = fork();
    assert_true(run.pid >= 0);
    if (run.pid == 0) {
        heed_signals();
        alarm(PATIENCE);
        setenv("PROFILCHECK_PIPE", in_directory("pipe"), 1);
        dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
        dup2(run.err, STDERR_FILENO);
        execv(program, (char *const *)words);
        _exit(126);
    }
    return run;
}

/* Returns when the library waits: all before it was observed. */
static inline int other_end(void)
{
    int end;

    alarm(PATIENCE);
    end = open(in_directory("pipe"), O_WRONLY | O_CLOEXEC);
    alarm(0);
    assert_true(end >= 0);
    return end;
}

/* Returns when the library has the pipe open no more: it went on, or died. */
static inline void wait_for_nobody(int end)
{
    struct pollfd readers = {.fd = end};

    alarm(PATIENCE);
    while (poll(&readers, 1, -1) < 0 || !(readers.revents & POLLERR))
        ;
    alarm(0);
    close(end);
}

/* Let it go on. */
static inline void let_go(int end)
{
    assert_int_equal(write(end, "x", 1), 1);
    wait_for_nobody(end);
}

static inline int end_of(const struct run *run)
{
    int status;

    assert_int_equal(waitpid(run->pid, &status, 0), run->pid);
    return status;
}

/* Ended by a signal where the library waits; what it said is the caller's. */
static inline char *ended_by(int number, const char *const *words)
{
    struct run run = start(words);
    int end = other_end(), status;

    assert_int_equal(kill(run.pid, number), 0);
    status = end_of(&run);
    wait_for_nobody(end);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == number);
    return contents(run.err);
}

static inline void kill_one(const char *const *words)
{
    free(ended_by(SIGKILL, words));
}

/* What a run writes that nothing ends. */
static inline char *uninterrupted(const char *const *words, const char *name)
{
    struct run run = start(words);
    int waits = 1, status;
    char *said;

    for (size_t k = 0; words[k]; k++)
        waits += strcmp(words[k], "hpux") == 0;
    while (waits--)
        let_go(other_end());
    status = end_of(&run);
    said = contents(run.err);
    if (strstr(said, "--resume: in "))
        assert_string_equal(strchr(said, '\n'), "\n");
    else
        assert_string_equal(said, "");
    free(said);
    assert_int_equal(status, 0);
    return text_in(name);
}

#define ENDED_TEST(name) TEST_WITH(name, NULL, forget)

#endif
