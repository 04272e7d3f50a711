/* SPDX-License-Identifier: MIT */
#include "evidence.h"

#include "judged_test.h"

#define ONE   "case c\nbuffer b 64\nprofil b 64 0x1000 0xc000\ntick 0x1003\n"
#define OTHER "case c\nbuffer b 64\nprofil b 64 0x1000 0xc000\ntick 0x1004\n"
#define DEAR                                                                   \
    "case c\nbuffer b 64\nprofil b 64 0x1000 0xc000\ntick 0x1003 x900\n"

/* All cases of the bench as evidence. */
static struct evidence gathered(struct bench *bench)
{
    struct evidence e = evidence_of(bench->dialect);

    for (unsigned k = 0; k < bench->shown_count; k++)
        assert_true(evidence_add(&e, bench->shown[k].cases, &bench->seen[k]));
    return e;
}

TEST(each_row_is_found_by_its_case_and_what_was_seen)
{
    struct bench bench = begin(DIALECT_FREEBSD);
    struct evidence e;

    show(&bench, DEAR);
    show(&bench, ONE);
    take(&bench, ROUNDING_UP);
    show(&bench, ONE);
    show(&bench, OTHER);
    e = gathered(&bench);
    evidence_sort(&e);
    for (unsigned k = 0; k < bench.shown_count; k++) {
        const struct sighting *row =
            evidence_find(&e, bench.shown[k].cases, &bench.seen[k]);

        assert_non_null(row);
        assert_ptr_equal(row->c, bench.shown[k].cases);
        assert_ptr_equal(row->observation, &bench.seen[k]);
    }
    assert_null(evidence_find(&e, bench.shown[0].cases, &bench.seen[1]));
    assert_null(evidence_find(&e, bench.shown[1].cases, &bench.seen[2]));
    assert_null(evidence_find(&e, bench.shown[2].cases, &bench.seen[1]));
    evidence_free(&e);
    end(&bench);
}

TEST(what_was_not_shown_is_not_found)
{
    static const char *const texts[] = {ONE, OTHER, DEAR};
    struct bench bench = begin(DIALECT_FREEBSD);
    struct evidence e, none = evidence_of(DIALECT_FREEBSD);

    for (unsigned k = 0; k < 3; k++)
        show(&bench, texts[k]);
    evidence_sort(&none);
    for (unsigned k = 0; k < 3; k++) {
        unsigned count = bench.shown_count;

        bench.shown_count = k;
        e = gathered(&bench);
        evidence_sort(&e);
        bench.shown_count = count;
        for (unsigned i = k; i < 3; i++)
            assert_null(
                evidence_find(&e, bench.shown[i].cases, &bench.seen[i]));
        evidence_free(&e);
        assert_null(evidence_find(&none, bench.shown[k].cases, &bench.seen[k]));
    }
    evidence_free(&none);
    end(&bench);
}

TEST(rows_are_found_once_they_are_in_their_order)
{
    struct bench bench = begin(DIALECT_FREEBSD);
    struct evidence e;

    show(&bench, ONE);
    e = gathered(&bench);
    assert_null(evidence_find(&e, bench.shown[0].cases, &bench.seen[0]));
    evidence_sort(&e);
    assert_non_null(evidence_find(&e, bench.shown[0].cases, &bench.seen[0]));
    show(&bench, DEAR);
    assert_true(evidence_add(&e, bench.shown[1].cases, &bench.seen[1]));
    assert_null(evidence_find(&e, bench.shown[0].cases, &bench.seen[0]));
    evidence_free(&e);
    end(&bench);
}

TEST(a_row_has_its_runs_as_boxes_and_no_memory_more)
{
    struct bench bench = begin(DIALECT_FREEBSD);
    struct evidence e;
    const struct sighting *row;

    show(&bench, DEAR);
    e = gathered(&bench);
    row = e.rows;
    assert_true(row->within.agreed.count > 0);
    assert_true(row->within.agreed.count <= row->within.runs);
    assert_int_equal(row->within.agreed.capacity, row->within.agreed.used);
    assert_int_equal(row->permitted.capacity, row->permitted.count);
    assert_true(run_list_meets(&row->within.agreed, &row->permitted));
    assert_true(rule_set_has(row->within.asked, RULE_ROUNDING));
    assert_int_equal(row->tells, row->within.agreed.count != row->within.runs);
    evidence_free(&e);
    end(&bench);
}

TEST(runs_that_differ_in_one_rule_are_one_box)
{
    struct bench bench = begin(DIALECT_FREEBSD);
    struct evidence e;

    show(&bench, "case c\nbuffer b 64\nprofil b 64 0x1000 0x10000\n"
                 "tick 0x1002\n");
    e = gathered(&bench);
    assert_true(e.rows[0].within.agreed.count > 1);
    assert_int_equal(e.rows[0].permitted.count, 1);
    evidence_free(&e);
    end(&bench);
}

TEST(there_is_room_for_many_rows)
{
    enum { MANY = 300 };
    struct bench bench = begin(DIALECT_FREEBSD);
    struct evidence e = evidence_of(DIALECT_FREEBSD);
    struct observation seen[MANY];

    show(&bench, ONE);
    for (unsigned k = 0; k < MANY; k++) {
        seen[k] = bench.seen[0];
        assert_true(evidence_add(&e, bench.shown[0].cases, &seen[k]));
    }
    evidence_sort(&e);
    assert_int_equal(e.count, MANY);
    for (unsigned k = 0; k < MANY; k++)
        assert_ptr_equal(
            evidence_find(&e, bench.shown[0].cases, &seen[k])->observation,
            &seen[k]);
    evidence_free(&e);
    end(&bench);
}

TESTS(NULL, NULL)
