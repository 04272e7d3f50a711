/* SPDX-License-Identifier: MIT */
/* What is read of the bytes of files, and written; most of it is in
 * tests/files.txt. */
#include "profile_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "gmon_out.h"
#include "mon_out.h"
#include "reference/unit_test.h"

#define ANY_ENCODING ((struct encoding){ORDER_ANY, 0})
#define LITTLE(word) ((struct encoding){ORDER_LITTLE, word})
#define BIG(word)    ((struct encoding){ORDER_BIG, word})
#define PDP          ((struct encoding){ORDER_PDP, 2})

/* ---- rows ---- */

enum { MOST_WAYS = 2, MOST_BYTES = 256, MOST_TEXT = 512 };

struct row {
    struct {
        enum file_layout layout;
        struct encoding encoding;
    } as[MOST_WAYS];
    unsigned ways;
    unsigned char bytes[MOST_BYTES];
    size_t size;
    char expected[MOST_TEXT];
};

/* ": LAYOUT ORDER WORD", either of which may be "any" */
static void take_way(struct row *row, const char *line)
{
    static const char *const orders[] = {[ORDER_ANY] = "any",
                                         [ORDER_LITTLE] = "little",
                                         [ORDER_BIG] = "big",
                                         [ORDER_PDP] = "pdp"};
    char layout[20], order[8];
    unsigned word = 0, which = 0, k = 0;

    assert_true(row->ways < MOST_WAYS);
    assert_true(sscanf(line, ": %19s %7s %u", layout, order, &word) >= 2);
    while (which < LAYOUTS && strcmp(file_layout_name(which), layout) != 0)
        which++;
    while (k <= ORDER_PDP && strcmp(orders[k], order) != 0)
        k++;
    assert_true(which < LAYOUTS && k <= ORDER_PDP);
    row->as[row->ways].layout = which;
    row->as[row->ways++].encoding =
        (struct encoding){(uint8_t)k, (uint8_t)word};
}

/* Bytes as hexadecimal digits, blanks between them for the reader. */
static size_t bytes_of(const char *hex, unsigned char *bytes, size_t room)
{
    size_t size = 0;
    int length;

    for (; *hex; hex += length) {
        assert_true(size < room);
        assert_int_equal(sscanf(hex, " %2hhx %n", &bytes[size++], &length), 1);
    }
    return size;
}

/* "histogram LOW-HIGH rate R: COUNTERS", "calls ADDRESS COUNT", "arc
 * FROM-ADDRESS COUNT", "block ADDRESS COUNT", with "; " between them. */
static void describe(struct profile_file *file, FILE *out)
{
    const char *before = "";
    struct record r;

    for (; profile_file_next(file, &r); before = "; ") {
        const struct histogram *h = &r.histogram;

        fputs(before, out);
        switch (r.kind) {
        case RECORD_HISTOGRAM:
            fprintf(out, "histogram %jx-%jx rate %u:", (uintmax_t)h->low,
                    (uintmax_t)h->high, h->rate);
            for (uint64_t i = 0; i < h->count; i++)
                fprintf(out, " %ju", (uintmax_t)histogram_counter(h, i));
            continue;
        case RECORD_CALLS: fputs("calls ", out); break;
        case RECORD_ARC: fprintf(out, "arc %jx-", (uintmax_t)r.from); break;
        case RECORD_BLOCK: fputs("block ", out); break;
        default: fail();
        }
        fprintf(out, "%jx %ju", (uintmax_t)r.address, (uintmax_t)r.count);
    }
}

/* Twice, or what is wrong with it. */
static void assert_reads(const unsigned char *bytes, size_t size,
                         enum file_layout layout, struct encoding asked,
                         const char *expected)
{
    struct profile_file file;
    struct file_error error;
    char text[MOST_TEXT];
    bool good = profile_file_open(&file, bytes, size, layout, asked, &error);

    for (unsigned k = 0; k < 2; k++) {
        FILE *out = fmemopen(text, sizeof text, "w");

        if (good)
            describe(&file, out);
        else
            fprintf(out, "offset %d: %s", (int)error.offset,
                    profile_fault_text(error.fault));
        fputc('\0', out);
        fclose(out);
        assert_string_equal(text, expected);
        if (good)
            profile_file_rewind(&file);
    }
}

/* ---- writing ---- */

static const uint16_t counters[] = {1, 0, 0x203};
static const struct mon_call calls[] = {{0x1010, 3}, {0x1020, 0x10002}};
static const struct gmon_arc arcs[] = {{0x1004, 0x1010, 3},
                                       {0x1014, 0x1020, 0x10002}};
static const struct mon_contents mon = {0x1000, 0x1100, calls, 2, counters, 3};
static const struct gmon_contents gmon = {0x1000, 0x1100, 128, counters,
                                          3,      arcs,   2};

static uint64_t write_file(enum file_layout layout, struct encoding encoding,
                           unsigned char *bytes, uint64_t room)
{
    if (layout == LAYOUT_MON)
        return mon_out_write(&mon, encoding, bytes, room);
    return gmon_out_write(&gmon, layout, encoding, bytes, room);
}

/* The bytes of a row, where it holds all that these contents do; without room
 * for them, nothing.  Returns whether it does. */
static bool check_written(const struct row *row)
{
    if (!strstr(row->expected, "1 0 515") || !strstr(row->expected, "20 65538"))
        return false;
    for (unsigned less = 0; less < 2; less++) {
        unsigned char written[MOST_BYTES] = {0};

        assert_int_equal(write_file(row->as->layout, row->as->encoding, written,
                                    row->size - less),
                         row->size);
        if (!less) {
            assert_memory_equal(written, row->bytes, row->size);
            memset(written, 0, row->size);
        }
        for (size_t k = 0; k < sizeof written; k++)
            assert_int_equal(written[k], 0);
    }
    return true;
}

static bool check_row(struct row *row)
{
    for (unsigned k = 0; k < row->ways; k++)
        assert_reads(row->bytes, row->size, row->as[k].layout,
                     row->as[k].encoding, row->expected);
    return check_written(row);
}

TEST(files_hold_what_is_below_them)
{
    FILE *in = fopen("reference/tests/files.txt", "r");
    unsigned rows = 0, written = 0;
    struct row row = {.ways = 0};
    char line[200], last = ':';

    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        if (!*line || *line == '#')
            continue;
        if (*line == ':' && last != ':') {
            written += check_row(&row);
            row = (struct row){.ways = 0};
            rows++;
        }
        last = *line;
        if (*line == ':')
            take_way(&row, line);
        else if (*line == ' ')
            strcpy(row.expected, line + 4);
        else
            row.size += bytes_of(line, row.bytes + row.size,
                                 sizeof row.bytes - row.size);
    }
    check_row(&row);
    fclose(in);
    assert_int_equal(rows + 1, 77);
    assert_int_equal(written, 16);
}

/* A row is what is written instead: what no file can hold is not written. */
TEST(what_does_not_fit_a_field_is_not_written)
{
    static const struct {
        enum file_layout layout;
        struct encoding encoding;
        bool written;
        uint64_t high, rate, address, count; /* or 0: as usual */
    } rows[] = {
        {LAYOUT_MON, {ORDER_PDP, 2}, false, .high = 0x10000},
        {LAYOUT_MON, {ORDER_LITTLE, 4}, true, .high = 0x10000},
        {LAYOUT_MON, {ORDER_PDP, 2}, false, .address = 0x10000},
        {LAYOUT_MON, {ORDER_LITTLE, 4}, false, .count = 0x100000000},
        {LAYOUT_MON, {ORDER_PDP, 2}, false, .count = 0x100000000},
        {LAYOUT_MON, {ORDER_LITTLE, 8}, true, .count = 0x100000000},
        /* Encodings that no machine has. */
        {LAYOUT_MON, {ORDER_ANY, 8}, .written = false},
        {LAYOUT_MON, {ORDER_LITTLE, 0}, .written = false},
        {LAYOUT_MON, {ORDER_LITTLE, 3}, .written = false},
        {LAYOUT_MON, {ORDER_PDP, 4}, .written = false},
        {LAYOUT_GMON_44, {ORDER_LITTLE, 2}, .written = false},
        {LAYOUT_ANY, {ORDER_LITTLE, 8}, .written = false},
        {LAYOUT_GMON_44, {ORDER_LITTLE, 8}, false, .rate = 0x80000000},
        {LAYOUT_GMON_TAGGED, {ORDER_LITTLE, 8}, false, .rate = 0x80000000},
        {LAYOUT_GMON_42, {ORDER_LITTLE, 8}, true, .rate = 0x80000000},
        {LAYOUT_GMON_MINGW64, {ORDER_LITTLE, 8}, true, .count = 0x80000000},
        {LAYOUT_GMON_MINGW64, {ORDER_LITTLE, 8}, false, .count = 0x100000000},
        {LAYOUT_GMON_TAGGED, {ORDER_LITTLE, 8}, false, .count = 0x80000000},
        {LAYOUT_GMON_44, {ORDER_LITTLE, 8}, true, .count = 0x80000000},
    };
    unsigned char bytes[MOST_BYTES];

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        uint64_t high = rows[k].high ? rows[k].high : 0x1100;
        uint64_t address = rows[k].address ? rows[k].address : 0x1010;
        uint64_t count = rows[k].count ? rows[k].count : 3, size;
        struct mon_call call = {address, count};
        struct gmon_arc arc = {0x1004, address, count};
        struct mon_contents few = {0x1000, high, &call, 1, counters, 3};
        struct gmon_contents own = {
            0x1000, high, (uint32_t)rows[k].rate, counters, 3, &arc, 1};

        size = rows[k].layout == LAYOUT_MON
                   ? mon_out_write(&few, rows[k].encoding, bytes, MOST_BYTES)
                   : gmon_out_write(&own, rows[k].layout, rows[k].encoding,
                                    bytes, MOST_BYTES);
        assert_int_equal(size > 0, rows[k].written);
    }
    assert_int_equal(gmon_out_write(&gmon, LAYOUT_MON, LITTLE(8), bytes, 256),
                     0);
    assert_false(encoding_exists(LAYOUT_GMON_PS2SDK, LITTLE(8)));
    assert_false(encoding_exists(LAYOUT_GMON_MINGW64, LITTLE(4)));
}

/* "gmon", a histogram of glibc, and two blocks. */
#define HISTOGRAM                                                              \
    "676d6f6e 01000000 000000000000000000000000 00 00100000 00110000 01000000" \
    " 64000000 7365636f6e64730000000000000000 73 0700"
#define BLOCKS "02 02000000 10100000 05000000 14100000 06000000"

TEST(a_group_of_blocks_can_be_left_for_the_beginning)
{
    unsigned char bytes[MOST_BYTES];
    size_t size = bytes_of(HISTOGRAM BLOCKS, bytes, sizeof bytes);
    struct profile_file file;
    struct file_error error;
    struct record record;

    assert_true(profile_file_open(&file, bytes, size, LAYOUT_ANY, ANY_ENCODING,
                                  &error));
    assert_true(profile_file_next(&file, &record));
    assert_int_equal(record.offset, 20);
    assert_memory_equal(record.histogram.dimension, "seconds\0\0\0\0\0\0\0\0",
                        15);
    assert_true(profile_file_next(&file, &record));
    assert_int_equal(record.kind, RECORD_BLOCK);
    profile_file_rewind(&file);
    assert_true(profile_file_next(&file, &record));
    assert_int_equal(record.kind, RECORD_HISTOGRAM);
}

static const struct encoding usual[] = {
    {ORDER_LITTLE, 8},
    {ORDER_BIG, 8},
    {ORDER_LITTLE, 4},
    {ORDER_BIG, 4},
};

TEST(layout_word_and_order_are_found_out)
{
    for (int layout = LAYOUT_MON; layout < LAYOUTS; layout++)
        for (size_t k = 0; k < 4; k++) {
            unsigned char bytes[256];
            uint64_t size = write_file(layout, usual[k], bytes, sizeof bytes);
            bool unmarked =
                layout == LAYOUT_GMON_42 || layout > LAYOUT_GMON_TAGGED;
            struct profile_file file;
            struct file_error error;

            if (!encoding_exists(layout, usual[k]))
                continue;
            if (!profile_file_open(&file, bytes, size,
                                   unmarked ? layout : LAYOUT_ANY, ANY_ENCODING,
                                   &error))
                fail_msg("layout %d encoding %d: offset %d: %s", layout, (int)k,
                         (int)error.offset, profile_fault_text(error.fault));
            assert_int_equal(file.layout, layout);
            assert_int_equal(file.encoding.order, usual[k].order);
            assert_int_equal(file.encoding.word, usual[k].word);
        }
}

TEST(one_of_word_and_order_may_be_given)
{
    unsigned char bytes[256];
    uint64_t size = write_file(LAYOUT_GMON_44, usual[1], bytes, sizeof bytes);
    struct profile_file file;
    struct file_error error;

    assert_true(profile_file_open(&file, bytes, size, LAYOUT_ANY,
                                  (struct encoding){ORDER_BIG, 0}, &error));
    assert_int_equal(file.encoding.word, 8);
    assert_true(profile_file_open(&file, bytes, size, LAYOUT_ANY,
                                  (struct encoding){ORDER_ANY, 8}, &error));
    assert_int_equal(file.encoding.order, ORDER_BIG);
    assert_false(profile_file_open(&file, bytes, size, LAYOUT_GMON_44,
                                   (struct encoding){ORDER_LITTLE, 0}, &error));
    assert_int_equal(error.fault, FAULT_MARK);
    assert_false(profile_file_open(&file, bytes, size, LAYOUT_GMON_44,
                                   (struct encoding){ORDER_ANY, 4}, &error));
    assert_int_equal(error.fault, FAULT_MARK);
}

TEST(an_encoding_that_a_layout_lacks_is_a_fault_of_that_layout)
{
    static const struct {
        enum file_layout layout;
        struct encoding encoding;
    } rows[] = {{LAYOUT_MON, {ORDER_ANY, 2}}, {LAYOUT_GMON_44, {ORDER_PDP, 0}}};
    static const unsigned char bytes[14];

    for (unsigned k = 0; k < 2; k++) {
        struct profile_file file;
        struct file_error error;

        assert_false(profile_file_open(&file, bytes, sizeof bytes,
                                       rows[k].layout, rows[k].encoding,
                                       &error));
        assert_int_equal(error.fault, FAULT_ENCODING);
        assert_int_equal(error.layout, rows[k].layout);
        assert_int_equal(error.offset, 0);
    }
}

/* 0x40000 to 0x50001, or 0x400 to 0x1000500, with 512 counters; not with 2. */
TEST(what_is_readable_in_several_ways_is_not_guessed)
{
    unsigned char bytes[12 + 1024] = {0};
    struct profile_file file;
    struct file_error error;

    bytes_of("00000400 01000500 00000000 01010101", bytes, sizeof bytes);
    assert_true(profile_file_open(&file, bytes, 12 + 4, LAYOUT_MON,
                                  ANY_ENCODING, &error));
    memset(bytes + 12, 0, 4);
    assert_false(profile_file_open(&file, bytes, sizeof bytes, LAYOUT_MON,
                                   ANY_ENCODING, &error));
    assert_int_equal(error.fault, FAULT_SEVERAL);
    assert_int_equal(error.layout, LAYOUT_MON);
    assert_int_equal(error.offset, 0);
    assert_true(profile_file_open(&file, bytes, sizeof bytes, LAYOUT_MON,
                                  BIG(4), &error));
}

/* A file before memory that can't be read: what reads past its end dies. */
static unsigned char *before_nothing(size_t room)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *area = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert_true(area != MAP_FAILED && room <= page);
    assert_int_equal(mprotect(area + page, page, PROT_NONE), 0);
    return area + page - room;
}

/* Whatever is read lies in the file, and the records end. */
static void check_any(const unsigned char *bytes, uint64_t size,
                      enum file_layout layout, struct encoding asked)
{
    struct profile_file file;
    struct file_error error;
    struct record record;
    uint64_t records = 0, sum = 0;

    if (!profile_file_open(&file, bytes, size, layout, asked, &error)) {
        assert_in_range(error.fault, FAULT_NONE + 1, FAULTS - 1);
        assert_in_range(error.offset, 0, error.fault == FAULT_MARK ? 20 : size);
        return;
    }
    while (profile_file_next(&file, &record)) {
        assert_true(++records <= size);
        assert_true(record.offset < size);
        if (record.kind == RECORD_HISTOGRAM)
            for (uint64_t i = 0; i < record.histogram.count; i++)
                sum += histogram_counter(&record.histogram, i);
    }
    assert_int_equal(file.next, size);
    (void)sum;
}

static void check_both(const unsigned char *bytes, uint64_t size,
                       enum file_layout layout, struct encoding encoding)
{
    check_any(bytes, size, LAYOUT_ANY, ANY_ENCODING);
    check_any(bytes, size, layout, encoding);
    check_any(bytes, size, layout, ANY_ENCODING);
}

TEST(any_truncation_and_any_changed_byte_are_survived)
{
    for (int layout = LAYOUT_MON; layout < LAYOUTS; layout++)
        for (size_t k = 0; k < 4; k++) {
            uint64_t size = write_file(layout, usual[k], NULL, 0);
            unsigned char *bytes = before_nothing(size);

            for (uint64_t at = 0; at < size; at++)
                for (int value = 0; value < 256; value++) {
                    write_file(layout, usual[k], bytes, size);
                    bytes[at] = (unsigned char)value;
                    check_both(bytes, size, layout, usual[k]);
                }
            write_file(layout, usual[k], bytes, size);
            for (uint64_t less = 1; less <= size; less++) {
                memmove(bytes + less, bytes + less - 1, size - less);
                check_both(bytes + less, size - less, layout, usual[k]);
            }
        }
}

/* No truncation but those between records passes, once all is given. */
TEST(a_truncation_inside_a_record_is_a_fault)
{
    for (int layout = LAYOUT_MON; layout < LAYOUTS; layout++) {
        struct encoding encoding =
            layout == LAYOUT_GMON_PS2SDK ? usual[2] : usual[0];
        unsigned char bytes[256];
        uint64_t size = write_file(layout, encoding, bytes, sizeof bytes);
        uint64_t passed = 0;

        for (uint64_t left = 0; left < size; left++) {
            struct profile_file file;
            struct file_error error;

            passed +=
                profile_file_open(&file, bytes, left, layout, encoding, &error);
        }
        /* mon.out: 3 counters; gmon.out: 2 arcs; tagged: 2 and all of it */
        assert_int_equal(passed, layout == LAYOUT_MON           ? 3
                                 : layout == LAYOUT_GMON_TAGGED ? 3
                                                                : 2);
    }
}

TEST(layouts_have_names_and_faults_have_texts)
{
    for (int layout = 0; layout < LAYOUTS; layout++)
        for (int other = 0; other < layout; other++)
            assert_string_not_equal(file_layout_name(layout),
                                    file_layout_name(other));
    for (int fault = 0; fault < FAULTS; fault++)
        for (int other = 0; other < fault; other++)
            assert_string_not_equal(profile_fault_text(fault),
                                    profile_fault_text(other));
}

TESTS(NULL, NULL)
