/* SPDX-License-Identifier: MIT */
#include "crowd.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const uint64_t memory_most = UINT64_C(2) << 30; /* bytes */

static bool crowd_read_text(const char *path, char *text, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, text, size - 1);

    if (file >= 0)
        close(file);
    text[length > 0 ? length : 0] = '\0';
    return length > 0;
}

/* Calls back with the number of each process but this one. */
static void each(void (*look)(long pid, void *context), void *context)
{
    DIR *processes = opendir("/proc");
    const struct dirent *entry;

    while (processes && (entry = readdir(processes))) {
        long pid = strtol(entry->d_name, NULL, 10);

        if (pid > 1)
            look(pid, context);
    }
    if (processes)
        closedir(processes);
}

static bool read_of(long pid, const char *file, char *text, size_t size)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%ld/%s", pid, file);
    return crowd_read_text(path, text, size);
}

static void add_memory(long pid, void *context)
{
    unsigned long long pages;
    uint64_t *sum = context;
    char text[128];

    if (read_of(pid, "statm", text, sizeof text) &&
        sscanf(text, "%*s %llu", &pages) == 1)
        *sum += pages;
}

static void add_time(long pid, void *context)
{
    struct crowd_time *time = context;
    unsigned long long ran, waited;
    const char *after;
    char text[512];

    if (read_of(pid, "schedstat", text, sizeof text) &&
        sscanf(text, "%llu %llu", &ran, &waited) == 2) {
        time->ran += ran;
        time->waited += waited;
    }
    if (read_of(pid, "stat", text, sizeof text) &&
        (after = strrchr(text, ')')) != NULL)
        time->ready |= strncmp(after, ") R", 3) == 0;
}

/* Where /proc is still the host's, its processes are not ours to count. */
static bool proc_is_own(void)
{
    char text[16] = "";
    ssize_t length = readlink("/proc/self", text, sizeof text - 1);

    return length > 0 && strtol(text, NULL, 10) == getpid();
}

/* The number of the last process that was made in the namespace of the one
 * that reads it, whichever /proc it is. */
static long last_made(void)
{
    char text[128];
    long last;

    return crowd_read_text("/proc/loadavg", text, sizeof text) &&
                   sscanf(text, "%*s %*s %*s %*s %ld", &last) == 1
               ? last
               : 0;
}

bool crowd_too_large(void)
{
    static uint64_t page;
    uint64_t pages = 0;

    if (getpid() != 1)
        return false;
    if (last_made() > CROWD_PROCESSES)
        return true;
    if (!page)
        page = (uint64_t)sysconf(_SC_PAGESIZE);
    if (proc_is_own())
        each(add_memory, &pages);
    return pages > memory_most / page;
}

struct crowd_time crowd_time(void)
{
    struct crowd_time time = {0};

    if (getpid() == 1 && proc_is_own())
        each(add_time, &time);
    return time;
}
