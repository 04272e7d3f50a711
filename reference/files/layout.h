/* SPDX-License-Identifier: MIT */
/* Which layouts a file of a profile may have, and which encodings a layout. */
#ifndef REFERENCE_LAYOUT_H
#define REFERENCE_LAYOUT_H

#include "encoding.h"

enum file_layout {
    LAYOUT_ANY,          /* to be found out: all but those that must be named */
    LAYOUT_MON,          /* mon.out */
    LAYOUT_GMON_42,      /* gmon.out of 4.2 and 4.3BSD; must be named */
    LAYOUT_GMON_44,      /* gmon.out of 4.4BSD */
    LAYOUT_GMON_FREEBSD, /* the same, with a counter's width */
    LAYOUT_GMON_TAGGED,  /* gmon.out of glibc: "gmon", then tagged records */
    LAYOUT_GMON_PS2SDK,  /* as 4.4BSD's, counters of 4 bytes; must be named */
    LAYOUT_GMON_MINGW64, /* as 4.4BSD's, calls of 4 bytes; must be named */
    LAYOUTS,
};

/* All that there are; those with words of 2 bytes are the last. */
enum { FILE_ENCODINGS = 7 };
extern const struct encoding file_encodings[FILE_ENCODINGS];

/* Whether a file of that layout can have that encoding. */
bool encoding_exists(enum file_layout layout, struct encoding encoding);

/* The name of a layout: "mon", "gmon-4.4bsd", ... */
const char *file_layout_name(enum file_layout layout);

#endif
