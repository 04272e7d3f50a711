/* SPDX-License-Identifier: MIT */
#include "flat.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/whole_file.h"
#include "reference/files/gmon_out.h"

static bool flat_wrong(char *why, size_t why_size, const char *format, ...)
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

/* Ticks a second, 0 where the file counts something else or does not tell. */
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
    size_t k = flat->symbols
                   ? function_at(flat->symbols->list, flat->symbols->count,
                                 r->address - f->base)
                   : 0;
    uint64_t *sum = flat->symbols && k < flat->symbols->count
                        ? calls + k
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
                              "%s: offset %" PRIu64 ": counts add "
                              "up to more than 64 bits",
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
                    " before: profiles of different clocks are not "
                    "added up",
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
    struct ticks *shares = calloc(room, sizeof *shares);
    uint64_t *calls = calloc(room, sizeof *calls);
    bool good = find_rate(flat, request, why, why_size);

    flat->rows = calloc(room, sizeof *flat->rows);
    if (!shares || !calls || !flat->rows)
        good = flat_wrong(why, why_size, "out of memory");
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
