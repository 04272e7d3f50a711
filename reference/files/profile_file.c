/* SPDX-License-Identifier: MIT */
#include "profile_file.h"

#include <string.h>

#include "gmon_out.h"
#include "mon_out.h"
#include "profile_read.h"

static const char *const layout_names[LAYOUTS] = {
    [LAYOUT_ANY] = "auto",
    [LAYOUT_MON] = "mon",
    [LAYOUT_GMON_42] = "gmon-4.2bsd",
    [LAYOUT_GMON_44] = "gmon-4.4bsd",
    [LAYOUT_GMON_FREEBSD] = "gmon-freebsd",
    [LAYOUT_GMON_TAGGED] = "gmon-glibc",
    [LAYOUT_GMON_PS2SDK] = "gmon-ps2sdk",
    [LAYOUT_GMON_MINGW64] = "gmon-mingw64",
};

const struct encoding file_encodings[FILE_ENCODINGS] = {
    {ORDER_LITTLE, 8}, {ORDER_BIG, 8}, {ORDER_LITTLE, 4}, {ORDER_BIG, 4},
    {ORDER_LITTLE, 2}, {ORDER_BIG, 2}, {ORDER_PDP, 2},
};

bool encoding_exists(enum file_layout layout, struct encoding encoding)
{
    unsigned least = layout == LAYOUT_MON ? 2 : 4, most = 8;

    if (layout == LAYOUT_GMON_PS2SDK)
        most = 4;
    if (layout == LAYOUT_GMON_MINGW64)
        least = 8;
    for (unsigned k = 0; k < FILE_ENCODINGS; k++)
        if (file_encodings[k].order == encoding.order &&
            file_encodings[k].word == encoding.word)
            return encoding.word >= least && encoding.word <= most;
    return false;
}

const char *file_layout_name(enum file_layout layout)
{
    return layout_names[layout];
}

static const char *const fault_texts[FAULTS] = {
    [FAULT_NONE] = "well",
    [FAULT_SHORT] = "the file ends inside a header or record",
    [FAULT_MARK] = "not the mark of this layout",
    [FAULT_VERSION] = "a version other than 1",
    [FAULT_TAG] = "no such kind of record (0, 1 and 2 are known)",
    [FAULT_RANGE] = "the lowest address is not below the highest",
    [FAULT_COUNT] = "a count of more than the file holds",
    [FAULT_TAIL] = "bytes that make no whole counter or record",
    [FAULT_RATE] = "a negative clock rate",
    [FAULT_WIDTH] = "no width of a counter (8, 16, 32 or 64 bits)",
    [FAULT_SPAN] = "lowpc is 0, or too far from highpc for so few counters",
    [FAULT_SEVERAL] = "readable with several word sizes or byte orders",
    [FAULT_ENCODING] = "this layout has no such word size or byte order",
};

const char *profile_fault_text(enum profile_fault fault)
{
    return fault_texts[fault];
}

uint64_t histogram_counter(const struct histogram *histogram, uint64_t i)
{
    return number_get(histogram->counters + i * histogram->width,
                      histogram->width, histogram->order);
}

/* Of untagged files: the records before or after the one histogram. */
static struct file_error untagged_next(struct profile_file *file,
                                       struct record *record)
{
    bool mon = file->layout == LAYOUT_MON;
    unsigned word = file->encoding.word;
    uint64_t at = file->next;

    if (at == file->histogram_at && file->histogram.count > 0) {
        record->kind = RECORD_HISTOGRAM;
        record->histogram = file->histogram;
        file->next += file->histogram.count * file->histogram.width;
        return fault_at(FAULT_NONE, 0);
    }
    record->kind = mon ? RECORD_CALLS : RECORD_ARC;
    record->from = mon ? 0 : word_at(file, at);
    record->address = word_at(file, mon ? at : at + word);
    at += mon ? word : 2 * word;
    file->next += file->item_size;
    record->count = number_get(
        file->bytes + at,
        file->layout == LAYOUT_GMON_MINGW64 ? 4 : (unsigned)(file->next - at),
        file->encoding.order);
    return fault_at(FAULT_NONE, 0);
}

/* False at the end, or at a fault, which is then set. */
static bool next(struct profile_file *file, struct record *record,
                 struct file_error *error)
{
    do {
        *error = fault_at(FAULT_NONE, 0);
        *record = (struct record){.offset = file->next};
        if (file->next == file->size)
            return false;
        *error = file->layout == LAYOUT_GMON_TAGGED
                     ? gmon_tagged_next(file, record)
                     : untagged_next(file, record);
        if (error->fault)
            return false;
    } while (record->kind == RECORD_GROUP);
    return true;
}

bool profile_file_next(struct profile_file *file, struct record *record)
{
    struct file_error error;

    return next(file, record, &error);
}

void profile_file_rewind(struct profile_file *file)
{
    file->next = file->first;
    file->blocks = 0;
}

static struct file_error begin_file(struct profile_file *file)
{
    switch (file->layout) {
    case LAYOUT_MON: return mon_out_begin(file);
    case LAYOUT_GMON_TAGGED: return gmon_tagged_begin(file);
    default: return gmon_bsd_begin(file);
    }
}

/* With this layout and encoding. */
static struct file_error read_as(struct profile_file *file)
{
    struct file_error error = begin_file(file);
    struct record record;

    if (error.fault)
        return error;
    file->first = file->next;
    file->histogram.counters = file->bytes + file->histogram_at;
    file->histogram.order = file->encoding.order;
    while (next(file, &record, &error))
        ;
    profile_file_rewind(file);
    return error;
}

/*
 * Guessed words are right if the rest is likely: monitor is never asked for
 * address 0, which would stop it (aix-monitor.3), and a scale is 2 at least,
 * 32768 bytes of addresses for one byte of counters.
 */
static bool is_likely(const struct histogram *h)
{
    return h->low > 0 && (h->high - h->low) / 32768 <= h->count * h->width;
}

static struct file_error try_as(struct profile_file *file, bool guessed)
{
    struct file_error error = read_as(file);

    if (!error.fault && guessed && file->layout == LAYOUT_MON &&
        !is_likely(&file->histogram))
        error = fault_at(FAULT_SPAN, 0);
    error.layout = file->layout;
    return error;
}

static bool may_be(enum file_layout layout, struct encoding asked,
                   struct encoding encoding)
{
    bool usual = encoding.word > 2;
    bool order =
        asked.order == encoding.order || (asked.order == ORDER_ANY && usual);
    bool word = asked.word == encoding.word ||
                (asked.word == 0 && (usual || asked.order == ORDER_PDP));

    return order && word && encoding_exists(layout, encoding);
}

/* As the marks say; LAYOUT_ANY is either of those that have 4.4BSD's. */
static enum file_layout layout_of(const struct profile_file *file,
                                  struct encoding asked)
{
    if (file->size >= 4 && memcmp(file->bytes, GMON_MARK, 4) == 0)
        return LAYOUT_GMON_TAGGED;
    for (unsigned k = 0; k < FILE_ENCODINGS; k++)
        if (may_be(LAYOUT_ANY, asked, file_encodings[k]) &&
            gmon_bsd_marked(file, file_encodings[k]))
            return LAYOUT_ANY;
    return LAYOUT_MON;
}

/* Of several attempts' faults the one to report: of one that had the right
 * mark, and got furthest: to the end, where the span was looked at. */
static bool is_better_fault(const struct file_error *error,
                            const struct file_error *than)
{
    bool marked = error->fault < FAULT_MARK;
    bool than_marked = than->fault < FAULT_MARK;

    if (than->fault == FAULT_ENCODING || error->fault == FAULT_SPAN)
        return true;
    if (marked != than_marked)
        return marked;
    return error->offset > than->offset;
}

bool profile_file_open(struct profile_file *file, const unsigned char *bytes,
                       uint64_t size, enum file_layout layout,
                       struct encoding asked, struct file_error *error)
{
    struct profile_file attempt = {.bytes = bytes, .size = size};
    unsigned found = 0;

    *file = attempt;
    if (layout == LAYOUT_ANY)
        layout = layout_of(file, asked);
    *error = (struct file_error){FAULT_ENCODING, (uint8_t)layout, 0};
    for (unsigned k = 0; k < FILE_ENCODINGS; k++) {
        struct file_error why;

        if (!may_be(layout, asked, file_encodings[k]))
            continue;
        attempt = (struct profile_file){.bytes = bytes, .size = size};
        attempt.layout = (uint8_t)layout;
        attempt.encoding = file_encodings[k];
        why = try_as(&attempt, asked.word == 0);
        if (!why.fault) {
            *file = attempt;
            found++;
        } else if (is_better_fault(&why, error)) {
            *error = why;
        }
    }
    if (found > 1)
        *error = (struct file_error){FAULT_SEVERAL, file->layout, 0};
    return found == 1;
}
