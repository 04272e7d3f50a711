/* SPDX-License-Identifier: MIT */
#include "mon_out.h"

#include "profile_write.h"

static unsigned calls_width(unsigned word)
{
    return word == 2 ? 4 : word;
}

unsigned mon_out_header_size(unsigned word)
{
    return 3 * word;
}

unsigned mon_out_call_size(unsigned word)
{
    return word + calls_width(word);
}

uint64_t mon_out_write(const struct mon_contents *contents,
                       struct encoding encoding, unsigned char *bytes,
                       uint64_t room)
{
    unsigned word = encoding.word;
    uint64_t size = mon_out_header_size(word) +
                    contents->call_count * mon_out_call_size(word) +
                    contents->counter_count * MON_COUNTER;
    struct pen pen = pen_at(bytes, room, size, encoding.order);

    if (!encoding_exists(LAYOUT_MON, encoding))
        return 0;
    pen_put(&pen, word, contents->low);
    pen_put(&pen, word, contents->high);
    pen_put(&pen, word, contents->call_count);
    for (uint64_t k = 0; k < contents->call_count; k++) {
        pen_put(&pen, word, contents->calls[k].function);
        pen_put(&pen, calls_width(word), contents->calls[k].calls);
    }
    for (uint64_t k = 0; k < contents->counter_count; k++)
        pen_put(&pen, MON_COUNTER, contents->counters[k]);
    return pen.overflowed ? 0 : size;
}
