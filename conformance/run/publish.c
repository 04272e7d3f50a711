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

struct publish_format {
    const struct report_format *format;
    const struct results *runs;
    size_t count;
};

static void publish_write(FILE *out, const void *context)
{
    const struct publish_format *p = context;

    p->format->write(p->runs, p->count, out);
}

static int publish_put(const char *directory,
                       const struct report_format *format,
                       const struct results *runs, size_t count)
{
    const struct publish_format whole = {format, runs, count};
    char *path = NULL;
    int failed = ENOMEM;

    if (asprintf(&path, "%s/%s", directory, format->file) >= 0)
        failed = put_file(path, publish_write, &whole);
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
