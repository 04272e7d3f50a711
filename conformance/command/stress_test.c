/* SPDX-License-Identifier: MIT */
/*
 * Whichever process of a run is ended, and whenever: nothing is left.
 *
 * The program is started, contained in one way after the other, and at a random
 * moment one of its processes, at random, gets SIGKILL: the harness, a worker,
 * a tracer, the process of a case or a child of that; or the harness SIGTERM or
 * SIGINT.  This process adopts all orphans, and so a process that is left,
 * stopped ones included, is a child of it that does not end.  POSIX timers,
 * memory and files without a name are gone with the processes that held them;
 * what has a name is looked for: files, shared memory, cgroups.
 *
 * STRESS_KILLS=N kills so often; STRESS_SEED=N draws again what was printed.
 */
#include "bounded_test.h"

#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

#include "conformance/machine/proc.h"
#include "impls/impl.h"
#include "impls/own/process_fixture.h"
#include "reference/unit_test.h"

enum {
    KILLS = 20,
    LATEST = 400,      /* milliseconds after the start, at most */
    TRIALS = 100,      /* whether a cgroup is possible */
    LATEST_TRIED = 30, /* milliseconds */
    PATIENCE = 60,     /* seconds for what was killed to be gone */
    TREE = 256,
};

static uint64_t seed;

static unsigned draw(unsigned below)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(seed >> 33) % below;
}

static unsigned number_from(const char *name, unsigned usual)
{
    const char *value = getenv(name);

    return value && *value ? (unsigned)strtoul(value, NULL, 10) : usual;
}

/* A process and its descendants, parents first. */
struct tree {
    struct node {
        pid_t pid, parent;
    } nodes[TREE];
    unsigned count;
};

static void add_children(struct tree *tree, pid_t parent)
{
    pid_t list[TREE];
    size_t count = proc_children(parent, list, TREE - tree->count);

    for (size_t k = 0; k < count; k++)
        tree->nodes[tree->count++] = (struct node){list[k], parent};
}

static void tree_of(struct tree *tree, pid_t root)
{
    tree->count = 1;
    tree->nodes[0] = (struct node){root, getpid()};
    for (unsigned k = 0; k < tree->count; k++)
        add_children(tree, tree->nodes[k].pid);
}

/* A third of the time the harness, a third the last that was made, which is a
 * process of a case, and otherwise one between them. */
static struct node choose(const struct tree *tree)
{
    switch (draw(3)) {
    case 0: return tree->nodes[0];
    case 1: return tree->nodes[tree->count - 1];
    default:
        return tree->nodes[tree->count > 2 ? 1 + draw(tree->count - 2) : 0];
    }
}

static pid_t parent_of(pid_t pid)
{
    char path[64], text[PROC_STAT];
    const char *after_name;
    int parent = 0;

    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    after_name = proc_stat(path, text);
    if (!after_name || sscanf(after_name, " %*c %d", &parent) != 1)
        return 0;
    return parent;
}

/* By a descriptor of it, so that no other process can have its number. */
static void kill_node(const struct node *node, int signal)
{
    int process = (int)syscall(SYS_pidfd_open, node->pid, 0);

    if (process < 0)
        return; /* it has ended */
    if (parent_of(node->pid) == node->parent)
        syscall(SYS_pidfd_send_signal, process, signal, NULL, 0);
    close(process);
}

/* What is left of this one in spite of its time limit outlives PATIENCE. */
static const char long_case[] =
    "case long-sleep\nbuffer b 16\nprofil b 16 0x1000 0x8000\nfork\n"
    "sleep 0x1008 10000\nsleep 0x1008 10000\nsleep 0x1008 10000\n"
    "sleep 0x1008 10000\nsleep 0x1008 10000\nsleep 0x1008 10000\n"
    "sleep 0x1008 10000\nsleep 0x1008 10000\nsleep 0x1008 10000\n"
    "end\n";

static const char *cases; /* a file of it */

/* Besides it, cases of other programs, faults and many ticks. */
static pid_t start(const char *const whom[4])
{
    return command_start(
        WORDS("run", "--dialect", "freebsd", "--timeout", "0.2", "--suite",
              "quick", "--cases", cases, "--case", "long-sleep", "--case",
              "fork", "--case", "fork-shared-buffer", "--case", "exec-in-child",
              "--case", "exec", "--case", "sleeping", "--case", "buffer-fault",
              "--case", "far-pcs", "--case", "caller-state", "--case",
              "counter-full", whom[0], whom[1], whom[2]));
}

static void out_of_patience(int signal)
{
    (void)signal;
}

/* What is left is listed before the test fails. */
static void fail_for_those_left(pid_t root)
{
    struct tree tree;

    tree_of(&tree, getpid());
    for (unsigned k = 1; k < tree.count; k++) {
        char command[128];

        snprintf(command, sizeof command,
                 "grep -E '^(Name|State|TracerPid)' /proc/%d/status",
                 tree.nodes[k].pid);
        if (system(command) != 0)
            print_message("%d has ended\n", tree.nodes[k].pid);
        kill(tree.nodes[k].pid, SIGKILL);
    }
    fail_msg("the run that process %d was did not end whole", root);
}

/* Where it was not itself killed the root has an exit status: 0 or 1 for
 * what is judged, 2 where it could not be opened, 3 for a worker's end. */
static void wait_for_all(pid_t root, bool root_killed)
{
    struct sigaction action = {.sa_handler = out_of_patience};
    int status, end = 0;
    pid_t pid;

    sigaction(SIGALRM, &action, NULL);
    alarm(PATIENCE);
    while ((pid = waitpid(-1, &status, __WALL)) > 0)
        if (pid == root)
            end = status;
    alarm(0);
    if (errno != ECHILD)
        fail_for_those_left(root);
    if (!root_killed && (!WIFEXITED(end) || WEXITSTATUS(end) > 3))
        fail_msg("the run whose process was killed ended with %#x", end);
}

static void strike(const char *const whom[4])
{
    static const int signals[] = {SIGKILL, SIGTERM, SIGINT};
    struct timespec moment = {0, draw(LATEST * 1000) * 1000L};
    pid_t root = start(whom);
    struct node victim;
    struct tree tree;

    nanosleep(&moment, NULL);
    tree_of(&tree, root);
    victim = choose(&tree);
    kill_node(&victim, victim.pid == root ? signals[draw(3)] : SIGKILL);
    wait_for_all(root, victim.pid == root);
}

static int lines(const char *path)
{
    FILE *file = fopen(path, "r");
    int n = 0, c;

    while (file && (c = getc(file)) != EOF)
        n += c == '\n';
    if (file)
        fclose(file);
    return n;
}

/* Shared memory of our own, where that is permitted: nobody else's comes and
 * goes there. */
static bool set_apart(void)
{
    return unshare(CLONE_NEWIPC | CLONE_NEWNS) == 0 &&
           mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("tmpfs", "/dev/shm", "tmpfs", 0, NULL) == 0;
}

static int directories(const char *path)
{
    struct stat status;

    return *path && stat(path, &status) == 0 ? (int)status.st_nlink - 2 : 0;
}

static int groups(void)
{
    return directories(bounds.processes) + directories(bounds.memory);
}

/* Things with names, where a run could leave them. */
struct named {
    int temporary, own_files, groups, shared, segments, semaphores;
};

static struct named named_things(const char *temporary, bool apart)
{
    return (struct named){
        .temporary = entries(temporary),
        .own_files = entries("/proc/self/fd"),
        .groups = groups(),
        .shared = apart ? entries("/dev/shm") : 0,
        .segments = apart ? lines("/proc/sysvipc/shm") : 0,
        .semaphores = apart ? lines("/proc/sysvipc/sem") : 0,
    };
}

TEST(nothing_is_left_whoever_is_killed)
{
    static const char *const whom[][4] = {
        {"libc", "--backend", "ptrace"}, {"perf"}, {"signal"}, {"ptrace"}};
    static const char *const kinds[] = {"namespace", "cgroup", "subreaper"};
    unsigned count = impl_find("ptrace") ? 4 : 3;
    unsigned kills = number_from("STRESS_KILLS", KILLS);
    char temporary[] = "/tmp/stress-XXXXXX";
    bool apart = set_apart();
    struct named before, after;

    seed = number_from("STRESS_SEED", (unsigned)time(NULL));
    print_message("STRESS_SEED=%u STRESS_KILLS=%u%s\n", (unsigned)seed, kills,
                  apart ? "" : "; shared memory is not looked at");
    assert_non_null(mkdtemp(temporary));
    assert_int_equal(setenv("TMPDIR", temporary, 1), 0);
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), 0);
    cases = case_file(long_case);
    before = named_things(temporary, apart);
    for (unsigned k = 0; k < kills; k++) {
        setenv("PROFILCHECK_CONTAINMENT", kinds[k / count % 3], 1);
        strike(whom[k % count]);
    }
    after = named_things(temporary, apart);
    print_message("%u runs ended; left behind: %d files, %d cgroups, %d in "
                  "/dev/shm\n",
                  kills, after.temporary - before.temporary,
                  after.groups - before.groups, after.shared - before.shared);
    assert_memory_equal(&before, &after, sizeof before);
    assert_int_equal(rmdir(temporary), 0);
}

/* That one can be made is tried first, by a process that may be killed too. */
TEST(a_group_that_is_tried_is_not_left)
{
    int before = groups();

    if (!*bounds.processes) {
        print_message("no cgroup can be made here\n");
        skip();
    }
    seed = number_from("STRESS_SEED", (unsigned)time(NULL));
    print_message("STRESS_SEED=%u\n", (unsigned)seed);
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), 0);
    for (unsigned k = 0; k < TRIALS; k++) {
        struct timespec moment = {0, draw(LATEST_TRIED * 1000) * 1000L};
        pid_t pid = fork();

        assert_true(pid >= 0);
        if (pid == 0)
            for (;;)
                cgroup_possible();
        nanosleep(&moment, NULL);
        kill(pid, SIGKILL);
        wait_for_all(pid, true);
    }
    assert_int_equal(groups(), before);
}

static int all_tests(void)
{
    return RUN_TESTS(NULL, NULL);
}

int main(void)
{
    return run_bounded(all_tests);
}
