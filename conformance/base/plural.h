/* SPDX-License-Identifier: MIT */
#ifndef CONFORMANCE_PLURAL_H
#define CONFORMANCE_PLURAL_H

#include <stddef.h>

/* What a word has at its end of so many: "%zu case%s". */
static inline const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

/* The same where it was done something to: "%u byte%s written". */
static inline const char *plural_was(size_t count)
{
    return count == 1 ? " was" : "s were";
}

#endif
