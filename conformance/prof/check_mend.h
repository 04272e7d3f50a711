/* SPDX-License-Identifier: MIT */
/*
 * A gmon.out that can't be opened, made one that can, as far as it goes:
 * counters that are missing at its end are 0, a record that is cut goes, and so
 * does what stands behind the last record and is none; a rate that is negative
 * is 0.
 */
#ifndef CONFORMANCE_PROF_CHECK_MEND_H
#define CONFORMANCE_PROF_CHECK_MEND_H

#include "reference/files/profile_file.h"

struct prof_mended {
    bool any;
    struct encoding encoding; /* as which it was mended */
    uint64_t size;            /* that it had */
    uint64_t missing, wanted; /* counters that are not there, of so many */
    uint64_t cut;             /* bytes of a record that is not whole */
    uint64_t junk;            /* bytes behind the last record */
    uint32_t rate;            /* that was taken away: 4 bytes */
};

/* *bytes is malloc'ed, and may move.  False: nothing was done. */
bool prof_mend(unsigned char **bytes, uint64_t *size,
               struct prof_mended *mended);

#endif
