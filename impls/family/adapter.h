/* SPDX-License-Identifier: MIT */
/* What the adapters of our own implementations share: the dialects'
 * functions, called by the harness, on an engine. */
#ifndef IMPLS_FAMILY_ADAPTER_H
#define IMPLS_FAMILY_ADAPTER_H

#include "engine.h"
#include "impls/symbols.h"

/* As impl_class.open says.  The engine is the process's from now on. */
struct symbols *adapter_open(const struct impl_class *class,
                             const struct engine *engine,
                             const struct impl_options *options, char *why,
                             size_t why_size);

#endif
