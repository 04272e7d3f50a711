/* SPDX-License-Identifier: MIT */
/* A directory of its own for a test that writes files: the current one. */
#ifndef IMPLS_FAMILY_SCRATCH_TEST_H
#define IMPLS_FAMILY_SCRATCH_TEST_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char scratch[64];

static inline int enter_scratch(void **state)
{
    (void)state;
    strcpy(scratch, "/tmp/profilcheck-test-XXXXXX");
    return mkdtemp(scratch) && chdir(scratch) == 0 ? 0 : -1;
}

/* How many files are there. */
static inline unsigned files_here(void)
{
    DIR *directory = opendir(".");
    unsigned count = 0;

    while (directory && readdir(directory))
        count++;
    closedir(directory);
    return count - 2; /* . and .. */
}

static inline int leave_scratch(void **state)
{
    DIR *directory = opendir(".");
    const struct dirent *entry;

    (void)state;
    while (directory && (entry = readdir(directory)))
        if (entry->d_name[0] != '.' && unlink(entry->d_name) != 0)
            rmdir(entry->d_name);
    closedir(directory);
    return chdir("/") == 0 && rmdir(scratch) == 0 ? 0 : -1;
}

/* The whole of a file, or null; the caller frees it. */
static inline unsigned char *read_whole(const char *name, size_t *size)
{
    FILE *in = fopen(name, "r");
    unsigned char *bytes = NULL;

    *size = 0;
    if (!in)
        return NULL;
    fseek(in, 0, SEEK_END);
    bytes = calloc(1, (size_t)ftell(in) + 1);
    *size = (size_t)ftell(in);
    rewind(in);
    if (fread(bytes, 1, *size, in) != *size)
        *size = 0;
    fclose(in);
    return bytes;
}

#endif
