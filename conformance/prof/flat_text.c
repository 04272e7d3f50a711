/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "flat.h"

static double per_cent(const struct flat *flat, double ticks)
{
    return flat->total ? 100 * ticks / (double)flat->total : 0;
}

/* Ticks in the unit that columns have: seconds, or themselves. */
static double in_unit(const struct flat *flat, double ticks)
{
    return flat->rate ? ticks / flat->rate : ticks;
}

static const char *order_name(uint8_t order)
{
    return order == ORDER_LITTLE ? "little-endian"
           : order == ORDER_BIG  ? "big-endian"
                                 : "of a PDP-11";
}

static void print_heading(const struct flat *flat, FILE *out)
{
    for (size_t k = 0; k < flat->file_count; k++) {
        const struct flat_file *f = flat->files + k;

        terminal_clean(f->name, out);
        fprintf(out, ": %s, %u-bit %s\n",
                file_layout_name((enum file_layout)f->file.layout),
                8u * f->file.encoding.word, order_name(f->file.encoding.order));
    }
    fprintf(out, "%" PRIu64 " tick%s", flat->total, plural(flat->total));
    if (flat->rate)
        fprintf(out, " at %" PRIu32 " a second\n", flat->rate);
    else
        fputs("; how many a second is not told (see --rate)\n", out);
}

static void print_row(const struct flat *flat, const char *name,
                      struct ticks ticks, uint64_t calls, double *sum,
                      FILE *out)
{
    double value = ticks_value(ticks);

    *sum += value;
    fprintf(out, "%6.2f %11.2f %11.2f %11.2f ", per_cent(flat, value),
            in_unit(flat, *sum), in_unit(flat, value), value);
    if (calls)
        fprintf(out, "%11" PRIu64 " ", calls);
    else
        fprintf(out, "%11s ", "");
    terminal_clean(name, out);
    putc('\n', out);
}

static void print_functions(const struct flat *flat, FILE *out)
{
    double sum = 0;

    fprintf(out, "\n%6s %11s %11s %11s %11s %s\n", "%time",
            flat->rate ? "cum seconds" : "cumulative",
            flat->rate ? "seconds" : "ticks", "ticks", "calls", "function");
    for (size_t k = 0; k < flat->row_count; k++)
        print_row(flat, flat->rows[k].function->name, flat->rows[k].ticks,
                  flat->rows[k].calls, &sum, out);
    if (ticks_value(flat->elsewhere) > 0 || flat->calls_elsewhere)
        print_row(flat, "(in no function)", flat->elsewhere,
                  flat->calls_elsewhere, &sum, out);
}

/* " function+0x12" */
static void print_place(const struct flat *flat, uint64_t address, FILE *out)
{
    const struct symbols *s = flat->symbols;
    size_t k = s ? function_at(s->list, s->count, address) : 0;

    if (!s || k >= s->count)
        return;
    fputs("  ", out);
    terminal_clean(s->list[k].name, out);
    fprintf(out, "+0x%" PRIx64, address - s->list[k].start);
}

static void print_histogram(const struct flat *flat, const struct flat_file *f,
                            const struct histogram *h, FILE *out)
{
    for (uint64_t i = 0; i < h->count; i++) {
        uint64_t ticks = histogram_counter(h, i);
        uint64_t from = share_bound(h, i) - f->base;

        if (!ticks)
            continue;
        fprintf(out, "%6.2f %11.2f %11" PRIu64 "  0x%" PRIx64 "-0x%" PRIx64,
                per_cent(flat, (double)ticks), in_unit(flat, (double)ticks),
                ticks, from, share_bound(h, i + 1) - f->base);
        print_place(flat, from, out);
        putc('\n', out);
    }
}

static void flat_text_print_count(const struct flat *flat,
                                  const struct flat_file *f,
                                  const struct record *r, FILE *out)
{
    static const char *const kinds[] = {
        [RECORD_CALLS] = "calls",
        [RECORD_ARC] = "calls",
        [RECORD_BLOCK] = "runs",
    };
    uint64_t address = r->address - f->base;

    fprintf(out, "%11" PRIu64 " %s of 0x%" PRIx64, r->count, kinds[r->kind],
            address);
    print_place(flat, address, out);
    if (r->kind == RECORD_ARC) {
        fprintf(out, "  from 0x%" PRIx64, r->from - f->base);
        print_place(flat, r->from - f->base, out);
    }
    putc('\n', out);
}

static void print_addresses(const struct flat *flat, const struct flat_file *f,
                            FILE *out)
{
    struct profile_file file = f->file;
    struct record r;

    putc('\n', out);
    terminal_clean(f->name, out);
    fprintf(out, " by address:\n%6s %11s %11s  %s\n", "%time",
            flat->rate ? "seconds" : "ticks", "ticks", "addresses");
    profile_file_rewind(&file);
    while (profile_file_next(&file, &r)) {
        if (r.kind == RECORD_HISTOGRAM)
            print_histogram(flat, f, &r.histogram, out);
        else
            flat_text_print_count(flat, f, &r, out);
    }
}

void flat_print_text(const struct flat *flat, bool annotate, FILE *out)
{
    print_heading(flat, out);
    if (flat->symbols)
        print_functions(flat, out);
    for (size_t k = 0; k < flat->file_count; k++)
        if (annotate || !flat->symbols)
            print_addresses(flat, flat->files + k, out);
}
