/* SPDX-License-Identifier: MIT */
#include "proc.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { THREADS = 256, CHILDREN_TEXT = 4096 };

ssize_t proc_text(const char *path, char *text, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    size_t length = 0;
    ssize_t n;

    while (file >= 0 && length < size - 1 &&
           (n = read(file, text + length, size - 1 - length)) > 0)
        length += (size_t)n;
    if (file >= 0)
        close(file);
    text[length] = '\0';
    return file < 0 ? -1 : (ssize_t)length;
}

const char *proc_stat(const char *path, char text[PROC_STAT])
{
    const char *name_end;

    proc_text(path, text, PROC_STAT);
    name_end = strrchr(text, ')');
    return name_end ? name_end + 1 : NULL;
}

/* A record of getdents64. */
struct directory_entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

size_t proc_numbers(const char *directory, int *list, size_t most)
{
    _Alignas(struct directory_entry) char records[4096];
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int own = strcmp(directory, "/proc/self/fd") == 0 ? fd : -1;
    size_t n = 0;
    long got;

    while (fd >= 0 &&
           (got = syscall(SYS_getdents64, fd, records, sizeof records)) > 0)
        for (long at = 0; at < got;) {
            const struct directory_entry *entry = (const void *)(records + at);
            char *end;
            int number = (int)strtol(entry->name, &end, 10);

            if (end != entry->name && *end == '\0' && number != own && n < most)
                list[n++] = number;
            at += entry->length;
        }
    if (fd >= 0)
        close(fd);
    return n;
}

size_t proc_children(pid_t pid, pid_t *list, size_t most)
{
    char tasks[32] = "/proc/self/task", path[64], text[CHILDREN_TEXT];
    int threads[THREADS];
    size_t count, n = 0;

    if (pid)
        snprintf(tasks, sizeof tasks, "/proc/%d/task", (int)pid);
    count = proc_numbers(tasks, threads, THREADS);
    for (size_t k = 0; k < count; k++) {
        char *at = text, *end;

        snprintf(path, sizeof path, "%s/%d/children", tasks, threads[k]);
        proc_text(path, text, sizeof text);
        for (; n < most; at = end) {
            pid_t child = (pid_t)strtol(at, &end, 10);

            if (end == at || end == text + sizeof text - 1)
                break; /* no number, or one that may be cut */
            list[n++] = child;
        }
    }
    return n;
}
