/* SPDX-License-Identifier: MIT */
/*
 * sprofil and profil as IRIX has them: a histogram of sampled program
 * counters, for a list of regions of text.
 *
 *  profp    profcnt members; see struct prof
 *  profcnt  1 to PROFIL_MAX
 *  tvp      if not null, receives the time between two ticks
 *           (irix.sprofil.2)
 *  flags    PROF_USHORT or PROF_UINT, and PROF_FAST if wanted
 *
 * Every 10 ms of CPU time, or every millisecond with PROF_FAST where the
 * kernel's own tick allows it (irix.sprofil.5), the process's pc is looked
 * at.  Of the regions whose pr_off is not above it and whose buffer has a
 * counter for it, the one of the largest pr_off counts; of equal ones, the
 * first listed (irix.sprofil.6, .7).
 *
 * A region of pr_off 0 and pr_scale 2 is the overflow bin: its first counter
 * takes every pc that no other region counts.  It must come last
 * (irix.sprofil.8, .9).
 *
 * Each call ends what earlier calls set up (irix.sprofil.15); a call that
 * fails changes nothing.  A call that leaves no region on turns profiling
 * off.  Profiling goes on in both processes after fork and ends at exec
 * (irix.sprofil.18).  A region whose buffer can't be written is turned off
 * by itself (irix.sprofil.17).
 *
 * Both return 0; on error -1, and errno is
 *  E2BIG   profcnt is below 1 or above PROFIL_MAX (irix.sprofil.10)
 *  EFAULT  profp can't be read or tvp can't be written (irix.sprofil.11)
 *  EINVAL  the overflow bin is not last, or not just one of PROF_USHORT and
 *          PROF_UINT is given (irix.sprofil.12)
 *  EACCES  PROF_FAST, and the kernel's tick is longer than a millisecond
 *          (irix.sprofil.13)
 *  EAGAIN, ENOMEM  there is no timer, or no memory
 *
 * May be called from any thread, and serves the process as a whole.
 */
#ifndef PROFIL_IRIX_SYS_PROFIL_H
#define PROFIL_IRIX_SYS_PROFIL_H

#include <sys/time.h>

#ifdef __cplusplus
extern "C" {
#endif

struct prof {
    void *pr_base;        /* counters; the caller's.  They are added to, not
                             cleared, and stay at their greatest value */
    unsigned pr_size;     /* bytes at pr_base.  0: not counted */
    unsigned long pr_off; /* the first address counted */
    unsigned pr_scale;    /* 65536ths of a byte of buffer for a byte of text:
                             0x8000 with PROF_USHORT, or 0x10000 with
                             PROF_UINT, is a counter for each 4 bytes
                             (irix.sprofil.4).  0 or 1: not counted */
};

#define PROF_USHORT 0x0001 /* counters of 16 bits */
#define PROF_UINT   0x0002 /* counters of 32 bits */
#define PROF_FAST   0x0004 /* a tick each millisecond */

#define PROFIL_MAX 64 /* regions in a list */

int sprofil(struct prof *profp, int profcnt, struct timeval *tvp,
            unsigned int flags);

/* sprofil with one member, no tvp, and PROF_USHORT (irix.sprofil.19). */
int profil(unsigned short *buff, unsigned int bufsiz, unsigned long offset,
           unsigned int scale);

#ifdef __cplusplus
}
#endif

#endif
