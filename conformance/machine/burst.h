/* SPDX-License-Identifier: MIT */
/*
 * Many ticks at one pc in a single signal's frame.
 *
 * The kernel takes some microseconds for a tick's signal.  Here a signal
 * arrives at the pc once, and in its frame the installed handler of SIGPROF is
 * called for each tick: with the frame's context, its place on the stack and
 * the siginfo of a SIGPROF to oneself; in the mask and on the stack that are
 * the handler's own.
 *
 * That holds for as long as the handler does nothing but compute.  Its action,
 * mask, stack and pending signals can change by a system call alone: the first
 * one is caught before it is made (Syscall User Dispatch), all is put as after
 * a real signal, it is made, and this tick is the last of the burst.  So is one
 * after which the context or the floating-point unit is not as before it: the
 * frame is the kernel's, and what was written there is acted on as ever.
 * There is none at all where the action is SA_RESETHAND, where another
 * handler could run that would block what catches system calls, on a small
 * alternate stack, under a tracer, and where system calls can't be caught:
 * kernels before 5.11, and whatever translates code.
 *
 * What a handler still can know it by is the code that it returns to.
 */
#ifndef CONFORMANCE_BURST_H
#define CONFORMANCE_BURST_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* In a process, or after fork in the child. */
void burst_begin(long pid, long tid);

/*
 * Make it so that the next SIGPWR, which is to arrive at the pc, delivers count
 * ticks there.  The one after that comes to the handler that is installed now.
 * interrupted is the mask that is in force at the pc; pending: with a SIGPWR
 * pending in the handler, which arrives when it has returned to the pc; else
 * the signal is to be sent by a system call, as a SIGPROF would be.  False:
 * nothing was done, none can be delivered so.
 */
bool burst_prepare(const sigset_t *interrupted, uint32_t count, bool pending);

/* How many ticks of the last burst were not delivered. */
uint32_t burst_left(void);

#endif
