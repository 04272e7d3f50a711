/* SPDX-License-Identifier: MIT */
/* The process that judges: a copy of the caller's, with none of its signals,
 * streams or children. */
#ifndef CONFORMANCE_JUDGING_H
#define CONFORMANCE_JUDGING_H

#include <sys/types.h>

#include "impls/impl.h"
#include "profilcheck.h"
#include "reference/rules.h"

struct judging {
    const struct profilcheck_subject *subject;
    enum dialect dialect;
    bool full;
};

/* In a fork of parent: judge, write to out what verdict_text.h says, end. */
_Noreturn void judging_main(const struct judging *judging, pid_t parent,
                            int out);

/* Functions of this very program as an implementation. */
extern const struct impl_class linked_impl;

/* Which ones, for those that are opened from now on, in this process and those
 * it forks.  It must stay. */
void linked_take(const struct profilcheck_subject *subject);

#endif
