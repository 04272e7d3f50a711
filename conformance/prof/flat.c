/* SPDX-License-Identifier: MIT */
#include "flat.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/json_text.h"
#include "conformance/base/memory.h"
#include "conformance/base/output.h"
#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "conformance/base/whole_file.h"
#include "reference/files/gmon_out.h"

const char *flat_add(struct flat *flat, const struct flat_request *request,
                     const char *name)
{
    struct flat_file *f;
    struct file_error error;
    struct whole_file bytes;

    if (!whole_file_read(&bytes, name))
        return problem_of("%s: %s", name, strerror(errno));
    f = &MEMORY_ADD(flat->files, flat->file_count);
    *f = (struct flat_file){.name = name, .bytes = (unsigned char *)bytes.text};
    if (profile_file_open(&f->file, f->bytes, bytes.length, request->layout,
                          request->encoding, &error))
        return NULL;
    return problem_of("%s: offset %" PRIu64 ": %s, read as %s (see --layout, "
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

static const char *find_base(const struct flat *flat,
                             const struct flat_request *request,
                             struct flat_file *f)
{
    uint64_t low, high;

    f->base = request->base;
    if (request->has_base || !flat->symbols || !range_of(&f->file, &low, &high))
        return NULL;
    if (symbols_base(flat->symbols, low, high, &f->base))
        return NULL;
    return problem_of("%s: its addresses, 0x%" PRIx64 " to 0x%" PRIx64
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

static const char *flat_add_file(struct flat *flat, struct flat_file *f,
                                 struct ticks *shares, uint64_t *calls)
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
    return fits ? NULL
                : problem_of("%s: offset %" PRIu64
                             ": the sum of counts needs more than 64 bits",
                             f->name, r.offset);
}

/* That of all files, or else as asked for. */
static const char *find_rate(struct flat *flat,
                             const struct flat_request *request)
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
                return problem_of(
                    "%s: %" PRIu32 " ticks a second, and %" PRIu32
                    " before: profiles of different clocks can't be added up",
                    f->name, rate, flat->rate);
            flat->rate = rate;
            known = true;
        }
    }
    return NULL;
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

const char *flat_sum(struct flat *flat, const struct flat_request *request)
{
    size_t room = flat->symbols ? flat->symbols->count + 1 : 1;
    struct ticks *shares = memory_new(room, sizeof *shares);
    uint64_t *calls = memory_new(room, sizeof *calls);
    const char *problem = find_rate(flat, request);

    flat->rows = memory_new(room, sizeof *flat->rows);
    for (size_t k = 0; !problem && k < flat->file_count; k++) {
        problem = find_base(flat, request, flat->files + k);
        if (!problem)
            problem = flat_add_file(flat, flat->files + k, shares, calls);
    }
    if (!problem && flat->symbols)
        make_rows(flat, shares, calls);
    free(shares);
    free(calls);
    return problem;
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

/* By address: a counter that is not 0, or a count. */
struct flat_item {
    enum record_kind kind;
    uint64_t address, end; /* end: of a counter's addresses */
    uint64_t count, from;  /* from: of an arc */
};

typedef void put_item(const struct flat *flat, const struct flat_item *item,
                      void *context);

static void put_counters(const struct flat *flat, const struct flat_file *f,
                         const struct histogram *h, put_item *put,
                         void *context)
{
    for (uint64_t i = 0; i < h->count; i++) {
        struct flat_item item = {.kind = RECORD_HISTOGRAM,
                                 .count = histogram_counter(h, i)};

        if (!item.count)
            continue;
        item.address = share_bound(h, i) - f->base;
        item.end = share_bound(h, i + 1) - f->base;
        put(flat, &item, context);
    }
}

static void put_items(const struct flat *flat, const struct flat_file *f,
                      put_item *put, void *context)
{
    struct profile_file file = f->file;
    struct record r;

    profile_file_rewind(&file);
    while (profile_file_next(&file, &r)) {
        if (r.kind == RECORD_HISTOGRAM)
            put_counters(flat, f, &r.histogram, put, context);
        else
            put(flat,
                &(struct flat_item){.kind = r.kind,
                                    .address = r.address - f->base,
                                    .count = r.count,
                                    .from = r.from - f->base},
                context);
    }
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

static void print_item(const struct flat *flat, const struct flat_item *item,
                       void *context)
{
    double ticks = (double)item->count;
    FILE *out = context;

    if (item->kind == RECORD_HISTOGRAM)
        fprintf(out, "%6.2f %11.2f %11" PRIu64 "  0x%" PRIx64 "-0x%" PRIx64,
                per_cent(flat, ticks), in_unit(flat, ticks), item->count,
                item->address, item->end);
    else
        fprintf(out, "%11" PRIu64 " %s of 0x%" PRIx64, item->count,
                item->kind == RECORD_BLOCK ? "runs" : "calls", item->address);
    print_place(flat, item->address, out);
    if (item->kind == RECORD_ARC) {
        fprintf(out, "  from 0x%" PRIx64, item->from);
        print_place(flat, item->from, out);
    }
    putc('\n', out);
}

static void print_addresses(const struct flat *flat, const struct flat_file *f,
                            FILE *out)
{
    putc('\n', out);
    terminal_clean(f->name, out);
    fprintf(out, " by address:\n%6s %11s %11s  %s\n", "%time",
            flat->rate ? "seconds" : "ticks", "ticks", "addresses");
    put_items(flat, f, print_item, out);
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

static void json_item(const struct flat *flat, const struct flat_item *item,
                      void *context)
{
    static const char *const kinds[] = {
        [RECORD_HISTOGRAM] = "counter",
        [RECORD_CALLS] = "calls",
        [RECORD_ARC] = "arc",
        [RECORD_BLOCK] = "block",
    };
    const struct function *function = symbols_at(flat->symbols, item->address);
    bool is_counter = item->kind == RECORD_HISTOGRAM;
    struct json *json = context;

    json_open(json, NULL, "{", ", ");
    json_put(json, "kind", kinds[item->kind]);
    json_number(json, "address", item->address);
    json_put(json, "function", function ? function->name : NULL);
    if (is_counter)
        json_number(json, "end", item->end);
    if (item->kind == RECORD_ARC)
        json_number(json, "from", item->from);
    json_number(json, is_counter ? "ticks" : "count", item->count);
    json_close(json, "}");
}

/* A whole number of ticks is written as one, whatever its size. */
static void json_ticks(struct json *json, struct ticks ticks)
{
    json_next(json, "ticks");
    if (ticks.part == 0)
        fprintf(json->out, "%" PRIu64, ticks.whole);
    else
        fprintf(json->out, "%.17g", ticks_value(ticks));
}

static void json_file(const struct flat *flat, const struct flat_file *f,
                      bool annotate, struct json *json)
{
    json_open(json, NULL, "{", ", ");
    json_put(json, "name", f->name);
    json_put(json, "layout",
             file_layout_name((enum file_layout)f->file.layout));
    json_number(json, "word", 8u * f->file.encoding.word);
    if (annotate || !flat->symbols) {
        json_open(json, "addresses", "[", ",\n  ");
        put_items(flat, f, json_item, json);
        json_close(json, "]");
    }
    json_close(json, "}");
}

static void json_functions(const struct flat *flat, struct json *json)
{
    json_open(json, "functions", "[", ",\n  ");
    for (size_t k = 0; k < flat->row_count; k++) {
        const struct flat_row *row = flat->rows + k;

        json_open(json, NULL, "{", ", ");
        json_put(json, "name", row->function->name);
        json_number(json, "address", row->function->start);
        json_ticks(json, row->ticks);
        json_number(json, "calls", row->calls);
        json_close(json, "}");
    }
    json_close(json, "]");
}

void flat_print_json(const struct flat *flat, bool annotate, FILE *out)
{
    struct json json = {.out = out};
    const char **separator = &json.levels[1].separator;

    json_open(&json, NULL, "{", ", ");
    json_put(&json, "schema", SCHEMA);
    json_number(&json, "ticks", flat->total);
    if (flat->rate)
        json_number(&json, "rate", flat->rate);
    *separator = ",\n";
    json_open(&json, "files", "[", ",\n  ");
    for (size_t k = 0; k < flat->file_count; k++)
        json_file(flat, flat->files + k, annotate, &json);
    json_close(&json, "]");
    if (flat->symbols) {
        *separator = ", ";
        json_functions(flat, &json);
        *separator = ",\n";
        json_open(&json, "elsewhere", "{", ", ");
        json_number(&json, "calls", flat->calls_elsewhere);
        json_ticks(&json, flat->elsewhere);
        json_close(&json, "}");
    }
    json_close(&json, "}");
    putc('\n', out);
}
