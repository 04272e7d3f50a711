/* SPDX-License-Identifier: MIT */
#include "forms.h"

#include "counters.h"
#include "open.h"

/* Whether something is counted even at the end of a buffer of size 0. */
static bool counts_at_end(struct model *m, const struct region *region)
{
    enum choice tail = choose(m->choices, RULE_ODD_TAIL);

    return tail == ODD_TAIL_END_INCLUSIVE || tail == ODD_TAIL_END_ADDRESS ||
           (region->mapping.scale == 2 && chose(m, SCALE_TWO_NO_SIZE));
}

/* profil(buffer, 0, offset, scale) to turn on */
static void size_zero(struct model *m, struct request *request)
{
    struct region *region = &request->profile.regions[0];

    if (counts_at_end(m, region)) {
        region->disabled = false;
        return;
    }
    if (open_answer(m, RULE_SIZE_ZERO)) {
        request->open = true;
        return;
    }
    switch (choose(m->choices, RULE_SIZE_ZERO)) {
    case SIZE_ZERO_NO_CHANGE:
    case SIZE_ZERO_INEFFECTIVE: request->idle = true; break; /* aix.profil.9 */
    case SIZE_ZERO_STOPS:
        request->off = m->process->on;
        request->idle = !m->process->on;
        break;
    case SIZE_ZERO_IDLES:
        request->replaces = m->process->profile.form == FORM_ONE;
        break;
    case SIZE_ZERO_COUNTS:
        region->mapping.size = region->mapping.width;
        region->disabled = false;
        break;
    default: break; /* SIZE_ZERO_ON_BUT_IDLE: hpux.profil.7 */
    }
}

/* Bytes in a counter of profil's buffer. */
static unsigned profil_width(struct model *m)
{
    return chose(m, PROFIL_WIDTH_USE_32) ? 4 : 2;
}

void forms_profil(struct model *m, const struct call *call,
                  struct request *request)
{
    const struct region_arguments *arguments = &call->region;

    if (chose(m, PROFIL_MEMBER_ONE_MEMBER)) {
        struct call member = {.kind = CALL_SPROFIL, /* irix.sprofil.19 */
                              .list_kind = POINTER_GIVEN,
                              .flags = FLAG_USHORT,
                              .count = 1,
                              .list = arguments,
                              .listed = 1};

        forms_sprofil(m, &member, request);
        return;
    }
    request->profile.form = FORM_ONE;
    if (arguments->base.kind == POINTER_NULL && arguments->scale != 0) {
        request->open = open_answer(m, RULE_NULL_BUFFER);
        request->off = !request->open;
        if (request->open || chose(m, NULL_BUFFER_OFF))
            return; /* glibc.profil.4 */
    }
    request_region(m, request, arguments, profil_width(m));
    if (request->off || arguments->size == 0)
        request_off_address(m, request, arguments);
    if (request->off && arguments->size == 0 && request->errors == 0 &&
        chose(m, SIZE_ZERO_INEFFECTIVE)) {
        request->off = false; /* the size comes before the scale */
        request->idle = true;
    }
    if (!request->off && arguments->size == 0 && request->errors == 0 &&
        !request->idle && !request->ends && !request->open)
        size_zero(m, request);
}

/* Whether a list ends with that element, whose p_high is 0. */
static bool ends_list(struct model *m, const struct region_arguments *element)
{
    bool all_zero = element->offset == 0 && element->size == 0 &&
                    element->scale == 0 && element->base.kind == POINTER_NULL;

    return all_zero || chose(m, LIST_END_HIGH_ZERO);
}

uint32_t forms_list_length(struct model *m, const struct call *call)
{
    uint32_t length = 0;

    while (length < call->listed &&
           (call->list[length].high != 0 || !ends_list(m, &call->list[length])))
        length++;
    return length;
}

/* p_high ascends (aix.profil.12, .21). */
static void list_order(struct model *m, const struct call *call,
                       uint32_t length, struct request *request)
{
    for (uint32_t i = 1; i < length; i++) {
        uint64_t last = call->list[i - 1].high, high = call->list[i].high;

        if (high > last)
            continue;
        switch (choose(m->choices, RULE_LIST_ORDER)) {
        case LIST_ORDER_STRICT: request->errors |= CALL_EINVAL; break;
        case LIST_ORDER_NON_DESCENDING:
            request->errors |= high < last ? CALL_EINVAL : 0;
            break;
        default: break;
        }
    }
}

/* All p_buff in one buffer (aix.profil.13). */
static void list_contiguity(struct model *m, const struct call *call,
                            uint32_t length, struct request *request)
{
    const struct pointer *first = &call->list[0].base;
    bool apart = false;

    for (uint32_t i = 1; i < length; i++) {
        const struct pointer *base = &call->list[i].base;

        apart = apart ||
                (base->kind == POINTER_GIVEN && first->kind == POINTER_GIVEN &&
                 base->buffer != first->buffer);
    }
    if (!apart)
        return;
    if (open_answer(m, RULE_LIST_CONTIGUITY)) {
        request->open = true;
        return;
    }
    switch (choose(m->choices, RULE_LIST_CONTIGUITY)) {
    case LIST_CONTIGUITY_EINVAL: request->errors |= CALL_EINVAL; break;
    case LIST_CONTIGUITY_EFAULT: request->errors |= CALL_EFAULT; break;
    default: break;
    }
}

/* Bytes in what p_bufsize counts (aix.profil.11). */
static unsigned list_unit(struct model *m)
{
    return chose(m, LIST_SIZE_SHORTS) ? 2 : 1;
}

/* Whether a scale among so many turns all off: p_scale is as the scale of the
 * first form, which turns profiling off (aix.profil.8, .11). */
static bool turns_all_off(struct model *m, const struct region_arguments *list,
                          uint32_t count, unsigned width)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i].scale != SCALE_COMPUTED &&
            mapping_scale(m->choices, list[i].scale, width).off)
            return chose(m, DISABLED_REGION_ALL_OFF);
    return false;
}

/* So many small buffers can be pinned wherever one can. */
enum { PINNED_LEAST = 8 };

void forms_list(struct model *m, const struct call *call,
                struct request *request)
{
    uint32_t length;
    bool idle = true;

    request->profile.form = FORM_AIX_LIST;
    if (call->list_kind != POINTER_GIVEN) {
        request_bad_address(m, request, call->list_kind, true);
        request->off = false;
        request->idle = true;
        return;
    }
    length = forms_list_length(m, call);
    if (length == 0)
        return; /* aix.profil.14 */
    list_order(m, call, length, request);
    list_contiguity(m, call, length, request);
    if (length > PINNED_LEAST && choices_either(m->choices, RULE_PINNED))
        request->errors |= CALL_EFAULT; /* aix.profil.20 */
    for (uint32_t i = 0; i < length; i++) {
        struct region_arguments element = call->list[i];
        struct region *region;
        bool computed = element.scale == SCALE_COMPUTED;

        element.size *= list_unit(m);
        if (computed)
            element.scale = 65534; /* on, whatever it will be */
        /* Of such a range no page speaks. */
        if (element.offset >= element.high &&
            choices_either(m->choices, RULE_LIST_BOUNDS))
            request->open = true;
        request_region(m, request, &element, 2);
        region = &request->profile.regions[i];
        region->bounded = true;
        region->computed = computed;
        if (region->disabled)
            request_idle_element(
                m, request, &region->base, element.size,
                mapping_scale(m->choices, element.scale, 2).off);
        idle = idle && region->disabled;
    }
    request->open =
        request->open || (idle && open_answer(m, RULE_DISABLED_LIST));
    request->off = turns_all_off(m, call->list, length, 2) ||
                   (idle && !request->open && chose(m, DISABLED_LIST_OFF));
}

/* For a profcnt above 0. */
static bool above_limit(const struct model *m, const struct call *call)
{
    uint32_t limit = m->script->profil_max;

    return (uint32_t)call->count > (limit > 0 ? limit : PROFIL_LIMIT);
}

/* No PROFIL_MAX rules out so few regions. */
enum { PROFIL_LEAST = 8 };

/* Whether a count may be on the other side of PROFIL_MAX, which nobody gave: no
 * sentence says how much that is (irix.sprofil.10). */
static bool has_other_limit(struct model *m, const struct call *call)
{
    if (m->script->profil_max > 0 || call->count <= PROFIL_LEAST)
        return false;
    if (!m->limit_asked) /* it is one constant */
        m->other_limit = open_answer(m, RULE_COUNT_LIMIT);
    m->limit_asked = true;
    return m->other_limit;
}

/* The regions that profcnt and the list's length leave. */
static uint32_t count_regions(struct model *m, const struct call *call,
                              struct request *request)
{
    bool none = call->count <= 0;
    enum choice choice;

    if (none) {
        choice = choose(m->choices, RULE_COUNT_RANGE);
        if (choice == COUNT_RANGE_ZERO_ACCEPTED)
            choice =
                call->count == 0 ? COUNT_RANGE_ACCEPTED : COUNT_RANGE_CRASHES;
        if (choice == COUNT_RANGE_ZERO_OFF)
            choice =
                call->count == 0 ? COUNT_RANGE_ACCEPTED : COUNT_RANGE_E2BIG;
        if (choice == COUNT_RANGE_E2BIG) /* irix.sprofil.10 */
            request->errors |= CALL_E2BIG;
        request->crash |= choice == COUNT_RANGE_CRASHES;
        if (choice == COUNT_RANGE_ACCEPTED)
            return 0; /* and the list is not looked at */
    } else if (has_other_limit(m, call)) {
        request->errors |= above_limit(m, call) ? 0 : CALL_E2BIG;
    } else if (above_limit(m, call)) {
        choice = choose(m->choices, RULE_COUNT_LIMIT);
        if (choice == COUNT_LIMIT_E2BIG)
            request->errors |= CALL_E2BIG;
        request->crash |= choice == COUNT_LIMIT_CRASHES;
    }
    if (call->list_kind != POINTER_GIVEN) /* of no element nothing is read */
        request_bad_address(m, request, call->list_kind, !none);
    if (none || call->list_kind != POINTER_GIVEN)
        return 0;
    return (uint32_t)call->count < call->listed ? (uint32_t)call->count
                                                : call->listed;
}

static unsigned counter_width(struct model *m, const struct call *call,
                              struct request *request)
{
    unsigned width = call->flags & FLAG_UINT ? 4 : 2;
    unsigned both = FLAG_USHORT | FLAG_UINT;

    if ((call->flags & both) == 0 && chose(m, NO_WIDTH_FLAG_EINVAL))
        request->errors |= CALL_EINVAL; /* irix.sprofil.12 */
    if ((call->flags & both) == both && open_answer(m, RULE_BOTH_WIDTHS))
        request->open = true;
    else if ((call->flags & both) == both)
        switch (choose(m->choices, RULE_BOTH_WIDTHS)) {
        case BOTH_WIDTHS_EINVAL: request->errors |= CALL_EINVAL; break;
        case BOTH_WIDTHS_USE_16: width = 2; break;
        default: break;
        }
    switch (choose(m->choices, RULE_COUNTER_WIDTH)) {
    case COUNTER_WIDTH_ALWAYS_16: return 2;
    case COUNTER_WIDTH_ALWAYS_32: return 4;
    default: return width; /* irix.sprofil.3 */
    }
}

/* What tvp and PROF_FAST cause: errors, and what the caller learns. */
static void clock_arguments(struct model *m, const struct call *call,
                            struct request *request)
{
    static const uint8_t times[] = {TIME_RIGHT, TIME_UNSET, TIME_WRONG};

    request->timed = call->tvp == POINTER_GIVEN;
    if (call->tvp == POINTER_BAD) {
        request_bad_address(m, request, call->tvp, true);
        request->fatal_time = chose(m, BAD_ADDRESS_CRASHES);
    }
    if (call->flags & FLAG_FAST)
        switch (choose(m->choices, RULE_FAST)) {
        case FAST_ONE_MS: request->fast = TIME_RIGHT; break;
        case FAST_EACCES: request->errors |= CALL_EACCES; break;
        default: request->fast = TIME_WRONG;
        }
    if (call->tvp == POINTER_GIVEN && request->errors == 0)
        request->tick_time =
            times[choose(m->choices, RULE_TICK_TIME) - TICK_TIME_FIRST_];
    if (request->tick_time == TIME_RIGHT && request->fast == TIME_RIGHT &&
        choices_either(m->choices, RULE_TICK_TIME))
        request->tick_time = TIME_WRONG; /* the tick of which clock? */
}

/* Whether nothing that counts is out of order: a bin of size 0 may be none, and
 * regions of scale 0 behind it may be as if not listed (irix.sprofil.16). */
static bool is_in_order(const struct profile *profile, uint32_t bin)
{
    if (profile->regions[bin].disabled)
        return true;
    for (uint32_t i = bin + 1; i < profile->count; i++)
        if (!profile->regions[i].disabled)
            return false;
    return true;
}

/* Overflow bins: offset 0, scale 2 (irix.sprofil.8, .12).  profcnt says which
 * member is the last: those that the list lacks are zeros, and come after. */
static void overflow_bins(struct model *m, const struct call *call,
                          struct request *request)
{
    struct profile *profile = &request->profile;

    for (uint32_t i = 0; i < profile->count; i++) {
        const struct mapping *mapping = &profile->regions[i].mapping;

        profile->regions[i].overflow =
            mapping->offset == 0 && mapping->scale == 2;
        if (profile->regions[i].overflow && i + 1 < (uint32_t)call->count &&
            chose(m, OVERFLOW_ORDER_LAST_OR_EINVAL) &&
            !(is_in_order(profile, i) &&
              choices_either(m->choices, RULE_OVERFLOW_ORDER)))
            request->errors |= CALL_EINVAL;
    }
}

/* Whether the end of so many counters of that width, computed in whole
 * addresses, is more than one address from where the next counter begins. */
static bool is_uneven(uint64_t count, uint64_t scale, unsigned width)
{
    uint64_t distance = count << 16;

    return distance % scale != 0 &&
           width - distance % scale * width / scale > 1;
}

/* A region whose end is computed in the call. */
static void region_end(struct model *m, const struct region *region,
                       struct request *request)
{
    const struct mapping *mapping = &region->mapping;
    uint64_t count = mapping->size / mapping->width;

    if (mapping->scale < 2)
        return;
    if (count == 0)
        request->crash |= chose(m, REGION_ROOM_CRASHES);
    else if (is_uneven(count, mapping->scale, mapping->width))
        request->crash |= chose(m, REGION_SCALE_CRASHES);
}

void forms_sprofil(struct model *m, const struct call *call,
                   struct request *request)
{
    uint32_t count = count_regions(m, call, request);
    unsigned width = counter_width(m, call, request);

    request->profile.form = FORM_REGIONS;
    for (uint32_t i = 0; i < count; i++) {
        request_region(m, request, &call->list[i], width);
        region_end(m, &request->profile.regions[i], request);
    }
    request->off = request->off || turns_all_off(m, call->list, count, width);
    overflow_bins(m, call, request);
    clock_arguments(m, call, request);
}
