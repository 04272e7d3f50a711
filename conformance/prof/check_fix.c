/* SPDX-License-Identifier: MIT */
/* A file that gprof reads, of one that it does not. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "reference/files/gmon_out.h"

static bool fix_fails(char *why, size_t why_size, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(why, why_size, format, arguments);
    va_end(arguments);
    return false;
}

/* What it is to hold; arrays are malloc'ed. */
struct fixed {
    uint16_t *counters;
    struct gmon_arc *arcs;
    struct gmon_contents contents;
};

static bool fix_counters(const struct prof_check_file *f, struct fixed *fixed,
                         char *why, size_t why_size)
{
    const struct histogram *h = &f->histogram;

    for (uint64_t k = 0; k < h->count; k++) {
        uint64_t ticks = histogram_counter(h, k);

        if (ticks > UINT16_MAX)
            return fix_fails(why, why_size,
                             "%s has a counter of %" PRIu64 ", and gprof reads "
                             "none above 65535",
                             f->name, ticks);
        fixed->counters[k] = (uint16_t)ticks;
    }
    return true;
}

/* Those outside are moved as far; gprof passes them over. */
static void fix_contents(const struct prof_check_file *f, uint32_t rate,
                         struct fixed *fixed)
{
    struct profile_file file = f->file;
    struct record r;
    uint64_t count = 0;

    profile_file_rewind(&file);
    while (profile_file_next(&file, &r))
        if (r.kind == RECORD_ARC && count < f->arcs)
            fixed->arcs[count++] = (struct gmon_arc){
                r.from - f->base, r.address - f->base, r.count};
    fixed->contents = (struct gmon_contents){
        .low = f->histogram.low - f->base,
        .high = f->histogram.high - f->base,
        .rate = f->histogram.rate ? f->histogram.rate : rate,
        .counters = fixed->counters,
        .counter_count = f->histogram.count,
        .arcs = fixed->arcs,
        .arc_count = count,
    };
}

static bool fix_write(const char *path, const unsigned char *bytes,
                      uint64_t size, char *why, size_t why_size)
{
    FILE *out = fopen(path, "wb");
    bool good = out && fwrite(bytes, 1, size, out) == size;
    int error = errno;

    if (out && fclose(out) != 0 && good) {
        good = false;
        error = errno;
    }
    return good || fix_fails(why, why_size, "%s: %s", path, strerror(error));
}

static bool fix_file(const struct prof_check *check, struct prof_check_file *f,
                     struct fixed *fixed, const char *path, char *why,
                     size_t why_size)
{
    enum file_layout layout = (enum file_layout)f->file.layout;
    uint64_t room = 64 + 2 * f->histogram.count + 24 * f->arcs + 64, size;
    unsigned char *bytes;
    bool good;

    if (!fix_counters(f, fixed, why, why_size))
        return false;
    fix_contents(f, check->rate, fixed);
    bytes = calloc(1, room);
    if (!bytes)
        return fix_fails(why, why_size, "out of memory");
    size =
        gmon_out_write(&fixed->contents, layout, check->encoding, bytes, room);
    good = size ? fix_write(path, bytes, size, why, why_size)
                : fix_fails(why, why_size,
                            "%s has numbers too large for a file of %u-byte "
                            "addresses",
                            f->name, check->encoding.word);
    free(bytes);
    return good;
}

bool prof_check_fix(const struct prof_check *check, const char *path, char *why,
                    size_t why_size)
{
    struct prof_check_file *f = check->files;
    struct fixed fixed = {0};
    bool good;

    if (check->file_count != 1 || f->histograms != 1 || f->overlap)
        return fix_fails(why, why_size, "it takes one file with one histogram");
    if (f->file.layout == LAYOUT_MON)
        return fix_fails(why, why_size,
                         "%s is a mon.out, which gprof never "
                         "reads",
                         f->name);
    fixed.counters = calloc(f->histogram.count + 1, sizeof *fixed.counters);
    fixed.arcs = calloc(f->arcs + 1, sizeof *fixed.arcs);
    good = fixed.counters && fixed.arcs
               ? fix_file(check, f, &fixed, path, why, why_size)
               : fix_fails(why, why_size, "out of memory");
    free(fixed.counters);
    free(fixed.arcs);
    return good;
}
