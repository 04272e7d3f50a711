/* SPDX-License-Identifier: MIT */
#include "control.h"

#include "counters.h"
#include "forms.h"

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
        case OFF_WHILE_OFF_CRASHES: machine_crash(m); break;
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
    if (request->ends)
        m->process->on = false;
    else if (request->off)
        turn_off(m, request);
    else if (request->idle)
        return;
    else if (!m->process->on || request->replaces)
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
    event.error = ERROR_UNSEEN; /* no manual says that errno stays as it was */
    switch (choose(m->choices, RULE_RETURN_ON_SUCCESS)) {
    case RETURN_ON_SUCCESS_ZERO: break;
    case RETURN_ON_SUCCESS_NONE: /* hpux.profil.11, aix.profil.19 */
        event.value = VALUE_NONE;
        break;
    default: event.value = VALUE_NOT_ZERO;
    }
    machine_event(m, event);
}

/* Whether a call has no effect on what is on (aix.profil.17, .18). */
static bool is_ineffective(struct model *m, const struct request *request)
{
    bool by_list = request->profile.form == FORM_AIX_LIST;

    if (!request->off)
        return choose(m->choices, RULE_ON_WHILE_ON) == ON_WHILE_ON_IGNORED;
    return by_list != (m->process->profile.form == FORM_AIX_LIST) &&
           choose(m->choices, RULE_OTHER_FORM) == OTHER_FORM_IGNORED;
}

/* What becomes of profiling when a call fails. */
static void after_error(struct model *m, const struct request *request)
{
    if (!m->process->on)
        return;
    switch (choose(m->choices, RULE_AFTER_ERROR)) {
    case AFTER_ERROR_STOPPED: m->process->on = false; break;
    case AFTER_ERROR_OFF_ENDS:
        if (request->off && !is_ineffective(m, request))
            m->process->on = false;
        break;
    default: break;
    }
}

static void fail(struct model *m, const struct request *request)
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
    unsigned errors = request->errors, row = 0;

    if (errors & (errors - 1))
        row = choices_decide(m->choices, RULE_ERROR_PRECEDENCE,
                             (choice_set)errors) -
              ERROR_PRECEDENCE_FIRST_;
    else
        while (!(errors >> row & 1))
            row++;
    event.error = rows[row].number;
    after_error(m, request);
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
    default: event.value = event.error;
    }
    machine_event(m, event);
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
    case CALL_PROFIL: forms_profil(m, call, &request); break;
    case CALL_PROFIL_LIST: forms_list(m, call, &request); break;
    default: forms_sprofil(m, call, &request);
    }
    if ((request.errors || request.crash) && ineffective(m, &request))
        succeed(m, &request);
    else if (request.crash)
        machine_crash(m);
    else if (request.errors)
        fail(m, &request);
    else
        succeed(m, &request);
}
