/* SPDX-License-Identifier: MIT */
#include "vectors_test.h"
#include "conformance/diagnosis/describe.h"

#define A "case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1002\n"
#define B "case b\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1004\n"

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

TEST(a_vector_has_what_may_be_seen_and_what_that_means)
{
    static const struct {
        enum dialect dialect;
        const char *text, *has[2], *lacks[2];
    } rows[] = {
        {DIALECT_FREEBSD,
         A,
         {"\noutcomes 1\n",
          "\nfinds rounding=up always Odd numbers were rounded up to the next "
          "counter; freebsd.profil.3 permits"},
         {"finds rounding=down", "finds counter-full="}},
        {DIALECT_IRIX,
         many,
         {" unlisted\nbound event 3 call 0 errno unseen\nbound "},
         {"\noutcome 1", "at-least"}},
        {DIALECT_FREEBSD,
         errors,
         {"\noutcomes at-least ", " unlisted\nbound "},
         {"\noutcome 1 "}},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct made m = of(rows[k].dialect, rows[k].text);

        for (unsigned n = 0; n < 2; n++) {
            if (rows[k].has[n] && !strstr(m.text, rows[k].has[n]))
                fail_msg("%s not in %s", rows[k].has[n], m.text);
            if (rows[k].lacks[n] && strstr(m.text, rows[k].lacks[n]))
                fail_msg("%s in %s", rows[k].lacks[n], m.text);
        }
        made_free(&m);
    }
}

TEST(bounds_hold_what_each_outcome_has)
{
    struct made m = of(DIALECT_IRIX, many);
    const struct vector *v = m.set.vectors;
    struct arena memory = {0};
    size_t count;
    const struct vector_bound *bounds = vector_bounds(v, &memory, &count);

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
    made_free(&m);
}

/* A text with one thing replaced by another of the same length; free it. */
static char *altered(const char *text, const char *was, const char *is)
{
    char *own = strdup(text), *at = strstr(own, was);

    assert_non_null(at);
    assert_int_equal(strlen(was), strlen(is));
    memcpy(at, is, strlen(is));
    return own;
}

TEST(what_changed_is_reported_a_sentence_each)
{
    struct made a = of(DIALECT_FREEBSD, A), ab = of(DIALECT_FREEBSD, A B);
    char *other = altered(a.text, "16 [ 1 0*7 ]", "16 [ 2 0*7 ]");
    char *silent =
        altered(a.text, "outcome 1 permitted 2", "outcome 1 unspecified");
    const struct {
        const struct made *now;
        const char *old;
        size_t added, gone, changed;
        const char *sentence;
    } rows[] = {
        {&a, a.text, 0, 0, 0, "1 vector: 0 new, 0 gone, 0 changed"},
        {&ab, a.text, 1, 0, 0, "b."},
        {&a, ab.text, 0, 1, 0, " is gone: outcomes 1\n"},
        {&a, other, 0, 0, 1, " permits now, and did not before: 1 call 0 "},
        {&a, other, 0, 0, 1,
         " no longer permits: 1 call 0 errno unseen; 3 buffer 0 16 [ 2 0*7 "
         "]\n"},
        {&a, silent, 0, 0, 1, "is specified by the manual now"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct memory_stream out;
        struct since since;

        if (!vectors_since(&rows[k].now->set, rows[k].old, strlen(rows[k].old),
                           &since, memory_stream(&out)))
            fail_msg("%s", since.problem);
        if (!strstr(memory_stream_end(&out), rows[k].sentence))
            fail_msg("%s not in %s", rows[k].sentence, out.text);
        assert_int_equal(since.added, rows[k].added);
        assert_int_equal(since.gone, rows[k].gone);
        assert_int_equal(since.changed, rows[k].changed);
        free(out.text);
    }
    free(other);
    free(silent);
    made_free(&a);
    made_free(&ab);
}

/* The number of each outcome by turns: the list has grown before, or not. */
#define OUTCOMES(one, two, three, four)                                        \
    "profilcheck-vectors 1\nversion 0\ntables 0\ndialect freebsd\n"            \
    "suite quick\nvectors 1\nvector a.0\noutcomes 4\n"                         \
    "outcome " one " permitted\noutcome " two " permitted\n"                   \
    "outcome " three " permitted\noutcome " four " permitted\nend\n"
#define OUT_OF_ORDER "expected the number of the next outcome"
#define NOT_WHOLE    "expected as many vectors as the head says"

TEST(what_is_no_set_or_cut_is_refused)
{
    struct made a = of(DIALECT_FREEBSD, A), ab = of(DIALECT_FREEBSD, A B),
                irix = of(DIALECT_IRIX, A);
    char *cut = strndup(ab.text, ab.stream.length - 5);
    char *fewer =
        strndup(ab.text, (size_t)(strstr(ab.text, "\nvector b") - ab.text) + 1);
    const struct {
        const char *text, *problem;
    } rows[] = {
        {"", "line 1: read the end, expected version"},
        {"{\"schema\"",
         "line 1: read {\"schema\", expected profilcheck-vectors 1"},
        {"profilcheck-vectors 2\n", "line 1: read profilcheck-vectors 2"},
        {cut, NOT_WHOLE},
        {fewer, NOT_WHOLE},
        {irix.text, "it is of the dialect irix, not freebsd"},
        {OUTCOMES("7", "2", "3", "4"), OUT_OF_ORDER},
        {OUTCOMES("1", "7", "3", "4"), OUT_OF_ORDER},
        {OUTCOMES("1", "2", "7", "4"), OUT_OF_ORDER},
        {OUTCOMES("1", "2", "3", "7"), OUT_OF_ORDER},
        {OUTCOMES("1", "2", "3", "4"), "it is of the suite quick, not test"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct memory_stream out;
        struct since since;

        assert_false(vectors_since(&a.set, rows[k].text, strlen(rows[k].text),
                                   &since, memory_stream(&out)));
        free(memory_stream_end(&out));
        if (!strstr(since.problem, rows[k].problem))
            fail_msg("%s not in %s", rows[k].problem, since.problem);
    }
    free(cut);
    free(fewer);
    made_free(&a);
    made_free(&ab);
    made_free(&irix);
}

TESTS(NULL, NULL)
