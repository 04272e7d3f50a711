/* SPDX-License-Identifier: MIT */
/*
 * Calls counted while others are being counted.  The processor traps after each
 * instruction of the entry that counts; after some it stands there, while
 * another call is counted: in the trap's handler, or in another thread.
 */
#ifndef CONFORMANCE_INTERLEAVE_H
#define CONFORMANCE_INTERLEAVE_H

#include <stdbool.h>
#include <stdint.h>

struct interleave {
    void (*count)(void); /* as of arc_count */
    uint64_t from, self; /* of the calls */
    uint64_t other;      /* the function whose call is counted meanwhile */
    bool in_thread;
    const char *why; /* what is not available, where it can't */
};

/*
 * Count so many calls; the first is left after one instruction, each other
 * after one more than the one before, and where it has no more of them the
 * other call comes after it.  A thread that can't go on, since what counts is
 * locked, does when the first has ended.  False: that is not available; some
 * may be counted.
 */
bool interleave_count(struct interleave *interleave, uint32_t calls);

#endif
