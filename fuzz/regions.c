/* SPDX-License-Identifier: MIT */
/*
 * Which region a pc belongs to: lists of regions and pcs near their edges are
 * made of the input's bytes, as a case (conformance/CASES.md), which scripts.h
 * checks.  Nearly all bytes make a case.
 */
#include <inttypes.h>

#include "scripts/scripts.h"

/* What is being written. */
struct grammar {
    struct bytes *bytes;
    FILE *out;
    enum dialect dialect;
    unsigned region_count;
    struct edges regions[4]; /* of the last call */
};

enum { BUFFER = 160 /* bytes in each of the two */, BASE = 0x100000 };

static unsigned pick(struct grammar *g, unsigned among)
{
    return (unsigned)bytes_take(g->bytes, 1) % among;
}

static bool is_one_in(struct grammar *g, unsigned among)
{
    return pick(g, among) == among - 1;
}

static bool has_sprofil(const struct grammar *g)
{
    return g->dialect == DIALECT_IRIX || g->dialect == DIALECT_GLIBC;
}

static void write_buffers(struct grammar *g)
{
    static const char *const fills[] = {
        "",
        "",
        "",
        " fill16=0xffff",
        " fill16=0x7fff",
        " fill32=0xffffffff",
        " fill16=0xfffe",
        " fill32=0x7fffffff",
    };

    for (char name = 'a'; name <= 'b'; name++)
        fprintf(g->out, "buffer %c %d%s\n", name, BUFFER,
                fills[pick(g, sizeof fills / sizeof *fills)]);
}

static uint64_t offset(struct grammar *g)
{
    static const uint64_t apart[] = {0, 0, 8, 16, 32, 64, 256, 4096};
    unsigned how = pick(g, 64);

    if (how == 63)
        return bytes_number(g->bytes);
    return BASE + apart[how % 8] + (how >> 3 == 6);
}

/* A size for a pointer at that byte; now and then far past the buffer's end. */
static uint64_t size(struct grammar *g, unsigned at)
{
    static const unsigned sizes[] = {8, 16, 64, 32, 2,  4,  7,  6,
                                     0, 1,  3,  5,  63, 65, 66, 12};
    unsigned how = pick(g, 64), room = BUFFER - at;
    unsigned bytes = sizes[how % 16];

    if (how == 63)
        return BUFFER + 4096;
    return bytes < room ? bytes : room;
}

static const char *pointer(struct grammar *g, bool good, unsigned *at)
{
    static const char *const pointers[] = {"a",   "b", "a+32", "b+64",
                                           "a+1", "a", "null", "bad"};
    static const unsigned ats[] = {0, 0, 32, 64, 1, 0, 0, 0};
    unsigned how = pick(g, 32);

    how = how < 28 || good ? how % 6 : 6 + how % 2;
    *at = ats[how];
    return pointers[how];
}

static void note_area(struct grammar *g, uint64_t from, uint64_t bytes,
                      uint64_t scale, unsigned width)
{
    if (g->region_count < 4)
        g->regions[g->region_count++] =
            (struct edges){from, bytes, scale, width};
}

static void profil(struct grammar *g)
{
    unsigned at;
    const char *base = pointer(g, false, &at);
    uint64_t bytes = size(g, at), from = offset(g);
    uint64_t scale = bytes_scale(g->bytes);

    g->region_count = 0;
    note_area(g, from, bytes, scale, 2);
    fprintf(g->out, "profil %s %" PRIu64 " 0x%" PRIx64 " 0x%" PRIx64 "\n", base,
            bytes, from, scale);
}

/* The members of a list, from [ to ]; returns how many. */
static unsigned members(struct grammar *g, unsigned width)
{
    unsigned count = 1 + pick(g, 4), at;

    fputs("[", g->out);
    for (unsigned k = 0; k < count; k++) {
        const char *base = pointer(g, true, &at);
        bool overflow = is_one_in(g, k + 1 == count ? 3 : 32);
        uint64_t bytes = size(g, at), from = overflow ? 0 : offset(g);
        uint64_t scale = overflow ? 2 : bytes_scale(g->bytes);

        note_area(g, from, bytes, scale, width);
        fprintf(g->out, "%s %s %" PRIu64 " 0x%" PRIx64 " 0x%" PRIx64,
                k ? " ;" : "", base, bytes, from, scale);
    }
    fputs(" ] ", g->out);
    return count;
}

static void sprofil(struct grammar *g)
{
    static const char *const flags[] = {
        "ushort", "uint",        "ushort", "uint",        "ushort",
        "uint",   "ushort|uint", "0",      "ushort|fast",
    };
    static const char *const times[] = {"null", "null", "null", "tv", "bad"};
    unsigned how = pick(g, 9), count = 0;
    int given;

    g->region_count = 0;
    fputs("sprofil ", g->out);
    if (is_one_in(g, 32))
        fputs(pick(g, 2) ? "null " : "bad ", g->out);
    else
        count = members(g, how == 1 || how == 3 || how == 5 ? 4 : 2);
    given = is_one_in(g, 32) ? (int)pick(g, 80) - 2 : (int)count;
    fprintf(g->out, "%d %s %s\n", given, times[pick(g, 32) % 5 * (how > 4)],
            flags[how]);
}

static void element(struct grammar *g, uint64_t *high)
{
    unsigned at;
    const char *base = pointer(g, true, &at);
    uint64_t bytes = size(g, at), low = offset(g);
    bool computed = is_one_in(g, 6);
    uint64_t scale = computed ? UINT32_MAX : bytes_scale(g->bytes);

    if (low < *high && !is_one_in(g, 8))
        low = *high;
    *high = low + (UINT64_C(4) << pick(g, 7));
    if (is_one_in(g, 24))
        *high = low;
    note_area(g, low, bytes, scale, 2);
    fprintf(g->out, "0x%" PRIx64 " 0x%" PRIx64 " %s %" PRIu64, low, *high, base,
            bytes);
    if (computed)
        fputs(" -1", g->out);
    else
        fprintf(g->out, " 0x%" PRIx64, scale);
}

/* A list of one element whose scale is computed, and a sweep, which shows most
 * of such a scale. */
static void sweep(struct grammar *g)
{
    uint64_t low = BASE, bytes = 8u << pick(g, 4);
    uint64_t span = (uint64_t)4 << pick(g, 6);

    fprintf(g->out,
            "profil [ 0x%" PRIx64 " 0x%" PRIx64 " a %" PRIu64 " -1 ] -1 0 0\n"
            "sweep 0x%" PRIx64 " 0x%" PRIx64 " 2 a %" PRIu64 "\n",
            low, low + span, bytes, low, low + span, bytes);
}

static void profil_of_list(struct grammar *g)
{
    unsigned count = 1 + pick(g, 3);
    uint64_t high = 0;

    g->region_count = 0;
    if (is_one_in(g, 6)) {
        sweep(g);
        return;
    }
    fputs("profil ", g->out);
    if (is_one_in(g, 32)) {
        fputs(pick(g, 2) ? "null" : "bad", g->out);
    } else {
        fputs("[ ", g->out);
        for (unsigned k = 0; k < count; k++) {
            fputs(k ? " ; " : "", g->out);
            element(g, &high);
        }
        fputs(" ]", g->out);
    }
    fputs(" -1 0 0\n", g->out);
}

static void write_tick(struct grammar *g)
{
    struct edges nowhere = {BASE, 64, 0x8000, 2};
    const struct edges *e =
        g->region_count ? &g->regions[pick(g, g->region_count)] : &nowhere;

    fprintf(g->out, "tick 0x%" PRIx64, bytes_pc(g->bytes, e));
    if (is_one_in(g, 4))
        fprintf(g->out, " x%u", 2 + pick(g, 3));
    fputs("\n", g->out);
}

static void write_call(struct grammar *g)
{
    unsigned how = pick(g, 4);

    if (how > 0 && has_sprofil(g))
        sprofil(g);
    else if (how > 1 && g->dialect == DIALECT_AIX)
        profil_of_list(g);
    else
        profil(g);
}

static void write_case(struct bytes *bytes, enum dialect dialect, FILE *out)
{
    struct grammar g = {.bytes = bytes, .out = out, .dialect = dialect};
    unsigned ticks = 0;

    fprintf(out, "case found\ndialect %s\n", dialect_table[dialect].name);
    write_buffers(&g);
    write_call(&g);
    do {
        if (is_one_in(&g, 12))
            write_call(&g);
        else
            write_tick(&g);
    } while (bytes->left > 0 && ++ticks < 12);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = {data, size};
    int dialect = script_dialect();
    unsigned how = (unsigned)bytes_take(&b, 1);
    struct memory_stream t;

    if (dialect < 0)
        dialect = how % DIALECT_AIX_MONITOR;
    write_case(&b, (enum dialect)dialect, memory_stream(&t));
    memory_stream_end(&t);
    script_check(t.text, t.length);
    free(t.text);
    return 0;
}
