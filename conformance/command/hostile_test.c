/* SPDX-License-Identifier: MIT */
/*
 * Implementations that do harm: each costs its case, ends in time, and leaves
 * nothing behind, whichever verb runs it and whatever contains it; nor is
 * anything left whichever process of a run is ended, and whenever.
 *
 * All of this runs as process 1 of a PID namespace with a /dev/shm of its own,
 * and in a cgroup that bounds processes and memory where one is available: what
 * escapes from a run ends with the test at the latest.  Where there is no such
 * namespace nothing runs.
 *
 * HOSTILE_ALL tries each by each containment and door, and prints figures.
 * STRESS_KILLS=N kills so many processes of runs, and tests nothing else;
 * STRESS_SEED=N draws again what was printed.
 */
#include "command_test.h"

#include <dirent.h>
#include <errno.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

#include "conformance/machine/contain.h"
#include "conformance/machine/proc.h"
#include "conformance/machine/scratch.h"
#include "impls/impl.h"
#include "impls/own/process_fixture.h"

/* What contains them.  BARE: there is no Landlock either, as on an older
 * kernel, so that they reach the processes that watch them, and files. */
enum place { SPACE, GROUP, REAPER, BARE, PLACES };

static const struct {
    const char *name, *asked;
} places[PLACES] = {
    {"namespace", "namespace"},
    {"cgroup", "cgroup"},
    {"subreaper", "subreaper"},
    {"no landlock", "subreaper"},
};

enum {
    ANY = 1 << SPACE | 1 << GROUP | 1 << REAPER | 1 << BARE,
    KEPT = ANY & ~(1 << BARE),
    SHOWN = 1 << PLACES,
    LATEST = 60,                 /* seconds that a case may take */
    CREATE_LANDLOCK_RULES = 444, /* a system call */
};

/* A case that turns profiling on, and its verdict; null: either of
 * two. */
static const struct subject {
    const char *name, *verdict;
    unsigned places; /* in which it is tried; SHOWN: in a program that is
                      * compiled to show its failure too */
} subjects[] = {
    {"comet", "fail", ANY | SHOWN},
    {"comet_that_waits", NULL, ANY},
    {"bomb", NULL, 1 << SPACE | 1 << GROUP},
    {"tracer", "crash", ANY},
    {"stops_parent", "fail", KEPT | SHOWN},
    {"stops_parent", "timeout", 1 << BARE},
    {"stops_group", "timeout", ANY | SHOWN},
    {"stops_all", "fail", KEPT},
    {"kills_parent", "fail", KEPT | SHOWN},
    {"kills_parent", "crash", 1 << BARE | SHOWN},
    {"kills_group", "crash", ANY | SHOWN},
    {"kills_all", "fail", KEPT | SHOWN},
    {"constructor", "fail", ANY},
    {"constructor_hangs", "timeout", ANY},
    {"constructor_dies", "crash", ANY},
    {"constructor_exits", "crash", ANY},
    {"constructor_sprays", "fail", ANY},
    {"daemon", "fail", ANY | SHOWN},
    {"hog", NULL, KEPT},
    {"output", "timeout", ANY | SHOWN},
    {"file", "crash", ANY},
    {"scribbler", "crash", ANY},
    {"excuse", "crash", ANY},
    {"liar", "crash", ANY},
    {"blame", "crash", ANY},
    {"undetermined", "fail", ANY},
    {"own_ticks", "crash", ANY},
    {"finds_key", "crash", ANY},
    {"renewer", "timeout", ANY},
    {"no_files", "fail", ANY | SHOWN},
    {"forks_in_tick", "fail", ANY | SHOWN},
    {"counts_in_copy", "fail", ANY},
    {"unmounts", "fail", ANY},
    {"loops_in_tick", "timeout", ANY},
    {"burns", "timeout", ANY},
    {"threads", "timeout", ANY},
    {"holds_output", "fail", ANY | SHOWN},
    {"droppings", "fail", KEPT | SHOWN},
    {"litters", "fail", KEPT},
};

static bool confined;
static struct cgroup bounds; /* empty paths: there is none */
static struct tally {
    unsigned tried, held, left;
} tallies[PLACES];

static void add_tally(enum place place, unsigned left)
{
    tallies[place].tried++;
    tallies[place].held += left == 0;
    tallies[place].left += left;
}

static bool all_of_it(void)
{
    return getenv("HOSTILE_ALL") != NULL;
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

enum { LISTED = 4096 };

/* Processes of this namespace, but this one; the dead are reaped. */
static unsigned others(char state)
{
    static int list[LISTED];
    unsigned count = 0;
    size_t listed;

    while (waitpid(-1, NULL, WNOHANG | __WALL) > 0)
        ;
    listed = proc_numbers("/proc", list, LISTED);
    for (size_t k = 0; k < listed; k++) {
        char path[64], text[PROC_STAT];
        const char *after_name;

        if (list[k] <= 1)
            continue;
        snprintf(path, sizeof path, "/proc/%d/stat", list[k]);
        after_name = proc_stat(path, text);
        count += after_name && (!state || after_name[1] == state);
    }
    return count;
}

static void nap(void)
{
    nanosleep(&(struct timespec){0, 10000000}, NULL);
}

/* What was killed may need a moment to die. */
static unsigned processes_left(void)
{
    double until = now() + LATEST;
    unsigned count;

    while ((count = others(0)) > 0 && now() < until)
        nap();
    if (count)
        kill(-1, SIGKILL);
    while (others(0) > 0)
        nap();
    return count;
}

static char scratch[] = "/tmp/hostile-XXXXXX";

static unsigned ours_in(const char *directory)
{
    DIR *list = *directory ? opendir(directory) : NULL;
    const struct dirent *entry;
    unsigned count = 0;

    while (list && (entry = readdir(list)))
        count += strncmp(entry->d_name, "profilcheck", 11) == 0 ||
                 strcmp(entry->d_name, "droppings") == 0;
    if (list)
        closedir(list);
    return count;
}

static unsigned groups_left(void)
{
    return ours_in(bounds.processes) + ours_in(bounds.memory);
}

/* Files, cgroups and shared memory that the run made, or what it ran; of the
 * last two this namespace has its own. */
static unsigned things_left(void)
{
    struct shm_info shared = {0};
    struct seminfo semaphores = {0};

    shmctl(0, SHM_INFO, (struct shmid_ds *)&shared);
    semctl(0, 0, SEM_INFO, &semaphores);
    return ours_in(scratch) + ours_in(".") + ours_in("/dev/shm") +
           groups_left() + (unsigned)(shared.used_ids + semaphores.semusz);
}

/* What is left of the second in spite of its time limit is waited for longer
 * than LATEST. */
static const char case_text[] =
    "case on\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1008\n"
    "case long-sleep\nbuffer b 16\nprofil b 16 0x1000 0x8000\nfork\n"
    "sleep 0x1008 10000\nsleep 0x1008 10000\nsleep 0x1008 10000\n"
    "sleep 0x1008 10000\nsleep 0x1008 10000\nsleep 0x1008 10000\n"
    "sleep 0x1008 10000\nsleep 0x1008 10000\nsleep 0x1008 10000\n"
    "end\n";

/* In a file: what the test holds open it does not show to a program of less
 * privilege. */
static const char *case_on(void)
{
    static char path[64];
    FILE *file;

    snprintf(path, sizeof path, "%s/on.case", scratch);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(case_text, file);
    assert_int_equal(fclose(file), 0);
    return path;
}

static void deny_landlock(void)
{
    if (!forbid(CREATE_LANDLOCK_RULES, ENOSYS))
        _exit(125);
}

static bool has_landlock(void)
{
    return syscall(CREATE_LANDLOCK_RULES, NULL, 0, 1) >= 6;
}

/* Whether it can be tried there at all; then what is run next is there. */
static bool go_to(enum place place)
{
    if ((place == GROUP && !cgroup_possible()) ||
        ((place == GROUP || place == REAPER) && !has_landlock()))
        return false;
    setenv("PROFILCHECK_CONTAINMENT", places[place].asked, 1);
    before_program = place == BARE ? deny_landlock : NULL;
    return true;
}

/* What came of a command; released by the next. */
static struct command last;
static double took;

/* Run it and look at what is left.  door: what it is called in the figures. */
static void try(const char *name, enum place place, const char *door,
                const char *const *words)
{
    double begun = now();
    unsigned left;

    command_free(&last);
    last = command_with("", words);
    took = now() - begun;
    left = processes_left() + things_left();
    add_tally(place, left);
    if (all_of_it())
        print_message("%-18s %-11s %-9s %5.1f s, status %d\n", name,
                      places[place].name, door, took, last.status);
    if (left)
        fail_msg("%s in %s by %s left %u things behind", name,
                 places[place].name, door, left);
}

static void assert_status(const char *name, const char *door, bool good)
{
    if (!good)
        fail_msg("%s by %s: status %d: %.600s%.300s", name, door, last.status,
                 last.out, last.err);
}

static void assert_in_time(const char *name, const char *door, double most)
{
    if (took > most)
        fail_msg("%s by %s: %.1f s", name, door, took);
}

static const char *path_of(const char *name)
{
    return built("hostile/%s.so", name);
}

/* Who is to be late, or may be, is not waited for long. */
static bool is_late(const struct subject *subject)
{
    return !subject->verdict || strcmp(subject->verdict, "timeout") == 0;
}

static void try_case(const struct subject *subject, enum place place)
{
    const char *verdict = subject->verdict;
    char expected[64];

    try(subject->name, place, "case",
        WORDS("run", "--dialect", "freebsd", "--timeout",
              is_late(subject) ? "0.4" : "30", "--jobs", "1", "--cases",
              case_on(), "--case", "on", path_of(subject->name)));
    snprintf(expected, sizeof expected, "\n%s: ", verdict ? verdict : "");
    assert_status(subject->name, "case",
                  last.status == 1 && (!verdict || strstr(last.out, expected)));
    assert_in_time(subject->name, "case", LATEST);
}

static void try_cases(enum place place)
{
    if (!confined || !go_to(place))
        skip();
    for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++)
        if (subjects[k].places >> place & 1)
            try_case(&subjects[k], place);
}

TEST(none_costs_more_than_its_case)
{
    try_cases(SPACE);
}

static void in_other_places(void (*what)(enum place place))
{
    if (!confined || !all_of_it())
        skip();
    for (enum place place = GROUP; place < PLACES; place++)
        if (go_to(place))
            what(place);
}

TEST(nor_where_there_is_no_namespace)
{
    in_other_places(try_cases);
}

/* Those that take until their time is over only where all are tried. */
static void try_programs(enum place place)
{
    for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++) {
        const char *name = subjects[k].name;

        if (!(subjects[k].places & SHOWN) ||
            !(subjects[k].places >> place & 1) ||
            (is_late(&subjects[k]) && !all_of_it()))
            continue;
        try(name, place, "program",
            WORDS("run", "--dialect", "freebsd", "--timeout", "1", "--cases",
                  case_on(), "--case", "on", "--shrink", "1", "--format",
                  "json", path_of(name)));
        assert_status(name, "program", last.status == 1);
        assert_in_time(name, "program", 3 * LATEST);
    }
}

TEST(nor_does_a_program_that_shows_its_failure)
{
    if (!confined || !go_to(SPACE))
        skip();
    try_programs(SPACE);
    if (all_of_it())
        in_other_places(try_programs);
}

/* In how many processes a subject may hang in a whole run of two at a time: in
 * each of the two twice, and once more alone, till it is known; in a few before
 * any case.  Without that it would be one for each of hundreds of cases.  By
 * all dialects, what hangs in one is known in the others. */
enum { HANGS = 12, HANGS_BY_ALL = 16 };

/* A socket without a place in the file system, to which each hang sends. */
static int count_hangs(char name[32])
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    int in = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    snprintf(name, 32, "hangs-%ld", (long)(now() * 1e6));
    strcpy(at.sun_path + 1, name);
    assert_int_equal(bind(in, (struct sockaddr *)&at, sizeof at), 0);
    return in;
}

/* A whole run, at two seconds a case; by its best dialect, which takes all that
 * have its calls, where none is given. */
static void try_long(const char *name, enum place place, const char *dialect)
{
    const char *const by[] = {"--dialect", dialect};
    unsigned most = dialect ? HANGS : HANGS_BY_ALL;
    char socket_name[32], byte;
    int in = count_hangs(socket_name);
    unsigned count = 0;

    setenv("HOSTILE_HANGS", socket_name, 1);
    try(name, place, "whole run",
        WORDS("run", "--timeout", "2", "--jobs", "2", "--quiet", path_of(name),
              dialect ? by[0] : NULL, by[1]));
    unsetenv("HOSTILE_HANGS");
    while (recv(in, &byte, 1, 0) == 1)
        count++;
    close(in);
    assert_status(name, "whole run", last.status == 1);
    print_message("%-18s hung %u times\n", name, count);
    if (count == 0 || count > most)
        fail_msg("the whole run of %s: it hung %u times, %u at most", name,
                 count, most);
}

static void try_long_ones(enum place place)
{
    static const char *const names[] = {"loops_in_tick",  "burns",
                                        "burns_when_off", "threads",
                                        "renewer",        "output"};

    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        try_long(names[k], place, "freebsd");
    if (place == BARE)
        try_long("stops_parent", place, "freebsd");
    else
        try_long("hog", place, "freebsd");
    if (place == SPACE) {
        try_long("burns", place, NULL);
        try_long("loops_in_tick", place, NULL);
    }
}

TEST(what_hangs_is_learnt_after_the_second_case)
{
    if (!confined || !all_of_it() || !go_to(SPACE))
        skip();
    try_long_ones(SPACE);
    in_other_places(try_long_ones);
}

/* Each verb and suite that runs what it is given.  BY_NAME and REPORT stand for
 * the implementation and a directory. */
#define BY_NAME    "IMPL"
#define REPORT     "REPORT"
#define OF_FREEBSD "--dialect", "freebsd", "--timeout", "1"

static const struct door {
    const char *name;
    const char *words[12];
} doors[] = {
    {"smoke", {"smoke", "--timeout", "1", BY_NAME}},
    {"identify", {"identify", "--timeout", "1", BY_NAME}},
    {"shrink", {"shrink", OF_FREEBSD, "odd-number", BY_NAME}},
    {"laws", {"run", "--suite", "laws", OF_FREEBSD, BY_NAME}},
    {"clock",
     {"run", "--backend", "clock", OF_FREEBSD, "--case", "odd-number",
      BY_NAME}},
    {"--report",
     {"run", OF_FREEBSD, "--case", "odd-number", "--report", REPORT, BY_NAME}},
    {"live", {"run", "--suite", "live", OF_FREEBSD, BY_NAME}},
};

static void try_door(const struct door *door, const char *name,
                     enum place place)
{
    const char *words[14] = {"profilcheck"};
    char report[64];

    snprintf(report, sizeof report, "%s/report", scratch);
    for (size_t k = 0; door->words[k]; k++)
        words[k + 1] = strcmp(door->words[k], BY_NAME) == 0  ? path_of(name)
                       : strcmp(door->words[k], REPORT) == 0 ? report
                                                             : door->words[k];
    try(name, place, door->name, words);
    assert_status(name, door->name,
                  last.status == 0 || last.status == 1 || last.status == 2);
    assert_in_time(name, door->name, 3 * LATEST);
}

static void try_doors(enum place place)
{
    static const char *const names[] = {
        "daemon",       "kills_parent", "scribbler",        "constructor_dies",
        "holds_output", "undetermined", "constructor_hangs"};

    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        for (size_t d = 0; d < sizeof doors / sizeof *doors; d++)
            if (k == 0 || strcmp(doors[d].name, "live") != 0)
                try_door(&doors[d], names[k], place);
}

TEST(no_door_is_open)
{
    if (!confined || !all_of_it() || !go_to(SPACE))
        skip();
    try_doors(SPACE);
    in_other_places(try_doors);
}

/* While a case hangs, with a process of its own left aside. */
TEST(whenever_the_tool_is_ended_nothing_stays)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGKILL};
    enum place last_place = all_of_it() ? PLACES : SPACE + 1;

    if (!confined)
        skip();
    for (size_t k = 0; k < 3 * last_place; k++) {
        const char *path = path_of("stops_group"), *cases = case_on();
        double until = now() + LATEST;
        unsigned left;
        pid_t pid;

        if (!go_to((enum place)(k / 3)))
            continue;
        pid = command_start(WORDS("run", "--dialect", "freebsd", "--timeout",
                                  "1000", "--cases", cases, "--case", "on",
                                  path));
        while (others('T') == 0 && now() < until)
            nap();
        assert_int_equal(others('T'), 1);
        assert_int_equal(kill(pid, signals[k % 3]), 0);
        left = processes_left() + things_left();
        add_tally((enum place)(k / 3), left);
        assert_int_equal(left, 0);
    }
}

static unsigned number_from(const char *name, unsigned usual)
{
    const char *value = getenv(name);

    return value && *value ? (unsigned)strtoul(value, NULL, 10) : usual;
}

static void begin_stress(void)
{
    unsigned seed = number_from("STRESS_SEED", (unsigned)time(NULL));

    if (!confined)
        skip();
    print_message("STRESS_SEED=%u\n", seed);
    srand(seed);
}

static void nap_at_random(unsigned most_ms)
{
    nanosleep(&(struct timespec){0, rand() % (most_ms * 1000) * 1000L}, NULL);
}

/* A third of the time the harness, a third the last that was made, which is a
 * process of a case, and otherwise one between them. */
static pid_t choose(pid_t harness)
{
    static int list[LISTED];
    size_t count = proc_numbers("/proc", list, LISTED);
    unsigned how = rand() % 3;

    return how == 0 || count < 3 ? harness
           : how == 1            ? list[count - 1]
                                 : list[1 + rand() % (count - 1)];
}

/* Besides long-sleep, cases of other programs, faults and many ticks.  Where
 * the harness was not itself killed it has an exit status: 0 or 1 for what is
 * judged, 2 where it could not be opened, 3 for a worker's end. */
static void strike(const char *const whom[3])
{
    static const int signals[] = {SIGKILL, SIGTERM, SIGINT};
    const char *cases = case_on();
    pid_t harness = command_start(
        WORDS("run", "--dialect", "freebsd", "--timeout", "0.2", "--suite",
              "quick", "--cases", cases, "--case", "long-sleep", "--case",
              "fork", "--case", "fork-shared-buffer", "--case", "exec-in-child",
              "--case", "exec", "--case", "sleeping", "--case", "buffer-fault",
              "--case", "far-pcs", "--case", "caller-state", "--case",
              "counter-full", whom[0], whom[1], whom[2]));
    pid_t victim;
    double until = now() + LATEST;
    int status = -1;

    nap_at_random(400);
    victim = choose(harness);
    kill(victim, victim == harness ? signals[rand() % 3] : SIGKILL);
    while (waitpid(harness, &status, WNOHANG) == 0 && now() < until)
        nap();
    if (victim != harness && (!WIFEXITED(status) || WEXITSTATUS(status) > 3))
        fail_msg("the run whose process was killed ended with %#x", status);
}

TEST(whichever_process_is_killed_nothing_stays)
{
    static const char *const whom[][3] = {
        {"libc", "--backend", "ptrace"}, {"perf"}, {"signal"}, {"ptrace"}};
    unsigned count = impl_find("ptrace") ? 4 : 3;
    unsigned kills = number_from("STRESS_KILLS", 20);
    int files = entries("/proc/self/fd");

    begin_stress();
    for (unsigned k = 0; k < kills; k++) {
        enum place place = (enum place)(k / count % BARE);
        unsigned left;

        if (!go_to(place))
            continue;
        strike(whom[k % count]);
        left = processes_left() + things_left();
        add_tally(place, left);
        if (left)
            fail_msg("a process of %s in %s was killed: %u things are left",
                     whom[k % count][0], places[place].name, left);
    }
    assert_int_equal(entries("/proc/self/fd"), files);
}

/* That one can be made is tried first, by a process that may be killed too. */
TEST(whenever_one_is_killed_that_tries_a_group_it_is_not_left)
{
    begin_stress();
    for (unsigned k = 0; k < 100; k++) {
        pid_t pid = fork();

        assert_true(pid >= 0);
        if (pid == 0)
            for (;;)
                cgroup_possible();
        nap_at_random(30);
        kill(pid, SIGKILL);
        assert_int_equal(processes_left(), 0);
    }
    assert_int_equal(groups_left(), 0);
}

static int all_tests(void)
{
    int failed;

    if (confined)
        setenv("HOSTILE_CONFINED", "1", 1);
    if (getenv("STRESS_KILLS"))
        cmocka_set_test_filter("*_is_killed_*");
    if (!mkdtemp(scratch))
        return 1;
    setenv("TMPDIR", scratch, 1);
    failed = RUN_TESTS(NULL, NULL);
    scratch_remove(scratch);
    for (enum place p = SPACE; p < PLACES; p++)
        if (tallies[p].tried)
            print_message("%-11s %4u tried %4u held %4u left behind\n",
                          places[p].name, tallies[p].tried, tallies[p].held,
                          tallies[p].left);
    return failed;
}

/* Of a child, where waiting may be interrupted. */
static int status_of(pid_t pid)
{
    int status = 1;

    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* Process 1 of a namespace, as which no test can harm what is outside. */
static int run_confined(void)
{
    struct container container;
    char self[16] = "";
    pid_t pid;

    if (containment_here() != CONTAINMENT_NAMESPACE)
        return all_tests();
    pid = contain_fork(&container);
    if (pid == 0) {
        /* As process 1 it would outlive SIGINT and SIGTERM. */
        die_with_parent(0);
        confined =
            readlink("/proc/self", self, sizeof self - 1) == 1 && *self == '1';
        exit(all_tests());
    }
    return status_of(pid);
}

/* In a process besides the one that removes the cgroup. */
int main(void)
{
    bool bounded = cgroup_begin(&bounds);
    pid_t self = getpid(), pid = fork();
    int status;

    if (pid == 0) {
        die_with_parent(self);
        exit(bounded && !cgroup_enter(&bounds) ? 1 : run_confined());
    }
    status = status_of(pid);
    if (bounded)
        cgroup_end(&bounds);
    return status;
}
