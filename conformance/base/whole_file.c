/* SPDX-License-Identifier: MIT */
#include "whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_ROOM = 1 << 14 };

/* Room for one more byte at least, and for the 0 after it. */
static bool whole_file_make_room(struct whole_file *file, size_t *room)
{
    size_t wanted = *room ? 2 * *room : FIRST_ROOM;
    char *grown;

    if (file->length + 1 < *room)
        return true;
    if (*room >= WHOLE_FILE_LIMIT) {
        errno = EFBIG;
        return false;
    }
    grown = realloc(file->text, wanted);
    if (!grown)
        return false;
    file->text = grown;
    *room = wanted;
    return true;
}

static bool whole_file_read_all(struct whole_file *file, int from)
{
    size_t room = 0;
    ssize_t got;

    do {
        if (!whole_file_make_room(file, &room))
            return false;
        got = read(from, file->text + file->length, room - 1 - file->length);
        if (got < 0 && errno != EINTR)
            return false;
        file->length += got > 0 ? (size_t)got : 0;
    } while (got != 0);
    file->text[file->length] = '\0';
    return true;
}

bool whole_file_read(struct whole_file *file, const char *name)
{
    int from = name ? open(name, O_RDONLY | O_CLOEXEC) : STDIN_FILENO, error;
    bool good;

    *file = (struct whole_file){0};
    if (from < 0)
        return false;
    good = whole_file_read_all(file, from);
    error = errno;
    if (name)
        close(from);
    if (good)
        return true;
    free(file->text);
    *file = (struct whole_file){0};
    errno = error;
    return false;
}

size_t whole_file_nul(const struct whole_file *file)
{
    const char *at = memchr(file->text, '\0', file->length);
    size_t line = 1;

    for (const char *c = file->text; at && c < at; c++)
        line += *c == '\n';
    return at ? line : 0;
}
