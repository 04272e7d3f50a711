/* SPDX-License-Identifier: MIT */
#include "whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"

enum { FIRST_ROOM = 1 << 14 };

bool whole_file_read(struct whole_file *file, const char *name)
{
    int from = name ? open(name, O_RDONLY | O_CLOEXEC) : STDIN_FILENO, error;
    size_t room = 0;
    ssize_t got;

    *file = (struct whole_file){0};
    if (from < 0)
        return false;
    do {
        if (file->length + 1 >= room) { /* for one byte, and the 0 */
            room = room ? 2 * room : FIRST_ROOM;
            file->text = memory_got(realloc(file->text, room));
        }
        got = read(from, file->text + file->length, room - 1 - file->length);
        file->length += got > 0 ? (size_t)got : 0;
    } while (file->length + 1 < WHOLE_FILE_LIMIT &&
             (got > 0 || (got < 0 && errno == EINTR)));
    error = got < 0 ? errno : got > 0 ? EFBIG : 0;
    file->text[file->length] = '\0';
    if (name)
        close(from);
    if (error) {
        free(file->text);
        *file = (struct whole_file){0};
    }
    errno = error;
    return !error;
}

size_t whole_file_nul(const struct whole_file *file)
{
    const char *at = memchr(file->text, '\0', file->length);
    size_t line = 1;

    for (const char *c = file->text; at && c < at; c++)
        line += *c == '\n';
    return at ? line : 0;
}
