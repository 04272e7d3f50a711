/* SPDX-License-Identifier: MIT */
/* Findings one after the other in one line: "left a thread: x; left ...". */
#ifndef CONFORMANCE_FINDING_H
#define CONFORMANCE_FINDING_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Add one, cut where there is no room.  Returns false: it is not so that
 * there is none. */
__attribute__((format(printf, 3, 4))) static inline bool
finding(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;

    if (used > 0 && used + 2 < size) {
        strcpy(text + used, "; ");
        used += 2;
    }
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
    return false;
}

#endif
