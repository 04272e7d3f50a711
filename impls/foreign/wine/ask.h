/* SPDX-License-Identifier: MIT */
/*
 * What bridge.c, on Linux, asks driver.c, on Windows, which calls the profil
 * there: on one machine, over two pipes.
 *
 * The bytes around a buffer go with each question, from `before` bytes below
 * its address on, and come back with the answer: who asks puts back what was
 * changed.  A buffer of which nothing is readable has none.
 */
#ifndef FOREIGN_WINE_ASK_H
#define FOREIGN_WINE_ASK_H

#include <stdint.h>

enum {
    ASK_PROFIL = 1,
    ASK_TICKS,
    ASK_MONSTARTUP, /* offset: lowpc; pc: highpc */
    ASK_MONCONTROL, /* count: mode */
    ASK_MCLEANUP,
    ASK_CALL, /* to be counted: from offset, of the function at pc */
};
enum { ASK_ZONE = 64, ASK_MOST = 1 << 20, ASK_PATH = 256 };

struct ask {
    uint32_t kind;
    uint32_t count;   /* of ticks */
    uint64_t address; /* of the buffer, as the caller has it */
    uint64_t size, offset;
    uint64_t pc;
    uint32_t scale;
    uint32_t readonly;
    uint32_t before, known;   /* bytes below the address, and from it on */
    char directory[ASK_PATH]; /* where files are to be written; or empty */
};

struct wine_answer {
    int32_t value, error;
    uint32_t died;  /* by an access violation: the last answer */
    uint32_t stuck; /* no tick came in time */
    uint32_t bytes; /* of the buffer, as in the question */
};

#endif
