/* SPDX-License-Identifier: MIT */
/*
 * Files that are made with one thing wrong in each: that is said, and nothing
 * else; what is cut; what is fixed.  What has too much, does not go together or
 * is no profile is in transcripts/prof.txt.
 */
#include <string.h>

#include "check.h"
#include "conformance/machine/scratch_test.h"
#include "reference/files/gmon_out.h"
#include "reference/unit_test.h"

enum { LOW = 0x1000, COUNTERS = 32, HIGH = LOW + 4 * COUNTERS, ARCS = 64 };
enum { WORD = sizeof(void *) };
#define SHIFT    UINT64_C(0x555555554000)
#define ILL(ill) (1u << ILL_##ill)

static const enum file_layout layouts[] = {LAYOUT_GMON_44, LAYOUT_GMON_FREEBSD,
                                           LAYOUT_GMON_TAGGED};
enum { OF_44 = 1, OF_TAGGED = 4, EACH = 7, LAYOUTS_TRIED = 3 };

static struct function functions[] = {
    {LOW, LOW + 64, "one"},
    {LOW + 64, LOW + 68, "two"},
    {LOW + 68, HIGH, "three"},
};
static struct function apart[] = {
    {LOW, LOW + 80, "one"},
    {LOW + 80, LOW + 96, "two"},
    {LOW + 96, HIGH, "three"},
};
static const struct symbols symbols = {
    .list = functions, .count = 3, .low = LOW, .high = 0x2000, .movable = true};
static const struct symbols edges = {
    .list = apart, .count = 3, .low = LOW, .high = 0x2000};
static const struct symbols fixed = {
    .list = functions, .count = 3, .low = LOW, .high = 0x2000};

/* What differs from a good file of 7 ticks in counter 3, 9 in counter 20 and 3
 * calls of three by one, 100 ticks a second. */
static const struct row {
    const char *words;           /* that are said; null: nothing is wrong */
    const struct symbols *of;    /* null: no program is given */
    unsigned ills, layouts, few; /* few: so many counters, of as much text */
    uint64_t shift;
    bool idle, no_rate;        /* no ticks; no rate */
    unsigned char other;       /* bytes of an address of another machine */
    unsigned arcs;             /* calls of as many callers; 0: one */
    uint64_t callee;           /* of a second call; 0: there is none */
    uint16_t counter, ticks;   /* one more counter, and what it holds */
    unsigned at;               /* of a byte that is changed; 0: none */
    unsigned char byte, bytes; /* what to, and how many */
} rows[] = {
    {NULL, &symbols, 0, .layouts = EACH},
    {NULL, NULL, 0, .layouts = EACH},
    {"32 counters are 0, and 3 call", &symbols, ILL(NO_TICKS), .layouts = EACH,
     .idle = true},
    {"its clock was never started", &symbols, ILL(NO_TICKS), .layouts = EACH,
     .idle = true, .no_rate = true},
    {"so its 16 ticks can't be turned into seconds", &symbols, ILL(RATE),
     .layouts = OF_44, .no_rate = true},
    {"0x555555554000 too high", &symbols, ILL(SHIFTED), .layouts = EACH,
     .shift = SHIFT},
    {"where programs are loaded", NULL, ILL(SHIFTED), .layouts = EACH,
     .shift = SHIFT},
    {"where program has no code", &fixed, ILL(BESIDE), .layouts = OF_44,
     .shift = 0x10000},
    /* 32 bytes a counter: two is within the third, or behind its start. */
    {"5 of its 12 ticks in counters that are wider than functions, which can't "
     "be separated: two and three (5 ticks)",
     &symbols, ILL(WIDE), .layouts = OF_TAGGED, .few = 4, .counter = 2,
     .ticks = 5},
    {"one and two (5 ticks)", &edges, ILL(WIDE), .layouts = OF_TAGGED, .few = 4,
     .counter = 2, .ticks = 5},
    {NULL, NULL, 0, .layouts = OF_TAGGED, .few = 4, .counter = 2, .ticks = 5},
    {NULL, &symbols, 0, .layouts = OF_TAGGED, .few = 4},
    {"mean nothing", &symbols, ILL(JUNK), .layouts = OF_44, .at = 2 * WORD + 21,
     .byte = 0x5a, .bytes = 1},
    {NULL, &symbols, 0, .layouts = OF_TAGGED, .at = 19, .byte = 1, .bytes = 1},
    {"a rate of -1 ticks", &symbols, ILL(RATE), .layouts = OF_44,
     .at = 2 * WORD + 8, .byte = 0xff, .bytes = 4},
    {"1 of 2 counts of calls", &symbols, ILL(ARCS_OUTSIDE), .layouts = EACH,
     .callee = 0x7000},
    {"49 counts of calls", &symbols, ILL(ARCS_LOST), .layouts = OF_TAGGED,
     .arcs = 49},
    {NULL, &symbols, 0, .layouts = OF_TAGGED, .arcs = 50},
    {"1 counter at 65535, the most that one holds, after 655.35 s at 100 a "
     "second, the first at 0x101c",
     &symbols, ILL(CEILING), .layouts = OF_44, .counter = 7, .ticks = 65535},
    {"2 counters at 65535, the most that one holds, after 655.35 s at 100 a "
     "second, the first at 0x101c",
     &symbols, ILL(CEILING), .layouts = OF_44, .counter = 7, .ticks = 65535,
     .at = 2 * WORD + 24 + 2 * 9, .byte = 0xff, .bytes = 2},
    {"where addresses have 4 bytes", &symbols, ILL(ENCODING), .layouts = EACH,
     .other = 4},
};

#define NAME "gmon.out"

static struct {
    unsigned char bytes[64 + 2 * COUNTERS + 24 * ARCS];
    uint64_t size;
} made;

static struct encoding here(void)
{
    struct prof_check check;

    prof_check_begin(&check, NULL, NULL);
    return check.encoding;
}

static void make(const struct row *row, enum file_layout layout)
{
    struct encoding encoding = here();
    uint16_t counters[COUNTERS] = {0};
    struct gmon_arc arcs[ARCS] = {{LOW + 16, LOW + 68, 3}};
    struct gmon_contents contents = {LOW + row->shift,
                                     HIGH + row->shift,
                                     row->no_rate ? 0 : 100,
                                     counters,
                                     row->few ? row->few : COUNTERS,
                                     arcs,
                                     row->arcs ? row->arcs : 1};

    counters[3] = row->idle ? 0 : 7;
    counters[20] = row->idle ? 0 : 9;
    if (row->ticks)
        counters[row->counter] = row->ticks;
    for (unsigned k = 0; k < row->arcs; k++)
        arcs[k] = (struct gmon_arc){LOW + k, LOW + 68, 3};
    if (row->callee)
        arcs[contents.arc_count++] =
            (struct gmon_arc){LOW + 16, row->callee, 1};
    arcs[0].from += row->shift;
    arcs[0].self += row->shift;
    if (row->other)
        encoding = (struct encoding){
            encoding.order == ORDER_LITTLE ? ORDER_BIG : ORDER_LITTLE,
            row->other};
    made.size = gmon_out_write(&contents, layout, encoding, made.bytes,
                               sizeof made.bytes);
    assert_true(made.size > 0);
    memset(made.bytes + row->at, row->byte, row->bytes);
}

/* What is found in the file: a bit for each kind. */
static unsigned ills_of(const struct symbols *of, struct prof_check *check)
{
    static const struct flat_request request = {0};
    unsigned ills = 0;

    prof_check_begin(check, NULL, of);
    check->whose = "program";
    prof_check_add(check, &request, path_of(NAME));
    prof_check_all(check);
    for (size_t k = 0; k < check->finding_count; k++) {
        ills |= 1u << check->findings[k].kind;
        if (k > 0)
            assert_true(check->findings[k - 1].kind <= check->findings[k].kind);
        assert_null(strchr(check->findings[k].what, '{'));
        assert_null(strchr(check->findings[k].todo, '{'));
    }
    return ills;
}

/* Of what was made, cut to size. */
static void assert_ills(uint64_t size, const struct symbols *of, unsigned ills,
                        const char *words)
{
    struct prof_check check;
    bool said = !words;

    write_file(NAME, made.bytes, size);
    assert_int_equal(ills_of(of, &check), ills);
    for (size_t k = 0; k < check.finding_count; k++)
        said = said || strstr(check.findings[k].what, words);
    if (!said)
        fail_msg("nowhere is said: %s, but: %s", words,
                 check.finding_count ? check.findings->what : "nothing");
    prof_check_end(&check);
}

TEST(what_is_wrong_is_reported_and_nothing_else)
{
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows;
         row++)
        for (unsigned k = 0; k < LAYOUTS_TRIED; k++) {
            if (!(row->layouts >> k & 1))
                continue;
            make(row, layouts[k]);
            assert_ills(made.size, row->of, row->ills, row->words);
        }
}

/* Cut anywhere behind the header, it is said where, and no more is lost. */
TEST(a_file_cut_anywhere_is_read_as_far_as_it_goes)
{
    for (unsigned k = 0; k < LAYOUTS_TRIED; k++) {
        uint64_t header =
            layouts[k] == LAYOUT_GMON_TAGGED
                ? GMON_TAGGED_HEADER + 1 + GMON_TAGGED_HISTOGRAM(WORD)
                : gmon_bsd_header_size(layouts[k], WORD);

        make(rows, layouts[k]);
        for (uint64_t size = header + 1; size < made.size; size++) {
            struct prof_check check;
            bool between = size == header + 2 * COUNTERS;

            write_file(NAME, made.bytes, size);
            assert_int_equal(ills_of(&symbols, &check),
                             between ? ILL(NO_CALLS) : ILL(CUT));
            assert_int_equal(check.files->ticks,
                             (size >= header + 2 * 3 + 1 ? 7 : 0) +
                                 (size >= header + 2 * 20 + 1 ? 9 : 0));
            prof_check_end(&check);
        }
    }
}

/* What is written in its place has nothing wrong, and the same ticks and
 * calls, as far as they were there. */
TEST(what_is_fixed_has_nothing_wrong)
{
    static const struct row shifted = {.shift = SHIFT},
                            of_other = {.shift = SHIFT, .other = 8};

    for (unsigned k = 0; k < 3 * LAYOUTS_TRIED; k++) {
        unsigned cut = k < LAYOUTS_TRIED ? 0 : 3;
        struct prof_check check;
        unsigned ills;
        char why[400];

        make(k < 2 * LAYOUTS_TRIED ? &shifted : &of_other,
             layouts[k % LAYOUTS_TRIED]);
        write_file(NAME, made.bytes, made.size - cut);
        ills = ills_of(&symbols, &check);
        assert_true(ills & (cut ? ILL(CUT) | ILL(SHIFTED) : ILL(SHIFTED)));
        if (!prof_check_fix(&check, path_of(NAME), why, sizeof why))
            fail_msg("%s", why);
        prof_check_end(&check);
        assert_int_equal(ills_of(&symbols, &check), cut ? ILL(NO_CALLS) : 0);
        assert_int_equal(check.files->ticks, 16);
        assert_int_equal(check.files->histogram.low, LOW);
        assert_int_equal(check.files->arcs, !cut);
        make(rows, layouts[k % LAYOUTS_TRIED]);
        if (!cut)
            assert_memory_equal(check.files->bytes, made.bytes, made.size);
        prof_check_end(&check);
    }
}

TESTS(set_up, tear_down)
