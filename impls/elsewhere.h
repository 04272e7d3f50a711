/* SPDX-License-Identifier: MIT */
/*
 * What the code takes from glibc, for a libc that lacks it or has it by another
 * name, as musl does.  Included before all else where the libc is not glibc;
 * see the Makefile.
 */
#ifndef IMPLS_ELSEWHERE_H
#define IMPLS_ELSEWHERE_H

#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>

/* The name says most; else the words. */
#define strerrorname_np(error) strerror(error)

static inline const char *sigabbrev_np(int signal)
{
    static const struct {
        int signal;
        const char *name;
    } rows[] = {
        {SIGHUP, "HUP"},   {SIGINT, "INT"},   {SIGQUIT, "QUIT"},
        {SIGILL, "ILL"},   {SIGTRAP, "TRAP"}, {SIGABRT, "ABRT"},
        {SIGBUS, "BUS"},   {SIGFPE, "FPE"},   {SIGKILL, "KILL"},
        {SIGUSR1, "USR1"}, {SIGSEGV, "SEGV"}, {SIGUSR2, "USR2"},
        {SIGPIPE, "PIPE"}, {SIGALRM, "ALRM"}, {SIGTERM, "TERM"},
        {SIGXCPU, "XCPU"}, {SIGXFSZ, "XFSZ"}, {SIGVTALRM, "VTALRM"},
        {SIGPROF, "PROF"}, {SIGIO, "POLL"},   {SIGPWR, "PWR"},
        {SIGSYS, "SYS"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].signal == signal)
            return rows[k].name;
    return NULL;
}

/* The thread that a timer's signal is for. */
#undef sigev_notify_thread_id
#define _sigev_un __sev_fields
#define _tid      sigev_notify_thread_id

/* ptrace takes an int there. */
enum __ptrace_request { PTRACE_OF_ANOTHER_LIBC };

#endif
