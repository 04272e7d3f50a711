/* SPDX-License-Identifier: MIT */
#include "recording.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/delivery/observed.h"
#include "reports/reports.h"

static bool append(const char *name, const struct results *run,
                   bool (*lines)(const struct results *run, FILE *out))
{
    FILE *file = fopen(name, "ae");
    bool good;

    if (!file)
        return false;
    good = lines(run, file) && !ferror(file);
    return fclose(file) == 0 && good;
}

bool recording_begin(struct recording *recording, const struct results *run)
{
    struct stat about;

    if (stat(recording->file, &about) != 0)
        return false;
    recording->start = S_ISREG(about.st_mode) ? about.st_size : -1;
    return recording->start < 0 ||
           append(recording->file, run, report_lines_begin);
}

static bool put(const struct test_case *c, const struct observation *seen,
                FILE *out)
{
    struct result line = {.id = c->id,
                          .text = test_case_text(c),
                          .observed = observed_text(seen)};
    bool good = line.text && line.observed && report_lines_observed(&line, out);

    free(line.text);
    free(line.observed);
    return good;
}

/* In one piece: others append to the same file. */
void recording_observed(const void *context,
                        const struct test_case *const *cases,
                        const struct observation *observations, size_t count)
{
    const struct recording *recording = context;
    int file = recording->start < 0
                   ? -1
                   : open(recording->file, O_WRONLY | O_APPEND | O_CLOEXEC);
    char *lines = NULL;
    size_t length;
    FILE *out = file < 0 ? NULL : open_memstream(&lines, &length);
    bool good = out != NULL;

    for (size_t k = 0; good && k < count; k++)
        good = put(cases[k], &observations[k], out);
    if (out)
        good = fclose(out) == 0 && good;
    if (good)
        good = write(file, lines, length) == (ssize_t)length;
    free(lines);
    if (file >= 0)
        close(file);
}

bool recording_end(const struct recording *recording, const struct results *run)
{
    return (recording->start < 0 ||
            truncate(recording->file, recording->start) == 0) &&
           append(recording->file, run, report_lines);
}
