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
 *     : together KIND N, KIND M...   what is said of one that is extended to
 *                                    others, which do the same
 *     : common KIND N[ to M], ... | ...    what is said of each, where the
 *                                    amounts that two have in common are left
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

    d.upto = amount && strncmp(amount, " to ", 4) == 0
                 ? (short)strtol(amount + 4, &amount, 10)
                 : d.amount;
    while (d.kind < DISTORTION_CUT && strcmp(kinds[d.kind], kind) != 0)
        d.kind++;
    d.family = d.kind + 1;
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

static void put_words(const struct distortion *d, FILE *out)
{
    char words[120];

    distortion_words(d, words, sizeof words);
    fprintf(out, "    %s\n", words);
}

static void together(char *words, FILE *out)
{
    struct distortion d = distortion_of(strsep(&words, ","));

    for (char *one; (one = strsep(&words, ","));) {
        struct distortion other = distortion_of(one + 1);

        distortion_extend(&d, &other);
    }
    put_words(&d, out);
}

static void common(char *words, FILE *out)
{
    struct distortions both[2] = {{.count = 0}};

    for (unsigned k = 0; k < 2; k++) {
        char *some = strsep(&words, "|"), *one;

        while ((one = strsep(&some, ",")))
            both[k].of[both[k].count++] = distortion_of(one + strspn(one, " "));
    }
    distortions_meet(&both[0], &both[1]);
    for (unsigned k = 0; k < 2; k++)
        for (unsigned i = 0; i < both[k].count; i++)
            put_words(&both[k].of[i], out);
}

TEST(cases)
{
    static const struct golden_kind kinds[] = {
        {"done", done},         {"two", two},       {"words", words_of_all},
        {"together", together}, {"common", common}, {NULL, NULL}};

    golden_hold_kinds("conformance/diagnosis/distortions.txt", NULL, kinds);
}

GOLDEN_TESTS
