/* SPDX-License-Identifier: MIT */
/*
 * Implementations that do harm: each costs its case, ends in time, and leaves
 * no process behind.
 *
 * All of this runs as process 1 of a PID namespace, and in a cgroup that bounds
 * processes and memory where one is to be had: what escapes from a run ends
 * with the test at the latest.  Where there is no such namespace nothing runs.
 *
 * HOSTILE_ALL tries each by each containment there is, and prints figures.
 */
#include "command_test.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <time.h>

#include "conformance/contain/contain.h"
#include "conformance/contain/scratch.h"
#include "impls/impl.h"
#include "reference/unit_test.h"

enum { SPACE = 1, GROUP = 2, REAPER = 4, ANY = 7, LATEST = 60 /* seconds */ };

/* A case that turns profiling on, and what becomes of it. */
static const struct subject {
    const char *name, *verdict; /* null: either of two */
    int status;
    unsigned containments; /* by which it is tried */
} subjects[] = {
    {"comet", "fail", 1, ANY},
    {"comet_that_waits", NULL, 1, ANY},
    {"bomb", NULL, 1, SPACE},
    {"tracer", "crash", 1, ANY},
    {"stops_parent", "fail", 1, SPACE},
    {"stops_parent", "timeout", 1, GROUP | REAPER},
    {"stops_group", "timeout", 1, ANY},
    {"stops_all", "fail", 1, SPACE},
    {"kills_parent", "fail", 1, SPACE},
    {"kills_parent", "crash", 1, GROUP | REAPER},
    {"kills_group", "crash", 1, ANY},
    {"kills_all", "fail", 1, SPACE},
    {"constructor", "fail", 1, ANY},
    {"constructor_hangs", "timeout", 1, ANY},
    {"constructor_dies", "crash", 1, ANY},
    {"constructor_exits", "crash", 1, ANY},
    {"constructor_sprays", "fail", 1, ANY},
    {"daemon", "fail", 1, ANY},
    {"hog", NULL, 1, SPACE},
    {"output", "timeout", 1, ANY},
    {"file", "crash", 1, SPACE},
    {"file", NULL, 1, GROUP | REAPER},
    {"scribbler", "crash", 1, ANY},
    {"excuse", "crash", 1, ANY},
    {"liar", "crash", 1, ANY},
    {"blame", "crash", 1, ANY},
    {"undetermined", NULL, 1, ANY},
    {"own_ticks", NULL, 1, ANY},
    {"renewer", "timeout", 1, ANY},
    {"no_files", "fail", 1, ANY},
    {"forks_in_tick", "fail", 1, ANY},
    {"unmounts", "fail", 1, SPACE},
    {"loops_in_tick", "timeout", 1, ANY},
    {"holds_output", "fail", 1, ANY},
    {"droppings", "fail", 1, ANY},
};

static bool confined;
static unsigned tried, not_held, left_behind;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Of this namespace, but this one; the dead are reaped. */
static unsigned others(char state)
{
    DIR *processes = opendir("/proc");
    const struct dirent *entry;
    unsigned count = 0;

    while (waitpid(-1, NULL, WNOHANG | __WALL) > 0)
        ;
    while (processes && (entry = readdir(processes))) {
        char path[300], text[256] = "", *after;
        long pid = strtol(entry->d_name, NULL, 10);
        FILE *file;

        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        file = pid > 1 ? fopen(path, "r") : NULL;
        if (!file)
            continue;
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        after = strrchr(text, ')');
        count += after && (!state || after[2] == state);
    }
    if (processes)
        closedir(processes);
    return count;
}

static void nap(void)
{
    nanosleep(&(struct timespec){0, 10000000}, NULL);
}

/* What was killed may need a moment to die. */
static void none_is_left(const char *whom)
{
    double until = now() + LATEST;
    unsigned count;

    while ((count = others(0)) > 0 && now() < until)
        nap();
    left_behind += count;
    not_held += count > 0;
    if (count)
        kill(-1, SIGKILL);
    while (others(0) > 0)
        nap();
    if (count)
        fail_msg("%s left %u processes behind", whom, count);
}

static const char case_text[] =
    "case on\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1008\n";

static void contain_by(enum containment containment)
{
    setenv("PROFILCHECK_CONTAINMENT",
           containment == CONTAINMENT_CGROUP      ? "cgroup"
           : containment == CONTAINMENT_SUBREAPER ? "subreaper"
                                                  : "namespace",
           1);
}

static char scratch[] = "/tmp/hostile-XXXXXX";

/* All that a run makes for itself is gone when it is over. */
static void nothing_lies_in_scratch(const char *whom)
{
    DIR *directory = opendir(scratch);
    const struct dirent *entry;
    unsigned count = 0;

    assert_non_null(directory);
    while ((entry = readdir(directory)))
        count += strncmp(entry->d_name, "profilcheck", 11) == 0;
    closedir(directory);
    if (count)
        fail_msg("%s left %u directories behind", whom, count);
}

static void try_subject(const struct subject *subject,
                        enum containment containment)
{
    const char *path = built("hostile/%s.so", subject->name);
    double begun = now(), took;
    struct command command;
    char expected[64];
    /* Who is to be late, or may be, is not waited for long. */
    bool late = !subject->verdict || strcmp(subject->verdict, "timeout") == 0;

    contain_by(containment);
    command =
        command_with("", WORDS("run", "--dialect", "freebsd", "--timeout",
                               late ? "0.4" : "30", "--jobs", "1", "--cases",
                               case_file(case_text), "--case", "on", path));
    took = now() - begun;
    tried++;
    none_is_left(subject->name);
    nothing_lies_in_scratch(subject->name);
    if (subject->verdict) {
        snprintf(expected, sizeof expected, "\n%s: ", subject->verdict);
        if (!strstr(command.out, expected))
            fail_msg("%s in a %s: \"%s\" not in \"%.600s%.300s\"",
                     subject->name, containment_name(containment), expected,
                     command.out, command.err);
    }
    assert_int_equal(command.status, subject->status);
    if (took > LATEST)
        fail_msg("%s: %.1f s", subject->name, took);
    if (getenv("HOSTILE_ALL"))
        print_message("%-18s %-14s %-8s %4.1f s\n", subject->name,
                      containment_name(containment),
                      subject->verdict ? subject->verdict : "-", took);
    command_free(&command);
}

static void try_all(enum containment containment)
{
    for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++)
        if (subjects[k].containments >> containment & 1)
            try_subject(&subjects[k], containment);
}

TEST(none_costs_more_than_its_case)
{
    if (!confined)
        skip();
    try_all(CONTAINMENT_NAMESPACE);
}

/* What a subject does in a program that is compiled to show its failure. */
static const struct {
    const char *name;
    unsigned containments;
    bool slow; /* until its time is over */
} programs[] = {
    {"comet", ANY, false},        {"daemon", ANY, false},
    {"kills_parent", ANY, false}, {"kills_group", ANY, false},
    {"kills_all", SPACE, false},  {"stops_parent", SPACE, false},
    {"stops_group", ANY, true},   {"holds_output", ANY, false},
    {"output", ANY, true},        {"no_files", ANY, false},
    {"droppings", ANY, false},    {"forks_in_tick", ANY, false},
};

static void try_program(const char *name, enum containment containment)
{
    const char *path = built("hostile/%s.so", name);
    double begun = now(), took;
    struct command command;

    contain_by(containment);
    command =
        command_with("", WORDS("run", "--dialect", "freebsd", "--timeout", "1",
                               "--cases", case_file(case_text), "--case", "on",
                               "--shrink", "1", "--format", "json", path));
    took = now() - begun;
    tried++;
    none_is_left(name);
    nothing_lies_in_scratch(name);
    assert_int_equal(command.status, 1);
    if (took > LATEST)
        fail_msg("the program of %s: %.1f s", name, took);
    if (getenv("HOSTILE_ALL"))
        print_message("%-18s %-14s program  %4.1f s\n", name,
                      containment_name(containment), took);
    command_free(&command);
}

TEST(nor_does_a_program_that_shows_its_failure)
{
    if (!confined)
        skip();
    for (size_t k = 0; k < sizeof programs / sizeof *programs; k++) {
        bool all = getenv("HOSTILE_ALL") != NULL;

        if (all || !programs[k].slow)
            try_program(programs[k].name, CONTAINMENT_NAMESPACE);
        if (all && programs[k].containments & GROUP && cgroup_possible())
            try_program(programs[k].name, CONTAINMENT_CGROUP);
        if (all && programs[k].containments & REAPER)
            try_program(programs[k].name, CONTAINMENT_SUBREAPER);
    }
}

TEST(nor_where_there_is_no_namespace)
{
    if (!confined || !getenv("HOSTILE_ALL"))
        skip();
    if (cgroup_possible())
        try_all(CONTAINMENT_CGROUP);
    try_all(CONTAINMENT_SUBREAPER);
}

/* A whole run, at two seconds a case. */
static void try_long(const char *name, enum containment containment)
{
    enum { LONG = 45 /* seconds, where 30 are meant */ };
    const char *path = built("hostile/%s.so", name);
    double begun = now(), took;
    struct command command;

    contain_by(containment);
    command = command_with("", WORDS("run", "--dialect", "freebsd", "--timeout",
                                     "2", "--jobs", "2", "--quiet", path));
    took = now() - begun;
    tried++;
    none_is_left(name);
    nothing_lies_in_scratch(name);
    assert_int_equal(command.status, 1);
    print_message("%-18s %-14s whole run %4.1f s\n", name,
                  containment_name(containment), took);
    if (took > LONG)
        fail_msg("the whole run of %s: %.1f s", name, took);
    command_free(&command);
}

TEST(what_hangs_is_learnt_after_the_second_case)
{
    static const char *const names[] = {"loops_in_tick", "stops_parent",
                                        "renewer", "output"};

    if (!confined || !getenv("HOSTILE_ALL"))
        skip();
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        try_long(names[k], CONTAINMENT_NAMESPACE);
        try_long(names[k], CONTAINMENT_SUBREAPER);
    }
}

/* By each verb and suite that runs what it is given. */
static void try_door(const char *const *words, const char *name,
                     enum containment containment)
{
    double begun = now(), took;
    struct command command;

    contain_by(containment);
    command = command_with("", words);
    took = now() - begun;
    tried++;
    none_is_left(name);
    nothing_lies_in_scratch(name);
    print_message("%-18s %-14s %-9s %s %4.1f s, status %d\n", name,
                  containment_name(containment), words[1],
                  strcmp(words[1], "run") ? "" : words[3], took,
                  command.status);
    if (command.status != 0 && command.status != 1 && command.status != 2)
        fail_msg("%s by %s: status %d: %.300s", name, words[1], command.status,
                 command.err);
    if (took > 3 * LATEST)
        fail_msg("%s by %s: %.1f s", name, words[1], took);
    command_free(&command);
}

TEST(no_door_is_open)
{
    static const char *const names[] = {"daemon",       "kills_parent",
                                        "scribbler",    "constructor_dies",
                                        "holds_output", "undetermined"};
    static const enum containment kinds[] = {CONTAINMENT_NAMESPACE,
                                             CONTAINMENT_SUBREAPER};

    if (!confined || !getenv("HOSTILE_ALL"))
        skip();
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            char path[4096];

            snprintf(path, sizeof path, "%s", built("hostile/%s.so", names[k]));
            try_door(WORDS("smoke", "--timeout", "1", path), names[k],
                     kinds[i]);
            try_door(WORDS("identify", "--timeout", "1", path), names[k],
                     kinds[i]);
            try_door(WORDS("shrink", "--dialect", "freebsd", "--timeout", "1",
                           "odd-number", path),
                     names[k], kinds[i]);
            try_door(WORDS("run", "--suite", "laws", "--dialect", "freebsd",
                           "--timeout", "1", path),
                     names[k], kinds[i]);
            try_door(WORDS("run", "--backend", "clock", "--dialect", "freebsd",
                           "--timeout", "1", "--case", "odd-number", path),
                     names[k], kinds[i]);
            if (k == 0 && i == 0)
                try_door(WORDS("run", "--suite", "live", "--dialect", "freebsd",
                               "--timeout", "1", path),
                         names[k], kinds[i]);
        }
}

/* While a case hangs, with a process of its own left aside. */
TEST(whenever_the_tool_is_ended_nothing_stays)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGKILL};

    if (!confined)
        skip();
    setenv("PROFILCHECK_CONTAINMENT", "namespace", 1);
    for (size_t k = 0; k < sizeof signals / sizeof *signals; k++) {
        const char *path = built("hostile/stops_group.so");
        const char *program = built("profilcheck");
        const char *cases = case_file(case_text);
        double until = now() + LATEST;
        pid_t pid = fork();

        assert_true(pid >= 0);
        if (pid == 0) {
            heed_signals();
            dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
            dup2(STDOUT_FILENO, STDERR_FILENO);
            execl(program, program, "run", "--dialect", "freebsd", "--timeout",
                  "1000", "--cases", cases, "--case", "on", path, (char *)NULL);
            _exit(126);
        }
        while (others('T') == 0 && now() < until)
            nap();
        assert_int_equal(others('T'), 1);
        assert_int_equal(kill(pid, signals[k]), 0);
        tried++;
        none_is_left(path);
    }
}

static int all_tests(void)
{
    int failed;

    if (confined)
        setenv("HOSTILE_CONFINED", "1", 1);
    if (!mkdtemp(scratch))
        return 1;
    setenv("TMPDIR", scratch, 1);
    failed = RUN_TESTS(NULL, NULL);
    scratch_remove(scratch);
    print_message("subjects tried: %u, held: %u, left behind: %u\n", tried,
                  tried - not_held, left_behind);
    return failed;
}

/* Process 1 of a namespace, as which no test can harm what is outside. */
static int run_confined(void)
{
    struct container container;
    char self[16] = "";
    int status;
    pid_t pid;

    if (containment_here() != CONTAINMENT_NAMESPACE)
        return all_tests();
    pid = contain_fork(&container);
    if (pid == 0) {
        confined =
            readlink("/proc/self", self, sizeof self - 1) == 1 && *self == '1';
        exit(all_tests());
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(void)
{
    struct cgroup group;
    bool bounded = cgroup_begin(&group);
    int status = 1;
    pid_t pid = fork();

    if (pid == 0)
        exit(bounded && !cgroup_enter(&group) ? 1 : run_confined());
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (bounded)
        cgroup_end(&group);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
