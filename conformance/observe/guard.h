/* SPDX-License-Identifier: MIT */
/*
 * Memory that ends where it ends: what the runtime behind -pg allocates stands
 * before a page that can't be accessed, so that a table that is overrun ends
 * the process where else nothing would be seen.
 *
 * The entries of its object's tables by which it calls malloc, calloc,
 * realloc, free, mmap and sbrk lead here.  On Linux on x86-64 with glibc;
 * elsewhere nothing is guarded, and nothing else differs.
 */
#ifndef CONFORMANCE_GUARD_H
#define CONFORMANCE_GUARD_H

enum {
    GUARD_BLOCKS = 256, /* at once; those beyond are as they always are */
    GUARD_ALIGNED = 8,  /* a block's size, rounded up to that, ends it */
};

/* Guard the object that has that function; null: none. */
void guard_install(void (*function)(void));

/* What is allocated from here to guard_end is guarded.  What was is given back
 * properly whenever that is. */
void guard_begin(void);
void guard_end(void);

#endif
