/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "conformance/base/memory.h"
#include "conformance/base/output.h"
#include "conformance/base/whole_file.h"

enum { LINKS = 40, ATTEMPTS = 8 };

static const char *failed(const char *name)
{
    return problem_of("%.400s: %s", *name ? name : "''",
                      errno == EINVAL ? "it does not name a plain file"
                                      : strerror(errno));
}

/* Links to what a process has open lead nowhere by name. */
static bool is_descriptor(const char *path)
{
    char *copy = memory_text(path);
    struct statfs about;
    bool is =
        statfs(dirname(copy), &about) == 0 && about.f_type == PROC_SUPER_MAGIC;

    free(copy);
    return is;
}

/* The target of a link, as a path from here; null: it is not a link. */
static char *target_of(const char *path)
{
    char to[4096], *joined, *copy;
    ssize_t length = readlink(path, to, sizeof to - 1);

    if (length <= 0)
        return NULL;
    to[length] = '\0';
    if (*to == '/')
        return memory_text(to);
    copy = memory_text(path);
    joined = memory_format("%s/%s", dirname(copy), to);
    free(copy);
    return joined;
}

/* Sets file and path, of which path stays null for what is in place. */
static bool find_place(struct part *part)
{
    struct stat about;
    char *next;

    part->file = memory_text(part->name);
    for (int k = 0; k < LINKS && !is_descriptor(part->file) &&
                    (next = target_of(part->file));
         k++) {
        free(part->file);
        part->file = next;
    }
    if (is_descriptor(part->file))
        return access(part->file, W_OK) == 0;
    errno = EINVAL;
    if (!*part->file)
        return false;
    if (stat(part->file, &about) == 0 && !S_ISREG(about.st_mode)) {
        errno = S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
        return false;
    }
    if (access(part->file, W_OK) != 0 && errno != ENOENT)
        return false;
    part->path = memory_format("%s.part", part->file);
    return true;
}

/* Whether its name is still that of the locked file: the run that held the lock
 * may have taken it away. */
static bool still_there(const struct part *part)
{
    struct stat named, locked;

    return lstat(part->path, &named) == 0 && fstat(part->lock, &locked) == 0 &&
           named.st_ino == locked.st_ino && named.st_dev == locked.st_dev;
}

#define LINE "{\"line\": \""

/* Whether a file is empty or begins so. */
static bool begins(int file, const struct stat *about, const char *begin)
{
    char text[64];
    size_t length = strlen(begin);

    return about->st_size == 0 ||
           (pread(file, text, length, 0) == (ssize_t)length &&
            memcmp(text, begin, length) == 0);
}

/* Whether a run may have made what is open there: a plain file of one name,
 * that is empty or begins as one does.  Whose it is, resuming asks. */
static bool is_part(int file)
{
    struct stat about;

    return fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
           about.st_nlink <= 1 && begins(file, &about, LINE "command\", ");
}

/* Whether FILE is not there yet, or may be the results of a run before: what
 * somebody else wrote is not to be lost. */
static bool is_free(const char *path)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat about;
    bool is;

    if (file < 0)
        return errno == ENOENT;
    is = fstat(file, &about) == 0 && begins(file, &about, LINE);
    close(file);
    return is;
}

static const char *not_of_a_run(const struct part *part, const char *path)
{
    return problem_of("%.200s: %.300s exists and was not written by a run; "
                      "move it away, or name another file",
                      part->name, path);
}

static const char *part_lock(struct part *part, int how)
{
    const char *problem = NULL;

    for (int k = 0; k < ATTEMPTS; k++) {
        part->lock =
            open(part->path,
                 O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | how,
                 0666);
        if (part->lock < 0)
            return problem_of("%.200s: %.300s can't be %s: %s", part->name,
                              part->path, how ? "made" : "opened",
                              strerror(errno));
        if (!is_part(part->lock))
            problem = not_of_a_run(part, part->path);
        else if (flock(part->lock, LOCK_EX | LOCK_NB) != 0)
            problem = problem_of(
                errno == EWOULDBLOCK
                    ? "%.300s: another run is writing it; wait for that "
                      "one, or name another file"
                    : "%.300s: it can't be locked",
                part->name);
        else if (still_there(part))
            return NULL;
        close(part->lock);
        part->lock = -1;
        if (problem)
            return problem;
    }
    return problem_of("%.300s: other runs keep writing it", part->name);
}

/* Whether there is anything in it that a run observed. */
static bool has_observations(const struct part *part)
{
    struct whole_file file;
    bool has;

    if (!whole_file_read(&file, part->path))
        return true;
    has = strstr(file.text, "\n{\"line\": \"observation\"") ||
          strstr(file.text, "\n{\"line\": \"footer\"");
    free(file.text);
    return has;
}

/* Whether what has that name, if anything, was kept of a run before. */
static bool may_go(const char *path)
{
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool may = file < 0 ? errno == ENOENT : is_part(file);

    if (file >= 0)
        close(file);
    return may;
}

/* What is there is of a run that was killed. */
static const char *put_aside(struct part *part)
{
    const char *problem = NULL;
    char *old;

    if (!has_observations(part))
        return ftruncate(part->lock, 0) == 0 ? NULL : failed(part->path);
    old = memory_format("%s.old", part->path);
    if (!may_go(old))
        problem = not_of_a_run(part, old);
    else if (rename(part->path, old) != 0)
        problem = failed(old);
    free(old);
    close(part->lock);
    part->lock = -1;
    return problem ? problem : part_lock(part, O_CREAT);
}

const char *part_begin(struct part *part, const char *name)
{
    const char *problem;

    *part = (struct part){.name = name, .lock = -1};
    if (!find_place(part))
        return failed(name);
    if (!part->path)
        return NULL;
    if (!is_free(part->file))
        return not_of_a_run(part, part->file);
    problem = part_lock(part, O_CREAT);
    return problem ? problem : put_aside(part);
}

/* A line that was cut off is removed: no line may follow it. */
static const char *end_last_line(struct part *part)
{
    struct stat about;
    char last = '\n';

    if (fstat(part->lock, &about) != 0 ||
        (about.st_size &&
         pread(part->lock, &last, 1, about.st_size - 1) != 1) ||
        (last != '\n' && write(part->lock, "\n", 1) != 1))
        return failed(part->path);
    return NULL;
}

/* A name from the root, wherever the run that is gone on with was begun.
 * False: errno. */
static bool make_absolute(char **path)
{
    char *here, *name = *path;

    if (*name == '/')
        return true;
    here = getcwd(NULL, 0);
    if (!here)
        return false;
    *path = memory_format("%s/%s", here, name);
    free(here);
    free(name);
    return true;
}

bool part_is_own(const struct part *part)
{
    struct stat about;

    return fstat(part->lock, &about) == 0 && about.st_uid == geteuid();
}

const char *part_resume(struct part *part, const char *name)
{
    size_t length = strlen(name);
    const char *problem;

    *part = (struct part){.name = name, .lock = -1};
    if (!find_place(part))
        return failed(name);
    if (part->path && length > 5 && strcmp(name + length - 5, ".part") == 0) {
        free(part->path);
        part->path = part->file;
        part->file =
            memory_format("%.*s", (int)strlen(part->path) - 5, part->path);
    }
    if (part->path &&
        (!make_absolute(&part->file) || !make_absolute(&part->path)))
        return failed(name);
    if (!part->path || access(part->path, F_OK) != 0)
        return problem_of(
            "%.300s: there is nothing to resume: no killed run was writing it",
            name);
    problem = part_lock(part, 0);
    part->silent = -1;
    return problem ? problem : end_last_line(part);
}

int part_finish(struct part *part, file_writer *write, const void *context)
{
    int error;

    if (!part->path)
        return put_in_place(part->file, write, context);
    error = put_file_whole(part->file, write, context);
    if (!error && still_there(part))
        unlink(part->path);
    return error;
}

void part_end(struct part *part)
{
    struct stat about;

    if (part->lock >= 0 && part->silent >= 0 &&
        fstat(part->lock, &about) == 0 && about.st_size <= part->silent &&
        still_there(part))
        unlink(part->path);
    if (part->lock >= 0)
        close(part->lock);
    free(part->path);
    free(part->file);
    *part = (struct part){.lock = -1};
}
