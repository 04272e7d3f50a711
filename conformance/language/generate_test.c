/* SPDX-License-Identifier: MIT */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/sha256.h"
#include "reference/unit_test.h"
#include "suite.h"

static const uint64_t sizes[] = {0,  1,  2,    3,     4,     63,
                                 64, 66, 4096, 65536, 131072};
static const uint64_t offsets[] = {0,      1,        0x1000,
                                   0x1003, 0x401000, 0x7fff12345000};
static const uint64_t scales[] = {
    0,       1,       2,       3,       0x4000,     0x5555,
    0x7fff,  0x8000,  0xb000,  0xc000,  0xfffe,     0xffff,
    0x10000, 0x10001, 0x18000, 0x20000, 0xffffffff,
};

enum { COLUMNS = 6, VALUES = 17 };
static const unsigned values[COLUMNS] = {11, 6, 17, 2, 2, 3};

static unsigned index_of(const uint64_t *row, unsigned count, uint64_t value)
{
    for (unsigned i = 0; i < count; i++)
        if (row[i] == value)
            return i;
    fail_msg("%#lx is not among the values", (unsigned long)value);
    return 0;
}

static const struct call *call_of(const struct test_case *c)
{
    for (size_t i = 0; i < c->script.count; i++)
        if (c->script.ops[i].kind == OP_CALL)
            return &c->script.ops[i].call;
    fail_msg("%s makes no call", c->id);
    return NULL;
}

/* What a case has in each column, found in its operations. */
static void columns_of(const struct test_case *c, unsigned column[COLUMNS])
{
    const struct call *call = call_of(c);
    const struct region_arguments *first =
        call->kind == CALL_SPROFIL ? call->list : &call->region;

    column[0] = index_of(sizes, 11, first->size);
    column[1] = index_of(offsets, 6, first->offset);
    column[2] = index_of(scales, VALUES, first->scale);
    column[3] = c->script.ops[0].fill_width != 0;
    column[4] = call->flags == FLAG_UINT;
    column[5] = call->kind == CALL_SPROFIL ? call->listed - 1 : 0;
    assert_int_equal(c->script.ops[0].size, first->size);
}

/* Of the cases of one kind of call, that every two values meet. */
static void assert_pairs_meet(const struct case_list *list, enum call_kind kind,
                              unsigned columns)
{
    static bool met[COLUMNS][COLUMNS][VALUES][VALUES];

    memset(met, 0, sizeof met);
    for (size_t i = 0; i < list->count; i++) {
        unsigned column[COLUMNS];

        if (call_of(&list->cases[i])->kind != kind)
            continue;
        columns_of(&list->cases[i], column);
        for (unsigned a = 0; a < columns; a++)
            for (unsigned b = 0; b < columns; b++)
                met[a][b][column[a]][column[b]] = true;
    }
    for (unsigned a = 0; a < columns; a++)
        for (unsigned b = a + 1; b < columns; b++)
            for (unsigned x = 0; x < values[a]; x++)
                for (unsigned y = 0; y < values[b]; y++)
                    if (!met[a][b][x][y])
                        fail_msg("columns %u and %u: %u never meets %u", a, b,
                                 x, y);
}

TEST(every_two_values_meet_in_a_mapping)
{
    for (unsigned d = 0; d < DIALECT_AIX_MONITOR; d++) {
        struct case_list list = {0};

        generate_mappings(&list, (enum dialect)d);
        assert_pairs_meet(&list, CALL_PROFIL, 4);
        if (d == DIALECT_IRIX || d == DIALECT_GLIBC)
            assert_pairs_meet(&list, CALL_SPROFIL, 6);
        case_list_free(&list);
    }
}

static struct case_list suite_of(enum dialect dialect, bool full)
{
    struct case_list list = {0};
    struct case_error error;

    assert_true(suite_load(&list, dialect, full, &error));
    return list;
}

static const struct call *call_in(const struct case_list *list,
                                  const char *slug)
{
    const struct test_case *c = case_list_find(list, slug);

    if (!c)
        fail_msg("%s is not there", slug);
    return call_of(c);
}

/* Quick's scale-above-65536 is of profil(b, 64, 0x1000, 0x18000). */
TEST(a_case_of_one_region_is_asked_of_each_element)
{
    static const struct {
        enum dialect dialect;
        const char *slug;
        uint8_t kind;
        unsigned at, whole;
    } wanted[] = {
        {DIALECT_AIX, "element-1-scale-above-65536", CALL_PROFIL_LIST, 0, 3},
        {DIALECT_AIX, "element-3-scale-above-65536", CALL_PROFIL_LIST, 2, 5},
        {DIALECT_AIX, "element-17-scale-above-65536", CALL_PROFIL_LIST, 16, 18},
        {DIALECT_AIX, "element-33-scale-above-65536", CALL_PROFIL_LIST, 32, 34},
        {DIALECT_AIX, "element-80-scale-above-65536", CALL_PROFIL_LIST, 79, 80},
        {DIALECT_IRIX, "element-33-scale-above-65536", CALL_SPROFIL, 32, 34},
        {DIALECT_IRIX, "element-64-scale-above-65536", CALL_SPROFIL, 63, 64},
        {DIALECT_GLIBC, "element-17-scale-above-65536", CALL_SPROFIL, 16, 18},
    };

    for (unsigned i = 0; i < 8; i++) {
        struct case_list list = suite_of(wanted[i].dialect, true);
        const struct call *call = call_in(&list, wanted[i].slug);
        unsigned scales = 0, sizes_met = 0;

        assert_int_equal(call->kind, wanted[i].kind);
        assert_int_equal(call->listed, wanted[i].whole);
        assert_int_equal(call->list[wanted[i].at].scale, 0x18000);
        assert_int_equal(call->list[wanted[i].at].size, 64);
        for (unsigned k = 0; k < call->listed; k++) {
            scales += call->list[k].scale != call->list[0].scale;
            sizes_met += call->list[k].size != call->list[0].size;
            assert_true(k == 0 || wanted[i].dialect != DIALECT_AIX ||
                        call->list[k].high > call->list[k - 1].high);
        }
        assert_in_range(scales, 1, call->listed);
        assert_in_range(sizes_met, 1, call->listed);
        case_list_free(&list);
    }
}

/* What ends a list, or must be last in it, stays so. */
TEST(nothing_comes_behind_an_overflow_bin_or_the_end)
{
    struct case_list list = suite_of(DIALECT_IRIX, true);
    const struct call *call = call_in(&list, "element-17-overflow-bin");

    assert_int_equal(call->listed, 18);
    assert_int_equal(call->list[17].offset, 0);
    case_list_free(&list);
    list = suite_of(DIALECT_AIX, true);
    call = call_in(&list, "element-17-list-end-with-more");
    assert_int_equal(call->listed, 19);
    assert_int_equal(call->list[17].high, 0);
    case_list_free(&list);
}

TEST(elements_are_of_dialects_that_have_lists)
{
    struct case_list list = suite_of(DIALECT_HPUX, false);
    size_t before = list.count;

    generate_lists(&list, 0, before, DIALECT_HPUX);
    generate_lists(&list, 0, before, DIALECT_GMON);
    assert_int_equal(list.count, before);
    case_list_free(&list);
}

static int compare_ids(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

TEST(ids_are_all_different)
{
    struct case_list list = {0};
    const char **ids;

    for (unsigned d = 0; d < DIALECTS; d++) {
        generate_mappings(&list, (enum dialect)d);
        generate_sequences(&list, (enum dialect)d);
    }
    ids = calloc(list.count, sizeof *ids);
    for (size_t i = 0; i < list.count; i++)
        ids[i] = list.cases[i].id;
    qsort(ids, list.count, sizeof *ids, compare_ids);
    for (size_t i = 1; i < list.count; i++)
        assert_string_not_equal(ids[i], ids[i - 1]);
    free(ids);
    case_list_free(&list);
}

/* Of all dialects, one after the other: a case that is generated otherwise has
 * another id. */
TEST(ids_stay_what_they_were)
{
    char hex[SHA256_HEX];
    struct sha256 ids;

    sha256_begin(&ids);
    for (enum dialect d = 0; d < DIALECTS; d++) {
        struct case_list full = suite_of(d, true);

        for (size_t k = 0; k < full.count; k++)
            if (strchr(full.cases[k].file, ' ')) /* "generated mappings" */
                sha256_add(&ids, full.cases[k].id, strlen(full.cases[k].id));
        case_list_free(&full);
    }
    sha256_end_hex(&ids, hex);
    assert_string_equal(hex, "78a44a0ed436b39cbef0f9b112ad2754"
                             "f9f174070d50d57bff0cc18b48001464");
}

TEST(the_cases_of_a_dialect_make_its_calls_and_no_others)
{
    for (enum dialect d = 0; d < DIALECTS; d++) {
        struct case_list full = suite_of(d, true);
        unsigned calls = 0;

        for (size_t k = 0; k < full.count; k++)
            if (full.cases[k].dialects >> d & 1)
                calls |= test_case_calls(&full.cases[k]);
        assert_int_equal(calls, dialect_table[d].calls);
        case_list_free(&full);
    }
}

TESTS(NULL, NULL)
