/* SPDX-License-Identifier: MIT */
/*
 * From a pc to a counter: the reference is compared with the slow oracle, under
 * any combination of known choices; and the fast mapping of
 * impls/counting/bins.h with the reference, under the choices that it
 * implements.
 */
#include <inttypes.h>

#include "fuzz.h"
#include "impls/counting/table.h"

static const enum rule rules[] = {
    RULE_ROUNDING,  RULE_UNIT,       RULE_COUNTER_STEP, RULE_BELOW_OFFSET,
    RULE_SCALE_TWO, RULE_ODD_TAIL,   RULE_EXTENT,       RULE_PRODUCT,
    RULE_WIDE_UP,   RULE_JUST_BELOW,
};

/* The command that shows what the reference does. */
static _Noreturn void report_mapping(const struct mapping *m, uint64_t pc,
                                     const struct choices *c, const char *who,
                                     bool counted, uint64_t counter)
{
    fprintf(stderr, "profilcheck map --dialect freebsd");
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        fprintf(stderr, " \\\n    --choice %s=%s", rule_table[rules[k]].name,
                choice_table[c->made[rules[k]]].name);
    fprintf(stderr,
            " \\\n    --choice scale-above=whole --choice scale-off=never "
            "--address-bits %u \\\n    --width %u --size %" PRIu64
            " --offset 0x%" PRIx64 " --scale 0x%" PRIx64 " 0x%" PRIx64 "\n",
            m->address_bits, m->width, m->size, m->offset, m->scale, pc);
    fprintf(stderr, "%s: ", who);
    if (counted)
        fprintf(stderr, "counter %" PRIu64 "\n", counter);
    else
        fprintf(stderr, "counted nowhere\n");
    abort();
}

static void check(const struct mapping *m, uint64_t pc, struct choices *c,
                  const char *who, bool counted, uint64_t at)
{
    static struct place place; /* on the stack, a sanitizer would guard it */

    mapping_place(c, m, pc, &place);
    if (counted != (place.where == WHERE_COUNTER) ||
        (counted && at != place.at))
        report_mapping(m, pc, c, who, counted, at / m->width);
}

static void against_slow(uint64_t which, const struct mapping *m, uint64_t pc)
{
    static struct choices c; /* large: it is not cleared each time */
    uint64_t at = 0;
    bool counted = slow_answer(which, m, pc, &at, &c);

    check(m, pc, &c, "the slow oracle", counted, at);
}

/* A dialect rounds down, or it rounds up, and then scale 2 gathers all in one
 * counter. */
static void fast_mapping(enum region_rounding rounding, const struct mapping *m,
                         uint64_t pc)
{
    struct region region =
        region_make(NULL, m->size, m->offset, m->scale, m->width, rounding);
    static struct choices c = {.consulted = RULE_SET_ALL};
    uint64_t counter = 0;
    bool counted;

    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        c.made[rules[k]] = rule_table[rules[k]].first;
    if (rounding == REGION_UP)
        c.made[RULE_ROUNDING] = ROUNDING_UP;
    if (rounding == REGION_UP && m->scale == 2) {
        region_gather(&region);
        c.made[RULE_SCALE_TWO] = SCALE_TWO_FIRST_COUNTER;
    }
    counted = region.bins.counters > 0 && pc >= region.offset &&
              pc <= region.last &&
              bins_find(&region.bins, pc - region.offset, &counter);
    check(m, pc, &c, "impls/counting/bins.h", counted, counter * m->width);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t address_bits[] = {64, 64, 32, 64, 64, 16, 64, 64};
    struct bytes b = {data, size};
    unsigned how = (unsigned)bytes_take(&b, 1);
    uint64_t which = bytes_take(&b, 2) % slow_combinations(), pc;
    struct mapping m = {.width = how & 1 ? 4 : 2,
                        .address_bits = address_bits[how >> 1 & 7]};

    m.scale = bytes_scale(&b);
    m.size = how & 128 ? bytes_number(&b) >> 3 : bytes_size(&b);
    m.offset = bytes_number(&b) & UINT64_MAX >> (64 - m.address_bits);
    pc = bytes_pc(&b, &(struct edges){m.offset, m.size, m.scale, m.width});
    pc &= UINT64_MAX >> (64 - m.address_bits);
    if (m.address_bits != 64 || (how & 96) == 96)
        against_slow(which, &m, pc);
    else
        fast_mapping(how & 16 ? REGION_UP : REGION_DOWN, &m, pc);
    return 0;
}
