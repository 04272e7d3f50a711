/* SPDX-License-Identifier: MIT */
#include "scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "contain.h"

enum {
    DEPTH = 64,           /* of directories in it, at most, that are removed */
    ROOM_LEAST = 4 << 20, /* bytes that are free, before a case is run */
};

static const char inside[] = CONTAIN_FILES "/profilcheck";

/* What a case writes must find room, or a right implementation is blamed for
 * the lack of it. */
static bool has_room(const char *name)
{
    struct statvfs files;

    if (statvfs(name, &files) != 0 ||
        (uint64_t)files.f_bavail * files.f_frsize >= ROOM_LEAST)
        return true;
    errno = ENOSPC;
    return false;
}

bool scratch_make(char *name)
{
    if (!containment_has_files())
        return scratch_make_outside(name);
    strcpy(name, inside);
    return true;
}

bool scratch_make_outside(char *name)
{
    const char *where = getenv("TMPDIR");

    if (!where || *where != '/' || strlen(where) > SCRATCH_NAME - 32)
        where = "/tmp";
    snprintf(name, SCRATCH_NAME, "%s/profilcheck-XXXXXX", where);
    if (!mkdtemp(name))
        return false;
    if (has_room(name))
        return true;
    rmdir(name);
    errno = ENOSPC;
    return false;
}

bool scratch_enter(const char *name)
{
    return strcmp(name, inside) != 0 || mkdir(name, 0700) == 0;
}

static void scratch_empty(int directory, unsigned depth);

static void scratch_remove_entry(int directory, const char *name,
                                 unsigned depth)
{
    int below;

    if (unlinkat(directory, name, 0) == 0 || depth == DEPTH)
        return;
    fchmodat(directory, name, 0700, 0);
    below = openat(directory, name,
                   O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (below >= 0)
        scratch_empty(below, depth + 1);
    unlinkat(directory, name, AT_REMOVEDIR);
}

/* Closes it. */
static void scratch_empty(int directory, unsigned depth)
{
    DIR *entries = fdopendir(directory);
    const struct dirent *entry;

    if (!entries) {
        close(directory);
        return;
    }
    while ((entry = readdir(entries)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            scratch_remove_entry(dirfd(entries), entry->d_name, depth);
    closedir(entries);
}

void scratch_remove(const char *name)
{
    if (strcmp(name, inside) != 0 && rmdir(name) != 0) {
        scratch_remove_entry(AT_FDCWD, name, 0);
        rmdir(name);
    }
}
