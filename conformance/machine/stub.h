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
#include <stddef.h>
#include <stdint.h>

/* Pages of zeros at that address; null where something else is, or none can be
 * there. */
void *stub_pages(uint64_t address, size_t size, int protection);

/* The address of a stub whose system call ends at pc, or 0 for none. */
uint64_t stub_write(uint64_t pc);

/*
 * A function at that address as a compiler makes it that counts calls: it
 * sets up its frame, calls count, and returns.  False where its pages are not
 * available.
 */
bool stub_function(uint64_t address, void (*count)(void));

/* A return at that address, and nothing else.  False: it is not available. */
bool stub_return(uint64_t address);

/* Whether the pages of such a function are available; from then on they are. */
bool stub_can_function(uint64_t address);

/* Why there is no stub that ends at pc, or no such function at an address: the
 * end of a sentence. */
const char *stub_refusal(uint64_t pc);
const char *stub_function_refusal(uint64_t address);

/* Have a thread that goes to pc wait there, until it is let out: then it
 * returns.  False: it is not available there. */
bool stub_wait(uint64_t pc);

/* Let out who waits there, and who comes. */
void stub_let_out(uint64_t pc);

/*
 * Arcs: a call counted between two places of a script's: where it comes from,
 * and the function called, which is where the entry that counts returns to.
 */
#if defined __x86_64__ && !defined __ILP32__
#define ARC_COUNTS 1
#else
#define ARC_COUNTS 0
#endif

/*
 * Call count as a function at `self` does that was compiled to have its calls
 * counted, and that was called from before `from`: its frame and the address
 * that it returns to say so, and its first two arguments too.  False: that
 * is not available, on this machine or at that address.
 */
bool arc_count(void (*count)(void), uint64_t from, uint64_t self);

enum { ARC_STEP = 0x100 }; /* the processor's flag: trap at each instruction */

/* The same, where self is a return already, and with that flag or without. */
void arc_jump(void (*count)(void), uint64_t from, uint64_t self,
              uint64_t flags);

#endif
