/* SPDX-License-Identifier: MIT */
#include "case_text.h"
#include "generate.h"

#include <inttypes.h>

static const uint32_t sizes[] = {0, 1, 2, 3, 4, 63, 64, 66, 4096, 65536};
static const uint64_t offsets[] = {0,      1,        0x1000,
                                   0x1003, 0x401000, 0x7fff12345000};
static const uint64_t scales[] = {
    0,       1,       2,       3,       0x4000,     0x5555,
    0x7fff,  0x8000,  0xb000,  0xc000,  0xfffe,     0xffff,
    0x10000, 0x10001, 0x18000, 0x20000, 0xffffffff,
};
enum { SIZES = 10, OFFSETS = 6, SCALES = 17 };

enum arrangement { ONE, OVERLAPPING, WITH_OVERFLOW_BIN, ARRANGEMENTS };
static const char *const arrangements[] = {"one", "two", "bin"};

/* One row of the covering array. */
struct mapping_row {
    uint32_t size;
    uint64_t offset, scale;
    bool full;
    enum arrangement arrangement;
    unsigned width;
};

/*
 * Every size meets every scale; the rest goes round with them so that any
 * two values of any two columns meet (generate_test.c counts them).
 */
static struct mapping_row generate_mappings_row_of(unsigned scale,
                                                   unsigned size)
{
    unsigned round = scale + size;

    return (struct mapping_row){
        .size = sizes[size],
        .offset = offsets[round % OFFSETS],
        .scale = scales[scale],
        .full = round / OFFSETS % 2,
        .arrangement = (enum arrangement)((scale + 2 * size) % ARRANGEMENTS),
        .width = (scale / 3 + size) % 2 ? 4 : 2,
    };
}

/* The least d with d * scale >= product. */
static uint64_t generate_mappings_first_distance(uint64_t product,
                                                 uint64_t scale)
{
    return product / scale + (product % scale != 0);
}

/* Both sides of the place where a counter begins. */
static void put_edge(FILE *out, const struct mapping_row *row, uint64_t scale,
                     uint64_t counter)
{
    uint64_t pc = row->offset + generate_mappings_first_distance(
                                    counter * row->width << 16, scale);

    fprintf(out, "tick 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64 "\n", pc - 1, pc,
            pc + 1);
}

static void put_edges(FILE *out, const struct mapping_row *row, uint64_t scale)
{
    uint64_t counters = row->size / row->width;

    for (uint64_t k = 0; k <= counters; k++)
        if (k < 2 || k == counters / 2 || k + 1 >= counters)
            put_edge(out, row, scale, k);
}

/* Where narrow arithmetic brings a far pc back to the buffer. */
static void put_far(FILE *out, const struct mapping_row *row)
{
    static const unsigned bits[] = {31, 32, 48, 49};

    fputs("tick", out);
    for (unsigned i = 0; i < 4; i++)
        fprintf(out, " 0x%" PRIx64, row->offset + (UINT64_C(1) << bits[i]));
    for (unsigned i = 0; row->scale && i < 4; i++)
        fprintf(out, " 0x%" PRIx64,
                row->offset + generate_mappings_first_distance(
                                  UINT64_C(1) << bits[i], row->scale));
    if (row->scale)
        fprintf(out, " 0x%" PRIx64, row->offset + UINT64_MAX / row->scale + 1);
    fprintf(out, " 0x%" PRIx64 "\n", UINT64_MAX);
}

static void generate_mappings_put_ticks(FILE *out,
                                        const struct mapping_row *row)
{
    uint64_t low = row->scale & 0xffff;

    fputs("tick", out);
    for (int d = -2; d <= 3; d++)
        fprintf(out, " 0x%" PRIx64, row->offset + (uint64_t)d);
    fputc('\n', out);
    if (row->scale)
        put_edges(out, row, row->scale);
    if (low && low != row->scale)
        put_edges(out, row, low);
    put_far(out, row);
}

static void generate_mappings_put_buffer(FILE *out, const char *name,
                                         uint32_t size,
                                         const struct mapping_row *row)
{
    fprintf(out, "buffer %s %" PRIu32 "%s\n", name, size,
            !row->full        ? ""
            : row->width == 4 ? " fill32=0xfffffffe"
                              : " fill16=0xfffe");
}

static void put_title(FILE *out, const char *kind,
                      const struct mapping_row *row, const char *more,
                      enum dialect dialect)
{
    fprintf(out,
            "case %s-s%" PRIu32 "-o0x%" PRIx64 "-x0x%" PRIx64 "%s%s\n"
            "dialect %s\n",
            kind, row->size, row->offset, row->scale, more,
            row->full ? "-full" : "", dialect_table[dialect].name);
}

static void put_profil(FILE *out, struct mapping_row row, enum dialect dialect)
{
    row.width = 2;
    put_title(out, "map", &row, "", dialect);
    generate_mappings_put_buffer(out, "b", row.size, &row);
    fprintf(out, "profil b %" PRIu32 " 0x%" PRIx64 " 0x%" PRIx64 "\n", row.size,
            row.offset, row.scale);
    generate_mappings_put_ticks(out, &row);
}

/* The second region begins inside the first and is as large as it. */
static void put_sprofil(FILE *out, struct mapping_row row, enum dialect dialect)
{
    uint64_t scale = row.scale > 1 ? row.scale : 0x8000;
    uint64_t inside =
        generate_mappings_first_distance((uint64_t)row.size / 2 << 16, scale);
    struct mapping_row second = row;
    char more[16];

    second.offset = row.offset + inside;
    second.scale = scale;
    snprintf(more, sizeof more, "-%s-%u", arrangements[row.arrangement],
             8 * row.width);
    put_title(out, "regions", &row, more, dialect);
    generate_mappings_put_buffer(out, "b", row.size, &row);
    if (row.arrangement != ONE)
        generate_mappings_put_buffer(out, "c", row.size, &row);
    if (row.arrangement == WITH_OVERFLOW_BIN)
        generate_mappings_put_buffer(out, "o", 2 * row.width, &row);
    fprintf(out, "sprofil [ b %" PRIu32 " 0x%" PRIx64 " 0x%" PRIx64, row.size,
            row.offset, row.scale);
    if (row.arrangement != ONE)
        fprintf(out, " ; c %" PRIu32 " 0x%" PRIx64 " 0x%" PRIx64, row.size,
                second.offset, second.scale);
    if (row.arrangement == WITH_OVERFLOW_BIN)
        fprintf(out, " ; o %u 0 2", 2 * row.width);
    fprintf(out, " ] %d null %s\n", row.arrangement + 1,
            row.width == 4 ? "uint" : "ushort");
    generate_mappings_put_ticks(out, &row);
    if (row.arrangement != ONE)
        generate_mappings_put_ticks(out, &second);
}

static void write_mappings(FILE *out, enum dialect dialect)
{
    unsigned with_sprofil = case_call_dialects(CALL_SPROFIL);

    if (!(case_call_dialects(CALL_PROFIL) >> dialect & 1))
        return;
    for (unsigned i = 0; i < SCALES; i++)
        for (unsigned j = 0; j < SIZES; j++) {
            put_profil(out, generate_mappings_row_of(i, j), dialect);
            if (with_sprofil >> dialect & 1)
                put_sprofil(out, generate_mappings_row_of(i, j), dialect);
        }
}

bool generate_mappings(struct case_list *list, enum dialect dialect)
{
    return generate_from(list, "generated mappings", write_mappings, dialect);
}
