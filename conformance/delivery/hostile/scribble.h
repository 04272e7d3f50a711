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

/* The two places of the first case's state. */
static inline struct journal_sealed *first_states(void)
{
    size_t size;

    return (struct journal_sealed *)(void *)(notes(&size) + 4096);
}

/* Its first event. */
static inline struct event *first_event(void)
{
    size_t states = 2 * sizeof(struct journal_sealed);

    return (struct event *)(void *)((unsigned char *)first_states() +
                                    (states + 63) / 64 * 64);
}

/* A state that ends the case so, as the last one of it. */
static inline void forge_state(enum ended ended, const char *note,
                               uint64_t count)
{
    for (unsigned k = 0; k < 2; k++) {
        struct journal *journal = &first_states()[k].journal;

        journal->ended = (uint8_t)ended;
        strcpy(journal->note, note);
        journal->count = count;
        journal->state = JOURNAL_FINISHED;
        journal->turn += 1000;
    }
}

#endif
