/* SPDX-License-Identifier: MIT */
/*
 * Samples at exact pcs, made and read back: page faults of this thread.
 *
 * A page full of return instructions lies at each pc.  To return is to read
 * the stack; the stack pointer is made to point into a page that is not
 * there yet.  So the return faults, the kernel samples its pc, brings the
 * page, and the return goes on to where it came from.
 *
 * Such a page is one of many mappings of a single page of memory, all taken
 * away again at once before the next batch.
 */
#ifndef IMPLS_PERF_EXACT_H
#define IMPLS_PERF_EXACT_H

#include <stddef.h>
#include <stdint.h>

enum { EXACT_BATCH = 512 };

/*
 * Where samples go, in order.  It is called while none are made, for a batch
 * at a time, and must not return early.
 */
typedef void exact_take(const uint64_t *pcs, size_t count);

/* Whether this works here: 0, or an errno with the reason in why. */
int exact_prepare(char *why, size_t why_size);

/* Whether a sample is possible at a pc: 0 or ENOTSUP with the reason. */
int exact_possible(uint64_t pc, char *why, size_t why_size);

/*
 * Have samples at these pcs, in order, and give take the pcs that the kernel
 * sampled.  Signals must be blocked, and exact_prepare have succeeded in this
 * thread of this process.  0; ENOTSUP where a pc turns out not to be
 * possible; EIO where the kernel's samples are not those that were made.
 * What was taken before an error was right.  Where take is null nobody samples
 * the faults: what benchmarks compare to.
 */
int exact_samples(const uint64_t *pcs, size_t count, exact_take *take,
                  char *why, size_t why_size);

/* Give back what exact_prepare took, but for pages at pcs. */
void exact_close(void);

#endif
