/* SPDX-License-Identifier: MIT */
#include "scratch.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reference/unit_test.h"

static char name[SCRATCH_NAME];

static const char *path_of(const char *entry)
{
    static char path[SCRATCH_NAME + 64];

    snprintf(path, sizeof path, "%s/%s", name, entry);
    return path;
}

static void make_file(const char *path)
{
    int file = open(path, O_CREAT | O_WRONLY, 0600);

    assert_true(file >= 0);
    close(file);
}

/* Directories in it, too, that nobody may enter. */
TEST(all_that_was_put_there_goes)
{
    assert_true(scratch_make_outside(name));
    make_file(path_of("file"));
    assert_int_equal(mkdir(path_of("a"), 0700), 0);
    assert_int_equal(mkdir(path_of("a/b"), 0700), 0);
    make_file(path_of("a/b/file"));
    assert_int_equal(mkdir(path_of("a/b/c"), 0), 0);
    assert_int_equal(chmod(path_of("a/b"), 0), 0);
    assert_int_equal(chmod(path_of("a"), 0), 0);
    scratch_remove(name);
    assert_int_equal(access(name, F_OK), -1);
}

TEST(what_a_link_leads_to_stays)
{
    char kept[] = "/tmp/kept-XXXXXX", file[40];

    assert_non_null(mkdtemp(kept));
    snprintf(file, sizeof file, "%s/file", kept);
    make_file(file);
    assert_true(scratch_make_outside(name));
    assert_int_equal(symlink(kept, path_of("link")), 0);
    scratch_remove(name);
    assert_int_equal(access(name, F_OK), -1);
    assert_int_equal(access(file, F_OK), 0);
    unlink(file);
    rmdir(kept);
}

TEST(a_place_that_is_not_there_is_told)
{
    setenv("TMPDIR", "/dev/null", 1);
    assert_false(scratch_make_outside(name));
    unsetenv("TMPDIR");
}

TESTS(NULL, NULL)
