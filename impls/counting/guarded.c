/* SPDX-License-Identifier: MIT */
#include "guarded.h"

#include <ucontext.h>

#if GUARDED
/*
 * They call nothing and leave the stack as it is: from anywhere between
 * guarded_begin and guarded_end, guarded_faulted may take over.  A sum that has
 * a carry, or is too great, is the greatest value.  Each begins with an
 * instruction that touches no memory: to valgrind, the first after a jump is
 * still at the jump.
 */
__asm__(".pushsection .text\n"
        ".balign 16\n"
        "guarded_begin:\n"
        ".cfi_startproc\n"
        "guarded_alone_16:\n"
        "    movl $65535, %ecx\n"
        "    movzwl (%rdi), %eax\n"
        "    addl %esi, %eax\n"
        "    sbbl %r8d, %r8d\n"
        "    orl %r8d, %eax\n"
        "    cmpl %ecx, %eax\n"
        "    cmoval %ecx, %eax\n"
        "    movw %ax, (%rdi)\n"
        "    ret\n"
        ".size guarded_alone_16, . - guarded_alone_16\n"
        ".balign 16\n"
        "guarded_alone_32:\n"
        "    movl %esi, %eax\n"
        "    addl (%rdi), %eax\n"
        "    sbbl %r8d, %r8d\n"
        "    orl %r8d, %eax\n"
        "    movl %eax, (%rdi)\n"
        "    ret\n"
        ".size guarded_alone_32, . - guarded_alone_32\n"
        ".balign 16\n"
        "guarded_among_16:\n"
        "    movl $65535, %ecx\n"
        "    movzwl (%rdi), %eax\n"
        "1:  movl %eax, %r9d\n"
        "    addl %esi, %r9d\n"
        "    sbbl %r8d, %r8d\n"
        "    orl %r8d, %r9d\n"
        "    cmpl %ecx, %r9d\n"
        "    cmoval %ecx, %r9d\n"
        "    lock cmpxchgw %r9w, (%rdi)\n"
        "    jne 1b\n"
        "    ret\n"
        ".size guarded_among_16, . - guarded_among_16\n"
        ".balign 16\n"
        "guarded_among_32:\n"
        "    movl $0, %ecx\n"
        "    movl (%rdi), %eax\n"
        "1:  movl %eax, %r9d\n"
        "    addl %esi, %r9d\n"
        "    sbbl %r8d, %r8d\n"
        "    orl %r8d, %r9d\n"
        "    lock cmpxchgl %r9d, (%rdi)\n"
        "    jne 1b\n"
        "    ret\n"
        ".size guarded_among_32, . - guarded_among_32\n"
        "guarded_end:\n"
        "guarded_faulted:\n"
        "    movb $1, (%rdx)\n"
        "    ret\n"
        ".cfi_endproc\n"
        ".irp name, alone_16, alone_32, among_16, among_32, begin, end, "
        "faulted\n"
        ".globl guarded_\\name\n"
        ".hidden guarded_\\name\n"
        ".endr\n"
        ".irp name, alone_16, alone_32, among_16, among_32\n"
        ".type guarded_\\name, @function\n"
        ".endr\n"
        ".popsection\n");

extern const char guarded_begin[], guarded_end[], guarded_faulted[];

bool guarded_resume(void *context)
{
    greg_t *pc = &((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
    uintptr_t at = (uintptr_t)*pc;

    if (at < (uintptr_t)guarded_begin || at >= (uintptr_t)guarded_end)
        return false;
    *pc = (greg_t)(uintptr_t)guarded_faulted;
    return true;
}
#else
bool guarded_resume(void *context)
{
    (void)context;
    return false;
}
#endif
