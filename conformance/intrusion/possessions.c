/* SPDX-License-Identifier: MIT */
#include "possessions.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "conformance/contain/task_stat.h"
#include "finding.h"

/* A record of getdents64. */
struct possession {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

/* The numbers that a directory of /proc has for names, but for except and
 * the descriptor that it is read by. */
static size_t descriptor_numbers(const char *directory, int *list)
{
    _Alignas(struct possession) char records[4096];
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool own = strcmp(directory, "/proc/self/fd") == 0;
    size_t n = 0;
    long got;

    while (fd >= 0 &&
           (got = syscall(SYS_getdents64, fd, records, sizeof records)) > 0)
        for (long at = 0; at < got;) {
            const struct possession *entry = (const void *)(records + at);
            int number = atoi(entry->name);

            if (*entry->name != '.' && n < POSSESSIONS_MOST &&
                !(own && number == fd))
                list[n++] = number;
            at += entry->length;
        }
    if (fd >= 0)
        close(fd);
    return n;
}

/* The text of a small file; empty where it can't be read. */
static void possessions_read_text(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, text, size - 1) : 0;

    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
}

static void possessions_name_of(int number, char *name, size_t size)
{
    char path[64];
    ssize_t n;

    snprintf(path, sizeof path, "/proc/self/fd/%d", number);
    n = readlink(path, name, size - 1);
    name[n > 0 ? n : 0] = '\0';
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
    possessions_name_of(number, name, sizeof name);
    for (const char *c = name; *c; c++)
        descriptor.name =
            (descriptor.name ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    return descriptor;
}

static bool possessions_same(const struct descriptor *a,
                             const struct descriptor *b)
{
    return a->device == b->device && a->inode == b->inode && a->name == b->name;
}

/* The flags of a task's state, as the kernel tells them. */
static bool is_ending(int thread)
{
    enum { EXITING = 4 };
    char path[64], text[TASK_STAT], state;
    const char *told;
    unsigned flags;

    snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
    told = task_stat(path, text);
    return !told ||
           sscanf(told, " %c %*d %*d %*d %*d %*d %u", &state, &flags) != 2 ||
           (flags & EXITING);
}

static size_t possessions_threads(pid_t *list)
{
    size_t n = descriptor_numbers("/proc/self/task", list), kept = 0;

    for (size_t k = 0; k < n; k++)
        if (!is_ending(list[k]))
            list[kept++] = list[k];
    return kept;
}

static size_t children(pid_t *list)
{
    pid_t tasks[POSSESSIONS_MOST];
    size_t count = descriptor_numbers("/proc/self/task", tasks), n = 0;
    char path[64], text[4096];

    for (size_t k = 0; k < count; k++) {
        char *at = text, *end;

        snprintf(path, sizeof path, "/proc/self/task/%d/children", tasks[k]);
        possessions_read_text(path, text, sizeof text);
        for (;; at = end) {
            pid_t pid = (pid_t)strtol(at, &end, 10);

            if (end == at || n == POSSESSIONS_MOST)
                break;
            list[n++] = pid;
        }
    }
    return n;
}

void possessions_note(struct possessions *possessions)
{
    int list[POSSESSIONS_MOST];
    size_t n;

    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    n = possessions->descriptor_count =
        descriptor_numbers("/proc/self/fd", list);
    for (size_t k = 0; k < n; k++)
        possessions->descriptors[k] = descriptor_of(list[k]);
    possessions->thread_count = possessions_threads(possessions->threads);
    possessions->child_count = children(possessions->children);
}

static bool descriptor_known(const struct possessions *noted, int number)
{
    for (size_t k = 0; k < noted->descriptor_count; k++)
        if (noted->descriptors[k].number == number)
            return true;
    return false;
}

static bool descriptors_none_left(const struct possessions *noted, char *text,
                                  size_t size)
{
    int list[POSSESSIONS_MOST];
    size_t n = descriptor_numbers("/proc/self/fd", list);
    bool kept = true;

    for (size_t k = 0; k < n; k++) {
        char name[64];

        if (descriptor_known(noted, list[k]))
            continue;
        possessions_name_of(list[k], name, sizeof name);
        kept =
            finding(text, size, "left a descriptor: %d -> %s", list[k], name);
    }
    return kept;
}

bool possessions_there(const struct possessions *noted, char *text, size_t size)
{
    bool kept = true;

    for (size_t k = 0; k < noted->descriptor_count; k++) {
        const struct descriptor *before = &noted->descriptors[k];
        struct descriptor now = descriptor_of(before->number);
        char name[64];

        if (fcntl(before->number, F_GETFD) < 0) {
            kept =
                finding(text, size, "closed a descriptor: %d", before->number);
        } else if (!possessions_same(before, &now)) {
            possessions_name_of(before->number, name, sizeof name);
            kept = finding(text, size, "replaced a descriptor: %d -> %s",
                           before->number, name);
        }
    }
    return kept;
}

static bool among(pid_t pid, const pid_t *list, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (list[k] == pid)
            return true;
    return false;
}

/* Those of now that were not there: "left a thread: NAME". */
static bool tasks_kept(const pid_t *now, size_t n, const pid_t *before,
                       size_t count, const char *what, char *text, size_t size)
{
    const char *under = strcmp(what, "thread") ? "" : "self/task/";
    char path[64], name[32];
    bool kept = true;

    for (size_t k = 0; k < n; k++) {
        if (among(now[k], before, count))
            continue;
        snprintf(path, sizeof path, "/proc/%s%d/comm", under, now[k]);
        possessions_read_text(path, name, sizeof name);
        name[strcspn(name, "\n")] = '\0';
        kept = finding(text, size, "left a %s: %s", what, name);
    }
    return kept;
}

bool possessions_none_left(const struct possessions *noted, char *text,
                           size_t size)
{
    pid_t now[POSSESSIONS_MOST];
    bool kept = descriptors_none_left(noted, text, size);
    size_t n = possessions_threads(now);

    kept = tasks_kept(now, n, noted->threads, noted->thread_count, "thread",
                      text, size) &&
           kept;
    n = children(now);
    return tasks_kept(now, n, noted->children, noted->child_count,
                      "child process", text, size) &&
           kept;
}
