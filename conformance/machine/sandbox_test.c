/* SPDX-License-Identifier: MIT */
/* Bodies that do what they may not, in each kind of container there is here. */
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "contain.h"
#include "impls/own/process_fixture.h"
#include "reference/unit_test.h"
#include "scratch_test.h"

enum { SECOND = 1000000000, LANDLOCK_VERSION = 444 };

/* What a body reports. */
struct found {
    int error; /* of what it tried */
    pid_t pid;
    bool done;
};

static struct found *found; /* shared */

static uint64_t limit(void *context, uint64_t stage)
{
    (void)context, (void)stage;
    return 20 * (uint64_t)SECOND;
}

static struct sandbox_end run(void (*body)(void *context), uint64_t most)
{
    const struct sandbox_task task = {.shared = (void **)&found,
                                      .shared_size = sizeof *found,
                                      .directory = directory,
                                      .body = body,
                                      .limit = limit,
                                      .most = most};
    struct sandbox_end end;

    if (!sandbox_run(&task, &end)) {
        perror("sandbox_run");
        _exit(2);
    }
    return end;
}

/* How it ends. */
static enum sandbox_ended run_to_end(void (*body)(void *context), uint64_t most)
{
    struct sandbox_end end = run(body, most);

    free(end.answer);
    return end.how;
}

static struct found found_in(const struct sandbox_end *end)
{
    struct found result = {.error = -1};

    if (end->answer_size == sizeof result)
        memcpy(&result, end->answer, sizeof result);
    free(end->answer);
    return result;
}

/* In a process of its own, by each kind of container: that is asked for
 * once. */
static void in_each(bool (*holds)(void))
{
    static const char *const kinds[] = {"namespace", "cgroup", "subreaper"};

    for (int k = CONTAINMENT_NAMESPACE; k <= CONTAINMENT_SUBREAPER; k++) {
        pid_t pid = fork();
        int end;

        if (pid == 0) {
            setenv("PROFILCHECK_CONTAINMENT", kinds[k], 1);
            alarm(120);
            _exit((int)containment_here() != k || holds() ? 0 : 1);
        }
        end = end_of(pid);
        if (end != 0)
            fail_msg("not in a %s: it ended with %d", kinds[k], end);
    }
}

#define IN_EACH(name)                                                          \
    static bool holds_##name(void);                                            \
    TEST(name)                                                                 \
    {                                                                          \
        in_each(holds_##name);                                                 \
    }                                                                          \
    static bool holds_##name(void)

static bool confines(void)
{
    return containment_has_files() ||
           syscall(LANDLOCK_VERSION, NULL, 0, 1) >= 6;
}

static char outside[] = "/tmp/outside-XXXXXX";

static int open_error(const char *where, const char *name)
{
    char path[SCRATCH_NAME + 16];
    int file;

    snprintf(path, sizeof path, "%s/%s", where, name);
    file = open(path, O_CREAT | O_RDWR, 0600);
    return file < 0 ? errno : 0;
}

static void write_elsewhere(void *context)
{
    (void)context;
    found->error = open_error(outside, "new");
    found->done = open_error(outside, "old") != 0 &&
                  open_error(directory, "own") == 0 &&
                  open("/dev/null", O_WRONLY) >= 0;
}

static bool keeps_files(void)
{
    struct sandbox_end end = run(write_elsewhere, 20 * (uint64_t)SECOND);
    struct found result = found_in(&end);

    return !confines() || ((result.error == EROFS || result.error == EACCES) &&
                           result.done && access(directory, F_OK) != 0);
}

TEST(files_elsewhere_are_not_written)
{
    assert_non_null(mkdtemp(outside));
    assert_int_equal(open_error(outside, "old"), 0);
    in_each(keeps_files);
}

/* Half a gigabyte, in files of the size that each may have. */
static void fill(void *context)
{
    enum { PIECE = 64 << 20, PIECES = 8 };
    char path[SCRATCH_NAME + 16];

    (void)context;
    for (int k = 0; k < PIECES && !found->error; k++) {
        int file;

        snprintf(path, sizeof path, "%s/%d", directory, k);
        file = open(path, O_CREAT | O_RDWR, 0600);
        found->error = file < 0 ? errno : posix_fallocate(file, 0, PIECE);
    }
    for (; !found->error;)
        pause();
}

IN_EACH(what_its_directory_holds_is_bounded)
{
    struct sandbox_end end = run(fill, 20 * (uint64_t)SECOND);
    struct found result = found_in(&end);

    return (containment_has_files() ? result.error == ENOSPC
                                    : end.how == SANDBOX_TOO_LARGE) &&
           access(directory, F_OK) != 0;
}

static void kill_watchers(void *context)
{
    (void)context;
    kill(getppid(), SIGKILL);
    kill(getppid(), SIGSTOP);
    kill(-1, SIGSTOP);
    found->done = true;
}

IN_EACH(signals_reach_nobody_who_watches)
{
    struct sandbox_end end;

    if (!confines()) /* it would reach all */
        return true;
    end = run(kill_watchers, 20 * (uint64_t)SECOND);
    return found_in(&end).done && end.how == SANDBOX_ENDED && end.status == 0;
}

static void be_many(void *context)
{
    (void)context;
    for (int k = 0; k < CONTAIN_AT_ONCE + 100; k++)
        if (fork() == 0)
            pause();
    pause();
}

/* 3 GiB of pages, all of the same 16 MiB, as processes have them that share
 * since a fork. */
enum { PIECE_SHARED = 16 << 20, PIECES_SHARED = 192 };

static void map_the_same(void *context)
{
    const struct timespec while_watched = {0, SECOND / 5};
    int file = memfd_create("same", 0);

    (void)context;
    found->error = ftruncate(file, PIECE_SHARED) != 0;
    for (int k = 0; k < PIECES_SHARED && !found->error; k++)
        found->error = mmap(NULL, PIECE_SHARED, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_POPULATE, file, 0) == MAP_FAILED;
    nanosleep(&while_watched, NULL);
    found->done = true;
}

IN_EACH(what_is_shared_is_counted_once)
{
    struct sandbox_end end;
    struct found result;

    if (access("/proc/self/smaps_rollup", R_OK) != 0) /* Linux 4.14 */
        return true;
    end = run(map_the_same, 20 * (uint64_t)SECOND);
    result = found_in(&end);
    return !result.error && result.done && end.how == SANDBOX_ENDED;
}

IN_EACH(so_many_processes_are_too_many)
{
    return run_to_end(be_many, 60 * (uint64_t)SECOND) == SANDBOX_TOO_LARGE;
}

static void stop(void *context)
{
    (void)context;
    raise(SIGSTOP);
}

IN_EACH(what_does_not_end_is_ended)
{
    return run_to_end(stop, 100000000) == SANDBOX_TIMED_OUT;
}

/* Nanoseconds of a processor that all threads of a process had. */
enum { BURNT = SECOND / 5, COARSE = SECOND / 20 };

static void *burn(void *nothing)
{
    struct timespec ran;

    do
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ran);
    while (ran.tv_sec == 0 && ran.tv_nsec < BURNT);
    return nothing;
}

/* Or who has a thousand of them would have as many times its limit. */
TEST(time_is_that_of_all_threads)
{
    uint64_t before = contain_time().ran;
    pid_t pid, self = getpid();
    int ready[2];
    char byte;

    assert_int_equal(pipe(ready), 0);
    pid = fork();
    if (pid == 0) {
        pthread_t thread;

        die_with_parent(self);
        if (pthread_create(&thread, NULL, burn, NULL) != 0 ||
            pthread_join(thread, NULL) != 0 || write(ready[1], "", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_true(contain_time().ran - before >= BURNT - COARSE);
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    close(ready[0]);
}

static void mark_and_die(void *context)
{
    (void)context;
    sandbox_mark(0x1234);
    raise(SIGUSR1);
}

IN_EACH(how_it_ended_is_reported)
{
    struct sandbox_end end = run(mark_and_die, 20 * (uint64_t)SECOND);

    free(end.answer);
    return end.how == SANDBOX_ENDED && end.mark == 0x1234 &&
           WIFSIGNALED(end.status) && WTERMSIG(end.status) == SIGUSR1;
}

static void hold_on(void *context)
{
    char path[SCRATCH_NAME + 16];

    (void)context;
    snprintf(path, sizeof path, "%s/file", directory);
    close(open(path, O_CREAT | O_WRONLY, 0600));
    found->pid = getpid();
    if (fork() == 0)
        setsid();
    for (;;)
        pause();
}

static unsigned things_in(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 ? (unsigned)status.st_nlink : 0;
}

/* The one that runs it is killed, while the body holds on. */
IN_EACH(who_is_killed_leaves_nothing)
{
    char place[] = "/tmp/place-XXXXXX";
    pid_t runner;

    if (!mkdtemp(place))
        return false;
    setenv("TMPDIR", place, 1);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    runner = fork();
    if (runner == 0) {
        run(hold_on, 100 * (uint64_t)SECOND);
        _exit(0);
    }
    if (!containment_has_files())
        while (things_in(place) < 3) /* the directory is there */
            usleep(1000);
    usleep(20000);
    kill(runner, SIGKILL);
    while (waitpid(-1, NULL, __WALL) > 0)
        ;
    return errno == ECHILD && rmdir(place) == 0;
}

/* Whoever writes in the supervisor's place. */
static struct sandbox_end heard(const void *bytes, size_t size)
{
    const struct sandbox_task task = {.most = 1, .shared_size = 100};
    struct sandbox_end end;
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], bytes, size), size);
    close(ends[1]);
    assert_true(
        sandbox_read(&task, ends[0], sandbox_time() + SANDBOX_GRACE, &end));
    close(ends[0]);
    return end;
}

TEST(a_supervisor_is_read_and_no_other)
{
    struct said {
        struct sandbox_note notes[2];
        char answer[5];
    } right = {{{.what = NOTE_WAITS},
                {.what = NOTE_END,
                 .how = SANDBOX_TOO_LARGE,
                 .status = 9,
                 .mark = 1,
                 .size = 4}},
               "abcd"};
    static const struct sandbox_note wrong[] = {
        {.what = NOTE_END, .size = 3},
        {.what = NOTE_END, .size = 5},
        {.what = NOTE_END, .size = 101},
        {.what = NOTE_END, .size = UINT64_MAX},
        {.what = NOTE_END, .how = SANDBOX_LOST, .size = 4},
        {.what = NOTE_END, .status = 0x10000, .size = 4},
        {.what = NOTE_STAGE},
        {.what = NOTES, .size = 4},
        {.what = UINT32_MAX, .size = 4},
    };
    const size_t whole = sizeof right.notes + 4;
    struct sandbox_end end = heard(&right, whole);

    assert_int_equal(end.how, SANDBOX_TOO_LARGE);
    assert_int_equal(end.status, 9);
    assert_int_equal(end.mark, 1);
    assert_string_equal(end.answer, "abcd");
    free(end.answer);
    for (size_t size = 0; size < whole; size++)
        assert_int_equal(heard(&right, size).how, SANDBOX_LOST);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        right.notes[1] = wrong[k];
        end = heard(&right, whole);
        assert_int_equal(end.how, SANDBOX_LOST);
        assert_null(end.answer);
    }
}

TEST(one_that_says_nothing_is_waited_for_till_its_time)
{
    const struct sandbox_task task = {.most = 1};
    struct sandbox_end end;
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    assert_true(sandbox_read(&task, ends[0], sandbox_time() + 1000000, &end));
    assert_int_equal(end.how, SANDBOX_TIMED_OUT);
    close(ends[0]);
    close(ends[1]);
}

/* Directories in it, too, that nobody may enter; not what a link leads to. */
TEST(all_that_was_put_there_goes)
{
    scratch_choose_outside(directory);
    assert_true(scratch_enter(directory));
    assert_int_equal(open_error(directory, "file"), 0);
    assert_int_equal(symlink(outside, path_of("link")), 0);
    assert_int_equal(mkdir(path_of("a"), 0700), 0);
    assert_int_equal(mkdir(path_of("a/b"), 0700), 0);
    assert_int_equal(open_error(directory, "a/b/file"), 0);
    assert_int_equal(mkdir(path_of("a/b/c"), 0), 0);
    assert_int_equal(chmod(path_of("a/b"), 0), 0);
    assert_int_equal(chmod(path_of("a"), 0), 0);
    scratch_remove(directory);
    assert_int_equal(access(directory, F_OK), -1);
    strcpy(directory, outside);
    assert_int_equal(access(path_of("old"), F_OK), 0);
    scratch_remove(outside);
}

TEST(a_place_that_is_not_there_is_reported)
{
    struct sandbox_task task = {.directory = directory, .body = hold_on};
    struct sandbox_end end;

    setenv("TMPDIR", "/dev/null", 1);
    setenv("PROFILCHECK_CONTAINMENT", "subreaper", 1);
    assert_false(sandbox_run(&task, &end));
    assert_int_equal(errno, ENOTDIR);
    assert_string_equal(directory, "");
    unsetenv("TMPDIR");
}

static const char *options;
static int expected;

/* A mount of a child's own ends with it. */
static int make_there(void)
{
    if (unshare(CLONE_NEWNS) != 0 ||
        mount("none", "/", "", MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", "/tmp", "tmpfs", 0, options) != 0)
        return CANNOT;
    scratch_choose_outside(directory);
    return (scratch_enter(directory) ? 0 : errno) != expected;
}

/* Rather than that a case, whose files then would find no room, fails. */
TEST(a_place_with_little_room_is_reported)
{
    static const struct {
        const char *options;
        int error;
    } rows[] = {
        {"size=64m", 0},
        {"size=2m", ENOSPC},
        {"size=64m,nr_inodes=32", ENOSPC},
        {"size=64m,nr_inodes=1", ENOSPC},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        options = rows[k].options;
        expected = rows[k].error;
        assert_child_can(make_there);
    }
}

TESTS(NULL, NULL)
