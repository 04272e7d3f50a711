/* SPDX-License-Identifier: MIT */
/* What profiling is on with: the regions of one call. */
#ifndef REFERENCE_PROFILE_H
#define REFERENCE_PROFILE_H

#include "mapping.h"
#include "script.h"

/* A region that profiling was turned on with. */
struct region {
    struct mapping mapping;
    struct pointer base;
    uint64_t high;  /* first address past it, where bounded */
    bool bounded;   /* an aix list element, or what monitor samples */
    bool monitored; /* it is monitor's */
    bool open_end;  /* whether its `high` is sampled is said nowhere */
    bool computed;  /* its scale is computed: counts are not known */
    bool disabled;  /* scale 0 or 1, or size 0 */
    bool overflow;  /* the overflow bin (irix.sprofil.8) */
    bool stopped;   /* turned off by a fault */
};

/* By which call profiling was turned on. */
enum form { FORM_ONE, FORM_AIX_LIST, FORM_REGIONS };

struct profile {
    uint8_t form;
    uint32_t count;
    uint16_t found; /* 1 + the region searched for and found last, or 0 */
    struct region regions[SCRIPT_LIST]; /* nobody looks beyond count, but at
                                           the first */
};

/* A profile of that form without regions. */
static inline void profile_begin(struct profile *profile, enum form form)
{
    profile->form = (uint8_t)form;
    profile->count = 0;
    profile->found = 0;
    profile->regions[0] = (struct region){0};
}

static inline void profile_copy(struct profile *to, const struct profile *from)
{
    to->form = from->form;
    to->count = from->count;
    to->found = from->found;
    to->regions[0] = from->regions[0];
    for (uint32_t i = 1; i < from->count; i++)
        to->regions[i] = from->regions[i];
}

/* Leave the regions of a list that are used (RULE_LIST_USED). */
static inline void profile_use(struct choices *choices, struct profile *profile)
{
    if (profile->count < 2)
        return;
    switch (choose(choices, RULE_LIST_USED)) {
    case LIST_USED_ALL: break;
    case LIST_USED_FIRST: profile->count = 1; break;
    default: profile->count--; /* LIST_USED_ALL_BUT_LAST */
    }
}

#endif
