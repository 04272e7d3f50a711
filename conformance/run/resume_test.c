/* SPDX-License-Identifier: MIT */
/* Who goes on with a run that was killed, or reads what it left. */
#include "ended_test.h"
#include "reference/unit_test.h"

ENDED_TEST(one_that_goes_on_comes_to_the_same_bytes)
{
    char *whole = uninterrupted(RUN_IN("r", library), "r"), *text;

    skip_without_json();
    forget(state);
    kill_one(RUN_IN("r", library));
    text = uninterrupted(WORDS("run", "--resume", in_directory("r")), "r");
    assert_string_equal(text, whole);
    assert_false(exists("r.part"));
    free(text);
    free(whole);
}

ENDED_TEST(it_keeps_the_day_it_began)
{
    char *text;

    skip_without_json();
    setenv("SOURCE_DATE_EPOCH", "1800000000", 1); /* 2027-01-15 */
    kill_one(RUN_IN("r", library));
    unsetenv("SOURCE_DATE_EPOCH");
    text = uninterrupted(WORDS("run", "--resume", in_directory("r")), "r");
    assert_has(text, "\"date\": \"2027-01-15\"");
    free(text);
}

/* A run by two dialects, one worker at a time. */
#define BY_TWO_DIALECTS                                                        \
    {                                                                          \
        "profilcheck", "run", "--jobs", "1", "--cases",                        \
            in_directory("four.case"), "--dialect", "hpux", "--dialect",       \
            "freebsd", "--results", in_directory("r"), library, NULL           \
    }

/* By what was over, by a line that was cut, and by a second end. */
ENDED_TEST(it_goes_on_from_anywhere)
{
    const char *const words[] = BY_TWO_DIALECTS;
    const char *const resume[] = {"profilcheck", "run", "--resume",
                                  in_directory("r.part"), NULL};
    char *whole = uninterrupted(words, "r"), *text;
    struct run run;
    FILE *part;
    int end;

    skip_without_json();
    forget(state);
    run = start(words);
    let_go(other_end());
    end = other_end();
    assert_int_equal(kill(run.pid, SIGKILL), 0);
    end_of(&run);
    wait_for_nobody(end);
    part = fopen(in_directory("r.part"), "a");
    fputs("{\"line\": \"observ", part);
    fclose(part);
    kill_one(resume);
    text = uninterrupted(resume, "r");
    assert_string_equal(text, whole);
    free(text);
    free(whole);
    close(run.err);
}

/* FILE.part as a run leaves it that was killed when one of two was over. */
ENDED_TEST(what_was_over_is_not_run_again)
{
    const char *const words[] = BY_TWO_DIALECTS;
    char *whole = uninterrupted(words, "r"), *part, *text, *next;
    FILE *file;

    skip_without_json();
    forget(state);
    kill_one(words);
    part = text_in("r.part");
    next = strstr(whole + 1, "{\"line\": \"header\"");
    assert_non_null(next);
    file = fopen(in_directory("r.part"), "w");
    assert_non_null(file);
    fprintf(file, "%.*s%.*s", (int)strcspn(part, "\n") + 1, part,
            (int)(next - whole), whole);
    fclose(file);
    /* Of two waits there is one. */
    text = uninterrupted(WORDS("run", "--resume", in_directory("r")), "r");
    assert_string_equal(text, whole);
    free(part);
    free(text);
    free(whole);
}

/* After it said what it goes on with. */
static void is_refused(const char *why)
{
    struct command command =
        command_with("", WORDS("run", "--resume", in_directory("r")));

    assert_int_equal(command.status, 2);
    assert_has(command.err, "profilcheck: run: --resume: in /");
    assert_has(command.err, ": profilcheck run --jobs 1 --timeout 60 ");
    assert_has(command.err, why);
    assert_string_equal(command.out, "");
    command_free(&command);
}

ENDED_TEST(another_run_is_not_gone_on_with)
{
    skip_without_json();
    ASSERT_USAGE("there is nothing to go on with", "run", "--resume",
                 in_directory("r"));
    kill_one(RUN_IN("r", library));
    ASSERT_USAGE("--resume: nothing else with it", "run", "--resume",
                 in_directory("r"), "signal");
    put_file("four.case", "case other\nbuffer b 16\n");
    is_refused("the list of cases was ");
    put_file("four.case", four_cases);
    assert_true(exists("r.part"));
}

ENDED_TEST(who_reads_what_is_left_is_warned)
{
    const char *part = in_directory("r.part");
    struct command command;

    skip_without_json();
    kill_one(RUN_IN("r", library));
    ASSERT_USAGE("r: there is only ", "report", in_directory("r"));
    command = command_with("", WORDS("report", part));
    assert_int_equal(command.status, 0);
    assert_has(command.err, "r.part is partial: the run of ");
    assert_has(command.err, " as freebsd ended after 2 of 4 cases; ");
    assert_has(command.out, "2 cases: 2 pass\n");
    command_free(&command);
    command = command_with("", WORDS("report", "--format", "json", part));
    assert_has(command.out, "\"partial\": \"2 of 4 cases\"");
    command_free(&command);
    command = command_with("", WORDS("verify", part));
    assert_int_equal(command.status, 0);
    assert_has(command.err, "verify: ");
    assert_has(command.out, "; 2 more cases had no verdict yet\n");
    command_free(&command);
}

ENDED_TEST(of_a_shard_that_was_killed_what_was_seen_is_merged)
{
    struct command command;

    skip_without_json();
    kill_one(RUN_IN("r", "--shard", "1/1", library));
    command = command_with("", WORDS("merge", in_directory("r.part")));
    assert_int_equal(command.status, 0);
    assert_has(command.err, "merge: ");
    assert_has(command.err, " as freebsd ended after 2 of 4 cases; ");
    assert_has(command.out, "\"partial\": \"2 of 4 cases\"");
    assert_has(command.out, "{\"line\": \"footer\", \"cases\": 2, ");
    command_free(&command);
}

/* Begun in one directory, and gone on with in another. */
ENDED_TEST(it_is_known_where_the_file_is)
{
    char before[4096], *text;
    const char *const begin[] = {
        "profilcheck", "run",     "--jobs",    "1",
        "--timeout",   "60",      "--cases",   in_directory("four.case"),
        "--dialect",   "freebsd", "--results", "../there/r",
        library,       NULL};

    skip_without_json();
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(mkdir(in_directory("here"), 0700), 0);
    assert_int_equal(mkdir(in_directory("there"), 0700), 0);
    assert_int_equal(chdir(in_directory("here")), 0);
    kill_one(begin);
    put_file("here/r", "a letter\n");
    assert_int_equal(chdir(in_directory("there")), 0);
    text = uninterrupted(WORDS("run", "--resume", "r"), "there/r");
    assert_memory_equal(text, "{\"line\": \"header\"", 17);
    free(text);
    text = text_in("here/r");
    assert_string_equal(text, "a letter\n");
    free(text);
    assert_int_equal(chdir(before), 0);
}

/* What another user wrote is run by who says so alone. */
ENDED_TEST(what_runs_code_of_another_user_takes_a_yes)
{
    skip_without_json();
    if (geteuid() != 0)
        skip();
    kill_one(RUN_IN("r", library));
    assert_int_equal(chown(in_directory("r.part"), 65534, 65534), 0);
    ASSERT_USAGE("r belongs to another user, and goes on with ", "run",
                 "--resume", in_directory("r"));
    assert_true(exists("r.part"));
    free(uninterrupted(WORDS("run", "--resume", in_directory("r"), "--yes"),
                       "r"));
}

TESTS(prepare, clean_up)
