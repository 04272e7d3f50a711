/* SPDX-License-Identifier: MIT */
#include "arc.h"

#include "stub.h"

#if ARC_COUNTS

/*
 * A frame that returns to from; above count's own return address, self, the
 * place here where the return that stands at self goes.
 */
__asm__(".text\n"
        ".globl arc_jump\n"
        ".hidden arc_jump\n"
        ".type arc_jump, @function\n"
        "arc_jump:\n"
        "    push %rbp\n"
        "    push %rbx\n"
        "    mov %rsp, %rbx\n"
        "    pushfq\n"
        "    or %rcx, (%rsp)\n"
        "    popfq\n"
        "    and $-16, %rsp\n"
        "    sub $8, %rsp\n"
        "    push %rsi\n"
        "    push %rbp\n"
        "    mov %rsp, %rbp\n"
        "    lea 1f(%rip), %rax\n"
        "    push %rax\n"
        "    push %rdx\n"
        "    mov %rdi, %rax\n"
        "    mov %rsi, %rdi\n"
        "    mov %rdx, %rsi\n"
        "    jmp *%rax\n"
        "1:  mov %rbx, %rsp\n"
        "    pushfq\n"
        "    andq $~0x100, (%rsp)\n"
        "    popfq\n"
        "    pop %rbx\n"
        "    pop %rbp\n"
        "    ret\n"
        ".size arc_jump, . - arc_jump\n");

bool arc_count(void (*count)(void), uint64_t from, uint64_t self)
{
    if (!stub_return(self))
        return false;
    arc_jump(count, from, self, 0);
    return true;
}

#else

void arc_jump(void (*count)(void), uint64_t from, uint64_t self, uint64_t flags)
{
    (void)count;
    (void)from;
    (void)self;
    (void)flags;
}

bool arc_count(void (*count)(void), uint64_t from, uint64_t self)
{
    (void)count;
    (void)from;
    (void)self;
    return false;
}

#endif
