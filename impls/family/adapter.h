/* SPDX-License-Identifier: MIT */
/* The adapter of our own implementations: the dialects' functions, called by
 * the harness, on an engine. */
#ifndef IMPLS_FAMILY_ADAPTER_H
#define IMPLS_FAMILY_ADAPTER_H

#include "engine.h"
#include "impls/symbols.h"

/* What each has of its own.  Both are called between engine_enter and
 * engine_leave, and are null where ticks are signals. */
struct adapter {
    const struct impl_class *class;
    const struct engine *engine;

    /* As impl_class has them; an error's reason goes into why. */
    int (*deliver)(const struct impl_tick *ticks, size_t count, char *why,
                   size_t why_size);
    void (*hold)(bool held);
};

/* As impl_class.open says.  The engine is the process's from now on. */
struct impl *adapter_open(const struct adapter *adapter,
                          const struct impl_options *options, char *why,
                          size_t why_size);

/* Members of impl_class, by those of the adapter opened last. */
int adapter_deliver(struct impl *impl, const struct impl_tick *ticks,
                    size_t count);
void adapter_hold(struct impl *impl, bool held);

#endif
