/* SPDX-License-Identifier: MIT */
#include "mon_out.h"

#include "profile_read.h"

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

struct file_error mon_out_begin(struct profile_file *file)
{
    unsigned word = file->encoding.word;
    uint64_t at = mon_out_header_size(word), functions, tail;

    if (file->size < at)
        return fault_at(FAULT_SHORT, file->size);
    file->next = at;
    file->item_size = mon_out_call_size(word);
    file->histogram.low = word_at(file, 0);
    file->histogram.high = word_at(file, word);
    if (file->histogram.low >= file->histogram.high)
        return fault_at(FAULT_RANGE, 0);
    functions = word_at(file, 2 * word);
    if (functions > left_from(file, at) / file->item_size)
        return fault_at(FAULT_COUNT, 2 * word);
    at += functions * file->item_size;
    tail = left_from(file, at);
    if (tail % MON_COUNTER != 0)
        return fault_at(FAULT_TAIL, file->size - 1);
    file->histogram_at = at;
    file->histogram.width = MON_COUNTER;
    file->histogram.count = tail / MON_COUNTER;
    return fault_at(FAULT_NONE, 0);
}
