/* SPDX-License-Identifier: MIT */
#include "put_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a file made by fopen would have. */
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

/* 0, or the error. */
static int put_file_whole(int file, bool fresh,
                          void (*write)(FILE *out, const void *context),
                          const void *context)
{
    FILE *out = fdopen(file, "w");
    bool good;

    if (!out) {
        close(file);
        return errno;
    }
    errno = 0;
    write(out, context);
    good = (!fresh || fchmod(file, usual_mode()) == 0) && !ferror(out);
    good = fclose(out) == 0 && good;
    return good ? 0 : errno ? errno : EIO;
}

static int put_file_as_it_is(const char *path,
                             void (*write)(FILE *out, const void *context),
                             const void *context)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);

    return file < 0 ? errno : put_file_whole(file, false, write, context);
}

/* Under a name of its own, until it is whole. */
static int put_file_in_place(const char *path,
                             void (*write)(FILE *out, const void *context),
                             const void *context)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t room = strlen(path) + sizeof "..XXXXXX";
    char *passing;
    int failed, file;

    passing = malloc(room);
    if (!passing)
        return ENOMEM;
    snprintf(passing, room, "%.*s.%s.XXXXXX", (int)(name - path), path, name);
    file = mkstemp(passing);
    failed = file < 0 ? errno : put_file_whole(file, true, write, context);
    if (!failed && rename(passing, path) != 0)
        failed = errno;
    if (failed && file >= 0)
        unlink(passing);
    free(passing);
    return failed;
}

int put_file(const char *path, void (*write)(FILE *out, const void *context),
             const void *context)
{
    struct stat about;
    char *file;
    int failed;

    if (lstat(path, &about) != 0 || S_ISREG(about.st_mode))
        return put_file_in_place(path, write, context);
    /* A link stays, and the file that it leads to is the one that is meant. */
    file = S_ISLNK(about.st_mode) ? realpath(path, NULL) : NULL;
    failed = file && stat(file, &about) == 0 && S_ISREG(about.st_mode)
                 ? put_file_in_place(file, write, context)
                 : put_file_as_it_is(path, write, context);
    free(file);
    return failed;
}
