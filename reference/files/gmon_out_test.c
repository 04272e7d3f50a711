/* SPDX-License-Identifier: MIT */
#include "gmon_out.h"

#include <stdio.h>

#include "profile_file_test.h"
#include "reference/unit_test.h"

static const uint16_t counters[] = {1, 0, 0x203};
static const struct gmon_arc arcs[] = {{0x1004, 0x1010, 3},
                                       {0x1014, 0x1020, 0x10002}};
static const struct gmon_contents contents = {
    0x1000, 0x1100, 128, counters, 3, arcs, 2,
};
#define ARCS "arc 1004-1010 3\narc 1014-1020 65538\n"

#define MARK_LITTLE "676d6f6e 01000000 000000000000000000000000"
#define SECONDS     "7365636f6e64730000000000000000 73"

static const struct {
    enum file_layout layout;
    struct encoding encoding;
    const char *hex;
} layouts[] = {
    {LAYOUT_GMON_44,
     {ORDER_LITTLE, 8},
     "0010000000000000 0011000000000000"
     "2e000000 79180500 80000000 000000000000000000000000"
     "0100 0000 0302"
     "0410000000000000 1010000000000000 0300000000000000"
     "1410000000000000 2010000000000000 0200010000000000"},
    {LAYOUT_GMON_44,
     {ORDER_BIG, 4},
     "00001000 00001100 00000026 00051879 00000080 000000000000000000000000"
     "0001 0000 0203 00001004 00001010 00000003 00001014 00001020 00010002"},
    {LAYOUT_GMON_FREEBSD,
     {ORDER_LITTLE, 4},
     "00100000 00110000 26000000 79180500 80000000 100000000000000000000000"
     "0100 0000 0302 04100000 10100000 03000000 14100000 20100000 02000100"},
    {LAYOUT_GMON_42,
     {ORDER_BIG, 8},
     "0000000000001000 0000000000001100 0000001e 00000000 0001 0000 0203"
     "0000000000001004 0000000000001010 0000000000000003"
     "0000000000001014 0000000000001020 0000000000010002"},
    {LAYOUT_GMON_42,
     {ORDER_LITTLE, 4},
     "00100000 00110000 12000000 0100 0000 0302"
     "04100000 10100000 03000000 14100000 20100000 02000100"},
    {LAYOUT_GMON_PS2SDK,
     {ORDER_LITTLE, 4},
     "00100000 00110000 2c000000 79180500 80000000 000000000000000000000000"
     "01000000 00000000 03020000"
     "04100000 10100000 03000000 14100000 20100000 02000100"},
    {LAYOUT_GMON_MINGW64,
     {ORDER_LITTLE, 8},
     "0010000000000000 0011000000000000"
     "2e000000 79180500 80000000 000000000000000000000000"
     "0100 0000 0302"
     "0410000000000000 1010000000000000 03000000 00000000"
     "1410000000000000 2010000000000000 02000100 00000000"},
    {LAYOUT_GMON_TAGGED,
     {ORDER_LITTLE, 8},
     MARK_LITTLE
     "00 0010000000000000 0011000000000000 03000000 80000000" SECONDS
     "0100 0000 0302"
     "01 0410000000000000 1010000000000000 03000000"
     "01 1410000000000000 2010000000000000 02000100"},
    {LAYOUT_GMON_TAGGED,
     {ORDER_BIG, 4},
     "676d6f6e 00000001 000000000000000000000000"
     "00 00001000 00001100 00000003 00000080" SECONDS "0001 0000 0203"
     "01 00001004 00001010 00000003 01 00001014 00001020 00010002"},
};
enum { LAYOUT_COUNT = sizeof layouts / sizeof *layouts };

TEST(each_layout_reads_as_its_bytes_say)
{
    for (size_t k = 0; k < LAYOUT_COUNT; k++) {
        unsigned char bytes[256];
        size_t size = bytes_of(layouts[k].hex, bytes, sizeof bytes);

        assert_reads(bytes, size, layouts[k].layout, layouts[k].encoding,
                     layouts[k].layout == LAYOUT_GMON_42
                         ? "histogram 1000-1100 rate 0: 1 0 515\n" ARCS
                         : "histogram 1000-1100 rate 128: 1 0 515\n" ARCS);
    }
}

TEST(each_layout_is_written_so)
{
    for (size_t k = 0; k < LAYOUT_COUNT; k++) {
        unsigned char bytes[256], written[256] = {0};
        size_t size = bytes_of(layouts[k].hex, bytes, sizeof bytes);

        assert_int_equal(gmon_out_write(&contents, layouts[k].layout,
                                        layouts[k].encoding, written, size),
                         size);
        assert_memory_equal(written, bytes, size);
        assert_int_equal(written[size], 0);
        memset(written, 0, sizeof written);
        assert_int_equal(gmon_out_write(&contents, layouts[k].layout,
                                        layouts[k].encoding, written, size - 1),
                         size);
        assert_int_equal(written[0], 0);
    }
}

TEST(padding_may_be_anything_and_wide_counters_are_whole)
{
    unsigned char bytes[256];
    size_t size;

    size = bytes_of("0010000000000000 0011000000000000"
                    "2a000000 79180500 80000000 100000000000000000000000"
                    "0700"
                    "0410000000000000 1010000000000000 03000000 efbeadde",
                    bytes, sizeof bytes);
    assert_reads(bytes, size, LAYOUT_GMON_MINGW64, ANY_ENCODING,
                 "histogram 1000-1100 rate 128: 7\narc 1004-1010 3\n");
    size = bytes_of("00100000 00110000 24000000 79180500 80000000"
                    "100000000000000000000000 00000180",
                    bytes, sizeof bytes);
    assert_reads(bytes, size, LAYOUT_GMON_PS2SDK, ANY_ENCODING,
                 "histogram 1000-1100 rate 128: 2147549184\n");
    assert_false(encoding_exists(LAYOUT_GMON_PS2SDK, LITTLE(8)));
    assert_false(encoding_exists(LAYOUT_GMON_MINGW64, LITTLE(4)));
    assert_faulty("00100000 00110000 26000000 79180500 80000000"
                  "000000000000000000000000 000000000000",
                  LAYOUT_GMON_PS2SDK, ANY_ENCODING, FAULT_TAIL, 8);
}

TEST(what_no_file_can_hold_is_not_written)
{
    struct gmon_contents wrong = contents;
    struct gmon_arc many = {0x1004, 0x1010, 0x80000000};
    unsigned char bytes[256];

    assert_int_equal(
        gmon_out_write(&contents, LAYOUT_MON, LITTLE(8), bytes, 256), 0);
    assert_int_equal(
        gmon_out_write(&contents, LAYOUT_GMON_44, LITTLE(2), bytes, 256), 0);
    assert_int_equal(
        gmon_out_write(&contents, LAYOUT_ANY, LITTLE(8), bytes, 256), 0);
    wrong.rate = 0x80000000;
    assert_int_equal(
        gmon_out_write(&wrong, LAYOUT_GMON_44, LITTLE(8), bytes, 256), 0);
    assert_int_equal(
        gmon_out_write(&wrong, LAYOUT_GMON_TAGGED, LITTLE(8), bytes, 256), 0);
    assert_int_not_equal(
        gmon_out_write(&wrong, LAYOUT_GMON_42, LITTLE(8), bytes, 256), 0);
    wrong = contents;
    wrong.arcs = &many;
    wrong.arc_count = 1;
    assert_int_not_equal(
        gmon_out_write(&wrong, LAYOUT_GMON_MINGW64, LITTLE(8), bytes, 256), 0);
    many.count = UINT64_C(1) << 32;
    assert_int_equal(
        gmon_out_write(&wrong, LAYOUT_GMON_MINGW64, LITTLE(8), bytes, 256), 0);
    many.count = 0x80000000;
    assert_int_equal(
        gmon_out_write(&wrong, LAYOUT_GMON_TAGGED, LITTLE(8), bytes, 256), 0);
    assert_int_not_equal(
        gmon_out_write(&wrong, LAYOUT_GMON_44, LITTLE(8), bytes, 256), 0);
}

/* With these bytes in the spare words, of the given width. */
#define FREEBSD(type, bytes, rest)                                             \
    "00100000 00110000 " bytes "000000 79180500 64000000" type                 \
    "0000000000000000" rest

TEST(freebsd_tells_the_width_of_counters)
{
    static const struct {
        const char *hex, *expected;
    } rows[] = {
        {FREEBSD("08000000", "22", "0102"), "1 2"},
        {FREEBSD("f8ffffff", "22", "ff02"), "255 2"},
        {FREEBSD("10000000", "22", "0102"), "513"},
        {FREEBSD("20000000", "24", "01020000"), "513"},
        {FREEBSD("c0ffffff", "28", "0102000000000001"), "72057594037928449"},
    };
    unsigned char bytes[64];
    char expected[128];

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        size_t size = bytes_of(rows[k].hex, bytes, sizeof bytes);

        sprintf(expected, "histogram 1000-1100 rate 100: %s\n",
                rows[k].expected);
        assert_reads(bytes, size, LAYOUT_ANY, ANY_ENCODING, expected);
        assert_reads(bytes, size, LAYOUT_GMON_FREEBSD, LITTLE(4), expected);
    }
    assert_faulty(FREEBSD("00000000", "20", ""), LAYOUT_GMON_FREEBSD, LITTLE(4),
                  FAULT_WIDTH, 20);
    assert_faulty(FREEBSD("40000000", "24", "01020304"), LAYOUT_GMON_FREEBSD,
                  LITTLE(4), FAULT_TAIL, 8);
}

TEST(in_4_4bsd_the_spare_words_mean_nothing)
{
    static const char *const rows[] = {
        FREEBSD("40000000", "22", "0102"),
        FREEBSD("7f454c46", "22", "0102"),
    };
    unsigned char bytes[64];

    for (size_t k = 0; k < 2; k++)
        assert_reads(bytes, bytes_of(rows[k], bytes, sizeof bytes),
                     LAYOUT_GMON_44, LITTLE(4),
                     "histogram 1000-1100 rate 100: 513\n");
    assert_reads(bytes, bytes_of(rows[1], bytes, sizeof bytes), LAYOUT_ANY,
                 ANY_ENCODING, "histogram 1000-1100 rate 100: 513\n");
}

TEST(a_bsd_file_may_have_no_counters)
{
    unsigned char bytes[64];

    assert_reads(
        bytes,
        bytes_of(FREEBSD("00000000", "20", "04100000 10100000 03000000"), bytes,
                 sizeof bytes),
        LAYOUT_GMON_44, LITTLE(4), "arc 1004-1010 3\n");
}

TEST(faults_of_bsd_files_are_reported_with_their_offset)
{
    assert_faulty("00", LAYOUT_GMON_42, LITTLE(4), FAULT_SHORT, 1);
    assert_faulty("00100000 00110000 20000000 79180500 64000000 00000000"
                  "00000000 000000",
                  LAYOUT_GMON_44, LITTLE(4), FAULT_SHORT, 31);
    assert_faulty("00100000 00110000 20000000 78180500 64000000 00000000"
                  "00000000 00000000",
                  LAYOUT_GMON_44, LITTLE(4), FAULT_MARK, 12);
    assert_faulty("00100000 00110000 20000000 79180500 ffffffff 00000000"
                  "00000000 00000000",
                  LAYOUT_GMON_44, LITTLE(4), FAULT_RATE, 16);
    assert_faulty("00110000 00110000 20000000 79180500 64000000 00000000"
                  "00000000 00000000",
                  LAYOUT_GMON_44, LITTLE(4), FAULT_RANGE, 0);
    assert_faulty(FREEBSD("00000000", "1f", ""), LAYOUT_GMON_44, LITTLE(4),
                  FAULT_COUNT, 8);
    assert_faulty(FREEBSD("00000000", "24", "0102"), LAYOUT_GMON_44, LITTLE(4),
                  FAULT_COUNT, 8);
    assert_faulty("00100000 00110000 000000f0", LAYOUT_GMON_42, LITTLE(4),
                  FAULT_COUNT, 8);
    assert_faulty(FREEBSD("00000000", "21", "01"), LAYOUT_GMON_44, LITTLE(4),
                  FAULT_TAIL, 8);
    assert_faulty(FREEBSD("00000000", "22", "0102 04100000 10100000 030000"),
                  LAYOUT_GMON_44, LITTLE(4), FAULT_TAIL, 34);
}

#define HISTOGRAM "00 00100000 00110000 01000000 64000000" SECONDS "0700"

TEST(tagged_records_come_in_any_order_and_number)
{
    unsigned char bytes[256];
    size_t size = bytes_of(
        MARK_LITTLE "01 04100000 10100000 03000000" HISTOGRAM "02 00000000"
                    "02 02000000 10100000 05000000 14100000 06000000"
                    "01 04100000 10100000 04000000" HISTOGRAM,
        bytes, sizeof bytes);

    assert_reads(bytes, size, LAYOUT_ANY, ANY_ENCODING,
                 "arc 1004-1010 3\nhistogram 1000-1100 rate 100: 7\n"
                 "block 1010 5\nblock 1014 6\narc 1004-1010 4\n"
                 "histogram 1000-1100 rate 100: 7\n");
    size = bytes_of(MARK_LITTLE HISTOGRAM "02 00000000", bytes, sizeof bytes);
    assert_reads(bytes, size, LAYOUT_ANY, ANY_ENCODING,
                 "histogram 1000-1100 rate 100: 7\n");
}

TEST(a_group_of_blocks_can_be_left_for_the_beginning)
{
    unsigned char bytes[256];
    size_t size = bytes_of(MARK_LITTLE HISTOGRAM
                           "02 02000000 10100000 05000000 14100000 06000000",
                           bytes, sizeof bytes);
    struct profile_file file = opened(bytes, size, LAYOUT_ANY, ANY_ENCODING);
    struct record record;

    assert_true(profile_file_next(&file, &record));
    assert_true(profile_file_next(&file, &record));
    assert_int_equal(record.kind, RECORD_BLOCK);
    profile_file_rewind(&file);
    assert_true(profile_file_next(&file, &record));
    assert_int_equal(record.kind, RECORD_HISTOGRAM);
}

TEST(a_histogram_names_its_dimension)
{
    unsigned char bytes[256];
    size_t size = bytes_of(MARK_LITTLE HISTOGRAM, bytes, sizeof bytes);
    struct profile_file file = opened(bytes, size, LAYOUT_ANY, ANY_ENCODING);
    struct record record;

    assert_true(profile_file_next(&file, &record));
    assert_int_equal(record.offset, 20);
    assert_memory_equal(record.histogram.dimension, "seconds\0\0\0\0\0\0\0\0",
                        15);
    assert_false(profile_file_next(&file, &record));
}

TEST(faults_of_tagged_files_are_reported_with_their_offset)
{
    static const struct {
        const char *hex;
        enum profile_fault fault;
        uint64_t offset;
    } rows[] = {
        {"676d6f6e 01000000 0000000000000000000000", FAULT_SHORT, 19},
        {"676d6f6d 01000000 000000000000000000000000", FAULT_MARK, 0},
        {"676d6f6e 02000000 000000000000000000000000", FAULT_VERSION, 4},
        {MARK_LITTLE HISTOGRAM "07", FAULT_TAG, 55},
        {MARK_LITTLE "00 00100000 00110000 00000000 64000000"
                     "7365636f6e64730000000000000000",
         FAULT_SHORT, 52},
        {MARK_LITTLE "00 00110000 00110000 00000000 64000000" SECONDS,
         FAULT_RANGE, 21},
        {MARK_LITTLE "00 00100000 00110000 01000000 64000000" SECONDS "07",
         FAULT_COUNT, 29},
        {MARK_LITTLE "00 00100000 00110000 ffffffff 64000000" SECONDS "0700",
         FAULT_COUNT, 29},
        {MARK_LITTLE "00 00100000 00110000 00000000 00000080" SECONDS,
         FAULT_RATE, 33},
        {MARK_LITTLE "01 04100000 10100000 030000", FAULT_SHORT, 32},
        {MARK_LITTLE "02 000000", FAULT_SHORT, 24},
        {MARK_LITTLE "02 01000000 04100000 030000", FAULT_COUNT, 21},
        {MARK_LITTLE "02 00000020 04100000 03000000", FAULT_COUNT, 21},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_faulty(rows[k].hex, LAYOUT_GMON_TAGGED, LITTLE(4), rows[k].fault,
                      rows[k].offset);
}

TESTS(NULL, NULL)
