/* SPDX-License-Identifier: MIT */
#include "ended_test.h"
#include "reference/unit_test.h"

static void check_part(const char *text)
{
    static const char *const kinds[] = {"command", "header", "plan",
                                        "observation", "observation"};

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        char begin[40];

        snprintf(begin, sizeof begin, "{\"line\": \"%s\", ", kinds[k]);
        assert_memory_equal(text, begin, strlen(begin));
        text = strchr(text, '\n') + 1;
    }
    assert_string_equal(text, "");
}

ENDED_TEST(what_ends_a_run_leaves_whole_lines_of_what_was_seen)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGKILL};

    for (size_t k = 0; k < 3; k++) {
        char *said = ended_by(signals[k], RUN_IN("r", library));
        char *text = text_in("r.part");

        check_part(text);
        assert_false(exists("r"));
        if (signals[k] == SIGKILL)
            assert_string_equal(said, "");
        else
            assert_has(said, signals[k] == SIGINT
                                 ? "run: ended by SIGINT; what was observed "
                                   "is in "
                                 : "run: ended by SIGTERM; what was observed "
                                   "is in ");
        free(text);
        free(said);
        forget(state);
    }
}

ENDED_TEST(what_was_there_stays_until_a_run_is_over)
{
    char *text;

    put_file("r", "old\n");
    assert_int_equal(chmod(in_directory("r"), 0640), 0);
    kill_one(RUN_IN("r", library));
    text = text_in("r");
    assert_string_equal(text, "old\n");
    free(text);
}

ENDED_TEST(what_takes_its_place_has_its_mode_and_links_stay)
{
    struct stat about;
    char *text;

    put_file("r", "old\n");
    assert_int_equal(chmod(in_directory("r"), 0640), 0);
    assert_int_equal(symlink("r", in_directory("link")), 0);
    text = uninterrupted(RUN_IN("link", library), "r");
    assert_memory_equal(text, "{\"line\": \"header\"", 17);
    assert_int_equal(stat(in_directory("r"), &about), 0);
    assert_int_equal(about.st_mode & 07777, 0640);
    assert_int_equal(lstat(in_directory("link"), &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_false(exists("r.part") || exists("link.part") || exists("r.new"));
    unlink(in_directory("link"));
    free(text);
}

ENDED_TEST(two_at_a_time_into_one_file_are_refused)
{
    struct run run = start(RUN_IN("r", library));
    int end = other_end();

    ASSERT_USAGE(": another run is writing it; wait for that one", "run",
                 "--results", in_directory("r"), "signal");
    ASSERT_USAGE(": another run is writing it; wait for that one", "run",
                 "--resume", in_directory("r"));
    let_go(end);
    assert_int_equal(end_of(&run), 0);
    close(run.err);
    assert_true(exists("r"));
}

ENDED_TEST(a_new_run_keeps_what_one_left)
{
    char *left, *kept;

    kill_one(RUN_IN("r", library));
    left = text_in("r.part");
    free(uninterrupted(RUN_IN("r", library), "r"));
    kept = text_in("r.part.old");
    assert_string_equal(kept, left);
    assert_false(exists("r.part"));
    free(left);
    free(kept);
}

/* As a full disk is. */
ENDED_TEST(a_file_that_may_not_grow_is_said_and_what_was_there_stays)
{
    char command[600], *text;
    struct run run;
    int status;

    put_file("r", "old\n");
    snprintf(command, sizeof command,
             "ulimit -f 1; exec %s run --results %s --dialect freebsd "
             "--case odd-number --case exec signal",
             built("profilcheck"), in_directory("r"));
    run.err = memfd_create("err", MFD_CLOEXEC);
    run.pid = fork();
    if (run.pid == 0) {
        dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
        dup2(run.err, STDERR_FILENO);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(126);
    }
    status = end_of(&run);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 3);
    text = contents(run.err);
    assert_has(text, "/r: File too large\n");
    free(text);
    text = text_in("r");
    assert_string_equal(text, "old\n");
    assert_false(exists("r.new"));
    free(text);
}

ENDED_TEST(what_no_file_may_hold_is_one_error_with_its_reason)
{
    char command[600], out[4096] = "";
    FILE *pipe;

    for (unsigned limit = 0; limit < 2; limit++) {
        snprintf(command, sizeof command,
                 "ulimit -f %u; exec %s run --dialect freebsd signal", limit,
                 built("profilcheck"));
        pipe = popen(command, "r");
        assert_non_null(pipe);
        out[fread(out, 1, sizeof out - 1, pipe)] = '\0';
        assert_int_equal(WEXITSTATUS(pclose(pipe)), 3);
        assert_has(out, "was not judged");
        assert_has(out, ": files may not be as large as what is observed");
        assert_null(strstr(strstr(out, "\nerror: ") + 1, "\nerror: "));
    }
}

ENDED_TEST(a_run_that_does_not_begin_leaves_nothing)
{
    put_file("bad.case", "case x\nfrob\n");
    ASSERT_USAGE("bad.case:2", "run", "--results", in_directory("r"), "--cases",
                 in_directory("bad.case"), "signal");
    ASSERT_USAGE("cannot load it", "run", "--results", in_directory("r"),
                 in_directory("none.so"));
    assert_false(exists("r") || exists("r.part"));
}

/* It can't be cut, and so never has what will not stay. */
ENDED_TEST(a_pipe_gets_the_same_lines)
{
    char *text = results_of("freebsd", "libc", 1), command[4300], *piped;
    size_t length = strlen(text);
    FILE *pipe;

    snprintf(command, sizeof command,
             "%s run --jobs 2 --dialect freebsd --results /dev/fd/3 libc "
             "3>&1 >/dev/null | cat",
             built("profilcheck"));
    pipe = popen(command, "r");
    piped = calloc(1, length + 2);
    assert_non_null(pipe);
    assert_non_null(piped);
    assert_int_equal(fread(piped, 1, length + 1, pipe), length);
    pclose(pipe);
    assert_string_equal(piped, text);
    assert_null(strstr(text, "\"observation\""));
    free(piped);
    free(text);
}

/* What stands where a run writes, and is not its own, is as it was. */
static void stays(const char *name, const char *text)
{
    char *now = text_in(name);

    assert_string_equal(now, text);
    free(now);
    unlink(in_directory(name));
}

ENDED_TEST(nothing_of_others_is_cut_or_followed)
{
    put_file("r.part", "a letter\n");
    ASSERT_USAGE("r.part that no run made", "run", "--results",
                 in_directory("r"), "signal");
    stays("r.part", "a letter\n");
    put_file("victim", "a letter\n");
    assert_int_equal(symlink("victim", in_directory("r.part")), 0);
    ASSERT_USAGE("can't be made", "run", "--results", in_directory("r"),
                 "signal");
    unlink(in_directory("r.part"));
    assert_int_equal(link(in_directory("victim"), in_directory("r.part")), 0);
    ASSERT_USAGE("r.part that no run made", "run", "--results",
                 in_directory("r"), "signal");
    unlink(in_directory("r.part"));
    assert_int_equal(symlink("victim", in_directory("r.new")), 0);
    free(uninterrupted(RUN_IN("r", library), "r"));
    stays("victim", "a letter\n");
    assert_false(exists("r.part"));
}

ENDED_TEST(what_was_kept_of_others_is_not_written_over)
{
    kill_one(RUN_IN("r", library));
    put_file("r.part.old", "a letter\n");
    ASSERT_USAGE("r.part.old that no run made", "run", "--results",
                 in_directory("r"), "signal");
    stays("r.part.old", "a letter\n");
    assert_true(exists("r.part"));
}

/* None of them is opened, where one would wait for ever. */
ENDED_TEST(what_is_no_plain_file_is_refused_before_the_run)
{
    assert_int_equal(mkfifo(in_directory("r"), 0600), 0);
    ASSERT_USAGE("it is no name of a plain file", "run", "--results",
                 in_directory("r"), "signal");
    ASSERT_USAGE("it is no name of a plain file", "run", "--results",
                 "/dev/full", "signal");
    ASSERT_USAGE("run: --results: '': it is no name", "run", "--results", "",
                 "signal");
    ASSERT_USAGE("run: --results: .: Is a directory", "run", "--results", ".",
                 "signal");
    unlink(in_directory("r"));
    assert_int_equal(mkfifo(in_directory("r.part"), 0600), 0);
    ASSERT_USAGE("r.part that no run made", "run", "--results",
                 in_directory("r"), "signal");
}

TESTS(prepare, clean_up)
