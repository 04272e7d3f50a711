/* SPDX-License-Identifier: MIT */
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/whole/json_reader_test.h"
#include "conformance/whole/results_test.h"
#include "conformance/words_test.h"
#include "reference/unit_test.h"

TEST(what_is_asked_for_is_named_where_it_is_unknown)
{
    ASSERT_USAGE("unknown verb decide; choose from run, map, ", "decide");
    ASSERT_USAGE("unknown verb shrnik; did you mean shrink? ", "shrnik");
    ASSERT_USAGE("unknown verb rnu; did you mean run? ", "help", "rnu");
    ASSERT_USAGE("unknown option --frob; choose from --help, --version",
                 "--frob");
    ASSERT_USAGE("unknown option --halp; did you mean --help? ", "--halp");
    assert_refused_with("", 2, "what to do?",
                        (const char *const[]){"profilcheck", NULL});
}

TEST(help_names_the_verbs)
{
    char *out = output_of(WORDS("--help"));

    assert_has(out, "\n  run      judge an implementation, or several\n");
    assert_has(out, "\n  map ");
    assert_has(out, "\n  list ");
    assert_has(out, "\n  case ");
    assert_has(out, "\n  prof ");
    assert_has(out, "\n  shrink ");
    assert_has(out, "\n  coverage ");
    assert_has(out, "exit status: 0 all pass, 1 some fail, 2 usage");
    free(out);
}

TEST(help_is_asked_for_in_four_ways)
{
    static const char *const ways[][3] = {{"profilcheck", "help"},
                                          {"profilcheck", "-h"},
                                          {"profilcheck", "help", "merge"},
                                          {"profilcheck", "merge", "-h"}};
    char *all = output_of(WORDS("--help"));
    char *one = output_of(WORDS("merge", "--help"));

    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        const char *const words[] = {ways[k][0], ways[k][1], ways[k][2], NULL};
        char *out = output_of(words);

        assert_string_equal(out, k < 2 ? all : one);
        free(out);
    }
    free(one);
    free(all);
}

/* Of names with commands for a terminal, and with what is no text. */
TEST(what_is_said_of_a_name_is_one_printable_line)
{
    ASSERT_USAGE("x\\x1b[31m\\x0a\\xff\\xc2\\x9b\xc3\xa9: ", "verify",
                 "x\x1b[31m\n\xff\xc2\x9b\xc3\xa9");
}

TEST(the_version_is_one_line)
{
    char *out = output_of(WORDS("--version"));

    assert_memory_equal(out, "profilcheck ", 12);
    assert_ptr_equal(strchr(out, '\n'), out + strlen(out) - 1);
    free(out);
}

TEST(help_on_a_verb_mentions_each_option_it_accepts)
{
    static const struct {
        const char *verb, *options[24];
    } rows[] = {
        {"run", {"--dialect D",     "--suite quick|full|live",
                 "--cases FILE",    "--case ID",
                 "--format FORMAT", "--report DIR",
                 "--jobs N",        "--timeout SECONDS",
                 "--set NAME=N",    "--backend signal|ptrace|clock",
                 "--results FILE",  "--resume FILE",
                 "--yes",           "--shard I/N",
                 "--waivers FILE",  "--house-rules fail|warn|off",
                 "--shrink N",      "--source FILE[:LINE]",
                 "--tell",          "--verbose",
                 "--quiet",         "--help"}},
        {"map",
         {"--dialect D", "--choice RULE=CHOICE", "--batch", "--size N",
          "--offset N", "--scale N", "--width 2|4", "--address-bits 16|32|64",
          "--format text|json", "--help"}},
        {"list", {"--suite quick|full", "--format text|json", "--help"}},
        {"case",
         {"--dialect D", "--cases FILE", "--format text|json", "--help"}},
        {"prof",
         {"--symbols ELF", "--annotate", "--format text|json", "--base ADDRESS",
          "--rate N", "--layout NAME", "--word 2|4|8", "--order little|big|pdp",
          "--check", "--fix FILE", "--help"}},
        {"report",
         {"--format FORMAT", "--report DIR", "--history DIR", "--waivers FILE",
          "--house-rules fail|warn|off", "--help"}},
        {"compare",
         {"--format text|html|json", "--waivers FILE", "--verbose", "--help"}},
        {"verify", {"--waivers FILE", "--help"}},
        {"merge", {"--waivers FILE", "--help"}},
        {"coverage",
         {"--dialect D", "--verbose", "--cases", "--format text|json",
          "--help"}},
        {"shrink",
         {"--dialect D", "--cases FILE", "--timeout SECONDS", "--c-only",
          "--case-only", "--help"}},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *out = output_of(WORDS(rows[k].verb, "--help"));
        size_t options = 0, lines = 0;

        for (; rows[k].options[options]; options++)
            assert_has(out, rows[k].options[options]);
        for (const char *at = out; (at = strstr(at, "\n  --")); at++)
            lines++;
        assert_int_equal(lines, options);
        assert_has(out, "\nexample:\n  profilcheck ");
        free(out);
    }
}

TEST(every_verb_says_what_it_exits_with)
{
    static const char *const verbs[] = {
        "run",      "map",  "list",   "case",    "identify", "explain",
        "shrink",   "prof", "verify", "compare", "report",   "merge",
        "coverage", "host", "judge",  "vectors", "emit",     "smoke"};

    for (size_t k = 0; k < sizeof verbs / sizeof *verbs; k++) {
        char *out = output_of(WORDS(verbs[k], "--help"));

        assert_has(out, "\nexit status: 0 ");
        assert_has(out, "\nas of every verb: -o, --output FILE; ");
        free(out);
    }
}

TEST(what_is_printed_goes_where_it_is_to)
{
    char path[] = "/tmp/printed.XXXXXX";
    char link[sizeof path + 1], *text,
        *usual = output_of(WORDS("list", "dialects"));

    struct stat about;

    close(mkstemp(path));
    snprintf(link, sizeof link, "%s2", path);
    text = output_of(WORDS("list", "dialects", "-o", path));
    assert_string_equal(text, "");
    free(text);
    text = text_of_file(path);
    assert_string_equal(text, usual);
    free(text);
    assert_int_equal(symlink(path, link), 0);
    free(output_of(WORDS("list", "rules", "-o", link)));
    assert_int_equal(lstat(link, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    text = text_of_file(path);
    assert_has(text, "rounding: ");
    free(text);
    unlink(link);
    unlink(path);
    text = output_of(WORDS("list", "-q", "dialects"));
    assert_string_equal(text, "");
    free(text);
    free(usual);
    text = output_of(WORDS("run", "-q", "--color", "always", "--dialect", "aix",
                           "--case", "odd-number", "signal"));
    assert_string_equal(text, "signal as aix: \033[32mconforms\033[0m in 1 "
                              "case\n");
    free(text);
    ASSERT_USAGE("list: --output: read /none/x, expected a file in a directory",
                 "list", "-o", "/none/x", "dialects");
    ASSERT_USAGE("option needs a value: -o", "list", "dialects", "-o");
    ASSERT_USAGE("unknown color red; choose from auto, always, never", "list",
                 "dialects", "--color", "red");
}

/* As other programs read it. */
TEST(tables_are_objects_of_JSON_too)
{
    static const char *const words[][8] = {
        {"list", "clauses", "--format", "json"},
        {"list", "sentences", "--format", "json"},
        {"list", "rules", "--format", "json"},
        {"list", "dialects", "--format", "json"},
        {"list", "cases", "--format", "json"},
        {"list", "impls", "--format", "json"},
        {"list", "systems", "--format", "json"},
        {"case", "counter-full", "--format", "json"},
        {"coverage", "--format", "json"},
    };

    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        char *out = output_of(
            WORDS(words[k][0], words[k][1], words[k][2], words[k][3]));

        assert_has(out, "{\"schema\": \"profilcheck.");
        if (!json_is_one_object(out))
            fail_msg("%s %s: no object", words[k][0], words[k][1]);
        free(out);
    }
}

TEST(what_is_on_no_page_is_marked)
{
    char *out = output_of(WORDS("list", "clauses"));

    assert_has(out, "  House rule, on no page: Profiling one program does not");
    assert_has(out, "  By convention: From monstartup to _mcleanup ");
    assert_int_equal(occurrences(out, "House rule, on no page: "), 2);
    free(out);
    out = output_of(WORDS("list", "clauses", "--format", "json"));
    assert_has(out, "{\"id\": \"decency.2\", \"of\": \"house\", ");
    assert_has(out, "{\"id\": \"gmon.1\", \"of\": \"convention\", ");
    free(out);
}

TEST(output_that_cannot_be_written_is_the_harness_at_fault)
{
    static const char *const rows[][6] = {
        {"profilcheck", "--version"},
        {"profilcheck", "run", "--help"},
        {"profilcheck", "list", "rules"},
        {"profilcheck", "case", "odd-number"},
        {"profilcheck", "run", "--case", "odd-number", "signal"},
        {"profilcheck", "map", "--dialect", "aix", "--batch"},
    };
    int full = open("/dev/full", O_WRONLY);

    assert_true(full >= 0);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct command to_full =
            command_onto(full, "2 64 0 65535 4\n", rows[k]);
        struct command to_nobody =
            command_onto(-1, "2 64 0 65535 4\n", rows[k]);

        assert_int_equal(to_full.status, 3);
        assert_string_equal(
            to_full.err,
            "profilcheck: standard output: No space left on device\n");
        assert_int_equal(to_nobody.status, 3);
        assert_string_equal(
            to_nobody.err,
            "profilcheck: standard output: Bad file descriptor\n");
        command_free(&to_full);
        command_free(&to_nobody);
    }
    close(full);
}

TEST(the_environment_is_read_like_the_command_line)
{
    setenv("PROFILCHECK_TIMEOUT_FACTOR", "10x", 1);
    ASSERT_USAGE("PROFILCHECK_TIMEOUT_FACTOR: read 10x", "list", "rules");
    setenv("PROFILCHECK_TIMEOUT_FACTOR", "0.5", 1);
    ASSERT_USAGE("a number from 1 to 1000", "list", "rules");
    unsetenv("PROFILCHECK_TIMEOUT_FACTOR");
    setenv("PROFILCHECK_CONTAINMENT", "prison", 1);
    ASSERT_USAGE("read prison, expected namespace, cgroup or", "list", "rules");
    unsetenv("PROFILCHECK_CONTAINMENT");
}

/* By limits of the shell that runs it: its own fault, and which. */
TEST(what_the_process_lacks_is_named)
{
    static const struct {
        int resource;
        rlim_t most;
        const char *words;
    } rows[] = {
        {RLIMIT_STACK, 64 << 10, "the stack may have 64 KiB only"},
        {RLIMIT_DATA, 1000 << 10, "may have 1000 KiB of data only"},
        {RLIMIT_SIGPENDING, 0, "no more signals may be pending"},
    };
    const char *program = built("profilcheck");

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const struct rlimit limit = {rows[k].most, rows[k].most};
        int err = memfd_create("err", MFD_CLOEXEC), status;
        pid_t pid = fork();
        char *said;

        assert_true(pid >= 0);
        if (pid == 0) {
            setrlimit(rows[k].resource, &limit);
            dup2(err, STDERR_FILENO);
            execl(program, program, "run", "--dialect", "freebsd", "signal",
                  (char *)NULL);
            _exit(126);
        }
        assert_int_equal(waitpid(pid, &status, 0), pid);
        said = contents(err);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 3);
        assert_has(said, rows[k].words);
        free(said);
    }
}

TESTS(NULL, NULL)
