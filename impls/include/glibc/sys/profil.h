/* SPDX-License-Identifier: MIT */
/*
 * What glibc's <sys/profil.h> declares, for a host whose libc has none; where
 * there is one, it is that.
 *
 *  profp    profcnt members; see struct prof
 *  profcnt  0 turns profiling off (glibc.sprofil.7)
 *  tvp      if not null, receives the time between two ticks
 *  flags    PROF_USHORT or PROF_UINT
 *
 * Both return 0; on error -1 with errno set.  May be called from any thread,
 * and serves the process as a whole.
 */
#ifndef PROFIL_GLIBC_SYS_PROFIL_H
#define PROFIL_GLIBC_SYS_PROFIL_H

#if __has_include_next(<sys/profil.h>)
#include_next <sys/profil.h>
#else

#include <stddef.h>
#include <sys/time.h>

#ifdef __cplusplus
extern "C" {
#endif

struct prof {
    void *pr_base;          /* counters; the caller's */
    size_t pr_size;         /* bytes at pr_base */
    size_t pr_off;          /* the first address counted */
    unsigned long pr_scale; /* 65536ths of a byte of buffer for a byte of
                               text */
};

enum {
    PROF_USHORT = 0,    /* counters of 16 bits */
    PROF_UINT = 1 << 0, /* counters of 32 bits */
    PROF_FAST = 1 << 1  /* has no effect */
};

int sprofil(struct prof *profp, int profcnt, struct timeval *tvp,
            unsigned int flags);
int profil(unsigned short *sample_buffer, size_t size, size_t offset,
           unsigned int scale);

#ifdef __cplusplus
}
#endif

#endif
#endif
