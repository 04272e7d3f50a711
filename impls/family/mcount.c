/* SPDX-License-Identifier: MIT */
/*
 * The entry of functions compiled with -pg: the address after the call is at
 * the top of the stack.  The address that the function itself returns to is
 * above it, or, where its frame is set up, in that frame.  What the caller has
 * in registers is arguments still, in those of vectors too: those are not
 * touched, as this file and calls.c are compiled for general registers only.
 * Each begins where a counter of a profile of its own program does.
 */
#include "calls.h"

#if defined __x86_64__

#define ENTRY(name, from)                                                      \
    __asm__(".text\n"                                                          \
            ".p2align 4\n"                                                     \
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
            "    mov 8(%rbp), %rdi\n" from "    call calls_count\n"            \
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

#define NOWHERE  "    xor %esi, %esi\n"
#define IN_FRAME "    mov (%rbp), %rsi\n    mov 8(%rsi), %rsi\n"
#define ABOVE    "    mov 16(%rbp), %rsi\n"

ENTRY(family_mcount, NOWHERE);
ENTRY(family_fentry, NOWHERE);
ENTRY(family_mcount_arc, IN_FRAME);
ENTRY(family_fentry_arc, ABOVE);

#else

void family_mcount(void)
{
    calls_count((uintptr_t)__builtin_return_address(0), 0);
}

void family_fentry(void)
{
    calls_count((uintptr_t)__builtin_return_address(0), 0);
}

/* Who called the caller can't be known in C. */
void family_mcount_arc(void)
{
}

void family_fentry_arc(void)
{
}

#endif
