/* SPDX-License-Identifier: MIT */
/*
 * Which region a pc belongs to: lists of regions, and pcs near their edges,
 * made of the input's bytes, run on our own implementation (or on
 * $FUZZ_SO) in this process, and judged by the model.
 */
#include "fuzz.h"
#include "scripts/grammar.h"
#include "scripts/script.h"
#include "text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = {data, size};
    int dialect = script_dialect();
    unsigned how = (unsigned)bytes_take(&b, 1);
    struct text t;

    if (dialect < 0)
        dialect = how % DIALECT_AIX_MONITOR;
    grammar_regions(&b, (enum dialect)dialect, text_begin(&t));
    text_end(&t);
    script_check(t.text, t.length);
    free(t.text);
    return 0;
}
