/* SPDX-License-Identifier: MIT */
/*
 * What exact delivery needs to know of the machine.  A port is this file:
 * elsewhere ARCH_DELIVERS is 0 and cases with ticks are unsupported.
 */
#ifndef CONFORMANCE_ARCH_H
#define CONFORMANCE_ARCH_H

#include <stdint.h>
#include <sys/syscall.h>
#include <ucontext.h>

#if defined __linux__ && defined __x86_64__ && !defined __ILP32__
#define ARCH_DELIVERS 1

enum { ARCH_STUB_BEFORE = 2 }; /* where a stub begins, in bytes before its pc */

/* syscall; ret */
#define ARCH_STUB_BYTES                                                        \
    {                                                                          \
        0x0f, 0x05, 0xc3                                                       \
    }

/* Where a thread waits: a jump to itself, and the byte that in place of its
 * first makes a return of it.  One byte is written at once. */
#define ARCH_WAIT_BYTES                                                        \
    {                                                                          \
        0xeb, 0xfe                                                             \
    }
#define ARCH_LEAVE_BYTE 0xc3

/* First address that a process cannot map. */
#define ARCH_USER_END UINT64_C(0x7ffffffff000)

#define ARCH_PC(context)    ((context)->uc_mcontext.gregs[REG_RIP])
#define ARCH_STACK(context) ((context)->uc_mcontext.gregs[REG_RSP])

/* Make a system call by the stub at that address.  A function of its own:
 * to the compiler it is an ordinary call, and what `syscall` overwrites are
 * registers that a call may overwrite. */
long arch_stub_call(long a, long b, long c, uint64_t stub, long number, long d);

/* Call what is at pc, on a stack of its own that ends at top. */
void arch_call_on(uint64_t pc, void *top);

/* A system call that leaves errno alone, and whatever else threads have of
 * their own. */
static inline long arch_system_call(long number, long a, long b, long c, long d,
                                    long e, long f)
{
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;

    __asm__ volatile("syscall"
                     : "+a"(number)
                     : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return number;
}

static inline long arch_tgkill(long pid, long tid, long signal)
{
    long result = SYS_tgkill;

    __asm__ volatile("syscall"
                     : "+a"(result)
                     : "D"(pid), "S"(tid), "d"(signal)
                     : "rcx", "r11", "memory");
    return result;
}

#else
#define ARCH_DELIVERS    0
#define ARCH_PC(context) ((void)(context), 0)
#endif

#endif
