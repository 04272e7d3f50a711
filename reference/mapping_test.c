/* SPDX-License-Identifier: MIT */
/* Where a pc goes; most of it is in tests/mapping.txt. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "behaviour_test.h"
#include "mapping.h"
#include "unit_test.h"

/* Where a pc goes: the counter's index, or minus its enum where. */
static int64_t goes(enum dialect dialect, const enum choice *made,
                    struct mapping m, uint64_t pc)
{
    struct choices c = behave(dialect, made);
    struct place place;

    if (m.width == 0)
        m.width = 2;
    if (m.address_bits == 0)
        m.address_bits = 64;
    mapping_place(&c, &m, pc, &place);
    assert_false(c.stuck);
    return place.where == WHERE_COUNTER ? (int64_t)(place.at / m.width)
                                        : -place.where;
}

/* The region of the file whose rows are read. */
static enum dialect dialect;
static struct mapping region;

/* "aix: offset 0x1000 size 64 scale 0xffff [width 4 [bits 16]]" */
static void take_region(const char *line)
{
    char name[20];

    region = (struct mapping){.width = 2, .address_bits = 64};
    if (sscanf(line,
               "%19[^:]: offset %" SCNx64 " size %" SCNu64 " scale %" SCNx64
               " width %" SCNu8 " bits %" SCNu8,
               name, &region.offset, &region.size, &region.scale, &region.width,
               &region.address_bits) < 4 ||
        dialect_by_name(name) < 0)
        fail_msg("no region: %s", line);
    dialect = (enum dialect)dialect_by_name(name);
}

/* "rounding=up unit=index", or "permitted" */
static void choices_of(char *words, enum choice *made)
{
    for (char *word; (word = strsep(&words, " "));) {
        char *rule = strsep(&word, "=");
        int r = rule_by_name(rule);

        if (word == NULL) {
            assert_string_equal(rule, "permitted");
        } else {
            assert_true(r >= 0 && choice_by_name((enum rule)r, word) >= 0);
            *made++ = (enum choice)choice_by_name((enum rule)r, word);
        }
    }
    *made = NO_CHOICE;
}

/* "    rounding=up: 0x1002=1 0xfff=below" */
static void check_row(const char *line)
{
    static const char *const nowhere[] = {[WHERE_BELOW] = "below",
                                          [WHERE_NEGATIVE] = "negative",
                                          [WHERE_BEYOND] = "beyond",
                                          [WHERE_TAIL] = "tail",
                                          [WHERE_DROPPED] = "dropped"};
    enum choice made[8];
    char copy[200], *words = strcpy(copy, line) + 4, went[24];

    choices_of(strsep(&words, ":"), made);
    strsep(&words, " ");
    for (char *pair; (pair = strsep(&words, " "));) {
        uint64_t pc = strtoull(strsep(&pair, "="), NULL, 0);
        int64_t at = goes(dialect, made, region, pc);

        snprintf(went, sizeof went, "%" PRIi64, at);
        if (strcmp(pair, at < 0 ? nowhere[-at] : went) != 0)
            fail_msg("%s: 0x%" PRIx64 "=%s, not %s", line, pc,
                     at < 0 ? nowhere[-at] : went, pair);
    }
}

TEST(a_pc_goes_where_the_file_says)
{
    FILE *in = fopen("reference/tests/mapping.txt", "r");
    char line[200];
    unsigned rows = 0;

    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        if (*line == ' ') {
            check_row(line);
            rows++;
        } else if (*line && *line != '#') {
            take_region(line);
        }
    }
    assert_int_equal(rows, 89);
    fclose(in);
}

TEST(in_aix_0xffff_gives_two_bytes_a_short_of_their_own)
{
    struct mapping m = {.offset = 0x1000, .size = 64, .scale = 0xffff};

    for (int d = 0; d < 64; d++)
        assert_int_equal(
            goes(DIALECT_AIX, AS_PERMITTED, m, 0x1000 + (unsigned)d), d / 2);
}

TEST(hpux_0177777_is_one_to_one_where_the_nearest_is_meant)
{
    struct mapping m = {.offset = 0x1000, .size = 64, .scale = 0xffff};
    const struct {
        enum choice unit;
        unsigned each;
    } rows[] = {{UNIT_INDEX, 1}, {UNIT_BYTE_OFFSET, 2}};

    for (unsigned k = 0; k < 2; k++)
        for (unsigned word = 0; word < 32; word++)
            assert_int_equal(goes(DIALECT_HPUX,
                                  CHOICES_ARE(ROUNDING_NEAREST, rows[k].unit),
                                  m, 0x1000 + word * rows[k].each),
                             word);
}

TEST(in_irix_four_byte_instructions_map_one_to_one)
{
    struct mapping narrow = {.size = 64, .scale = 0x8000, .offset = 0x400000};
    struct mapping wide = narrow;

    wide.width = 4;
    wide.scale = 0x10000;
    for (int i = 0; i < 16; i++) {
        uint64_t pc = 0x400000 + 4 * (uint64_t)i;

        assert_int_equal(goes(DIALECT_IRIX, AS_PERMITTED, narrow, pc), i);
        assert_int_equal(goes(DIALECT_IRIX, AS_PERMITTED, wide, pc), i);
    }
}

TEST(in_freebsd_each_halving_of_scale_doubles_a_bins_bytes)
{
    static const struct {
        uint64_t scale;
        int bytes;
    } rows[] = {{65536, 2}, {32768, 4}, {16384, 8}};

    for (unsigned k = 0; k < 3; k++)
        for (int d = 0; d < 16; d++) {
            struct mapping m = {
                .offset = 0x1000, .size = 64, .scale = rows[k].scale};

            assert_int_equal(
                goes(DIALECT_FREEBSD, AS_PERMITTED, m, 0x1000 + (uint64_t)d),
                d / rows[k].bytes);
        }
}

TEST(a_pc_at_offset_is_in_the_first_counter)
{
    struct mapping m = {.offset = 0x1000, .size = 2, .scale = 0xffff};

    for (unsigned d = 0; d < DIALECTS; d++)
        assert_int_equal(goes(d, AS_PERMITTED, m, 0x1000), 0);
}

static struct scale_meaning meaning(uint64_t scale, const enum choice *made)
{
    struct choices c = behave(DIALECT_FREEBSD, made);

    return mapping_scale(&c, scale, 2);
}

TEST(scale_65536_is_whole_or_0)
{
    assert_int_equal(meaning(65536, CHOICES_ARE(SCALE_RANGE_WHOLE)).scale,
                     65536);
    assert_false(meaning(65536, CHOICES_ARE(SCALE_RANGE_WHOLE)).off);
    assert_int_equal(meaning(65536, CHOICES_ARE(SCALE_RANGE_LOW_16)).scale, 0);
    assert_true(meaning(65536, CHOICES_ARE(SCALE_RANGE_LOW_16)).off);
    assert_int_equal(meaning(65535, CHOICES_ARE(SCALE_RANGE_LOW_16)).scale,
                     65535);
}

TEST(scale_65536_may_be_whole_for_wide_counters_alone)
{
    struct choices c = behave(DIALECT_IRIX, CHOICES_ARE(SCALE_RANGE_BY_WIDTH));

    assert_true(mapping_scale(&c, 65536, 2).off);
    assert_int_equal(mapping_scale(&c, 65536, 4).scale, 65536);
}

TEST(a_scale_above_65536_is_what_each_choice_says)
{
    struct scale_meaning low =
        meaning(0x18000, CHOICES_ARE(SCALE_ABOVE_LOW_16));
    struct scale_meaning whole =
        meaning(0x18000, CHOICES_ARE(SCALE_ABOVE_WHOLE));
    struct scale_meaning error =
        meaning(65537, CHOICES_ARE(SCALE_ABOVE_EINVAL));

    assert_int_equal(low.scale, 0x8000);
    assert_int_equal(whole.scale, 0x18000);
    assert_false(low.invalid || whole.invalid || low.off || whole.off);
    assert_true(error.invalid);
    assert_true(meaning(0x20000, CHOICES_ARE(SCALE_ABOVE_LOW_16)).off);
    assert_false(meaning(65536, CHOICES_ARE(SCALE_ABOVE_EINVAL)).invalid);
}

TEST(scales_0_and_1_turn_off_as_each_choice_says)
{
    assert_true(meaning(0, CHOICES_ARE(SCALE_OFF_ZERO)).off);
    assert_true(meaning(0, CHOICES_ARE(SCALE_OFF_ZERO_AND_ONE)).off);
    assert_false(meaning(0, CHOICES_ARE(SCALE_OFF_NEVER)).off);
    assert_false(meaning(1, CHOICES_ARE(SCALE_OFF_ZERO)).off);
    assert_true(meaning(1, CHOICES_ARE(SCALE_OFF_ZERO_AND_ONE)).off);
    assert_false(meaning(1, CHOICES_ARE(SCALE_OFF_NEVER)).off);
    assert_false(meaning(2, CHOICES_ARE(SCALE_OFF_ZERO_AND_ONE)).off);
    assert_true(meaning(0, CHOICES_ARE(SCALE_OFF_EINVAL)).invalid);
    assert_true(meaning(1, CHOICES_ARE(SCALE_OFF_EINVAL)).invalid);
    assert_false(meaning(1, CHOICES_ARE(SCALE_OFF_EINVAL)).off);
    assert_false(meaning(2, CHOICES_ARE(SCALE_OFF_EINVAL)).invalid);
}

TEST(an_address_is_kept_as_each_choice_says)
{
    static const struct {
        enum choice choice;
        uint64_t pc, offset;
    } rows[] = {
        {ADDRESS_WHOLE, 0x500001000, 0x500001000},
        {ADDRESS_PC_32, 0x1000, 0x500001000},
        {ADDRESS_OFFSET_32, 0x500001000, 0x1000},
        {ADDRESS_BOTH_32, 0x1000, 0x1000},
        {ADDRESS_DISTANCE_32, 0x500001000, 0x500001000},
    };

    for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct choices c = behave(DIALECT_FREEBSD, CHOICES_ARE(rows[k].choice));

        assert_int_equal(mapping_pc(&c, 0xffffffff), 0xffffffff);
        assert_int_equal(mapping_offset(&c, 0xffffffff), 0xffffffff);
        assert_false(rule_set_has(c.consulted, RULE_ADDRESS));
        assert_int_equal(mapping_pc(&c, 0x500001000), rows[k].pc);
        assert_int_equal(mapping_offset(&c, 0x500001000), rows[k].offset);
    }
}

TEST(a_place_holds_the_arithmetic)
{
    struct choices c = behave(DIALECT_AIX, AS_PERMITTED);
    struct mapping m = {0x1000, 64, 0xffff, 2, 64};
    struct place place;

    mapping_place(&c, &m, 0x1005, &place);
    assert_true(place.has_product);
    assert_int_equal(place.distance, 5);
    assert_int_equal(place.scale, 0xffff);
    assert_int_equal(place.product.high, 0);
    assert_int_equal(place.product.low, 5 * 0xffff);
    assert_int_equal(place.shift, 16);
    assert_int_equal(place.number, 4);
    assert_int_equal(place.at, 4);
    mapping_place(&c, &m, 0xfff, &place);
    assert_int_equal(place.where, WHERE_BELOW);
    assert_false(place.has_product);

    c = behave(DIALECT_AIX, CHOICES_ARE(ROUNDING_SCALE_LOW_BIT_LOST));
    mapping_place(&c, &m, 0x1005, &place);
    assert_int_equal(place.distance, 2);
    assert_int_equal(place.scale, 0x7fff);
    assert_int_equal(place.shift, 14);

    c = behave(DIALECT_AIX, CHOICES_ARE(ROUNDING_DIVIDE_FIRST));
    mapping_place(&c, &m, 0x1005, &place);
    assert_int_equal(place.distance, 2);
    assert_int_equal(place.scale, 0xffff);
}

TEST(only_rules_that_matter_are_asked)
{
    struct choices c = behave(DIALECT_AIX, AS_PERMITTED);
    struct mapping m = {0x1000, 64, 0xffff, 2, 64};
    struct rule_set two = {{0}}, below = {{0}}, three;
    struct place place;

    rule_set_add(&two, RULE_ROUNDING);
    rule_set_add(&two, RULE_UNIT);
    rule_set_add(&below, RULE_BELOW_OFFSET);
    three = two;
    rule_set_add(&three, RULE_PRODUCT);
    mapping_place(&c, &m, 0x1005, &place);
    assert_true(rule_set_equal(c.consulted, two));
    c = behave(DIALECT_AIX, AS_PERMITTED);
    mapping_place(&c, &m, 0x0100, &place);
    assert_true(rule_set_equal(c.consulted, below));
    c = behave(DIALECT_AIX, AS_PERMITTED);
    mapping_place(&c, &m, 0x9000, &place); /* 0x8000 * 0xffff < 2^31 */
    assert_true(rule_set_equal(c.consulted, two));
    c = behave(DIALECT_AIX, AS_PERMITTED);
    mapping_place(&c, &m, 0x9001, &place); /* 0x8001 * 0xffff >= 2^31 */
    assert_true(rule_set_equal(c.consulted, three));
}

TESTS(NULL, NULL)
