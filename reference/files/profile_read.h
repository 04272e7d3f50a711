/* SPDX-License-Identifier: MIT */
/*
 * How profile_file.c reads each layout.  A begin function gets a file with
 * its layout and encoding set, reads the header, and sets the rest; records
 * of untagged files are then all of one size, before or after the one
 * histogram.
 */
#ifndef REFERENCE_PROFILE_READ_H
#define REFERENCE_PROFILE_READ_H

#include "profile_file.h"

/* A kind between us: the head of a group of records. */
enum { RECORD_GROUP = RECORD_BLOCK + 1 };

struct file_error mon_out_begin(struct profile_file *file);

/* Is 4.4BSD's version where this encoding would have it? */
bool gmon_bsd_marked(const struct profile_file *file, struct encoding encoding);

/* LAYOUT_ANY: 4.4BSD's or FreeBSD's, and it is set which. */
struct file_error gmon_bsd_begin(struct profile_file *file);

/* Its header does not depend on the encoding of words. */
struct file_error gmon_tagged_begin(struct profile_file *file);

/* The record at file->next, which is not the end of the file. */
struct file_error gmon_tagged_next(struct profile_file *file,
                                   struct record *record);

static inline struct file_error fault_at(enum profile_fault fault,
                                         uint64_t offset)
{
    return (struct file_error){.fault = (uint8_t)fault, .offset = offset};
}

static inline uint64_t word_at(const struct profile_file *file, uint64_t at)
{
    return number_get(file->bytes + at, file->encoding.word,
                      file->encoding.order);
}

/* Four bytes. */
static inline uint32_t half_at(const struct profile_file *file, uint64_t at)
{
    return (uint32_t)number_get(file->bytes + at, 4, file->encoding.order);
}

/* Bytes from there to the end. */
static inline uint64_t left_from(const struct profile_file *file, uint64_t at)
{
    return file->size - at;
}

#endif
