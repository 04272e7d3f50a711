/* SPDX-License-Identifier: MIT */
/*
 * The host's <time.h>, and profil as HP-UX has it there: a histogram of
 * sampled program counters.
 *
 *  buff    counters of 16 bits; the caller's.  They are added to, not
 *          cleared, and stay at 65535 when full.
 *  bufsiz  bytes at buff.  0: nothing is counted (hpux.profil.7)
 *  offset  an address: pcs below it are not counted
 *  scale   its low 16 bits are a fraction, 65536ths of a byte of buffer for
 *          a byte of text (hpux.profil.3): 0177777 one counter for each pair
 *          of bytes, 077777 for each four (hpux.profil.4).  2: everything in
 *          the first counter (hpux.profil.5).  0 or 1: off (hpux.profil.6)
 *
 * Every 10 ms of CPU time the process's pc is looked at.  The number
 * (pc - offset) * scale / 65536, rounded up from odd to even, is the
 * counter's place in buff in bytes (hpux.profil.2).
 *
 * A call while profiling is on replaces what was set up.  Profiling goes on
 * in both processes after fork and ends at exec (hpux.profil.8, .9); it also
 * ends where buff can't be written (hpux.profil.10).  No value is returned
 * and no error is reported (hpux.profil.11).
 */
#pragma GCC system_header
#include_next <time.h>

#ifndef PROFIL_HPUX_TIME_H
#define PROFIL_HPUX_TIME_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void profil(unsigned short int *buff, size_t bufsiz, size_t offset,
            unsigned int scale);

#ifdef __cplusplus
}
#endif

#endif
