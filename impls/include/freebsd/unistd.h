/* SPDX-License-Identifier: MIT */
/*
 * The host's <unistd.h>, but with profil as FreeBSD has it there: a
 * histogram of sampled program counters.
 *
 *  samples  counters of 16 bits; the caller's.  They are added to, not
 *           cleared, and stay at 65535 when full.
 *  size     bytes at samples (freebsd.profil.2)
 *  offset   the lowest address that is counted (freebsd.profil.4)
 *  scale    1 to 65536; 65536 is a counter for each 2 bytes of text, 32768
 *           for each 4 (freebsd.profil.5).  0: off (freebsd.profil.6)
 *
 * Every 10 ms of CPU time the process's pc is looked at.  Its counter is
 * number (pc - offset) / 2 * scale / 65536, divided exactly and rounded down
 * once, at the end (freebsd.profil.3).
 *
 * A call while profiling is on replaces what was set up.  Profiling goes on
 * in both processes after fork and ends at exec.  A buffer that goes away
 * while profiling is on is no longer counted in.
 *
 * Returns 0; on error -1 (freebsd.profil.7), nothing is changed, and errno is
 *  EFAULT  some of samples can't be written (freebsd.profil.8)
 *  EINVAL  scale is below 0 or above 65536
 *  EAGAIN, ENOMEM  there is no timer, or no memory
 */
#pragma GCC system_header
#define profil profil_of_the_host
#include_next <unistd.h>
#undef profil

#ifndef PROFIL_FREEBSD_UNISTD_H
#define PROFIL_FREEBSD_UNISTD_H

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned long vm_offset_t;

int profil(char *samples, size_t size, vm_offset_t offset, int scale);

#ifdef __cplusplus
}
#endif

#endif
