/* SPDX-License-Identifier: MIT */
/*
 * CPU time spent where it is known: functions that do nothing else, each with
 * a stretch of text of its own, and the kernel's clocks of CPU time.
 *
 * The functions are the same code at the same alignment, so they take the
 * same time.  They stay in the program: no system call, no memory.
 */
#ifndef CONFORMANCE_WORK_H
#define CONFORMANCE_WORK_H

#include <stdbool.h>
#include <stdint.h>

enum {
    WORK_SLOTS = 8,   /* functions, in the order of their addresses */
    WORK_SIZE = 1024, /* bytes of text from one to the next */
    WORK_CODE = 512,  /* of which its code takes these at most */
};

/* Find them, and out how fast they are, which takes some milliseconds of CPU
 * time.  False where the linker has put them elsewhere. */
bool work_begin(void);

/* The address of the first, a multiple of WORK_SIZE. */
uint64_t work_text(void);

/* Be in one for about so many nanoseconds of CPU time. */
void work_in(unsigned slot, uint64_t nanoseconds);

/* Nanoseconds of CPU time. */
uint64_t work_thread_time(void);    /* of this thread */
uint64_t work_process_time(void);   /* of all, as the scheduler counts them */
uint64_t work_accounted_time(void); /* of all, as ITIMER_PROF counts them */

/* Nanoseconds from one tick of the kernel to the next: 1 / HZ. */
uint64_t work_kernel_tick(void);

#endif
