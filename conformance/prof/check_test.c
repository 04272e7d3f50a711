/* SPDX-License-Identifier: MIT */
/*
 * A file that is cut anywhere.  What is said of wrong files, and what is
 * written in their place, is in situations.txt and in transcripts of prof.
 */
#include <string.h>

#include "check.h"
#include "conformance/machine/scratch_test.h"
#include "reference/files/gmon_out.h"
#include "reference/unit_test.h"

enum { LOW = 0x1000, COUNTERS = 32, HIGH = LOW + 4 * COUNTERS };
enum { WORD = sizeof(void *) };
#define ILL(ill) (1u << ILL_##ill)

static const enum file_layout layouts[] = {LAYOUT_GMON_44, LAYOUT_GMON_FREEBSD,
                                           LAYOUT_GMON_TAGGED};
enum { LAYOUTS_TRIED = 3 };

static struct function functions[] = {
    {LOW, LOW + 64, "one", false},
    {LOW + 64, LOW + 68, "two", false},
    {LOW + 68, HIGH, "three", false},
};
static const struct symbols symbols = {
    .list = functions, .count = 3, .low = LOW, .high = 0x2000, .movable = true};

#define NAME "gmon.out"

static struct {
    unsigned char bytes[64 + 2 * COUNTERS + 24];
    uint64_t size;
} made;

/* One of 7 ticks in counter 3, 9 in counter 20 and 3 calls of three by one, 100
 * ticks a second. */
static void make(enum file_layout layout)
{
    uint16_t counters[COUNTERS] = {[3] = 7, [20] = 9};
    const struct gmon_arc arc = {LOW + 16, LOW + 68, 3};
    const struct gmon_contents contents = {LOW,      HIGH, 100, counters,
                                           COUNTERS, &arc, 1};

    made.size = gmon_out_write(&contents, layout, ENCODING_HERE, made.bytes,
                               sizeof made.bytes);
    assert_true(made.size > 0);
}

/* What is found in the file: a bit for each kind. */
static unsigned ills_of(struct prof_check *check)
{
    static const struct flat_request request = {0};
    unsigned ills = 0;

    prof_check_begin(check, NULL, &symbols);
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

/* Cut anywhere behind the header, it is said where, and no more is lost. */
TEST(a_file_cut_anywhere_is_read_as_far_as_it_goes)
{
    for (unsigned k = 0; k < LAYOUTS_TRIED; k++) {
        uint64_t header =
            layouts[k] == LAYOUT_GMON_TAGGED
                ? GMON_TAGGED_HEADER + 1 + GMON_TAGGED_HISTOGRAM(WORD)
                : gmon_bsd_header_size(layouts[k], WORD);

        make(layouts[k]);
        for (uint64_t size = header + 1; size < made.size; size++) {
            struct prof_check check;
            bool between = size == header + 2 * COUNTERS;

            write_file(NAME, made.bytes, size);
            assert_int_equal(ills_of(&check),
                             between ? ILL(NO_CALLS) : ILL(CUT));
            assert_int_equal(check.files->ticks,
                             (size >= header + 2 * 3 + 1 ? 7 : 0) +
                                 (size >= header + 2 * 20 + 1 ? 9 : 0));
            prof_check_end(&check);
        }
    }
}

TESTS(set_up, tear_down)
