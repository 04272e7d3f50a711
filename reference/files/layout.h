/* SPDX-License-Identifier: MIT */
/*
 * Which layouts a file of a profile may have; how a machine writes numbers into
 * it: the order of their bytes, and how many an address has; and putting them
 * there, field by field.
 */
#ifndef REFERENCE_LAYOUT_H
#define REFERENCE_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum byte_order {
    ORDER_ANY, /* to be found out */
    ORDER_LITTLE,
    ORDER_BIG,
    ORDER_PDP, /* of the PDP-11: high word first, in a word low byte first */
};

struct encoding {
    uint8_t order;
    uint8_t word; /* bytes in an address: 2, 4 or 8; 0: to be found out */
};

/* Numbers as this machine has them. */
#define ENCODING_HERE                                                          \
    ((struct encoding){__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? ORDER_BIG      \
                                                              : ORDER_LITTLE,  \
                       sizeof(void *)})

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

/* Where the k-th byte is, counted from the most significant one. */
static inline unsigned number_place(unsigned width, uint8_t order, unsigned k)
{
    if (order == ORDER_BIG)
        return k;
    return order == ORDER_PDP ? k ^ 1 : width - 1 - k;
}

static inline uint64_t number_get(const unsigned char *at, unsigned width,
                                  uint8_t order)
{
    uint64_t value = 0;

    for (unsigned k = 0; k < width; k++)
        value = value << 8 | at[number_place(width, order, k)];
    return value;
}

/* The low bytes of value, as many as there is width. */
static inline void number_put(unsigned char *at, unsigned width, uint8_t order,
                              uint64_t value)
{
    for (unsigned k = width; k-- > 0; value >>= 8)
        at[number_place(width, order, k)] = (unsigned char)value;
}

struct pen {
    unsigned char *at; /* null: fields are only checked */
    uint8_t order;
    bool overflowed; /* a number did not fit into its field */
};

/* Where a file of that size is to be written, and there is so much room. */
static inline struct pen pen_at(unsigned char *bytes, uint64_t room,
                                uint64_t size, uint8_t order)
{
    return (struct pen){size <= room ? bytes : NULL, order, false};
}

static inline void pen_put(struct pen *pen, unsigned width, uint64_t value)
{
    if (width < 8 && value >> 8 * width != 0)
        pen->overflowed = true;
    if (!pen->at)
        return;
    number_put(pen->at, width, pen->order, value);
    pen->at += width;
}

/* A C int: no negative number can come of it. */
static inline void pen_put_int(struct pen *pen, uint64_t value)
{
    pen_put(pen, 4, value > INT32_MAX ? UINT64_MAX : value);
}

static inline void pen_put_bytes(struct pen *pen, const char *bytes,
                                 unsigned count)
{
    for (unsigned k = 0; k < count; k++)
        pen_put(pen, 1, (unsigned char)bytes[k]);
}

#endif
