/* SPDX-License-Identifier: MIT */
#include "conformance/whole/command_test.h"

#include "reference/sentences.h"
#include "reference/unit_test.h"

static size_t lines_of(const char *text)
{
    size_t lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

TEST(each_clause_has_a_line)
{
    char *out = output_of(WORDS("list", "clauses"));

    assert_int_equal(lines_of(out), clause_count);
    assert_has(out, "\naix.profil.2 (sentences 14 and 15: Description, "
                    "paragraph 3, sentences 2 and 3) ");
    assert_has(out, "\nirix.sprofil.19 ");
    free(out);
}

TEST(each_sentence_has_a_line_with_its_place_and_force)
{
    char *out = output_of(WORDS("list", "sentences"));

    assert_int_equal(lines_of(out), sentence_count);
    assert_memory_equal(
        out, "aix:1 (Purpose, paragraph 1) states no behaviour:", 48);
    assert_has(out, "\naix:46 (Return Values, paragraph 1, sentence 1) "
                    "contradicts 4, 5, 47: 0 is returned always. "
                    "[aix.profil.19]\n");
    free(out);
}

TEST(each_dialect_has_a_line)
{
    char *out = output_of(WORDS("list", "dialects"));

    assert_int_equal(lines_of(out), DIALECTS);
    assert_memory_equal(out, "aix      ", 9);
    assert_has(out, "\nfreebsd  ");
    free(out);
}

TEST(a_choice_has_a_mark_for_each_dialect)
{
    char *out = output_of(WORDS("list", "rules"));
    unsigned open = 0;

    for (unsigned r = 0; r < RULES; r++)
        for (unsigned d = 0; d < DIALECTS; d++)
            if (dialect_is_open(d, r)) {
                open++;
                break;
            }
    assert_int_equal(lines_of(out), 3 + RULES + CHOICES + open);
    /* aix, irix, hpux, freebsd, glibc, aix-monitor, gmon, in the order of the
     * heading. */
    assert_has(out, "  aix  irix  hpux  freebsd  glibc  aix-monitor  gmon\n");
    assert_has(out, "\n  up                  ●    ○     ○     –        –    ");
    assert_has(out, "\n  divide-first        –    ○     ○     ○        ○    ");
    assert_has(out, "\n  E2BIG                    ●                    ○    ");
    free(out);
}

TEST(each_implementation_has_a_line_and_so_has_a_path)
{
    char *out = output_of(WORDS("list", "impls"));

    assert_memory_equal(out, "signal   ", 9);
    assert_has(out, "\nlibc     ");
    assert_has(out, "\nPATH     ");
    free(out);
}

/* Each line of one text is among those of another. */
static void assert_within(const char *lines, const char *among)
{
    char line[256] = "\n";

    while (*lines) {
        size_t length = strcspn(lines, "\n");

        assert_in_range(length, 1, sizeof line - 3);
        memcpy(line + 1, lines, length);
        strcpy(line + 1 + length, "\n");
        if (strncmp(among, line + 1, length + 1) != 0)
            assert_has(among, line);
        lines += length + 1;
    }
}

TEST(the_full_suite_holds_the_quick_one)
{
    char *quick = output_of(WORDS("list", "cases"));
    char *same = output_of(WORDS("list", "--suite", "quick", "cases"));
    char *full = output_of(WORDS("list", "cases", "--suite=full"));
    char *ids, *at;

    assert_string_equal(quick, same);
    assert_true(lines_of(full) > 2 * lines_of(quick));
    ids = strdup(quick);
    assert_non_null(ids);
    /* Columns may be wider in the full one. */
    at = ids;
    for (const char *line = quick; *line; line = strchr(line, '\n') + 1) {
        size_t length = strcspn(line, " ");

        memcpy(at, line, length);
        at += length;
        *at++ = '\n';
    }
    *at = '\0';
    for (char *c = full; *c; c++)
        if (*c == ' ')
            *c = '\n';
    assert_within(ids, full);
    free(ids);
    free(quick);
    free(same);
    free(full);
}

TEST(a_case_names_the_dialects_it_is_meant_for)
{
    char *out = output_of(WORDS("list", "cases"));
    const char *line = strstr(out, "\nregion-tie.");

    assert_non_null(line);
    line += strcspn(line + 1, " ") + 1;
    line += strspn(line, " ");
    assert_memory_equal(line, "irix glibc\n", 11);
    assert_null(strstr(out, " \n")); /* no line names none */
    free(out);
}

TEST(a_system_is_what_it_takes_and_where_that_was_read)
{
    char *out = output_of(WORDS("list", "systems"));

    assert_has(out, "\n4.3bsd: profil, like freebsd, from CSRG 7d8653673c: "
                    "sys/vax/vax/locore.s\n"
                    "  of a 32-bit machine; on others the same code by their "
                    "width\n"
                    "  rounding=scale-low-bit-lost\n");
    assert_has(out, "\npapi: profil and sprofil, like irix, from ");
    assert_has(out, "\n  and no rule says: later ones have six arguments\n");
    free(out);
}

TEST(what_there_is_no_table_of_is_refused)
{
    ASSERT_USAGE("list: unknown table frobs; choose from clauses, sentences, "
                 "rules, dialects, cases, impls, systems",
                 "list", "frobs");
    ASSERT_USAGE("list: which table? clauses, ", "list");
    ASSERT_USAGE("list: one table at a time, not rules and cases", "list",
                 "rules", "cases");
    ASSERT_USAGE("list: unknown suite slow; choose from quick, full", "list",
                 "--suite", "slow", "cases");
    ASSERT_USAGE("list: unknown option --dialect;", "list", "--dialect=aix",
                 "cases");
    ASSERT_USAGE("list: option needs a value: --suite", "list", "--suite");
}

TESTS(NULL, NULL)
