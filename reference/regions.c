/* SPDX-License-Identifier: MIT */
#include "regions.h"

#include "counters.h"
#include "monitor.h"
#include "open.h"

/* Whether the counters may lie past what the script gives (aix.profil.11). */
static bool goes_beyond(const struct memory *memory,
                        const struct computed_part *part)
{
    return part->at + (int64_t)part->reach > (int64_t)memory->size;
}

/* A tick in monitor's range, or what it would do. */
static void monitored_tick(struct model *m, const struct region *region,
                           uint64_t pc)
{
    bool given = region->base.kind == POINTER_GIVEN;
    struct monitor *monitor = &m->process->monitor;
    struct memory *memory = &m->process->memory[region->base.buffer];
    enum monitor_place place = MONITOR_UNKNOWN;
    int64_t at = -1;

    if (!given ||
        counters_writable(m->process, &region->base, 0, region->mapping.size))
        place = monitor_place(m, region, pc, &at);
    if (m->probe.active) {
        m->probe.faults = place == MONITOR_FAULT;
        m->probe.lost = place == MONITOR_DOUBTFUL && at < 0;
        m->probe.counter = at < 0 ? at : region->base.at + at;
        return;
    }
    switch (place) {
    case MONITOR_FAULT: machine_crash(m); return;
    case MONITOR_UNKNOWN: machine_anything(m); return;
    default: break;
    }
    if (given) {
        memory->monitored = true; /* the manual has no formula */
        memory->beyond = memory->beyond || at >= 0;
    }
    monitor->ticks++;
    monitor->doubtful += place == MONITOR_DOUBTFUL;
}

/* Of p_low, p_high and p_bufsize a scale is computed (aix.profil.11).  Scales 0
 * and 1 count nothing: they are none where one of 16 bits fits the range into
 * the buffer. */
static uint32_t least_scale(const struct region *region)
{
    uint64_t range = region->high - region->mapping.offset;
    uint64_t fitting =
        range == 0
            ? 0
            : wide_quotient(wide_product(region->mapping.size, 65536), range);

    return fitting > 1 && fitting <= UINT16_MAX ? 2 : 0;
}

/* A distance whose product with a computed scale, of 65536 at most, may have
 * more than 31 bits. */
enum { FAR_DISTANCE = 0x8000 };

/* Where an element of a computed scale may count, with all that its formula
 * depends on; of monitor's no formula is known. */
static struct computed_part
computed_part(struct model *m, const struct region *region, uint64_t pc)
{
    struct computed *computed = &m->process->computed;
    struct computed_part part = {region->mapping, region->base.buffer,
                                 region->base.at, region->mapping.size,
                                 least_scale(region)};

    if (region->monitored)
        return part;
    computed->rounding = choose(m->choices, RULE_ROUNDING);
    computed->unit = choose(m->choices, RULE_UNIT);
    computed->scale_two = choose(m->choices, RULE_SCALE_TWO);
    computed->odd_tail = choose(m->choices, RULE_ODD_TAIL);
    computed->extent = choose(m->choices, RULE_EXTENT);
    part.reach = computed_reach(computed, &region->mapping);
    if (pc - region->mapping.offset >= FAR_DISTANCE)
        computed->product = choose(m->choices, RULE_PRODUCT);
    return part;
}

/* A tick at pc goes to such a region, or would: see computed.h. */
static void region_computed_tick(struct model *m, struct region *region,
                                 uint64_t pc)
{
    struct process *process = m->process;
    struct computed_part part = computed_part(m, region, pc);
    struct memory *memory = &process->memory[part.buffer];

    m->probe.computed = true;
    m->probe.buffer = part.buffer;
    m->probe.at = part.at;
    m->probe.size = part.mapping.size;
    m->probe.low = region->mapping.offset;
    m->probe.high = region->high;
    if (region->base.kind == POINTER_GIVEN && goes_beyond(memory, &part))
        memory->undetermined = memory->beyond = true;
    if (region->monitored)
        monitored_tick(m, region, pc);
    else if (!m->probe.active)
        m->effect.changes++;
    if (m->probe.active || region->monitored)
        return;
    if (!counters_writable(process, &region->base, 0, region->mapping.size)) {
        counters_fault(m, region);
        return;
    }
    if (chose(m, COMPUTED_SCALE_NO_SCALE)) {
        memory->undetermined = true;
        return;
    }
    if (memory->shared || !computed_tick(&process->computed, &part, pc))
        memory->undetermined = true;
}

/* Whether regions that count nothing do what no choice is: no sentence says
 * that those of size 0, and those that were stopped, are like those of scale 0,
 * nor that they end a search as the end of a buffer does. */
static bool are_idle_open(struct model *m)
{
    struct idle_regions *idle = &m->idle;

    if (!idle->asked)
        idle->open = open_answer(m, RULE_DISABLED_REGION);
    idle->asked = true;
    return idle->open;
}

/* Whether a region that counts nothing is as if it were not listed. */
static bool is_absent(struct model *m, const struct region *region)
{
    struct idle_regions *idle = &m->idle;

    if ((region->mapping.size != 0 && !region->stopped) || !are_idle_open(m))
        return chose(m, DISABLED_REGION_ABSENT); /* irix.sprofil.16 */
    if (!idle->absent_asked)
        idle->absent = choices_either(m->choices, RULE_DISABLED_REGION);
    idle->absent_asked = true;
    return idle->absent;
}

/* Whether a region is one of text; one that counts nothing may be, too
 * (irix.sprofil.16). */
static bool region_is_text(struct model *m, const struct region *region)
{
    if (region->overflow)
        return false;
    return !region->disabled || !is_absent(m, region);
}

/* Whether a region's formula leads from the pc, not below its offset, to a
 * counter in its buffer. */
static bool region_reaches(struct model *m, const struct region *region,
                           uint64_t pc)
{
    struct place place;

    mapping_formula(m->choices, &region->mapping, pc, &place);
    return place.where == WHERE_COUNTER;
}

/* Whether regions overlap, where it matters for a first address and no sentence
 * says: those of equal offset, of which another one speaks (irix.sprofil.7);
 * those that do so by a fraction, or by less than a counter; one that counts
 * nothing and one that begins after it. */
static bool are_doubtful_overlaps(struct model *m)
{
    if (!m->overlaps_asked) /* it is one comparison */
        m->overlaps = choices_either(m->choices, RULE_REGION_START);
    m->overlaps_asked = true;
    return m->overlaps;
}

/* Whether the later of two regions begins inside the other. */
static bool begins_inside(struct model *m, const struct region *a,
                          const struct region *b)
{
    const struct mapping *first = &a->mapping;
    uint64_t distance, byte;
    bool reached;

    if (!region_is_text(m, a) || !region_is_text(m, b))
        return false;
    if (b->mapping.offset < first->offset)
        return begins_inside(m, b, a);
    distance = b->mapping.offset - first->offset;
    byte = wide_shift(wide_product(distance, first->scale), 16);
    reached = region_reaches(m, a, b->mapping.offset);
    if (reached ? !a->disabled && distance > 0 &&
                      byte < first->size / first->width * first->width
                : byte >= first->size)
        return reached;
    return are_doubtful_overlaps(m);
}

static bool overlaps_another(struct model *m, const struct region *region)
{
    const struct profile *profile = &m->process->profile;

    for (uint32_t i = 0; i < profile->count; i++)
        if (&profile->regions[i] != region &&
            begins_inside(m, &profile->regions[i], region))
            return true;
    return false;
}

static bool any_overlap(struct model *m)
{
    const struct profile *profile = &m->process->profile;

    for (uint32_t i = 0; i < profile->count; i++)
        if (overlaps_another(m, &profile->regions[i]))
            return true;
    return false;
}

/* Whether a region that begins before this one reaches its first address. */
static bool is_reached_before(struct model *m, const struct region *region)
{
    const struct profile *profile = &m->process->profile;
    uint64_t start = region->mapping.offset;

    for (uint32_t i = 0; i < profile->count; i++)
        if (region_is_text(m, &profile->regions[i]) &&
            profile->regions[i].mapping.offset < start &&
            region_reaches(m, &profile->regions[i], start))
            return true;
    return false;
}

/* Whether a region's first address is in it.  irix.sprofil.6 speaks of
 * regions that overlap, irix.sprofil.20 of each. */
static bool region_has_its_start(struct model *m, const struct region *region)
{
    switch (choose(m->choices, RULE_REGION_START)) {
    case REGION_START_BELOW: return false;
    case REGION_START_FIRST_LISTED:
        return region == &m->process->profile.regions[0];
    case REGION_START_IF_CLAIMED: return !is_reached_before(m, region);
    case REGION_START_IF_OVERLAPPING: return !overlaps_another(m, region);
    case REGION_START_IF_ANY_OVERLAP: return !any_overlap(m);
    default: return true; /* REGION_START_AT_OR_BELOW: irix.sprofil.20 */
    }
}

/* Regions that may claim a pc, as indices into the list. */
struct claimants {
    uint32_t count;
    uint16_t index[SCRIPT_LIST];
};

/* The pc goes to this region.  Whether it has a counter there. */
static bool count_in(struct model *m, struct region *region, uint64_t pc)
{
    struct place place;

    if (region->disabled || region->stopped)
        return false;
    if (region->computed) {
        region_computed_tick(m, region, pc);
        return true;
    }
    mapping_place(m->choices, &region->mapping, pc, &place);
    if (place.where == WHERE_COUNTER) {
        counters_increment(m, region, place.at);
        m->process->monitor.ticks += !m->probe.active;
    } else if (place.where == WHERE_BELOW &&
               m->process->profile.form == FORM_ONE &&
               chose(m, BELOW_OFFSET_CRASHES)) {
        machine_crash(m);
    }
    return place.where == WHERE_COUNTER;
}

/* Whether a list element ends after the pc, which no sentence says
 * (aix.profil.11). */
static bool ends_after(struct model *m, const struct region *region,
                       uint64_t pc)
{
    if (pc < region->high)
        return true;
    switch (choose(m->choices, RULE_LIST_BOUNDS)) {
    case LIST_BOUNDS_LOW_TO_HIGH: return false;
    case LIST_BOUNDS_BUFFER_ONLY: return true;
    default: return pc == region->high; /* LIST_BOUNDS_HIGH_INCLUDED */
    }
}

/* Whether monitor samples a pc up to highpc. */
static bool monitored_to(struct model *m, const struct region *region,
                         uint64_t pc)
{
    bool own = region->base.kind != POINTER_GIVEN; /* whatever its size is */
    bool room = own || pc - region->mapping.offset < region->mapping.size;
    uint64_t rounded = region->high / MONITOR_HIGH_STEP * MONITOR_HIGH_STEP;

    if (pc < region->high - 1 && pc < rounded)
        return true;
    if (pc > region->high && !room)
        return false;
    switch (choose(m->choices, RULE_MON_RANGE)) {
    case MON_RANGE_INCLUDES_HIGH: return pc <= region->high;
    case MON_RANGE_TO_BUFFER_END: return true;
    case MON_RANGE_BELOW_LAST: return pc < region->high - 1;
    case MON_RANGE_ROUNDED_DOWN: return pc < rounded;
    default: return pc < region->high; /* MON_RANGE_BELOW_HIGH: aix-monitor.2 */
    }
}

/* Whether monitor samples a pc down to lowpc. */
static bool monitored_from(struct model *m, uint64_t low, uint64_t pc)
{
    if (pc > low)
        return true;
    if (pc < low / MONITOR_LOW_STEP * MONITOR_LOW_STEP)
        return false;
    switch (choose(m->choices, RULE_MON_LOW)) {
    case MON_LOW_ABOVE: return false;
    case MON_LOW_ROUNDED_DOWN: return true;
    default: return pc == low; /* MON_LOW_FROM: aix-monitor.2 */
    }
}

/* Whether the pc is not below the region, nor past its end if that is known. */
static bool may_have(struct model *m, const struct region *region, uint64_t pc)
{
    if (region->monitored)
        return monitored_from(m, region->mapping.offset, pc) &&
               monitored_to(m, region, pc);
    if (pc < region->mapping.offset)
        return false;
    if (region->bounded)
        return ends_after(m, region, pc);
    return pc > region->mapping.offset || region_has_its_start(m, region);
}

/* Whether a region that counts nothing takes part in the choice. */
static bool takes_part(struct model *m, struct region *region)
{
    if (!region->disabled && !region->stopped)
        return true;

    if (region->mapping.size != 0 && chose(m, DISABLED_REGION_COUNTS))
        region->disabled = false;
    return !is_absent(m, region);
}

static void find_candidates(struct model *m, uint64_t pc,
                            struct claimants *found)
{
    struct profile *profile = &m->process->profile;

    found->count = 0;
    for (uint32_t i = 0; i < profile->count; i++) {
        struct region *region = &profile->regions[i];

        if (!region->overflow && may_have(m, region, pc) &&
            takes_part(m, region))
            found->index[found->count++] = (uint16_t)i;
    }
}

/* A pc that no region begins before: the first region that it is below may
 * still claim it (BELOW_OFFSET). */
static void below_all(struct model *m, uint64_t pc, struct claimants *found)
{
    struct profile *profile = &m->process->profile;

    for (uint32_t i = 0; i < profile->count; i++) {
        struct region *region = &profile->regions[i];

        if (region->bounded || region->disabled || pc >= region->mapping.offset)
            continue;
        found->index[found->count++] = (uint16_t)i;
        return;
    }
}

static bool offsets_differ(const struct profile *profile,
                           const struct claimants *found)
{
    for (uint32_t i = 1; i < found->count; i++)
        if (profile->regions[found->index[i]].mapping.offset !=
            profile->regions[found->index[0]].mapping.offset)
            return true;
    return false;
}

/* Whether candidate a comes before candidate b, listed after it. */
static bool comes_first(struct model *m, const struct region *a,
                        const struct region *b, enum choice overlap)
{
    if (overlap == REGION_OVERLAP_FIRST_LISTED ||
        overlap == REGION_OVERLAP_EVERY)
        return true;
    if (a->mapping.offset == b->mapping.offset) /* irix.sprofil.7 */
        return !chose(m, REGION_TIE_LAST_LISTED);
    return (a->mapping.offset > b->mapping.offset) ==
           (overlap == REGION_OVERLAP_LARGEST_OFFSET); /* irix.sprofil.6 */
}

/* Take a candidate out of the row. */
static struct region *take_candidate(struct profile *profile,
                                     struct claimants *found, uint32_t number)
{
    struct region *region = &profile->regions[found->index[number]];

    found->count--;
    for (uint32_t i = number; i < found->count; i++)
        found->index[i] = found->index[i + 1];
    return region;
}

/* Take the candidate that is first in order out of the row. */
static struct region *take_first(struct model *m, struct claimants *found,
                                 enum choice overlap)
{
    struct profile *profile = &m->process->profile;
    uint32_t best = 0;

    for (uint32_t i = 1; i < found->count; i++)
        if (!comes_first(m, &profile->regions[found->index[best]],
                         &profile->regions[found->index[i]], overlap))
            best = i;
    return take_candidate(profile, found, best);
}

/* Whether a region is there and counts nothing. */
static bool is_idle(const struct region *region)
{
    return region->disabled || region->stopped;
}

/* The pc goes to the first in order, and to those that tie with it as far as
 * they may count (irix.sprofil.7): whether it reaches a counter in any. */
static bool count_in_first(struct model *m, struct region *first,
                           struct claimants *found, enum choice overlap,
                           uint64_t pc)
{
    struct profile *profile = &m->process->profile;
    bool counted = count_in(m, first, pc);

    if (overlap == REGION_OVERLAP_FIRST_LISTED ||
        overlap == REGION_OVERLAP_EVERY)
        return counted;
    for (uint32_t i = 0; i < found->count;) {
        uint64_t offset = profile->regions[found->index[i]].mapping.offset;

        enum choice tie = offset == first->mapping.offset
                              ? choose(m->choices, RULE_REGION_TIE)
                              : REGION_TIE_FIRST_LISTED;

        if (tie == REGION_TIE_EVERY ||
            (tie == REGION_TIE_FIRST_REACHING && !counted && !is_idle(first)))
            counted =
                count_in(m, take_candidate(profile, found, i), pc) || counted;
        else if (tie == REGION_TIE_FIRST_ALONE)
            take_candidate(profile, found, i);
        else
            i++;
    }
    return counted;
}

static bool has_a_counter(const struct region *region)
{
    return !region->stopped && region->mapping.size >= region->mapping.width;
}

/* Whether the overflow bin's first counter is one that counts, which a part of
 * it may be enough for. */
static bool has_first_counter(struct model *m, const struct region *bin)
{
    if (bin->stopped || bin->mapping.size == 0)
        return false;
    return has_a_counter(bin) || chose(m, ODD_TAIL_FIRST_BYTE) ||
           chose(m, ODD_TAIL_END_INCLUSIVE);
}

static struct region *overflow_bin(struct model *m)
{
    struct profile *profile = &m->process->profile;

    for (uint32_t i = 0; i < profile->count; i++)
        if (profile->regions[i].overflow && takes_part(m, &profile->regions[i]))
            return has_first_counter(m, &profile->regions[i])
                       ? &profile->regions[i]
                       : NULL;
    return NULL;
}

/* A pc goes where the formula says in the overflow bin; or, where that is
 * nowhere and or_first, to the bin's first counter. */
static void count_by_formula(struct model *m, struct region *bin, uint64_t pc,
                             bool or_first)
{
    struct place place;

    mapping_formula(m->choices, &bin->mapping, pc, &place);
    if (place.where == WHERE_COUNTER)
        counters_increment(m, bin, place.at);
    else if (or_first)
        counters_overflow(m, bin);
}

/* A pc that no region took (irix.sprofil.8). */
static void overflow(struct model *m, uint64_t pc)
{
    struct region *bin = overflow_bin(m);
    struct region *first = &m->process->profile.regions[0];
    bool in_first = m->process->profile.form == FORM_REGIONS &&
                    !first->disabled && has_a_counter(first);
    enum choice choice;

    if (bin == NULL && !in_first)
        return;
    choice = choose(m->choices, RULE_OVERFLOW_BIN);
    if (choice == OVERFLOW_BIN_FIRST_LISTED && in_first)
        counters_increment(m, first, 0);
    if (bin == NULL)
        return;
    switch (choice) {
    case OVERFLOW_BIN_FIRST_COUNTER: counters_overflow(m, bin); break;
    case OVERFLOW_BIN_ARITHMETIC: count_by_formula(m, bin, pc, true); break;
    case OVERFLOW_BIN_FORMULA_ONLY: count_by_formula(m, bin, pc, false); break;
    default: break; /* OVERFLOW_BIN_IGNORED, OVERFLOW_BIN_FIRST_LISTED */
    }
}

/* Whether a pc that the chosen region did not count is matched for all that, by
 * it or by one of those that are left. */
static bool is_matched(struct model *m, const struct region *chosen,
                       const struct claimants *left, uint64_t pc)
{
    const struct profile *profile = &m->process->profile;

    if (is_idle(chosen) && region_reaches(m, chosen, pc))
        return true;
    for (uint32_t i = 0; i < left->count; i++)
        if (region_reaches(m, &profile->regions[left->index[i]], pc))
            return true;
    return false;
}

/* It is not known which of these regions count the pc, nor whether one does. */
static void count_in_any(struct model *m, const struct region *chosen,
                         const struct claimants *left, uint64_t pc)
{
    if (m->probe.active) {
        m->probe.unknown = true;
        return;
    }
    m->effect.changes++;
    if (chosen && !is_idle(chosen))
        open_counters(m, chosen);
    for (uint32_t i = 0; i < left->count; i++) {
        const struct region *region =
            &m->process->profile.regions[left->index[i]];

        if (!is_idle(region) &&
            (region->computed || region_reaches(m, region, pc)))
            open_counters(m, region);
    }
}

/* What happens to a pc that the chosen region did not count: a choice of
 * REGION_END. */
static enum choice end_at(struct model *m, const struct region *chosen)
{
    struct idle_regions *idle = &m->idle;

    if (!is_idle(chosen) || !are_idle_open(m))
        return choose(m->choices, RULE_REGION_END);
    if (idle->end == 0)
        idle->end = choices_either(m->choices, RULE_DISABLED_REGION)
                        ? REGION_END_OVERFLOW_BIN
                    : choices_either(m->choices, RULE_DISABLED_REGION)
                        ? REGION_END_NOWHERE
                        : REGION_END_NEXT_LOWER;
    return (enum choice)idle->end;
}

/* Whether the search ends with a chosen region that did not count the pc; and
 * then, whether the pc is not the overflow bin's either (irix.sprofil.8). */
static bool is_end(struct model *m, const struct region *chosen,
                   const struct claimants *left, uint64_t pc, bool *nowhere)
{
    if (left->count == 0 && !is_idle(chosen))
        return true;
    if (left->count > 0 && open_answer(m, RULE_REGION_END)) {
        count_in_any(m, chosen, left, pc);
        *nowhere = true;
        return true;
    }
    switch (end_at(m, chosen)) {
    case REGION_END_OVERFLOW_BIN: return true;
    case REGION_END_NOWHERE:
        *nowhere = is_matched(m, chosen, left, pc);
        return true;
    default: return false; /* REGION_END_NEXT_LOWER */
    }
}

/* Drop elements that end before a pc and have no counter for it: they don't
 * claim it, whatever LIST_BOUNDS is.  Of a computed scale that is not known. */
static void drop_far_elements(struct model *m, struct claimants *found,
                              uint64_t pc)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < found->count; i++) {
        const struct region *region =
            &m->process->profile.regions[found->index[i]];

        if (pc <= region->high || region->computed ||
            (!region->disabled && region_reaches(m, region, pc)))
            found->index[kept++] = found->index[i];
    }
    found->count = kept;
}

/* Of those that begin before a pc, those that end after it or are known to have
 * a counter for it. */
static void near_claimants(struct model *m, const struct claimants *found,
                           uint64_t pc, struct claimants *near)
{
    near->count = 0;
    for (uint32_t i = 0; i < found->count; i++) {
        const struct region *region =
            &m->process->profile.regions[found->index[i]];

        if (pc < region->high ||
            (!region->computed && region_reaches(m, region, pc)))
            near->index[near->count++] = found->index[i];
    }
}

static bool some_offsets_equal(const struct profile *profile,
                               const struct claimants *found)
{
    for (uint32_t i = 1; i < found->count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (profile->regions[found->index[i]].mapping.offset ==
                profile->regions[found->index[k]].mapping.offset)
                return true;
    return false;
}

/* Whether no sentence says which of the regions that claim a pc counts it. */
static bool is_open_claim(struct model *m, const struct claimants *found)
{
    const struct profile *profile = &m->process->profile;

    return (offsets_differ(profile, found) &&
            open_answer(m, RULE_REGION_OVERLAP)) ||
           (some_offsets_equal(profile, found) &&
            open_answer(m, RULE_REGION_TIE));
}

/* Whether there are regions, and the pc is below all of them. */
static bool is_below_all(const struct profile *profile, uint64_t pc)
{
    bool any = false;

    for (uint32_t i = 0; i < profile->count; i++) {
        const struct region *region = &profile->regions[i];

        if (!is_idle(region) && region->mapping.offset <= pc)
            return false;
        any = any || !is_idle(region);
    }
    return any;
}

static void tick_regions(struct model *m, uint64_t pc)
{
    struct profile *profile = &m->process->profile;
    enum choice overlap = REGION_OVERLAP_LARGEST_OFFSET;
    bool counted = false, nowhere = false;
    struct claimants found;

    find_candidates(m, pc, &found);
    if (profile->form == FORM_REGIONS && is_below_all(profile, pc) &&
        chose(m, REGION_BELOW_CRASHES)) {
        machine_crash(m);
        return;
    }
    if (found.count > 1 && profile->form == FORM_AIX_LIST)
        drop_far_elements(m, &found, pc);
    if (found.count > 1 && profile->form == FORM_AIX_LIST) {
        struct claimants near;

        near_claimants(m, &found, pc, &near);
        if (is_open_claim(m, &near)) {
            count_in_any(m, NULL, &near, pc);
            return;
        }
    }
    if (found.count == 0)
        below_all(m, pc, &found);
    else if (offsets_differ(profile, &found))
        overlap = choose(m->choices, RULE_REGION_OVERLAP);
    while (found.count > 0) {
        struct region *chosen = take_first(m, &found, overlap);

        if (count_in_first(m, chosen, &found, overlap, pc))
            counted = true;
        if (overlap == REGION_OVERLAP_EVERY)
            continue;
        if (counted)
            return;
        if (is_end(m, chosen, &found, pc, &nowhere))
            break;
    }
    if (!counted && !nowhere)
        overflow(m, pc);
    if (!counted)
        monitor_maybe(m, pc);
}

void regions_tick(struct model *m, uint64_t pc)
{
    if (m->process->open.is && !m->anything) {
        m->probe.unknown = true;
        if (!m->probe.active)
            open_tick(m);
        return;
    }
    if (!m->process->on || m->process->unticked || m->anything ||
        !chose(m, TICKS_COUNTED))
        return;
    if (m->process->monitor.maybe_paused) {
        m->probe.unknown = true;
        if (!m->probe.active)
            m->process->monitor.ticks = MONITOR_TICKS + 1;
        return;
    }
    if (m->process->monitor.paused && !chose(m, MON_PAUSE_COUNTS))
        return; /* aix-monitor.9 */
    pc = mapping_pc(m->choices, pc);
    if (m->process->profile.form == FORM_ONE)
        count_in(m, &m->process->profile.regions[0], pc);
    else if (m->process->profile.form == FORM_REGIONS &&
             chose(m, REGION_SEARCH_HIT_AS_MISS))
        region_search_tick(m, pc);
    else
        tick_regions(m, pc);
}

/* Repeat the last tick, up to so many times, and return how often that was
 * done: if it did nothing, but for monitor, the next do nothing, either. */
static uint32_t repeat_tick(struct model *m, uint32_t times)
{
    const struct effect *effect = &m->effect;
    uint32_t again = times < effect->room ? times : effect->room;

    if (effect->changes == 0)
        return times;
    if (effect->changes != 1 || effect->counter == NULL)
        return 0;
    counters_go_up(effect, again);
    return again;
}

void regions_ticks(struct model *m, uint64_t pc, uint32_t count)
{
    struct process *process = m->process;
    struct monitor *monitor = &process->monitor;

    if (process->open.is || monitor->maybe_paused) {
        regions_tick(m, pc);
        return;
    }
    for (uint32_t n = 0, again; n < count && process->on; n += 1 + again) {
        uint64_t ticks = monitor->ticks, doubtful = monitor->doubtful;
        uint16_t found = process->profile.found;

        m->effect = (struct effect){0};
        regions_tick(m, pc);
        again =
            process->profile.found == found ? repeat_tick(m, count - n - 1) : 0;
        monitor->ticks += (monitor->ticks - ticks) * again;
        monitor->doubtful += (monitor->doubtful - doubtful) * again;
    }
}
