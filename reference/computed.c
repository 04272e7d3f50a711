/* SPDX-License-Identifier: MIT */
#include "computed.h"

#include <string.h>

#include "counter_bytes.h"

/* Up to 65536, a counter for two bytes of text: the scale of a call has 16 bits
 * (aix.profil.5), but no page bounds one that is computed. */
enum {
    SCALES = 65537,
    FULL = 65535,
    BLOCK = 64 /* bytes that are looked at together */
};

static bool same_part(const struct computed_part *a,
                      const struct computed_part *b)
{
    return a->buffer == b->buffer && a->at == b->at &&
           a->mapping.offset == b->mapping.offset &&
           a->mapping.size == b->mapping.size;
}

static bool parts_overlap(const struct computed_part *a,
                          const struct computed_part *b)
{
    return a->buffer == b->buffer && a->at < b->at + (int64_t)b->reach &&
           b->at < a->at + (int64_t)a->reach;
}

/* Counters that a size has room for, in bytes; of shorts, as all counters of
 * computed scales are. */
static uint64_t whole_counters(uint64_t size)
{
    return size & ~UINT64_C(1);
}

uint64_t computed_reach(const struct computed *computed,
                        const struct mapping *mapping)
{
    uint64_t size = mapping->size;

    switch (computed->unit) {
    case UNIT_BYTE_OFFSET: break;
    case UNIT_INDEX_TO_END: return whole_counters(size) + 2;
    case UNIT_INDEX_OF_BYTES:
    case UNIT_COUNTER_OF_BYTES: return 2 * size;
    case UNIT_COUNTER_TO_BYTES: return 2 * size + 2;
    default: return whole_counters(size);
    }
    switch (computed->odd_tail) {
    case ODD_TAIL_FIRST_BYTE: return whole_counters(size + 1);
    case ODD_TAIL_WHOLE_COUNTERS: return whole_counters(size);
    default: return whole_counters(size) + 2; /* the one that starts there */
    }
}

/* The part's number, a new one where need be; -1: there is none. */
static int number_of(struct computed *computed,
                     const struct computed_part *part)
{
    for (int i = 0; i < computed->parts; i++) {
        if (same_part(&computed->part[i], part))
            return i;
        if (parts_overlap(&computed->part[i], part))
            return -1;
    }
    if (computed->parts == COMPUTED_PARTS)
        return -1;
    computed->part[computed->parts] = *part;
    return computed->parts++;
}

bool computed_tick(struct computed *computed, const struct computed_part *part,
                   uint64_t pc)
{
    int number = number_of(computed, part);

    if (number < 0)
        return false;
    for (unsigned i = 0; i < computed->counts; i++)
        if (computed->count[i].part == number && computed->count[i].pc == pc) {
            computed->count[i].count++;
            return true;
        }
    if (computed->counts == COMPUTED_COUNTS)
        return false;
    computed->count[computed->counts++] =
        (struct computed_count){(uint8_t)number, pc, 1};
    return true;
}

void computed_clear(struct computed *computed, const struct computed_part *part)
{
    for (unsigned i = 0; i < computed->counts; i++)
        if (parts_overlap(&computed->part[computed->count[i].part], part))
            computed->count[i].count = 0;
}

bool computed_counted(const struct computed *computed,
                      const struct computed_part *part)
{
    for (unsigned i = 0; i < computed->counts; i++)
        if (computed->count[i].count > 0 &&
            parts_overlap(&computed->part[computed->count[i].part], part))
            return true;
    return false;
}

/* What a part's counters gained, each and together. */
struct gains {
    const struct computed *computed;
    const struct computed_part *part;
    uint8_t number;
    uint64_t total;
    unsigned counters;
    struct gain {
        uint64_t at, count;
    } gained[COMPUTED_COUNTS]; /* of those that gained something, by `at` */
    struct choices choices;    /* by which a pc is placed */
};

/* Whether so many bytes from here on are the same, up to an end. */
static bool same_block(const unsigned char *a, const unsigned char *b,
                       uint64_t left)
{
    return left >= BLOCK && memcmp(a, b, BLOCK) == 0;
}

/* What the counters of a part, which begin there, gained.  False: one lost
 * something, or more changed than ticks were taken. */
static bool take_gains(struct gains *gains, const unsigned char *before,
                       const unsigned char *found)
{
    bool swapped = gains->computed->swapped;
    uint64_t reach = gains->part->reach;

    for (uint64_t at = 0; at < reach; at += 2) {
        uint32_t was, is;

        if (same_block(before + at, found + at, reach - at)) {
            at += BLOCK - 2;
            continue;
        }
        was = counter_read(before + at, 2, swapped);
        is = counter_read(found + at, 2, swapped);
        if (was == is)
            continue;
        if (is < was || gains->counters == COMPUTED_COUNTS)
            return false;
        gains->gained[gains->counters++] = (struct gain){at, is - was};
        gains->total += is - was;
    }
    return true;
}

/* The first counter from there on that gained so much; the part's reach: none
 * did. */
static uint64_t next_gaining(const struct gains *gains, uint64_t at,
                             uint64_t count)
{
    for (unsigned k = 0; k < gains->counters; k++)
        if (gains->gained[k].at >= at && gains->gained[k].count >= count)
            return gains->gained[k].at;
    return gains->part->reach;
}

/* Where a pc is counted under a scale; the part's reach: nowhere. */
static uint64_t place_of(struct gains *gains, uint64_t scale, uint64_t pc)
{
    struct mapping mapping = gains->part->mapping;
    struct place place;

    if (scale <= 1) /* off: aix.profil.8 */
        return gains->part->reach;
    mapping.scale = scale;
    mapping_place(&gains->choices, &mapping, pc, &place);
    return place.where == WHERE_COUNTER ? place.at : gains->part->reach;
}

/* Whether the counter at `at` gained just what a scale puts there. */
static bool counter_agrees(struct gains *gains, uint64_t scale, uint64_t at)
{
    const struct computed *computed = gains->computed;
    uint64_t sum = 0;

    for (unsigned i = 0; i < computed->counts; i++)
        if (computed->count[i].part == gains->number &&
            place_of(gains, scale, computed->count[i].pc) == at)
            sum += computed->count[i].count;
    for (unsigned k = 0; k < gains->counters; k++)
        if (gains->gained[k].at == at)
            sum -= gains->gained[k].count;
    return sum == 0;
}

/* The first scale above this one that counts a pc at `at` or above it.  A
 * greater scale never counts at a lower address, but for 0 and 1, which count
 * nowhere; so does a signed one that is negative. */
static uint64_t next_reaching(struct gains *gains, uint64_t scale, uint64_t pc,
                              uint64_t at)
{
    uint64_t below = scale, reaching = SCALES;

    if (scale <= 1)
        return scale + 1;
    while (reaching - below > 1) {
        uint64_t middle = below + (reaching - below) / 2;

        if (place_of(gains, middle, pc) < at)
            below = middle;
        else
            reaching = middle;
    }
    return reaching;
}

/* The first scale above this one that counts any pc elsewhere. */
static uint64_t next_difference(struct gains *gains, uint64_t scale)
{
    const struct computed *computed = gains->computed;
    uint64_t next = SCALES;

    for (unsigned i = 0; i < computed->counts; i++) {
        uint64_t pc = computed->count[i].pc, change;

        if (computed->count[i].part != gains->number ||
            computed->count[i].count == 0)
            continue;
        change =
            next_reaching(gains, scale, pc, place_of(gains, scale, pc) + 1);
        next = change < next ? change : next;
    }
    return next;
}

/* Whether each counter gained what a scale puts there. */
static bool counters_agree(struct gains *gains, uint64_t scale)
{
    const struct computed *computed = gains->computed;

    for (unsigned i = 0; i < computed->counts; i++) {
        uint64_t at = place_of(gains, scale, computed->count[i].pc);

        if (computed->count[i].part == gains->number &&
            at != gains->part->reach && !counter_agrees(gains, scale, at))
            return false;
    }
    return true;
}

/* Whether a greater scale may count at a lower address: where products wrap
 * around, and where an extent drops what a unit counts past the end, which a
 * greater scale may reach again. */
static bool goes_back(const struct computed *computed)
{
    return computed->product != PRODUCT_EXACT ||
           (computed->extent != EXTENT_BY_COUNTER &&
            computed->unit >= UNIT_INDEX_TO_END);
}

/* The first scale above one that does not explain all counts that may. */
static uint64_t next_scale(struct gains *gains, uint64_t scale)
{
    const struct computed *computed = gains->computed;

    if (goes_back(computed))
        return scale + 1;
    for (unsigned i = computed->counts; i-- > 0;) {
        const struct computed_count *count = &computed->count[i];
        uint64_t at, gaining;

        if (count->part != gains->number || count->count == 0)
            continue;
        at = place_of(gains, scale, count->pc);
        if (at == gains->part->reach)
            continue;
        gaining = next_gaining(gains, at, count->count);
        if (gaining != at)
            return next_reaching(gains, scale, count->pc, gaining);
    }
    return next_difference(gains, scale);
}

/* Whether a counter may have overflowed: then its part is not compared. */
static bool may_overflow(const struct gains *gains, const unsigned char *before)
{
    static const unsigned char zeros[BLOCK];
    const struct computed *computed = gains->computed;
    uint64_t reach = gains->part->reach;
    uint64_t ticks = 0, greatest = 0;

    for (unsigned i = 0; i < computed->counts; i++)
        if (computed->count[i].part == gains->number)
            ticks += computed->count[i].count;
    for (uint64_t at = 0; at < reach; at += 2) {
        uint32_t counter = counter_read(before + at, 2, computed->swapped);

        if (same_block(before + at, zeros, reach - at))
            at += BLOCK - 2;
        else if (counter > greatest)
            greatest = counter;
    }
    return greatest + ticks > FULL;
}

/* The choices in force; of other rules, what every manual with such lists
 * has. */
static struct choices choices_in_force(const struct computed *computed)
{
    struct choices choices = {.consulted = RULE_SET_ALL};

    choices.made[RULE_ROUNDING] = computed->rounding;
    choices.made[RULE_UNIT] = computed->unit;
    choices.made[RULE_WIDE_UP] = WIDE_UP_HALF_WORD;
    choices.made[RULE_SCALE_TWO] = computed->scale_two;
    choices.made[RULE_COUNTER_STEP] = COUNTER_STEP_BY_WIDTH;
    choices.made[RULE_BELOW_OFFSET] = BELOW_OFFSET_IGNORED;
    choices.made[RULE_JUST_BELOW] = JUST_BELOW_AS_BELOW;
    choices.made[RULE_ODD_TAIL] = computed->odd_tail;
    choices.made[RULE_EXTENT] = computed->extent;
    choices.made[RULE_PRODUCT] = computed->product;
    return choices;
}

/* Whether a scale explains all counts. */
static bool scale_agrees(struct gains *gains, uint64_t scale)
{
    const struct computed *computed = gains->computed;
    uint64_t total = 0;

    for (unsigned i = 0; i < computed->counts; i++)
        if (computed->count[i].part == gains->number &&
            place_of(gains, scale, computed->count[i].pc) != gains->part->reach)
            total += computed->count[i].count;
    return total == gains->total && counters_agree(gains, scale);
}

static bool part_agrees(struct gains *gains, const unsigned char *before,
                        const unsigned char *found)
{
    if (may_overflow(gains, before))
        return true;
    if (!take_gains(gains, before, found))
        return false;
    for (uint64_t scale = gains->part->least; scale < SCALES;
         scale = next_scale(gains, scale))
        if (scale_agrees(gains, scale))
            return true;
    return false;
}

/* Whether a byte is in a counter of one of the buffer's elements. */
static bool in_part(const struct computed *computed, unsigned buffer,
                    uint64_t byte)
{
    for (unsigned i = 0; i < computed->parts; i++) {
        const struct computed_part *part = &computed->part[i];

        if (part->buffer == buffer && (int64_t)byte >= part->at &&
            byte - (uint64_t)part->at < part->reach)
            return true;
    }
    return false;
}

bool computed_explains(const struct computed *computed, unsigned buffer,
                       const unsigned char *before, const unsigned char *found,
                       uint64_t size)
{
    for (uint64_t i = 0; i < size; i++)
        if (same_block(before + i, found + i, size - i))
            i += BLOCK - 1;
        else if (before[i] != found[i] && !in_part(computed, buffer, i))
            return false;
    for (uint8_t i = 0; i < computed->parts; i++) {
        const struct computed_part *part = &computed->part[i];
        struct gains gains = {.computed = computed,
                              .part = part,
                              .number = i,
                              .choices = choices_in_force(computed)};

        if (part->buffer == buffer &&
            !part_agrees(&gains, before + part->at, found + part->at))
            return false;
    }
    return true;
}
