/* SPDX-License-Identifier: MIT */
/* profil of AIX: one buffer, or a list of them. */
#ifndef MUTANTS_AIX_CALLS_H
#define MUTANTS_AIX_CALLS_H

struct prof {
    unsigned long p_low, p_high;
    unsigned short *p_buff;
    int p_bufsize;
    unsigned p_scale;
};

/* A scale by which the range just fits: with one byte less than the buffer
 * has, the last pc's number does not round up past it. */
static uint64_t fitting_scale(const struct prof *p)
{
    uint64_t span = p->p_high - p->p_low, scale = 0xffff;
    int room = takes(UNIT, BYTE_OFFSET) ? p->p_bufsize : p->p_bufsize / 2;

    if (room > 1 && (uint64_t)room - 1 < span)
        scale = (uint64_t)((wide)(room - 1) * 65536 / span);
    if (takes(COMPUTED_SCALE, TOO_COARSE))
        return scale / 8;
    if (takes(COMPUTED_SCALE, TOO_FINE))
        return 2 * scale < 0xffff ? 2 * scale : 0xffff;
    return scale;
}

static void take_element(const struct prof *p, struct area *a,
                         struct errors *e)
{
    bool off = false;

    *a = (struct area){.base = (unsigned char *)p->p_buff,
                       .size = (uint64_t)(int64_t)p->p_bufsize,
                       .offset = p->p_low,
                       .high = p->p_high,
                       .bounded = true};
    a->scale = p->p_scale == (unsigned)-1
                   ? fitting_scale(p)
                   : meant_scale(p->p_scale, &off, &e->invalid);
    disable(a, off);
    if (!off && a->size != 0)
        check_buffer(a, e);
}

/* A page between two buffers is more than the end of one space. */
static bool apart(const struct area *a, const struct area *b)
{
    const unsigned char *end = a->base + a->size, *other = b->base + b->size;

    return end + 4096 <= b->base || other + 4096 <= a->base;
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

static int list_form(const struct prof *list)
{
    struct area areas[MOST_AREAS];
    struct errors e = {0};
    struct prof element;
    unsigned n = 0;
    int error;

    if (is_ineffective() &&
        !(memory_read(&element, list, sizeof element) && element.p_high == 0))
        return succeed();
    for (;; n++) {
        if (n == MOST_AREAS ||
            !memory_read(&element, &list[n], sizeof element)) {
            if (takes(BAD_ADDRESS, CRASHES))
                abort();
            if (takes(BAD_ADDRESS, ACCEPTED))
                return succeed();
            e.bad_address = true;
            break;
        }
        if (element.p_high == 0)
            break;
        take_element(&element, &areas[n], &e);
        if (n > 0)
            check_neighbours(&areas[n - 1], &areas[n], &e);
    }
    error = first_error(&e);
    if (error)
        return fail(error);
    return n == 0 ? turn_off(true, NULL, 0, 2)
                  : turn_on(areas, n, 2, true, PERIOD);
}

int profil(void *buffer, unsigned size, unsigned long offset, unsigned scale)
{
    return size == (unsigned)-1 ? list_form(buffer)
                                : one_buffer(buffer, size, offset, scale);
}

#endif
