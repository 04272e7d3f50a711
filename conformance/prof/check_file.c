/* SPDX-License-Identifier: MIT */
/* What a file says by itself, and beside the first. */
#include <inttypes.h>

#include "check.h"
#include "reference/files/gmon_out.h"

/* Where Linux loads programs that can be moved: from there on. */
#define CHECK_LOADED UINT64_C(0x500000000000)

/* That a counter holds. */
static uint64_t most_of(const struct histogram *h)
{
    return h->width >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * h->width) - 1;
}

static void look_at_counters(struct prof_check_file *f,
                             const struct histogram *h, uint64_t *largest)
{
    for (uint64_t k = 0; k < h->count; k++) {
        uint64_t ticks = histogram_counter(h, k);

        f->ticks += ticks;
        *largest = ticks > *largest ? ticks : *largest;
        if (ticks == most_of(h) && f->full++ == 0)
            f->full_at = k;
    }
}

/* Whether a second histogram has addresses of one before it. */
static bool overlaps(struct profile_file *file, const struct record *one)
{
    struct profile_file other = *file;
    struct record r;

    profile_file_rewind(&other);
    while (profile_file_next(&other, &r) && r.offset < one->offset)
        if (r.kind == RECORD_HISTOGRAM &&
            r.histogram.low < one->histogram.high &&
            one->histogram.low < r.histogram.high &&
            (r.histogram.low != one->histogram.low ||
             r.histogram.high != one->histogram.high ||
             r.histogram.count != one->histogram.count))
            return true;
    return false;
}

static bool counted_somewhere(struct profile_file *file, uint64_t address)
{
    struct profile_file other = *file;
    struct record r;

    profile_file_rewind(&other);
    while (profile_file_next(&other, &r))
        if (r.kind == RECORD_HISTOGRAM && address >= r.histogram.low &&
            address < r.histogram.high)
            return true;
    return false;
}

static void look_at_calls(struct prof_check_file *f, const struct record *r)
{
    bool within = f->histograms == 1 ? r->address >= f->histogram.low &&
                                           r->address < f->histogram.high
                                     : counted_somewhere(&f->file, r->address);

    f->arcs++;
    f->calls += r->count;
    if (within)
        return;
    if (f->outside++ == 0)
        f->lowest = f->highest = r->address;
    f->lowest = r->address < f->lowest ? r->address : f->lowest;
    f->highest = r->address > f->highest ? r->address : f->highest;
}

/* Histograms first: calls may come before them. */
static uint64_t look_at_records(struct prof_check_file *f)
{
    uint64_t largest = 0;
    struct record r;

    profile_file_rewind(&f->file);
    while (profile_file_next(&f->file, &r)) {
        if (r.kind != RECORD_HISTOGRAM)
            continue;
        if (f->histograms < 64 && overlaps(&f->file, &r))
            f->facts |= F(OVERLAP);
        if (f->histograms++ == 0)
            f->histogram = r.histogram;
        look_at_counters(f, &r.histogram, &largest);
    }
    profile_file_rewind(&f->file);
    while (profile_file_next(&f->file, &r))
        if (r.kind == RECORD_CALLS || r.kind == RECORD_ARC)
            look_at_calls(f, &r);
    return largest;
}

/* With how many arcs a table of glibc's or 4.4BSD's, or ours, is full. */
static bool table_is_full(const struct prof_check_file *f)
{
    enum { LEAST = 50, PERCENT = 2, PERCENT_LATER = 3, MOST_44 = 65534 };
    uint64_t text = f->histogram.high - f->histogram.low;

    for (unsigned percent = PERCENT; percent <= PERCENT_LATER; percent++) {
        uint64_t limit = text / 100 * percent + text % 100 * percent / 100;

        limit = limit < LEAST ? LEAST : limit;
        if (f->arcs + 1 == limit || f->arcs + 1 == MOST_44)
            return true;
    }
    return f->arcs == text / 32 + 512;
}

/* Whether a header has bytes that are not used, and are not 0.  gprof's own, of
 * -s, has: nothing reads those of that layout. */
static bool has_junk(const struct prof_check_file *f, unsigned *at)
{
    unsigned from = 2u * f->file.encoding.word + 12, to = from + 12;

    switch (f->file.layout) {
    case LAYOUT_GMON_44: break;
    case LAYOUT_GMON_FREEBSD: from += 4; break;
    default: return false;
    }
    for (*at = from; *at < to; ++*at)
        if (f->bytes[*at])
            return true;
    return false;
}

static void encoding_facts(const struct prof_check *check,
                           struct prof_check_file *f)
{
    struct encoding is = f->file.encoding, wanted = check->encoding;

    if (is.word != wanted.word || is.order != wanted.order)
        f->facts |= F(ENCODING);
    prof_value(f, "word", "%u", is.word);
    prof_value(f, "end", "%s", is.order == ORDER_BIG ? "high" : "low");
    prof_value(f, "other-word", "%u", wanted.word);
    prof_value(f, "other-end", "%s",
               wanted.order == ORDER_BIG ? "high" : "low");
}

static void histogram_facts(const struct prof_check *check,
                            struct prof_check_file *f, uint64_t largest)
{
    const struct histogram *h = &f->histogram;
    uint64_t most = most_of(h);

    f->facts |= F(HISTOGRAM);
    if (h->rate && !(f->facts & F(BAD_RATE))) {
        f->facts |= F(RATE) | (f->full ? F(FULL_TIME) : 0);
        prof_value(f, "rate", "%" PRIu32, h->rate);
        prof_value(f, "tick", "%g s", 1.0 / h->rate);
        prof_value(f, "seconds", "%.2f", (double)most / h->rate);
    }
    if (!check->symbols && h->low >= CHECK_LOADED)
        f->facts |= F(LOADED);
    if (h->width > 2 && largest > UINT16_MAX)
        f->facts |= F(BEYOND);
    prof_value(f, "low", "0x%" PRIx64, h->low);
    prof_value(f, "high", "0x%" PRIx64, h->high);
    prof_value(f, "counters", "%" PRIu64, h->count);
    prof_value(f, "full", "%" PRIu64, f->full);
    prof_value(f, "most", "%" PRIu64, most);
    prof_value(f, "width", "%u", h->width);
    prof_value(f, "largest", "%" PRIu64, largest);
    prof_value(f, "times-more", "%" PRIu64, largest & UINT16_MAX);
    if (f->full)
        prof_value(f, "full-at", "0x%" PRIx64, share_bound(h, f->full_at));
}

static void own_facts(struct prof_check_file *f)
{
    unsigned junk = 0;

    f->facts |= (f->ticks ? F(TICKS) : 0) | (f->calls ? F(CALLS) : 0) |
                (f->full ? F(FULL) : 0) | (f->outside ? F(ARCS_OUTSIDE) : 0) |
                (f->file.layout == LAYOUT_MON ? F(MON) : 0) |
                (f->file.layout == LAYOUT_GMON_42 ? F(LAYOUT_42) : 0) |
                (has_junk(f, &junk) ? F(JUNK) : 0) |
                (f->arcs && table_is_full(f) ? F(ARCS_FULL) : 0);
    prof_value(f, "junk-at", "%u", junk);
    prof_value(f, "ticks", "%" PRIu64, f->ticks);
    prof_value(f, "calls", "%" PRIu64, f->calls);
    prof_value(f, "arcs", "%" PRIu64, f->arcs);
    prof_value(f, "outside", "%" PRIu64, f->outside);
    prof_value(f, "lowest", "0x%" PRIx64, f->lowest);
    prof_value(f, "highest", "0x%" PRIx64, f->highest);
}

static void compare_with_first(const struct prof_check_file *first,
                               struct prof_check_file *f)
{
    const struct histogram *a = &first->histogram, *b = &f->histogram;

    if (f == first || !f->histograms || !first->histograms)
        return;
    if (a->rate != b->rate)
        f->facts |= F(OTHER_RATE);
    if (a->low - first->base != b->low - f->base ||
        a->high - first->base != b->high - f->base || a->count != b->count)
        f->facts |= F(OTHER_COUNTERS);
    prof_value(f, "first", "%s", first->name);
    prof_value(f, "first-rate", "%" PRIu32, a->rate);
    prof_value(f, "rate", "%" PRIu32, b->rate);
    prof_value(f, "first-counters", "%" PRIu64, a->count);
    prof_value(f, "first-low", "0x%" PRIx64, a->low);
    prof_value(f, "first-high", "0x%" PRIx64, a->high);
}

void prof_check_file(struct prof_check *check, size_t k)
{
    struct prof_check_file *f = check->files + k;
    uint64_t largest = look_at_records(f);

    encoding_facts(check, f);
    own_facts(f);
    if (f->histograms)
        histogram_facts(check, f, largest);
    if (f->histograms && (check->symbols || check->program))
        prof_check_program(check, f);
    compare_with_first(check->files, f);
}
