/* SPDX-License-Identifier: MIT */
#include "control.h"

#include "counters.h"
#include "forms.h"
#include "open.h"

/* Whether two regions are the same, but for their scales. */
static bool same_place(const struct region *a, const struct region *b)
{
    return a->base.kind == b->base.kind && a->base.buffer == b->base.buffer &&
           a->base.at == b->base.at && a->high == b->high &&
           a->mapping.size == b->mapping.size &&
           a->mapping.offset == b->mapping.offset &&
           a->mapping.width == b->mapping.width;
}

/* How settings differ from those of before. */
enum change { CHANGE_NONE, CHANGE_SCALE, CHANGE_MORE };

static enum change change(const struct profile *before,
                          const struct profile *after)
{
    enum change found = CHANGE_NONE;

    if (before->form != after->form || before->count != after->count)
        return CHANGE_MORE;
    for (uint32_t i = 0; i < after->count; i++) {
        const struct region *a = &before->regions[i], *b = &after->regions[i];

        if (!same_place(a, b))
            return CHANGE_MORE;
        if (a->mapping.scale != b->mapping.scale)
            found = CHANGE_SCALE;
    }
    return found;
}

/* Whether what profiling was on with before is kept, in place of what the call
 * gives. */
static bool keeps_settings(struct model *m, const struct profile *given)
{
    enum change found = CHANGE_NONE;

    if (m->process->was_on)
        found = change(&m->process->profile, given);
    if (found == CHANGE_NONE)
        return false;
    switch (choose(m->choices, RULE_SETTINGS)) {
    case SETTINGS_FIRST: return true;
    case SETTINGS_OLD_SCALE: return found == CHANGE_SCALE;
    default: return false; /* SETTINGS_GIVEN: irix.sprofil.15 */
    }
}

static void turn_on(struct model *m, const struct request *request)
{
    struct profile *profile = &m->process->profile;

    if (!keeps_settings(m, &request->profile))
        profile_copy(profile, &request->profile);
    profile_use(m->choices, profile);
    profile->found = 0;
    for (uint32_t i = 0; i < profile->count; i++)
        profile->regions[i].stopped = false;
    counters_start(m, profile);
    m->process->unticked = m->process->unticked && m->process->on;
    m->process->on = true;
    m->process->was_on = true;
    m->process->ended = false;
    m->process->open.is = false;
}

static void end(struct process *process)
{
    process->ended = process->on;
    process->on = false;
}

/* Whether a call to turn off has an effect on what is on (aix.profil.17); of
 * what sprofil does to what profil began no page speaks. */
static bool has_effect(struct model *m, const struct request *request)
{
    enum form form = m->process->profile.form;
    bool same = request->profile.form == FORM_REGIONS
                    ? form == FORM_REGIONS
                    : (request->profile.form == FORM_AIX_LIST) ==
                          (form == FORM_AIX_LIST);

    return same || chose(m, OTHER_FORM_STOPS);
}

static void turn_off(struct model *m, const struct request *request)
{
    struct process *process = m->process;

    if (!process->on) {
        switch (choose(m->choices, RULE_OFF_WHILE_OFF)) {
        case OFF_WHILE_OFF_HARMLESS: break; /* aix.profil.18 */
        case OFF_WHILE_OFF_CRASHES: machine_crash(m); break;
        default: /* OFF_WHILE_OFF_ENABLES */
            if (request->profile.count > 0) {
                turn_on(m, request);
                process->profile.regions[0].disabled = false;
            }
        }
    } else if (has_effect(m, request)) {
        end(process);
    }
}

/* A call that takes effect, while it is not known whether profiling is on.
 * Where a call to turn on is ignored if it is on, nothing is known after it
 * either. */
static void carry_out_open(struct model *m, const struct request *request)
{
    struct process *process = m->process;
    bool by_list = request->profile.form == FORM_AIX_LIST;

    if (request->ends || (request->off && (open_is_ended_by(process, by_list) ||
                                           chose(m, OTHER_FORM_STOPS))))
        process->open.is = false;
    else if (request->off || request->idle)
        return;
    else if (request->replaces || chose(m, ON_WHILE_ON_REPLACES))
        turn_on(m, request);
    else
        open_profiling(m, &request->profile);
}

/* What a call that succeeds does; false: nothing, as profiling is on. */
static bool carry_out(struct model *m, const struct request *request)
{
    if (m->process->open.is)
        carry_out_open(m, request);
    else if (request->ends)
        end(m->process);
    else if (request->off)
        turn_off(m, request);
    else if (request->idle)
        return true;
    else if (!m->process->on || request->replaces)
        turn_on(m, request);
    else
        switch (choose(m->choices, RULE_ON_WHILE_ON)) {
        case ON_WHILE_ON_REPLACES:
            turn_on(m, request);
            break;                              /* irix.sprofil.15 */
        case ON_WHILE_ON_IGNORED: return false; /* aix.profil.18 */
        default: end(m->process);
        }
    return true;
}

static uint8_t unseen(uint8_t time)
{
    return time == TIME_NOT_ASKED ? TIME_NOT_ASKED : TIME_UNSEEN;
}

/* The clock of a call that did nothing is not looked at: it may be the one that
 * ticks, or the one asked for. */
static void return_success(struct model *m, const struct request *request,
                           bool timed)
{
    struct event event = {.kind = EVENT_CALL,
                          .tick_time = request->tick_time,
                          .fast = request->fast};

    event.error = ERROR_UNSEEN; /* no manual says that errno stays as it was */
    switch (choose(m->choices, RULE_RETURN_ON_SUCCESS)) {
    case RETURN_ON_SUCCESS_ZERO: break;
    case RETURN_ON_SUCCESS_NONE: /* hpux.profil.11, aix.profil.19 */
        event.value = VALUE_NONE;
        break;
    default: /* as of an error, after which nobody looks at a time */
        event.value = VALUE_NOT_ZERO;
        timed = false;
    }
    if (!timed) {
        event.tick_time = unseen(event.tick_time);
        event.fast = unseen(event.fast);
    }
    machine_event(m, event);
}

static void succeed(struct model *m, const struct request *request)
{
    bool timed = carry_out(m, request);

    if (!m->process->dead)
        return_success(m, request, timed);
}

/* What happens to profiling when a call fails. */
static void after_error(struct model *m, const struct request *request)
{
    if (!m->process->on)
        return;
    if (open_answer(m, RULE_AFTER_ERROR)) {
        open_profiling(m, &request->profile);
        return;
    }
    switch (choose(m->choices, RULE_AFTER_ERROR)) {
    case AFTER_ERROR_STOPPED: m->process->on = false; break;
    case AFTER_ERROR_OFF_ENDS:
        if (request->off && has_effect(m, request))
            m->process->on = false;
        break;
    default: break;
    }
}

enum { ERROR_ROWS = 4 };

/* In the order of the choices of ERROR_PRECEDENCE. */
static const int32_t error_numbers[ERROR_ROWS] = {ERROR_E2BIG, ERROR_EFAULT,
                                                  ERROR_EINVAL, ERROR_EACCES};

/* Those of some errors that agree with what was observed of this call: a number
 * may be in errno or be returned, and be in neither where nobody looked. */
static unsigned errors_observed(const struct model *m, unsigned errors)
{
    const struct outcome *observed = m->choices->observed;
    const struct event *event;
    unsigned agreeing = 0;

    if (m->outcome->count >= observed->count)
        return 0;
    event = &observed->events[m->outcome->count];
    if (event->error == ERROR_UNSEEN && event->value <= 0)
        return errors;
    for (unsigned row = 0; row < ERROR_ROWS; row++)
        if (event->error == error_numbers[row] ||
            event->value == error_numbers[row])
            agreeing |= errors & 1u << row;
    return agreeing;
}

/* Which of several is reported: one that was observed, where it may be. */
static unsigned error_chosen(struct model *m, unsigned errors)
{
    struct choices *c = m->choices;
    unsigned allowed = errors & c->allowed.of[RULE_ERROR_PRECEDENCE];

    if (c->observed && !c->lost) {
        unsigned observed = errors_observed(m, errors);

        if (observed & allowed)
            return (unsigned)__builtin_ctz(observed & allowed);
        c->lost = observed == 0;
    } else if (c->lost && allowed) {
        return (unsigned)__builtin_ctz(allowed);
    }
    return choices_decide(c, RULE_ERROR_PRECEDENCE, (choice_set)errors) -
           ERROR_PRECEDENCE_FIRST_;
}

static int32_t error_reported(struct model *m, unsigned errors)
{
    bool several = (errors & (errors - 1)) != 0;

    return error_numbers[several ? error_chosen(m, errors)
                                 : (unsigned)__builtin_ctz(errors)];
}

/* No page says what tvp holds after an error. */
static void return_error(struct model *m, const struct request *request,
                         int32_t error)
{
    struct event event = {.kind = EVENT_CALL, .error = error};

    if (request->timed)
        event.tick_time = TIME_UNSEEN;
    switch (choose(m->choices, RULE_RETURN_ON_ERROR)) {
    case RETURN_ON_ERROR_MINUS_ONE: event.value = -1; break;
    case RETURN_ON_ERROR_ZERO: break; /* aix.profil.19 */
    case RETURN_ON_ERROR_ERRNO_ALONE: /* aix.profil.19 */
        event.value = VALUE_NONE;
        break;
    case RETURN_ON_ERROR_NONE:
        event.value = VALUE_NONE;
        event.error = ERROR_NONE;
        break;
    case RETURN_ON_ERROR_NO_ERRNO:
        event.value = -1;
        event.error = ERROR_NONE;
        break;
    case RETURN_ON_ERROR_NUMBER_ALONE:
        event.value = error == ERROR_UNSEEN ? VALUE_NOT_ZERO : error;
        event.error = ERROR_NONE;
        break;
    default: event.value = error == ERROR_UNSEEN ? VALUE_NOT_ZERO : error;
    }
    machine_event(m, event);
}

static void fail(struct model *m, const struct request *request, int32_t error)
{
    after_error(m, request);
    return_error(m, request, error);
}

/* It succeeds, or fails with any error. */
static void return_either(struct model *m, struct request *request)
{
    if (request->timed)
        request->tick_time = TIME_UNSEEN;
    if (request->fast != TIME_NOT_ASKED)
        request->fast = TIME_UNSEEN;
    if (m->choices->allowed.of[RULE_RETURN_ON_ERROR] !=
            choice_bit(RETURN_ON_ERROR_NONE) && /* an error can be seen */
        choices_either(m->choices, RULE_RETURN_ON_ERROR))
        return_error(m, request, ERROR_UNSEEN);
    else
        return_success(m, request, true);
}

/* Whether a call would turn on by profil, or over it, while profiling is on or
 * may be; and no sentence says what that does. */
static bool is_open_again(struct model *m, const struct request *request)
{
    const struct process *process = m->process;
    bool by_profil = process->open.is
                         ? !(process->open.forms >> FORM_REGIONS & 1)
                         : process->profile.form != FORM_REGIONS;

    return (process->on || process->open.is) && !request->off &&
           !request->idle && !request->ends &&
           (by_profil || request->profile.form != FORM_REGIONS) &&
           open_answer(m, RULE_ON_WHILE_ON);
}

/* A call to turn on that will do nothing, while profiling is on, or may be. */
static bool is_ignored(struct model *m, const struct request *request)
{
    return (m->process->on || m->process->open.is) && !request->off &&
           chose(m, ON_WHILE_ON_IGNORED);
}

/* Any call of sprofil will turn off what is on; a time is written before. */
static bool only_ends(struct model *m, const struct request *request)
{
    return m->process->on && m->process->profile.form == FORM_REGIONS &&
           request->profile.form == FORM_REGIONS && !request->fatal_time &&
           chose(m, ON_WHILE_ON_TURNS_OFF);
}

/* Profiling by sprofil was turned off, and no call may follow. */
static bool dies_after_off(struct model *m, const struct request *request)
{
    return m->process->ended && m->process->profile.form == FORM_REGIONS &&
           request->profile.form == FORM_REGIONS && chose(m, AFTER_OFF_CRASHES);
}

/* A call that has no effect, and wrong arguments.  False: these are looked
 * at. */
static bool ends_unchecked(struct model *m, struct request *request)
{
    bool either = m->process->open.is || open_answer(m, RULE_INEFFECTIVE_CALL);

    if (either)
        return_either(m, request);
    else if (!chose(m, INEFFECTIVE_CALL_UNCHECKED))
        return false;
    else
        succeed(m, request);
    return true;
}

/* Whether a call that has errors, and would touch what it can't, does so before
 * it reports one: no page orders the two. */
static bool dies_first(struct model *m)
{
    const struct outcome *observed = m->choices->observed;

    if (observed && m->outcome->count < observed->count)
        return observed->events[m->outcome->count].kind == EVENT_CRASH;
    return !choices_either(m->choices, RULE_ERROR_PRECEDENCE);
}

void control_call(struct model *m, const struct call *call)
{
    struct request request;

    request_begin(&request, FORM_ONE);
    request.off = true;
    if (chose(m, TICKS_ENOSYS)) {
        fail(m, &request, ERROR_ENOSYS);
        return;
    }
    switch (call->kind) {
    case CALL_PROFIL: forms_profil(m, call, &request); break;
    case CALL_PROFIL_LIST: forms_list(m, call, &request); break;
    default: forms_sprofil(m, call, &request);
    }
    if (is_open_again(m, &request) ||
        (request.open &&
         (!request.errors || request.profile.form == FORM_ONE))) {
        if (!m->process->on || !is_ignored(m, &request))
            open_profiling(m, &request.profile);
        return_either(m, &request);
        return;
    }
    if (dies_after_off(m, &request)) {
        machine_crash(m);
        return;
    }
    if ((request.errors || request.crash) &&
        (is_ignored(m, &request) || only_ends(m, &request)) &&
        ends_unchecked(m, &request))
        return;
    if (request.crash && (!request.errors || dies_first(m)))
        machine_crash(m);
    else if (request.errors)
        fail(m, &request,
             request.open ? ERROR_UNSEEN : error_reported(m, request.errors));
    else
        succeed(m, &request);
}
