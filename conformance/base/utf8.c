/* SPDX-License-Identifier: MIT */
#include "utf8.h"

/* The second byte's range keeps out overlong forms, surrogates and what lies
 * past U+10FFFF. */
size_t utf8_length(const unsigned char *text)
{
    static const struct {
        unsigned char first, last, low, high, length;
    } forms[] = {
        {0x01, 0x7f, 0x00, 0xff, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2},
        {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
        {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4},
        {0xf4, 0xf4, 0x80, 0x8f, 4},
    };

    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        if (text[0] < forms[f].first || text[0] > forms[f].last)
            continue;
        if (text[1] < forms[f].low || text[1] > forms[f].high)
            return 0;
        for (size_t k = 2; k < forms[f].length; k++)
            if (text[k] < 0x80 || text[k] > 0xbf)
                return 0;
        return forms[f].length;
    }
    return 0;
}

bool utf8_misleads(const unsigned char *text)
{
    if (text[0] == 0xc2)
        return text[1] < 0xa0;
    if (text[0] == 0xd8)
        return text[1] == 0x9c;
    if (text[0] != 0xe2)
        return false;
    return text[1] == 0x80
               ? text[2] == 0x8e || text[2] == 0x8f ||
                     (text[2] >= 0xaa && text[2] <= 0xae)
               : text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9;
}
