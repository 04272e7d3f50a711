/* SPDX-License-Identifier: MIT */
/* A file that gprof reads, of one that it does not; and whether it does. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "check.h"
#include "conformance/base/memory.h"
#include "conformance/base/output.h"
#include "conformance/base/put_file.h"
#include "conformance/base/terminal.h"
#include "reference/files/gmon_out.h"

enum {
    FIX_HISTOGRAMS = 256, /* the most that counters are split into */
    GPROF_SECONDS = 60,   /* of CPU time */
};

/* What it is to hold; arrays are malloc'ed. */
struct fixed {
    uint64_t *ticks; /* of counters; what is written is taken away */
    uint64_t largest;
    uint16_t *counters;
    struct gmon_arc *arcs;
    struct gmon_contents contents;
};

/* Whether all histograms are of the same addresses: they are added up. */
static bool has_one_range(const struct prof_check_file *f)
{
    const struct histogram *first = &f->histogram;
    struct profile_file file = f->file;
    struct record r;

    profile_file_rewind(&file);
    while (profile_file_next(&file, &r))
        if (r.kind == RECORD_HISTOGRAM &&
            (r.histogram.low != first->low || r.histogram.high != first->high ||
             r.histogram.count != first->count))
            return false;
    return f->histograms > 0;
}

/* Calls of functions outside are moved as far; gprof passes them over. */
static void fix_contents(const struct prof_check_file *f, uint32_t rate,
                         struct fixed *fixed)
{
    const struct histogram *h = &f->histogram;
    struct profile_file file = f->file;
    struct record r;
    uint64_t count = 0;

    profile_file_rewind(&file);
    while (profile_file_next(&file, &r)) {
        if (r.kind == RECORD_HISTOGRAM)
            for (uint64_t k = 0; k < h->count; k++)
                fixed->ticks[k] += histogram_counter(&r.histogram, k);
        else if (r.kind == RECORD_ARC && count < f->arcs)
            fixed->arcs[count++] = (struct gmon_arc){
                r.from - f->base, r.address - f->base, r.count};
    }
    for (uint64_t k = 0; k < h->count; k++)
        if (fixed->ticks[k] > fixed->largest)
            fixed->largest = fixed->ticks[k];
    fixed->contents = (struct gmon_contents){
        .low = h->low - f->base,
        .high = h->high - f->base,
        .rate = h->rate && !(f->facts & F(BAD_RATE)) ? h->rate : rate,
        .counters = fixed->counters,
        .counter_count = h->count,
        .arcs = fixed->arcs,
        .arc_count = count,
    };
}

/* As much of each counter as one of 2 bytes holds. */
static void fix_portion(struct fixed *fixed)
{
    for (uint64_t k = 0; k < fixed->contents.counter_count; k++) {
        uint64_t take =
            fixed->ticks[k] > UINT16_MAX ? UINT16_MAX : fixed->ticks[k];

        fixed->counters[k] = (uint16_t)take;
        fixed->ticks[k] -= take;
    }
}

/* That of the file, where gprof knows it and one histogram is enough; where no
 * rate is known, one in which gprof takes its own. */
static enum file_layout fix_layout(const struct prof_check_file *f,
                                   const struct fixed *fixed)
{
    bool known = f->file.layout == LAYOUT_GMON_44 ||
                 f->file.layout == LAYOUT_GMON_FREEBSD;

    if (fixed->largest > UINT16_MAX)
        return LAYOUT_GMON_TAGGED;
    if (known)
        return (enum file_layout)f->file.layout;
    return fixed->contents.rate ? LAYOUT_GMON_TAGGED : LAYOUT_GMON_44;
}

/* The first has the header and the calls; others are records behind it.  False
 * where a number is too large for it. */
static bool fix_write(const struct prof_check *check, struct fixed *fixed,
                      enum file_layout layout, FILE *out)
{
    uint64_t room = 64 + 2 * fixed->contents.counter_count +
                    24 * fixed->contents.arc_count + 64;
    unsigned char *bytes = memory_new(1, room);
    bool good = true;

    for (uint64_t left = fixed->largest, skip = 0; good;
         left -= left > UINT16_MAX ? UINT16_MAX : left) {
        uint64_t size;

        fix_portion(fixed);
        size = gmon_out_write(&fixed->contents, layout, check->encoding, bytes,
                              room);
        good = size > 0;
        if (good)
            fwrite(bytes + skip, 1, size - skip, out);
        if (left <= UINT16_MAX)
            break;
        skip = GMON_TAGGED_HEADER;
        fixed->contents.arc_count = 0;
    }
    free(bytes);
    return good;
}

static void fix_put(FILE *out, const void *context)
{
    const struct memory_stream *bytes = context;

    fwrite(bytes->text, 1, bytes->length, out);
}

static const char *fix_file(const struct prof_check *check,
                            const struct prof_check_file *f,
                            struct fixed *fixed, const char *path)
{
    struct memory_stream bytes;
    bool good;
    int error;

    fix_contents(f, check->rate, fixed);
    if (fixed->largest / UINT16_MAX >= FIX_HISTOGRAMS)
        return problem_of("%s has a counter of %" PRIu64
                          ", too many for a file that gprof can read",
                          f->name, fixed->largest);
    good = fix_write(check, fixed, fix_layout(f, fixed), memory_stream(&bytes));
    memory_stream_end(&bytes);
    error = good ? put_file(path, fix_put, &bytes) : 0;
    free(bytes.text);
    if (!good)
        return problem_of("%s has numbers too large for a file of %u-byte "
                          "addresses",
                          f->name, check->encoding.word);
    return error ? problem_of("%s: %s", path, strerror(error)) : NULL;
}

const char *prof_check_fix(const struct prof_check *check, const char *path)
{
    struct prof_check_file *f = check->files;
    struct fixed fixed = {0};
    const char *problem;

    if (check->file_count != 1 || !has_one_range(f))
        return "it takes one file with one histogram";
    if (f->file.layout == LAYOUT_MON)
        return problem_of("%s is a mon.out, which gprof never reads", f->name);
    fixed.ticks = memory_new(f->histogram.count, sizeof *fixed.ticks);
    fixed.counters = memory_new(f->histogram.count, sizeof *fixed.counters);
    fixed.arcs = memory_new(f->arcs, sizeof *fixed.arcs);
    problem = fix_file(check, f, &fixed, path);
    free(fixed.ticks);
    free(fixed.counters);
    free(fixed.arcs);
    return problem;
}

bool prof_gprof_reads(const char *program, const char *file, char *complaint,
                      size_t size)
{
    char *of = terminal_word(program), *word = terminal_word(file);
    char *command = memory_format("ulimit -t %d 2>/dev/null; "
                                  "LC_ALL=C exec gprof -b %s %s 2>&1 "
                                  ">/dev/null </dev/null",
                                  GPROF_SECONDS, of, word);
    FILE *said = popen(command, "re");
    int status = -1;

    if (!said || !fgets(complaint, (int)size, said))
        *complaint = '\0';
    complaint[strcspn(complaint, "\n")] = '\0';
    while (said && getc(said) != EOF)
        ;
    if (said)
        status = pclose(said);
    free(of);
    free(word);
    free(command);
    if (status < 0 || !WIFEXITED(status))
        return false;
    if (WEXITSTATUS(status) && !*complaint)
        snprintf(complaint, size, "exit status %d", WEXITSTATUS(status));
    return WEXITSTATUS(status) != 127;
}
