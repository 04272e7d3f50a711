/* SPDX-License-Identifier: MIT */
#include "systems.h"

#include <string.h>

#include "mapping.h"
#include "unit_test.h"

/* The systems' results on one machine of 64 bits. */
enum {
    G = 1 << SYSTEM_GLIBC_PROFIL,
    H = 1 << SYSTEM_HURD,
    V6 = 1 << SYSTEM_V6,
    V7 = 1 << SYSTEM_V7,
    B1 = 1 << SYSTEM_BSD41,
    B3 = 1 << SYSTEM_BSD43,
    N2 = 1 << SYSTEM_NET2,
    K = 1 << SYSTEM_FREEBSD | 1 << SYSTEM_NETBSD | 1 << SYSTEM_OPENBSD,
    I = 1 << SYSTEM_ILLUMOS,
    X = 1 << SYSTEM_XNU,
    C = 1 << SYSTEM_CYGWIN | 1 << SYSTEM_MINGW_W64,
    U = 1 << SYSTEM_NUTTX,
    P = 1 << SYSTEM_PAPI,
    L = 1 << SYSTEM_LIBC4,
    S3 = 1 << SYSTEM_SUN3,
    SP = 1 << SYSTEM_SPRITE,
    UL = 1 << SYSTEM_UNIXLIB,
    C4 = 1 << SYSTEM_CLIB4,
    RB = 1 << SYSTEM_RETROBSD,
    B4 = 1 << SYSTEM_BSD44,
    G0 = 1 << SYSTEM_GLIBC_PROFIL_230,
    NEW = L | S3 | SP | UL | B4 | G0, /* counters at half the number */
    R = V7 | V6 | B1,                 /* round up */
    WHOLE = G | H | C | U | N2,       /* halve the distance as an integer */
    EXACT = K | I | X | P,            /* do not */
    ALL = R | WHOLE | EXACT | B3,
    NOWHERE = -1,
    OFF = -2,
    INVALID = -3,
};

static const struct {
    struct {
        uint64_t size, offset, scale, pc;
    } tick;
    struct {
        uint32_t systems;
        int64_t counter;
    } results[5];
} rows[] = {
    {{64, 0x1000, 0x8000, 0x1002}, {{R, 1}, {ALL & ~R, 0}}},
    {{64, 0x1000, 0xffff, 0x1002}, {{R, 1}, {ALL & ~R, 0}}},
    {{64, 0x1000, 0xffff, 0x1004}, {{R, 2}, {ALL & ~R, 1}}},
    {{64, 0x1000, 0xc000, 0x1003}, {{WHOLE | B3, 0}, {EXACT | R, 1}}},
    {{64, 0x1000, 0x5555, 0x1007}, {{WHOLE | B3, 0}, {EXACT | R, 1}}},
    {{64, 0x1000, 0xffff, 0x1003}, {{WHOLE, 0}, {EXACT | R, 1}}},
    {{64, 0x1000, 0x10000, 0x100001000},
     {{K | X | SP | RB, 0}, {G | I | P | C, NOWHERE}}},
    {{131072, 0x200000, 0x4000, 0x800201234},
     {{K | X, 582}, {G | I | P | C, NOWHERE}}},
    {{3, 0x1000, 0x10000, 0x1002},
     {{G | H | C, NOWHERE}, {EXACT | U | B1 | B3, 1}}},
    {{1, 0x1000, 0x10000, 0x1000},
     {{G | H | C, NOWHERE}, {EXACT | U | B1 | B3, 0}}},
    {{0, 0x1000, 0x10000, 0x1000}, {{N2, 0}, {ALL & ~N2 & ~V7 & ~V6, NOWHERE}}},
    {{8, 0x1000, 0x10000, 0x1008}, {{N2, 4}, {ALL & ~N2 & ~V7 & ~V6, NOWHERE}}},
    {{2, 0x1000, 0xffff, 0x1002}, {{G | EXACT | B3, 0}, {C | U | R, NOWHERE}}},
    {{64, 0x1000, 0xffff, 0x1040}, {{G | EXACT, 31}, {C | U | R, NOWHERE}}},
    {{4096, 0x1000, 0xc000, 0x1000 + 5460}, {{G | U, 2047}, {C, NOWHERE}}},
    {{64, 0x1000, 0, 0x1004},
     {{G | C4, 0}, {ALL & ~G & ~P, OFF}, {P, INVALID}}},
    {{64, 0x1000, 1, 0x21000},
     {{G | K | C | U | X | N2, 1}, {V7 | B1 | B3, 0}, {I | V6, OFF}}},
    {{64, 0x1000, 2, 0x11000}, {{G | K | C | P | X | B3, 1}, {I, 0}}},
    {{4096, 0x1000, 2, 0x9000}, {{V7, 1}, {ALL & ~R, 0}}},
    {{64, 0x1000, 0x20000, 0x1004},
     {{G | H | I | B3 | N2, 4}, {K | C | U | X, INVALID}, {V6 | V7, OFF}}},
    {{64, 0x1000, 0x20000, 0x1003}, {{I, 3}, {G | B3, 2}}},
    {{64, 0x1000, 0x18000, 0x1004},
     {{G | H | I | B3, 3}, {V7, 1}, {K | C | U | X | P, INVALID}}},
    {{64, 0x1000, 0x10000, 0x1004}, {{ALL & ~V7 & ~V6, 2}, {V6 | V7, OFF}}},
    {{64, 0x1000, 0x10000, 0xfff}, {{H, 0}, {ALL & ~H & ~V7 & ~V6, NOWHERE}}},
    {{1 << 20, 0x1000, 0xffff, 0x41000},
     {{G | EXACT | C, 131070}, {B1 | B3, 131068}, {N2, 65534}}},
    {{1 << 20, 0x1000, 0xffff, 0x81000},
     {{G | EXACT | C, 262140}, {B3, 262136}, {N2, 65532}}},
    {{1 << 20, 0x1000, 0x10000, 0x21004},
     {{ALL & ~N2 & ~V7 & ~V6, 65538}, {N2, 2}}},
    {{4096, 0x1000, 0xffff, 0x1082}, {{ALL & ~R, 64}, {R, 65}}},
    {{64, 0x1000, 3, 0xbaac}, {{G | K | I | P | C, 1}, {V6, 1}, {B3, 0}}},
    {{64, 0x1000, 0x10000, 0x2000000001000},
     {{H | K | P | X, 0}, {G | I | C | U, NOWHERE}}},
    {{64, 0x1000, 0x4000, 0x1004}, {{R, 1}, {ALL & ~R, 0}}},
    {{64, 0x1000, 0x8000, 0x1004}, {{ALL | NEW, 1}, {C4 | RB, 2}}},
    {{64, 0x1000, 0x8000, 0x1040}, {{ALL | NEW, 16}, {C4 | RB, 32}}},
    {{64, 0x1000, 0x8000, 0x1042}, {{C4, NOWHERE}, {RB, 33}}},
    {{64, 0x1000, 0xc000, 0x1003}, {{UL | G0, 0}, {L | S3 | SP | B4, 1}}},
    {{64, 0x1000, 0x10000, 0xfff}, {{G0, 0}, {UL | L | S3, NOWHERE}}},
    {{64, 0x500001000, 0x8000, 0x500001004},
     {{NEW & ~L & ~B4, 1}, {L | B4, NOWHERE}}},
    {{131072, 0x1000, 0x8000, 0x11000}, {{L | S3 | UL, 16384}, {SP, NOWHERE}}},
    {{64, 0x1000, 1, 0x21000}, {{L | SP, OFF}, {S3 | UL | B4, 1}}},
};

static int64_t counter_of(enum system system, size_t row)
{
    struct choice_sets sets = {0};
    struct choices c;
    struct mapping m = {rows[row].tick.offset,
                        rows[row].tick.size,
                        rows[row].tick.scale,
                        2,
                        64,
                        false};
    struct scale_meaning meaning;
    struct place place;

    for (unsigned r = 0; r < RULES; r++)
        sets.of[r] = choice_bit(system_choice(system, r));
    choices_begin(&c, &sets);
    meaning = mapping_scale(&c, m.scale, m.width);
    if (meaning.invalid)
        return INVALID;
    if (meaning.off)
        return OFF;
    m.scale = meaning.scale;
    m.offset = mapping_offset(&c, m.offset);
    mapping_place(&c, &m, mapping_pc(&c, rows[row].tick.pc), &place);
    return place.where == WHERE_COUNTER ? (int64_t)(place.at / 2) : NOWHERE;
}

/* What models of the sources themselves computed. */
TEST(each_system_maps_as_its_source_does)
{
    unsigned checked = 0;

    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++)
        for (int s = 0; s < SYSTEMS; s++)
            for (int k = 0; k < 5; k++) {
                if (!(rows[row].results[k].systems >> s & 1))
                    continue;
                if (counter_of(s, row) != rows[row].results[k].counter)
                    fail_msg("row %zu, %s: %ld, expected %ld", row,
                             system_table[s].name, (long)counter_of(s, row),
                             (long)rows[row].results[k].counter);
                checked++;
            }
    assert_true(checked > 300);
}

TEST(a_row_is_a_name_a_source_and_choices)
{
    for (int s = 0; s < SYSTEMS; s++) {
        unsigned named = 0;

        assert_int_equal(system_by_name(system_table[s].name), s);
        assert_non_null(strchr(system_table[s].source, ':'));
        assert_in_range(system_table[s].calls, 1, 3);
        assert_true(system_table[s].bits == 16 || system_table[s].bits == 32 ||
                    system_table[s].bits == 64);
        for (unsigned r = 0; r < RULES; r++) {
            enum choice choice = system_choice(s, r);

            assert_int_equal(choice_table[choice].rule, r);
            named += system_names(s, r);
        }
        assert_true(named > 0);
    }
    assert_int_equal(system_by_name("plan9"), -1);
}

TEST(a_rule_that_a_row_does_not_name_is_as_in_its_dialect)
{
    assert_true(system_names(SYSTEM_FREEBSD, RULE_PRODUCT));
    assert_int_equal(system_choice(SYSTEM_FREEBSD, RULE_PRODUCT),
                     PRODUCT_NUMBER_MOD_32);
    assert_false(system_names(SYSTEM_FREEBSD, RULE_ROUNDING));
    assert_int_equal(system_choice(SYSTEM_FREEBSD, RULE_ROUNDING),
                     ROUNDING_DOWN); /* permitted */
    assert_int_equal(system_choice(SYSTEM_FREEBSD, RULE_SCALE_OFF),
                     SCALE_OFF_ZERO); /* decided */
    assert_int_equal(system_choice(SYSTEM_FREEBSD, RULE_FORK),
                     FORK_BOTH); /* left open */
    assert_int_equal(system_choice(SYSTEM_FREEBSD, RULE_FAST),
                     FAST_ONE_MS); /* not a rule of the dialect */
    assert_int_equal(system_choice(SYSTEM_FREEBSD, RULE_LIST_ORDER),
                     LIST_ORDER_STRICT);
}

TEST(a_row_may_lack_a_rule)
{
    assert_true(system_lacks(SYSTEM_CLIB4, RULE_FORK));
    assert_false(system_lacks(SYSTEM_CLIB4, RULE_ROUNDING));
    assert_false(system_lacks(SYSTEM_HURD, RULE_FORK));
    assert_false(system_lacks(SYSTEM_PAPI, RULE_FORK));
}

TESTS(NULL, NULL)
