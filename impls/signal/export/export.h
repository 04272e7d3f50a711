/* SPDX-License-Identifier: MIT */
/* The marks by which a name leaves a library. */
#ifndef IMPLS_SIGNAL_EXPORT_H
#define IMPLS_SIGNAL_EXPORT_H

#define EXPORT __attribute__((visibility("default")))

/* mcount, by all its names.  No C function can stand for those that preserve
 * all registers. */
#if defined __x86_64__
#define ALIAS_MCOUNT(mcount_, fentry)                                          \
    ALIAS_OF(mcount, mcount_);                                                 \
    ALIAS_OF(_mcount, mcount_);                                                \
    ALIAS_OF(__fentry__, fentry);
#define ALIAS_OF(name, function)                                               \
    __asm__(".text\n"                                                          \
            ".p2align 4\n"                                                     \
            ".globl " #name "\n"                                               \
            ".type " #name ", @function\n" #name ":\n"                         \
            "    jmp " #function "\n"                                          \
            ".size " #name ", . - " #name "\n")
#else
#define ALIAS_MCOUNT(mcount_, fentry)
#endif

#endif
