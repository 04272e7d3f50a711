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
    dialect = dialect_by_name(name);
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
            assert_true(r >= 0 && choice_by_name(r, word) >= 0);
            *made++ = choice_by_name(r, word);
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
    assert_int_equal(rows, 110);
    fclose(in);
}

TEST(a_pc_at_offset_is_in_the_first_counter)
{
    struct mapping m = {.offset = 0x1000, .size = 2, .scale = 0xffff};

    for (unsigned d = 0; d < DIALECTS; d++)
        assert_int_equal(goes(d, AS_PERMITTED, m, 0x1000), 0);
}

TEST(a_scale_is_what_each_choice_says)
{
    enum { OFF = 1, INVALID = 2 };
    static const struct {
        enum choice choice;
        unsigned width;
        uint64_t given, scale;
        int how;
    } rows[] = {
        {SCALE_RANGE_WHOLE, 2, 65536, 65536, 0},
        {SCALE_RANGE_LOW_16, 2, 65536, 0, OFF},
        {SCALE_RANGE_LOW_16, 2, 65535, 65535, 0},
        {SCALE_RANGE_BY_WIDTH, 2, 65536, 0, OFF},
        {SCALE_RANGE_BY_WIDTH, 4, 65536, 65536, 0},
        {SCALE_RANGE_LATE, 2, 65536, 0, 0},
        {SCALE_RANGE_LATE, 2, 0, 0, OFF},
        {SCALE_ABOVE_LOW_16, 2, 0x18000, 0x8000, 0},
        {SCALE_ABOVE_LOW_16, 2, 0x20000, 0, OFF},
        {SCALE_ABOVE_WHOLE, 2, 0x18000, 0x18000, 0},
        {SCALE_ABOVE_EINVAL, 2, 65537, 65537, INVALID},
        {SCALE_ABOVE_EINVAL, 2, 65536, 65536, 0},
        {SCALE_OFF_ZERO, 2, 0, 0, OFF},
        {SCALE_OFF_ZERO_AND_ONE, 2, 0, 0, OFF},
        {SCALE_OFF_NEVER, 2, 0, 0, 0},
        {SCALE_OFF_ZERO, 2, 1, 1, 0},
        {SCALE_OFF_ZERO_AND_ONE, 2, 1, 1, OFF},
        {SCALE_OFF_NEVER, 2, 1, 1, 0},
        {SCALE_OFF_ZERO_AND_ONE, 2, 2, 2, 0},
        {SCALE_OFF_EINVAL, 2, 0, 0, INVALID},
        {SCALE_OFF_EINVAL, 2, 1, 1, INVALID},
        {SCALE_OFF_EINVAL, 2, 2, 2, 0},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct choices c =
            behave(rows[k].choice == SCALE_RANGE_BY_WIDTH ? DIALECT_IRIX
                                                          : DIALECT_FREEBSD,
                   CHOICES_ARE(rows[k].choice));
        struct scale_meaning meaning =
            mapping_scale(&c, rows[k].given, rows[k].width);

        assert_int_equal(meaning.scale, rows[k].scale);
        assert_int_equal(meaning.off, rows[k].how == OFF);
        assert_int_equal(meaning.invalid, rows[k].how == INVALID);
    }
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
    struct mapping m = {0x1000, 64, 0xffff, 2, 64, false};
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
    struct mapping m = {0x1000, 64, 0xffff, 2, 64, false};
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
