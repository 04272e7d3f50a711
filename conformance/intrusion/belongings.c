/* SPDX-License-Identifier: MIT */
#include "belongings.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "conformance/inject/clock.h"
#include "finding.h"

extern char **environ;

static const struct timeval far_off = {CLOCK_CALLER_SECONDS, 0};

static uint64_t hash(uint64_t so_far, const char *text, size_t length)
{
    for (size_t k = 0; k < length; k++)
        so_far = (so_far ^ (unsigned char)text[k]) * UINT64_C(0x100000001b3);
    return so_far;
}

static uint64_t belongings_environment(void)
{
    uint64_t sum = 0;

    for (char **at = environ; at && *at; at++)
        sum = hash(sum, *at, strlen(*at) + 1);
    return sum;
}

/* A line of /proc/self/maps that is of a file, and of none that is besides. */
static bool belongings_counts(const char *line, size_t length,
                              const char *besides)
{
    const char *path = memchr(line, '/', length);

    return path && !(besides && *besides &&
                     strlen(besides) <= (size_t)(line + length - path) &&
                     memcmp(line + length - strlen(besides), besides,
                            strlen(besides)) == 0);
}

static size_t mappings(uint64_t *list, const char *besides)
{
    static char text[1 << 17];
    int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    size_t length = 0, count = 0;
    ssize_t n;

    while (fd >= 0 && length < sizeof text - 1 &&
           (n = read(fd, text + length, sizeof text - 1 - length)) > 0)
        length += (size_t)n;
    if (fd >= 0)
        close(fd);
    text[length] = '\0';
    for (char *line = text, *end; (end = strchr(line, '\n')) != NULL;
         line = end + 1)
        if (count < BELONGINGS_MAPPINGS &&
            belongings_counts(line, (size_t)(end - line), besides))
            list[count++] = hash(0, line, (size_t)(end - line));
    return count;
}

/* The file's name is enough: other files of that name are not looked at. */
static const char *belongings_name_of(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;

    return slash;
}

static void give_timers(struct belongings *b)
{
    const struct itimerval alarm = {far_off, far_off};
    const struct itimerspec later = {.it_value = {CLOCK_CALLER_SECONDS, 0}};
    struct sigevent event = {.sigev_notify = SIGEV_NONE};

    setitimer(ITIMER_REAL, &alarm, NULL);
    setitimer(ITIMER_VIRTUAL, &alarm, NULL);
    b->timer = -1;
    if (clock_lists_timers() &&
        syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &b->timer) == 0)
        syscall(SYS_timer_settime, b->timer, 0, &later, NULL);
}

void belongings_give(struct belongings *b, const char *besides)
{
    struct stat directory = {0};

    *b = (struct belongings){0};
    give_timers(b);
    for (int s = 1; s < NSIG; s++)
        sigaction(s, NULL, &b->signals[s]);
    for (int k = 0; k < (int)RLIM_NLIMITS; k++)
        getrlimit(k, &b->limits[k]);
    umask(b->mask = umask(0));
    stat(".", &directory);
    b->device = directory.st_dev;
    b->inode = directory.st_ino;
    b->environment = belongings_environment();
    b->mapping_count = mappings(b->mappings, belongings_name_of(besides));
}

static bool same_action(const struct sigaction *a, const struct sigaction *b)
{
    const int flags = SA_RESTART | SA_SIGINFO | SA_ONSTACK | SA_NODEFER |
                      SA_NOCLDSTOP | SA_NOCLDWAIT | (int)SA_RESETHAND;

    if (a->sa_handler != b->sa_handler ||
        (a->sa_flags & flags) != (b->sa_flags & flags))
        return false;
    for (int s = 1; s < NSIG; s++)
        if (sigismember(&a->sa_mask, s) != sigismember(&b->sa_mask, s))
            return false;
    return true;
}

static bool signals_kept(const struct belongings *b, char *text, size_t size)
{
    struct sigaction now;
    bool kept = true;

    for (int s = 1; s < NSIG; s++)
        if (s != SIGPROF && sigaction(s, NULL, &now) == 0 &&
            !same_action(&now, &b->signals[s]))
            kept = finding(text, size, "changed what becomes of signal %d", s);
    return kept;
}

static bool is_alive(int which)
{
    struct itimerval now;

    return getitimer(which, &now) == 0 &&
           now.it_interval.tv_sec == far_off.tv_sec &&
           (now.it_value.tv_sec != 0 || now.it_value.tv_usec != 0);
}

static bool timers_kept(const struct belongings *b, char *text, size_t size)
{
    struct itimerspec now;
    bool kept = true;

    if (!is_alive(ITIMER_REAL))
        kept = finding(text, size, "took the caller's alarm (ITIMER_REAL)");
    if (!is_alive(ITIMER_VIRTUAL))
        kept = finding(text, size, "took the caller's ITIMER_VIRTUAL");
    if (b->timer >= 0 && (syscall(SYS_timer_gettime, b->timer, &now) != 0 ||
                          now.it_value.tv_sec == 0))
        kept = finding(text, size, "took a POSIX timer of the caller's");
    return kept;
}

static bool limits_kept(const struct belongings *b, char *text, size_t size)
{
    struct rlimit now;
    bool kept = true;

    for (int k = 0; k < (int)RLIM_NLIMITS; k++)
        if (getrlimit(k, &now) == 0 && (now.rlim_cur != b->limits[k].rlim_cur ||
                                        now.rlim_max != b->limits[k].rlim_max))
            kept = finding(text, size, "changed the limit of resource %d", k);
    return kept;
}

static bool place_kept(const struct belongings *b, char *text, size_t size)
{
    struct stat directory = {0};
    mode_t mask;
    bool kept = true;

    umask(mask = umask(0));
    if (mask != b->mask)
        kept = finding(text, size, "changed the umask: %03o to %03o",
                       (unsigned)b->mask, (unsigned)mask);
    stat(".", &directory);
    if (directory.st_dev != b->device || directory.st_ino != b->inode)
        kept = finding(text, size, "changed the working directory");
    if (belongings_environment() != b->environment)
        kept = finding(text, size, "changed the environment");
    return kept;
}

static bool mappings_kept(const struct belongings *b, const char *besides,
                          char *text, size_t size)
{
    static uint64_t now[BELONGINGS_MAPPINGS];
    size_t count = mappings(now, besides), lost = 0;

    for (size_t k = 0; k < b->mapping_count; k++) {
        bool found = false;

        for (size_t n = 0; n < count && !found; n++)
            found = now[n] == b->mappings[k];
        lost += !found;
    }
    return lost == 0 ||
           finding(text, size, "unmapped or changed %zu mapped file%s", lost,
                   lost == 1 ? "" : "s");
}

bool belongings_kept(const struct belongings *b, const char *besides,
                     char *text, size_t size)
{
    bool signals = signals_kept(b, text, size);
    bool timers = timers_kept(b, text, size);
    bool limits = limits_kept(b, text, size);
    bool place = place_kept(b, text, size);

    return mappings_kept(b, belongings_name_of(besides), text, size) &&
           signals && timers && limits && place;
}
