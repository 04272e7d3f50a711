/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "conformance/base/plural.h"
#include "progress.h"

enum { PATIENCE = 2 /* seconds */ };

static const char *subject;
static struct timespec began; /* the first of all runs of this process */
static bool shown;

static bool patience_is_over(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec - began.tv_sec > PATIENCE;
}

void progress_begin(const char *what)
{
    subject = what;
    shown = false;
    if (began.tv_sec == 0)
        clock_gettime(CLOCK_MONOTONIC, &began);
}

void progress_show(size_t done, size_t count)
{
    if (!isatty(STDERR_FILENO) || !patience_is_over())
        return;
    fprintf(stderr, "\rprofilcheck: %s: %zu of %zu case%s ", subject, done,
            count, plural(count));
    fflush(stderr);
    shown = true;
}

void progress_end(void)
{
    if (shown)
        fputs("\r\033[K", stderr);
}
