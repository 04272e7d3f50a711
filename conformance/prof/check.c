/* SPDX-License-Identifier: MIT */
#include "check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/grow.h"
#include "conformance/base/plural.h"
#include "conformance/base/whole_file.h"

enum {
    /* In the identification of an ELF file. */
    ELF_CLASS = 4,
    ELF_DATA = 5,
    ELF_IDENTIFICATION = 16,
};

/* That of a program by its ELF identification; else this machine's. */
static struct encoding encoding_of(const char *program)
{
    const uint16_t one = 1;
    struct encoding here = {*(const unsigned char *)&one ? ORDER_LITTLE
                                                         : ORDER_BIG,
                            sizeof(void *)};
    unsigned char head[ELF_IDENTIFICATION];
    FILE *file = program ? fopen(program, "rb") : NULL;
    bool good = file && fread(head, sizeof head, 1, file) == 1 &&
                memcmp(head, "\177ELF", 4) == 0;

    if (file)
        fclose(file);
    if (!good)
        return here;
    return (struct encoding){head[ELF_DATA] == 2 ? ORDER_BIG : ORDER_LITTLE,
                             head[ELF_CLASS] == 1 ? 4 : 8};
}

void prof_check_begin(struct prof_check *check, const char *program,
                      const struct symbols *symbols)
{
    *check = (struct prof_check){.program = program,
                                 .symbols = symbols,
                                 .encoding = encoding_of(program)};
}

void prof_check_say(struct prof_check *check, enum prof_ill kind,
                    const char *todo, const char *format, ...)
{
    struct prof_finding *list = grow(check->findings, check->finding_count,
                                     &check->finding_room, sizeof *list);
    struct prof_finding *finding;
    va_list arguments;

    if (!list) {
        check->full = true;
        return;
    }
    check->findings = list;
    finding = list + check->finding_count++;
    *finding = (struct prof_finding){.kind = (uint8_t)kind};
    snprintf(finding->todo, sizeof finding->todo, "%s", todo);
    va_start(arguments, format);
    vsnprintf(finding->what, sizeof finding->what, format, arguments);
    va_end(arguments);
}

/* Opened as it is, or as it can be mended. */
static bool prof_open(struct prof_check_file *f,
                      const struct flat_request *request, uint64_t size,
                      struct file_error *error)
{
    struct file_error again;

    if (profile_file_open(&f->file, f->bytes, size, request->layout,
                          request->encoding, error))
        return true;
    return prof_mend(&f->bytes, &size, &f->mended) &&
           profile_file_open(&f->file, f->bytes, size, request->layout,
                             request->encoding.word || request->encoding.order
                                 ? request->encoding
                                 : f->mended.encoding,
                             &again);
}

bool prof_check_add(struct prof_check *check,
                    const struct flat_request *request, const char *name,
                    char *why, size_t why_size)
{
    struct prof_check_file *list =
        grow(check->files, check->file_count, &check->file_room, sizeof *list);
    struct file_error error = {0};
    struct whole_file bytes;
    struct prof_check_file *f;

    if (!list || !whole_file_read(&bytes, name)) {
        snprintf(why, why_size, "%s: %s", name,
                 list ? strerror(errno) : "out of memory");
        if (list)
            check->files = list;
        return false;
    }
    check->files = list;
    f = list + check->file_count++;
    *f = (struct prof_check_file){.name = name,
                                  .base = request->base,
                                  .has_base = request->has_base,
                                  .bytes = (unsigned char *)bytes.text};
    check->rate = request->rate;
    if (prof_open(f, request, bytes.length, &error))
        return true;
    if (bytes.length == 0)
        snprintf(why, why_size,
                 "%s is empty: the program was killed before it wrote, or its "
                 "disk is full",
                 name);
    else
        snprintf(why, why_size,
                 "%s is no profile that can be read: offset %" PRIu64 ": %s",
                 name, error.offset,
                 profile_fault_text((enum profile_fault)error.fault));
    return false;
}

uint64_t prof_check_most(const struct histogram *h)
{
    return h->width >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * h->width) - 1;
}

static void look_at_counters(struct prof_check_file *f,
                             const struct histogram *h)
{
    for (uint64_t k = 0; k < h->count; k++) {
        uint64_t ticks = histogram_counter(h, k);

        f->ticks += ticks;
        if (ticks == prof_check_most(h) && f->full++ == 0)
            f->full_at = k;
    }
}

/* Whether a second histogram has addresses of one before it. */
static bool overlaps(struct profile_file *file, const struct record *one)
{
    struct profile_file other = *file;
    struct record r;

    profile_file_rewind(&other);
    while (profile_file_next(&other, &r) && r.offset < one->offset)
        if (r.kind == RECORD_HISTOGRAM &&
            r.histogram.low < one->histogram.high &&
            one->histogram.low < r.histogram.high)
            return true;
    return false;
}

static bool counted_somewhere(struct profile_file *file, uint64_t address)
{
    struct profile_file other = *file;
    struct record r;

    profile_file_rewind(&other);
    while (profile_file_next(&other, &r))
        if (r.kind == RECORD_HISTOGRAM && address >= r.histogram.low &&
            address < r.histogram.high)
            return true;
    return false;
}

static void look_at_calls(struct prof_check_file *f, const struct record *r)
{
    bool within = f->histograms == 1 ? r->address >= f->histogram.low &&
                                           r->address < f->histogram.high
                                     : counted_somewhere(&f->file, r->address);

    f->arcs++;
    f->calls += r->count;
    if (within)
        return;
    if (f->outside++ == 0)
        f->lowest = f->highest = r->address;
    f->lowest = r->address < f->lowest ? r->address : f->lowest;
    f->highest = r->address > f->highest ? r->address : f->highest;
}

/* Histograms first: calls may stand before them. */
static void look_at_file(struct prof_check_file *f)
{
    struct record r;

    profile_file_rewind(&f->file);
    while (profile_file_next(&f->file, &r)) {
        if (r.kind != RECORD_HISTOGRAM)
            continue;
        f->overlap |= f->histograms < 64 && overlaps(&f->file, &r);
        if (f->histograms++ == 0)
            f->histogram = r.histogram;
        look_at_counters(f, &r.histogram);
    }
    profile_file_rewind(&f->file);
    while (profile_file_next(&f->file, &r))
        if (r.kind == RECORD_CALLS || r.kind == RECORD_ARC)
            look_at_calls(f, &r);
}

static int worst_share_first(const void *left, const void *right)
{
    const struct prof_finding *a = left, *b = right;

    return a->kind != b->kind ? a->kind - b->kind : a < b ? -1 : 1;
}

void prof_check_all(struct prof_check *check)
{
    for (size_t k = 0; k < check->file_count; k++) {
        look_at_file(check->files + k);
        prof_check_sentences(check, k);
    }
    if (check->finding_count)
        qsort(check->findings, check->finding_count, sizeof *check->findings,
              worst_share_first);
}

void prof_check_print(const struct prof_check *check, FILE *out)
{
    size_t count = check->finding_count;

    for (size_t k = 0; k < check->file_count && count == 0; k++) {
        const struct prof_check_file *f = check->files + k;

        fprintf(out,
                "%s: nothing is wrong: %" PRIu64 " tick%s in %" PRIu64
                " counters, %" PRIu64 " call%s\n",
                f->name, f->ticks, plural(f->ticks), f->histogram.count,
                f->calls, plural(f->calls));
    }
    for (size_t k = 0; k < count; k++)
        fprintf(out, "%s\n  %s\n", check->findings[k].what,
                check->findings[k].todo);
}

void prof_check_end(struct prof_check *check)
{
    for (size_t k = 0; k < check->file_count; k++)
        free(check->files[k].bytes);
    free(check->files);
    free(check->findings);
}
