/* SPDX-License-Identifier: MIT */
#include "mon_out.h"
#include "profile_read.h"

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
