/* SPDX-License-Identifier: MIT */
#include "flat.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/json_text.h"
#include "conformance/base/memory.h"
#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "conformance/base/whole_file.h"
#include "reference/files/gmon_out.h"

bool flat_wrong(char *why, size_t why_size, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(why, why_size, format, arguments);
    va_end(arguments);
    return false;
}

bool flat_add(struct flat *flat, const struct flat_request *request,
              const char *name, char *why, size_t why_size)
{
    struct flat_file *f = flat->files + flat->file_count;
    struct file_error error;
    struct whole_file bytes;

    if (!whole_file_read(&bytes, name))
        return flat_wrong(why, why_size, "%s: %s", name, strerror(errno));
    *f = (struct flat_file){.name = name, .bytes = (unsigned char *)bytes.text};
    flat->file_count++;
    if (profile_file_open(&f->file, f->bytes, bytes.length, request->layout,
                          request->encoding, &error))
        return true;
    return flat_wrong(why, why_size,
                      "%s: offset %" PRIu64 ": %s, read as %s (see --layout, "
                      "--word and --order)",
                      name, error.offset,
                      profile_fault_text((enum profile_fault)error.fault),
                      error.layout == LAYOUT_ANY
                          ? "gmon-4.4bsd"
                          : file_layout_name((enum file_layout)error.layout));
}

/* Ticks a second, 0 where the file counts something else or does not say. */
static uint32_t rate_of(const struct histogram *h)
{
    return h->dimension && strncmp((const char *)h->dimension, GMON_SECONDS,
                                   GMON_DIMENSION) != 0
               ? 0
               : h->rate;
}

/* The lowest and the highest address of a file's histograms. */
static bool range_of(struct profile_file *file, uint64_t *low, uint64_t *high)
{
    struct record r;

    *low = UINT64_MAX;
    *high = 0;
    profile_file_rewind(file);
    while (profile_file_next(file, &r)) {
        if (r.kind != RECORD_HISTOGRAM)
            continue;
        if (r.histogram.low < *low)
            *low = r.histogram.low;
        if (r.histogram.high > *high)
            *high = r.histogram.high;
    }
    return *low < *high;
}

static bool find_base(const struct flat *flat,
                      const struct flat_request *request, struct flat_file *f,
                      char *why, size_t why_size)
{
    uint64_t low, high;

    f->base = request->base;
    if (request->has_base || !flat->symbols || !range_of(&f->file, &low, &high))
        return true;
    if (symbols_base(flat->symbols, low, high, &f->base))
        return true;
    return flat_wrong(why, why_size,
                      "%s: its addresses, 0x%" PRIx64 " to 0x%" PRIx64
                      ", are not "
                      "those of the symbols; say with --base ADDRESS where the "
                      "program was loaded, if it is that program",
                      f->name, low, high);
}

static bool flat_add_histogram(struct flat *flat, const struct flat_file *f,
                               const struct histogram *h, struct ticks *shares)
{
    struct ticks total = {flat->total, 0}, all;

    if (!share_of(h, h->low, h->high, &all) || !ticks_add(&total, all))
        return false;
    flat->total = total.whole;
    return !flat->symbols ||
           share_out(h, f->base, flat->symbols->list, flat->symbols->count,
                     shares, &flat->elsewhere);
}

static bool flat_add_calls(struct flat *flat, const struct flat_file *f,
                           const struct record *r, uint64_t *calls)
{
    const struct function *function =
        symbols_at(flat->symbols, r->address - f->base);
    uint64_t *sum = function ? calls + (function - flat->symbols->list)
                             : &flat->calls_elsewhere;

    return !__builtin_add_overflow(*sum, r->count, sum);
}

static bool flat_add_file(struct flat *flat, struct flat_file *f,
                          struct ticks *shares, uint64_t *calls, char *why,
                          size_t why_size)
{
    struct record r;
    bool fits = true;

    profile_file_rewind(&f->file);
    while (fits && profile_file_next(&f->file, &r)) {
        if (r.kind == RECORD_HISTOGRAM)
            fits = flat_add_histogram(flat, f, &r.histogram, shares);
        else if (r.kind != RECORD_BLOCK)
            fits = flat_add_calls(flat, f, &r, calls);
    }
    return fits || flat_wrong(why, why_size,
                              "%s: offset %" PRIu64
                              ": the sum of counts needs more than 64 bits",
                              f->name, r.offset);
}

/* That of all files, or else as asked for. */
static bool find_rate(struct flat *flat, const struct flat_request *request,
                      char *why, size_t why_size)
{
    bool known = false;

    for (size_t k = 0; k < flat->file_count; k++) {
        struct flat_file *f = flat->files + k;
        struct record r;

        profile_file_rewind(&f->file);
        while (profile_file_next(&f->file, &r)) {
            uint32_t rate = rate_of(&r.histogram);

            if (r.kind != RECORD_HISTOGRAM)
                continue;
            if (rate == 0)
                rate = request->rate;
            if (known && rate != flat->rate)
                return flat_wrong(
                    why, why_size,
                    "%s: %" PRIu32 " ticks a second, and %" PRIu32
                    " before: profiles of different clocks can't be added up",
                    f->name, rate, flat->rate);
            flat->rate = rate;
            known = true;
        }
    }
    return true;
}

static int most_ticks_first(const void *left, const void *right)
{
    const struct flat_row *a = left, *b = right;
    double difference = ticks_value(b->ticks) - ticks_value(a->ticks);

    if (difference != 0)
        return difference < 0 ? -1 : 1;
    if (a->calls != b->calls)
        return a->calls < b->calls ? 1 : -1;
    return a->function->start < b->function->start ? -1 : 1;
}

static void make_rows(struct flat *flat, const struct ticks *shares,
                      const uint64_t *calls)
{
    for (size_t k = 0; k < flat->symbols->count; k++)
        if (ticks_value(shares[k]) > 0 || calls[k] > 0)
            flat->rows[flat->row_count++] =
                (struct flat_row){flat->symbols->list + k, shares[k], calls[k]};
    if (flat->row_count)
        qsort(flat->rows, flat->row_count, sizeof *flat->rows,
              most_ticks_first);
}

bool flat_sum(struct flat *flat, const struct flat_request *request, char *why,
              size_t why_size)
{
    size_t room = flat->symbols ? flat->symbols->count + 1 : 1;
    struct ticks *shares = memory_new(room, sizeof *shares);
    uint64_t *calls = memory_new(room, sizeof *calls);
    bool good = find_rate(flat, request, why, why_size);

    flat->rows = memory_new(room, sizeof *flat->rows);
    for (size_t k = 0; good && k < flat->file_count; k++)
        good =
            find_base(flat, request, flat->files + k, why, why_size) &&
            flat_add_file(flat, flat->files + k, shares, calls, why, why_size);
    if (good && flat->symbols)
        make_rows(flat, shares, calls);
    free(shares);
    free(calls);
    return good;
}

void flat_free(struct flat *flat)
{
    for (size_t k = 0; k < flat->file_count; k++)
        free(flat->files[k].bytes);
    free(flat->files);
    free(flat->rows);
}

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
        fputs("; the file records no sampling rate (see --rate)\n", out);
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
    const struct function *function = symbols_at(flat->symbols, address);

    if (!function)
        return;
    fputs("  ", out);
    terminal_clean(function->name, out);
    fprintf(out, "+0x%" PRIx64, address - function->start);
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
    const struct function *function = symbols_at(flat->symbols, address);

    flat_json_number("address", address, out);
    if (!function)
        return;
    fputs(", \"function\": ", out);
    json_text(function->name, out);
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
