/* SPDX-License-Identifier: MIT */
#include "written.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/language/observed.h"
#include "conformance/machine/scratch_test.h"
#include "impls/own/process_fixture.h"
#include "reference/files/gmon_out.h"
#include "reference/rules.h"

/* Files that are planted in a directory of the test's own, and looked at. */

static char why[200];
static union file_left left;

static struct event look(bool runtime, int process, const struct script *script)
{
    why[0] = '\0';
    return written_event(directory, runtime, process, script, &left, why,
                         sizeof why);
}

/* What is looked at, as text. */
static void assert_looks(bool runtime, int process, const struct script *script,
                         const char *expected)
{
    struct event event = look(runtime, process, script);
    struct memory_stream text;

    observed_put_event(&event, false, memory_stream(&text));
    assert_string_equal(memory_stream_end(&text) + 2, expected);
    free(text.text);
}

/* What monitor leaves. */

static const struct op calls[] = {
    {.kind = OP_FUNCTIONS,
     .ticks = (const struct tick[]){{0x1000, 1}, {0x1100, 1}},
     .tick_count = 2}};
static const struct script script = {calls, 1, 64, 0, false};

static void assert_monitors(const char *expected)
{
    assert_looks(false, 0, &script, expected);
}

#define MONITORS                                                               \
    "layout mon low 4096 high 4104 ticks 10 calls [ 4096 3 4352 3 8192 7 ]"

/* As System V lays it out: an unused slot, two places in one function, one in
 * another, one in none of the script's; then four counters. */
static const uint64_t good[] = {
    0x1000, 0x1008, 5,      0, 0,      0x1104, 3,
    0x1005, 1,      0x103f, 2, 0x2000, 7,      0x0004000300020001};

TEST_WITH(a_file_is_reduced_to_what_it_tells, set_up, tear_down)
{
    write_file("mon.out", good, sizeof good);
    assert_monitors("file written " MONITORS);
}

/* A header says what was sampled, with no counter behind it, too. */
TEST_WITH(a_range_without_counters_is_told, set_up, tear_down)
{
    static const uint64_t bare[] = {0x1000, 0x1008, 0};

    write_file("mon.out", bare, sizeof bare);
    assert_monitors(
        "file written layout mon low 4096 high 4104 ticks 0 calls [ ]");
}

TEST_WITH(a_file_of_another_machine_is_called_so, set_up, tear_down)
{
    uint64_t swapped[sizeof good / 8];

    for (size_t k = 0; k < sizeof good / 8; k++)
        swapped[k] = __builtin_bswap64(good[k]);
    write_file("mon.out", swapped, sizeof swapped);
    assert_monitors("file unreadable");
    assert_non_null(strstr(why, "mon.out: it is of a "));
    assert_non_null(strstr(why, "-endian machine with 8-byte addresses"));
}

TEST_WITH(what_can_t_be_read_is_reported_by_its_offset, set_up, tear_down)
{
    uint64_t bad[sizeof good / 8];

    memcpy(bad, good, sizeof bad);
    bad[2] = 1 << 20;
    write_file("mon.out", bad, sizeof bad);
    assert_monitors("file unreadable");
    assert_memory_equal(why, "mon.out: offset 16: ", 20);
    write_file("mon.out", good, 12);
    assert_monitors("file unreadable");
}

/* A call to monitor, by a list or with one range, and the file looked at after
 * it. */
static void assert_after(struct call call, const char *expected)
{
    const struct op ops[] = {{.kind = OP_CALL, .call = call}};
    const struct script after = {ops, 1, 64, 0, false};

    assert_looks(false, 0, &after, expected);
}

#define ONE_RANGE                                                              \
    "file written layout mon low 4096 high 4104 ticks 10 calls [ ]"

TEST_WITH(one_range_is_not_read_as_those_of_a_list, set_up, tear_down)
{
    static const uint64_t one[] = {0x1000, 0x1008, 0, 0x0004000300020001};
    static const struct region_arguments list[] = {
        {.offset = 0x1000, .high = 0x1008}, {.offset = 0x2000, .high = 0x2008}};

    write_file("mon.out", one, sizeof one);
    assert_after(
        (struct call){.kind = CALL_MONITOR_LIST, .list = list, .listed = 2},
        "file unreadable");
    assert_string_equal(why, "mon.out: it has one range, and the list several");
    assert_after(
        (struct call){.kind = CALL_MONITOR_LIST, .list = list, .listed = 1},
        ONE_RANGE);
    assert_after((struct call){.kind = CALL_MONITOR, .region = list[0]},
                 ONE_RANGE);
    assert_after((struct call){.kind = CALL_MONITOR, .region = list[1]},
                 ONE_RANGE);
}

TEST_WITH(one_range_is_read_as_that_of_a_list_of_one, set_up, tear_down)
{
    static const uint64_t one[] = {0x1000, 0x1008, 0, 0x0004000300020001};
    static const struct region_arguments several[] = {{.high = 1}, {.high = 2}},
                                         list[] = {{.offset = 0x1000,
                                                    .high = 0x1008}};
    const struct op ops[] = {
        {.kind = OP_CALL,
         .call = {.kind = CALL_MONITOR_LIST, .list = several, .listed = 2}},
        {.kind = OP_CALL,
         .call = {.kind = CALL_MONITOR_LIST, .list = list, .listed = 1}}};
    const struct script again = {ops, 2, 64, 0, false};

    write_file("mon.out", one, sizeof one);
    assert_looks(false, 0, &again, ONE_RANGE);
}

TEST_WITH(a_gmon_out_of_one_range_is_no_mon_out_of_several, set_up, tear_down)
{
    static const uint64_t one[] = {0x1000, 0x1008, 0, 0x0004000300020001};
    static const struct region_arguments several[] = {{.high = 1}, {.high = 2}};
    const struct op ops[] = {
        {.kind = OP_CALL,
         .call = {.kind = CALL_MONITOR_LIST, .list = several, .listed = 2}}};
    const struct script list = {ops, 1, 64, 0, false};

    write_file("gmon.out", one, sizeof one);
    assert_looks(false, 0, &list, "file absent");
}

TEST_WITH(no_file_an_empty_one_and_another_are_reported_apart, set_up,
          tear_down)
{
    assert_monitors("file absent");
    write_file("gmon.out", good, sizeof good);
    assert_monitors("file gmon.out " MONITORS);
    write_file("gmon.out", good, 12); /* nor is it a mon.out */
    assert_monitors("file absent");
    write_file("gmon.out", good, sizeof good);
    write_file("mon.out", good, 0);
    assert_monitors("file empty");
    unlink(path_of("mon.out"));
    assert_int_equal(mkfifo(path_of("mon.out"), 0600),
                     0); /* and nobody waits */
    assert_monitors("file gmon.out " MONITORS);
}

TEST_WITH(more_functions_than_there_is_room_for_do_no_harm, set_up, tear_down)
{
    uint64_t many[3 + 2 * 40 + 1] = {0x1000, 0x1008, 40};

    for (unsigned k = 0; k < 40; k++) {
        many[3 + 2 * k] = 0x9000 - 0x100 * k;
        many[4 + 2 * k] = 1;
    }
    write_file("mon.out", many, sizeof many);
    assert_int_equal(look(false, 0, &script).value, FILE_WRITTEN);
    assert_int_equal(left.file.functions, SCRIPT_FUNCTIONS);
}

/* As FreeBSD lays it out. */
static void write_gmon(uint32_t rate)
{
    struct {
        uint64_t low, high;
        uint32_t bytes, version, rate, rest[3];
        uint16_t counters[4];
    } file = {0x1000, 0x1010, 48, 0x51879, rate, {16}, {0}};

    write_file("gmon.out", &file, sizeof file);
}

TEST_WITH(a_rate_is_held_against_the_clock_s, set_up, tear_down)
{
    static const struct {
        uint32_t rate;
        uint64_t period;
        int64_t found;
    } rows[] = {
        {100, 10000, RATE_CLOCK},
        {99, 10000, RATE_WRONG},
        {101, 10000, RATE_WRONG},
        {0, 10000, RATE_ZERO},
        {0, 0, RATE_ZERO},
        {100, 0, VALUE_UNSEEN},
        {128, 7812, RATE_CLOCK},
        {128, 7813, RATE_CLOCK},
        {128, 7700, RATE_WRONG},
        {60, 16666, RATE_CLOCK},
        {60, 16667, RATE_CLOCK},
        {INT32_MAX, 10000, RATE_WRONG},
        {100, UINT64_MAX, RATE_WRONG},
    };

    assert_int_equal(written_rate(directory, 10000), RATE_NONE);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        write_gmon(rows[k].rate);
        assert_int_equal(written_rate(directory, rows[k].period),
                         rows[k].found);
    }
    write_file("gmon.out", good, sizeof good); /* has no place for a rate */
    assert_int_equal(written_rate(directory, 10000), RATE_NONE);
    write_file("gmon.out", good, 12);
    assert_int_equal(written_rate(directory, 10000), RATE_NONE);
}

/* What the runtime behind -pg leaves. */

/* A row of 8 arcs from 0x1000 on. */
static const struct op row[] = {
    {.kind = OP_PROFILE},
    {.kind = OP_ROW, .pc = 0x1000, .end = 0x1000, .step = 16, .size = 8}};
static const struct script no_row = {row, 1, 64, 0, false};
static const struct script with_row = {row, 2, 64, 0, false};

static void assert_runtimes(int process, const struct script *script,
                            const char *expected)
{
    assert_looks(true, process, script, expected);
}

static enum file_state found(void)
{
    return (enum file_state)look(true, 0, &no_row).value;
}

static enum header_found header_of(int process, bool own)
{
    why[0] = '\0';
    return written_header(directory, process, own, why, sizeof why);
}

static enum header_found header(void)
{
    return header_of(0, false);
}

/* Of 0x100 bytes of text from 0x1000 on in 4 counters. */
static const struct gmon_arc arcs[] = {
    {0x1010, 0x1040, 2}, {0x2, 0x1080, 0}, {0, 0, 0}};
#define TICKS "low 4096 high 4352 ticks [ 4160 4224 3 4288 4352 1 ] more 0 "
#define LOOKS TICKS "arcs [ 4112 4160 2 ] row 0 beside 0 more 0 several 0"

static unsigned char bytes[256];

/* Addresses are less by base.  Returns its size. */
static size_t make(enum file_layout layout, const struct gmon_arc *list,
                   size_t count, uint64_t base)
{
    const uint16_t counters[] = {0, 3, 0, 1};
    struct gmon_arc moved[3];
    const struct gmon_contents contents = {
        0x1000 - base, 0x1100 - base, 100, counters, 4, moved, count};

    for (size_t k = 0; k < count; k++)
        moved[k] = (struct gmon_arc){list[k].from - base, list[k].self - base,
                                     list[k].count};
    return gmon_out_write(&contents, layout, ENCODING_HERE, bytes,
                          sizeof bytes);
}

static void plant(const char *name, enum file_layout layout,
                  const struct gmon_arc *list, size_t count)
{
    write_file(name, bytes, make(layout, list, count, 0));
}

TEST_WITH(a_file_of_each_layout_tells_the_same, set_up, tear_down)
{
    static const enum file_layout layouts[] = {
        LAYOUT_GMON_44, LAYOUT_GMON_FREEBSD, LAYOUT_GMON_TAGGED};

    for (unsigned k = 0; k < 3; k++) {
        plant("gmon.out", layouts[k], arcs, k < 2 ? 3 : 1);
        assert_runtimes(0, &no_row, "profile written " LOOKS);
        assert_int_equal(header(), HEADER_PLAIN);
    }
}

/* The pcs that counters of shares of 4.096, of 3 and of 4 bytes may have: by
 * profil, which takes exact shares, whole bytes or pairs of them. */
TEST_WITH(a_byte_that_two_shares_have_is_of_both, set_up, tear_down)
{
    static const struct {
        unsigned high, counters;
        const char *ticks;
    } rows[] = {{0x2000, 1000, "4096 4102 1 4100 4106 2 4104 4110 3"},
                {0x100c, 4, "4096 4100 1 4099 4102 2 4102 4106 3"},
                {0x100b, 3, "4096 4100 1 4099 4104 2 4103 4107 3"},
                {0x1010, 4, "4096 4100 1 4100 4104 2 4104 4108 3"}};
    static const uint16_t counters[1000] = {1, 2, 3};
    static unsigned char large[2048 + 64];

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const struct gmon_contents contents = {.low = 0x1000,
                                               .high = rows[k].high,
                                               .rate = 100,
                                               .counters = counters,
                                               .counter_count =
                                                   rows[k].counters};
        char expected[200];

        write_file("gmon.out", large,
                   gmon_out_write(&contents, LAYOUT_GMON_44, ENCODING_HERE,
                                  large, sizeof large));
        snprintf(
            expected, sizeof expected,
            "profile written low 4096 high %u ticks [ %s ] more 0 arcs [ ] "
            "row 0 beside 0 more 0 several 0",
            rows[k].high, rows[k].ticks);
        assert_runtimes(0, &no_row, expected);
    }
}

TEST_WITH(addresses_less_the_program_s_are_moved_back, set_up, tear_down)
{
    uint64_t base = written_program().base;
    size_t size = make(LAYOUT_GMON_TAGGED, arcs, 1, base);

    if (base == 0)
        skip();
    write_file("gmon.out", bytes, size);
    assert_runtimes(0, &no_row, "profile written " LOOKS);
    assert_int_equal(header(), HEADER_LOADED);
    /* those of the program are less than in memory only where they are lower */
    assert_int_equal(header_of(0, true), HEADER_PLAIN);
    bytes[12] = 1;
    write_file("gmon.out", bytes, size);
    assert_int_equal(header(), HEADER_JUNK_LOADED);
}

TEST_WITH(junk_is_seen_where_bytes_are_spare, set_up, tear_down)
{
    static const struct {
        enum file_layout layout;
        unsigned at;
    } rows[] = {{LAYOUT_GMON_44, 28},      {LAYOUT_GMON_44, 32},
                {LAYOUT_GMON_44, 36},      {LAYOUT_GMON_FREEBSD, 32},
                {LAYOUT_GMON_FREEBSD, 36}, {LAYOUT_GMON_TAGGED, 12}};

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        size_t size = make(rows[k].layout, arcs, 1, 0);

        bytes[rows[k].at + 2] = 0x5e;
        write_file("gmon.out", bytes, size);
        assert_int_equal(header(), HEADER_JUNK);
    }
}

TEST_WITH(the_likeliest_name_is_looked_at, set_up, tear_down)
{
    static const struct {
        const char *name;
        unsigned arcs;  /* of the file of that name that is planted */
        unsigned found; /* of that which is looked at by process 77 */
    } rows[] = {{"said", 2, 0},       {".gmon.out", 2, 0}, {"mon.out", 2, 0},
                {"mine.gmon", 2, 2},  {"gmon.out", 1, 1},  {"177.x", 2, 1},
                {"gmon.out.77", 2, 2}};
    static const struct gmon_arc two[] = {{0x1010, 0x1040, 2},
                                          {0x1010, 0x1080, 5}};

    assert_runtimes(77, &no_row, "profile absent");
    assert_int_equal(header_of(77, false), HEADER_NONE);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        plant(rows[k].name, LAYOUT_GMON_44, two, rows[k].arcs);
        assert_runtimes(77, &no_row,
                        !rows[k].found ? "profile absent"
                        : rows[k].found == 1
                            ? "profile written " LOOKS
                            : "profile written " TICKS
                              "arcs [ 4112 4160 2 4112 "
                              "4224 5 ] row 0 beside 0 more 0 several 0");
    }
    assert_runtimes(0, &no_row, "profile written " LOOKS);
}

TEST_WITH(a_prefix_is_distinguished_from_other_names, set_up, tear_down)
{
    plant(WRITTEN_PREFIX ".77", LAYOUT_GMON_44, arcs, 3);
    assert_runtimes(77, &no_row, "profile prefixed " LOOKS);
    assert_runtimes(0, &no_row, "profile prefixed " LOOKS);
}

TEST_WITH(what_can_t_be_read_of_a_runtime_s_is_reported, set_up, tear_down)
{
    static const uint64_t mon[] = {0x1000, 0x1008, 0, 0x0004000300020001};
    size_t whole = make(LAYOUT_GMON_44, arcs, 3, 0);

    write_file("gmon.out", "", 0);
    assert_runtimes(0, &no_row, "profile empty");
    assert_int_equal(header(), HEADER_NONE);
    for (size_t size = 1; size < whole; size++) {
        write_file("gmon.out", bytes, size);
        if (size >= 48 && (size - 48) % 24 == 0) {
            assert_int_equal(found(), FILE_WRITTEN);
            continue;
        }
        assert_int_equal(found(), FILE_UNREADABLE);
        assert_memory_equal(why, "gmon.out: offset ", 17);
        assert_int_equal(header(), HEADER_NONE);
        assert_memory_equal(why, "gmon.out: offset ", 17);
    }
    bytes[16] = 8; /* what it counts of itself */
    write_file("gmon.out", bytes, whole);
    assert_int_equal(found(), FILE_UNREADABLE);
    write_file("gmon.out", mon, sizeof mon);
    assert_int_equal(found(), FILE_UNREADABLE);
}

TEST_WITH(arcs_of_a_row_are_counted_apart, set_up, tear_down)
{
    static const struct gmon_arc list[] = {
        {0x1041, 0x1040, 2}, /* from after where its row's comes from */
        {0x1030, 0x1040, 1}, /* from too far before */
        {0x1050 - 15, 0x1050, 3}};

    plant("gmon.out", LAYOUT_GMON_44, list, 3);
    assert_runtimes(0, &with_row,
                    "profile written " TICKS "arcs [ 4144 4160 1 4161 4160 2 ] "
                    "row 1 beside 0 more 2 several 0");
    assert_runtimes(0, &no_row,
                    "profile written " TICKS "arcs [ 4144 4160 1 4161 4160 2 "
                    "4161 4176 3 ] row 0 beside 0 more 0 several 0");
}

TEST_WITH(calls_beside_others_are_counted_apart, set_up, tear_down)
{
    static const struct tick pcs[] = {{0x1050, 4}, {0x1020, 4}, {0x1040, 4}};
    static const struct gmon_arc list[] = {
        {0x1050 - 15, 0x1040, 2},
        {0x1050 - 16, 0x1040, 1}, /* too far before */
        {0x1051, 0x1040, 1}};
    struct op op = {.kind = OP_NESTED, .ticks = pcs, .tick_count = 3};
    const struct script script = {.ops = &op, .count = 1};

    plant("gmon.out", LAYOUT_GMON_44, list, 3);
    for (int threads = 0; threads < 2; threads++) {
        op.kind = threads ? OP_THREADS : OP_NESTED;
        assert_runtimes(0, &script,
                        "profile written " TICKS "arcs [ 4160 4160 1 4177 4160 "
                        "1 ] row 0 beside 2 more 0 several 0");
    }
    assert_runtimes(0, &no_row,
                    "profile written " TICKS "arcs [ 4160 4160 1 4161 4160 2 "
                    "4177 4160 1 ] row 0 beside 0 more 0 several 0");
}

TEST_WITH(an_arc_of_two_records_is_several, set_up, tear_down)
{
    const struct gmon_arc twice[] = {arcs[0], arcs[1], arcs[0]};

    plant("gmon.out", LAYOUT_GMON_44, twice, 3);
    assert_runtimes(0, &no_row,
                    "profile written " TICKS
                    "arcs [ 4112 4160 4 ] row 0 beside 0 more 0 several 1");
}

static bool keeps_what_is_said(void)
{
    int file;

    if (chdir(directory) != 0)
        return false;
    written_keep_message();
    if (written_has_message("."))
        return false;
    fputs("mcount: lost\n", stderr);
    fflush(stderr);
    if (!written_lead_to(WRITTEN_FULL) || !written_lead_to(WRITTEN_FULL))
        return false;
    file = open("gmon.out", O_WRONLY);
    if (file < 0 || write(file, "x", 1) == 1 ||
        !written_lead_to(WRITTEN_NOWHERE))
        return false;
    return open("gmon.out", O_CREAT | O_WRONLY, 0600) < 0 &&
           !getenv("GMON_OUT_PREFIX");
}

TEST_WITH(what_is_stated_is_kept, set_up, tear_down)
{
    assert_false(written_has_message(directory));
    setenv("GMON_OUT_PREFIX", "x", 1);
    ASSERT_IN_CHILD(keeps_what_is_said());
    unsetenv("GMON_OUT_PREFIX");
    assert_true(written_has_message(directory));
}

TESTS(NULL, NULL)
