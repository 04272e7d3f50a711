/* SPDX-License-Identifier: MIT */
#include "notes.h"

#include "reference/unit_test.h"

static bool rules_out(unsigned number, const char *rule, const char *choice)
{
    return notes_rules_out(sentence_by_number(DIALECT_FREEBSD, number),
                           (enum rule)rule_by_name(rule), &choice, 1);
}

/* "Scale 0 disables profiling", and no more. */
TEST(a_sentence_that_must_rules_out_what_it_does_not_leave)
{
    static const char *const both[] = {"never", "zero"};
    const struct sentence_row *row = sentence_by_number(DIALECT_FREEBSD, 15);

    assert_true(rules_out(15, "scale-off", "never"));
    assert_false(rules_out(15, "scale-off", "zero"));
    assert_false(rules_out(15, "scale-off", "zero-and-one"));
    assert_false(notes_rules_out(row, RULE_SCALE_OFF, both, 2));
    assert_true(notes_rules_out(row, RULE_SCALE_OFF, NULL, 0));
    assert_false(rules_out(15, "rounding", "up"));
}

TEST(a_sentence_that_permits_rules_out_nothing)
{
    const struct sentence_row *row = sentence_by_number(DIALECT_FREEBSD, 20);
    struct rule_set rules = rules_of_sentence(DIALECT_FREEBSD, row);

    assert_false(rule_set_empty(rules));
    for (unsigned r = 0; r < RULES; r++)
        assert_false(notes_rules_out(row, (enum rule)r, NULL, 0));
}

TEST(gmon_alone_is_by_convention)
{
    assert_true(notes_by_convention("gmon"));
    assert_false(notes_by_convention("freebsd"));
    assert_false(notes_by_convention("aix-monitor"));
    assert_false(notes_by_convention("plan9"));
}

static const struct atlas_cell *cell(const struct atlas *atlas, uint32_t scale,
                                     unsigned distance)
{
    for (unsigned s = 0; s < ATLAS_SCALES; s++)
        if (atlas->scales[s] == scale)
            return &atlas->cells[s][distance];
    fail_msg("no scale %u", scale);
    return NULL;
}

/* 3 * 0x8000 / 65536 = 1.5: freebsd.profil.3 counts pc 3 in counter 0 by
 * exact division, (3 / 2 * 0.5) = 0 by integers; 0xffff * 3 is 2 and a
 * part: counter 1 or, divided first, 0.  aix.profil.2 rounds up, and
 * aix.profil.8: scale 1 is off. */
TEST(where_the_readings_of_a_manual_part_each_is_reported)
{
    static const struct {
        const char *dialect;
        uint32_t scale;
        unsigned distance, count;
        uint32_t counters[2];
    } rows[] = {{"freebsd", 0x8000, 4, 1, {1}},
                {"freebsd", 0xffff, 3, 2, {0, 1}},
                {"aix", 1, 2, 1, {ATLAS_NOWHERE}},
                {"aix", 0xffff, 0, 1, {0}}};
    struct atlas atlas;

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const struct atlas_cell *c;

        assert_true(notes_atlas(rows[k].dialect, &atlas));
        c = cell(&atlas, rows[k].scale, rows[k].distance);
        assert_int_equal(c->count, rows[k].count);
        for (unsigned n = 0; n < rows[k].count; n++)
            assert_int_equal(c->counters[n], rows[k].counters[n]);
    }
}

TEST(an_unknown_dialect_has_no_atlas)
{
    struct atlas atlas;

    assert_false(notes_atlas("plan9", &atlas));
}

TESTS(NULL, NULL)
