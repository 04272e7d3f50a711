/* SPDX-License-Identifier: MIT */
#include "strays.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sandbox_time.h"

static const uint64_t patience = 1000000000; /* nanoseconds */

static bool have_children(void)
{
    siginfo_t info;

    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 ||
           errno != ECHILD;
}

/* The children of the calling thread, as the kernel lists them. */
static unsigned list_children(pid_t *pids, unsigned most)
{
    char path[64], text[2048], *at = text, *end;
    unsigned n = 0;
    ssize_t length;
    int fd;

    snprintf(path, sizeof path, "/proc/self/task/%ld/children",
             (long)syscall(SYS_gettid));
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    length = read(fd, text, sizeof text - 1);
    close(fd);
    text[length > 0 ? length : 0] = '\0';
    while (n < most) {
        long pid = strtol(at, &end, 10);

        if (end == at)
            break;
        pids[n++] = (pid_t)pid;
        at = end;
    }
    return n;
}

void strays_before(struct strays *strays)
{
    strays->count = 0;
    if (have_children())
        strays->count = list_children(strays->known, STRAYS_KNOWN);
}

static bool is_stray_known(const struct strays *strays, pid_t pid)
{
    for (unsigned k = 0; k < strays->count; k++)
        if (strays->known[k] == pid)
            return true;
    return false;
}

static bool strays_reap(pid_t pid, int *status)
{
    return waitpid(pid, status, WNOHANG | __WALL) > 0;
}

/* They die at once, but that a tracer may hold one until it dies itself.
 * Killing one may bring its own children here. */
bool strays_end(const struct strays *strays, pid_t group, int *status)
{
    static const struct timespec nap = {0, 1000000};
    uint64_t until = sandbox_time() + patience;
    pid_t pids[STRAYS_KNOWN];
    unsigned found;

    if (group > 0)
        kill(-group, SIGKILL);
    do {
        unsigned n = have_children() ? list_children(pids, STRAYS_KNOWN) : 0;
        unsigned held = 0;

        found = 0;
        for (unsigned k = 0; k < n; k++)
            if (!is_stray_known(strays, pids[k])) {
                kill(pids[k], SIGKILL);
                found++;
                held += !strays_reap(pids[k], pids[k] == group ? status : NULL);
            }
        if (held)
            nanosleep(&nap, NULL);
    } while (found && sandbox_time() < until);
    return found == 0;
}
