/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "notes.h"

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
 * part: counter 1 or, divided first, 0. */
static void where_the_readings_of_a_manual_part_each_is_told(void **state)
{
    const struct atlas_cell *c;
    struct atlas atlas;

    (void)state;
    assert_true(notes_atlas("freebsd", &atlas));
    c = cell(&atlas, 0x8000, 4);
    assert_int_equal(c->count, 1);
    assert_int_equal(c->counters[0], 1);
    c = cell(&atlas, 0xffff, 3);
    assert_int_equal(c->count, 2);
    assert_int_equal(c->counters[0], 0);
    assert_int_equal(c->counters[1], 1);
}

/* aix.profil.2 rounds up, and aix.profil.8: scale 1 is off. */
static void what_a_manual_decides_does_not_part(void **state)
{
    const struct atlas_cell *c;
    struct atlas atlas;

    (void)state;
    assert_true(notes_atlas("aix", &atlas));
    c = cell(&atlas, 1, 2);
    assert_int_equal(c->count, 1);
    assert_int_equal(c->counters[0], ATLAS_NOWHERE);
    c = cell(&atlas, 0xffff, 0);
    assert_int_equal(c->count, 1);
    assert_int_equal(c->counters[0], 0);
}

static void an_unknown_dialect_has_no_atlas(void **state)
{
    struct atlas atlas;

    (void)state;
    assert_false(notes_atlas("plan9", &atlas));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_the_readings_of_a_manual_part_each_is_told),
        cmocka_unit_test(what_a_manual_decides_does_not_part),
        cmocka_unit_test(an_unknown_dialect_has_no_atlas),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
