/* SPDX-License-Identifier: MIT */
/*
 * What every target is: one file, which defines LLVMFuzzerTestOneInput.
 *
 * An input is bytes; those of a target that reads text are the text.  It is
 * checked by itself: nothing that one input did may matter to the next.  A
 * target may keep memory, and a guess at what to try first.
 *
 * A finding is told on standard error, as a case or a command that others can
 * run, and ends the process by abort().  The engine is libFuzzer, AFL++ in
 * its place, or driver.c, which runs the files that it is given.
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A target may define this: called once, before the first input. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* And these: an input made from one or two others, in place. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *first, size_t first_size,
                                 const uint8_t *second, size_t second_size,
                                 uint8_t *out, size_t max_size, unsigned seed);

#endif
