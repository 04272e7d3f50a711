/* SPDX-License-Identifier: MIT */
#include "mapping.h"

/* What is left of the scale 65536; late: it was on before that. */
static uint64_t first_past_16_bits(struct choices *c, unsigned width,
                                   bool *late)
{
    switch (choose(c, RULE_SCALE_RANGE)) {
    case SCALE_RANGE_LOW_16: return 0; /* aix.profil.5, hpux.profil.3 */
    case SCALE_RANGE_BY_WIDTH: return width == 4 ? 65536 : 0;
    case SCALE_RANGE_LATE: *late = true; return 0;
    default: return 65536; /* SCALE_RANGE_WHOLE: freebsd.profil.5 */
    }
}

struct scale_meaning mapping_scale(struct choices *c, uint64_t scale,
                                   unsigned width)
{
    struct scale_meaning meaning = {scale, false, false};
    bool late = false;

    if (scale == 65536) {
        meaning.scale = first_past_16_bits(c, width, &late);
    } else if (scale > 65536) {
        switch (choose(c, RULE_SCALE_ABOVE)) {
        case SCALE_ABOVE_LOW_16: meaning.scale = scale & 0xffff; break;
        case SCALE_ABOVE_WHOLE: break;
        default: meaning.invalid = true;
        }
    }
    if (meaning.scale <= 1 && !late)
        switch (choose(c, RULE_SCALE_OFF)) {
        case SCALE_OFF_ZERO: /* freebsd.profil.6 */
            meaning.off = meaning.scale == 0;
            break;
        case SCALE_OFF_ZERO_AND_ONE: /* aix.profil.8, irix.sprofil.16 */
            meaning.off = true;
            break;
        case SCALE_OFF_EINVAL: meaning.invalid = true; break;
        default: break; /* SCALE_OFF_NEVER */
        }
    return meaning;
}

uint64_t mapping_full_scale(struct choices *c, uint64_t scale)
{
    if (scale != 0xffff && scale != 0x7fff)
        return scale;
    switch (choose(c, RULE_FULL_SCALE)) {
    case FULL_SCALE_ONE: return scale == 0xffff ? 0x10000 : scale;
    case FULL_SCALE_ONE_AND_HALF: return scale + 1;
    default: return scale; /* aix.profil.5 */
    }
}

/* The low 32 bits, where that is all that is kept of it. */
static uint64_t kept(struct choices *c, uint64_t address, enum choice alone)
{
    enum choice choice;

    if (address <= UINT32_MAX)
        return address;
    choice = choose(c, RULE_ADDRESS);
    return choice == alone || choice == ADDRESS_BOTH_32 ? (uint32_t)address
                                                        : address;
}

uint64_t mapping_pc(struct choices *c, uint64_t pc)
{
    return kept(c, pc, ADDRESS_PC_32);
}

uint64_t mapping_offset(struct choices *c, uint64_t offset)
{
    return kept(c, offset, ADDRESS_OFFSET_32);
}

/* All ones in the machine's address width. */
static uint64_t address_mask(const struct mapping *m)
{
    return UINT64_MAX >> (64 - m->address_bits);
}

/* Bytes as counters; a counter has 2 bytes or 4. */
static uint64_t in_counters(const struct mapping *m, uint64_t bytes)
{
    return m->width == 4 ? bytes / 4 : bytes / 2;
}

/* Multiply, as wide as the arithmetic is, and shift.  False: negative. */
static bool multiply(struct choices *c, struct place *place)
{
    place->has_product = true;
    place->product = wide_product(place->distance, place->scale);
    place->number = wide_shift(place->product, place->shift);
    if (place->product.high == 0 && place->product.low < UINT32_C(1) << 31)
        return true;

    uint32_t low = (uint32_t)place->product.low;
    switch (choose(c, RULE_PRODUCT)) {
    case PRODUCT_EXACT: break;
    case PRODUCT_MOD_32: place->number = low >> place->shift; break;
    case PRODUCT_SIGNED_32:
        place->number = low >> place->shift;
        return low >> 31 == 0;
    case PRODUCT_MOD_64:
        place->number = place->product.low >> place->shift;
        break;
    default: /* PRODUCT_NUMBER_MOD_32 */
        place->number = (uint32_t)(place->product.low >> place->shift |
                                   place->product.high << (64 - place->shift));
    }
    return true;
}

/* d and s as the choice takes them.  False: s is negative, and place has its
 * magnitude. */
static bool factors(enum choice rounding, const struct mapping *m,
                    uint64_t distance, struct place *place)
{
    place->distance = distance;
    place->scale = m->scale;
    place->shift = 16;
    switch (rounding) {
    case ROUNDING_DIVIDE_FIRST: /* freebsd.profil.3, / 2 of integers */
    case ROUNDING_SIGNED_HALVING:
        place->distance = in_counters(m, distance);
        return true;
    case ROUNDING_SCALE_LOW_BIT_LOST:
    case ROUNDING_SCALE_LOW_BIT_LOST_UP: place->scale /= 2; break;
    case ROUNDING_SIGNED_SCALE: place->scale &= 0xffff; break;
    default: return true;
    }
    place->distance /= 2;
    place->shift = 14;
    if (place->scale < 0x8000 || rounding != ROUNDING_SIGNED_SCALE)
        return true;
    place->scale = 0x10000 - place->scale;
    return false;
}

/* The product is negative: only -1 and 0 round up to a number, 0. */
static bool multiply_negative(struct place *place)
{
    place->has_product = true;
    place->product = wide_product(place->distance, place->scale);
    place->number = 0;
    return !wide_above(place->product, (struct wide){0, 1 << 14});
}

/* What the number lacks to the next counter; 0: it is one exactly. */
static uint64_t up_exact(struct choices *c, const struct mapping *m,
                         const struct place *place)
{
    uint64_t step = choose(c, RULE_UNIT) == UNIT_INDEX ? 1 : m->width;
    uint64_t past = place->number % step;
    bool fraction = (place->product.low & 0xffff) != 0;

    return past != 0 || fraction ? step - past : 0;
}

/* From an odd number up (aix.profil.2), and what that may be in counters that
 * are wider than a half-word. */
static uint64_t up_to_counter(struct choices *c, const struct mapping *m,
                              uint64_t bytes)
{
    if (m->width == 2)
        return bytes + (bytes & 1);
    switch (choose(c, RULE_WIDE_UP)) {
    case WIDE_UP_HALF_WORD: return bytes + (bytes & 1);
    case WIDE_UP_NEAREST: return (bytes + 2) / 4 * 4;
    default: return (bytes + 3) / 4 * 4; /* WIDE_UP_NEXT_COUNTER */
    }
}

/* The number: a byte offset into the buffer.  False: negative. */
static bool number_at_distance(struct choices *c, const struct mapping *m,
                               uint64_t distance, struct place *place)
{
    enum choice rounding = choose(c, RULE_ROUNDING);

    if (!factors(rounding, m, distance, place))
        return multiply_negative(place);
    if (!multiply(c, place))
        return false;

    if (place->number > UINT64_MAX - 4)
        return true; /* past any buffer; it would wrap */

    uint64_t odd = place->number & 1;
    switch (rounding) {
    case ROUNDING_UP: place->number = up_to_counter(c, m, place->number); break;
    case ROUNDING_SCALE_LOW_BIT_LOST_UP:
    case ROUNDING_SIGNED_SCALE: place->number += odd; break;
    case ROUNDING_UP_EXACT: place->number += up_exact(c, m, place); break;
    case ROUNDING_BYTE_UP:
        place->number += (place->product.low & 0xffff) != 0;
        break;
    case ROUNDING_NEAREST:
        place->number += place->product.low >> 15 & 1; /* a half, or more */
        break;
    case ROUNDING_NEXT_EVEN: place->number += 2 - odd; break;
    case ROUNDING_DIVIDE_FIRST:
    case ROUNDING_SIGNED_HALVING: /* counters, which an index is */
        if (choose(c, RULE_UNIT) == UNIT_INDEX)
            break;
        place->number = place->number > UINT64_MAX / 4
                            ? UINT64_MAX /* no buffer has 2^62 bytes */
                            : place->number * m->width;
        break;
    default: break; /* ROUNDING_DOWN: irix, hpux, freebsd.profil.3 */
    }
    return true;
}

/* Whether d is not below room * 65536 / scale, rounded down. */
static bool past_end(const struct mapping *m, uint64_t distance, uint64_t room)
{
    struct wide after = wide_product(distance, m->scale);

    return wide_above(wide_plus(after, m->scale), wide_product(room, 65536));
}

/* A counter that does not lie inside as a whole, but starts inside, or just
 * where the buffer ends. */
static enum where tail(struct choices *c, const struct mapping *m,
                       uint64_t distance, bool starts_inside)
{
    switch (choose(c, RULE_ODD_TAIL)) {
    case ODD_TAIL_WHOLE_COUNTERS: /* aix.profil.3, freebsd.profil.2 */
        return starts_inside ? WHERE_TAIL : WHERE_BEYOND;
    case ODD_TAIL_FIRST_BYTE:
        return starts_inside ? WHERE_COUNTER : WHERE_BEYOND;
    case ODD_TAIL_END_ADDRESS:
        if (distance == 0 || !past_end(m, distance - 1, m->size))
            return WHERE_COUNTER;
        return starts_inside ? WHERE_TAIL : WHERE_BEYOND;
    default: return WHERE_COUNTER; /* ODD_TAIL_END_INCLUSIVE */
    }
}

/* Whether a number, or the index of its counter, is below what it is compared
 * with, where that is not a byte offset. */
static bool below_limit(enum choice unit, const struct mapping *m,
                        uint64_t number, uint64_t index)
{
    uint64_t counters = in_counters(m, m->size);

    switch (unit) {
    case UNIT_INDEX_TO_END: return number <= counters;
    case UNIT_INDEX_OF_BYTES: return number < m->size;
    case UNIT_COUNTER_OF_BYTES: return index < m->size;
    case UNIT_COUNTER_TO_BYTES: return index <= m->size;
    default: return number < counters; /* aix.profil.3, to the letter */
    }
}

/* Which counter a number is, and whether that is in the buffer. */
static void compare_number(struct choices *c, const struct mapping *m,
                           uint64_t distance, struct place *place)
{
    enum choice unit = choose(c, RULE_UNIT);
    uint64_t index = in_counters(m, place->number), at;

    if (m->width == 4 && place->number <= UINT64_MAX / 2 &&
        choose(c, RULE_COUNTER_STEP) == COUNTER_STEP_AS_16_BIT)
        index = place->number / 2; /* else irix.sprofil.4 */
    at = (mapping_is_index(unit) ? place->number : index) * m->width;
    place->at = at;
    place->where = WHERE_BEYOND;
    if (unit != UNIT_BYTE_OFFSET) {
        if (below_limit(unit, m, place->number, index))
            place->where = WHERE_COUNTER;
    } else if (at < m->size && m->size - at >= m->width) {
        place->where = WHERE_COUNTER;
    } else if (at <= m->size) {
        place->where = (uint8_t)tail(c, m, distance, at < m->size);
    }
}

/* As past_end, but of whole counters. */
static bool past_last_counter(const struct mapping *m, uint64_t distance)
{
    return past_end(m, in_counters(m, distance), in_counters(m, m->size));
}

/* Whether a pc is not below offset + room * 65536 / scale, in units of so many
 * bytes, modulo the address width. */
static bool past_wrapped_end(const struct mapping *m, uint64_t distance,
                             uint64_t room, unsigned unit)
{
    uint64_t span = wide_quotient(wide_product(room, 65536), m->scale) * unit;

    return ((m->offset + distance) & address_mask(m)) >=
           ((m->offset + span) & address_mask(m));
}

/* Pcs that reach a counter, but are beyond the address where the counters end:
 * rounded, or taken modulo the address width.  Whole counters end no
 * later than the bytes do. */
static bool dropped(struct choices *c, const struct mapping *m,
                    uint64_t distance, const struct place *place)
{
    uint64_t farthest = address_mask(m) - m->offset;
    bool inside = place->at < m->size && m->scale > 0;
    bool by_counters = inside && past_last_counter(m, distance);
    bool by_bytes = by_counters && past_end(m, distance, m->size);
    bool bytes_wrap = inside && !past_end(m, farthest, m->size);
    bool counters_wrap = bytes_wrap && !past_last_counter(m, farthest);

    if (!by_counters && !bytes_wrap)
        return false;
    switch (choose(c, RULE_EXTENT)) {
    case EXTENT_ROUNDED: return by_counters;
    case EXTENT_ROUNDED_BYTES: return by_bytes;
    case EXTENT_WRAPPED_END:
        return bytes_wrap ? past_wrapped_end(m, distance, m->size, 1)
                          : by_bytes;
    case EXTENT_WRAPPED_COUNTERS:
        return counters_wrap
                   ? past_wrapped_end(m, distance, in_counters(m, m->size),
                                      m->width)
                   : by_counters;
    default: return false; /* EXTENT_BY_COUNTER: aix.profil.3 */
    }
}

void mapping_formula(struct choices *c, const struct mapping *m, uint64_t pc,
                     struct place *place)
{
    uint64_t distance = (pc - m->offset) & address_mask(m);

    *place = (struct place){.where = WHERE_NEGATIVE};
    if (distance > UINT32_MAX && choose(c, RULE_ADDRESS) == ADDRESS_DISTANCE_32)
        distance = (uint32_t)distance;
    if (!number_at_distance(c, m, distance, place))
        return;
    compare_number(c, m, distance, place);
    if (place->where == WHERE_COUNTER && dropped(c, m, distance, place))
        place->where = WHERE_DROPPED;
}

/* Whether a signed number, of a pc that far below the offset, may come to 0. */
static bool is_just_below(const struct mapping *m, uint64_t distance)
{
    return !m->region &&
           !wide_above(wide_product(in_counters(m, distance), m->scale),
                       (struct wide){0, 65536});
}

/* Whether it does: where it is rounded towards 0, or shifted right and then
 * rounded. */
static bool comes_to_zero(struct choices *c, const struct mapping *m,
                          uint64_t distance)
{
    enum choice just_below = choose(c, RULE_JUST_BELOW), rounding;
    uint64_t step = m->width, most;

    if (just_below == JUST_BELOW_AS_BELOW) /* freebsd.profil.4 */
        return false;
    rounding = choose(c, RULE_ROUNDING);
    if (rounding == ROUNDING_DIVIDE_FIRST ||
        rounding == ROUNDING_SIGNED_HALVING) {
        distance = in_counters(m, distance);
        step = 1;
    } else if (mapping_is_index(choose(c, RULE_UNIT))) {
        step = rounding == ROUNDING_UP ? 2 : 1; /* -1 is odd, and goes up */
    }
    most = just_below == JUST_BELOW_SHIFTED ? (step - 1) * 65536
                                            : step * 65536 - 1;
    return !wide_above(wide_product(distance, m->scale),
                       (struct wide){0, most});
}

/* Whether a pc below offset is counted in the first counter, by the formula,
 * or not at all. */
enum below { BELOW_FIRST, BELOW_FORMULA, BELOW_NOWHERE };

static enum below below(struct choices *c, const struct mapping *m, uint64_t pc)
{
    uint64_t distance = m->offset - pc;

    if (distance < m->width &&
        choose(c, RULE_ROUNDING) == ROUNDING_SIGNED_HALVING)
        return BELOW_FIRST; /* -1 / 2 is 0 */
    switch (choose(c, RULE_BELOW_OFFSET)) {
    case BELOW_OFFSET_IGNORED: /* freebsd.profil.4 */
        return is_just_below(m, distance) && comes_to_zero(c, m, distance)
                   ? BELOW_FIRST
                   : BELOW_NOWHERE;
    case BELOW_OFFSET_CRASHES: return BELOW_NOWHERE;
    case BELOW_OFFSET_COUNTED_IN_FIRST: return BELOW_FIRST;
    default: return BELOW_FORMULA; /* BELOW_OFFSET_MODULAR */
    }
}

void mapping_place(struct choices *c, const struct mapping *m, uint64_t pc,
                   struct place *place)
{
    enum below kind = pc < m->offset ? below(c, m, pc) : BELOW_FORMULA;

    if (kind == BELOW_FORMULA && m->scale == 2)
        switch (choose(c, RULE_SCALE_TWO)) {
        case SCALE_TWO_FIRST_COUNTER: /* aix.profil.7, hpux.profil.5 */
            kind = BELOW_FIRST;
            break;
        case SCALE_TWO_NO_SIZE:
            *place = (struct place){.where = WHERE_COUNTER};
            return;
        default: break; /* SCALE_TWO_ARITHMETIC */
        }
    if (kind == BELOW_FORMULA) {
        mapping_formula(c, m, pc, place);
        return;
    }
    *place = (struct place){.where = WHERE_BELOW};
    if (kind == BELOW_FIRST)
        compare_number(c, m, 0, place); /* the number is 0 */
}
