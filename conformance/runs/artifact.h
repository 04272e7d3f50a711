/* SPDX-License-Identifier: MIT */
/* The file of an implementation: what it says of itself. */
#ifndef CONFORMANCE_ARTIFACT_H
#define CONFORMANCE_ARTIFACT_H

#include <stdbool.h>
#include <stddef.h>

#include "conformance/base/sha256.h"
#include "conformance/results/results.h"
#include "impls/impl.h"

enum { ARTIFACT_ROWS = 5, ARTIFACT_PATH = 4096 };

struct artifact {
    char path[ARTIFACT_PATH];
    char soname[256];
    char build_id[129]; /* in hexadecimal */
    char sha256[SHA256_HEX];
    char compiler[256]; /* that it was made by, as it says itself */
    struct named rows[ARTIFACT_ROWS]; /* those that it has, in this order */
    size_t count;
};

/* Read a file, of any contents.  What it lacks is left out, and so is all but
 * the path where it can't be read. */
void artifact_read(struct artifact *artifact, const char *path);

/* The file that an implementation is of: itself, libc, or this program. */
void artifact_of(struct artifact *artifact, const struct impl_class *impl,
                 const char *name);

/*
 * The source line of a function, "FILE:LINE", from the file's debug
 * information, by addr2line (of Debian's binutils), which runs in a sandbox.
 * FILE is relative where it lies below the current directory.  False where
 * there is no such function, information or program, or not in time.
 */
bool artifact_source(const char *path, const char *name, char *text,
                     size_t size);

#endif
