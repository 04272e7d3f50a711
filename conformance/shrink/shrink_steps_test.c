/* SPDX-License-Identifier: MIT */
/* Each step of shrinking by itself: what it takes away, and that it says so. */
#include "shrink.h"

#include "body_test.h"
#include "reference/unit_test.h"

typedef bool step(struct shrink *shrink);

/* Whether all of these words, between bars, are in the text. */
static bool has_words(void *context, const struct test_case *c)
{
    char *body = body_of(c), words[100], *at = words;
    bool all = true;

    snprintf(words, sizeof words, "%s", (const char *)context);
    while (at) {
        char *word = at;

        at = strchr(at, '|');
        if (at)
            *at++ = '\0';
        all = all && strstr(body, word);
    }
    free(body);
    return all;
}

static bool never(void *context, const struct test_case *c)
{
    (void)context;
    (void)c;
    return false;
}

/* What one step, or where there is none all of them, makes of a text; free
 * it. */
static char *after(step *step, const char *text,
                   bool (*holds)(void *context, const struct test_case *c),
                   const void *context, bool *smaller)
{
    struct case_list list = {0};
    struct shrink s = {
        .holds = holds, .context = (void *)context, .limit = 4000};
    char *body;

    assert_true(draft_of_case(parsed(&list, text), &s.best));
    case_list_free(&list);
    if (step) {
        s.seen = calloc(s.limit + 1, sizeof *s.seen);
        *smaller = step(&s);
        free(s.seen);
    } else {
        shrink_all(&s);
    }
    assert_false(s.failed);
    assert_true(draft_case(&s.best, &list));
    body = body_of(&list.cases[0]);
    case_list_free(&list);
    draft_free(&s.best);
    return body;
}

static const struct {
    step *step;
    const char *text, *wanted, *expected;
} rows[] = {
    {shrink_lines, "buffer b 16\nprofil b 16 0x20000 0\ntick 0x20000\n",
     "buffer b 16", "buffer b 16\n"},
    {shrink_lines, "tick 1\nfork\ntick 2\nend\ntick 3\n", "tick 1|tick 3",
     "tick 1\ntick 3\n"},
    {shrink_lines, "tick 1\nfork\ntick 2\nend\ntick 3\n", "tick 2", "tick 2\n"},
    {shrink_ticks, "tick 1 2\n", "2", "tick 2\n"},
    {shrink_ticks, "tick 1 x3 2\n", "2", "tick 2\n"},
    {shrink_ticks, "tick 1\ntick 2\ntick 3\n", "2|3", "tick 2\ntick 3\n"},
    {shrink_ticks, "tick 1\ntick 2\ntick 3\n", "2", "tick 2\n"},
    {shrink_ticks, "arc 1 2 x3 5 6\n", "5 6", "arc 5 6\n"},
    {shrink_ticks, "arc 1 2 x3 5 6\n", "1 2 x3", "arc 1 2 x3\n"},
    {shrink_ticks, "tick 1 2 x4 3\nfork\nend\ntick 4\n", "2 x4|tick 4",
     "tick 2 x4\nfork\nend\ntick 4\n"},
    {shrink_lists, "buffer b 16\nsprofil [ b 1 7 2 ; b 3 8 4 ] 2 null uint\n",
     "b 3 8 4", "buffer b 16\nsprofil [ b 3 8 4 ] 1 null uint\n"},
    {shrink_lists, "buffer b 16\nsprofil [ b 1 7 2 ; b 3 8 4 ] 2 null uint\n",
     "b 1 7 2", "buffer b 16\nsprofil [ b 1 7 2 ] 1 null uint\n"},
    {shrink_lists,
     "buffer b 16\nsprofil [ b 1 7 2 ; b 3 8 4 ; b 5 9 6 ] 3 null uint\n",
     "b 1 7 2|b 5 9 6| 3 null",
     "buffer b 16\nsprofil [ b 1 7 2 ; b 5 9 6 ] 3 null uint\n"},
    {shrink_options, "buffer b 16 fill16=7 shared\ntick 5 x9\n", "buffer",
     "buffer b 16\ntick 5\n"},
    {shrink_options, "sprofil [ ] 0 tv ushort|uint|fast\n", "sprofil",
     "sprofil [ ] 0 null ushort\n"},
    {shrink_options, "sprofil [ ] 0 tv ushort|uint\n", "uint",
     "sprofil [ ] 0 null uint\n"},
    {shrink_options, "sprofil [ ] 0 tv uint|fast\n", "fast|tv",
     "sprofil [ ] 0 tv uint|fast\n"},
    {shrink_addresses, "profil null 16 0x400000 0x8000\ntick 0x400010\n",
     "tick", "profil null 16 0x20000 0x8000\ntick 0x20010\n"},
    {shrink_addresses, "profil null 16 0 0x8000\ntick 0x400010\n", "0 0x8000",
     "profil null 16 0 0x8000\ntick 0x20000\n"},
    {shrink_addresses, "tick 0x1000\ntick 0x2000\n", "tick",
     "tick 0x20000\ntick 0x21000\n"},
    {shrink_addresses, "tick 0x20000\ntick 0x300000 0x7000000000\n", "0x7",
     "tick 0x20000\ntick 0x20000 0x7000000000\n"},
    {shrink_addresses, "tick 0xffffffffffffffff\n", "0x8000000000000000",
     "tick 0x8000000000000000\n"},
    {shrink_numbers, "tick 0xb0000\n", "0x80000", "tick 0x80000\n"},
    {shrink_numbers, "buffer b 64\n", "buffer", "buffer b 0\n"},
    {shrink_numbers, "profil null 7 0x20010 0x8000\n", "0x8000",
     "profil null 0 0x20000 0x8000\n"},
};

TEST(each_step_takes_away_what_is_not_needed)
{
    char text[200];

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        bool smaller;
        char *body;

        snprintf(text, sizeof text, "case c\n%s", rows[k].text);
        body = after(rows[k].step, text, has_words, rows[k].wanted, &smaller);
        assert_string_equal(body, rows[k].expected);
        assert_true(smaller == (strcmp(rows[k].text, rows[k].expected) != 0));
        free(body);
    }
}

TEST(where_nothing_holds_nothing_is_smaller)
{
    char text[200];

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        bool smaller = true;
        char *body;

        snprintf(text, sizeof text, "case c\n%s", rows[k].text);
        body = after(rows[k].step, text, never, NULL, &smaller);
        assert_string_equal(body, rows[k].text);
        assert_false(smaller);
        free(body);
    }
}

/* c can go where b is gone, which is tried later. */
static bool c_for_b(void *context, const struct test_case *c)
{
    char *body = body_of(c);
    bool has_b = strstr(body, "buffer b"), has_c = strstr(body, "buffer c");
    bool has_d = strstr(body, "buffer d");

    (void)context;
    free(body);
    return has_d && (has_c || !has_b);
}

TEST(it_goes_on_until_no_step_makes_it_smaller)
{
    char *body = after(NULL, "case c\nbuffer b 0\nbuffer d 0\nbuffer c 0\n",
                       c_for_b, NULL, NULL);

    assert_string_equal(body, "buffer d 0\n");
    free(body);
}

/* Of a scale these bits are needed. */
static bool needs_bits(void *context, const struct test_case *c)
{
    uint64_t bits = *(const uint64_t *)context;

    return c->script.count == 1 && c->script.ops[0].kind == OP_CALL &&
           (c->script.ops[0].call.region.scale & bits) == bits;
}

TEST(a_number_keeps_the_bits_that_are_needed)
{
    static const struct {
        uint64_t bits;
        const char *expected;
    } scales[] = {
        {0x8001, "profil null 0 0 0x8001\n"},
        {0x4002, "profil null 0 0 0x4002\n"},
        {0x8000, "profil null 0 0 0x8000\n"},
        {0x1, "profil null 0 0 1\n"},
    };

    for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
        bool smaller;
        char *body = after(shrink_numbers, "case c\nprofil null 0 0 0xc003\n",
                           needs_bits, &scales[k].bits, &smaller);

        assert_true(smaller);
        assert_string_equal(body, scales[k].expected);
        free(body);
    }
}

/* What is tried; of all that, the one that is to hold is marked. */
struct trial {
    char tried[1000];
    unsigned count, good;
};

static bool noted(void *context, const struct test_case *c)
{
    struct trial *trial = context;
    char *body = body_of(c);

    strncat(trial->tried, body, sizeof trial->tried - 1 - strlen(trial->tried));
    free(body);
    return ++trial->count == trial->good;
}

TEST(numbers_are_tried_from_the_least_on)
{
    static const struct {
        step *step;
        bool plain;
        unsigned good; /* the so manieth */
        const char *text, *tried;
    } trials[] = {
        {shrink_numbers, false, 0, "buffer b 12\n",
         "buffer b 0\nbuffer b 1\nbuffer b 2\nbuffer b 4\nbuffer b 8\n"
         "buffer b 6\n"},
        {shrink_numbers, false, 0, "buffer b 0\n", ""},
        {shrink_numbers, true, 0, "buffer b 7\n",
         "buffer b 4\nbuffer b 3\nbuffer b 5\nbuffer b 6\n"},
        {shrink_numbers, false, 0, "tick 0x100000\n", ""},
        {shrink_numbers, false, 0, "tick 2\n", "tick 0\ntick 1\n"},
        {shrink_addresses, false, 0, "buffer b 7\n", ""},
        {shrink_addresses, false, 0, "buffer b 16\ntick 1 5\n",
         "buffer b 16\ntick 0x100000 0x100004\n"
         "buffer b 16\ntick 0x20000 0x20004\n"},
        {shrink_addresses, false, 0, "tick 0x40000 0x40001\n",
         "tick 0x100000 0x100001\ntick 0x20000 0x20001\n"
         "tick 0x40000 0x20000\ntick 0x40000 0x40000\n"},
        {shrink_addresses, false, 0, "tick 0x20000 0x40000 0x60000\n",
         "tick 0x20000 0x20000 0x60000\ntick 0x20000 0x20000 0x40000\n"
         "tick 0x20000 0x40000 0x20000\ntick 0x20000 0x40000 0x40000\n"},
        {shrink_addresses, false, 0, "tick 0x100000\n",
         "tick 0x20000\ntick 0x40000\ntick 0x80000\n"},
        {shrink_addresses, false, 1, "tick 0x20000 0x50000 0x90000\n",
         "tick 0x20000 0x20000 0x90000\ntick 0x20000 0x20000 0x20000\n"
         "tick 0x20000 0x20000 0x40000\ntick 0x20000 0x20000 0x80000\n"},
    };

    for (size_t k = 0; k < sizeof trials / sizeof *trials; k++) {
        struct trial trial = {.good = trials[k].good};
        struct case_list list = {0};
        struct shrink s = {.holds = noted,
                           .context = &trial,
                           .limit = 4000,
                           .plain = trials[k].plain};
        char text[100];

        snprintf(text, sizeof text, "case c\n%s", trials[k].text);
        assert_true(draft_of_case(parsed(&list, text), &s.best));
        case_list_free(&list);
        s.seen = calloc(s.limit + 1, sizeof *s.seen);
        assert_true(trials[k].step(&s) == (trials[k].good > 0));
        assert_string_equal(trial.tried, trials[k].tried);
        free(s.seen);
        draft_free(&s.best);
    }
}

TESTS(NULL, NULL)
