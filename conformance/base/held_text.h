/* SPDX-License-Identifier: MIT */
/* The text of a file, which is part of the program: it needs no other file
 * then.  The file is named from the root of the repository. */
#ifndef CONFORMANCE_BASE_HELD_TEXT_H
#define CONFORMANCE_BASE_HELD_TEXT_H

#define HELD_TEXT(name, file)                                                  \
    __asm__(".pushsection .rodata\n"                                           \
            ".globl " #name "\n" #name ":\n"                                   \
            ".incbin \"" file "\"\n"                                           \
            ".byte 0\n"                                                        \
            ".popsection\n");                                                  \
    extern const char name[]

#endif
