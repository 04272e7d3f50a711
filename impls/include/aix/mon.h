/* SPDX-License-Identifier: MIT */
/*
 * profil as AIX has it: a histogram of sampled program counters.
 *
 *     int profil(unsigned short *buffer, unsigned size,
 *                unsigned long offset, unsigned scale);
 *     int profil(struct prof *list, (unsigned)-1, 0, 0);
 *
 * First form.  Every 10 ms of CPU time the process's pc is looked at.
 *
 *  buffer  counters of 16 bits; the caller's.  They are added to, not
 *          cleared, and stay at 65535 when full (aix.profil.4).
 *  size    bytes in the buffer.  0: the call has no effect (aix.profil.9).
 *  offset  an address: pcs below it are not counted.
 *  scale   its low 16 bits are a fraction, 65536ths of a byte of buffer for
 *          a byte of text (aix.profil.5): 0xffff one counter for each pair
 *          of bytes, 0x7fff for each four.  2: everything in the first
 *          counter (aix.profil.7).  0 or 1: off (aix.profil.8).
 *
 * The number (pc - offset) * scale / 65536, rounded up from odd to even, is
 * the counter's place in the buffer in bytes (aix.profil.2, .3).
 *
 * Second form (aix.profil.10): a list of ranges of text, each with a buffer.
 * It ends with an element whose p_high is 0; a list that starts with that
 * one turns profiling off (aix.profil.12, .14).  See struct prof.
 *
 * Turning on while on, turning off while off, and turning off by the other
 * form than turned on have no effect (aix.profil.17, .18).  Profiling goes
 * on in both processes after fork and ends at exec (aix.profil.15, .16).  A
 * buffer that goes away while profiling is on is no longer counted in.
 *
 * Returns 0; on error -1, nothing is changed, and errno is
 *  EFAULT  the list can't be read, or a buffer can't be written
 *          (aix.profil.20)
 *  EINVAL  a p_high is not above the one before (aix.profil.21)
 *  EAGAIN, ENOMEM  there is no timer, or no memory
 *
 * May be called from any thread, and serves the process as a whole.
 */
#ifndef PROFIL_AIX_MON_H
#define PROFIL_AIX_MON_H

#ifdef __cplusplus
extern "C" {
#endif

struct prof {
    unsigned long p_low;    /* the first address counted */
    unsigned long p_high;   /* the first address above those counted */
    unsigned short *p_buff; /* counters */
    int p_bufsize;          /* bytes at p_buff */
    unsigned p_scale;       /* as scale above; (unsigned)-1: have it computed
                               so that the range fits the buffer
                               (aix.profil.11) */
};

/* A pointer of any type, so that both forms can be called without a cast. */
int profil(void *buffer, unsigned size, unsigned long offset, unsigned scale);

#ifdef __cplusplus
}
#endif

#endif
