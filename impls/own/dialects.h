/* SPDX-License-Identifier: MIT */
/*
 * The functions of each dialect, by the names that they have where all are in
 * one program (names.h).  What they do is in the dialect's header under
 * impls/include/; for glibc, in the host's.  Only one of them is in charge at a
 * time: they share the profiling of the process.
 */
#ifndef IMPLS_OWN_DIALECTS_H
#define IMPLS_OWN_DIALECTS_H

#include <stddef.h>

struct prof; /* the dialect's own */
struct timeval;

int own_aix_profil(void *buffer, unsigned size, unsigned long offset,
                   unsigned scale);

int own_irix_sprofil(struct prof *profp, int profcnt, struct timeval *tvp,
                     unsigned flags);
int own_irix_profil(unsigned short *buff, unsigned bufsiz, unsigned long offset,
                    unsigned scale);

void own_hpux_profil(unsigned short *buff, size_t bufsiz, size_t offset,
                     unsigned scale);

int own_freebsd_profil(char *samples, size_t size, unsigned long offset,
                       int scale);

/*
 * glibc's prototypes, with what its <unistd.h> and <sys/profil.h> say: the
 * counter is (pc - offset) / 2 * scale / 65536, rounded down once; profil is
 * off by a null buffer or scale 0, and reports no error but a lack of timers or
 * memory.  sprofil is that of irix, but its list may have any length, its
 * overflow bin may be anywhere (the first counts), PROF_UINT left out
 * means 16-bit counters, and PROF_FAST has no effect.
 */
int own_glibc_profil(unsigned short *sample_buffer, size_t size, size_t offset,
                     unsigned scale);
int own_glibc_sprofil(struct prof *profp, int profcnt, struct timeval *tvp,
                      unsigned flags);

void own_aix_monitor(int (*lowpc)(void), ...);
int own_aix_monstartup(int (*lowpc)(void), int (*highpc)(void));
void own_aix_moncontrol(int mode);

void own_freebsd_monstartup(unsigned long lowpc, unsigned long highpc);
void own_freebsd_moncontrol(int mode);
void own_freebsd__mcleanup(void);

#endif
