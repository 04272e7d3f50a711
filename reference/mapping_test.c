/* SPDX-License-Identifier: MIT */
/* Where a pc goes; most of it is in tests/mapping.txt. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "behaviour_test.h"
#include "mapping.h"
#include "systems.h"
#include "unit_test.h"

/* The region of the file whose rows are read; its scale and offset are as they
 * are given to a call. */
static int dialect; /* -1: systems */
static struct mapping region;

/* "aix: offset 0x1000 size 64 scale 0xffff [width 4 [bits 16]]"; in place of a
 * dialect, "systems". */
static void take_region(const char *line)
{
    char name[20];

    region = (struct mapping){.width = 2, .address_bits = 64};
    if (sscanf(line,
               "%19[^:]: offset %" SCNx64 " size %" SCNu64 " scale %" SCNx64
               " width %" SCNu8 " bits %" SCNu8,
               name, &region.offset, &region.size, &region.scale, &region.width,
               &region.address_bits) < 4 ||
        (dialect_by_name(name) < 0 && strcmp(name, "systems") != 0))
        fail_msg("no region: %s", line);
    dialect = dialect_by_name(name);
}

/* "rounding=up unit=index", or "permitted" */
static struct choices choices_of(char *words)
{
    enum choice made[8], *last = made;

    for (char *word; (word = strsep(&words, " "));) {
        char *rule = strsep(&word, "=");
        int r = rule_by_name(rule);

        if (word == NULL) {
            assert_string_equal(rule, "permitted");
        } else {
            assert_true(r >= 0 && choice_by_name(r, word) >= 0);
            *last++ = choice_by_name(r, word);
        }
    }
    *last = NO_CHOICE;
    return behave(dialect, made);
}

static struct choices choices_of_system(int system)
{
    struct choice_sets sets = {0};
    struct choices c;

    assert_true(system >= 0);
    for (unsigned r = 0; r < RULES; r++)
        sets.of[r] = choice_bit(system_choice(system, r));
    choices_begin(&c, &sets);
    return c;
}

/* Where a pc is counted, in the words of the file. */
static const char *goes(struct choices c, uint64_t pc)
{
    static const char *const nowhere[] = {[WHERE_BELOW] = "below",
                                          [WHERE_NEGATIVE] = "negative",
                                          [WHERE_BEYOND] = "beyond",
                                          [WHERE_TAIL] = "tail",
                                          [WHERE_DROPPED] = "dropped"};
    static char counter[24];
    struct mapping m = region;
    struct scale_meaning meaning = mapping_scale(&c, m.scale, m.width);
    struct place place;

    if (meaning.invalid || meaning.off)
        return meaning.invalid ? "invalid" : "off";
    m.scale = meaning.scale;
    m.offset = mapping_offset(&c, m.offset);
    mapping_place(&c, &m, mapping_pc(&c, pc), &place);
    assert_false(c.stuck);
    if (place.where != WHERE_COUNTER)
        return nowhere[place.where];
    snprintf(counter, sizeof counter, "%" PRIu64, place.at / m.width);
    return counter;
}

/* Whether that is what the file says: "nowhere", of a system, is no counter. */
static bool is_said(const char *said, const char *goes)
{
    if (strcmp(said, "nowhere") == 0)
        return !isdigit((unsigned char)*goes) && strcmp(goes, "off") != 0 &&
               strcmp(goes, "invalid") != 0;
    return strcmp(said, goes) == 0;
}

/* " 0x1002=1 0xfff=below" */
static void check_pcs(const struct choices *c, const char *line,
                      const char *pairs)
{
    char copy[200], *rest = strcpy(copy, pairs + 1);

    for (char *pair; (pair = strsep(&rest, " "));) {
        uint64_t pc = strtoull(strsep(&pair, "="), NULL, 0);

        if (!is_said(pair, goes(*c, pc)))
            fail_msg("%s: 0x%" PRIx64 "=%s, not %s", line, pc, goes(*c, pc),
                     pair);
    }
}

/* "    rounding=up: 0x1002=1 0xfff=below", or "    v6 v7: 0x1002=1" */
static void check_row(const char *line)
{
    char copy[200], *pairs = strcpy(copy, line) + 4;
    char *head = strsep(&pairs, ":");
    struct choices c;

    if ((int)dialect >= 0) {
        c = choices_of(head);
        check_pcs(&c, line, pairs);
        return;
    }
    for (char *name; (name = strsep(&head, " "));) {
        c = choices_of_system(system_by_name(name));
        check_pcs(&c, line, pairs);
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
    assert_int_equal(rows, 237);
    fclose(in);
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
    c = behave(DIALECT_AIX, AS_PERMITTED);
    mapping_pc(&c, UINT32_MAX);
    mapping_offset(&c, UINT32_MAX);
    assert_true(rule_set_empty(c.consulted));
}

TESTS(NULL, NULL)
