/* SPDX-License-Identifier: MIT */
/* Functions of this very program as an implementation. */
#ifndef CONFORMANCE_LINKED_H
#define CONFORMANCE_LINKED_H

#include "impls/impl.h"
#include "profilcheck.h"

extern const struct impl_class linked_impl;

/* Which ones, for those that are opened from now on, in this process and those
 * it forks.  It must stay. */
void linked_take(const struct profilcheck_subject *subject);

#endif
