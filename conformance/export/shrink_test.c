/* SPDX-License-Identifier: MIT */
/* What is taken away, by each step and by all; and that it ends. */
#include "conformance/judge/golden_test.h"
#include "conformance/language/parsed_test.h"
#include "shrink.h"

/* The text of the operations; free it. */
static char *body_of(const struct test_case *c)
{
    char *text = test_case_text(c), *body = strdup(strchr(text, '\n') + 1);

    free(text);
    return body;
}

/* What a text shrinks to; free it. */
static char *shrunk(struct shrink *s, const char *operations)
{
    struct case_list list = {0}, least = {0};
    char text[400], *body;

    snprintf(text, sizeof text, "case c\n%s", operations);
    shrink_case(s, parsed(&list, text), &least);
    assert_int_equal(least.count, 1);
    assert_string_equal(least.cases->slug, "c-min");
    body = body_of(least.cases);
    case_list_free(&list);
    case_list_free(&least);
    return body;
}

/* A number of a case: how many ticks it has; or of its last call, and "reach",
 * how far above its offset a tick is. */
static uint64_t number_in(const struct test_case *c, const char *name)
{
    static const struct call none;
    const struct call *call = &none;
    uint64_t ticks = 0, reach = 0;

    for (size_t k = 0; k < c->script.count; k++)
        if (c->script.ops[k].kind == OP_CALL)
            call = &c->script.ops[k].call;
    for (size_t k = 0; k < c->script.count; k++)
        for (size_t t = 0; t < c->script.ops[k].tick_count; t++) {
            const struct tick *tick = &c->script.ops[k].ticks[t];

            ticks += tick->count;
            if (tick->pc - call->region.offset > reach)
                reach = tick->pc - call->region.offset;
        }
    return strcmp(name, "ticks") == 0    ? ticks
           : strcmp(name, "reach") == 0  ? reach
           : strcmp(name, "size") == 0   ? call->region.size
           : strcmp(name, "offset") == 0 ? call->region.offset
           : strcmp(name, "scale") == 0  ? call->region.scale
           : strcmp(name, "listed") == 0 ? call->listed
                                         : (uint64_t)call->count;
}

/* "@size&1", these bits of a number; "@ticks=9"; "@ticks>1". */
static bool has_number(const struct test_case *c, const char *word)
{
    char name[16], how;
    int than;
    uint64_t number;

    assert_int_equal(sscanf(word, "@%15[a-z]%c%i", name, &how, &than), 3);
    number = number_in(c, name);
    return how == '&'   ? (number & (uint64_t)than) == (uint64_t)than
           : how == '>' ? number > (uint64_t)than
                        : number == (uint64_t)than;
}

/* Whether all of these, between bars, hold of a case; "": never.  Of some, with
 * / between, one is enough; after ! it is one that the text has not. */
static bool has_words(void *wanted, const struct test_case *c)
{
    char *body = body_of(c), words[100], *rest = words, *some, *word;
    bool all = *(const char *)wanted != '\0';

    snprintf(words, sizeof words, "%s", (const char *)wanted);
    while (all && (some = strsep(&rest, "|"))) {
        all = false;
        while ((word = strsep(&some, "/")))
            all |= *word == '@'   ? has_number(c, word)
                   : *word == '!' ? !strstr(body, word + 1)
                                  : strstr(body, word) != NULL;
    }
    free(body);
    return all;
}

#define LONG_CASE                                                              \
    "buffer b 64\nbuffer c 64 fill16=7 shared\n"                               \
    "profil b 64 0x400000 0x8000\ntick 0x400004 x3 0x400008 0x40000c\n"        \
    "profil b 63 0x400000 0x8000\ntick 0x400124 x5\nfork\n"                    \
    "tick 0x400008\nend\nprofil null 0 0 0\n"

TEST(the_same_answers_lead_to_the_same_case)
{
    char wanted[] = "0x40000c";
    unsigned tries[2];

    for (unsigned k = 0; k < 2; k++) {
        struct shrink s = {
            .holds = has_words, .context = wanted, .limit = 4000};
        char *body = shrunk(&s, LONG_CASE);

        assert_string_equal(body, "tick 0x40000c\n");
        tries[k] = s.tries;
        free(body);
    }
    assert_int_equal(tries[0], tries[1]);
}

static bool coin(void *context, const struct test_case *c)
{
    (void)c;
    return stream_random(context) >> 63;
}

TEST(answers_at_random_end_too)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        uint64_t random = seed;
        struct shrink s = {.holds = coin, .context = &random, .limit = 4000};

        free(shrunk(&s, LONG_CASE));
        assert_in_range(s.tries, 1, 3000);
    }
}

static bool always(void *context, const struct test_case *c)
{
    (void)c;
    ++*(unsigned *)context;
    return true;
}

TEST(the_number_of_tries_is_limited)
{
    unsigned asked = 0;
    struct shrink s = {.holds = always, .context = &asked, .limit = 3};

    free(shrunk(&s, LONG_CASE));
    assert_int_equal(s.tries, 3);
    assert_in_range(asked, 1, 3);
}

struct texts {
    char *seen[4096];
    unsigned count;
};

static bool never_twice(void *context, const struct test_case *c)
{
    struct texts *texts = context;
    char *body = body_of(c);

    for (unsigned k = 0; k < texts->count; k++)
        assert_string_not_equal(texts->seen[k], body);
    texts->seen[texts->count++] = body;
    return false;
}

TEST(no_text_is_tried_twice)
{
    static struct texts texts;
    struct shrink s = {.holds = never_twice, .context = &texts, .limit = 4000};

    free(shrunk(&s, LONG_CASE));
    assert_true(texts.count > 50);
    while (texts.count > 0)
        free(texts.seen[--texts.count]);
}

/* What is tried; of all that, the one that is to hold. */
struct noted {
    char tried[1000];
    unsigned long count, good;
};

static bool note(void *context, const struct test_case *c)
{
    struct noted *noted = context;
    char *body = body_of(c);

    strncat(noted->tried, body, sizeof noted->tried - 1 - strlen(noted->tried));
    free(body);
    return ++noted->count == noted->good;
}

static unsigned step_of(const char *head)
{
    static const char *const names[] = {"lines",   "ticks",     "lists",
                                        "options", "addresses", "numbers"};

    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
        if (strncmp(head, names[k], strlen(names[k])) == 0)
            return 1u << k;
    assert_memory_equal(head, "all", 3);
    return 0;
}

static void check_entry(char *head, char *text)
{
    char *expected = strstr(text, "--\n");
    const char *words = strstr(head, ": "), *tries = strstr(head, "tries, ");
    struct noted noted = {.good = tries ? strtoul(tries + 7, NULL, 10) : 0};
    struct shrink s = {.holds = tries ? note : has_words,
                       .context = tries ? (void *)&noted : (void *)(words + 2),
                       .limit = 4000,
                       .steps = step_of(head),
                       .plain = strstr(head, " plain")};
    struct shrink never = {
        .holds = has_words, .context = "", .limit = 4000, .steps = s.steps};
    char *body;

    *expected = '\0';
    expected += strlen("--\n");
    body = shrunk(&s, text);
    assert_string_equal(tries ? noted.tried : body, expected);
    free(body);
    if (tries || s.steps == 0)
        return;
    body = shrunk(&never, text);
    assert_string_equal(body, text);
    free(body);
}

/* See shrink_test.txt. */
TEST(what_is_not_needed_goes)
{
    assert_true(
        golden_entries("conformance/export/shrink_test.txt", check_entry) > 45);
}

TESTS(NULL, NULL)
