/* SPDX-License-Identifier: MIT */
#include "scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "contain.h"

enum {
    DEPTH = 64,            /* of directories in it, at most */
    ROOM_LEAST = 4 << 20,  /* bytes that are free, before a case is run */
    FILES_LEAST = 64,      /* and as many files */
    ROOM_MOST = 256 << 20, /* bytes that it may hold */
    FILES_MOST = 16384,
};

static const char inside[] = CONTAIN_FILES "/profilcheck";

/* What a case writes must find room, or a right implementation is blamed for
 * the lack of it. */
static bool has_room(const char *name)
{
    struct statvfs files;

    if (statvfs(name, &files) != 0 ||
        ((uint64_t)files.f_bavail * files.f_frsize >= ROOM_LEAST &&
         (files.f_files == 0 || files.f_favail >= FILES_LEAST)))
        return true;
    errno = ENOSPC;
    return false;
}

void scratch_choose(char *name)
{
    if (containment_has_files())
        strcpy(name, inside);
    else
        scratch_choose_outside(name);
}

void scratch_choose_outside(char *name)
{
    const char *where = getenv("TMPDIR");
    uint64_t number = 0;

    if (!where || *where != '/' || strlen(where) > SCRATCH_NAME - 32)
        where = "/tmp";
    if (getrandom(&number, sizeof number, GRND_NONBLOCK) < 0)
        number = (uint64_t)(uintptr_t)name ^ (uint64_t)getpid() << 32;
    snprintf(name, SCRATCH_NAME, "%s/profilcheck-%016" PRIx64, where, number);
}

bool scratch_enter(const char *name)
{
    int error;

    if (mkdir(name, 0700) != 0)
        return false;
    if (strcmp(name, inside) == 0 || has_room(name))
        return true;
    error = errno;
    rmdir(name);
    errno = error;
    return false;
}

/* Calls back with each entry of a directory, which it closes. */
static void each_entry(int directory,
                       void (*look)(int directory, const char *name,
                                    unsigned depth, void *context),
                       unsigned depth, void *context)
{
    DIR *entries = directory < 0 ? NULL : fdopendir(directory);
    const struct dirent *entry;

    while (entries && (entry = readdir(entries)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            look(dirfd(entries), entry->d_name, depth, context);
    if (entries)
        closedir(entries);
    else if (directory >= 0)
        close(directory);
}

static int open_directory(int directory, const char *name)
{
    return openat(directory, name,
                  O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static void remove_entry(int directory, const char *name, unsigned depth,
                         void *context)
{
    if (unlinkat(directory, name, 0) == 0 || depth == DEPTH)
        return;
    fchmodat(directory, name, 0700, 0);
    each_entry(open_directory(directory, name), remove_entry, depth + 1,
               context);
    unlinkat(directory, name, AT_REMOVEDIR);
}

void scratch_remove(const char *name)
{
    if (strcmp(name, inside) != 0 && rmdir(name) != 0)
        remove_entry(AT_FDCWD, name, 0, NULL);
}

struct held {
    uint64_t bytes;
    unsigned files;
};

static void add_entry(int directory, const char *name, unsigned depth,
                      void *context)
{
    struct held *held = context;
    struct stat status;

    if (held->files++ >= FILES_MOST ||
        fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return;
    held->bytes += (uint64_t)status.st_blocks * 512;
    if (S_ISDIR(status.st_mode) && depth < DEPTH)
        each_entry(open_directory(directory, name), add_entry, depth + 1, held);
}

bool scratch_too_large(const char *name)
{
    struct held held = {0};

    if (strcmp(name, inside) != 0)
        each_entry(open_directory(AT_FDCWD, name), add_entry, 0, &held);
    return held.bytes > ROOM_MOST || held.files > FILES_MOST;
}
