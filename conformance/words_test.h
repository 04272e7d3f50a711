/* SPDX-License-Identifier: MIT */
/* What a text has in it. */
#ifndef CONFORMANCE_WORDS_TEST_H
#define CONFORMANCE_WORDS_TEST_H

#include <stddef.h>
#include <string.h>

static inline size_t occurrences(const char *text, const char *words)
{
    size_t count = 0;

    for (; (text = strstr(text, words)); text += strlen(words))
        count++;
    return count;
}

#endif
