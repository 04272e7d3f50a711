/* SPDX-License-Identifier: MIT */
/* All that a mon.out or gmon.out tells, so that it can be written again. */
#ifndef FUZZ_PROFILE_CONTENTS_H
#define FUZZ_PROFILE_CONTENTS_H

#include "reference/files/gmon_out.h"
#include "reference/files/mon_out.h"
#include "reference/files/profile_file.h"

/* No more records than the file has bytes. */
struct contents {
    struct histogram histogram; /* the last */
    uint16_t *counters;
    uint64_t histograms, call_count, arc_count, block_count;
    struct mon_call *calls;
    struct gmon_arc *arcs;
};

struct contents contents_read(struct profile_file *file);
void contents_free(struct contents *c);

/* With the histogram of that name.  What the writer of the layout returns. */
uint64_t contents_write(const struct contents *c, const struct histogram *h,
                        enum file_layout layout, struct encoding encoding,
                        unsigned char *bytes, uint64_t room);

bool contents_same(const struct contents *a, const struct contents *b);

/* Of what files of that layout, without tags, have a place for. */
bool contents_same_in(enum file_layout layout, const struct contents *a,
                      const struct contents *b);

#endif
