/* SPDX-License-Identifier: MIT */
/*
 * Guard pages: what the runtime behind -pg allocates ends at a page that can't
 * be accessed, so that overrunning a table ends the process where else nothing
 * would be seen.
 *
 * The entries of its object's tables by which it calls malloc, calloc, realloc,
 * free, mmap and sbrk are changed to functions of this file.  On Linux on
 * x86-64 with glibc; elsewhere nothing is guarded, and nothing else differs.
 */
#ifndef CONFORMANCE_GUARD_H
#define CONFORMANCE_GUARD_H

enum {
    GUARD_BLOCKS = 256, /* guarded at once; others are allocated as ever */
    GUARD_ALIGNED = 8,  /* bytes to a multiple of which sizes are rounded up */
};

/* Guard the object that has that function; null: none. */
void guard_install(void (*function)(void));

/* What is allocated from here to guard_end is guarded; it may be freed at any
 * time. */
void guard_begin(void);
void guard_end(void);

#endif
