/* SPDX-License-Identifier: MIT */
#include "vectors_test.h"
#include "conformance/judge/describe.h"
#include "reference/unit_test.h"

TEST(what_a_case_finds_is_not_permitted)
{
    struct made m =
        of(DIALECT_FREEBSD, "case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\n"
                            "tick 0x1002\n");
    const struct vector *v = m.set.vectors;

    assert_int_equal(v->count, 1);
    assert_non_null(strstr(
        m.text, "\nfinds rounding=up always Odd numbers were rounded up to "
                "the next counter; freebsd.profil.3 permits"));
    assert_null(strstr(m.text, "finds rounding=down"));
    assert_null(strstr(m.text, "finds counter-full="));
    made_free(&m);
}

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

TEST(too_many_outcomes_are_counted_and_bounded)
{
    struct made m = of(DIALECT_IRIX, many);
    const struct vector *v = m.set.vectors;
    struct vector_bounds bounds;

    assert_true(v->count > VECTOR_LISTED && !v->more);
    assert_non_null(strstr(m.text, " unlisted\nbound event 3 call 0 errno "
                                   "unseen\nbound "));
    assert_null(strstr(m.text, "\noutcome 1"));
    assert_true(vector_bounds_make(&bounds, v));
    assert_int_equal(bounds.count, 4);
    for (size_t k = 0; k < v->count; k++)
        for (size_t j = 1; j < 4; j++) {
            const struct vector_bound *row = &bounds.rows[j];
            const struct event *e = &v->outcomes[k].outcome.events[j];

            assert_int_equal(row->outcomes, v->count);
            for (size_t n = 0; n < row->counters; n++)
                assert_in_range(describe_counter(&v->c->script,
                                                 e->bytes + SCRIPT_ZONE + 4 * n,
                                                 4),
                                row->least[n], row->most[n]);
        }
    vector_bounds_free(&bounds);
    made_free(&m);
}

static void assert_since(const struct made *m, const char *old, size_t added,
                         size_t gone, size_t changed, const char *sentence)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    struct since since;

    if (!vectors_since(&m->set, old, strlen(old), &since, out))
        fail_msg("%s", since.problem);
    fclose(out);
    assert_int_equal(since.added, added);
    assert_int_equal(since.gone, gone);
    assert_int_equal(since.changed, changed);
    if (!strstr(text, sentence))
        fail_msg("%s not in %s", sentence, text);
    free(text);
}

#define A "case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1002\n"
#define B "case b\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1004\n"

/* The old text with one thing replaced by another of the same length. */
static char *altered(const char *text, const char *was, const char *is)
{
    char *own = strdup(text), *at = strstr(own, was);

    assert_non_null(at);
    assert_int_equal(strlen(was), strlen(is));
    memcpy(at, is, strlen(is));
    return own;
}

TEST(what_changed_is_told_a_sentence_each)
{
    struct made a = of(DIALECT_FREEBSD, A), ab = of(DIALECT_FREEBSD, A B);
    char *other = altered(a.text, "16 [ 1 0*7 ]", "16 [ 2 0*7 ]");
    char *silent =
        altered(a.text, "outcome 1 permitted 2", "outcome 1 unspecified");

    assert_since(&a, a.text, 0, 0, 0, "1 vector: 0 new, 0 gone, 0 changed");
    assert_since(&ab, a.text, 1, 0, 0, "b.");
    assert_since(&a, ab.text, 0, 1, 0, " is gone: outcomes 1\n");
    assert_since(&a, other, 0, 0, 1, " permits now what it did not: 1 call 0 ");
    assert_since(&a, other, 0, 0, 1,
                 " no longer permits: 1 call 0 errno "
                 "unseen; 3 buffer 0 16 [ 2 0*7 ]\n");
    assert_since(&a, silent, 0, 0, 1, "is decided by the manual now");
    free(other);
    free(silent);
    made_free(&a);
    made_free(&ab);
}

static void refuse(const char *text, const char *problem)
{
    struct made a = of(DIALECT_FREEBSD, A);
    struct since since;
    char *told = NULL;
    size_t length;
    FILE *out = open_memstream(&told, &length);

    assert_false(vectors_since(&a.set, text, strlen(text), &since, out));
    fclose(out);
    if (!strstr(since.problem, problem))
        fail_msg("%s not in %s", problem, since.problem);
    free(told);
    made_free(&a);
}

TEST(what_is_no_set_or_cut_is_refused)
{
    struct made a = of(DIALECT_FREEBSD, A B), irix = of(DIALECT_IRIX, A);
    char *cut = strndup(a.text, a.length - 5);
    char *fewer = strdup(a.text);

    refuse("", "line 1: read the end, expected version");
    refuse("{\"schema\"", "line 1: read {\"schema\", expected "
                          "profilcheck-vectors 1");
    refuse("profilcheck-vectors 2\n", "line 1: read profilcheck-vectors 2");
    refuse(cut, "expected as many vectors as the head says");
    strstr(fewer, "\nvector b")[1] = '\0';
    refuse(fewer, "expected as many vectors as the head says");
    refuse(irix.text, "it is of the dialect irix, not freebsd");
    free(cut);
    free(fewer);
    made_free(&a);
    made_free(&irix);
}

/* Each outcome by turns: the array that is kept has grown before, or not. */
TEST(an_outcome_out_of_its_order_is_refused)
{
    static const char text[] =
        "profilcheck-vectors 1\nversion 0\ntables 0\ndialect freebsd\n"
        "suite quick\nvectors 1\nvector a.0\noutcomes 4\n"
        "outcome 1 permitted\noutcome 2 permitted\noutcome 3 permitted\n"
        "outcome 4 permitted\nend\n";

    for (char number = '1'; number <= '4'; number++) {
        char *wrong = strdup(text), name[16], *at;

        snprintf(name, sizeof name, "outcome %c", number);
        at = strstr(wrong, name);
        assert_non_null(at);
        at[8] = '7';
        refuse(wrong, "expected the number of the next outcome");
        free(wrong);
    }
}

TESTS(NULL, NULL)
