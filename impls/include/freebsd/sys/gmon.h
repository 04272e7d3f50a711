/* SPDX-License-Identifier: MIT */
/*
 * monstartup, moncontrol and _mcleanup, as FreeBSD's <sys/gmon.h> has them: a
 * histogram of a program's text, and its calls, in a file.
 *
 * A program built with
 *
 *     cc -pg prog.c -Wl,--no-as-needed -lprofil-freebsd
 *
 * profiles itself from its start to its exit, and needs none of these calls.
 *
 *  monstartup(lowpc, highpc)  allocates a counter of 16 bits for each 4 bytes
 *                             of lowpc <= pc < highpc, rounded to 4 bytes,
 *                             and begins.  It has no effect while an earlier
 *                             one goes on, where the range is empty or 4 GiB
 *                             or more, or where there is no memory or timer:
 *                             a line on standard error says so.
 *  moncontrol(mode)           0 stops sampling, any other mode resumes it
 *  _mcleanup()                ends it and writes the file; done at exit
 *
 * The file is gmon.out in the directory that is the current one then, laid
 * out as FreeBSD does on 64-bit machines: its header has the frequency of
 * the profiling clock (freebsd.profil.9), 100 a second, and the width of a
 * counter.  Addresses are those of the process.  The file takes the place of an
 * earlier one when it is complete, or not at all.
 *
 * The calls of functions compiled with -pg are in it too, by arc: how often
 * the function was called from that place.  Both lie in the range; calls from
 * elsewhere, as those of libc, are not counted, as on FreeBSD.  There is room
 * for an arc to each 32 bytes of text, and 512 more, up to 65536; where a
 * program has more, the first are counted and a line on standard error says so.
 * moncontrol(0) stops that too.
 *
 * May be called from any thread, and serves the process as a whole, which has
 * one profiling: profil ends this one's, and the other way round.
 */
#ifndef PROFIL_FREEBSD_SYS_GMON_H
#define PROFIL_FREEBSD_SYS_GMON_H

#ifdef __cplusplus
extern "C" {
#endif

void monstartup(unsigned long lowpc, unsigned long highpc);
void moncontrol(int mode);
void _mcleanup(void);

#ifdef __cplusplus
}
#endif

#endif
