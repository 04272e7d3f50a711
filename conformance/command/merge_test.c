/* SPDX-License-Identifier: MIT */
#include "conformance/whole/results_test.h"
#include "reference/unit_test.h"

enum { OF = 3, CASES = 120 };

/* A run of an implementation that is not one, so that inference, and what is
 * looked at again, depend on cases of all shards; and its shards. */
static struct made {
    char whole_path[64], *whole;
    char paths[OF][64], *shards[OF];
    char cases[64];
    char moody[4096];
} made;

/* Where rounding down and dividing first differ; some end a portion. */
static void write_cases(char path[64])
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    for (int k = 0; k < CASES; k++)
        fprintf(out,
                "case c%d\nbuffer b 64\nprofil b 64 0x1000 0xc000\n"
                "tick 0x1003 x%d\n%s\n",
                k, k + 1, k % 90 == 20 ? "unmap b\n" : "");
    assert_int_equal(fclose(out), 0);
    snprintf(path, 64, "%s", case_file(text));
    free(text);
}

static char *results_with(char path[64], const char *option, const char *value)
{
    struct command command;

    temporary(path);
    command = command_with("", WORDS("run", "--dialect", "freebsd", "--cases",
                                     made.cases, "--results", path, option,
                                     value, made.moody));
    assert_string_equal(command.err, "");
    command_free(&command);
    return text_of_file(path);
}

static int make_all(void **state)
{
    (void)state;
    setenv("SOURCE_DATE_EPOCH", "1800000000", 1); /* whatever day it is */
    write_cases(made.cases);
    strcpy(made.moody, built("mutants/moody.so"));
    made.whole = results_with(made.whole_path, "--jobs", "2");
    for (unsigned n = 0; n < OF; n++) {
        char shard[] = {(char)('1' + n), '/', '0' + OF, '\0'};

        made.shards[n] = results_with(made.paths[n], "--shard", shard);
    }
    return 0;
}

static int free_all(void **state)
{
    (void)state;
    free(made.whole);
    for (unsigned n = 0; n < OF; n++)
        free(made.shards[n]);
    return 0;
}

TEST(the_day_is_that_of_the_last_shard)
{
    static const char *const days[OF] = {"1800000000", "1800100000",
                                         "1800000000"};
    char paths[OF][64];
    struct command command;

    skip_without_json();
    for (unsigned n = 0; n < OF; n++) {
        char shard[] = {(char)('1' + n), '/', '0' + OF, '\0'};

        setenv("SOURCE_DATE_EPOCH", days[n], 1);
        free(results_with(paths[n], "--shard", shard));
    }
    setenv("SOURCE_DATE_EPOCH", days[0], 1);
    command = command_with("", WORDS("merge", paths[0], paths[1], paths[2]));
    assert_has(command.out, "\"date\": \"2027-01-16\"");
    command_free(&command);
}

TEST(shards_in_any_order_make_the_bytes_of_the_whole)
{
    struct command command = command_with(
        "", WORDS("merge", made.paths[1], made.paths[2], made.paths[0]));

    skip_without_json();
    assert_string_equal(command.err, "");
    assert_int_equal(command.status, 1);
    assert_string_equal(command.out, made.whole);
    command_free(&command);
    /* It takes all of them to find this. */
    assert_has(made.whole, "\"verdict\": \"inconsistent\"");
    assert_has(made.whole, "\"company\": ");
    for (unsigned n = 0; n < OF; n++)
        assert_has(made.shards[n], "\"shard\": \"");
}

TEST(a_shard_is_verified_as_any_results_are)
{
    struct command command = command_with("", WORDS("verify", made.paths[1]));

    skip_without_json();
    assert_string_equal(command.err, "");
    assert_has(command.out, " of 1 run: as recorded\n");
    command_free(&command);
}

TEST(machines_that_differ_are_all_told_of)
{
    char *other = edited(made.shards[2], "\"word\": \"", "\"word\": \"9"),
         path[64];
    struct command command;

    skip_without_json();
    seal(other);
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(),
             file_holding(other));
    command =
        command_with("", WORDS("merge", made.paths[0], path, made.paths[1]));
    assert_has(command.out, "\"word\": \"64; 964\"");
    command_free(&command);
    free(other);
}

TEST(waivers_are_those_of_the_whole)
{
    const char *waivers = case_file("c19 rounding - known\n");
    char path[64], *whole = results_with(path, "--waivers", waivers);
    struct command command =
        command_with("", WORDS("merge", "--waivers", waivers, made.paths[0],
                               made.paths[1], made.paths[2]));

    skip_without_json();
    assert_string_equal(command.out, whole);
    command_free(&command);
    free(whole);
}

static void refused(const char *words, const char *first, const char *second,
                    const char *third)
{
    assert_refused_with("", 2, words, WORDS("merge", first, second, third));
}

TEST(a_lost_or_doubled_shard_is_named)
{
    char words[200];

    skip_without_json();
    refused("merge: shard 2/3 is missing", made.paths[0], made.paths[2], NULL);
    snprintf(words, sizeof words, "merge: shard 3/3 is there twice: %s and %s",
             made.paths[2], made.paths[2]);
    refused(words, made.paths[0], made.paths[2], made.paths[2]);
    snprintf(words, sizeof words, "merge: %s: it is no shard", made.whole_path);
    refused(words, made.whole_path, NULL, NULL);
}

/* The second shard with that edit, by somebody who made the digest fit. */
static void refused_with(const char *from, const char *to, const char *words)
{
    char *forged = edited(made.shards[1], from, to), path[64];

    seal(forged);
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(),
             file_holding(forged));
    refused(words, made.paths[0], path, made.paths[2]);
    free(forged);
}

TEST(shards_of_different_runs_are_refused_with_what_differs)
{
    char words[200];

    skip_without_json();
    snprintf(words, sizeof words,
             "different runs: suite is cases in %s, and "
             "quick in /proc/",
             made.paths[0]);
    refused_with("\"suite\": \"cases\"", "\"suite\": \"quick\"", words);
    refused_with("\"dialect\": \"freebsd\"", "\"dialect\": \"hpux\"",
                 "dialect is freebsd in ");
    refused_with("\"backend\": \"signal\"", "\"backend\": \"ptrace\"",
                 "backend is signal in ");
    refused_with("\"version\": \"", "\"version\": \"1",
                 "different runs: version is ");
    refused_with("\"tables\": \"", "\"tables\": \"1", "tables is ");
    refused_with("\"sha256\": \"", "\"sha256\": \"1", "sha256 is ");
    refused_with("\"whole\": 1", "\"whole\": 2", "number of cases is 120 in ");
    refused_with("\"list\": \"", "\"list\": \"1", "list of cases is ");
    refused_with("\"word\": ", "\"PROFIL_MAX\": \"9\", \"word\": ",
                 "PROFIL_MAX is not given in ");
    refused_with("\"word\": ", "\"more\": \"9\", \"word\": ",
                 "other things of their environment");
    refused_with("\"shard\": \"2/3\"", "\"shard\": \"2/4\"",
                 " is one of 3 shards, and ");
    refused_with("\"shard\": \"2/3\"", "\"shard\": \"4/3\"",
                 "its shard is 4/3, expected");
}

TEST(a_file_that_is_cut_or_forged_is_refused)
{
    char path[64], *cut = strdup(made.shards[1]);

    skip_without_json();
    assert_non_null(cut);
    strstr(cut, "{\"line\": \"footer\"")[0] = '\0';
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(),
             file_holding(cut));
    refused("it is not whole", made.paths[0], path, made.paths[2]);
    free(cut);

    refused_with("\"index\": ", "\"index\": 1", "no shard holds case ");
    refused_with("\"index\": ", "\"index\": 999999", "no shard holds case ");
    refused_with("\"index\": ", "\"index\": -", "\"index\": expected a number");
    refused_with("\"case\": \"case ", "\"case\": \"cose ", "read cose");
    refused_with("\"list\": \"", "\"lost\": \"", "\"list\": expected a string");
}

TEST(a_shard_that_was_not_looked_at_again_is_refused)
{
    char *forged = strdup(made.shards[1]), *at = forged, path[64];

    skip_without_json();
    assert_non_null(forged);
    /* What each did alone is called something else; a name of that length. */
    while ((at = strstr(at, "\"observed\": \""))) {
        char *company = strstr(at, "\"company\": \"");

        if (company && company < strchr(at, '\n')) {
            memcpy(at, "\"obscured\": \"", 13);
            memcpy(company, "\"observed\":\"", 12);
        }
        at = strchr(at, '\n');
    }
    seal(forged);
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(),
             file_holding(forged));
    refused(" was not observed alone", made.paths[0], path, made.paths[2]);
    free(forged);
}

TEST(other_words_are_refused)
{
    ASSERT_USAGE("merge: which files?", "merge");
    ASSERT_USAGE("merge: none.jsonl: No such file", "merge", "none.jsonl");
    ASSERT_USAGE("merge: unknown option --frob;", "merge", "--frob");
    ASSERT_USAGE("merge: none: No such file", "merge", "--waivers", "none",
                 "none.jsonl");
}

TESTS(make_all, free_all)
