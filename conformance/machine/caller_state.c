/* SPDX-License-Identifier: MIT */
#include "caller_state.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "proc.h"

void finding(struct findings *findings, const char *format, ...)
{
    char *text = findings->text;
    size_t used = strlen(text), size = sizeof findings->text;
    va_list arguments;

    if (used > 0 && used + 2 < size) {
        strcpy(text + used, "; ");
        used += 2;
    }
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

static void descriptor_name(int number, char *name, size_t size)
{
    char path[64];
    ssize_t n;

    snprintf(path, sizeof path, "/proc/self/fd/%d", number);
    n = readlink(path, name, size - 1);
    name[n > 0 ? n : 0] = '\0';
}

static uint64_t hash(uint64_t so_far, const char *text, size_t length)
{
    for (size_t k = 0; k < length; k++)
        so_far = (so_far ^ (unsigned char)text[k]) * UINT64_C(0x100000001b3);
    return so_far;
}

static struct descriptor descriptor_of(int number)
{
    struct descriptor descriptor = {.number = number};
    struct stat status;
    char name[256];

    if (fstat(number, &status) == 0) {
        descriptor.device = status.st_dev;
        descriptor.inode = status.st_ino;
    }
    descriptor_name(number, name, sizeof name);
    descriptor.name = hash(0, name, strlen(name));
    return descriptor;
}

/* The flags of a task's state, as the kernel lists them. */
static bool is_ending(int thread)
{
    enum { EXITING = 4 };
    char path[64], text[PROC_STAT], state;
    const char *state_text;
    unsigned flags;

    snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
    state_text = proc_stat(path, text);
    return !state_text ||
           sscanf(state_text, " %c %*d %*d %*d %*d %*d %u", &state, &flags) !=
               2 ||
           (flags & EXITING);
}

static size_t live_threads(pid_t *list)
{
    size_t n = proc_numbers("/proc/self/task", list, RESOURCES_MOST), kept = 0;

    for (size_t k = 0; k < n; k++)
        if (!is_ending(list[k]))
            list[kept++] = list[k];
    return kept;
}

void resources_note(struct resources *resources)
{
    int list[RESOURCES_MOST];
    size_t n;

    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    n = resources->descriptor_count =
        proc_numbers("/proc/self/fd", list, RESOURCES_MOST);
    for (size_t k = 0; k < n; k++)
        resources->descriptors[k] = descriptor_of(list[k]);
    resources->thread_count = live_threads(resources->threads);
    resources->child_count =
        proc_children(0, resources->children, RESOURCES_MOST);
}

static bool descriptor_known(const struct resources *noted, int number)
{
    for (size_t k = 0; k < noted->descriptor_count; k++)
        if (noted->descriptors[k].number == number)
            return true;
    return false;
}

static void descriptors_left(const struct resources *noted,
                             struct findings *findings)
{
    int list[RESOURCES_MOST];
    size_t n = proc_numbers("/proc/self/fd", list, RESOURCES_MOST);

    for (size_t k = 0; k < n; k++) {
        char name[64];

        if (descriptor_known(noted, list[k]))
            continue;
        descriptor_name(list[k], name, sizeof name);
        finding(findings, "left a descriptor: %d -> %s", list[k], name);
    }
}

void resources_gone(const struct resources *noted, struct findings *findings)
{
    for (size_t k = 0; k < noted->descriptor_count; k++) {
        const struct descriptor *before = &noted->descriptors[k];
        struct descriptor now = descriptor_of(before->number);
        char name[64];

        if (fcntl(before->number, F_GETFD) < 0) {
            finding(findings, "closed a descriptor: %d", before->number);
        } else if (now.device != before->device || now.inode != before->inode ||
                   now.name != before->name) {
            descriptor_name(before->number, name, sizeof name);
            finding(findings, "replaced a descriptor: %d -> %s", before->number,
                    name);
        }
    }
}

static bool among(pid_t pid, const pid_t *list, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (list[k] == pid)
            return true;
    return false;
}

/* Those of now that were not there: "left a thread: NAME". */
static void tasks_left(const pid_t *now, size_t n, const pid_t *before,
                       size_t count, const char *what,
                       struct findings *findings)
{
    const char *under = strcmp(what, "thread") ? "" : "self/task/";
    char path[64], name[32];

    for (size_t k = 0; k < n; k++) {
        if (among(now[k], before, count))
            continue;
        snprintf(path, sizeof path, "/proc/%s%d/comm", under, now[k]);
        proc_text(path, name, sizeof name);
        name[strcspn(name, "\n")] = '\0';
        finding(findings, "left a %s: %s", what, name);
    }
}

void resources_left(const struct resources *noted, struct findings *findings)
{
    pid_t now[RESOURCES_MOST];
    size_t n = live_threads(now);

    descriptors_left(noted, findings);
    tasks_left(now, n, noted->threads, noted->thread_count, "thread", findings);
    n = proc_children(0, now, RESOURCES_MOST);
    tasks_left(now, n, noted->children, noted->child_count, "child process",
               findings);
}

extern char **environ;

static const struct timeval far_off = {CLOCK_CALLER_SECONDS, 0};

static uint64_t hash_environment(void)
{
    uint64_t sum = 0;

    for (char **at = environ; at && *at; at++)
        sum = hash(sum, *at, strlen(*at) + 1);
    return sum;
}

/* A line of /proc/self/maps that is of a file, and of none that is besides. */
static bool mapping_counts(const char *line, size_t length, const char *besides)
{
    const char *path = memchr(line, '/', length);

    return path &&
           !(besides && strlen(besides) <= (size_t)(line + length - path) &&
             memcmp(line + length - strlen(besides), besides,
                    strlen(besides)) == 0);
}

/* The name of the file besides is enough: others of that name are not looked
 * at. */
static size_t mappings(uint64_t *list, const char *besides)
{
    static char text[1 << 17];
    const char *name = besides ? strrchr(besides, '/') : NULL;
    size_t count = 0;

    proc_text("/proc/self/maps", text, sizeof text);
    for (char *line = text, *end; (end = strchr(line, '\n')) != NULL;
         line = end + 1)
        if (count < SETTINGS_MAPPINGS &&
            mapping_counts(line, (size_t)(end - line), name))
            list[count++] = hash(0, line, (size_t)(end - line));
    return count;
}

static void give_timers(struct settings *b)
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

static void settings_note(struct settings *b, const char *besides)
{
    struct stat directory = {0};

    for (int s = 1; s < NSIG; s++)
        sigaction(s, NULL, &b->signals[s]);
    for (int k = 0; k < (int)RLIM_NLIMITS; k++)
        getrlimit(k, &b->limits[k]);
    umask(b->mask = umask(0));
    stat(".", &directory);
    b->device = directory.st_dev;
    b->inode = directory.st_ino;
    b->environment = hash_environment();
    b->mapping_count = mappings(b->mappings, besides);
}

void settings_give(struct settings *b, const char *besides)
{
    *b = (struct settings){0};
    give_timers(b);
    settings_note(b, besides);
}

bool same_action(const struct sigaction *a, const struct sigaction *b)
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

static bool is_alive(int which)
{
    struct itimerval now;

    return getitimer(which, &now) == 0 &&
           now.it_interval.tv_sec == far_off.tv_sec &&
           (now.it_value.tv_sec != 0 || now.it_value.tv_usec != 0);
}

static void timers_taken(const struct settings *b, struct findings *findings)
{
    struct itimerspec now;

    if (!is_alive(ITIMER_REAL))
        finding(findings, "took the caller's alarm (ITIMER_REAL)");
    if (!is_alive(ITIMER_VIRTUAL))
        finding(findings, "took the caller's ITIMER_VIRTUAL");
    if (b->timer >= 0 && (syscall(SYS_timer_gettime, b->timer, &now) != 0 ||
                          now.it_value.tv_sec == 0))
        finding(findings, "took one of the caller's POSIX timers");
}

static void mappings_lost(const struct settings *b, const struct settings *now,
                          struct findings *findings)
{
    size_t lost = 0;

    for (size_t k = 0; k < b->mapping_count; k++) {
        bool found = false;

        for (size_t n = 0; n < now->mapping_count && !found; n++)
            found = now->mappings[n] == b->mappings[k];
        lost += !found;
    }
    if (lost > 0)
        finding(findings, "unmapped or changed %zu mapped file%s", lost,
                lost == 1 ? "" : "s");
}

void settings_changed(const struct settings *b, const char *besides,
                      struct findings *findings)
{
    static struct settings now;

    now = (struct settings){0};
    settings_note(&now, besides);
    for (int s = 1; s < NSIG; s++)
        if (s != SIGPROF && !same_action(&now.signals[s], &b->signals[s]))
            finding(findings, "changed the action of signal %d", s);
    timers_taken(b, findings);
    for (int k = 0; k < (int)RLIM_NLIMITS; k++)
        if (now.limits[k].rlim_cur != b->limits[k].rlim_cur ||
            now.limits[k].rlim_max != b->limits[k].rlim_max)
            finding(findings, "changed the limit of resource %d", k);
    if (now.mask != b->mask)
        finding(findings, "changed the umask: %03o to %03o", (unsigned)b->mask,
                (unsigned)now.mask);
    if (now.device != b->device || now.inode != b->inode)
        finding(findings, "changed the working directory");
    if (now.environment != b->environment)
        finding(findings, "changed the environment");
    mappings_lost(b, &now, findings);
}

enum {
    NOBODYS_ERROR = 4711,
    TICK_NS = 1000000,
    READ_NS = 10 * TICK_NS,
    READS = 7, /* tried, each twice as long as the one before */
};

static bool errno_is_changed(void)
{
    pid_t pid = getpid(), thread = (pid_t)syscall(SYS_gettid);

    errno = NOBODYS_ERROR;
    syscall(SYS_tgkill, pid, thread, SIGPROF);
    return errno != NOBODYS_ERROR;
}

/* How often this thread has waited for something. */
static long waits(void)
{
    struct rusage usage = {0};

    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw;
}

enum waited { WAITED, INTERRUPTED, UNKNOWN };

/* A read of a timer that comes to its end later; ticks come all the while.  One
 * that waited, was woken by a tick and waited again has gone on after it.  On a
 * busy machine the timer may have ended before, which shows nothing. */
static enum waited wait_in_read(int fd)
{
    for (int k = 0; k < READS; k++) {
        const struct itimerspec end = {.it_value = {0, READ_NS << k}};
        uint64_t count;
        long before;

        if (timerfd_settime(fd, 0, &end, NULL) != 0)
            return UNKNOWN;
        before = waits();
        if (read(fd, &count, sizeof count) < 0)
            return errno == EINTR ? INTERRUPTED : UNKNOWN;
        if (waits() - before > 1)
            return WAITED;
    }
    return UNKNOWN;
}

/* With a signal sent to this thread again and again. */
static enum waited wait_under(int signal)
{
    const struct itimerspec each = {{0, TICK_NS}, {0, TICK_NS}};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID,
                             .sigev_signo = signal};
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC), timer;
    enum waited result = UNKNOWN;

    if (fd < 0)
        return UNKNOWN;
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    if (syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) == 0) {
        if (syscall(SYS_timer_settime, timer, 0, &each, NULL) == 0)
            result = wait_in_read(fd);
        syscall(SYS_timer_delete, timer);
    }
    close(fd);
    return result;
}

static void do_nothing(int signal)
{
    (void)signal;
}

/* Whether this host lets a read go on after a handler with SA_RESTART. */
static bool host_restarts(void)
{
    struct sigaction action = {.sa_handler = do_nothing,
                               .sa_flags = SA_RESTART};
    struct sigaction before;
    sigset_t open, mask;
    bool restarts;

    sigemptyset(&action.sa_mask);
    sigemptyset(&open);
    sigaddset(&open, SIGPWR);
    sigaction(SIGPWR, &action, &before);
    sigprocmask(SIG_UNBLOCK, &open, &mask);
    restarts = wait_under(SIGPWR) == WAITED;
    sigprocmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGPWR, &before, NULL);
    return restarts;
}

void intrusion_try(struct intrusion *intrusion)
{
    intrusion->tried = true;
    intrusion->errno_changed = errno_is_changed();
    /* Else its timer would be taken for the implementation's. */
    intrusion->call_failed = clock_lists_timers() &&
                             wait_under(SIGPROF) == INTERRUPTED &&
                             host_restarts();
}
