/* SPDX-License-Identifier: MIT */
#include "profile.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "impls/own/process_fixture.h"
#include "planted_file_test.h"
#include "written.h"

/* A row of 8 arcs from 0x1000 on. */
static const struct op row[] = {
    {.kind = OP_PROFILE},
    {.kind = OP_ROW, .pc = 0x1000, .end = 0x1000, .step = 16, .size = 8}};
static const struct script no_row = {row, 1, 64, 0, false};
static const struct script with_row = {row, 2, 64, 0, false};

static struct gmon_counts counts;
static char why[200];

static enum file_state look(int process, const struct script *script)
{
    why[0] = '\0';
    return profile_look(directory, process, script, &counts, why, sizeof why);
}

/* BSD's, of 0x100 bytes of text from 0x1000 on in 4 counters. */
struct bsd {
    uint64_t low, high;
    uint32_t bytes, version, rate, spare[3];
    uint16_t counters[4];
    uint64_t arcs[3][3]; /* from, self, calls */
};

#define BSD_HEADER 0x1000, 0x1100, 48, 0x00051879, 100
#define BSD_REST                                                               \
    {0, 3, 0, 1},                                                              \
    {                                                                          \
        {0x1010, 0x1040, 2}, {0x2, 0x1080, 0},                                 \
        {                                                                      \
            0                                                                  \
        }                                                                      \
    }

static const struct bsd bsd_44 = {BSD_HEADER, {0, 0, 0}, BSD_REST};
static const struct bsd bsd_free = {BSD_HEADER, {16, 0, 0}, BSD_REST};

/* As this machine has numbers. */
static unsigned char *put_64(unsigned char *at, uint64_t number)
{
    memcpy(at, &number, 8);
    return at + 8;
}

static unsigned char *put_32(unsigned char *at, uint32_t number)
{
    memcpy(at, &number, 4);
    return at + 4;
}

/* glibc's, of the same; its addresses are less by base. */
static size_t glibc_file(unsigned char *bytes, unsigned spare, uint64_t base)
{
    unsigned char *at = bytes;

    memset(bytes, 0, 200);
    memcpy(at, "gmon", 4);
    put_32(at + 4, 1);
    at[12] = (unsigned char)spare;
    at += 20;
    *at++ = 0;
    at = put_32(put_64(put_64(at, 0x1000 - base), 0x1100 - base), 4);
    at = put_32(at, 100);
    memcpy(at, "seconds", 7);
    at[15] = 's';
    at += 16;
    memcpy(at, bsd_44.counters, 8);
    at += 8;
    *at++ = 1;
    at = put_32(put_64(put_64(at, 0x1010 - base), 0x1040 - base), 2);
    return (size_t)(at - bytes);
}

static void assert_counts(void)
{
    assert_int_equal(counts.low, 0x1000);
    assert_int_equal(counts.high, 0x1100);
    assert_int_equal(counts.places, 2);
    assert_int_equal(counts.place[0].low, 0x1040);
    assert_int_equal(counts.place[0].high, 0x1080);
    assert_int_equal(counts.place[0].ticks, 3);
    assert_int_equal(counts.place[1].low, 0x10c0);
    assert_int_equal(counts.place[1].ticks, 1);
    assert_int_equal(counts.arcs, 1);
    assert_int_equal(counts.arc[0].from, 0x1010);
    assert_int_equal(counts.arc[0].self, 0x1040);
    assert_int_equal(counts.arc[0].calls, 2);
    assert_int_equal(counts.several, 0);
}

TEST_WITH(a_file_of_each_layout_tells_the_same, set_up, tear_down)
{
    static const struct bsd *const files[] = {&bsd_44, &bsd_free};
    unsigned char bytes[200];

    for (unsigned k = 0; k < 2; k++) {
        write_file("gmon.out", files[k], sizeof bsd_44);
        assert_int_equal(look(0, &no_row), FILE_WRITTEN);
        assert_counts();
        assert_int_equal(profile_header(directory, 0, false), HEADER_PLAIN);
    }
    write_file("gmon.out", bytes, glibc_file(bytes, 0, 0));
    assert_int_equal(look(0, &no_row), FILE_WRITTEN);
    assert_counts();
    assert_int_equal(profile_header(directory, 0, false), HEADER_PLAIN);
}

TEST_WITH(addresses_less_the_program_s_are_moved_back, set_up, tear_down)
{
    uint64_t base = written_load_address();
    unsigned char bytes[200];

    if (base == 0)
        skip();
    write_file("gmon.out", bytes, glibc_file(bytes, 0, base));
    assert_int_equal(look(0, &no_row), FILE_WRITTEN);
    assert_counts();
    assert_int_equal(profile_header(directory, 0, false), HEADER_LOADED);
    /* those of the program are less than in memory only where they are lower */
    assert_int_equal(profile_header(directory, 0, true), HEADER_PLAIN);
    write_file("gmon.out", bytes, glibc_file(bytes, 1, base));
    assert_int_equal(profile_header(directory, 0, false), HEADER_JUNK_LOADED);
}

TEST_WITH(junk_is_seen_where_bytes_are_spare, set_up, tear_down)
{
    unsigned char bytes[200];

    for (unsigned k = 0; k < 3; k++) {
        struct bsd file = bsd_44;

        file.spare[k] = 0x5eed0000;
        write_file("gmon.out", &file, sizeof file);
        assert_int_equal(profile_header(directory, 0, false), HEADER_JUNK);
        file.spare[0] = 16;
        write_file("gmon.out", &file, sizeof file);
        assert_int_equal(profile_header(directory, 0, false),
                         k ? HEADER_JUNK : HEADER_PLAIN);
    }
    write_file("gmon.out", bytes, glibc_file(bytes, 1, 0));
    assert_int_equal(profile_header(directory, 0, false), HEADER_JUNK);
}

TEST_WITH(the_likeliest_name_is_looked_at, set_up, tear_down)
{
    struct bsd other = bsd_44;

    assert_int_equal(look(77, &no_row), FILE_ABSENT);
    assert_int_equal(profile_header(directory, 77, false), HEADER_NONE);
    write_file("said", &bsd_44, sizeof bsd_44);
    write_file(".gmon.out", &bsd_44, sizeof bsd_44);
    assert_int_equal(look(77, &no_row), FILE_ABSENT);
    other.rate = 1;
    other.counters[0] = 9;
    write_file("mine.gmon", &other, sizeof other);
    assert_int_equal(look(77, &no_row), FILE_WRITTEN);
    assert_int_equal(counts.places, 3);
    write_file("gmon.out", &bsd_44, sizeof bsd_44);
    assert_int_equal(look(77, &no_row), FILE_WRITTEN);
    assert_counts();
    write_file("177.x", &other, sizeof other);
    assert_int_equal(look(77, &no_row), FILE_WRITTEN);
    assert_counts();
    write_file("gmon.out.77", &other, sizeof other);
    assert_int_equal(look(77, &no_row), FILE_WRITTEN);
    assert_int_equal(counts.places, 3);
    assert_int_equal(look(0, &no_row), FILE_WRITTEN);
    assert_counts();
}

TEST_WITH(a_prefix_is_distinguished_from_other_names, set_up, tear_down)
{
    write_file(PROFILE_PREFIX ".77", &bsd_44, sizeof bsd_44);
    assert_int_equal(look(77, &no_row), FILE_OTHER_NAME);
    assert_counts();
    assert_int_equal(look(0, &no_row), FILE_OTHER_NAME);
}

TEST_WITH(what_can_t_be_read_is_reported, set_up, tear_down)
{
    static const uint64_t mon[] = {0x1000, 0x1008, 0, 0x0004000300020001};
    struct bsd file = bsd_44;

    write_file("gmon.out", "", 0);
    assert_int_equal(look(0, &no_row), FILE_EMPTY);
    assert_int_equal(counts.places, 0);
    assert_int_equal(profile_header(directory, 0, false), HEADER_NONE);
    for (size_t size = 1; size < sizeof file; size++) {
        enum file_state state;

        write_file("gmon.out", &file, size);
        state = look(0, &no_row);
        if (size >= 48 && (size - 48) % 24 == 0) {
            assert_int_equal(state, FILE_WRITTEN);
            continue;
        }
        assert_int_equal(state, FILE_UNREADABLE);
        assert_memory_equal(why, "gmon.out: offset ", 17);
    }
    file.bytes = 8;
    write_file("gmon.out", &file, sizeof file);
    assert_int_equal(look(0, &no_row), FILE_UNREADABLE);
    write_file("gmon.out", mon, sizeof mon);
    assert_int_equal(look(0, &no_row), FILE_UNREADABLE);
}

TEST_WITH(arcs_of_a_row_are_counted_apart, set_up, tear_down)
{
    const struct bsd file = {
        BSD_HEADER,
        {0},
        {0},
        {{0x1041, 0x1040, 2}, /* from after where its row's comes from */
         {0x1030, 0x1040, 1}, /* from too far before */
         {0x1050 - 15, 0x1050, 3}}};

    write_file("gmon.out", &file, sizeof file);
    assert_int_equal(look(0, &with_row), FILE_WRITTEN);
    assert_int_equal(counts.row, 1);
    assert_int_equal(counts.more_calls, 2);
    assert_int_equal(counts.arcs, 2);
    assert_int_equal(look(0, &no_row), FILE_WRITTEN);
    assert_int_equal(counts.row, 0);
    assert_int_equal(counts.arcs, 3);
}

TEST_WITH(calls_beside_others_are_counted_apart, set_up, tear_down)
{
    static const struct tick pcs[] = {{0x1050, 4}, {0x1020, 4}, {0x1040, 4}};
    struct op op = {.kind = OP_NESTED, .ticks = pcs, .tick_count = 3};
    const struct script script = {.ops = &op, .count = 1};
    const struct bsd file = {BSD_HEADER,
                             {0},
                             {0},
                             {{0x1050 - 15, 0x1040, 2},
                              {0x1050 - 16, 0x1040, 1}, /* too far before */
                              {0x1051, 0x1040, 1}}};

    write_file("gmon.out", &file, sizeof file);
    for (int threads = 0; threads < 2; threads++) {
        op.kind = threads ? OP_THREADS : OP_NESTED;
        assert_int_equal(look(0, &script), FILE_WRITTEN);
        assert_int_equal(counts.beside, 2);
        assert_int_equal(counts.arcs, 2);
    }
    assert_int_equal(look(0, &no_row), FILE_WRITTEN);
    assert_int_equal(counts.beside, 0);
    assert_int_equal(counts.arcs, 3);
}

TEST_WITH(an_arc_of_two_records_is_several, set_up, tear_down)
{
    struct bsd file = bsd_44;

    memcpy(file.arcs[2], file.arcs[0], sizeof file.arcs[0]);
    write_file("gmon.out", &file, sizeof file);
    assert_int_equal(look(0, &no_row), FILE_WRITTEN);
    assert_int_equal(counts.arcs, 1);
    assert_int_equal(counts.arc[0].calls, 4);
    assert_int_equal(counts.several, 1);
}

TEST_WITH(what_is_stated_is_kept, set_up, tear_down)
{
    pid_t pid;
    int file;

    assert_false(profile_has_message(directory));
    setenv("GMON_OUT_PREFIX", "x", 1);
    pid = fork();
    if (pid == 0) {
        if (chdir(directory) != 0)
            _exit(1);
        profile_keep_message();
        if (profile_has_message("."))
            _exit(2);
        fputs("mcount: lost\n", stderr);
        fflush(stderr);
        if (!profile_lead_to(PROFILE_FULL) || !profile_lead_to(PROFILE_FULL))
            _exit(3);
        file = open("gmon.out", O_WRONLY);
        if (file < 0 || write(file, "x", 1) == 1)
            _exit(4);
        if (!profile_lead_to(PROFILE_NOWHERE) ||
            open("gmon.out", O_CREAT | O_WRONLY, 0600) >= 0)
            _exit(6);
        _exit(getenv("GMON_OUT_PREFIX") ? 5 : 0);
    }
    assert_int_equal(end_of(pid), 0);
    unsetenv("GMON_OUT_PREFIX");
    assert_true(profile_has_message(directory));
}

TESTS(NULL, NULL)
