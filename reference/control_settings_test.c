/* SPDX-License-Identifier: MIT */
/* Turned on again: with which settings. */
#include "model_test.h"
#include "unit_test.h"

#define BUFFERS BUFFER(0, 8), BUFFER(1, 8)
#define ON      PROFIL(0, 8, 0x1000, 0xffff)
#define ON_1    PROFIL(1, 8, 0x2000, 0xffff)
#define BAD     PROFIL_AT(BAD_POINTER, 8, 0x2000, 0xffff)

/* What the second of two calls to turn on leaves in force. */
static void again(enum choice choice, struct op second)
{
    run(DIALECT_IRIX, CHOICES_ARE(choice),
        SCRIPT(BUFFERS, SPROFIL(1, FLAG_USHORT, REGION(0, 4, 0x1000, 0x8000)),
               second, TICKS(0x1006, 2)));
}

TEST(settings_are_those_that_each_choice_says)
{
    again(SETTINGS_GIVEN,
          SPROFIL(1, FLAG_USHORT, REGION(0, 4, 0x1000, 0x4000)));
    assert_int_equal(counter(0, 0), 2);
    again(SETTINGS_OLD_SCALE,
          SPROFIL(1, FLAG_USHORT, REGION(0, 4, 0x1000, 0x4000)));
    assert_int_equal(counter(0, 1), 2);
    again(SETTINGS_FIRST,
          SPROFIL(1, FLAG_USHORT, REGION(1, 4, 0x1000, 0x4000)));
    assert_int_equal(counter(0, 1), 2);
    assert_int_equal(counter(1, 0), 0);
    again(SETTINGS_FIRST,
          SPROFIL(1, FLAG_USHORT, REGION(0, 4, 0x1000, 0x8000)));
    assert_false(asked(RULE_SETTINGS));
    run(DIALECT_HPUX, CHOICES_ARE(SETTINGS_FIRST),
        SCRIPT(BUFFERS, ON, OFF, ON_1, TICK(0x1001)));
    assert_int_equal(counter(0, 0), 1);
}

/* Of these, more than the scale is another. */
TEST(the_scale_is_old_only_where_nothing_else_differs)
{
    static const struct region_arguments same = REGION(0, 4, 0x1000, 0x8000);
    struct region_arguments others[7];

    for (unsigned k = 0; k < 7; k++) {
        others[k] = same;
        others[k].scale = 0x4000;
    }
    others[0].base.buffer = 1;
    others[1].base.at = 2;
    others[2].base.kind = POINTER_NULL;
    others[3].size = 6;
    others[4].offset = 0x900;
    others[5].high = 1;
    for (unsigned k = 0; k < 7; k++) {
        again(SETTINGS_OLD_SCALE,
              CALL_(.kind = CALL_SPROFIL, .count = 1,
                    .flags = k == 6 ? FLAG_UINT : FLAG_USHORT,
                    .list_kind = POINTER_GIVEN, .list = &others[k],
                    .listed = 1));
        assert_true(asked(RULE_SETTINGS));
        assert_int_equal(counter(0, 1), k == 1 ? 2 : 0);
    }
    again(SETTINGS_OLD_SCALE,
          SPROFIL(2, FLAG_USHORT, REGION(0, 4, 0x1000, 0x4000),
                  REGION(1, 4, 0x2000, 0x4000)));
    assert_int_equal(counter(0, 1), 0);
    run(DIALECT_GLIBC, CHOICES_ARE(SETTINGS_OLD_SCALE),
        SCRIPT(BUFFERS, SPROFIL(1, FLAG_USHORT, REGION(0, 4, 0x1000, 0x8000)),
               PROFIL(0, 4, 0x1000, 0x4000), TICKS(0x1006, 2)));
    assert_int_equal(counter(0, 0), 2);
}

TESTS(NULL, NULL)
