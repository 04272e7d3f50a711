/* SPDX-License-Identifier: MIT */
#include "publish.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/base/output.h"
#include "reports/reports.h"

int publish_begin(const char *directory)
{
    int failed = mkdir(directory, 0777) == 0 || errno == EEXIST ? 0 : errno;
    struct stat about;

    if (!failed && stat(directory, &about) != 0)
        failed = errno;
    else if (!failed && !S_ISDIR(about.st_mode))
        failed = ENOTDIR;
    else if (!failed && access(directory, W_OK | X_OK) != 0)
        failed = errno;
    return failed ? complain(STATUS_USAGE,
                             "--report %s: %s; name a directory "
                             "that can be written, or made",
                             directory, strerror(failed))
                  : STATUS_PASS;
}

/* What a file made by fopen would have. */
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

/* 0, or the error. */
static int publish_write_whole(int file, const struct report_format *format,
                               const struct results *runs, size_t count)
{
    FILE *out = fdopen(file, "w");
    bool good;

    if (!out) {
        close(file);
        return errno;
    }
    errno = 0;
    format->write(runs, count, out);
    good = fchmod(file, usual_mode()) == 0 && !ferror(out);
    good = fclose(out) == 0 && good;
    return good ? 0 : errno ? errno : EIO;
}

/* Under a name of its own until it is whole. */
static int publish_put(const char *directory,
                       const struct report_format *format,
                       const struct results *runs, size_t count)
{
    size_t room = strlen(directory) + strlen(format->file) + sizeof "/..XXXXXX";
    char *path = malloc(room), *passing = malloc(room);
    int failed = path && passing ? 0 : ENOMEM, file;

    if (!failed) {
        snprintf(path, room, "%s/%s", directory, format->file);
        snprintf(passing, room, "%s/.%s.XXXXXX", directory, format->file);
        file = mkstemp(passing);
        failed =
            file < 0 ? errno : publish_write_whole(file, format, runs, count);
        if (!failed && rename(passing, path) != 0)
            failed = errno;
        if (failed && file >= 0)
            unlink(passing);
    }
    if (failed)
        complain(STATUS_HARNESS, "--report %s/%s: %s", directory, format->file,
                 strerror(failed));
    free(path);
    free(passing);
    return failed ? STATUS_HARNESS : STATUS_PASS;
}

int publish(const char *directory, const struct results *runs, size_t count)
{
    int status = STATUS_PASS;

    for (const struct report_format *f = report_formats;
         f->name && status == STATUS_PASS; f++)
        if (f->file)
            status = publish_put(directory, f, runs, count);
    return status;
}
