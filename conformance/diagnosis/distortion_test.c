/* SPDX-License-Identifier: MIT */
/*
 * What an implementation that does something to all ticks or calls makes of a
 * case, compared with distortions.txt; see golden_test.h.  A case is its lines,
 * with " / " between.  Rows are:
 *
 *     : done KIND [AMOUNT] [in lists | not in lists]: CASE
 *     : words                what is said of each that is looked for
 *     : two WHICH KIND KIND: CASE    those of the two, each by 2, that are in
 *                                    these bits
 */
#include "distortion.h"

#include "conformance/judge/golden_test.h"
#include "conformance/language/parsed_test.h"

static struct distortion distortion_of(char *words)
{
    static const char *const kinds[] = {
        "pc",           "granule",     "before",   "last-of", "first-of",
        "times",        "first",       "first-on", "size",    "size-cut",
        "offset",       "offset-down", "half",     "twice",   "not-at",
        "not-in-first", "far",         "cut"};
    char *amount = words, *kind = strsep(&amount, " ");
    struct distortion d = {
        .amount = (short)(amount ? strtol(amount, &amount, 10) : 0)};

    while (d.kind < DISTORTION_CUT && strcmp(kinds[d.kind], kind) != 0)
        d.kind++;
    if (amount && strstr(amount, "in lists"))
        d.calls = strstr(amount, "not") ? CALLS_OF_NONE : CALLS_OF_LISTS;
    return d;
}

/* What a case becomes, and the counters of it that stay as they were. */
static void put_case(const struct test_case *is, const struct test_case *c,
                     FILE *out)
{
    struct memory_stream stream;
    FILE *words = memory_stream(&stream);
    char *text = test_case_text(c), *rest = text, *line;

    strsep(&rest, "\n"); /* its name */
    while ((line = strsep(&rest, "\n")) && *line)
        fprintf(words, "%s%s", ftell(words) ? " / " : "", line);
    for (size_t k = 0; k < c->kept_count; k++)
        fprintf(words, "%s %u from %u", k ? "," : "; kept:", c->kept[k].width,
                (unsigned)c->kept[k].at);
    memory_stream_end(&stream);
    golden_words(c == is ? "the same" : stream.text, out);
    free(stream.text);
    free(text);
}

static void done(char *words, FILE *out)
{
    struct case_list list = {0};
    struct arena arena = {0};
    char *lines = strstr(words, ": "), *text, *still;
    const struct test_case *is = parsed_line(&list, lines + 2);
    struct distortion d;

    *lines = '\0';
    d = distortion_of(words);
    text = test_case_text(is);
    put_case(is, distortion_case(&d, is, &arena), out);
    still = test_case_text(is);
    assert_string_equal(still, text);
    free(still);
    free(text);
    arena_free(&arena);
    case_list_free(&list);
}

static void two(char *words, FILE *out)
{
    struct case_list list = {0};
    struct arena arena = {0};
    unsigned which = (unsigned)strtoul(strsep(&words, " "), NULL, 10);
    char *first = strsep(&words, " "), *second = strsep(&words, ":");
    const struct test_case *is = parsed_line(&list, words + 1);
    struct distortions d = {{distortion_of(first), distortion_of(second)}, 2};
    unsigned char changing;

    d.of[0].amount = d.of[1].amount = 2;
    put_case(is, distortions_case(&d, which, is, &arena, &changing), out);
    fprintf(out, "    changed by: %u\n", changing);
    arena_free(&arena);
    case_list_free(&list);
}

/* Each has words of its own. */
static void words_of_all(char *words, FILE *out)
{
    struct distortion d = {0};
    char all[8000] = "\n", text[122] = "\n";

    (void)words;
    while (distortion_next(&d)) {
        distortion_words(&d, text + 1, sizeof text - 2);
        fprintf(out, "    %s\n", text + 1);
        strcat(text, "\n");
        assert_null(strstr(all, text));
        strcat(all, text + 1);
    }
}

TEST(cases)
{
    static const struct golden_kind kinds[] = {
        {"done", done}, {"two", two}, {"words", words_of_all}, {NULL, NULL}};

    golden_hold_kinds("conformance/diagnosis/distortions.txt", NULL, kinds);
}

static void check_words(const struct distortion *d, const char *says)
{
    char words[120];

    distortion_words(d, words, sizeof words);
    assert_string_equal(words, says);
}

TEST(of_those_that_do_the_same_the_next_amounts_are_said_too)
{
    struct distortion all[4] = {{0}}, one;

    for (unsigned k = 0; k < 4; k++) {
        all[k] = k ? all[k - 1] : all[k];
        assert_true(distortion_next(&all[k]));
    }
    one = all[1];
    distortion_extend(&one, &all[3]); /* not the next one */
    check_words(&one, "each tick is counted as if its pc were 2 bytes higher");
    distortion_extend(&one, &all[2]);
    check_words(&one,
                "each tick is counted as if its pc were 2 or 3 bytes higher");
    distortion_extend(&one, &all[3]);
    check_words(&one,
                "each tick is counted as if its pc were 2 to 4 bytes higher");
    one = (struct distortion){
        .kind = DISTORTION_OFFSET, .amount = -3, .upto = -2};
    check_words(&one, "each offset is taken to be 2 or 3 bytes lower");
}

TEST(of_two_the_amounts_that_both_have_are_said_of_both)
{
    struct distortions all, both;
    struct distortion one = {0}, other, next;

    distortion_next(&one);
    next = other = one;
    for (unsigned k = 0; k < 3; k++) {
        distortion_next(&next);
        distortion_extend(&one, &next);
        other = k == 1 ? next : other; /* 3 and more */
    }
    distortion_extend(&other, &next);
    distortion_next(&next);
    distortion_extend(&other, &next);
    check_words(&one,
                "each tick is counted as if its pc were 1 to 4 bytes higher");
    check_words(&other,
                "each tick is counted as if its pc were 3 to 5 bytes higher");
    all = (struct distortions){{next, one}, 2}; /* 5, and 1 to 4 */
    both = (struct distortions){{one, other}, 2};
    both.of[0].calls = both.of[1].calls = CALLS_OF_LISTS;
    distortions_meet(&all, &both);
    check_words(&both.of[1],
                "each tick is counted as if its pc were 3 to 5 bytes higher");
    both.of[0].family++;
    both.of[0].calls = both.of[1].calls = CALLS_ALL;
    distortions_meet(&(struct distortions){{one}, 1}, &both);
    check_words(&both.of[0],
                "each tick is counted as if its pc were 1 to 4 bytes higher");
    check_words(&both.of[1],
                "each tick is counted as if its pc were 3 or 4 bytes higher");
    distortions_meet(&all, &both);
    check_words(&all.of[0],
                "each tick is counted as if its pc were 5 bytes higher");
    check_words(&all.of[1],
                "each tick is counted as if its pc were 3 or 4 bytes higher");
}

GOLDEN_TESTS
