/* SPDX-License-Identifier: MIT */
/*
 * FreeBSD's monstartup and its kin, as impls/include/freebsd/sys/gmon.h
 * describes them; export/ gives them the names that programs call.
 */
#ifndef IMPLS_FAMILY_GMON_H
#define IMPLS_FAMILY_GMON_H

void family_freebsd_monstartup(unsigned long lowpc, unsigned long highpc);
void family_freebsd_moncontrol(int mode);
void family_freebsd_mcleanup(void);

#endif
