/* SPDX-License-Identifier: MIT */
#include "symbols.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
typedef int glibc_profil(unsigned short *, size_t, size_t, unsigned);
typedef int glibc_sprofil(struct glibc_prof *, int, struct timeval *, unsigned);

struct prototype {
    const char *dialect;
    bool has_list, has_sprofil, returns_void;
    int (*call)(const struct symbols *s, const struct impl_call *call);
};

static unsigned native_flags(const struct symbols *s, unsigned flags)
{
    return (flags & IMPL_USHORT ? s->constants.prof_ushort : 0) |
           (flags & IMPL_UINT ? s->constants.prof_uint : 0) |
           (flags & IMPL_FAST ? s->constants.prof_fast : 0);
}

static int call_aix(const struct symbols *s, const struct impl_call *call)
{
    aix_profil *profil = (aix_profil *)s->profil;
    const struct impl_region *r = &call->region;
    struct aix_prof list[IMPL_LIST + 1] = {0};

    if (call->entry == IMPL_PROFIL)
        return profil(r->base, (unsigned)r->size, r->offset,
                      (unsigned)r->scale);
    if (!call->list)
        return profil(call->list_address, (unsigned)-1, 0, 0);
    for (unsigned k = 0; k < call->listed; k++) {
        r = &call->list[k];
        list[k] = (struct aix_prof){r->offset, r->high, r->base, (int)r->size,
                                    (unsigned)r->scale};
    }
    return profil(list, (unsigned)-1, 0, 0);
}

static int call_irix(const struct symbols *s, const struct impl_call *call)
{
    const struct impl_region *r = &call->region;
    struct irix_prof list[IMPL_LIST + 1] = {0};

    if (call->entry == IMPL_PROFIL)
        return ((irix_profil *)s->profil)(r->base, (unsigned)r->size,
                                          r->offset, (unsigned)r->scale);
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

    ((hpux_profil *)s->profil)(r->base, r->size, r->offset,
                               (unsigned)r->scale);
    return 0;
}

static int call_freebsd(const struct symbols *s, const struct impl_call *call)
{
    const struct impl_region *r = &call->region;

    return ((freebsd_profil *)s->profil)(r->base, r->size, r->offset,
                                         (int)r->scale);
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
    return ((glibc_sprofil *)s->sprofil)(
        call->list ? list : call->list_address, call->count, call->tvp,
        native_flags(s, call->flags));
}

static const struct prototype prototypes[] = {
    {"aix", true, false, false, call_aix},
    {"irix", false, true, false, call_irix},
    {"hpux", false, false, true, call_hpux},
    {"freebsd", false, false, false, call_freebsd},
    {"glibc", false, true, false, call_glibc},
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
    const struct prototype *p = s->prototype;
    unsigned can = 0;

    if (s->profil)
        can |= IMPL_CAN_PROFIL | (p->has_list ? IMPL_CAN_LIST : 0);
    if (s->sprofil && p->has_sprofil)
        can |= IMPL_CAN_SPROFIL;
    return can;
}

void symbols_call(struct impl *impl, const struct impl_call *call,
                  struct impl_result *result)
{
    const struct symbols *s = (const struct symbols *)impl;

    errno = 0;
    result->value = s->prototype->call(s, call);
    result->error = errno;
    result->has_value = !s->prototype->returns_void;
}

void symbols_close(struct impl *impl)
{
    /* The object stays loaded: its handler may still be installed. */
    free(impl);
}
