/* SPDX-License-Identifier: MIT */
/* The page's looks and its script, as they stand beside. */
#include "html.h"

#define TEXT(name, file)                                                       \
    __asm__(".pushsection .rodata\n"                                           \
            ".globl " #name "\n" #name ":\n"                                   \
            ".incbin \"reports/html/" file "\"\n"                              \
            ".byte 0\n"                                                        \
            ".popsection\n")

TEXT(html_style, "style.css");
TEXT(html_script, "script.js");
