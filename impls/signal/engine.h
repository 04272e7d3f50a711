/* SPDX-License-Identifier: MIT */
/*
 * The engine on SIGPROF: every one that arrives while it is on counts, those
 * of its clock (ticker.h) and any that others send.  The handler makes no
 * system calls and takes no locks.
 *
 * After it was on, the dispositions of SIGPROF, SIGSEGV and SIGBUS are the
 * caller's again and no SIGPROF of ours is pending.  A disposition that the
 * program changed meanwhile stays as it is.
 */
#ifndef IMPLS_SIGNAL_ENGINE_H
#define IMPLS_SIGNAL_ENGINE_H

#include "impls/family/engine.h"

extern const struct engine engine_signal;

#endif
