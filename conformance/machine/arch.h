/* SPDX-License-Identifier: MIT */
/*
 * What exact delivery needs to know of the machine: arch/NAME.h has it for
 * each, README.md says how a further one is ported.  Elsewhere ARCH_DELIVERS
 * is 0 (arch/none.h), and cases with ticks are unsupported.
 *
 * Of a machine that delivers:
 *
 *  - ARCH_STUB_BYTES: a system call instruction, ARCH_STUB_BEFORE bytes of it,
 *    and a return.  ARCH_STUB_ALIGN: what code's addresses are multiples of.
 *  - ARCH_WAIT_BYTES: a jump to itself, behind which, where the first is not
 *    made a return but is passed, a return stands.  ARCH_LEAVE, an arch_unit,
 *    is written over its beginning at once, and lets out who waits there.
 *  - ARCH_FUNCTION_BYTES: a function that sets up its frame, calls what the
 *    address at ARCH_FUNCTION_TARGET in it says, and returns; it stands at
 *    multiples of ARCH_FUNCTION_ALIGN.
 *  - ARCH_USER_END: the first address that no process can map.
 *  - ARCH_FUNCTIONS: the functions below, in assembler.
 *  - ARCH_REGISTERS(context), ARCH_REGISTERS_SIZE: what is to be kept of a
 *    context, to go back to it from another pc.
 *
 * And what is so on some: ARCH_BURSTS, see burst.h; ARCH_TRACES, see tracer.h;
 * ARCH_MASK_IGNORED: where it is emulated the mask of a handler may not be in
 * force in it; ARCH_HANDLER: what a handler that others call in need of it is
 * declared with.
 */
#ifndef CONFORMANCE_ARCH_H
#define CONFORMANCE_ARCH_H

#include <stdint.h>
#include <sys/syscall.h>
#include <ucontext.h>

/* What goes to addresses that a sanitizer does not know of. */
#define ARCH_UNCHECKED __attribute__((no_sanitize("address", "undefined")))

/* A function in assembler. */
#define ARCH_FUNCTION(name, lines)                                             \
    ".text\n"                                                                  \
    ".p2align 4\n"                                                             \
    ".globl " #name "\n"                                                       \
    ".type " #name ", %function\n" #name ":\n" lines ".size " #name            \
    ", . - " #name "\n"

#if !defined __linux__
#include "arch/none.h"
#elif defined __x86_64__ && !defined __ILP32__
#include "arch/x86_64.h"
#elif defined __aarch64__ && defined __LP64__ && !defined __AARCH64EB__
#include "arch/aarch64.h"
#elif defined __riscv && __riscv_xlen == 64
#include "arch/riscv64.h"
#elif defined __i386__
#include "arch/i386.h"
#elif defined __arm__ && defined __ARM_EABI__ && !defined __ARMEB__
#include "arch/arm.h"
#elif defined __powerpc64__ && _CALL_ELF == 2 && defined __LITTLE_ENDIAN__
#include "arch/ppc64le.h"
#elif defined __s390x__
#include "arch/s390x.h"
#else
#include "arch/none.h"
#endif

#ifndef ARCH_BURSTS
#define ARCH_BURSTS 0
#endif
#ifndef ARCH_TRACES
#define ARCH_TRACES 0
#endif
#ifndef ARCH_MASK_IGNORED
#define ARCH_MASK_IGNORED 0
#endif
#ifndef ARCH_HANDLER
#define ARCH_HANDLER
#endif

static inline uint64_t arch_pc(const ucontext_t *context)
{
    return (uintptr_t)ARCH_PC(context);
}

/* A pc that this machine has no room for is cut to it. */
static inline void arch_set_pc(ucontext_t *context, uint64_t pc)
{
    ARCH_PC(context) = (__typeof__(ARCH_PC(context)))(uintptr_t)pc;
}

static inline uintptr_t arch_stack(const ucontext_t *context)
{
    return (uintptr_t)ARCH_STACK(context);
}

/* Make a system call by the stub at that address.  A function of its own:
 * to the compiler it is an ordinary call, and what a system call overwrites
 * are registers that a call may overwrite. */
long arch_stub_call(long a, long b, long c, uintptr_t stub, long number,
                    long d);

/* Call what is at pc, on a stack of its own that ends at top. */
void arch_call_on(uintptr_t pc, void *top);

/* A system call that leaves errno alone, and whatever else threads have of
 * their own.  An error is a negative number. */
#ifndef ARCH_SYSTEM_CALL_IS_INLINE
long arch_system_call(long number, long a, long b, long c, long d, long e,
                      long f);
#endif

static inline long arch_tgkill(long pid, long tid, long signal)
{
    return arch_system_call(SYS_tgkill, pid, tid, signal, 0, 0, 0);
}

#endif
