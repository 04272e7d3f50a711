/* SPDX-License-Identifier: MIT */
#include "counter_bytes.h"

#include <string.h>

static uint16_t swapped_narrow(uint16_t value)
{
    return (uint16_t)(value << 8 | value >> 8);
}

static uint32_t swapped_wide(uint32_t value)
{
    return (uint32_t)swapped_narrow((uint16_t)value) << 16 |
           swapped_narrow((uint16_t)(value >> 16));
}

uint32_t counter_read(const unsigned char *bytes, unsigned width, bool swapped)
{
    uint16_t narrow;
    uint32_t wide;

    memcpy(&narrow, bytes, sizeof narrow);
    if (width == 2)
        return swapped ? swapped_narrow(narrow) : narrow;
    memcpy(&wide, bytes, sizeof wide);
    return swapped ? swapped_wide(wide) : wide;
}

void counter_write(unsigned char *bytes, unsigned width, bool swapped,
                   uint32_t value)
{
    uint16_t narrow = (uint16_t)value;

    if (swapped) {
        narrow = swapped_narrow(narrow);
        value = swapped_wide(value);
    }
    if (width == 2)
        memcpy(bytes, &narrow, sizeof narrow);
    else
        memcpy(bytes, &value, sizeof value);
}
