/* SPDX-License-Identifier: MIT */
#include "generate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

FILE *generate_begin(struct generated *made, const char *name)
{
    made->name = name;
    return memory_stream(&made->text);
}

/* It is our own text, and so is right. */
void generate_end(struct generated *made, struct case_list *list)
{
    struct case_error error;

    memory_stream_end(&made->text);
    if (!case_list_parse(list, made->name, made->text.text, made->text.length,
                         &error)) {
        fprintf(stderr, "%s\n", error.text);
        abort();
    }
    free(made->text.text);
}

/* From pc to counter. */

static const uint32_t sizes[] = {0,  1,  2,    3,     4,     63,
                                 64, 66, 4096, 65536, 131072};
static const uint64_t offsets[] = {0,      1,        0x1000,
                                   0x1003, 0x401000, 0x7fff12345000};
static const uint64_t scales[] = {
    0,       1,       2,       3,       0x4000,     0x5555,
    0x7fff,  0x8000,  0xb000,  0xc000,  0xfffe,     0xffff,
    0x10000, 0x10001, 0x18000, 0x20000, 0xffffffff,
};
enum { SIZES = 11, OFFSETS = 6, SCALES = 17 };

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
static struct mapping_row row_of(unsigned scale, unsigned size)
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
static uint64_t first_distance(uint64_t product, uint64_t scale)
{
    return product / scale + (product % scale != 0);
}

/* Both sides of the place where a counter begins. */
static void put_edge(FILE *out, const struct mapping_row *row, uint64_t scale,
                     uint64_t counter)
{
    uint64_t pc =
        row->offset + first_distance(counter * row->width << 16, scale);

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
                row->offset +
                    first_distance(UINT64_C(1) << bits[i], row->scale));
    if (row->scale)
        fprintf(out, " 0x%" PRIx64, row->offset + UINT64_MAX / row->scale + 1);
    fprintf(out, " 0x%" PRIx64 "\n", UINT64_MAX);
}

static void put_ticks(FILE *out, const struct mapping_row *row)
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

static void put_buffer(FILE *out, const char *name, uint32_t size,
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
    put_buffer(out, "b", row.size, &row);
    fprintf(out, "profil b %" PRIu32 " 0x%" PRIx64 " 0x%" PRIx64 "\n", row.size,
            row.offset, row.scale);
    put_ticks(out, &row);
}

/* The second region begins inside the first and is as large as it. */
static void put_sprofil(FILE *out, struct mapping_row row, enum dialect dialect)
{
    uint64_t scale = row.scale > 1 ? row.scale : 0x8000;
    uint64_t inside = first_distance((uint64_t)row.size / 2 << 16, scale);
    struct mapping_row second = row;
    char more[16];

    second.offset = row.offset + inside;
    second.scale = scale;
    snprintf(more, sizeof more, "-%s-%u", arrangements[row.arrangement],
             8 * row.width);
    put_title(out, "regions", &row, more, dialect);
    put_buffer(out, "b", row.size, &row);
    if (row.arrangement != ONE)
        put_buffer(out, "c", row.size, &row);
    if (row.arrangement == WITH_OVERFLOW_BIN)
        put_buffer(out, "o", 2 * row.width, &row);
    fprintf(out, "sprofil [ b %" PRIu32 " 0x%" PRIx64 " 0x%" PRIx64, row.size,
            row.offset, row.scale);
    if (row.arrangement != ONE)
        fprintf(out, " ; c %" PRIu32 " 0x%" PRIx64 " 0x%" PRIx64, row.size,
                second.offset, second.scale);
    if (row.arrangement == WITH_OVERFLOW_BIN)
        fprintf(out, " ; o %u 0 2", 2 * row.width);
    fprintf(out, " ] %d null %s\n", row.arrangement + 1,
            row.width == 4 ? "uint" : "ushort");
    put_ticks(out, &row);
    if (row.arrangement != ONE)
        put_ticks(out, &second);
}

void generate_mappings(struct case_list *list, enum dialect dialect)
{
    struct generated made;
    FILE *out;

    if (!dialect_has_call(dialect, CALL_PROFIL))
        return;
    out = generate_begin(&made, "generated mappings");
    for (unsigned i = 0; i < SCALES; i++)
        for (unsigned j = 0; j < SIZES; j++) {
            put_profil(out, row_of(i, j), dialect);
            if (dialect_has_call(dialect, CALL_SPROFIL))
                put_sprofil(out, row_of(i, j), dialect);
        }
    generate_end(&made, list);
}

/* Sequences of calls. */

enum { LONGEST = 4, LETTERS = 8 };

/* Calls, each after its word in a case's name. */
#define ON_A       "onA profil a 16 0x1000 0x4000"
#define ON_B       "onB profil b 16 0x1000 0x4000"
#define OFF        "off profil a 16 0x1000 0"
#define SIZE_ZERO  "zero profil a 0 0x1000 0x4000"
#define REGIONS    "list sprofil [ c 16 0x1000 0x4000 ] 1 null ushort"
#define COUNT_ZERO "count0 sprofil [ c 16 0x1000 0x4000 ] 0 null ushort"

/* How a dialect's sequences are written, and how long they get. */
struct sequences {
    unsigned longest;
    const char *buffers;
    const char *ticks[LONGEST]; /* one after each letter */
    const char *end;
    const char *letters[LETTERS + 1];
};

#define OF_PROFIL LONGEST, "buffer a 16\nbuffer b 16\nbuffer c 16\n"

/* In each, the number is even and the same however it is rounded; it is also
 * below 8, so that it is inside 16 bytes whatever its unit. */
#define TICKS                                                                  \
    {                                                                          \
        "0x1001", "0x1008", "0x1010", "0x1018"                                 \
    }

static const struct sequences sequences[DIALECTS] = {
    [DIALECT_AIX] = {OF_PROFIL,
                     TICKS,
                     "",
                     {ON_A, ON_B, OFF, SIZE_ZERO,
                      "list profil [ 0x1000 0x1020 c 16 0x4000 ] -1 0 0",
                      "listoff profil [ ] -1 0 0"}},
    [DIALECT_IRIX] = {OF_PROFIL,
                      TICKS,
                      "",
                      {ON_A, ON_B, OFF, REGIONS, COUNT_ZERO}},
    [DIALECT_HPUX] = {OF_PROFIL, TICKS, "", {ON_A, ON_B, OFF, SIZE_ZERO}},
    [DIALECT_FREEBSD] = {OF_PROFIL,
                         TICKS,
                         "",
                         {ON_A, ON_B, OFF, SIZE_ZERO,
                          "bad profil bad 16 0x1000 0x4000"}},
    [DIALECT_GLIBC] = {OF_PROFIL,
                       TICKS,
                       "",
                       {ON_A, ON_B, "null profil null 0 0 0", OFF, REGIONS,
                        COUNT_ZERO}},
    /* Its file shows only how many ticks there were. */
    [DIALECT_AIX_MONITOR] =
        {3,
         "buffer a 64\nbuffer b 64\nbuffer c 64\n",
         {"0x10020", "0x10020 x2", "0x10020 x4"},
         "file\nexit\n",
         {"onA monitor 0x10000 0x10040 a 32 0",
          "onB monitor 0x10000 0x10080 b 32 0",
          "list monitor 1 0 [ 0x10000 0x10060 c 64 0 ] -1 0",
          "list0 monitor 0 0 [ 0x10000 0x10060 c 64 0 ] -1 0", "stop monitor 0",
          "pause moncontrol 0", "resume moncontrol 1",
          "startup monstartup 0x10000 0x10100"}},
    [DIALECT_GMON] = {LONGEST,
                      "",
                      {"0x20010", "0x20020 x2", "0x20040 x4", "0x20080 x8"},
                      "profile\n",
                      {"start monstartup 0x20000 0x21000",
                       "wide monstartup 0x20000 0x22000", "off moncontrol 0",
                       "on moncontrol 1", "clean mcleanup"}},
};

/* The sequence of that length whose letters are the digits of number. */
static void put_sequence(FILE *out, enum dialect dialect, unsigned letters,
                         unsigned length, unsigned number)
{
    const struct sequences *row = &sequences[dialect];
    const char *sequence[LONGEST];

    for (unsigned i = length; i-- > 0; number /= letters)
        sequence[i] = row->letters[number % letters];
    fputs("case seq", out);
    for (unsigned i = 0; i < length; i++)
        fprintf(out, "-%.*s", (int)strcspn(sequence[i], " "), sequence[i]);
    fprintf(out, "\ndialect %s\n%s", dialect_table[dialect].name, row->buffers);
    for (unsigned i = 0; i < length; i++)
        fprintf(out, "%s\ntick %s\n", strchr(sequence[i], ' ') + 1,
                row->ticks[i]);
    fputs(row->end, out);
}

void generate_sequences(struct case_list *list, enum dialect dialect)
{
    struct generated made;
    FILE *out = generate_begin(&made, "generated sequences");
    unsigned letters = 0;

    while (sequences[dialect].letters[letters])
        letters++;
    for (unsigned length = 1, count = letters;
         length <= sequences[dialect].longest; length++, count *= letters)
        for (unsigned number = 0; number < count; number++)
            put_sequence(out, dialect, letters, length, number);
    generate_end(&made, list);
}
