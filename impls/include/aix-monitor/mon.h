/* SPDX-License-Identifier: MIT */
/*
 * monitor, monstartup and moncontrol, as AIX had them in 1990: a histogram of
 * sampled program counters, and counts of calls, in a file.
 *
 *     void monitor(lowpc, highpc, shortbuff, bufsize, nfunc)
 *     void monitor(lowpc, highpc, profbuff, -1, nfunc)
 *     void monitor(0)
 *     int monstartup(lowpc, highpc)
 *     void moncontrol(mode)
 *
 * A program built with
 *
 *     cc -p -O2 prog.c -lprofil-aix-monitor
 *
 * profiles itself from its start to its exit (aix-monitor.10), as by
 * monstartup, and needs none of these calls.
 *
 * monitor, first form, begins: every 10 ms of CPU time the process's pc is
 * looked at, and counted if lowpc <= pc < highpc (aix-monitor.2).
 *
 *  shortbuff  counters of 16 bits; the caller's, until monitoring stops.
 *             They are added to, not cleared, and stay at 65535 when full.
 *  bufsize    how many shorts there are (aix-monitor.4).  Each counts an
 *             equal share of the range, of two bytes or more; shorts beyond
 *             one for two bytes are left alone.
 *  nfunc      functions whose calls are counted, at most: those that are
 *             called first, and no more than 65536 (aix-monitor.5).  Only
 *             functions compiled with -p or -pg count, and only while
 *             sampling is on.
 *
 * Second form: a list of ranges, each with its buffer, p_bufsize in bytes.
 * lowpc and highpc are ignored, and so is p_scale.  p_high ascends; an
 * element whose p_high is 0 ends the list (aix-monitor.6, .7).
 *
 * lowpc 0 stops and writes mon.out, in all forms (aix-monitor.3, .11), unless
 * monitoring is not on: then a list begins, as the manual's example does, and
 * all else has no effect.  Beginning while on drops what was counted before.
 * A call whose range is empty or whose buffer can't be written has no effect.
 *
 * monstartup allocates a buffer of a short for each two bytes of the range,
 * and begins.  Of a range of more than 1 GiB, as from the manual's lowest
 * address 2, the part below the program is left out.  0; or -1 and EINVAL or
 * ENOMEM (aix-monitor.8).
 *
 * moncontrol(0) stops sampling and counting, any other mode resumes it.  The
 * file is written at exit whichever it was (aix-monitor.9).
 *
 * mon.out is in the directory that is the current one then, of mode 0666 less
 * the umask, and laid out as System V's: lowpc, highpc, the number of
 * functions, for each an address in its entry and its calls, all of 8 bytes,
 * then the shorts that were counted in.  A list's is laid out as gmon.out of
 * glibc.  It takes the place of an earlier one when it is complete: a process
 * that is killed while it writes, or a full disk, leaves the earlier one.  In
 * the latter case a line on standard error says so.  A file mon.out.tmp that a
 * killed process left is removed by the next.
 *
 * After fork both processes go on, and each writes the file at its exit.  May
 * be called from any thread, and serves the process as a whole.
 */
#ifndef PROFIL_AIX_MONITOR_MON_H
#define PROFIL_AIX_MONITOR_MON_H

#ifdef __cplusplus
extern "C" {
#endif

struct prof {
    unsigned long p_low;    /* the first address counted */
    unsigned long p_high;   /* the first address above those counted */
    unsigned short *p_buff; /* counters */
    int p_bufsize;          /* bytes at p_buff */
    unsigned p_scale;       /* ignored */
};

/* The other arguments, if there are any: highpc, of the same type; a pointer
 * to shorts or to struct prof; bufsize and nfunc, of type int. */
void monitor(int (*lowpc)(void), ...);

int monstartup(int (*lowpc)(void), int (*highpc)(void));
void moncontrol(int mode);

#ifdef __cplusplus
}
#endif

#endif
