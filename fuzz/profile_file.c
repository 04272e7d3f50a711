/* SPDX-License-Identifier: MIT */
/*
 * The readers of mon.out and gmon.out, and their writers.  Three bytes say as
 * what the rest is to be read: layout, order of bytes, size of a word; and,
 * by what is left of them, as what it is to be written besides.  Any bytes
 * are read or refused at an offset inside the file; what was read of a layout
 * that has a writer is written, and read again it tells the same; a mon.out
 * has the same bytes again.  Written as the other file it tells the same too,
 * or is refused where that can't be.
 */
#include <string.h>

#include "bytes.h"
#include "fuzz.h"
#include "profile_contents.h"
#include "text.h"

/* Where a mark that is missing should be: past the end of a short file. */
enum { MARK_AT_MOST = 20 };

/* As what bytes are taken. */
struct taken {
    enum file_layout layout;
    struct encoding encoding;
};

static unsigned char *room_of(uint64_t size)
{
    unsigned char *bytes = malloc(size);

    if (!bytes)
        fuzz_broken("out of memory");
    return bytes;
}

/* Whether there is a writer of such files: of 16-bit counters, and where there
 * are tags of one histogram and no blocks. */
static bool has_writer(const struct profile_file *file,
                       const struct contents *c)
{
    if (file->layout != LAYOUT_GMON_TAGGED)
        return file->histogram.width == 2;
    for (uint64_t k = 0; k < c->arc_count; k++)
        if (c->arcs[k].count > INT32_MAX)
            return false; /* nobody's int */
    return c->histograms == 1 && c->block_count == 0;
}

static struct contents read_again(const unsigned char *bytes, uint64_t size,
                                  struct taken as)
{
    struct profile_file again;
    struct file_error error;

    if (!profile_file_open(&again, bytes, size, as.layout, as.encoding, &error))
        text_finding(profile_fault_text(error.fault),
                     file_layout_name(as.layout),
                     strlen(file_layout_name(as.layout)));
    return contents_read(&again);
}

static void profile_round_trip(const struct profile_file *file,
                               const struct contents *c)
{
    struct taken as = {(enum file_layout)file->layout, file->encoding};
    uint64_t room = file->size + 64, size;
    unsigned char *bytes = room_of(room);
    struct contents second;

    size = contents_write(
        c, as.layout == LAYOUT_GMON_TAGGED ? &c->histogram : &file->histogram,
        as.layout, as.encoding, bytes, room);
    if (size == 0 || size > room)
        text_finding("what was read can't be written", "", 0);
    if (as.layout == LAYOUT_MON &&
        (size != file->size || memcmp(bytes, file->bytes, size) != 0))
        text_finding("written with other bytes", "", 0);
    second = read_again(bytes, size, as);
    if (!contents_same(c, &second))
        text_finding("tells something else when read again", "", 0);
    contents_free(&second);
    free(bytes);
}

static void write_other(const struct contents *c, struct taken as)
{
    uint64_t size =
        contents_write(c, &c->histogram, as.layout, as.encoding, NULL, 0);
    unsigned char *bytes;
    struct contents second;

    if (size == 0)
        return;
    if (!encoding_exists(as.layout, as.encoding))
        text_finding("written in no encoding of the layout", "", 0);
    if (c->histograms == 0)
        return; /* its range is empty */
    bytes = room_of(size);
    if (contents_write(c, &c->histogram, as.layout, as.encoding, bytes, size) !=
        size)
        text_finding("another size where there is room", "", 0);
    second = read_again(bytes, size, as);
    if (!contents_same_in(as.layout, c, &second))
        text_finding("tells something else in another layout", "", 0);
    contents_free(&second);
    free(bytes);
}

static void profile_refused(const struct file_error *error, uint64_t size)
{
    uint64_t most = error->fault == FAULT_MARK ? MARK_AT_MOST : size;

    if (error->fault == FAULT_NONE || error->fault >= FAULTS ||
        error->offset > most || !*profile_fault_text(error->fault))
        text_finding("refused without a place", "", 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { ORDERS = ORDER_PDP + 1, WORDS = 16 };
    struct bytes b = {data, size};
    unsigned layouts = (unsigned)bytes_take(&b, 1);
    unsigned orders = (unsigned)bytes_take(&b, 1);
    unsigned words = (unsigned)bytes_take(&b, 1);
    struct taken as = {layouts % LAYOUTS, {orders % ORDERS, words % WORDS}};
    struct taken other = {layouts / LAYOUTS % LAYOUTS,
                          {orders / ORDERS % ORDERS, (uint8_t)(words / WORDS)}};
    struct profile_file file;
    struct file_error error = {0};
    struct contents contents;

    if (!profile_file_open(&file, b.at, b.left, as.layout, as.encoding,
                           &error)) {
        profile_refused(&error, b.left);
        return 0;
    }
    if (!*file_layout_name((enum file_layout)file.layout))
        text_finding("a layout without a name", "", 0);
    contents = contents_read(&file);
    if (has_writer(&file, &contents))
        profile_round_trip(&file, &contents);
    write_other(&contents, other);
    profile_file_rewind(&file);
    contents_free(&contents);
    return 0;
}
