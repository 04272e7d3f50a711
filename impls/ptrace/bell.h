/* SPDX-License-Identifier: MIT */
/*
 * A word to sleep on until somebody rings, for processes and threads that
 * share memory.
 *
 *     heard = atomic_load(bell);
 *     look for work
 *     bell_wait(bell, heard, NULL);
 *
 * misses nothing, as long as who makes work rings after it.  Needs no
 * descriptor, no signal and no leave to send one.
 */
#ifndef IMPLS_PTRACE_BELL_H
#define IMPLS_PTRACE_BELL_H

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Until it rings, a signal is handled or, if most is not null, that time is
 * over; at once if it has rung since it was heard. */
static inline void bell_wait(_Atomic uint32_t *bell, uint32_t heard,
                             const struct timespec *most)
{
    syscall(SYS_futex, bell, FUTEX_WAIT_PRIVATE, heard, most, NULL, 0);
}

static inline void bell_ring(_Atomic uint32_t *bell)
{
    atomic_fetch_add(bell, 1);
    syscall(SYS_futex, bell, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

#endif
