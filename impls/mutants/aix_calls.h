/* SPDX-License-Identifier: MIT */
/* profil of AIX: one buffer, or a list of them. */
#ifndef MUTANTS_AIX_CALLS_H
#define MUTANTS_AIX_CALLS_H

#include "prof_list.h"

/* What p_bufsize says, in bytes. */
static uint64_t bytes_of(const struct prof *p)
{
    return (uint64_t)(int64_t)p->p_bufsize * (takes(LIST_SIZE, SHORTS) ? 2 : 1);
}

/* A scale of 16 bits, by which the range just fills the buffer. */
static uint64_t fitting_scale(const struct prof *p)
{
    uint64_t low = kept_offset(p->p_low), span = p->p_high - low;
    wide scale = p->p_high > low ? (wide)bytes_of(p) * 65536 / span : 0xffff;

    return scale < 0xffff ? (uint64_t)scale : 0xffff;
}

/* True: its scale turns profiling off. */
static bool take_element(const struct prof *p, struct area *a, struct errors *e)
{
    struct errors idle = {0};
    bool off = false;

    *a = (struct area){.base = (unsigned char *)p->p_buff,
                       .size = bytes_of(p),
                       .offset = kept_offset(p->p_low),
                       .high = p->p_high,
                       .bounded = true};
    if (p->p_scale == (unsigned)-1) {
        a->scale = fitting_scale(p);
        a->reversed = takes(COMPUTED_SCALE, NO_SCALE);
    } else {
        a->scale = meant_scale(p->p_scale, 2, &off, &e->invalid);
    }
    disable(a, off);
    if (!off && a->size != 0)
        check_buffer(a, e);
    else
        check_idle_address(a->base, off, &idle);
    e->bad_address = e->bad_address || idle.bad_address;
    return off;
}

/* A page between two buffers is more than the end of one space; one that
 * is nowhere is an error by itself, or none. */
static bool apart(const struct area *a, const struct area *b)
{
    const unsigned char *end = a->base + a->size, *other = b->base + b->size;

    return memory_is_valid(a->base, 1) && memory_is_valid(b->base, 1) &&
           (end + 4096 <= b->base || other + 4096 <= a->base);
}

static void check_neighbours(const struct area *before, const struct area *a,
                             struct errors *e)
{
    if (a->high < before->high && !takes(LIST_ORDER, UNCHECKED))
        e->invalid = true;
    if (a->high == before->high && takes(LIST_ORDER, STRICT))
        e->invalid = true;
    if (apart(before, a)) {
        if (takes(LIST_CONTIGUITY, EINVAL))
            e->invalid = true;
        if (takes(LIST_CONTIGUITY, EFAULT))
            e->bad_address = true;
    }
}

static bool all_disabled(const struct area *areas, unsigned count)
{
    for (unsigned k = 0; k < count; k++)
        if (!areas[k].disabled)
            return false;
    return true;
}

static int list_form(const struct prof *list)
{
    struct area areas[MOST_AREAS];
    struct errors e = {0};
    struct prof element;
    unsigned n = 0;
    bool some_off = false, off, faulted;
    int error;

    if (takes(TICKS, ENOSYS))
        return mutant_fails(ENOSYS, false);
    if (is_ineffective() &&
        !(memory_read(&element, list, sizeof element) && ends_areas(&element)))
        return mutant_succeeds();
    for (;; n++) {
        if (n == MOST_AREAS ||
            !memory_read(&element, &list[n], sizeof element)) {
            if (takes(BAD_ADDRESS, CRASHES))
                abort();
            if (takes(BAD_ADDRESS, ACCEPTED))
                return mutant_succeeds();
            e.bad_address = true;
            break;
        }
        if (ends_areas(&element))
            break;
        faulted = e.bad_address;
        some_off = take_element(&element, &areas[n], &e) || some_off;
        spoil_element(&areas[n], areas, element.p_scale, n);
        if (is_spoilt(FAULT_OF_FIRST, n))
            e.bad_address = faulted;
        if (n == 1 || (n > 1 && DEFECT != ORDER_OF_PAIR))
            check_neighbours(&areas[n - 1], &areas[n], &e);
    }
    off = n == 0 || (some_off && takes(DISABLED_REGION, ALL_OFF)) ||
          (takes(DISABLED_LIST, OFF) && all_disabled(areas, n));
    error = first_error(&e);
    if (error)
        return mutant_fails(error, off && mutant_heeds(true));
    if (e.no_effect || e.ends)
        return without_effect(&e);
    if (off)
        return turn_areas_off(true, areas, n, 2);
    return turn_areas_on(areas, used_elements(n), 2, true, PERIOD);
}

int profil(void *buffer, unsigned size, unsigned long offset, unsigned scale)
{
    return size == (unsigned)-1 ? list_form(buffer)
                                : one_buffer(buffer, size, offset, scale);
}

#endif
