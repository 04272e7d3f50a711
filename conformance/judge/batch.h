/* SPDX-License-Identifier: MIT */
/*
 * `map --batch`: lines of numbers in, a counter a line out, fast.
 *
 * A line is `width size offset scale pc`, five numbers with blanks between
 * them, decimal or hexadecimal after 0x.  The answer is the counter's index,
 * or "-" where the pc is counted nowhere.
 */
#ifndef CONFORMANCE_BATCH_H
#define CONFORMANCE_BATCH_H

#include <stddef.h>

#include "explain.h"

enum batch_result {
    BATCH_DONE,
    BATCH_MALFORMED, /* error: "LINE: read X, expected Y" */
    BATCH_READ,      /* errno says why */
    BATCH_WRITE,     /* errno says why */
};

struct batch_error {
    char text[200];
};

/* Map all of the file descriptor in; answers go to out.  At a malformed line
 * everything before it has been answered and written. */
enum batch_result batch_map(const struct formula *formula,
                            unsigned address_bits, int in, int out,
                            struct batch_error *error);

#endif
