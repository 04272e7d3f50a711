/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "impl.h"
#include "symbols.h"

/* The native layouts.  They differ between the dialects, so that the same
 * list has another shape in memory for each.  Members past the end of a
 * given list are zeros: those an implementation reads where profcnt is more. */
struct aix_prof {
    unsigned long p_low, p_high;
    unsigned short *p_buff;
    int p_bufsize;
    unsigned p_scale;
};

struct irix_prof {
    void *pr_base;
    unsigned pr_size;
    unsigned long pr_off;
    unsigned pr_scale;
};

struct glibc_prof {
    void *pr_base;
    size_t pr_size, pr_off;
    unsigned long pr_scale;
};

typedef int aix_profil(void *, unsigned, unsigned long, unsigned);
typedef int irix_profil(unsigned short *, unsigned, unsigned long, unsigned);
typedef int irix_sprofil(struct irix_prof *, int, struct timeval *, unsigned);
typedef void hpux_profil(unsigned short *, size_t, size_t, unsigned);
typedef int freebsd_profil(char *, size_t, uintptr_t, int);
typedef void freebsd_monstartup(unsigned long, unsigned long);
typedef void aix_monitor(void *, ...);
typedef int aix_monstartup(void *, void *);
typedef void aix_moncontrol(int);
typedef int glibc_profil(unsigned short *, size_t, size_t, unsigned);
typedef int glibc_sprofil(struct glibc_prof *, int, struct timeval *, unsigned);

struct prototype {
    const char *dialect;
    unsigned can; /* enum impl_capability: the calls that it has */
    bool returns_void;
    int (*call)(const struct symbols *s, const struct impl_call *call);
};

static unsigned native_flags(const struct symbols *s, unsigned flags)
{
    return (flags & IMPL_USHORT ? s->constants.prof_ushort : 0) |
           (flags & IMPL_UINT ? s->constants.prof_uint : 0) |
           (flags & IMPL_FAST ? s->constants.prof_fast : 0);
}

/* The array that a call's list is, in this memory or elsewhere. */
static void *aix_list(const struct impl_call *call,
                      struct aix_prof list[IMPL_ELEMENTS + 1])
{
    if (!call->list)
        return call->list_address;
    for (unsigned k = 0; k < call->listed; k++) {
        const struct impl_region *r = &call->list[k];

        list[k] = (struct aix_prof){r->offset, r->high, r->base, (int)r->size,
                                    (unsigned)r->scale};
    }
    return list;
}

static int call_aix(const struct symbols *s, const struct impl_call *call)
{
    aix_profil *profil = (aix_profil *)s->profil;
    const struct impl_region *r = &call->region;
    struct aix_prof list[IMPL_ELEMENTS + 1] = {0};

    if (call->entry == IMPL_PROFIL)
        return profil(r->base, (unsigned)r->size, r->offset,
                      (unsigned)r->scale);
    return profil(aix_list(call, list), (unsigned)-1, 0, 0);
}

/* An address of text, as a pointer. */
static void *text_at(uint64_t address)
{
    return (void *)(uintptr_t)address;
}

static int call_aix_monitor(const struct symbols *s,
                            const struct impl_call *call)
{
    aix_monitor *monitor = (aix_monitor *)s->monitor;
    const struct impl_region *r = &call->region;
    struct aix_prof list[IMPL_ELEMENTS + 1] = {0};

    switch (call->entry) {
    case IMPL_MONITOR:
        monitor(text_at(r->offset), text_at(r->high), r->base, (int)r->size,
                call->count);
        return 0;
    case IMPL_MONITOR_LIST:
        monitor(text_at(r->offset), text_at(r->high), aix_list(call, list), -1,
                call->count);
        return 0;
    case IMPL_MONSTARTUP:
        return ((aix_monstartup *)s->monstartup)(text_at(r->offset),
                                                 text_at(r->high));
    case IMPL_MONCONTROL:
        ((aix_moncontrol *)s->moncontrol)(call->count);
        return 0;
    default:
        if (monitor)
            monitor(NULL);
        else
            s->stop();
        return 0;
    }
}

static int call_irix(const struct symbols *s, const struct impl_call *call)
{
    const struct impl_region *r = &call->region;
    struct irix_prof list[IMPL_LIST + 1] = {0};

    if (call->entry == IMPL_PROFIL)
        return ((irix_profil *)s->profil)(r->base, (unsigned)r->size, r->offset,
                                          (unsigned)r->scale);
    for (unsigned k = 0; call->list && k < call->listed; k++) {
        r = &call->list[k];
        list[k] = (struct irix_prof){r->base, (unsigned)r->size, r->offset,
                                     (unsigned)r->scale};
    }
    return ((irix_sprofil *)s->sprofil)(call->list ? list : call->list_address,
                                        call->count, call->tvp,
                                        native_flags(s, call->flags));
}

static int call_hpux(const struct symbols *s, const struct impl_call *call)
{
    const struct impl_region *r = &call->region;

    ((hpux_profil *)s->profil)(r->base, r->size, r->offset, (unsigned)r->scale);
    return 0;
}

static int call_freebsd(const struct symbols *s, const struct impl_call *call)
{
    const struct impl_region *r = &call->region;

    if (call->entry == IMPL_PROFIL)
        return ((freebsd_profil *)s->profil)(r->base, r->size, r->offset,
                                             (int)r->scale);
    if (call->entry == IMPL_MONSTARTUP)
        ((freebsd_monstartup *)s->monstartup)(r->offset, r->high);
    else if (call->entry == IMPL_MCLEANUP)
        s->stop();
    else
        ((aix_moncontrol *)s->moncontrol)(call->count);
    return 0;
}

static int call_glibc(const struct symbols *s, const struct impl_call *call)
{
    const struct impl_region *r = &call->region;
    struct glibc_prof list[IMPL_LIST + 1] = {0};

    if (call->entry == IMPL_PROFIL)
        return ((glibc_profil *)s->profil)(r->base, r->size, r->offset,
                                           (unsigned)r->scale);
    for (unsigned k = 0; call->list && k < call->listed; k++) {
        r = &call->list[k];
        list[k] = (struct glibc_prof){r->base, r->size, r->offset, r->scale};
    }
    return ((glibc_sprofil *)s->sprofil)(call->list ? list : call->list_address,
                                         call->count, call->tvp,
                                         native_flags(s, call->flags));
}

enum {
    CAN_PROFILE = IMPL_CAN_MONSTARTUP | IMPL_CAN_MONCONTROL | IMPL_CAN_COUNT,
};

static const struct prototype prototypes[] = {
    {"aix", IMPL_CAN_PROFIL | IMPL_CAN_LIST, true, call_aix}, /* as its synopsis
                                                                 has it */
    {"irix", IMPL_CAN_PROFIL | IMPL_CAN_SPROFIL, false, call_irix},
    {"hpux", IMPL_CAN_PROFIL, true, call_hpux},
    {"freebsd", IMPL_CAN_PROFIL | IMPL_CAN_MONSTARTUP | IMPL_CAN_MCLEANUP,
     false, call_freebsd},
    {"glibc", IMPL_CAN_PROFIL | IMPL_CAN_SPROFIL, false, call_glibc},
    {"aix-monitor", CAN_PROFILE | IMPL_CAN_MONITOR | IMPL_CAN_STOP, false,
     call_aix_monitor},
    {"gmon", CAN_PROFILE | IMPL_CAN_MCLEANUP, true, call_freebsd},
};

struct symbols *symbols_new(const struct impl_class *class,
                            const struct impl_options *options, char *why,
                            size_t why_size)
{
    const struct prototype *p = NULL;
    struct symbols *s;

    for (size_t k = 0; k < sizeof prototypes / sizeof prototypes[0]; k++)
        if (!strcmp(prototypes[k].dialect, options->dialect))
            p = &prototypes[k];
    if (!p) {
        snprintf(why, why_size, "no prototypes are known for dialect %s",
                 options->dialect);
        return NULL;
    }
    s = calloc(1, sizeof *s);
    if (!s) {
        snprintf(why, why_size, "%s: out of memory", class->name);
        return NULL;
    }
    s->impl.class = class;
    s->prototype = p;
    s->constants = options->constants ? *options->constants
                                      : impl_defaults(options->dialect);
    return s;
}

unsigned symbols_capabilities(const struct impl *impl)
{
    const struct symbols *s = (const struct symbols *)impl;

    return s->prototype->can &
           ((s->profil ? IMPL_CAN_PROFIL | IMPL_CAN_LIST : 0) |
            (s->sprofil ? IMPL_CAN_SPROFIL : 0) |
            (s->monitor ? IMPL_CAN_MONITOR | IMPL_CAN_STOP : 0) |
            (s->stop ? IMPL_CAN_STOP | IMPL_CAN_MCLEANUP : 0) |
            (s->monstartup ? IMPL_CAN_MONSTARTUP : 0) |
            (s->moncontrol ? IMPL_CAN_MONCONTROL : 0) |
            (s->impl.mcount ? IMPL_CAN_COUNT : 0));
}

void symbols_dialects(const struct symbols *s, char *text, size_t size)
{
    enum {
        BEGINS = IMPL_CAN_PROFIL | IMPL_CAN_SPROFIL | IMPL_CAN_MONITOR |
                 IMPL_CAN_MONSTARTUP
    };
    struct symbols as = *s;
    size_t used = 0;

    *text = '\0';
    for (size_t k = 0; k < sizeof prototypes / sizeof prototypes[0]; k++) {
        as.prototype = &prototypes[k];
        if (used < size && symbols_capabilities(&as.impl) & BEGINS)
            used += (size_t)snprintf(text + used, size - used, "%s%s",
                                     used ? ", " : "", prototypes[k].dialect);
    }
}

void symbols_call(struct impl *impl, const struct impl_call *call,
                  struct impl_result *result)
{
    const struct symbols *s = (const struct symbols *)impl;

    errno = 0;
    result->value = s->prototype->call(s, call);
    result->error = errno;
    result->has_value = !s->prototype->returns_void &&
                        (call->entry < IMPL_MONITOR ||
                         (call->entry == IMPL_MONSTARTUP &&
                          s->prototype->call == call_aix_monitor));
}

void symbols_close(struct impl *impl)
{
    /* The object stays loaded: its handler may still be installed. */
    free(impl);
}

struct impl_constants impl_defaults(const char *dialect)
{
    /* sys/profil.h of glibc numbers the flags from 0. */
    if (strcmp(dialect, "glibc") == 0)
        return (struct impl_constants){0, 1, 2, 0};
    return (struct impl_constants){1, 2, 4, 0};
}
