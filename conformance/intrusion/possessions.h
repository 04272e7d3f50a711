/* SPDX-License-Identifier: MIT */
/*
 * What a process has that outlives a call: descriptors, threads, children.
 *
 * It is read from /proc/self by plain system calls, since stdio would
 * allocate among what is judged.  Descriptors are the same where the number,
 * the file and its name are.  A thread that is ending counts as ended: one
 * that was joined may be listed for a moment still.  Children are those of
 * every thread, whatever signal they send at their end, and zombies; and, as
 * this process adopts orphans from possessions_note on, those of children
 * that ended.  One made its parent's (CLONE_PARENT) is not seen, nor
 * what is past POSSESSIONS_MOST of a kind.
 */
#ifndef CONFORMANCE_POSSESSIONS_H
#define CONFORMANCE_POSSESSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { POSSESSIONS_MOST = 256 };

struct possessions {
    struct descriptor {
        int number;
        uint64_t device, inode, name; /* name: its hash */
    } descriptors[POSSESSIONS_MOST];
    pid_t threads[POSSESSIONS_MOST], children[POSSESSIONS_MOST];
    size_t descriptor_count, thread_count, child_count;
};

/* Note what there is. */
void possessions_note(struct possessions *possessions);

/* Whether there is no more than was noted.  Each that is left is added to
 * text, with "; " between: "left a descriptor: 7 ->
 * anon_inode:[perf_event]". */
bool possessions_none_left(const struct possessions *noted, char *text,
                           size_t size);

/* Whether each descriptor that was noted is there and the same. */
bool possessions_there(const struct possessions *noted, char *text,
                       size_t size);

#endif
