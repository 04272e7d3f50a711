/* SPDX-License-Identifier: MIT */
/*
 * The functions of each dialect, under names that let all of them live in
 * one program.  What they do is said in the dialect's header under
 * impls/include/, for glibc in the host's; export/ gives them the names that
 * programs call.  Only one of them is in charge at a time: they share the
 * profiling of the process.
 */
#ifndef IMPLS_FAMILY_DIALECTS_H
#define IMPLS_FAMILY_DIALECTS_H

#include <stddef.h>

struct prof; /* the dialect's own */
struct timeval;

int family_aix_profil(void *buffer, unsigned size, unsigned long offset,
                      unsigned scale);

int family_irix_sprofil(struct prof *profp, int profcnt, struct timeval *tvp,
                        unsigned flags);
int family_irix_profil(unsigned short *buff, unsigned bufsiz,
                       unsigned long offset, unsigned scale);

void family_hpux_profil(unsigned short *buff, size_t bufsiz, size_t offset,
                        unsigned scale);

int family_freebsd_profil(char *samples, size_t size, unsigned long offset,
                          int scale);

/*
 * glibc's prototypes, with what its <unistd.h> and <sys/profil.h> say: the
 * counter is (pc - offset) / 2 * scale / 65536, rounded down once; profil is
 * off by a null buffer or scale 0 or 1 and reports no error but a lack of timers
 * or memory.  sprofil is that of irix, but its list may have any length, its
 * overflow bin may stand anywhere (the first counts), PROF_UINT left out
 * means 16-bit counters, and PROF_FAST has no effect.
 */
int family_glibc_profil(unsigned short *sample_buffer, size_t size,
                        size_t offset, unsigned scale);
int family_glibc_sprofil(struct prof *profp, int profcnt, struct timeval *tvp,
                         unsigned flags);

#endif
