/* SPDX-License-Identifier: MIT */
#include "opening.h"

#include <stdio.h>
#include <string.h>

#include "conformance/delivery/observe.h"
#include "conformance/host/host.h"
#include "conformance/trace/drive.h"
#include "probe.h"

bool opening_as(struct opening *opening, const struct impl_class *impl,
                const char *name, enum dialect dialect, char *why,
                size_t why_size)
{
    const char *dialect_name = dialect_table[dialect].name;

    *opening = (struct opening){
        .constants = impl_defaults(dialect_name),
        .dialect = dialect,
        .returns =
            dialect_permission(dialect, RETURN_ON_SUCCESS_NONE) == FORBIDDEN};
    opening->options =
        (struct observe_options){.impl = impl,
                                 .drive = drive_of(impl),
                                 .open = {.path = name,
                                          .dialect = dialect_name,
                                          .constants = &opening->constants}};
    opening->capabilities =
        probe_capabilities(&opening->options, why, why_size);
    return opening->capabilities != 0 && opening->capabilities != PROBE_FAILED;
}

bool opening_ask(void *context, const struct test_case *c,
                 struct observation *observation)
{
    struct opening *opening = context;
    char why[200];

    opening->options.open.constants = &opening->constants;
    if (!probe_case(c, opening->dialect, opening->capabilities,
                    &opening->constants, why, sizeof why) ||
        host_breaks(c, opening->options.backend, why, sizeof why))
        return false;
    observe(&opening->options, c, observation);
    return true;
}

bool opening_is_void(const struct observation *observation)
{
    const struct outcome *outcome = &observation->outcome;

    for (size_t k = 0; k < outcome->count; k++) {
        const struct event *e = &outcome->events[k];

        if (e->kind == EVENT_CALL && e->value != 0 && e->value != -1 &&
            e->value != ERROR_E2BIG && e->value != ERROR_EACCES &&
            e->value != ERROR_EFAULT && e->value != ERROR_EINVAL &&
            e->value != ERROR_ENOSYS && e->value != VALUE_NONE)
            return true;
    }
    return false;
}

/* A byte of the buffer that is not zero. */
static bool opening_counted(const struct observation *observation)
{
    const struct outcome *outcome = &observation->outcome;

    for (size_t k = 0; k < outcome->count; k++) {
        const struct event *e = &outcome->events[k];

        if (e->kind != EVENT_BUFFER || e->bytes == NULL)
            continue;
        for (size_t at = SCRIPT_ZONE; at < e->size - SCRIPT_ZONE; at++)
            if (e->bytes[at])
                return true;
    }
    return false;
}

/* Whether the tick of a case is counted, all calls returning 0; *is_void:
 * whether one returned what an int function does not. */
static bool opening_counts(struct opening *opening, const char *text,
                           bool *is_void)
{
    struct case_list list = {0};
    struct case_error error;
    struct observation o = {0};
    bool result = false;

    if (case_list_parse(&list, "opening", text, strlen(text), &error) &&
        opening_ask(opening, &list.cases[0], &o)) {
        result = o.ended == ENDED_NORMALLY && opening_counted(&o);
        *is_void = opening_is_void(&o);
        observation_free(&o);
    }
    case_list_free(&list);
    return result;
}

#define BY_FLAG                                                                \
    "case flag\nbuffer b 64\nsprofil [ b 64 0x1000 0x4000 ] 1 null ushort\n"   \
    "tick 0x1001\n"
#define BY_LIST                                                                \
    "case list\nbuffer b 64\nprofil [ 0x1000 0x1100 b 64 0x4000 ] -1 0 0\n"    \
    "tick 0x1001\n"
#define BY_CALLS                                                               \
    "case calls\nbuffer b 64\nprofil b 64 0x1000 0x4000\n"                     \
    "profil b 64 0x1000 0\nprofil b 64 0x2000 0x8000\n"

bool opening_find(struct opening *opening, const struct impl_class *impl,
                  const char *name, char *why, size_t why_size)
{
    bool is_void = false;

    if (!opening_as(opening, impl, name, DIALECT_GLIBC, why, why_size))
        return false;
    if (opening->capabilities & IMPL_CAN_SPROFIL) {
        if (impl != &impl_so || opening_counts(opening, BY_FLAG, &is_void))
            return true;
        /* PROF_USHORT is not 0 */
        return opening_as(opening, impl, name, DIALECT_IRIX, why, why_size);
    }
    if (opening_as(opening, impl, name, DIALECT_AIX, why, why_size) &&
        opening_counts(opening, BY_LIST, &is_void))
        return true;
    if (!opening_as(opening, impl, name, DIALECT_FREEBSD, why, why_size))
        return false;
    opening_counts(opening, BY_CALLS, &is_void);
    return !is_void ||
           opening_as(opening, impl, name, DIALECT_HPUX, why, why_size);
}
