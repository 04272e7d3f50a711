/* SPDX-License-Identifier: MIT */
#include "publish.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/base/output.h"
#include "conformance/base/put_file.h"
#include "reports/reports.h"

/* Whether there is a plain file of that name, or none. */
static bool publish_can_replace(const char *directory, const char *name)
{
    struct stat about;
    char *path = NULL;
    bool can = asprintf(&path, "%s/%s", directory, name) < 0 ||
               lstat(path, &about) != 0 || S_ISREG(about.st_mode);

    free(path);
    return can;
}

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
    if (failed)
        return complain(STATUS_USAGE,
                        "--report %s: %s; name a directory "
                        "that can be written, or made",
                        directory, strerror(failed));
    for (const struct report_format *f = report_formats; f->name; f++)
        if (f->file && !publish_can_replace(directory, f->file))
            return complain(STATUS_USAGE,
                            "--report %s: %s is there and no plain file; name "
                            "another directory",
                            directory, f->file);
    return STATUS_PASS;
}

struct publish_format {
    const struct report_format *format;
    const struct results *runs;
    size_t count;
};

static bool publish_write(void *context, FILE *out)
{
    const struct publish_format *p = context;

    p->format->write(p->runs, p->count, out);
    return true;
}

static int publish_put(const char *directory,
                       const struct report_format *format,
                       const struct results *runs, size_t count)
{
    struct publish_format whole = {format, runs, count};
    char *path = NULL;
    int failed = ENOMEM;

    if (asprintf(&path, "%s/%s", directory, format->file) >= 0)
        failed = put_file_whole(path, publish_write, &whole);
    if (failed)
        complain(STATUS_HARNESS, "--report %s/%s: %s", directory, format->file,
                 strerror(failed));
    free(path);
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
