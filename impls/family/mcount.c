/* SPDX-License-Identifier: MIT */
/*
 * The entry of functions compiled with -pg: the address after the call is at
 * the top of the stack.  What the caller has in registers is arguments still,
 * in those of vectors too: those are not touched, as this file and calls.c are
 * compiled for general registers only.
 */
#include "calls.h"

#if defined __x86_64__

#define ENTRY(name)                                                            \
    __asm__(".text\n"                                                          \
            ".globl " #name "\n"                                               \
            ".hidden " #name "\n"                                              \
            ".type " #name ", @function\n" #name ":\n"                         \
            "    .cfi_startproc\n"                                             \
            "    push %rbp\n"                                                  \
            "    .cfi_def_cfa_offset 16\n"                                     \
            "    .cfi_offset %rbp, -16\n"                                      \
            "    mov %rsp, %rbp\n"                                             \
            "    .cfi_def_cfa_register %rbp\n"                                 \
            "    and $-16, %rsp\n"                                             \
            "    push %rax\n"                                                  \
            "    push %rcx\n"                                                  \
            "    push %rdx\n"                                                  \
            "    push %rsi\n"                                                  \
            "    push %rdi\n"                                                  \
            "    push %r8\n"                                                   \
            "    push %r9\n"                                                   \
            "    push %r10\n"                                                  \
            "    push %r11\n"                                                  \
            "    sub $8, %rsp\n"                                               \
            "    mov 8(%rbp), %rdi\n"                                          \
            "    call calls_count\n"                                           \
            "    add $8, %rsp\n"                                               \
            "    pop %r11\n"                                                   \
            "    pop %r10\n"                                                   \
            "    pop %r9\n"                                                    \
            "    pop %r8\n"                                                    \
            "    pop %rdi\n"                                                   \
            "    pop %rsi\n"                                                   \
            "    pop %rdx\n"                                                   \
            "    pop %rcx\n"                                                   \
            "    pop %rax\n"                                                   \
            "    mov %rbp, %rsp\n"                                             \
            "    pop %rbp\n"                                                   \
            "    .cfi_def_cfa %rsp, 8\n"                                       \
            "    ret\n"                                                        \
            "    .cfi_endproc\n"                                               \
            ".size " #name ", . - " #name "\n")

ENTRY(family_mcount);
ENTRY(family_fentry);

#else

void family_mcount(void)
{
    calls_count((uintptr_t)__builtin_return_address(0));
}

void family_fentry(void)
{
    calls_count((uintptr_t)__builtin_return_address(0));
}

#endif
