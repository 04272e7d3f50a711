/* SPDX-License-Identifier: MIT */
#include "cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ATTEMPTS = 400 }; /* to find it empty, a millisecond or more apart */

static const char processes_most[] = "1024";
static const char memory_most[] = "2147483648"; /* bytes */

static void cgroup_nap(void)
{
    static const struct timespec millisecond = {0, 1000000};

    nanosleep(&millisecond, NULL);
}

static bool cgroup_put(const char *directory, const char *name,
                       const char *text)
{
    char path[CGROUP_PATH + 32];
    int file;
    bool good;

    snprintf(path, sizeof path, "%s/%s", directory, name);
    file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    good = write(file, text, strlen(text)) > 0;
    close(file);
    return good;
}

/* Whether one of the words between commas is it. */
static bool cgroup_has_word(const char *words, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ',') &&
            (at[length] == ',' || at[length] == '\0'))
            return true;
    return false;
}

/* Where a hierarchy is mounted: that with the controller, or, of version 2,
 * the one there is, for a null. */
static bool find_mount(const char *controller, char path[CGROUP_PATH])
{
    FILE *mounts = fopen("/proc/self/mounts", "re");
    char line[2048], where[CGROUP_PATH], type[32], options[512];
    bool found = false;

    while (mounts && !found && fgets(line, sizeof line, mounts)) {
        if (sscanf(line, "%*s %511s %31s %511s", where, type, options) != 3)
            continue;
        found = controller ? strcmp(type, "cgroup") == 0 &&
                                 cgroup_has_word(options, controller)
                           : strcmp(type, "cgroup2") == 0;
    }
    if (mounts)
        fclose(mounts);
    if (found)
        strcpy(path, where);
    return found;
}

/* Which group of that hierarchy this process is in. */
static bool find_own(const char *controller, char path[CGROUP_PATH])
{
    FILE *groups = fopen("/proc/self/cgroup", "re");
    char line[2048];
    bool found = false;

    while (groups && !found && fgets(line, sizeof line, groups)) {
        char *words = strchr(line, ':');
        char *own = words ? strchr(words + 1, ':') : NULL;

        line[strcspn(line, "\n")] = '\0';
        if (!own)
            continue;
        *own++ = '\0';
        found = controller ? cgroup_has_word(words + 1, controller) : !words[1];
        if (found)
            found = snprintf(path, CGROUP_PATH, "%s", own) < CGROUP_PATH;
    }
    if (groups)
        fclose(groups);
    return found;
}

/* Make a directory there.  False: none, and path is empty. */
static bool cgroup_make(const char *controller, char path[CGROUP_PATH])
{
    static unsigned number;
    char where[CGROUP_PATH], own[CGROUP_PATH];
    int length = -1;

    if (find_mount(controller, where) && find_own(controller, own))
        length = snprintf(path, CGROUP_PATH, "%s%s/profilcheck-%d-%u", where,
                          own[1] ? own : "", (int)getpid(), number++);
    if (length < 0 || length >= CGROUP_PATH || mkdir(path, 0755) != 0)
        path[0] = '\0';
    return path[0] != '\0';
}

bool cgroup_begin(struct cgroup *group)
{
    memset(group, 0, sizeof *group);
    if (cgroup_make("pids", group->processes)) {
        cgroup_put(group->processes, "pids.max", processes_most);
        if (cgroup_make("memory", group->memory))
            cgroup_put(group->memory, "memory.limit_in_bytes", memory_most);
        return true;
    }
    if (!cgroup_make(NULL, group->processes))
        return false;
    cgroup_put(group->processes, "pids.max", processes_most);
    cgroup_put(group->processes, "memory.max", memory_most);
    return true;
}

bool cgroup_enter(const struct cgroup *group)
{
    if (!cgroup_put(group->processes, "cgroup.procs", "0"))
        return false;
    return !*group->memory || cgroup_put(group->memory, "cgroup.procs", "0");
}

/* Returns how many there are besides; those are killed. */
static unsigned kill_once(const struct cgroup *group, pid_t but)
{
    char path[CGROUP_PATH + 32];
    unsigned count = 0;
    FILE *list;
    int pid;

    snprintf(path, sizeof path, "%s/cgroup.procs", group->processes);
    list = fopen(path, "re");
    while (list && fscanf(list, "%d", &pid) == 1)
        if (pid != but) {
            kill(pid, SIGKILL);
            count++;
        }
    if (list)
        fclose(list);
    return count;
}

/* Where no more can be started none is missed. */
static void kill_all(const struct cgroup *group, pid_t but)
{
    cgroup_put(group->processes, "pids.max", "0");
    for (unsigned k = 0; k < ATTEMPTS && kill_once(group, but); k++)
        cgroup_nap();
}

void cgroup_kill(const struct cgroup *group, pid_t but)
{
    kill_all(group, but);
}

void cgroup_end(const struct cgroup *group)
{
    if (!cgroup_put(group->processes, "cgroup.kill", "1"))
        kill_all(group, 0);
    for (unsigned k = 0; k < ATTEMPTS; k++) {
        if (rmdir(group->processes) == 0 || errno == ENOENT)
            break;
        cgroup_nap();
    }
    if (*group->memory)
        rmdir(group->memory);
}

bool cgroup_possible(void)
{
    struct cgroup group;
    int status = 1;
    pid_t pid;

    if (!cgroup_begin(&group))
        return false;
    fflush(NULL);
    pid = fork();
    if (pid == 0)
        _exit(!cgroup_enter(&group));
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    cgroup_end(&group);
    return status == 0;
}
