/* SPDX-License-Identifier: MIT */
#include "task_stat.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

const char *task_stat(const char *path, char text[TASK_STAT])
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    const char *name_end;
    ssize_t size;

    if (file < 0)
        return NULL;
    size = read(file, text, TASK_STAT - 1);
    close(file);
    text[size > 0 ? size : 0] = '\0';
    name_end = strrchr(text, ')');
    return name_end ? name_end + 1 : NULL;
}
