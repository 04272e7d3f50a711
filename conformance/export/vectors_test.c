/* SPDX-License-Identifier: MIT */
#include "vectors_test.h"
#include "conformance/diagnosis/describe.h"

/* The rest is in transcripts/vectors.txt. */

/* As the irix manual leaves it where 32-bit counters are full. */
static const char many[] =
    "case regions-s63-o0x0-x0x1-bin-32-full\n"
    "dialect irix\n"
    "buffer b 63 fill32=0xfffffffe\n"
    "buffer c 63 fill32=0xfffffffe\n"
    "buffer o 8 fill32=0xfffffffe\n"
    "sprofil [ b 63 0 1 ; c 63 0x3e 0x8000 ; o 8 0 2 ] 3 null uint\n"
    "tick 0xfffffffffffffffe 0xffffffffffffffff 0 1 2 3\n"
    "tick 0xffffffffffffffff 0 1\n"
    "tick 0x3ffff 0x40000 0x40001\n"
    "tick 0x1bffff 0x1c0000 0x1c0001\n"
    "tick 0x37ffff 0x380000 0x380001\n"
    "tick 0x3bffff 0x3c0000 0x3c0001\n"
    "tick 0x80000000 0x100000000 0x1000000000000 0x2000000000000 0x80000000 "
    "0x100000000 0x1000000000000 0x2000000000000 0 0xffffffffffffffff\n"
    "tick 0x3c 0x3d 0x3e 0x3f 0x40 0x41\n"
    "tick 0x3d 0x3e 0x3f\n"
    "tick 0x45 0x46 0x47\n"
    "tick 0x75 0x76 0x77\n"
    "tick 0xad 0xae 0xaf\n"
    "tick 0xb5 0xb6 0xb7\n"
    "tick 0x8000003e 0x10000003e 0x100000000003e 0x200000000003e 0x1003e "
    "0x2003e 0x20000003e 0x40000003e 0x200000000003e 0xffffffffffffffff\n";

/* 977,337 combinations of choices: each failed call may leave what it likes. */
static const char errors[] =
    "case c\nbuffer b 16\nprofil b 16 0x1000 0x8000\n"
    "profil null 16 0x1000 0x8000\ntick 0x1008\n"
    "profil bad 16 0x1000 0x8000\ntick 0x1008\n"
    "profil b 16 0x1000 0x8000\nprofil bad 8 0x1000 0x80000000\n"
    "tick 0x1008\nprofil null 8 0x1000 0x8000\nprofil b 16 0x1000 0\n";

static void assert_has(const struct made *m, const char *words, bool has)
{
    if (!strstr(m->text, words) == has)
        fail_msg("%s %s in %s", words, has ? "not" : "is", m->text);
}

TEST(bounds_hold_what_each_outcome_has)
{
    struct made m = of(DIALECT_IRIX, many);
    const struct vector *v = m.set.vectors;
    struct arena memory = {0};
    size_t count;
    const struct vector_bound *bounds = vector_bounds(v, &memory, &count);

    assert_has(&m, " unlisted\nbound event 3 call 0 errno unseen\nbound ",
               true);
    assert_has(&m, "\noutcome 1", false);
    assert_has(&m, "at-least", false);
    assert_true(v->count > VECTOR_LISTED && !v->more);
    assert_int_equal(count, 4);
    for (size_t k = 0; k < v->count; k++)
        for (size_t j = 1; j < 4; j++) {
            const struct vector_bound *row = &bounds[j];
            const struct event *e = &v->outcomes[k].outcome.events[j];

            assert_true(row->counters > 0);
            for (size_t n = 0; n < row->counters; n++)
                assert_in_range(describe_counter(&v->c->script,
                                                 e->bytes + SCRIPT_ZONE + 4 * n,
                                                 4),
                                row->least[n], row->most[n]);
        }
    arena_free(&memory);
    made_free(&m);
}

TEST(no_more_combinations_are_tried_than_the_limit)
{
    struct made m = of(DIALECT_FREEBSD, errors);
    size_t ways = 0;

    for (size_t k = 0; k < m.set.vectors->count; k++)
        ways += m.set.vectors->outcomes[k].ways;
    assert_int_equal(ways, VECTOR_RUNS);
    assert_has(&m, "\noutcomes at-least ", true);
    assert_has(&m, " unlisted\nbound ", true);
    assert_has(&m, "\noutcome 1 ", false);
    made_free(&m);
}

TESTS(NULL, NULL)
