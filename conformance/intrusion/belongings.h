/* SPDX-License-Identifier: MIT */
/*
 * What is its caller's, and none of profiling's business: what becomes of
 * signals other than SIGPROF, the other two interval timers, a POSIX timer,
 * the umask, the working directory, the environment, limits of resources, and
 * the files that are mapped.
 *
 * Read by plain system calls, since stdio would allocate among what is judged.
 */
#ifndef CONFORMANCE_BELONGINGS_H
#define CONFORMANCE_BELONGINGS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>

enum { BELONGINGS_MAPPINGS = 512 };

struct belongings {
    struct sigaction signals[NSIG];
    struct rlimit limits[RLIM_NLIMITS];
    int timer; /* the kernel's id */
    mode_t mask;
    dev_t device; /* of the working directory */
    ino_t inode;
    uint64_t environment;                   /* a hash */
    uint64_t mappings[BELONGINGS_MAPPINGS]; /* hashes */
    size_t mapping_count;
};

/* Give the caller its timers, and note what there is.  Mappings of the file
 * besides, the implementation's, are its own: null for none. */
void belongings_give(struct belongings *belongings, const char *besides);

/* Whether all is as it was.  Each difference is added to text, with "; "
 * between. */
bool belongings_kept(const struct belongings *belongings, const char *besides,
                     char *text, size_t size);

#endif
