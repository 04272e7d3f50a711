/* SPDX-License-Identifier: MIT */
#include "control.h"

#include "counters.h"

_Static_assert(
    CALL_E2BIG == 1 << (ERROR_PRECEDENCE_E2BIG - ERROR_PRECEDENCE_FIRST_) &&
        CALL_EFAULT ==
            1 << (ERROR_PRECEDENCE_EFAULT - ERROR_PRECEDENCE_FIRST_) &&
        CALL_EINVAL ==
            1 << (ERROR_PRECEDENCE_EINVAL - ERROR_PRECEDENCE_FIRST_) &&
        CALL_EACCES == 1 << (ERROR_PRECEDENCE_EACCES - ERROR_PRECEDENCE_FIRST_),
    "errors are named by their place among the choices");

void control_bad_address(struct model *m, struct request *request)
{
    switch (choose(m->choices, RULE_BAD_ADDRESS)) {
    case BAD_ADDRESS_EFAULT: /* aix.profil.20, irix.sprofil.11 */
        request->errors |= CALL_EFAULT;
        break;
    case BAD_ADDRESS_CRASHES: request->crash = true; break;
    default: break;
    }
}

static void bad_buffer(struct model *m, struct request *request)
{
    switch (choose(m->choices, RULE_BAD_BUFFER)) {
    case BAD_BUFFER_EFAULT: /* aix.profil.20, freebsd.profil.8 */
        request->errors |= CALL_EFAULT;
        break;
    case BAD_BUFFER_CRASHES: request->crash = true; break;
    default: break; /* irix.sprofil.17, hpux.profil.10: seen at the update */
    }
}

void control_region(struct model *m, struct request *request,
                    const struct region_arguments *arguments, unsigned width)
{
    struct scale_meaning meaning = mapping_scale(m->choices, arguments->scale);
    struct region *region = &request->profile.regions[request->profile.count++];

    *region = (struct region){
        .mapping = {.offset = arguments->offset,
                    .size = arguments->size,
                    .scale = meaning.scale,
                    .width = (uint8_t)width,
                    .address_bits = m->script->address_bits},
        .base = arguments->base,
        .high = arguments->high,
        .disabled = meaning.off || arguments->size == 0,
    };
    if (meaning.invalid)
        request->errors |= CALL_EINVAL;
    if (!meaning.off)
        request->off = false;
    if (!region->disabled &&
        !counters_writable(m->process, &region->base, 0, arguments->size))
        bad_buffer(m, request);
}

static void turn_on(struct model *m, const struct request *request)
{
    counters_start(m, &request->profile);
    m->process->profile = request->profile;
    m->process->on = true;
    m->process->was_on = true;
}

static void turn_off(struct model *m, const struct request *request)
{
    struct process *process = m->process;
    bool by_list = request->profile.form == FORM_AIX_LIST;

    if (!process->on) {
        switch (choose(m->choices, RULE_OFF_WHILE_OFF)) {
        case OFF_WHILE_OFF_HARMLESS: break; /* aix.profil.18 */
        case OFF_WHILE_OFF_CRASHES: model_crash(m); break;
        default: /* OFF_WHILE_OFF_ENABLES */
            if (request->profile.count > 0) {
                turn_on(m, request);
                process->profile.regions[0].disabled = false;
            }
        }
    } else if (by_list == (process->profile.form == FORM_AIX_LIST) ||
               choose(m->choices, RULE_OTHER_FORM) == OTHER_FORM_STOPS) {
        process->on = false; /* else ineffective: aix.profil.17 */
    }
}

/* What a call that succeeds does. */
static void carry_out(struct model *m, const struct request *request)
{
    if (request->off)
        turn_off(m, request);
    else if (request->idle)
        return;
    else if (!m->process->on)
        turn_on(m, request);
    else
        switch (choose(m->choices, RULE_ON_WHILE_ON)) {
        case ON_WHILE_ON_REPLACES:
            turn_on(m, request);
            break;                       /* irix.sprofil.15 */
        case ON_WHILE_ON_IGNORED: break; /* aix.profil.18 */
        default: m->process->on = false;
        }
}

static void succeed(struct model *m, const struct request *request)
{
    struct event event = {.kind = EVENT_CALL,
                          .tick_time = request->tick_time,
                          .fast = request->fast};

    carry_out(m, request);
    if (m->process->dead)
        return;
    switch (choose(m->choices, RULE_RETURN_ON_SUCCESS)) {
    case RETURN_ON_SUCCESS_ZERO: break;
    case RETURN_ON_SUCCESS_NONE: /* hpux.profil.11 */
        event.value = VALUE_NONE;
        event.error = ERROR_UNSEEN;
        break;
    default: event.value = VALUE_NOT_ZERO;
    }
    model_event(m, event);
}

static void fail(struct model *m, unsigned errors)
{
    static const struct {
        uint8_t choice;
        int32_t number;
    } rows[] = {
        {ERROR_PRECEDENCE_E2BIG, ERROR_E2BIG},
        {ERROR_PRECEDENCE_EFAULT, ERROR_EFAULT},
        {ERROR_PRECEDENCE_EINVAL, ERROR_EINVAL},
        {ERROR_PRECEDENCE_EACCES, ERROR_EACCES},
    };
    struct event event = {.kind = EVENT_CALL};
    unsigned row = 0;

    if (errors & (errors - 1))
        row = choices_decide(m->choices, RULE_ERROR_PRECEDENCE,
                             (choice_set)errors) -
              ERROR_PRECEDENCE_FIRST_;
    else
        while (!(errors >> row & 1))
            row++;
    event.error = rows[row].number;
    if (m->process->on &&
        choose(m->choices, RULE_AFTER_ERROR) == AFTER_ERROR_STOPPED)
        m->process->on = false;
    switch (choose(m->choices, RULE_RETURN_ON_ERROR)) {
    case RETURN_ON_ERROR_MINUS_ONE: event.value = -1; break;
    case RETURN_ON_ERROR_ZERO: break; /* aix.profil.19 */
    case RETURN_ON_ERROR_NONE:
        event.value = VALUE_NONE;
        event.error = ERROR_UNSEEN;
        break;
    default: event.value = event.error;
    }
    model_event(m, event);
}

/* A call to turn on that will do nothing, while profiling is on. */
static bool ineffective(struct model *m, const struct request *request)
{
    return m->process->on && !request->off &&
           choose(m->choices, RULE_ON_WHILE_ON) == ON_WHILE_ON_IGNORED &&
           choose(m->choices, RULE_INEFFECTIVE_CALL) ==
               INEFFECTIVE_CALL_UNCHECKED;
}

void control_call(struct model *m, const struct call *call)
{
    struct request request = {.off = true};

    switch (call->kind) {
    case CALL_PROFIL: control_profil(m, call, &request); break;
    case CALL_PROFIL_LIST: control_list(m, call, &request); break;
    default: control_sprofil(m, call, &request);
    }
    if ((request.errors || request.crash) && ineffective(m, &request))
        succeed(m, &request);
    else if (request.crash)
        model_crash(m);
    else if (request.errors)
        fail(m, request.errors);
    else
        succeed(m, &request);
}
