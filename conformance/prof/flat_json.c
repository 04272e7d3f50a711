/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "conformance/base/json_text.h"
#include "flat.h"

#define SCHEMA "profilcheck.prof.1"

static void separate(size_t k, FILE *out)
{
    fputs(k ? ",\n  " : "\n  ", out);
}

static void flat_json_number(const char *name, uint64_t value, FILE *out)
{
    fprintf(out, ", \"%s\": %" PRIu64, name, value);
}

/* A whole number of ticks is written as one, whatever its size. */
static void ticks_member(struct ticks ticks, FILE *out)
{
    if (ticks.part == 0)
        flat_json_number("ticks", ticks.whole, out);
    else
        fprintf(out, ", \"ticks\": %.17g", ticks_value(ticks));
}

static void name_member(const char *name, FILE *out)
{
    fputs("{\"name\": ", out);
    json_text(name, out);
}

static void address_members(const struct flat *flat, uint64_t address,
                            FILE *out)
{
    const struct symbols *s = flat->symbols;
    size_t k = s ? function_at(s->list, s->count, address) : 0;

    flat_json_number("address", address, out);
    if (!s || k == s->count)
        return;
    fputs(", \"function\": ", out);
    json_text(s->list[k].name, out);
}

static void flat_json_histogram(const struct flat *flat,
                                const struct flat_file *f,
                                const struct histogram *h, size_t *items,
                                FILE *out)
{
    for (uint64_t i = 0; i < h->count; i++) {
        uint64_t ticks = histogram_counter(h, i);

        if (!ticks)
            continue;
        separate((*items)++, out);
        fputs("{\"kind\": \"counter\"", out);
        address_members(flat, share_bound(h, i) - f->base, out);
        flat_json_number("end", share_bound(h, i + 1) - f->base, out);
        flat_json_number("ticks", ticks, out);
        putc('}', out);
    }
}

static void addresses(const struct flat *flat, const struct flat_file *f,
                      FILE *out)
{
    static const char *const kinds[] = {
        [RECORD_CALLS] = "calls",
        [RECORD_ARC] = "arc",
        [RECORD_BLOCK] = "block",
    };
    struct profile_file file = f->file;
    struct record r;
    size_t items = 0;

    fputs(", \"addresses\": [", out);
    profile_file_rewind(&file);
    while (profile_file_next(&file, &r)) {
        if (r.kind == RECORD_HISTOGRAM) {
            flat_json_histogram(flat, f, &r.histogram, &items, out);
            continue;
        }
        separate(items++, out);
        fprintf(out, "{\"kind\": \"%s\"", kinds[r.kind]);
        address_members(flat, r.address - f->base, out);
        if (r.kind == RECORD_ARC)
            flat_json_number("from", r.from - f->base, out);
        flat_json_number("count", r.count, out);
        putc('}', out);
    }
    fputs("]", out);
}

static void functions(const struct flat *flat, FILE *out)
{
    fputs(", \"functions\": [", out);
    for (size_t k = 0; k < flat->row_count; k++) {
        const struct flat_row *row = flat->rows + k;

        separate(k, out);
        name_member(row->function->name, out);
        flat_json_number("address", row->function->start, out);
        ticks_member(row->ticks, out);
        flat_json_number("calls", row->calls, out);
        putc('}', out);
    }
    fputs("],\n\"elsewhere\": {\"calls\": ", out);
    fprintf(out, "%" PRIu64, flat->calls_elsewhere);
    ticks_member(flat->elsewhere, out);
    putc('}', out);
}

void flat_print_json(const struct flat *flat, bool annotate, FILE *out)
{
    fputs("{\"schema\": \"" SCHEMA "\"", out);
    flat_json_number("ticks", flat->total, out);
    if (flat->rate)
        flat_json_number("rate", flat->rate, out);
    fputs(",\n\"files\": [", out);
    for (size_t k = 0; k < flat->file_count; k++) {
        const struct flat_file *f = flat->files + k;

        separate(k, out);
        name_member(f->name, out);
        fprintf(out, ", \"layout\": \"%s\"",
                file_layout_name((enum file_layout)f->file.layout));
        flat_json_number("word", 8u * f->file.encoding.word, out);
        if (annotate || !flat->symbols)
            addresses(flat, f, out);
        putc('}', out);
    }
    putc(']', out);
    if (flat->symbols)
        functions(flat, out);
    fputs("}\n", out);
}
