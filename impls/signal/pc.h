/* SPDX-License-Identifier: MIT */
/* The pc that a signal interrupted, by architecture. */
#ifndef IMPLS_SIGNAL_PC_H
#define IMPLS_SIGNAL_PC_H

#include <stdint.h>
#include <ucontext.h>

static inline uint64_t pc_of(const ucontext_t *context)
{
    const mcontext_t *machine = &context->uc_mcontext;

#if defined __x86_64__
    return (uint64_t)machine->gregs[REG_RIP];
#elif defined __i386__
    return (uint32_t)machine->gregs[REG_EIP];
#elif defined __aarch64__
    return machine->pc;
#elif defined __arm__
    return machine->arm_pc;
#elif defined __riscv
    return machine->__gregs[REG_PC];
#elif defined __s390x__
    return machine->psw.addr;
#elif defined __powerpc64__
    return machine->gp_regs[32];
#elif defined __mips__
    return machine->pc;
#else
#error "say here where a signal's context holds the pc on this architecture"
#endif
}

#endif
