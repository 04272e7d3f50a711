/* SPDX-License-Identifier: MIT */
/*
 * The first system call that a function makes, caught before it is made, by
 * Syscall User Dispatch: a SIGSYS, which must not be blocked.  Then all is put
 * as it was, and the call is made.
 */
#ifndef CONFORMANCE_CAUGHT_H
#define CONFORMANCE_CAUGHT_H

#include <stdbool.h>
#include <stdint.h>

/* A signal's action as the kernel has it; a signal's bit in a mask. */
struct caught_action {
    uint64_t handler, flags, restorer, mask;
};

static inline uint64_t caught_bit(int signal)
{
    return UINT64_C(1) << (signal - 1);
}

void caught_look(int signal, struct caught_action *action);
void caught_set(int signal, const struct caught_action *action);
bool caught_handler(const struct caught_action *action);

/*
 * Whether they can be caught here, in that mask and a handler that returns to
 * restorer, which must be the C library's.  Not under a tracer, which is to see
 * no other signals than there were; where code is translated; or where another
 * handler may come in that blocks SIGSYS: a call in it would kill.
 */
bool caught_can(uint64_t restorer, uint64_t mask);

/* In a process, or after fork in the child. */
void caught_begin(long pid, long tid);

/*
 * From caught_next on the next call is caught, wherever it is made.  blocks:
 * SIGSYS is to be blocked again when it has been.  False: not to be had after
 * all.
 */
bool caught_start(bool blocks);
void caught_next(void);
void caught_stop(void);

/* Whether one was made since the start: then it is all over. */
bool caught_one(void);

#endif
