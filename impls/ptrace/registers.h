/* SPDX-License-Identifier: MIT */
/*
 * The registers of a stopped thread that is traced by the caller: its pc, and
 * the system call that it was stopped in.  Where they are not known, nothing
 * can be traced: REGISTERS_KNOWN is 0.
 */
#ifndef IMPLS_PTRACE_REGISTERS_H
#define IMPLS_PTRACE_REGISTERS_H

#include <elf.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/user.h>

#if defined __x86_64__ && !defined __ILP32__
#define REGISTERS_KNOWN 1
typedef struct user_regs_struct registers;
#define REGISTERS_PC     rip
#define REGISTERS_CALL   orig_rax
#define REGISTERS_RESULT rax
#elif defined __i386__
#define REGISTERS_KNOWN  1
typedef struct user_regs_struct registers;
#define REGISTERS_PC     eip
#define REGISTERS_CALL   orig_eax
#define REGISTERS_RESULT eax
#else
#define REGISTERS_KNOWN  0
typedef struct {
    uint64_t pc, call, result;
} registers;
#define REGISTERS_PC     pc
#define REGISTERS_CALL   call
#define REGISTERS_RESULT result
#endif

static inline bool registers_read(pid_t thread, registers *all)
{
    struct iovec here = {all, sizeof *all};

    return ptrace(PTRACE_GETREGSET, thread, (void *)NT_PRSTATUS, &here) == 0;
}

/* No address is negative, whatever type it has there. */
static inline uint64_t registers_pc(const registers *all)
{
    return (uintptr_t)all->REGISTERS_PC;
}

static inline bool registers_write(pid_t thread, registers *all)
{
    struct iovec here = {all, sizeof *all};

    return ptrace(PTRACE_SETREGSET, thread, (void *)NT_PRSTATUS, &here) == 0;
}

static inline bool registers_poke(pid_t thread, size_t where, uint64_t value)
{
    return ptrace(PTRACE_POKEUSER, thread, (void *)where,
                  (void *)(uintptr_t)value) == 0;
}

/*
 * These fail with EINTR if the thread is stopped in them, and not only if a
 * signal is handled.  They end before they have done anything then, so they
 * can be made again.
 */
static inline bool registers_fails_by_stop(const registers *all)
{
    static const long calls[] = {
/* Some are not there where there is only the newer. */
#ifdef SYS_epoll_wait
        SYS_epoll_wait,
#endif
#ifdef SYS_semop
        SYS_semop,
#endif
#ifdef SYS_semtimedop
        SYS_semtimedop,
#endif
#ifdef SYS_io_getevents
        SYS_io_getevents,
#endif
#ifdef SYS_io_pgetevents
        SYS_io_pgetevents,
#endif
#ifdef SYS_accept
        SYS_accept,
#endif
        SYS_epoll_pwait,   SYS_epoll_pwait2, SYS_rt_sigtimedwait,
        SYS_recvfrom,      SYS_recvmsg,      SYS_accept4,
    };

    if ((long)all->REGISTERS_RESULT != -EINTR)
        return false;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if ((long)all->REGISTERS_CALL == calls[i])
            return true;
    return false;
}

enum { REGISTERS_RESTART = 514 }; /* the kernel's ERESTARTNOHAND */

/* Have the kernel make the call again, unless a signal is handled first. */
static inline void registers_restart(pid_t thread)
{
    registers_poke(thread, offsetof(registers, REGISTERS_RESULT),
                   (uint64_t)-REGISTERS_RESTART);
}

#endif
