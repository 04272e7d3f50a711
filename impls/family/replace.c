/* SPDX-License-Identifier: MIT */
#include "replace.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int lock(int fd)
{
    int result;

    do
        result = flock(fd, LOCK_EX);
    while (result != 0 && errno == EINTR);
    return result;
}

/* Whether the file that is open is still the one of that name. */
static bool is_file_named(int fd, const char *path)
{
    struct stat open_one, named;

    return fstat(fd, &open_one) == 0 && lstat(path, &named) == 0 &&
           open_one.st_ino == named.st_ino && open_one.st_dev == named.st_dev;
}

/* Wait for the writer that holds the temporary, if one does; what it leaves
 * then is nobody's. */
static int remove_left(const char *path)
{
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int error = 0;

    if (fd < 0)
        return errno == ENOENT ? 0 : errno;
    if (lock(fd) != 0 || (is_file_named(fd, path) && unlink(path) != 0))
        error = errno;
    close(fd);
    return error;
}

/* A new file of that name, locked; or -1. */
static int create_locked(const char *path)
{
    for (;;) {
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

        if (fd < 0 && errno != EEXIST)
            return -1;
        if (fd < 0) {
            errno = remove_left(path);
            if (errno != 0)
                return -1;
        } else if (lock(fd) != 0) {
            close(fd);
            return -1;
        } else if (is_file_named(fd, path)) {
            return fd;
        } else {
            close(fd); /* taken for one that was left */
        }
    }
}

static int write_part(int fd, const struct iovec *part)
{
    const char *from = part->iov_base;
    size_t left = part->iov_len;

    while (left > 0) {
        ssize_t done = write(fd, from, left);

        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return errno;
        from += done;
        left -= (size_t)done;
    }
    return 0;
}

static int write_parts(int fd, const struct iovec *parts, size_t count)
{
    int error = 0;

    for (size_t k = 0; error == 0 && k < count; k++)
        error = write_part(fd, &parts[k]);
    return error == 0 && fsync(fd) != 0 ? errno : error;
}

/* The same where the limit on a file's size is an error like others, and its
 * signal kills nobody. */
static int write_quietly(int fd, const struct iovec *parts, size_t count)
{
    static const struct timespec at_once;
    sigset_t limit, before, pending;
    int error;

    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &limit, &before);
    sigpending(&pending);
    error = write_parts(fd, parts, count);
    if (error == EFBIG && !sigismember(&pending, SIGXFSZ))
        sigtimedwait(&limit, NULL, &at_once);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

/* The name is to survive a loss of power as the file does; where that can't
 * be had, it is right all the same. */
static void sync_directory(char *path)
{
    char *slash = strrchr(path, '/');
    int fd;

    if (slash != NULL)
        slash[1] = '\0';
    fd = open(slash ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

int replace_file(const char *name, const struct iovec *parts, size_t count)
{
    char path[PATH_MAX];
    int fd, error;

    if (snprintf(path, sizeof path, "%s.tmp", name) >= (int)sizeof path)
        return ENAMETOOLONG;
    fd = create_locked(path);
    if (fd < 0)
        return errno;
    error = write_quietly(fd, parts, count);
    if (error == 0 && rename(path, name) != 0)
        error = errno;
    if (error != 0)
        unlink(path);
    close(fd);
    if (error == 0)
        sync_directory(path);
    return error;
}
