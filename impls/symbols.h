/* SPDX-License-Identifier: MIT */
/*
 * Calls by the prototypes of the dialects' headers: what all adapters that
 * have C functions to call share.
 */
#ifndef IMPLS_SYMBOLS_H
#define IMPLS_SYMBOLS_H

#include "impl.h"

typedef void (*symbol)(void);

/* An implementation made of plain C functions.  An absent one is null. */
struct symbols {
    struct impl impl;                  /* first: it is one */
    const struct prototype *prototype; /* the dialect's; see symbols.c */
    struct impl_constants constants;
    symbol profil, sprofil;
    symbol monitor, monstartup, moncontrol;
    symbol stop;  /* _mcleanup; does what monitor(0) does, where there is no
                    monitor */
    symbol tick;  /* of a shared object: profilcheck_tick; see impl.h */
    void *handle; /* of dlopen, or null */
};

/* A new one for a dialect, or null where there is no such dialect. */
struct symbols *symbols_new(const struct impl_class *class,
                            const struct impl_options *options, char *why,
                            size_t why_size);

/* The dialects whose calls that begin profiling it has: "aix, hpux"; "": none. */
void symbols_dialects(const struct symbols *s, char *text, size_t size);

/* The members of impl_class. */
unsigned symbols_capabilities(const struct impl *impl);
void symbols_call(struct impl *impl, const struct impl_call *call,
                  struct impl_result *result);
void symbols_close(struct impl *impl);

#endif
