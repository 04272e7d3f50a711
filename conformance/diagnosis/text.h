/* SPDX-License-Identifier: MIT */
/* Text built up piece by piece in an array, cut where it is full. */
#ifndef CONFORMANCE_TEXT_H
#define CONFORMANCE_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 3, 4))) static inline void
text_add(char *text, size_t size, const char *format, ...)
{
    size_t length = strlen(text);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

/* A text that fills its array was cut: it ends in dots. */
static inline void text_mark_cut(char *text, size_t size)
{
    size_t length = strlen(text);

    if (length + 1 == size && length >= 3)
        memcpy(text + length - 3, "...", 3);
}

#endif
