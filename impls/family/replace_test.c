/* SPDX-License-Identifier: MIT */
#include "replace.h"

#include <stdint.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "reference/unit_test.h"
#include "scratch_test.h"

#define NAME "whole"

static int replace_text(const char *text)
{
    struct iovec part = {(void *)(uintptr_t)text, strlen(text)};

    return replace_file(NAME, &part, 1);
}

static void assert_holds(const char *text)
{
    size_t size;
    unsigned char *bytes = read_whole(NAME, &size);

    assert_non_null(bytes);
    assert_string_equal((char *)bytes, text);
    free(bytes);
}

TEST_WITH(the_parts_stand_one_after_the_other, enter_scratch, leave_scratch)
{
    struct iovec parts[] = {{"ab", 2}, {NULL, 0}, {"cde", 3}};

    assert_int_equal(replace_file(NAME, parts, 3), 0);
    assert_holds("abcde");
    assert_int_equal(replace_file(NAME, parts, 1), 0);
    assert_holds("ab");
    assert_int_equal(files_here(), 1);
}

TEST_WITH(the_mode_is_what_the_umask_leaves, enter_scratch, leave_scratch)
{
    mode_t before = umask(027);
    struct stat status;

    assert_int_equal(replace_text("a"), 0);
    umask(before);
    assert_int_equal(stat(NAME, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0640);
}

TEST_WITH(a_temporary_that_was_left_is_removed, enter_scratch, leave_scratch)
{
    int fd = open(NAME ".tmp", O_CREAT | O_WRONLY, 0400);

    assert_int_equal(write(fd, "something longer", 16), 16);
    close(fd);
    assert_int_equal(replace_text("a"), 0);
    assert_holds("a");
    assert_int_equal(files_here(), 1);
}

/* No temporary is left, and the old file is as it was. */
static void assert_refused(int error, int expected)
{
    assert_int_equal(error, expected);
    assert_holds("old");
    assert_int_equal(files_here(), 1);
}

TEST_WITH(what_can_t_be_read_is_an_error, enter_scratch, leave_scratch)
{
    struct iovec parts[] = {{"ab", 2}, {(void *)16, 8}};

    replace_text("old");
    assert_refused(replace_file(NAME, parts, 2), EFAULT);
}

TEST_WITH(a_file_that_may_not_be_so_large_is_an_error, enter_scratch,
          leave_scratch)
{
    struct rlimit before, limit;
    char large[4096] = "";
    struct iovec parts[] = {{large, sizeof large}, {large, sizeof large}};
    int error;

    replace_text("old");
    getrlimit(RLIMIT_FSIZE, &before);
    limit = before;
    limit.rlim_cur = 6000;
    setrlimit(RLIMIT_FSIZE, &limit);
    error = replace_file(NAME, parts, 2); /* SIGXFSZ would end the test */
    setrlimit(RLIMIT_FSIZE, &before);
    assert_refused(error, EFBIG);
}

TEST_WITH(a_place_that_can_t_be_taken_is_an_error, enter_scratch, leave_scratch)
{
    char name[5000];

    assert_int_equal(mkdir(NAME, 0700), 0);
    assert_int_equal(replace_text("new"), EISDIR);
    assert_int_equal(files_here(), 1);
    rmdir(NAME);
    assert_int_equal(mkdir(NAME ".tmp", 0700), 0);
    assert_int_equal(replace_text("new"), EISDIR);
    assert_int_equal(files_here(), 1);
    rmdir(NAME ".tmp");
    assert_int_equal(replace_file("nowhere/" NAME, NULL, 0), ENOENT);
    memset(name, 'a', sizeof name);
    name[sizeof name - 1] = '\0';
    assert_int_equal(replace_file(name, NULL, 0), ENAMETOOLONG);
    assert_int_equal(files_here(), 0);
}

TEST_WITH(a_link_in_the_temporarys_place_is_not_followed, enter_scratch,
          leave_scratch)
{
    assert_int_equal(symlink("elsewhere", NAME ".tmp"), 0);
    assert_int_equal(replace_text("new"), ELOOP);
    assert_int_equal(access("elsewhere", F_OK), -1);
}

/* A file that tells by each of its words which it is, 256 KiB long. */
enum { WORDS = 32768 };

static int replace_words(uint64_t which)
{
    static uint64_t words[WORDS];
    struct iovec parts[] = {{words, sizeof words / 2},
                            {words + WORDS / 2, sizeof words / 2}};

    for (size_t k = 0; k < WORDS; k++)
        words[k] = which;
    return replace_file(NAME, parts, 2);
}

static void assert_whole(void)
{
    size_t size;
    uint64_t *words = (uint64_t *)(void *)read_whole(NAME, &size);

    assert_non_null(words);
    assert_int_equal(size, WORDS * sizeof *words);
    for (size_t k = 1; k < WORDS; k++)
        if (words[k] != words[0])
            fail_msg("word %zu is %llu, the first %llu", k,
                     (unsigned long long)words[k],
                     (unsigned long long)words[0]);
    free(words);
}

static uint64_t random_state = 1;

static uint64_t random_below(uint64_t bound)
{
    random_state = random_state * UINT64_C(6364136223846793005) + 1;
    return (random_state >> 33) % bound;
}

/* Killed anywhere in the 4 ms after it began. */
static void kill_a_writer(void)
{
    struct timespec pause = {0, (long)random_below(4000000)};
    int begun[2];
    char byte = 0;
    pid_t pid;

    assert_int_equal(pipe(begun), 0);
    pid = fork();
    if (pid == 0) {
        assert_int_equal(write(begun[1], &byte, 1), 1);
        for (uint64_t which = 0;; which++)
            replace_words(which);
    }
    assert_true(pid > 0);
    assert_int_equal(read(begun[0], &byte, 1), 1);
    close(begun[0]);
    close(begun[1]);
    nanosleep(&pause, NULL);
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

TEST_WITH(a_writer_that_is_killed_leaves_a_whole_file, enter_scratch,
          leave_scratch)
{
    unsigned left = 0;

    assert_int_equal(replace_words(0), 0);
    for (int k = 0; k < 200; k++) {
        kill_a_writer();
        assert_whole();
        left += access(NAME ".tmp", F_OK) == 0;
        assert_in_range(files_here(), 1, 2);
    }
    assert_true(left > 0); /* some were killed while they wrote */
    assert_int_equal(replace_words(0), 0);
    assert_int_equal(files_here(), 1);
}

TEST_WITH(writers_at_once_leave_one_file, enter_scratch, leave_scratch)
{
    pid_t pids[4];

    for (unsigned k = 0; k < 4; k++) {
        pids[k] = fork();
        if (pids[k] == 0) {
            int bad = 0;

            for (int n = 0; n < 20; n++)
                bad |= replace_words(k) != 0;
            _exit(bad);
        }
    }
    for (unsigned k = 0; k < 4; k++) {
        int status;

        assert_int_equal(waitpid(pids[k], &status, 0), pids[k]);
        assert_int_equal(status, 0);
    }
    assert_whole();
    assert_int_equal(files_here(), 1);
}

TESTS(NULL, NULL)
