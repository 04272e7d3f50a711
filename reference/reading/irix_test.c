/* SPDX-License-Identifier: MIT */
/*
 * sprofil(2) of IRIX, read a second time.  The page has no headings left;
 * paragraphs are named by what they begin with.
 */
enum { MOST_BUFFER = 32 };

#include "reference/unit_test.h"
#include "scripts_test.h"

enum {
    COUNTER,
    END,
    SCALE_TWO,
    ONE,
    WIDE_SCALE,
    START,
    CHOSEN_FROM,
    TIED,
    UNMATCHED,
    OFF_REGION,
    BOTH_WIDTHS,
    FAST,
    WHICH_ERROR,
    FAILED,
    RESULT,
    LAST,
    TICK,
    LIMIT,
    CLEARED,
    ROWS
};

static const struct words rows[ROWS] = {
    /* A 1-1 mapping is at 0x8000 for two bytes and at 0x10000 for four: so
     * it is bytes into pr_base.  Which counter, between two, is left to the
     * page of profil, which is not here. */
    [COUNTER] = {"Valid flags, sentence 2; Each prof entry",
                 {"the counter it lies in", "the next one, unless exact",
                  "the nearest", "whole bytes, then the next one",
                  "whole bytes, then the next two",
                  "that of a pc counted in counters",
                  "that of half a pc and half a scale",
                  "the same, and the next one of an odd byte",
                  "that of the nearest whole byte",
                  "that of the next whole byte, unless exact"}},
    /* Which pcs are in the region is what three members specify together; a
     * quotient of theirs need not be whole. */
    [END] = {"pr_off, pr_scale, and pr_size, sentence 1",
             {"where its counters end", "rounded down to counters",
              "rounded down to bytes"}},
    /* Not said of 2 but for the overflow bin; the page of profil may. */
    [SCALE_TWO] = {"Each prof entry",
                   {"as any other scale", "all from pr_off on", "all pcs"}},
    /* The same.  Ints have the scale 0x10000, shorts no need of it; and no
     * word on any past it. */
    [ONE] = {"Each prof entry; Valid flags, sentence 2: shorts at 0x10000",
             {"the whole scale", "its low sixteen bits", "something else"}},
    [WIDE_SCALE] = {"Each prof entry; Valid flags, sentence 2",
                    {"the whole scale", "its low sixteen bits",
                     "past 0x10000 the call fails", "something else"}},
    /* The largest offset "less than" the pc, of a region whose start is
     * the offset "effectively". */
    [START] = {"If overlapping, sentence 1; pr_off, sentence 2",
               {"a pc at pr_off is in the region",
                "if another region has it too, it is not",
                "if it overlaps another, it is not",
                "if the list has an overlap, it is not",
                "if it overlaps one of another start, it is not",
                "if the list has such an overlap, it is not"}},
    [CHOSEN_FROM] = {"If overlapping, sentences 1 and 2",
                     {"regions that have a counter for the pc",
                      "all regions of the list"}},
    /* The first is chosen; of those that have the pc, or of all? */
    [TIED] = {"If overlapping, sentence 2",
              {"as by sentence 1", "of all, for any pc",
               "of those that have a counter for the pc"}},
    /* A pc in some region, but not in the one chosen: "not previously
     * matched"? */
    [UNMATCHED] = {"A text region with, sentence 2",
                   {"goes to the overflow bin", "is not counted"}},
    /* A region that is not enabled, is ineffective or was turned off. */
    [OFF_REGION] = {"Each call, sentences 2 and 3",
                    {"is as if it were not there",
                     "has its pcs, and does not count them",
                     "has its pcs, which go to the overflow bin",
                     "is specified, and leaves its pcs to others"}},
    [BOTH_WIDTHS] = {"Valid flags; EINVAL, one of",
                     {"two are not one", "shorts", "ints", "something else"}},
    /* The system may have fast clock ticks, or not. */
    [FAST] = {"Callers may also; EACCES", {"allowed", "disabled"}},
    [WHICH_ERROR] = {"sprofil can fail with",
                     {"the first", "the second", "the third", "the fourth"}},
    [FAILED] = {"Each call, sentence 1",
                {"each call disables what was enabled",
                 "one that fails does nothing", "something else"}},
    /* A constant, and no word on its value. */
    [LIMIT] = {"E2BIG, PROFIL_MAX", {"64", "more"}},
    /* A bin of size 0 is ineffective; regions of scale 0 are not enabled. */
    [LAST] = {"EINVAL, last; Each call, sentence 2",
              {"last of the list", "last of what counts"}},
    /* The system takes samples each millisecond; is that its clock's tick? */
    [TICK] = {"If non-NULL; Callers may also",
              {"one millisecond", "another time"}},
    [RESULT] = {"Each call, nowhere", {"success", "an error"}},
    [CLEARED] = {"If overlapping, incremented",
                 {"from what it holds", "from 0: enabling clears"}},
};

/* ---- the arithmetic ---- */

static uint64_t scale_of(const struct machine *m, const struct profiled *r)
{
    bool low = false;

    if (r->is.scale == 0x10000 && m->profiling.width == 2)
        low = reads(ONE) == 1;
    if (r->is.scale > 0x10000)
        low = reads(WIDE_SCALE) == 1;
    return low ? r->is.scale & 0xffff : r->is.scale;
}

/* The byte, of whole halves that are multiplied. */
static __int128 half(const struct machine *m, const struct profiled *r,
                     __int128 difference)
{
    return difference / 2 * (__int128)(scale_of(m, r) / 2) / 16384;
}

/* Whether a difference is past the end of the text, rounded down. */
static bool is_past(const struct machine *m, const struct profiled *r,
                    __int128 difference)
{
    const __int128 scale = scale_of(m, r), width = m->profiling.width;
    const __int128 size = r->is.size;
    bool in_counters = difference / width >= size / width * 65536 / scale;
    bool in_bytes = difference >= size * 65536 / scale;

    if (!in_counters && !in_bytes)
        return false;
    return reads(END) == 1 ? in_counters : reads(END) == 2 && in_bytes;
}

/* Number the counter that a difference goes to, or -1. */
static int64_t counter_of(const struct machine *m, const struct profiled *r,
                          uint64_t pc)
{
    const __int128 unit = (__int128)m->profiling.width * 65536;
    const __int128 difference = (__int128)pc - r->is.offset;
    const __int128 number = difference * (__int128)scale_of(m, r);
    __int128 at;

    if (scale_of(m, r) == 2 && difference < 0 && reads(SCALE_TWO) == 2)
        return r->is.size >= m->profiling.width ? 0 : -1;
    if (difference < 0)
        return -1;
    if (scale_of(m, r) == 2 && reads(SCALE_TWO) != 0)
        return r->is.size >= m->profiling.width ? 0 : -1;
    switch (reads(COUNTER)) {
    case 0: at = number / unit; break;
    case 1: at = (number + unit - 1) / unit; break;
    case 2: at = (number + unit / 2) / unit; break;
    case 3: at = (number / 65536 * 65536 + unit - 1) / unit; break;
    case 4: at = (number / 65536 + 1) / 2 * 2 * 65536 / unit; break;
    case 5:
        at = difference / m->profiling.width * (__int128)scale_of(m, r) / 65536;
        break;
    case 6: at = half(m, r, difference) / m->profiling.width; break;
    case 7:
        at = half(m, r, difference);
        at = (at + (at & 1)) / m->profiling.width;
        break;
    case 8: at = (number + 32768) / 65536 * 65536 / unit; break;
    case 9: at = (number + 65535) / 65536 * 65536 / unit; break;
    default: at = number / 65536; break; /* the mistake: an index */
    }
    if (at >= (__int128)(r->is.size / m->profiling.width) ||
        is_past(m, r, difference))
        return -1;
    return (int64_t)at;
}

/* ---- which region a pc goes to ---- */

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

    return i < m->profiling.regions && r->is.offset == 0 && r->is.scale == 2;
}

/* Whether a region takes part, be it without counting. */
static bool there(const struct machine *m, unsigned i)
{
    return !is_bin(m, i) &&
           (!m->profiling.region[i].off || reads(OFF_REGION) != 0);
}

/* Whether the region overlaps another, which one of no text does where it
 * starts; `apart`: one of another start. */
static bool overlaps(const struct machine *m, unsigned i, bool apart)
{
    const struct profiled *r = m->profiling.region;

    for (unsigned k = 0; k < m->profiling.regions; k++)
        if (k != i && there(m, i) && there(m, k) &&
            (r[k].is.offset != r[i].is.offset || !apart) &&
            r[i].is.offset < end_of(m, &r[k]) &&
            r[k].is.offset < end_of(m, &r[i]))
            return true;
    return false;
}

static bool has_overlap(const struct machine *m, bool apart)
{
    for (unsigned i = 0; i < m->profiling.regions; i++)
        if (overlaps(m, i, apart))
            return true;
    return false;
}

/* Whether a region that is listed before has the same offset, and is chosen in
 * its place. */
static bool is_second(const struct machine *m, unsigned i)
{
    const struct profiled *r = m->profiling.region;

    for (unsigned k = 0; k < i; k++)
        if (there(m, k) && !(r[k].off && reads(OFF_REGION) == 3) &&
            r[k].is.offset == r[i].is.offset && reads(TIED) == 1)
            return true;
    return false;
}

/* Whether the pc is in the region, by its own arithmetic. */
static bool has(const struct machine *m, unsigned i, uint64_t pc)
{
    const struct profiled *r = &m->profiling.region[i];

    if (!there(m, i) || (r->off && reads(OFF_REGION) == 3) || is_second(m, i))
        return false;
    if (r->off)
        return pc >= r->is.offset && pc < end_of(m, r);
    return counter_of(m, r, pc) >= 0;
}

/* Whether the pc is where the region starts, and that is not in it. */
static bool is_excluded(const struct machine *m, unsigned i, uint64_t pc)
{
    if (pc != m->profiling.region[i].is.offset || !has_overlap(m, false))
        return false;
    switch (reads(START)) {
    case 0: return false;
    case 1:
        for (unsigned k = 0; k < m->profiling.regions; k++)
            if (m->profiling.region[k].is.offset < pc && has(m, k, pc))
                return true;
        return false;
    case 2: return overlaps(m, i, false);
    case 3: return true;
    case 4: return overlaps(m, i, true);
    default: return has_overlap(m, true);
    }
}

/* Whether the region can be chosen for the pc. */
static bool can_have(const struct machine *m, unsigned i, uint64_t pc)
{
    if (!there(m, i) || pc < m->profiling.region[i].is.offset ||
        is_excluded(m, i, pc) || is_second(m, i) ||
        (m->profiling.region[i].off && reads(OFF_REGION) == 3))
        return false;
    return (has_overlap(m, false) && reads(CHOSEN_FROM) == 1) || has(m, i, pc);
}

/* The chosen region, or the first of the same offset that has the pc. */
static unsigned reaching(const struct machine *m, unsigned chosen, uint64_t pc)
{
    const struct profiled *r = m->profiling.region;

    if (r[chosen].off || has(m, chosen, pc))
        return chosen;
    for (unsigned i = chosen + 1; i < m->profiling.regions; i++)
        if (r[i].is.offset == r[chosen].is.offset && !r[i].off &&
            has(m, i, pc) && reads(TIED) == 2)
            return i;
    return chosen;
}

/* The largest offset; of equal ones the first. */
static int chosen(const struct machine *m, uint64_t pc)
{
    int best = -1;

    for (unsigned i = 0; i < m->profiling.regions; i++)
        if (can_have(m, i, pc) &&
            (best < 0 || m->profiling.region[i].is.offset >
                             m->profiling.region[best].is.offset))
            best = (int)i;
    return best < 0 ? best : (int)reaching(m, (unsigned)best, pc);
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
    unsigned bin = 0;

    while (bin < p->regions && (!is_bin(m, bin) || (p->region[bin].off &&
                                                    (reads(OFF_REGION) == 0 ||
                                                     reads(OFF_REGION) == 3))))
        bin++;
    if (bin < p->regions && !p->region[bin].off &&
        p->region[bin].is.size >= p->width)
        count_at(m, &p->region[bin], 0);
}

static void page_tick(struct machine *m, uint64_t pc)
{
    struct profiling *p = &m->profiling;
    bool in_some = false;
    int best;

    if (p->unspecified)
        unspecified_tick(m, true);
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

/* ---- the call ---- */

static bool is_overflow_bin(const struct region_arguments *r)
{
    return r->offset == 0 && r->scale == 2;
}

/* Whether a bin that is not last is an error: it is, if it and a region after
 * it count; else it may be read either way. */
static bool is_out_of_order(const struct call *call, int bin)
{
    bool counts = false;

    for (int i = bin + 1; i < call->count && i < (int)call->listed; i++)
        counts = counts || (call->list[i].scale >= 2 && call->list[i].size > 0);
    return (counts && call->list[bin].size > 0) || reads_now(LAST) == 0;
}

/* The errors that the page has for a call; how many. */
static int errors_of(const struct call *call, int *error)
{
    int count = 0;
    bool widths = (call->flags & (FLAG_USHORT | FLAG_UINT)) != 0;

    if (call->count <= 0 || (call->count > PROFIL_LIMIT && reads(LIMIT) == 0))
        error[count++] = ERROR_E2BIG;
    if (call->list_kind != POINTER_GIVEN || call->tvp == POINTER_BAD)
        error[count++] = ERROR_EFAULT;
    if ((call->flags & FLAG_USHORT) && (call->flags & FLAG_UINT))
        widths = reads(BOTH_WIDTHS) != 0;
    for (int i = 0; i + 1 < call->count && i + 1 < (int)call->listed; i++)
        if (is_overflow_bin(&call->list[i]) && is_out_of_order(call, i))
            widths = false;
    if (!widths)
        error[count++] = ERROR_EINVAL;
    if ((call->flags & FLAG_FAST) && reads(FAST) == 1)
        error[count++] = ERROR_EACCES;
    return count;
}

static void enable(struct machine *m, const struct call *call)
{
    struct profiling *p = &m->profiling;
    bool ints = (call->flags & FLAG_UINT) != 0;

    if (ints && (call->flags & FLAG_USHORT))
        ints = reads(BOTH_WIDTHS) == 2;
    *p = (struct profiling){.on = true, .width = ints ? 4 : 2};
    for (int i = 0; i < call->count && i < (int)call->listed; i++) {
        struct profiled *r = &p->region[p->regions++];
        r->is = call->list[i];
        if (scale_of(m, r) < 2 || r->is.size == 0)
            r->off = true;
        else if (holds_any(m, r->is.base, r->is.size) && reads(CLEARED) == 1)
            clear(m, r->is.base, r->is.size);
    }
}

/* Whether no word is about such a call. */
static bool is_unspecified(const struct call *call)
{
    bool wide = false, one = false;

    for (int i = 0; i < call->count && i < (int)call->listed; i++) {
        wide = wide || call->list[i].scale > 0x10000;
        one = one || call->list[i].scale == 0x10000;
    }
    return (wide && reads(WIDE_SCALE) == 3) ||
           (one && !(call->flags & FLAG_UINT) && reads(ONE) == 2) ||
           ((call->flags & FLAG_USHORT) && (call->flags & FLAG_UINT) &&
            reads(BOTH_WIDTHS) == 3);
}

static void page_call(struct machine *m, const struct call *call,
                      struct answer *answer)
{
    struct call same = *call;
    int error[4 + MOST_REGIONS];
    int errors;

    if (call->kind == CALL_PROFIL) { /* sprofil with one member, NULL tvp */
        same.kind = CALL_SPROFIL;
        same.count = 1;
        same.listed = 1;
        same.list = &call->region;
        same.list_kind = POINTER_GIVEN;
        same.tvp = POINTER_NULL;
        same.flags = FLAG_USHORT;
    }
    errors = errors_of(&same, error);
    for (int i = 0; i < same.count && i < (int)same.listed; i++)
        if (same.list[i].scale > 0x10000 && reads(WIDE_SCALE) == 2)
            error[errors++] = ERROR_UNSEEN;
    answer->error = ERROR_UNSEEN; /* success says nothing of errno */
    if (call->kind == CALL_PROFIL)
        answer->value = VALUE_UNSEEN; /* the effect is the same */
    if (errors == 0 && is_unspecified(&same)) {
        unspecified(m, same.list, same.listed);
        if (call->kind != CALL_PROFIL && reads_now(RESULT) == 1)
            answer->value = -1;
        if (same.tvp == POINTER_GIVEN)
            answer->tick_time = TIME_UNSEEN;
        if (same.flags & FLAG_FAST)
            answer->fast = TIME_UNSEEN;
        return;
    }
    if (errors == 0) {
        if (same.tvp == POINTER_GIVEN)
            answer->tick_time = TIME_RIGHT;
        if (same.flags & FLAG_FAST)
            answer->fast = TIME_RIGHT;
        if (same.tvp == POINTER_GIVEN && (same.flags & FLAG_FAST) &&
            reads_now(TICK) == 1)
            answer->tick_time = TIME_WRONG;
        enable(m, &same);
        return;
    }
    unsigned which = errors > 1 ? reads_now(WHICH_ERROR) : 0;
    answer->value = -1;
    answer->error = is_unspecified(&same)
                        ? ERROR_UNSEEN
                        : error[which < (unsigned)errors ? which : 0];
    if (same.tvp == POINTER_GIVEN)
        answer->tick_time = TIME_UNSEEN; /* nothing said of a failure */
    if (same.flags & FLAG_FAST)
        answer->fast = TIME_UNSEEN;
    if (m->profiling.on && reads(FAILED) == 0)
        m->profiling.on = false;
    if ((m->profiling.on || m->profiling.unspecified) && reads(FAILED) == 2)
        unspecified(m, same.list_kind == POINTER_GIVEN ? same.list : NULL,
                    same.list_kind == POINTER_GIVEN ? same.listed : 0);
}

static void page_else(struct machine *m, const struct op *op)
{
    if (op->kind == OP_EXEC) /* off; and at fork, on in both */
        m->picture->exec = 1 + EXEC_LIVED;
}

SAME(the_mapping_is_the_page_s, "mapping")
NOTICED(an_index_for_bytes_is_noticed, "mapping", COUNTER)
SAME(the_choice_of_region_is_the_page_s, "choosing")
SAME(calls_and_errors_are_the_page_s, "calling")

PAGE_TESTS(IRIX, "irix")
