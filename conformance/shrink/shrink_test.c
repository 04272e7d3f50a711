/* SPDX-License-Identifier: MIT */
#include "shrink.h"

#include "body_test.h"
#include "reference/unit_test.h"

/* All that is to stay in the text. */
struct wanted {
    const char *words[4];
    bool (*also)(const struct test_case *c);
    unsigned asked;
};

static bool has_wanted(void *context, const struct test_case *c)
{
    struct wanted *wanted = context;
    char *body = body_of(c);
    bool all = !wanted->also || wanted->also(c);

    wanted->asked++;
    for (unsigned k = 0; k < 4 && wanted->words[k]; k++)
        all = all && strstr(body, wanted->words[k]);
    free(body);
    return all;
}

/* What a text shrinks to; free it. */
static char *shrunk(const char *text, bool plain,
                    bool (*holds)(void *context, const struct test_case *c),
                    void *context, unsigned limit, unsigned *tries)
{
    struct case_list list = {0};
    struct shrink s = {
        .holds = holds, .context = context, .limit = limit, .plain = plain};
    char *body;

    assert_true(draft_of_case(parsed(&list, text), &s.best));
    case_list_free(&list);
    shrink_all(&s);
    assert_false(s.failed);
    assert_true(draft_case(&s.best, &list));
    body = body_of(&list.cases[0]);
    if (tries)
        *tries = s.tries;
    case_list_free(&list);
    draft_free(&s.best);
    return body;
}

static uint64_t ticks_of(const struct test_case *c)
{
    uint64_t sum = 0;

    for (size_t k = 0; k < c->script.count; k++)
        for (size_t t = 0; t < c->script.ops[k].tick_count; t++)
            sum += c->script.ops[k].ticks[t].count;
    return sum;
}

static const struct call *last_call(const struct test_case *c)
{
    for (size_t k = c->script.count; k-- > 0;)
        if (c->script.ops[k].kind == OP_CALL)
            return &c->script.ops[k].call;
    return NULL;
}

static bool two_ticks(const struct test_case *c)
{
    return ticks_of(c) >= 2;
}

static bool reaches_past(const struct test_case *c)
{
    const struct call *call = last_call(c);

    for (size_t k = 0; call && k < c->script.count; k++)
        if (c->script.ops[k].kind == OP_TICKS &&
            c->script.ops[k].ticks[0].pc - call->region.offset >= 100)
            return true;
    return false;
}

static bool odd_size(const struct test_case *c)
{
    const struct call *call = last_call(c);

    return call && (call->region.size & 1);
}

/* What is less than 0x40000 and enough has more bits set. */
static bool high_offset(const struct test_case *c)
{
    const struct call *call = last_call(c);

    return call && call->region.offset > 0x20000;
}

static bool two_listed(const struct test_case *c)
{
    const struct call *call = last_call(c);

    return call && call->listed == 2 && call->count == 2;
}

#define LONG_CASE                                                              \
    "case c\nbuffer b 64\nbuffer c 64 fill16=7 shared\n"                       \
    "profil b 64 0x400000 0x8000\ntick 0x400004 x3 0x400008 0x40000c\n"        \
    "profil b 63 0x400000 0x8000\ntick 0x400124 x5\nfork\n"                    \
    "tick 0x400008\nend\nprofil null 0 0 0\n"

TEST(what_is_not_needed_goes)
{
    static const struct {
        const char *text;
        struct wanted wanted;
        const char *expected;
    } rows[] = {
        {LONG_CASE, {.words = {"profil null"}}, "profil null 0 0 0\n"},
        {LONG_CASE, {.words = {"tick"}}, "tick 0x20000\n"},
        {LONG_CASE, {.words = {"fork"}}, "fork\nend\n"},
        {LONG_CASE, {.also = two_ticks}, "tick 0x20000 x2\n"},
        {LONG_CASE, {.also = odd_size}, "buffer b 1\nprofil b 1 0x20000 0\n"},
        {"case c\nprofil null 0 0x40000 0\n",
         {.also = high_offset},
         "profil null 0 0x40000 0\n"},
        {LONG_CASE, {.words = {"shared"}}, "buffer c 0 shared\n"},
        {LONG_CASE, {.words = {"fill16=7"}}, "buffer c 0 fill16=7\n"},
        {LONG_CASE,
         {.words = {"profil"}, .also = reaches_past},
         "buffer b 0\nprofil b 0 0x20000 0\ntick 0x20080\n"},
        {"case c\nbuffer b 16\nsprofil [ b 8 0x30000 2 ; b 16 0x50000 2 ; "
         "b 4 0x70000 0x8000 ] 3 tv ushort|uint\n",
         {.also = two_listed},
         "buffer b 0\nsprofil [ b 0 0x20000 0 ; b 0 0x20000 0 ] 2 null "
         "ushort\n"},
        {"case c\nfork\ntick 1\nend\ntick 2\n",
         {.words = {"tick 1"}},
         "tick 1\n"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct wanted wanted = rows[k].wanted;
        char *body =
            shrunk(rows[k].text, false, has_wanted, &wanted, 4000, NULL);

        assert_string_equal(body, rows[k].expected);
        free(body);
    }
}

/* 0, 1 and 2 have meanings of their own as sizes and scales. */
TEST(plain_numbers_stay_away_from_special_ones)
{
    struct wanted wanted = {.words = {"profil b"}};
    char *body = shrunk("case c\nbuffer b 64\nprofil b 64 0x400000 0x8000\n",
                        true, has_wanted, &wanted, 4000, NULL);

    assert_string_equal(body, "buffer b 4\nprofil b 4 0x20000 4\n");
    free(body);
}

TEST(the_same_answers_lead_to_the_same_case)
{
    struct wanted wanted = {.words = {"0x40000c"}};
    unsigned first, second;
    char *a = shrunk(LONG_CASE, false, has_wanted, &wanted, 4000, &first);
    char *b = shrunk(LONG_CASE, false, has_wanted, &wanted, 4000, &second);

    assert_string_equal(a, "tick 0x40000c\n");
    assert_string_equal(a, b);
    assert_int_equal(first, second);
    free(a);
    free(b);
}

static bool coin(void *context, const struct test_case *c)
{
    uint64_t *seed = context;

    (void)c;
    return stream_random(seed) >> 63;
}

static bool always(void *context, const struct test_case *c)
{
    (void)c;
    ++*(unsigned *)context;
    return true;
}

TEST(answers_at_random_end_too)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        uint64_t random = seed;
        unsigned tries;

        free(shrunk(LONG_CASE, false, coin, &random, 4000, &tries));
        assert_in_range(tries, 1, 3000);
    }
}

TEST(the_number_of_tries_is_limited)
{
    unsigned asked = 0, tries;

    free(shrunk(LONG_CASE, false, always, &asked, 3, &tries));
    assert_int_equal(tries, 3);
    assert_in_range(asked, 1, 3);
}

struct texts {
    uint64_t seen[4096];
    unsigned count;
};

static bool never_twice(void *context, const struct test_case *c)
{
    struct texts *texts = context;
    char *body = body_of(c);
    uint64_t hash = 5381;

    for (const char *at = body; *at; at++)
        hash = hash * 33 + (unsigned char)*at;
    free(body);
    for (unsigned k = 0; k < texts->count; k++)
        assert_true(texts->seen[k] != hash);
    texts->seen[texts->count++] = hash;
    return false;
}

TEST(no_text_is_tried_twice)
{
    static struct texts texts;

    free(shrunk(LONG_CASE, false, never_twice, &texts, 4000, NULL));
    assert_true(texts.count > 50);
}

TESTS(NULL, NULL)
