/* SPDX-License-Identifier: MIT */
#include "profile_file.h"

#include <sys/mman.h>
#include <unistd.h>

#include "gmon_out.h"
#include "mon_out.h"
#include "profile_file_test.h"
#include "reference/unit_test.h"

static const uint16_t counters[] = {1, 0, 0x203, 0xffff};
static const struct mon_call calls[] = {{0x401010, 3}, {0x401020, 258}};
static const struct gmon_arc arcs[] = {{0x401004, 0x401010, 3},
                                       {0x401014, 0x401020, 258}};

static uint64_t write_file(enum file_layout layout, struct encoding encoding,
                           unsigned char *bytes, uint64_t room)
{
    static const struct mon_contents mon = {
        0x401000, 0x401100, calls, 2, counters, 4,
    };
    static const struct gmon_contents gmon = {
        0x401000, 0x401100, 100, counters, 4, arcs, 2,
    };

    if (layout == LAYOUT_MON)
        return mon_out_write(&mon, encoding, bytes, room);
    return gmon_out_write(&gmon, layout, encoding, bytes, room);
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

TEST(words_of_two_bytes_are_read_only_where_asked_for)
{
    unsigned char bytes[64];
    size_t size = bytes_of("0010 0011 0100 1010 00000300 0100", bytes, 64);
    static const char expected[] =
        "calls 1010 3\nhistogram 1000-1100 rate 0: 1\n";
    struct profile_file file;
    struct file_error error;

    assert_reads(bytes, size, LAYOUT_MON, (struct encoding){ORDER_PDP, 0},
                 expected);
    assert_reads(bytes, size, LAYOUT_ANY, (struct encoding){ORDER_PDP, 2},
                 expected);
    assert_false(profile_file_open(&file, bytes, size, LAYOUT_MON, ANY_ENCODING,
                                   &error));
    assert_int_not_equal(error.fault, FAULT_ENCODING);
    size = bytes_of("10002000 01002100 00000000 0100 0200", bytes, 64);
    assert_reads(bytes, size, LAYOUT_MON, (struct encoding){ORDER_LITTLE, 0},
                 "histogram 200010-210001 rate 0: 1 2\n");
    assert_reads(bytes, size, LAYOUT_MON, LITTLE(2),
                 "calls 21 0\nhistogram 10-20 rate 0: 1 2\n");
    assert_false(profile_file_open(&file, bytes, size, LAYOUT_MON,
                                   (struct encoding){ORDER_ANY, 2}, &error));
    assert_int_equal(error.fault, FAULT_ENCODING);
    assert_int_equal(error.layout, LAYOUT_MON);
    assert_false(profile_file_open(&file, bytes, size, LAYOUT_GMON_44,
                                   (struct encoding){ORDER_PDP, 0}, &error));
    assert_int_equal(error.fault, FAULT_ENCODING);
    assert_int_equal(error.layout, LAYOUT_GMON_44);
    assert_int_equal(error.offset, 0);
}

TEST(what_is_readable_in_several_ways_is_not_guessed)
{
    unsigned char bytes[32];
    struct profile_file file;
    struct file_error error;
    /* 0x40000 to 0x50001, or 0x400 to 0x1000500, with 512 counters */
    size_t size = bytes_of("00000400 01000500 00000000", bytes, sizeof bytes);

    memset(bytes + size, 1, 4);
    assert_true(profile_file_open(&file, bytes, size + 4, LAYOUT_MON,
                                  ANY_ENCODING, &error));
    {
        unsigned char more[12 + 1024] = {0};

        memcpy(more, bytes, size);
        assert_false(profile_file_open(&file, more, sizeof more, LAYOUT_MON,
                                       ANY_ENCODING, &error));
        assert_int_equal(error.fault, FAULT_SEVERAL);
        assert_int_equal(error.layout, LAYOUT_MON);
        assert_int_equal(error.offset, 0);
        assert_true(profile_file_open(&file, more, sizeof more, LAYOUT_MON,
                                      BIG(4), &error));
    }
}

TEST(few_counters_for_a_wide_range_are_a_wrong_guess)
{
    unsigned char bytes[32];
    /* 4 bytes of counters bear out 32768 * 4 + 32767 addresses */
    size_t size = bytes_of("00100000 ff8f0200 00000000 01000000", bytes, 32);

    assert_reads(bytes, size, LAYOUT_ANY, ANY_ENCODING,
                 "histogram 1000-28fff rate 0: 1 0\n");
    assert_faulty("00100000 00900200 00000000 01000000", LAYOUT_ANY,
                  ANY_ENCODING, FAULT_SPAN, 0);
    assert_faulty("00000000 00100000 00000000 01000000", LAYOUT_ANY,
                  ANY_ENCODING, FAULT_SPAN, 0);
    size = bytes_of("00100000 00900200 00000000 01000000", bytes, 32);
    assert_reads(bytes, size, LAYOUT_ANY, LITTLE(4),
                 "histogram 1000-29000 rate 0: 1 0\n");
}

TEST(of_several_faults_that_of_the_marked_reading_is_reported)
{
    /* 32-bit, too many bytes given: as 64-bit it has no mark */
    assert_faulty("00100000 00110000 30000000 79180500 64000000 00000000"
                  "00000000 00000000 00000000 00",
                  LAYOUT_ANY, ANY_ENCODING, FAULT_COUNT, 8);
    /* big-endian version 1, then a bad tag */
    assert_faulty("676d6f6e 00000001 000000000000000000000000 09", LAYOUT_ANY,
                  ANY_ENCODING, FAULT_TAG, 20);
    assert_faulty("676d6f6e 00000002 000000000000000000000000", LAYOUT_ANY,
                  ANY_ENCODING, FAULT_VERSION, 4);
    assert_faulty("676d6f6e", LAYOUT_ANY, ANY_ENCODING, FAULT_SHORT, 4);
    assert_faulty("676d6f", LAYOUT_ANY, ANY_ENCODING, FAULT_SHORT, 3);
    assert_faulty("", LAYOUT_ANY, ANY_ENCODING, FAULT_SHORT, 0);
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
        /* mon.out: 4 counters; gmon.out: 2 arcs; tagged: 2 and all of it */
        assert_int_equal(passed, layout == LAYOUT_MON           ? 4
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
