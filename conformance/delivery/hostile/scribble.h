/* SPDX-License-Identifier: MIT */
/* Finds the memory that the harness notes what it sees in: it is shared, and
 * has no file. */
#ifndef CONFORMANCE_SCRIBBLE_H
#define CONFORMANCE_SCRIBBLE_H

#include <stdio.h>
#include <string.h>

#include "conformance/delivery/journal.h"
#include "hostile.h"

/* Its first page tells which case is run; then come the journals. */
static inline unsigned char *notes(size_t *size)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    unsigned long start, end;
    char line[512], rights[8];

    while (maps && fgets(line, sizeof line, maps))
        if (sscanf(line, "%lx-%lx %7s", &start, &end, rights) == 3 &&
            strcmp(rights, "rw-s") == 0 && strstr(line, "/dev/zero")) {
            fclose(maps);
            *size = end - start;
            return (unsigned char *)start;
        }
    _exit(9);
}

static inline struct journal *first_journal(void)
{
    size_t size;

    return (struct journal *)(void *)(notes(&size) + 4096);
}

#endif
