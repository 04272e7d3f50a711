/* SPDX-License-Identifier: MIT */
/* Files with one thing wrong in each: that is said, and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "check.h"
#include "reference/files/gmon_out.h"

enum { LOW = 0x1000, COUNTERS = 32, HIGH = LOW + 4 * COUNTERS, ROOM = 4096 };

#define HERE                                                                   \
    ((struct encoding){*(const unsigned char *)&(const uint16_t){1}            \
                           ? ORDER_LITTLE                                      \
                           : ORDER_BIG,                                        \
                       sizeof(void *)})

static struct function functions[] = {
    {LOW, LOW + 64, "one"},
    {LOW + 64, LOW + 68, "two"},
    {LOW + 68, HIGH, "three"},
};
static const struct symbols symbols = {
    .list = functions, .count = 3, .low = LOW, .high = 0x2000, .movable = true};

/* A file that is to be made. */
struct planted {
    uint16_t counters[COUNTERS];
    struct gmon_arc arcs[1100];
    struct gmon_contents contents;
    enum file_layout layout;
    struct encoding encoding;
    unsigned char bytes[64 + 2 * COUNTERS + 24 * 1100];
    uint64_t size;
};

static struct planted planted;

static struct planted *good_file(enum file_layout layout)
{
    struct planted *p = &planted;

    memset(p, 0, sizeof *p);
    p->counters[3] = 7;
    p->counters[20] = 9;
    p->arcs[0] = (struct gmon_arc){LOW + 16, LOW + 68, 3};
    p->contents = (struct gmon_contents){LOW,      HIGH,    100, p->counters,
                                         COUNTERS, p->arcs, 1};
    p->layout = layout;
    p->encoding = HERE;
    return p;
}

static void write_it(struct planted *p)
{
    p->size = gmon_out_write(&p->contents, p->layout, p->encoding, p->bytes,
                             sizeof p->bytes);
    assert_true(p->size > 0);
}

static char path[] = "/tmp/profilcheck-check-XXXXXX";

static void store(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

/* What is found in files: a bit for each kind. */
static unsigned ills_of(const char *const *names, size_t count,
                        const struct symbols *of, struct prof_check *check)
{
    static const struct flat_request request = {0};
    unsigned ills = 0;
    char why[600];

    prof_check_begin(check, NULL, of);
    check->program = "program";
    for (size_t k = 0; k < count; k++)
        if (!prof_check_add(check, &request, names[k], why, sizeof why))
            fail_msg("%s", why);
    prof_check_all(check);
    for (size_t k = 0; k < check->finding_count; k++) {
        ills |= 1u << check->findings[k].kind;
        if (k > 0)
            assert_true(check->findings[k - 1].kind <= check->findings[k].kind);
        assert_true(strlen(check->findings[k].what) + 1 <
                    sizeof check->findings[k].what);
        assert_true(strlen(check->findings[k].todo) + 1 <
                    sizeof check->findings[k].todo);
    }
    return ills;
}

static void assert_ills(const struct planted *p, const struct symbols *of,
                        unsigned ills, const char *words)
{
    const char *name = path;
    struct prof_check check;
    bool said = !words;

    store(path, p->bytes, p->size);
    assert_int_equal(ills_of(&name, 1, of, &check), ills);
    for (size_t k = 0; k < check.finding_count; k++)
        said = said || strstr(check.findings[k].what, words);
    if (!said)
        fail_msg("nowhere is said: %s, but: %s", words, check.findings->what);
    prof_check_end(&check);
}

#define ILL(kind) (1u << ILL_##kind)

static const enum file_layout layouts[] = {LAYOUT_GMON_44, LAYOUT_GMON_FREEBSD,
                                           LAYOUT_GMON_TAGGED};
enum { EACH = sizeof layouts / sizeof *layouts };

static void a_good_file_has_nothing_wrong(void **state)
{
    (void)state;
    for (unsigned k = 0; k < EACH; k++) {
        struct planted *p = good_file(layouts[k]);

        write_it(p);
        assert_ills(p, &symbols, 0, NULL);
        assert_ills(p, NULL, 0, NULL);
    }
}

static void no_tick_is_told_with_what_may_have_kept_it(void **state)
{
    (void)state;
    for (unsigned k = 0; k < EACH; k++) {
        struct planted *p = good_file(layouts[k]);

        p->counters[3] = p->counters[20] = 0;
        write_it(p);
        assert_ills(p, &symbols, ILL(NO_TICKS),
                    "32 counters are 0, and 3 call");
        p->contents.rate = 0;
        write_it(p);
        assert_ills(p, &symbols, ILL(NO_TICKS), "its clock was never started");
    }
}

static void a_rate_of_0_makes_no_time(void **state)
{
    struct planted *p = good_file(LAYOUT_GMON_44);

    (void)state;
    p->contents.rate = 0;
    write_it(p);
    assert_ills(p, &symbols, ILL(RATE), "its 16 ticks are no time");
}

static void shift(struct planted *p, uint64_t by)
{
    p->contents.low += by;
    p->contents.high += by;
    p->arcs[0].from += by;
    p->arcs[0].self += by;
}

static void shifted_addresses_are_told_with_their_shift(void **state)
{
    (void)state;
    for (unsigned k = 0; k < EACH; k++) {
        struct planted *p = good_file(layouts[k]);

        shift(p, UINT64_C(0x555555554000));
        write_it(p);
        assert_ills(p, &symbols, ILL(SHIFTED), "0x555555554000 too high");
        assert_ills(p, NULL, ILL(SHIFTED), "where programs are loaded");
    }
}

static void addresses_of_something_else_are_told(void **state)
{
    struct symbols fixed = symbols;
    struct planted *p = good_file(LAYOUT_GMON_44);

    (void)state;
    fixed.movable = false;
    shift(p, 0x10000);
    write_it(p);
    assert_ills(p, &fixed, ILL(BESIDE), "where program has no code");
}

static void counters_of_several_functions_are_named(void **state)
{
    static struct function apart[] = {
        {LOW, LOW + 80, "one"},
        {LOW + 80, LOW + 96, "two"},
        {LOW + 96, HIGH, "three"},
    };
    const struct symbols edges = {
        .list = apart, .count = 3, .low = LOW, .high = 0x2000};
    struct planted *p = good_file(LAYOUT_GMON_TAGGED);

    (void)state;
    p->contents.counter_count = 4; /* of 32 bytes: two is within the third */
    p->counters[2] = 5;
    write_it(p);
    assert_ills(p, &symbols, ILL(WIDE),
                "5 of its 12 ticks in counters that are wider than functions, "
                "which can't be told apart: two and three (5 ticks)");
    assert_ills(p, NULL, 0, NULL);
    assert_ills(p, &edges, ILL(WIDE), "one and two (5 ticks)");
    p->counters[2] = 0; /* nothing is lost where nothing is */
    write_it(p);
    assert_ills(p, &symbols, 0, NULL);
}

static void junk_in_the_header_is_told(void **state)
{
    struct planted *p = good_file(LAYOUT_GMON_44);

    (void)state;
    write_it(p);
    p->bytes[2 * sizeof(void *) + 12 + 9] = 0x5a;
    assert_ills(p, &symbols, ILL(JUNK), "mean nothing");
    p = good_file(LAYOUT_GMON_TAGGED);
    write_it(p);
    p->bytes[19] = 1;
    assert_ills(p, &symbols, ILL(JUNK), "at 19");
}

static void a_negative_rate_is_taken_away(void **state)
{
    struct planted *p = good_file(LAYOUT_GMON_44);

    (void)state;
    write_it(p);
    memset(p->bytes + 2 * sizeof(void *) + 8, 0xff, 4);
    assert_ills(p, &symbols, ILL(RATE), "a rate of -1 ticks");
}

static void calls_elsewhere_are_told(void **state)
{
    (void)state;
    for (unsigned k = 0; k < EACH; k++) {
        struct planted *p = good_file(layouts[k]);

        p->arcs[1] = (struct gmon_arc){LOW + 16, 0x7000, 1};
        p->contents.arc_count = 2;
        write_it(p);
        assert_ills(p, &symbols, ILL(ARCS_OUTSIDE), "1 of 2 counts of calls");
    }
}

static void a_full_table_of_calls_is_told(void **state)
{
    struct planted *p = good_file(LAYOUT_GMON_TAGGED);

    (void)state;
    for (unsigned k = 0; k < 50; k++)
        p->arcs[k] = (struct gmon_arc){LOW + k, LOW + 68, 3};
    p->contents.arc_count = 49;
    write_it(p);
    assert_ills(p, &symbols, ILL(ARCS_LOST), "49 counts of calls");
    p->contents.arc_count = 50;
    write_it(p);
    assert_ills(p, &symbols, 0, NULL);
}

static void a_full_counter_is_told_and_how_long_it_took(void **state)
{
    struct planted *p = good_file(LAYOUT_GMON_44);

    (void)state;
    p->counters[7] = 65535;
    write_it(p);
    assert_ills(p, &symbols, ILL(CEILING),
                "1 counter at 65535, the most that one holds, after 655.35 s "
                "at 100 a second, the first at 0x101c");
}

static void another_machine_s_file_is_told(void **state)
{
    struct encoding other = {
        HERE.order == ORDER_LITTLE ? ORDER_BIG : ORDER_LITTLE, 4};
    struct planted *p;

    (void)state;
    for (unsigned k = 0; k < EACH; k++) {
        p = good_file(layouts[k]);
        p->encoding = other;
        write_it(p);
        assert_ills(p, &symbols, ILL(ENCODING), "where addresses have 4 bytes");
    }
}

/* Cut anywhere behind the header, it is said where, and no more is lost. */
static void a_file_cut_anywhere_is_read_as_far_as_it_goes(void **state)
{
    static const unsigned may = ILL(CUT) | ILL(NO_TICKS);

    (void)state;
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
            assert_int_equal(ills & ~may, 0);
            assert_int_equal((ills & ILL(CUT)) == 0, between);
            assert_int_equal(check.files->ticks,
                             (p->size >= header + 2 * 3 + 1 ? 7 : 0) +
                                 (p->size >= header + 2 * 20 + 1 ? 9 : 0));
            prof_check_end(&check);
        }
    }
}

static void what_stands_behind_the_records_is_told(void **state)
{
    struct planted *p = good_file(LAYOUT_GMON_TAGGED);

    (void)state;
    write_it(p);
    memcpy(p->bytes + p->size, "junk", 4);
    p->size += 4;
    assert_ills(p, &symbols, ILL(TAIL), "4 bytes at its end");
}

static void histograms_of_the_same_addresses_clash(void **state)
{
    struct planted *p = good_file(LAYOUT_GMON_TAGGED);
    uint64_t once;

    (void)state;
    write_it(p);
    once = p->size - GMON_TAGGED_HEADER;
    memcpy(p->bytes + p->size, p->bytes + GMON_TAGGED_HEADER, once);
    p->size += once;
    assert_ills(p, &symbols, ILL(CLASH), "several histograms");
}

static void files_that_can_t_be_added_clash(void **state)
{
    char second[sizeof path + 4];
    const char *names[] = {path, second};
    struct prof_check check;
    struct planted *p = good_file(LAYOUT_GMON_44);

    (void)state;
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

static void calls_are_moved_with_the_counters(void **state)
{
    (void)state;
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
static void what_is_fixed_has_nothing_wrong(void **state)
{
    (void)state;
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
        assert_int_equal(ills_of(&name, 1, &symbols, &check), 0);
        assert_int_equal(check.files->ticks, 16);
        assert_int_equal(check.files->histogram.low, LOW);
        assert_int_equal(check.files->arcs, 0); /* it was cut */
        prof_check_end(&check);
    }
}

static void what_is_no_profile_is_refused(void **state)
{
    static const struct flat_request request = {0};
    struct prof_check check;
    char why[600];

    (void)state;
    prof_check_begin(&check, NULL, NULL);
    store(path, "", 0);
    assert_false(prof_check_add(&check, &request, path, why, sizeof why));
    assert_non_null(strstr(why, "is empty"));
    store(path, "gmon", 4);
    assert_false(prof_check_add(&check, &request, path, why, sizeof why));
    assert_non_null(strstr(why, "is no profile that can be read"));
    prof_check_end(&check);
}

static int set_up(void **state)
{
    int file = mkstemp(path);

    (void)state;
    return file < 0 ? -1 : close(file);
}

static int tear_down(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_file_has_nothing_wrong),
        cmocka_unit_test(no_tick_is_told_with_what_may_have_kept_it),
        cmocka_unit_test(a_rate_of_0_makes_no_time),
        cmocka_unit_test(shifted_addresses_are_told_with_their_shift),
        cmocka_unit_test(addresses_of_something_else_are_told),
        cmocka_unit_test(counters_of_several_functions_are_named),
        cmocka_unit_test(junk_in_the_header_is_told),
        cmocka_unit_test(a_negative_rate_is_taken_away),
        cmocka_unit_test(calls_elsewhere_are_told),
        cmocka_unit_test(a_full_table_of_calls_is_told),
        cmocka_unit_test(a_full_counter_is_told_and_how_long_it_took),
        cmocka_unit_test(another_machine_s_file_is_told),
        cmocka_unit_test(a_file_cut_anywhere_is_read_as_far_as_it_goes),
        cmocka_unit_test(what_stands_behind_the_records_is_told),
        cmocka_unit_test(histograms_of_the_same_addresses_clash),
        cmocka_unit_test(files_that_can_t_be_added_clash),
        cmocka_unit_test(calls_are_moved_with_the_counters),
        cmocka_unit_test(what_is_fixed_has_nothing_wrong),
        cmocka_unit_test(what_is_no_profile_is_refused),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
