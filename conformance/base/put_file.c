/* SPDX-License-Identifier: MIT */
#include "put_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"

enum { ATTEMPTS = 16, FRESH = 32 };

/* What a file made by fopen would have. */
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

/* To the disk; what can't be synchronised is no file. */
static bool synchronise(int file)
{
    return fsync(file) == 0 || errno == EINVAL || errno == EROFS;
}

/* Closes it.  0, or the error. */
static int fill(int file, file_writer *write, const void *context, bool sync)
{
    FILE *out = fdopen(file, "w");
    bool good;

    if (!out) {
        close(file);
        return errno;
    }
    errno = 0;
    write(out, context);
    good = fflush(out) == 0 && !ferror(out) && (!sync || synchronise(file));
    good = fclose(out) == 0 && good;
    return good ? 0 : errno ? errno : EIO;
}

/* A new file there.  -1: errno says why. */
static int make_file(int directory, char name[FRESH])
{
    for (int k = 0; k < ATTEMPTS; k++) {
        uint64_t number = 0;
        int file;

        if (getrandom(&number, sizeof number, GRND_NONBLOCK) < 0)
            number = (uint64_t)(uintptr_t)name ^ (uint64_t)getpid() << 32 ^
                     (uint64_t)k;
        snprintf(name, FRESH, ".profilcheck.%016" PRIx64, number);
        file =
            openat(directory, name,
                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

static int put_in(int directory, const char *name, file_writer *write,
                  const void *context)
{
    char fresh[FRESH];
    struct stat before;
    int file = make_file(directory, fresh), kept, error;
    bool is_there =
        fstatat(directory, name, &before, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(before.st_mode);

    if (file < 0)
        return errno;
    kept = fcntl(file, F_DUPFD_CLOEXEC, 0);
    error = fill(file, write, context, true);
    if (!error && (kept < 0 || fchmod(kept, is_there ? before.st_mode & 07777
                                                     : usual_mode()) != 0))
        error = errno;
    if (!error && renameat(directory, fresh, directory, name) != 0)
        error = errno;
    if (error)
        unlinkat(directory, fresh, 0);
    else if (!synchronise(directory))
        error = errno;
    if (kept >= 0)
        close(kept);
    return error;
}

int put_file_whole(const char *path, file_writer *write, const void *context)
{
    const char *slash = strrchr(path, '/');
    char *where = slash ? memory_format("%.*s", (int)(slash - path) + 1, path)
                        : memory_text(".");
    int directory = open(where, O_RDONLY | O_DIRECTORY | O_CLOEXEC), error;

    free(where);
    if (directory < 0)
        return errno;
    error = put_in(directory, slash ? slash + 1 : path, write, context);
    close(directory);
    return error;
}

int put_in_place(const char *path, file_writer *write, const void *context)
{
    int file = open(path, O_WRONLY | O_TRUNC | O_NONBLOCK | O_CLOEXEC);

    if (file < 0)
        return errno;
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    return fill(file, write, context, false);
}

int put_file(const char *path, file_writer *write, const void *context)
{
    struct stat about;
    char *file;
    int failed;

    if (lstat(path, &about) != 0 || S_ISREG(about.st_mode))
        return put_file_whole(path, write, context);
    /* A link stays, and its target is written. */
    file = S_ISLNK(about.st_mode) ? realpath(path, NULL) : NULL;
    failed = file && stat(file, &about) == 0 && S_ISREG(about.st_mode)
                 ? put_file_whole(file, write, context)
                 : put_in_place(path, write, context);
    free(file);
    return failed;
}
