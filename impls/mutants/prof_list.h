/* SPDX-License-Identifier: MIT */
/* The lists of AIX's profil and monitor, and what ends them. */
#ifndef MUTANTS_PROF_LIST_H
#define MUTANTS_PROF_LIST_H

struct prof {
    unsigned long p_low, p_high;
    unsigned short *p_buff;
    int p_bufsize;
    unsigned p_scale;
};

static bool ends_areas(const struct prof *p)
{
    return p->p_high == 0 &&
           (takes(LIST_END, HIGH_ZERO) ||
            (p->p_low == 0 && !p->p_buff && !p->p_bufsize && !p->p_scale));
}

#endif
