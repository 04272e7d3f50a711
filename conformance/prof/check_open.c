/* SPDX-License-Identifier: MIT */
/*
 * From a file's bytes to a profile, as far as they go.
 *
 * What is cut has counters of 0 in place of those that are missing; a record
 * that is not whole goes, and so does what is behind the last record; a rate
 * that is negative is 0.  What became text on its way is as it was before
 * (as_text.h).
 *
 * Layouts without a mark of their own are recognised by what else fits:
 * 4.2BSD's by its count of bytes and its calls, PS2SDK's and PSPSDK's by
 * counters whose high halves are 0, mingw-w64's by counts of calls whose are
 * not.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "as_text.h"
#include "check.h"
#include "conformance/base/memory.h"
#include "conformance/base/whole_file.h"
#include "reference/files/gmon_out.h"
#include "reference/files/profile_read.h"

static const struct encoding mend_encodings[] = {
    {ORDER_LITTLE, 8}, {ORDER_BIG, 8}, {ORDER_LITTLE, 4}, {ORDER_BIG, 4}};

enum {
    MEND_ENCODINGS = sizeof mend_encodings / sizeof *mend_encodings,
    MEND_RATE = 1000000, /* no clock of a profile ticks more often */
};

struct prof_mended {
    struct encoding encoding; /* as which it was mended */
    uint64_t size;            /* that it had */
    uint64_t missing, wanted; /* counters that are not there, of so many */
    uint64_t cut;             /* bytes of a record that is not whole */
    uint64_t junk;            /* bytes behind the last record */
    uint32_t rate;            /* that was taken away: 4 bytes */
};

/* How far a tagged file can be read. */
struct mend_walk {
    struct encoding encoding;
    uint64_t end;   /* of its whole records */
    uint8_t fault;  /* of the next */
    uint64_t whole; /* size of a file that has all of its counters, or 0 */
    uint64_t missing, wanted;
};

/* The histogram that begins at a tag, whose counters are not all there. */
static void walk_into_histogram(const struct profile_file *file, uint64_t at,
                                struct mend_walk *walk)
{
    unsigned word = file->encoding.word;
    uint64_t header = 1 + GMON_TAGGED_HISTOGRAM(word), low, high, rate, there;

    if (file->bytes[at] != GMON_TAG_HISTOGRAM || file->size - at < header)
        return;
    low = word_at(file, at + 1);
    high = word_at(file, at + 1 + word);
    walk->wanted = half_at(file, at + 1 + 2 * word);
    rate = half_at(file, at + 1 + 2 * word + 4);
    there = (file->size - at - header) / 2;
    if (low >= high || walk->wanted > high - low || rate > MEND_RATE ||
        walk->wanted <= there || walk->wanted > WHOLE_FILE_LIMIT / 4)
        return;
    walk->missing = walk->wanted - there;
    walk->whole = at + header + 2 * walk->wanted;
}

static struct mend_walk walk_as(const unsigned char *bytes, uint64_t size,
                                struct encoding encoding)
{
    struct mend_walk walk = {encoding, GMON_TAGGED_HEADER, FAULT_NONE, 0, 0, 0};
    struct profile_file file = {.layout = LAYOUT_GMON_TAGGED,
                                .encoding = encoding,
                                .bytes = bytes,
                                .size = size,
                                .next = GMON_TAGGED_HEADER};
    struct record record;

    while (walk.fault == FAULT_NONE && file.next < size) {
        uint64_t at = file.next;

        walk.fault = gmon_tagged_next(&file, &record).fault;
        if (walk.fault == FAULT_COUNT || walk.fault == FAULT_SHORT)
            walk_into_histogram(&file, at, &walk);
        if (walk.fault == FAULT_NONE && !file.blocks)
            walk.end = file.next;
    }
    return walk;
}

static void mend_grow(unsigned char **bytes, uint64_t *size, uint64_t whole)
{
    *bytes = memory_got(realloc(*bytes, whole + 1));
    memset(*bytes + *size, 0, whole + 1 - *size);
    *size = whole;
}

static bool mend_tagged(unsigned char **bytes, uint64_t *size,
                        struct prof_mended *mended)
{
    struct mend_walk best = {.end = 0}, walk;

    for (unsigned k = 0; k < MEND_ENCODINGS; k++) {
        walk = walk_as(*bytes, *size, mend_encodings[k]);
        if (walk.end > best.end || (!best.whole && walk.whole))
            best = walk;
    }
    if (best.fault == FAULT_NONE ||
        (best.end == GMON_TAGGED_HEADER && !best.whole))
        return false;
    mended->encoding = best.encoding;
    if (best.whole) {
        mended->missing = best.missing;
        mended->wanted = best.wanted;
        mend_grow(bytes, size, best.whole);
        return true;
    }
    *(best.fault == FAULT_SHORT || best.fault == FAULT_COUNT ? &mended->cut
                                                             : &mended->junk) =
        *size - best.end;
    *size = best.end;
    return true;
}

/* The rate's place is after that of the version. */
static bool mend_rate(struct profile_file *file, unsigned char *bytes,
                      struct prof_mended *mended)
{
    unsigned at = 2 * file->encoding.word + 8;

    mended->rate = half_at(file, at);
    if (mended->rate <= INT32_MAX)
        mended->rate = 0;
    else
        memset(bytes + at, 0, 4);
    return mended->rate != 0;
}

static bool mend_marked(unsigned char **bytes, uint64_t *size,
                        struct encoding encoding, struct prof_mended *mended)
{
    struct profile_file file = {
        .encoding = encoding, .bytes = *bytes, .size = *size};
    unsigned header = gmon_bsd_header_size(LAYOUT_GMON_44, encoding.word);
    uint64_t counted, tail;
    bool any;

    if (*size < header)
        return false;
    counted = half_at(&file, 2 * encoding.word);
    any = mend_rate(&file, *bytes, mended);
    mended->encoding = encoding;
    if (counted > *size && counted <= WHOLE_FILE_LIMIT && counted % 2 == 0 &&
        counted - header <=
            2 * (word_at(&file, encoding.word) - word_at(&file, 0))) {
        mended->wanted = (counted - header) / 2;
        mended->missing = mended->wanted - (*size - header) / 2;
        mend_grow(bytes, size, counted);
        return true;
    }
    if (counted < header || counted > *size)
        return any;
    tail = (*size - counted) % (3u * encoding.word);
    mended->cut = tail;
    *size -= tail;
    return any || tail != 0;
}

static bool mend(unsigned char **bytes, uint64_t *size,
                 struct prof_mended *mended)
{
    *mended = (struct prof_mended){.size = *size};
    if (*size >= GMON_TAGGED_HEADER && memcmp(*bytes, GMON_MARK, 4) == 0)
        return mend_tagged(bytes, size, mended);
    for (unsigned k = 0; k < MEND_ENCODINGS; k++) {
        struct profile_file file = {.bytes = *bytes, .size = *size};

        if (gmon_bsd_marked(&file, mend_encodings[k]))
            return mend_marked(bytes, size, mend_encodings[k], mended);
    }
    return false;
}

/* Files of other tools, by their first bytes. */
static const struct stranger {
    const char *mark;
    uint8_t at, size;
    const char *is, *todo;
} strangers[] = {
    {"gmon\xff\xff\x01\x00", 0, 8, "a profile of a shared library (LD_PROFILE)",
     "glibc's sprof reads it"},
    {"gmon\x00\x01\xff\xff", 0, 8, "a profile of a shared library (LD_PROFILE)",
     "glibc's sprof reads it"},
    {"\xbe\xba\xef\xbe", 0, 4, "in Apple's format of 32-bit programs",
     "gprof of that system reads it"},
    {"\xbf\xba\xef\xbe", 0, 4, "in Apple's format of 64-bit programs",
     "gprof of that system reads it"},
    {"\xbe\xef\xba\xbe", 0, 4, "in Apple's format of 32-bit programs",
     "gprof of that system reads it"},
    {"\xbe\xef\xba\xbf", 0, 4, "in Apple's format of 64-bit programs",
     "gprof of that system reads it"},
    {"PERFILE2", 0, 8, "a perf.data", "perf report reads it"},
    {"adcg", 0, 4, "gcov's data (.gcda)", "gcov reads it"},
    {"oncg", 0, 4, "gcov's notes (.gcno)", "gcov reads it"},
    {"# callgrind format", 0, 18, "callgrind's output",
     "callgrind_annotate reads it"},
    {"version: 1\ncreator: c", 0, 21, "callgrind's output",
     "callgrind_annotate reads it"},
    {"forpl\xff", 2, 6, "LLVM's profile (.profraw)", "llvm-profdata reads it"},
    {"\xfflprof", 0, 6, "LLVM's profile (.profraw)", "llvm-profdata reads it"},
    {"\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 0, 24,
     "a CPU profile of gperftools", "pprof reads it"},
    {"\x1f\x8b", 0, 2, "compressed by gzip",
     "After gunzip, if it is a gmon.out, profilcheck reads it"},
    {"\3757zXZ", 0, 5, "compressed by xz",
     "After unxz, if it is a gmon.out, profilcheck reads it"},
    {"\x28\xb5\x2f\xfd", 0, 4, "compressed by zstd",
     "After unzstd, if it is a gmon.out, profilcheck reads it"},
    {"BZh", 0, 3, "compressed by bzip2",
     "After bunzip2, if it is a gmon.out, profilcheck reads it"},
    {"Z21vbg", 0, 6, "the text of one in base64",
     "After base64 -d, profilcheck reads it"},
    {"begin 6", 0, 7, "uuencoded", "After uudecode, profilcheck reads it"},
    {":10", 0, 3, "Intel HEX",
     "After objcopy -I ihex -O binary, profilcheck reads it"},
    {"S0", 0, 2, "S-records",
     "After objcopy -I srec -O binary, profilcheck reads it"},
    {"\177ELF", 0, 4, "a program",
     "Name the file that the program wrote, too: prof --check gmon.out "
     "PROGRAM"},
    {"MZ", 0, 2, "a program",
     "Name the file that the program wrote, too: prof --check gmon.out "
     "PROGRAM"},
    {"!<arch>\n", 0, 8, "a static library", "ar reads it"},
    {"#!", 0, 2, "a script",
     "Name the program that it starts, too: libtool's is in .libs"},
};

static const struct stranger *stranger_of(const unsigned char *bytes,
                                          uint64_t size)
{
    for (size_t k = 0; k < sizeof strangers / sizeof *strangers; k++) {
        const struct stranger *s = strangers + k;

        if (size >= s->at + s->size &&
            memcmp(bytes + s->at, s->mark, s->size) == 0)
            return s;
    }
    return NULL;
}

static bool open_as_is(struct prof_check_file *f,
                       const struct flat_request *request, uint64_t size,
                       struct file_error *error)
{
    return profile_file_open(&f->file, f->bytes, size, request->layout,
                             request->encoding, error);
}

static bool open_mended(struct prof_check_file *f,
                        const struct flat_request *request, uint64_t size)
{
    bool said = request->encoding.word || request->encoding.order;
    struct prof_mended m = {.size = size};
    struct file_error error;

    if (!mend(&f->bytes, &size, &m) ||
        !profile_file_open(&f->file, f->bytes, size, request->layout,
                           said ? request->encoding : m.encoding, &error))
        return false;
    prof_value(f, "size", "%" PRIu64, m.size);
    prof_value(f, "missing", "%" PRIu64, m.missing);
    prof_value(f, "wanted", "%" PRIu64, m.wanted);
    prof_value(f, "cut", "%" PRIu64, m.cut);
    prof_value(f, "tail", "%" PRIu64, m.junk);
    prof_value(f, "another", "%s",
               m.junk >= 4 && memcmp(f->bytes + size, GMON_MARK, 4) == 0
                   ? ", but begin as another gmon.out"
                   : "");
    prof_value(f, "rate", "%" PRId32, (int32_t)m.rate);
    f->facts |= m.missing ? F(CUT_COUNTERS) : m.cut ? F(CUT_RECORD) : 0;
    f->facts |= (m.junk ? F(TAIL) : 0) | (m.rate ? F(BAD_RATE) : 0);
    return true;
}

/* Opened from a copy of other bytes; else all is as it was. */
static bool open_instead(struct prof_check_file *f,
                         const struct flat_request *request,
                         unsigned char *bytes, uint64_t size, bool mended)
{
    unsigned char *before = f->bytes;
    struct file_error error;

    if (!bytes)
        return false;
    f->bytes = bytes;
    bytes[size] = '\0';
    if ((open_as_is(f, request, size, &error) ||
         (mended && open_mended(f, request, size))) &&
        f->file.layout != LAYOUT_MON) {
        free(before);
        return true;
    }
    free(f->bytes);
    f->bytes = before;
    return false;
}

static bool open_hexdump(struct prof_check_file *f,
                         const struct flat_request *request, uint64_t size)
{
    for (int swapped = 0; swapped < 2; swapped++) {
        uint64_t count;
        bool lost;
        unsigned char *bytes =
            as_text_hexdump(f->bytes, size, swapped, &count, &lost);

        if (!open_instead(f, request, bytes, count, true))
            continue;
        f->facts |= F(HEXDUMP);
        prof_value(f, "bytes", "%" PRIu64, count);
        prof_value(f, "stars", "%s",
                   lost ? ", without the lines that \"*\" is in place of: "
                          "od -v shows them"
                        : "");
        return true;
    }
    return false;
}

static bool open_doubled(struct prof_check_file *f,
                         const struct flat_request *request, uint64_t size)
{
    uint64_t feeds = as_text_doubled_feeds(f->bytes, size);
    unsigned char *bytes;

    if (!feeds)
        return false;
    bytes = memory_got(malloc(size + 1));
    memcpy(bytes, f->bytes, size);
    if (!open_instead(f, request, bytes, as_text_without_returns(bytes, size),
                      false))
        return false;
    f->facts |= F(CRLF);
    prof_value(f, "feeds", "%" PRIu64, feeds);
    return true;
}

static bool open_recoded(struct prof_check_file *f,
                         const struct flat_request *request, uint64_t size)
{
    bool wide = as_text_is_utf16(f->bytes, size);
    uint64_t count;
    unsigned char *bytes = as_text_recoded(f->bytes, size, &count);

    if (!open_instead(f, request, bytes, count, wide))
        return false;
    f->facts |= F(RECODED);
    prof_value(f, "characters", "%s", wide ? "UTF-16" : "UTF-8");
    return true;
}

/* Whether calls are of functions in the range, and no more than can be. */
static bool calls_fit(struct profile_file *file)
{
    const struct histogram *h = &file->histogram;
    uint64_t span = h->high - h->low, calls = 0;
    struct record r;

    profile_file_rewind(file);
    while (profile_file_next(file, &r)) {
        if (r.kind != RECORD_ARC)
            continue;
        if (r.address < h->low || r.address >= h->high || r.count > INT32_MAX)
            return false;
        calls++;
    }
    profile_file_rewind(file);
    return calls > 0 && h->count <= span && span / 64 <= h->count;
}

static bool open_as_42(struct prof_check_file *f,
                       const struct flat_request *request, uint64_t size)
{
    struct profile_file as_found = f->file;
    struct file_error error;

    if (profile_file_open(&f->file, f->bytes, size, LAYOUT_GMON_42,
                          request->encoding, &error) &&
        calls_fit(&f->file))
        return true;
    f->file = as_found;
    return false;
}

/* A byte of counters for each of text, and of two counters the one that would
 * be a number's high half is hardly ever more than 0. */
static bool has_wide_counters(const struct profile_file *file)
{
    enum { RARE = 8 };
    const struct histogram *h = &file->histogram;
    uint64_t span = h->high - h->low, low = 0, high = 0;
    unsigned top = file->encoding.order == ORDER_BIG ? 0 : 1;

    if (file->encoding.word != 4 || h->width != 2 || h->count % 2 ||
        2 * h->count > span + 4 || 2 * h->count + 4 < span)
        return false;
    for (uint64_t k = 0; k < h->count; k++)
        *(k % 2 == top ? &high : &low) += histogram_counter(h, k) != 0;
    return low > 1 && high <= (low < RARE ? 1 : low / RARE);
}

static bool has_high_halves(struct profile_file *file)
{
    bool found = false;
    struct record r;

    if (file->encoding.word != 8)
        return false;
    profile_file_rewind(file);
    while (profile_file_next(file, &r))
        found |= r.kind == RECORD_ARC && r.count >> 32;
    profile_file_rewind(file);
    return found;
}

static void recognise(struct prof_check_file *f,
                      const struct flat_request *request, uint64_t size)
{
    enum file_layout layout = LAYOUT_GMON_44;
    struct file_error error;

    if (request->layout != LAYOUT_ANY)
        return;
    if (f->file.layout == LAYOUT_MON)
        open_as_42(f, request, size);
    if (f->file.layout != LAYOUT_GMON_44)
        return;
    if (has_wide_counters(&f->file))
        layout = LAYOUT_GMON_PS2SDK;
    else if (has_high_halves(&f->file))
        layout = LAYOUT_GMON_MINGW64;
    if (layout == LAYOUT_GMON_MINGW64)
        f->facts |= F(HIGH_HALVES);
    if (layout != LAYOUT_GMON_44)
        profile_file_open(&f->file, f->bytes, f->file.size, layout,
                          f->file.encoding, &error);
}

/* Some runtimes write the header when they start, and the rest at the end. */
static bool is_header_alone(const unsigned char *bytes, uint64_t size)
{
    return size >= 4 && memcmp(bytes, GMON_MARK, 4) == 0 &&
           size < GMON_TAGGED_HEADER + 1 + GMON_TAGGED_HISTOGRAM(8);
}

static void is_no_profile(struct prof_check_file *f, uint64_t size,
                          const struct file_error *error)
{
    const struct stranger *stranger = stranger_of(f->bytes, size);
    int line = (int)strcspn((const char *)f->bytes, "\r\n");

    if (size == 0)
        f->facts |= F(EMPTY);
    else if (stranger)
        f->facts |= F(STRANGER);
    else if (is_header_alone(f->bytes, size))
        f->facts |= F(BEGUN);
    else if (as_text_is_lost(f->bytes, size))
        f->facts |= F(LOST);
    else if (as_text_printable(f->bytes, size))
        f->facts |= F(TEXT);
    else
        f->facts |= F(UNREADABLE);
    prof_value(f, "size", "%" PRIu64, size);
    prof_value(f, "stranger", "%s", stranger ? stranger->is : "");
    prof_value(f, "todo", "%s", stranger ? stranger->todo : "");
    prof_value(f, "line", "%.*s", line < 60 ? line : 60, (char *)f->bytes);
    prof_value(f, "offset", "%" PRIu64, error->offset);
    prof_value(f, "fault", "%s",
               profile_fault_text((enum profile_fault)error->fault));
    free(f->bytes);
    f->bytes = NULL;
}

static bool open_somehow(struct prof_check_file *f,
                         const struct flat_request *request, uint64_t size,
                         struct file_error *error)
{
    if (as_text_doubled_feeds(f->bytes, size) >= AS_TEXT_FEW &&
        open_doubled(f, request, size))
        return true;
    if (as_text_is_utf16(f->bytes, size))
        return open_recoded(f, request, size);
    if (open_as_is(f, request, size, error) || open_doubled(f, request, size) ||
        open_recoded(f, request, size))
        return true;
    if (as_text_is_lost(f->bytes, size))
        return false;
    return open_mended(f, request, size) ||
           (as_text_printable(f->bytes, size) &&
            open_hexdump(f, request, size)) ||
           (request->layout == LAYOUT_ANY && open_as_42(f, request, size));
}

void prof_check_open(struct prof_check *check, struct prof_check_file *f,
                     const struct flat_request *request)
{
    struct file_error error = {0};
    struct whole_file whole;
    uint64_t size;

    if (!whole_file_read(&whole, f->name)) {
        f->facts |= errno != ENOENT  ? F(UNOPENED)
                    : check->program ? F(MISSING)
                                     : F(MISSING) | F(UNOPENED);
        prof_value(f, "error", "%s", strerror(errno));
        return;
    }
    f->bytes = (unsigned char *)whole.text;
    size = whole.length;
    if (stranger_of(f->bytes, size) || !open_somehow(f, request, size, &error))
        is_no_profile(f, size, &error);
    if (f->bytes)
        recognise(f, request, f->file.size);
}
