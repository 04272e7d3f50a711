/* SPDX-License-Identifier: MIT */
/*
 * Which region of irix_test.c a pc goes to.
 */
#ifndef REFERENCE_IRIX_CHOICE_TEST_H
#define REFERENCE_IRIX_CHOICE_TEST_H

/* The first pc past the region that pr_off, pr_scale and pr_size specify. */
static __int128 end_of(const struct machine *m, const struct profiled *r)
{
    uint64_t scale = scale_of(m, r);

    if (scale == 0 && r->is.size > 0)
        return (__int128)1 << 64;
    if (scale == 0)
        return r->is.offset;
    return r->is.offset + ((__int128)r->is.size * 65536 + scale - 1) / scale;
}

static bool is_bin(const struct machine *m, unsigned i)
{
    const struct profiled *r = &m->profiling.region[i];

    return i + 1 == m->profiling.regions && r->is.offset == 0 &&
           r->is.scale == 2;
}

/* Whether a region takes part, be it without counting. */
static bool there(const struct machine *m, unsigned i)
{
    return !is_bin(m, i) &&
           (!m->profiling.region[i].off || reads(OFF_REGION) != 0);
}

/* Whether the region overlaps another, which one of no text does where it
 * starts. */
static bool overlaps(const struct machine *m, unsigned i)
{
    const struct profiled *r = m->profiling.region;

    for (unsigned k = 0; k < m->profiling.regions; k++)
        if (k != i && there(m, i) && there(m, k) &&
            r[i].is.offset < end_of(m, &r[k]) &&
            r[k].is.offset < end_of(m, &r[i]))
            return true;
    return false;
}

static bool has_overlap(const struct machine *m)
{
    for (unsigned i = 0; i < m->profiling.regions; i++)
        if (overlaps(m, i))
            return true;
    return false;
}

/* Whether the pc is in the region, by its own arithmetic. */
static bool has(const struct machine *m, unsigned i, uint64_t pc)
{
    const struct profiled *r = &m->profiling.region[i];

    if (!there(m, i) || (r->off && reads(OFF_REGION) == 3))
        return false;
    if (r->off)
        return pc >= r->is.offset && pc < end_of(m, r);
    return counter_of(m, r, pc) >= 0;
}

/* Whether the pc is where the region starts, and that is not in it. */
static bool is_excluded(const struct machine *m, unsigned i, uint64_t pc)
{
    if (pc != m->profiling.region[i].is.offset || !has_overlap(m))
        return false;
    switch (reads(START)) {
    case 0: return false;
    case 1:
        for (unsigned k = 0; k < m->profiling.regions; k++)
            if (m->profiling.region[k].is.offset < pc && has(m, k, pc))
                return true;
        return false;
    case 2: return overlaps(m, i);
    default: return true;
    }
}

/* Whether the region stands to be chosen for the pc. */
static bool stands(const struct machine *m, unsigned i, uint64_t pc)
{
    if (!there(m, i) || pc < m->profiling.region[i].is.offset ||
        is_excluded(m, i, pc) ||
        (m->profiling.region[i].off && reads(OFF_REGION) == 3))
        return false;
    return (has_overlap(m) && reads(CHOSEN_FROM) == 1) || has(m, i, pc);
}

/* The largest offset; of equal ones the first. */
static int chosen(const struct machine *m, uint64_t pc)
{
    int best = -1;

    for (unsigned i = 0; i < m->profiling.regions; i++)
        if (stands(m, i, pc) &&
            (best < 0 || m->profiling.region[i].is.offset >
                             m->profiling.region[best].is.offset))
            best = (int)i;
    return best;
}

static void count_at(struct machine *m, struct profiled *r, int64_t at)
{
    unsigned width = m->profiling.width;
    struct pointer to = r->is.base;

    to.at += (uint32_t)(width * at);
    if (!writable(m, to, width))
        r->off = true; /* the update would cause a memory fault */
    else if (!count_one(m, to, 0, width))
        anything(m, to, width); /* a 16-bit counter can overflow: how? */
}

static void overflow_bin(struct machine *m)
{
    struct profiling *p = &m->profiling;

    if (p->regions > 0 && is_bin(m, p->regions - 1) &&
        !p->region[p->regions - 1].off &&
        p->region[p->regions - 1].is.size >= p->width)
        count_at(m, &p->region[p->regions - 1], 0);
}

static void page_tick(struct machine *m, uint64_t pc)
{
    struct profiling *p = &m->profiling;
    bool in_some = false;
    int best;

    if (p->unsaid)
        unsaid_tick(m, true);
    if (!p->on)
        return;
    for (unsigned i = 0; i < p->regions; i++)
        in_some = in_some || (has(m, i, pc) && !is_excluded(m, i, pc));
    best = chosen(m, pc);
    if (best < 0) {
        overflow_bin(m);
    } else if (p->region[best].off) {
        if (!in_some || reads(OFF_REGION) == 2)
            overflow_bin(m);
    } else if (counter_of(m, &p->region[best], pc) >= 0) {
        count_at(m, &p->region[best], counter_of(m, &p->region[best], pc));
    } else if (!in_some || reads(UNMATCHED) == 0) {
        overflow_bin(m);
    }
}

#endif
