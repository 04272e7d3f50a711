/* SPDX-License-Identifier: MIT */
/*
 * A mapping: one or two regions, profiled one after the other, and up to twelve
 * pcs near their edges are made of the input's bytes, as a case, which
 * scripts.h checks.  Under test is somebody's own mapping, if the program has
 * one (probes.h).  The dialect is $FUZZ_DIALECT, or freebsd.
 */
#include <inttypes.h>

#include "scripts/scripts.h"

enum { PCS = 12, SIZE_LIMIT = 1 << 18 };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    if (!fuzz_setting("FUZZ_DIALECT"))
        setenv("FUZZ_DIALECT", "freebsd", 1);
    script_dialect();
    return 0;
}

/* A buffer, and the call that profiles this region into it. */
static void put_call(const struct edges *r, unsigned k, bool lists, FILE *out)
{
    fprintf(out, "buffer b%u %" PRIu64 "\n", k, r->size);
    if (lists)
        fprintf(out,
                "sprofil [ b%u %" PRIu64 " 0x%" PRIx64 " 0x%" PRIx64
                " ] 1 null %s\n",
                k, r->size, r->offset, r->scale,
                r->width == 4 ? "uint" : "ushort");
    else
        fprintf(out, "profil b%u %" PRIu64 " 0x%" PRIx64 " 0x%" PRIx64 "\n", k,
                r->size, r->offset, r->scale);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = {data, size};
    enum dialect dialect = (enum dialect)script_dialect();
    unsigned how = (unsigned)bytes_take(&b, 1), count = 0;
    unsigned regions = how & 128 ? 2 : 1;
    unsigned width =
        how & 64 && dialect_has_call(dialect, CALL_SPROFIL) ? 4 : 2;
    bool lists = dialect == DIALECT_IRIX || width == 4;
    struct edges edges[2];
    uint64_t pcs[PCS];
    struct memory_stream t;
    FILE *out = memory_stream(&t);

    for (unsigned k = 0; k < regions; k++) {
        edges[k].scale = bytes_scale(&b);
        edges[k].size = bytes_size(&b) % SIZE_LIMIT;
        edges[k].offset = bytes_number(&b);
        edges[k].width = width;
    }
    do {
        pcs[count] = bytes_pc(&b, &edges[count % regions]);
        count++;
    } while (b.left > 0 && count < PCS);
    fprintf(out, "case found\ndialect %s\n", dialect_table[dialect].name);
    for (unsigned k = 0; k < regions; k++) {
        /* A second call may be ineffective while profiling is on. */
        if (k > 0 && !lists)
            fprintf(out, "profil b0 %" PRIu64 " 0 0\n", edges[0].size);
        put_call(&edges[k], k, lists, out);
        for (unsigned n = k; n < count; n += regions)
            fprintf(out, "tick 0x%" PRIx64 "\n", pcs[n]);
    }
    memory_stream_end(&t);
    script_check(t.text, t.length);
    free(t.text);
    return 0;
}
