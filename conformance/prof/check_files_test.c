/* SPDX-License-Identifier: MIT */
/* Files that are cut, or have too much, or do not go together; what is fixed;
 * what is refused. */
#include "check_planted_test.h"
#include "reference/unit_test.h"

/* Cut anywhere behind the header, it is said where, and no more is lost. */
TEST(a_file_cut_anywhere_is_read_as_far_as_it_goes)
{

    for (unsigned k = 0; k < EACH; k++) {
        struct planted *p = good_file(layouts[k]);
        uint64_t whole, header;

        write_it(p);
        whole = p->size;
        header =
            p->layout == LAYOUT_GMON_TAGGED
                ? GMON_TAGGED_HEADER + 1 + GMON_TAGGED_HISTOGRAM(sizeof(void *))
                : gmon_bsd_header_size(p->layout, sizeof(void *));
        for (p->size = header + 1; p->size < whole; p->size++) {
            const char *name = path;
            struct prof_check check;
            unsigned ills;
            bool between = p->size == header + 2 * COUNTERS;

            store(path, p->bytes, p->size);
            ills = ills_of(&name, 1, &symbols, &check);
            assert_int_equal(ills, between ? ILL(NO_CALLS) : ILL(CUT));
            assert_int_equal(check.files->ticks,
                             (p->size >= header + 2 * 3 + 1 ? 7 : 0) +
                                 (p->size >= header + 2 * 20 + 1 ? 9 : 0));
            prof_check_end(&check);
        }
    }
}

TEST(what_stands_behind_the_records_is_told)
{
    struct planted *p = good_file(LAYOUT_GMON_TAGGED);

    write_it(p);
    memcpy(p->bytes + p->size, "junk", 4);
    p->size += 4;
    assert_ills(p, &symbols, ILL(TAIL), "4 bytes at its end");
}

TEST(histograms_of_the_same_addresses_clash)
{
    struct planted *p = good_file(LAYOUT_GMON_TAGGED);
    uint64_t once;

    write_it(p);
    once = p->size - GMON_TAGGED_HEADER;
    memcpy(p->bytes + p->size, p->bytes + GMON_TAGGED_HEADER, once);
    p->size += once;
    assert_ills(p, &symbols, 0, NULL); /* gprof adds them up */
    p->bytes[p->size - once + 1]++;    /* the lowest address */
    assert_ills(p, &symbols, ILL(CLASH), "several histograms");
}

TEST(files_that_can_t_be_added_clash)
{
    char second[sizeof path + 4];
    const char *names[] = {path, second};
    struct prof_check check;
    struct planted *p = good_file(LAYOUT_GMON_44);

    snprintf(second, sizeof second, "%s.2", path);
    write_it(p);
    store(path, p->bytes, p->size);
    store(second, p->bytes, p->size);
    assert_int_equal(ills_of(names, 2, &symbols, &check), 0);
    prof_check_end(&check);
    p->contents.counter_count = COUNTERS / 2;
    write_it(p);
    store(second, p->bytes, p->size);
    assert_int_equal(ills_of(names, 2, &symbols, &check), ILL(CLASH));
    prof_check_end(&check);
    p = good_file(LAYOUT_GMON_44);
    p->contents.rate = 50;
    write_it(p);
    store(second, p->bytes, p->size);
    assert_int_equal(ills_of(names, 2, &symbols, &check), ILL(CLASH));
    prof_check_end(&check);
    unlink(second);
}

TEST(calls_are_moved_with_the_counters)
{
    for (unsigned k = 0; k < EACH; k++) {
        struct planted *p = good_file(layouts[k]), before;
        const char *name = path;
        struct prof_check check;
        char why[400];

        write_it(p);
        before = *p;
        shift(p, UINT64_C(0x555555554000));
        write_it(p);
        store(path, p->bytes, p->size);
        assert_int_equal(ills_of(&name, 1, &symbols, &check), ILL(SHIFTED));
        assert_true(prof_check_fix(&check, path, why, sizeof why));
        prof_check_end(&check);
        assert_int_equal(ills_of(&name, 1, &symbols, &check), 0);
        assert_memory_equal(check.files->bytes, before.bytes, before.size);
        prof_check_end(&check);
    }
}

/* What is written in its place has nothing wrong, and the same ticks. */
TEST(what_is_fixed_has_nothing_wrong)
{
    for (unsigned k = 0; k < 2 * EACH; k++) {
        struct planted *p = good_file(layouts[k % EACH]);
        const char *name = path;
        struct prof_check check;
        char why[400];

        if (k >= EACH)
            p->encoding = (struct encoding){ORDER_BIG, 8};
        shift(p, UINT64_C(0x555555554000));
        write_it(p);
        p->size -= 3;
        store(path, p->bytes, p->size);
        assert_true(ills_of(&name, 1, &symbols, &check) &
                    (ILL(CUT) | ILL(SHIFTED)));
        if (!prof_check_fix(&check, path, why, sizeof why))
            fail_msg("%s", why);
        prof_check_end(&check);
        assert_int_equal(ills_of(&name, 1, &symbols, &check),
                         ILL(NO_CALLS)); /* they were cut */
        assert_int_equal(check.files->ticks, 16);
        assert_int_equal(check.files->histogram.low, LOW);
        assert_int_equal(check.files->arcs, 0);
        prof_check_end(&check);
    }
}

TEST(what_is_no_profile_is_refused)
{
    struct prof_check check;
    const char *name = path;

    store(path, "", 0);
    assert_int_equal(ills_of(&name, 1, NULL, &check), ILL(UNREADABLE));
    assert_true(prof_check_unreadable(&check));
    assert_non_null(strstr(check.findings->what, "is empty"));
    prof_check_end(&check);
    store(path, "gmon\001", 5);
    assert_int_equal(ills_of(&name, 1, NULL, &check), ILL(UNREADABLE));
    assert_non_null(
        strstr(check.findings->what, "is no profile that can be read"));
    prof_check_end(&check);
}

TESTS(set_up, tear_down)
