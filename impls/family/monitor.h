/* SPDX-License-Identifier: MIT */
/*
 * monitor, monstartup and moncontrol, as impls/include/aix-monitor/mon.h
 * describes them; export/ gives them the names that programs call.
 */
#ifndef IMPLS_FAMILY_MONITOR_H
#define IMPLS_FAMILY_MONITOR_H

#include <stdint.h>

/* All five arguments.  bufsize -1: buffer is an array of struct prof. */
void family_aix_monitor(uintptr_t lowpc, uintptr_t highpc, void *buffer,
                        int bufsize, int nfunc);

/* monitor(0), and what a process does at its exit. */
void family_aix_monitor_stop(void);

int family_aix_monstartup(uintptr_t lowpc, uintptr_t highpc);
void family_aix_moncontrol(int mode);

#endif
