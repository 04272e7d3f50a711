/* SPDX-License-Identifier: MIT */
/*
 * Stubs: a system call instruction that ends at a chosen pc, then a return.
 *
 * Pages are mapped where a pc asks for them and stay mapped in the process.
 * A page that is taken, or can't be mapped, is remembered as such: another
 * way must be found there.  So it is when many pages are in use.
 */
#ifndef CONFORMANCE_STUB_H
#define CONFORMANCE_STUB_H

#include <stdint.h>

/* The address of a stub whose system call ends at pc, or 0 for none. */
uint64_t stub_write(uint64_t pc);

#endif
