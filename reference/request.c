/* SPDX-License-Identifier: MIT */
#include "request.h"

#include "counters.h"
#include "open.h"

enum { PAGE = 4096 }; /* what is smaller can be pinned wherever anything can */

_Static_assert(
    CALL_E2BIG == 1 << (ERROR_PRECEDENCE_E2BIG - ERROR_PRECEDENCE_FIRST_) &&
        CALL_EFAULT ==
            1 << (ERROR_PRECEDENCE_EFAULT - ERROR_PRECEDENCE_FIRST_) &&
        CALL_EINVAL ==
            1 << (ERROR_PRECEDENCE_EINVAL - ERROR_PRECEDENCE_FIRST_) &&
        CALL_EACCES == 1 << (ERROR_PRECEDENCE_EACCES - ERROR_PRECEDENCE_FIRST_),
    "errors are named by their place among the choices");

void request_begin(struct request *request, enum form form)
{
    profile_begin(&request->profile, form);
    request->errors = 0;
    request->off = request->crash = request->idle = false;
    request->ends = request->replaces = request->open = request->monitors =
        request->timed = request->fatal_time = false;
    request->tick_time = request->fast = TIME_NOT_ASKED;
}

void request_bad_address(struct model *m, struct request *request,
                         enum pointer_kind kind, bool read)
{
    bool null = read && kind == POINTER_NULL;

    switch (choose(m->choices, RULE_BAD_ADDRESS)) {
    case BAD_ADDRESS_EFAULT: /* aix.profil.20, irix.sprofil.11 */
        request->errors |= CALL_EFAULT;
        break;
    case BAD_ADDRESS_CRASHES: /* a check for null alone is none of others */
        if (null && choices_either(m->choices, RULE_BAD_ADDRESS))
            request->errors |= CALL_EFAULT;
        else
            request->crash |= read;
        break;
    default: break;
    }
}

/* Whether no sentence says what a call with such a buffer does: of profil by
 * itself; a region of sprofil is turned off when it is to be updated
 * (irix.sprofil.17), and an element of AIX's list is an error (aix.profil.20).
 */
static bool is_open_buffer(struct model *m, struct request *request,
                           enum rule rule)
{
    bool open = request->profile.form == FORM_ONE && open_answer(m, rule);

    request->open = request->open || open;
    return open;
}

static void bad_buffer(struct model *m, struct request *request)
{
    if (is_open_buffer(m, request, RULE_BAD_BUFFER))
        return;
    switch (choose(m->choices, RULE_BAD_BUFFER)) {
    case BAD_BUFFER_EFAULT: /* aix.profil.20, freebsd.profil.8 */
        request->errors |= CALL_EFAULT;
        break;
    case BAD_BUFFER_CRASHES: request->crash = true; break;
    case BAD_BUFFER_NO_EFFECT: request->idle = true; break;
    case BAD_BUFFER_TURNS_OFF: request->ends = true; break;
    default: break; /* irix.sprofil.17, hpux.profil.10: seen at the update */
    }
}

/* The manuals speak of an address that is not valid, not of what lies there. */
static void poor_buffer(struct model *m, struct request *request,
                        const struct pointer *base)
{
    struct memory *memory = &m->process->memory[base->buffer];

    if (memory->readonly) {
        if (is_open_buffer(m, request, RULE_READONLY_BUFFER))
            return;
        switch (choose(m->choices, RULE_READONLY_BUFFER)) {
        case READONLY_BUFFER_EFAULT: request->errors |= CALL_EFAULT; break;
        case READONLY_BUFFER_CRASHES: request->crash = true; break;
        default: break;
        }
        return;
    }
    if (is_open_buffer(m, request, RULE_POOR_BUFFER)) {
        memory->beyond = true;
        return;
    }
    switch (choose(m->choices, RULE_POOR_BUFFER)) {
    case POOR_BUFFER_EFAULT: request->errors |= CALL_EFAULT; break;
    case POOR_BUFFER_CRASHES: request->crash = true; break;
    default: break;
    }
}

/* Whether anything is mapped where a buffer begins. */
static bool begins_mapped(const struct process *process,
                          const struct pointer *base)
{
    return base->kind == POINTER_GIVEN &&
           process->memory[base->buffer].bytes != NULL &&
           !process->memory[base->buffer].unmapped;
}

/* Whether an address is what a null buffer is: of profil, one that is null; in
 * AIX's list that may be, or be like other bad ones, as a library may look for
 * null in one place, and not in the other. */
static bool is_null_buffer(struct model *m, const struct request *request,
                           const struct pointer *base)
{
    enum choice null;

    if (base->kind != POINTER_NULL || request->profile.form == FORM_REGIONS)
        return false;
    if (request->profile.form == FORM_ONE)
        return true;
    null = choose(m->choices, RULE_NULL_BUFFER);
    return (null == NULL_BUFFER_EFAULT || null == NULL_BUFFER_ACCEPTED) &&
           choices_either(m->choices, RULE_NULL_BUFFER);
}

/* A null buffer may differ from other bad addresses. */
static void bad_or_null_buffer(struct model *m, struct request *request,
                               const struct pointer *base)
{
    if (!is_null_buffer(m, request, base)) {
        bad_buffer(m, request);
        return;
    }
    switch (choose(m->choices, RULE_NULL_BUFFER)) {
    case NULL_BUFFER_EFAULT: request->errors |= CALL_EFAULT; break;
    case NULL_BUFFER_ACCEPTED: break;
    default:
        bad_buffer(m, request); /* NULL_BUFFER_BAD; _OFF does not get here */
    }
}

/* Whether an odd address is not valid, where one that is not is an error: what
 * is there are counters of two bytes, and no page says where they may lie. */
static bool refuses_odd(struct model *m, const struct pointer *base)
{
    return base->at % 2 != 0 && chose(m, BAD_BUFFER_EFAULT) &&
           choices_either(m->choices, RULE_BAD_BUFFER);
}

static void look_at_buffer(struct model *m, struct request *request,
                           const struct pointer *base, uint64_t size)
{
    if (counters_writable(m->process, base, 0, size)) {
        if ((size >= PAGE && !request->monitors &&
             chose(m, PINNED_EFAULT)) || /* aix.profil.20 */
            refuses_odd(m, base))
            request->errors |= CALL_EFAULT;
        return;
    }
    if (begins_mapped(m->process, base))
        poor_buffer(m, request, base);
    else
        bad_or_null_buffer(m, request, base);
}

/* Whether a bad address is an error where a scale turns off, or a size is 0. */
static bool is_refused(enum choice choice, bool off, bool empty)
{
    return choice == OFF_ADDRESS_CHECKED ||
           (choice == OFF_ADDRESS_CHECKED_RANGE && off && !empty) ||
           choice == (off ? OFF_ADDRESS_CHECKED_OFF : OFF_ADDRESS_CHECKED_SIZE);
}

/* A choice of ELEMENT_ADDRESS as that of OFF_ADDRESS which says the same of a
 * call's address. */
static enum choice as_of_call(enum choice element)
{
    switch (element) {
    case ELEMENT_ADDRESS_CHECKED: return OFF_ADDRESS_CHECKED;
    case ELEMENT_ADDRESS_CHECKED_RANGE: return OFF_ADDRESS_CHECKED_RANGE;
    case ELEMENT_ADDRESS_CHECKED_OFF: return OFF_ADDRESS_CHECKED_OFF;
    case ELEMENT_ADDRESS_CHECKED_SIZE: return OFF_ADDRESS_CHECKED_SIZE;
    default: return OFF_ADDRESS_UNCHECKED;
    }
}

/* Whether an address that is not used may be refused. */
static bool is_bad_unused(struct model *m, const struct pointer *base)
{
    return !counters_writable(m->process, base, 0, 0) &&
           (!begins_mapped(m->process, base) ||
            chose(m, READONLY_BUFFER_EFAULT));
}

/* Whether memory begins at an address, and ends before a size does: all of it
 * may be checked even if it is not used. */
static bool is_too_short(const struct process *process,
                         const struct pointer *base, uint64_t size)
{
    return counters_writable(process, base, 0, 0) &&
           !counters_writable(process, base, 0, size);
}

void request_idle_element(struct model *m, struct request *request,
                          const struct pointer *base, uint64_t size, bool off)
{
    bool refused = false;

    if (off && is_too_short(m->process, base, size))
        refused = chose(m, ELEMENT_ADDRESS_CHECKED_RANGE) &&
                  chose(m, POOR_BUFFER_EFAULT);
    else if (is_bad_unused(m, base))
        refused =
            is_refused(as_of_call(choose(m->choices, RULE_ELEMENT_ADDRESS)),
                       off, size == 0);
    if (refused)
        request->errors |= CALL_EFAULT;
}

void request_off_address(struct model *m, struct request *request,
                         const struct region_arguments *arguments)
{
    enum choice choice;

    if (request->off &&
        is_too_short(m->process, &arguments->base, arguments->size)) {
        if (chose(m, OFF_ADDRESS_CHECKED_RANGE) && chose(m, POOR_BUFFER_EFAULT))
            request->errors |= CALL_EFAULT;
        return;
    }
    if (!is_bad_unused(m, &arguments->base))
        return;
    if (!request->off && open_answer(m, RULE_OFF_ADDRESS)) {
        request->open = true;
        return;
    }
    choice = choose(m->choices, RULE_OFF_ADDRESS);
    if (choice == OFF_ADDRESS_UNCHECKED)
        return;
    if (is_refused(choice, request->off, arguments->size == 0))
        request->errors |= CALL_EFAULT;
    request->idle = !request->off && choice == OFF_ADDRESS_SIZE_NO_EFFECT;
    request->ends = !request->off && choice == OFF_ADDRESS_SIZE_TURNS_OFF;
}

/* Whether no sentence says what a scale past 16 bits is: 0x10000 is said of
 * counters of 32 bits (irix.sprofil.4). */
static bool is_open_scale(struct model *m, uint64_t scale, unsigned width)
{
    if (scale == 0x10000)
        return width == 2 && open_answer(m, RULE_SCALE_RANGE);
    return scale > 0x10000 && open_answer(m, RULE_SCALE_ABOVE);
}

void request_region(struct model *m, struct request *request,
                    const struct region_arguments *arguments, unsigned width)
{
    struct scale_meaning meaning = {0xfffe, false, false};
    struct region *region = &request->profile.regions[request->profile.count++];

    if (is_open_scale(m, arguments->scale, width))
        request->open = true;
    else
        meaning = mapping_scale(m->choices, arguments->scale, width);
    meaning.scale = mapping_full_scale(m->choices, meaning.scale);

    *region = (struct region){
        .mapping = {.offset = mapping_offset(m->choices, arguments->offset),
                    .size = arguments->size,
                    .scale = meaning.scale,
                    .width = (uint8_t)width,
                    .address_bits = m->script->address_bits,
                    .region = request->profile.form == FORM_REGIONS},
        .base = arguments->base,
        .high = arguments->high,
        .disabled = meaning.off || arguments->size == 0,
    };
    if (meaning.invalid)
        request->errors |= CALL_EINVAL;
    if (!meaning.off)
        request->off = false;
    if (!region->disabled)
        look_at_buffer(m, request, &region->base, arguments->size);
}
