/* SPDX-License-Identifier: MIT */
#include "put_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ATTEMPTS = 16, FRESH = 32 };

/* What a file made by fopen would have. */
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

/* To the disk; what can't be synchronised is no file. */
static bool put_file_sync(int file)
{
    return fsync(file) == 0 || errno == EINVAL || errno == EROFS;
}

/* Closes it.  0, or the error. */
static int put_file_fill(int file, bool (*write)(void *context, FILE *out),
                         void *context, bool sync)
{
    FILE *out = fdopen(file, "w");
    bool good;

    if (!out) {
        close(file);
        return errno;
    }
    errno = 0;
    good = write(context, out);
    if (!good && !ferror(out))
        errno = ENOMEM;
    good = good && fflush(out) == 0 && !ferror(out) &&
           (!sync || put_file_sync(file));
    good = fclose(out) == 0 && good;
    return good ? 0 : errno ? errno : EIO;
}

/* A new file there.  -1: errno tells why. */
static int put_file_make(int directory, char name[FRESH])
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

static int put_file_in(int directory, const char *name,
                       bool (*write)(void *context, FILE *out), void *context)
{
    char fresh[FRESH];
    struct stat before;
    int file = put_file_make(directory, fresh), kept, error;
    bool is_there =
        fstatat(directory, name, &before, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(before.st_mode);

    if (file < 0)
        return errno;
    kept = fcntl(file, F_DUPFD_CLOEXEC, 0);
    error = put_file_fill(file, write, context, true);
    if (!error && (kept < 0 || fchmod(kept, is_there ? before.st_mode & 07777
                                                     : usual_mode()) != 0))
        error = errno;
    if (!error && renameat(directory, fresh, directory, name) != 0)
        error = errno;
    if (error)
        unlinkat(directory, fresh, 0);
    else if (!put_file_sync(directory))
        error = errno;
    if (kept >= 0)
        close(kept);
    return error;
}

int put_file_whole(const char *path, bool (*write)(void *context, FILE *out),
                   void *context)
{
    const char *slash = strrchr(path, '/');
    char *where =
        slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    int directory, error;

    if (!where)
        return ENOMEM;
    directory = open(where, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(where);
    if (directory < 0)
        return errno;
    error = put_file_in(directory, slash ? slash + 1 : path, write, context);
    close(directory);
    return error;
}

struct plain_write {
    void (*write)(FILE *out, const void *context);
    const void *context;
};

static bool put_file_plainly(void *context, FILE *out)
{
    const struct plain_write *plain = context;

    plain->write(out, plain->context);
    return true;
}

/* One that nobody reads is not waited for. */
static int put_file_as_it_is(const char *path, struct plain_write *plain)
{
    int file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);

    if (file < 0)
        return errno;
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    return put_file_fill(file, put_file_plainly, plain, false);
}

int put_file(const char *path, void (*write)(FILE *out, const void *context),
             const void *context)
{
    struct plain_write plain = {write, context};
    struct stat about;
    char *file;
    int failed;

    if (lstat(path, &about) != 0 || S_ISREG(about.st_mode))
        return put_file_whole(path, put_file_plainly, &plain);
    /* A link stays, and the file that it leads to is the one that is meant. */
    file = S_ISLNK(about.st_mode) ? realpath(path, NULL) : NULL;
    failed = file && stat(file, &about) == 0 && S_ISREG(about.st_mode)
                 ? put_file_whole(file, put_file_plainly, &plain)
                 : put_file_as_it_is(path, &plain);
    free(file);
    return failed;
}
