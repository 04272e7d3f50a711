/* SPDX-License-Identifier: MIT */
/*
 * Stubs: a system call instruction that ends at a chosen pc, then a return;
 * or a jump to itself at that pc, where a thread waits to be let out.
 *
 * Pages are mapped where a pc asks for them and stay mapped in the process.
 * A page that is taken, or can't be mapped, is remembered as such: another
 * way must be found there.  So it is when many pages are in use.
 */
#ifndef CONFORMANCE_STUB_H
#define CONFORMANCE_STUB_H

#include <stdbool.h>
#include <stdint.h>

/* The address of a stub whose system call ends at pc, or 0 for none. */
uint64_t stub_write(uint64_t pc);

/*
 * A function at that address as a compiler makes it that counts calls: it
 * sets up its frame, calls count, and returns.  False where its pages are not
 * to be had.
 */
bool stub_function(uint64_t address, void (*count)(void));

/* A return at that address, and nothing else.  False: it can't be had. */
bool stub_return(uint64_t address);

/* Whether the pages of such a function are to be had; from then on they are. */
bool stub_can_function(uint64_t address);

/* Why there is no stub that ends at pc, or no such function at an address: the
 * end of a sentence. */
const char *stub_refusal(uint64_t pc);
const char *stub_function_refusal(uint64_t address);

/* Have a thread that goes to pc wait there, until it is let out: then it
 * returns.  False: it can't be had there. */
bool stub_wait(uint64_t pc);

/* Let out who waits there, and who comes. */
void stub_let_out(uint64_t pc);

#endif
