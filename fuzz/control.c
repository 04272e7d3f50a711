/* SPDX-License-Identifier: MIT */
/*
 * Calls in any order: an input is the text of a case, which is mutated by its
 * grammar, run on our own implementation (or on $FUZZ_SO) in this process,
 * and judged by the model.
 */
#include "fuzz.h"
#include "scripts/mutate.h"
#include "scripts/script.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    script_check((const char *)data, size);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed)
{
    return mutate_case((char *)data, size, max_size, seed, script_dialect());
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *first, size_t first_size,
                                 const uint8_t *second, size_t second_size,
                                 uint8_t *out, size_t max_size, unsigned seed)
{
    return mutate_join((const char *)first, first_size, (const char *)second,
                       second_size, (char *)out, max_size, seed);
}
