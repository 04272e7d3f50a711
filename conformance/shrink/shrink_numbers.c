/* SPDX-License-Identifier: MIT */
/* Steps that make numbers smaller, addresses together and then one by one. */
#include <stdlib.h>

#include "shrink.h"

static bool address_at(const struct draft *draft, size_t i, uint64_t *value)
{
    return draft_is_address(draft, i) && draft_number(&draft->words[i], value);
}

static bool copy_best(struct shrink *s, struct draft *draft)
{
    bool good = draft_copy(&s->best, draft);

    s->failed |= !good;
    return good;
}

/* Move all addresses from..last down or up by a distance, modulo 2^64. */
static bool try_moved(struct shrink *s, uint64_t from, uint64_t last,
                      uint64_t distance)
{
    struct draft draft;
    uint64_t value;

    if (!copy_best(s, &draft))
        return false;
    for (size_t i = 0; i < draft.count; i++)
        if (address_at(&draft, i, &value) && value >= from && value <= last)
            draft_set_number(&draft.words[i], value + distance);
    return shrink_try(s, &draft);
}

/* The least address that is not below `from`; 0 where there is none. */
static uint64_t least_address(const struct draft *draft, uint64_t from)
{
    uint64_t least = 0, value;

    for (size_t i = 0; i < draft->count; i++)
        if (address_at(draft, i, &value) && value >= from &&
            (least == 0 || value < least))
            least = value;
    return least;
}

/* Bring the whole case to the least address, from below too: that counts as
 * smaller, and happens once.  Offset 0 stays: it may mean an overflow bin. */
static bool move_all(struct shrink *s)
{
    uint64_t least = least_address(&s->best, 1);

    if (least == 0 || least == DRAFT_ROUND || least == DRAFT_LEAST)
        return false;
    return try_moved(s, 1, UINT64_MAX, DRAFT_ROUND - least) ||
           try_moved(s, 1, UINT64_MAX, DRAFT_LEAST - least);
}

static uint64_t floor_of(uint64_t address)
{
    return address >= DRAFT_ROUND   ? DRAFT_ROUND
           : address >= DRAFT_LEAST ? DRAFT_LEAST
                                    : 0;
}

/* Each address, with all that lie above it up to some distance, to the least
 * power of 2 where it still holds. */
static bool move_groups(struct shrink *s)
{
    bool smaller = false;

    for (uint64_t at = least_address(&s->best, DRAFT_LEAST); at != 0;
         at = least_address(&s->best, at + 1)) {
        for (uint64_t to = DRAFT_LEAST; to < at && to != 0; to <<= 1)
            if (try_moved(s, at, at + (at - to) - 1, to - at) ||
                try_moved(s, at, UINT64_MAX, to - at)) {
                smaller = true;
                break;
            }
        if (at == UINT64_MAX)
            break;
    }
    return smaller;
}

bool shrink_addresses(struct shrink *s)
{
    bool smaller = move_all(s);

    return move_groups(s) || smaller;
}

static unsigned bits_set(uint64_t value)
{
    return (unsigned)__builtin_popcountll(value);
}

/* A number that is smaller and no more intricate. */
static bool is_simpler(uint64_t value, uint64_t than)
{
    return value < than && bits_set(value) <= bits_set(than);
}

static bool try_number(struct shrink *s, size_t i, uint64_t value,
                       uint64_t floor)
{
    struct draft draft;
    uint64_t now;

    if (!draft_number(&s->best.words[i], &now) || value < floor ||
        !is_simpler(value, now) || (s->plain && value <= 2) ||
        !copy_best(s, &draft))
        return false;
    draft_set_number(&draft.words[i], value);
    return shrink_try(s, &draft);
}

/* From the least on: powers of 2 above the floor, then fewer bits. */
static bool shrink_number(struct shrink *s, size_t i, uint64_t floor)
{
    uint64_t now;

    if (!draft_number(&s->best.words[i], &now))
        return false;
    if (try_number(s, i, floor, floor))
        return true;
    for (unsigned k = 0; k < 64; k++)
        if (try_number(s, i, floor + (UINT64_C(1) << k), floor) ||
            try_number(s, i, UINT64_C(1) << k, floor))
            return true;
    for (unsigned k = 64; k-- > 0;)
        if ((now >> k & 1) &&
            try_number(s, i, now & ~(UINT64_C(1) << k), floor))
            return true;
    return try_number(s, i, now / 2, floor);
}

bool shrink_numbers(struct shrink *s)
{
    bool smaller = false;
    uint64_t value;

    for (size_t i = 2; i < s->best.count; i++) {
        bool address = address_at(&s->best, i, &value);
        uint64_t floor = address ? floor_of(value) : 0;

        while (shrink_number(s, i, floor))
            smaller = true;
    }
    return smaller;
}
