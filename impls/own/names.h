/* SPDX-License-Identifier: MIT */
/*
 * What programs call the functions of a dialect.  Each dialect has a library
 * of its own (-DLIBRARY), which exports them by those names and runs on
 * signals; in the program, where all are together, profil of AIX is
 * own_aix_profil, and so on (dialects.h).
 *
 * To be included before all else: the host's <unistd.h> has another profil.
 */
#ifndef IMPLS_OWN_NAMES_H
#define IMPLS_OWN_NAMES_H

#define profil profil_of_the_host
#include <unistd.h>
#undef profil

#ifdef LIBRARY
#define EXPORT             __attribute__((visibility("default")))
#define OWN(dialect, name) name
#else
#define EXPORT
#define OWN(dialect, name) own_##dialect##_##name
#endif

/* What counts calls, by all its names.  No C function can be one of those,
 * which preserve all registers. */
#if defined LIBRARY && defined __x86_64__
#define EXPORT_MCOUNT(mcount_, fentry)                                         \
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
#define EXPORT_MCOUNT(mcount_, fentry)
#endif

#endif
