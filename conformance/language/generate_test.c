/* SPDX-License-Identifier: MIT */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/sha256.h"
#include "reference/unit_test.h"
#include "suite.h"

enum { COLUMNS = 6, LISTED = 3, VALUES = 17 };
static const unsigned values[COLUMNS] = {11, 6, 17, 2, 2, 3};

/* Which of a column's values it is, in the order in which they come. */
static unsigned index_of(unsigned column, uint64_t value)
{
    static uint64_t known[LISTED][VALUES];
    static unsigned count[LISTED];
    unsigned i = 0;

    while (i < count[column] && known[column][i] != value)
        i++;
    assert_in_range(i, 0, values[column] - 1);
    if (i == count[column])
        known[column][count[column]++] = value;
    return i;
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

    column[0] = index_of(0, first->size);
    column[1] = index_of(1, first->offset);
    column[2] = index_of(2, first->scale);
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
    assert_string_equal(hex, "a96305b70ffdb3deeccd4b45a9180fda"
                             "434604993c3b72ca46189de38a63150f");
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
