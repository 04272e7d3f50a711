/* SPDX-License-Identifier: MIT */
/*
 * Runs the transcripts of conformance/command/transcripts: what a command
 * prints, and its exit status, are as written there.
 *
 *     $ profilcheck list dialects | head -n 1
 *     aix      IBM AIX 4.3
 *     $ cat >mine.case <<END
 *     > case c
 *     > END
 *     $ profilcheck frob
 *     profilcheck: unknown verb 'frob'; choose from ...
 *     [2]
 *
 * A line "$ " is a command of sh, which lines "> " go on with; then comes what
 * it writes to standard output and standard error, in the order of writing,
 * and last its exit status in brackets, where that is not 0.  "..." stands for
 * any text within a line; it is for what differs from machine to machine.  A
 * line "## " is a comment; "## needs jansson" and "## needs libelf" leave the
 * file out where profilcheck was built without.
 *
 * The commands of a file run in one empty directory of its own, one after the
 * other, where `mutants` is that of the build.
 *
 *     transcripts_test [FILE...]      only these
 *     transcripts_test --write FILE   the file, as it would have to be
 */
#include "conformance/base/whole_file.h"
#include "conformance/built_test.h"
#include "conformance/prof/symbols.h"

#include <glob.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>

enum { MOST = 1 << 20 };

struct transcript {
    const char *path;
    char *next; /* line to be read */
    FILE *write;
    unsigned line, commands, wrong;
};

/* Whether text is that pattern. */
static bool matches(const char *pattern, const char *text)
{
    for (; *pattern; pattern++, text++) {
        if (strncmp(pattern, "...", 3) == 0) {
            for (; *text; text++)
                if (matches(pattern + 3, text))
                    return true;
            return matches(pattern + 3, text);
        }
        if (*pattern != *text)
            return false;
    }
    return !*text;
}

/* Line by line, so that "..." stays within one. */
static bool matches_all(const char *expected, const char *got)
{
    char pattern[4096], text[4096];

    while (*expected || *got) {
        size_t e = strcspn(expected, "\n"), g = strcspn(got, "\n");

        snprintf(pattern, sizeof pattern, "%.*s", (int)e, expected);
        snprintf(text, sizeof text, "%.*s", (int)g, got);
        if (!matches(pattern, text) || (expected[e] != got[g]))
            return false;
        expected += e + (expected[e] != '\0');
        got += g + (got[g] != '\0');
    }
    return true;
}

/* The next line, ended; null at the end. */
static char *line_of(struct transcript *t)
{
    char *line = t->next;

    if (!line || !*line)
        return NULL;
    t->next = line + strcspn(line, "\n");
    if (*t->next)
        *t->next++ = '\0';
    t->line++;
    return line;
}

static bool goes_on(const struct transcript *t)
{
    return t->next && strncmp(t->next, "> ", 2) == 0;
}

/* What it writes, and its exit status as the last line. */
static char *output_of(const char *command, const char *directory)
{
    char *text = calloc(1, MOST), *shell = NULL;
    size_t used = 0, got;
    FILE *pipe;
    int status;

    assert_non_null(text);
    assert_true(asprintf(&shell, "cd %s && { %s\n} 2>&1 </dev/null", directory,
                         command) > 0);
    pipe = popen(shell, "r");
    assert_non_null(pipe);
    while (used < MOST - 64 &&
           (got = fread(text + used, 1, MOST - 64 - used, pipe)) > 0)
        used += got;
    if (used && text[used - 1] != '\n')
        used += (size_t)sprintf(text + used, "\n[no newline]\n");
    status = pclose(pipe);
    if (status != 0)
        sprintf(text + used, "[%d]\n",
                WIFEXITED(status) ? WEXITSTATUS(status)
                                  : 128 + WTERMSIG(status));
    free(shell);
    return text;
}

/* The command of this line, and what is expected of it. */
static void run_command(struct transcript *t, const char *first,
                        const char *directory)
{
    static char command[1 << 16], expected[MOST];
    unsigned line = t->line;
    char *got, *more;
    int used;

    used = snprintf(command, sizeof command, "%s", first + 2);
    if (t->write)
        fprintf(t->write, "%s\n", first);
    while (goes_on(t)) {
        more = line_of(t);
        used += snprintf(command + used, sizeof command - (size_t)used, "\n%s",
                         more + 2);
        if (t->write)
            fprintf(t->write, "%s\n", more);
    }
    *expected = '\0';
    used = 0;
    while (t->next && *t->next && strncmp(t->next, "$ ", 2) != 0 &&
           strncmp(t->next, "## ", 3) != 0 && (more = line_of(t)))
        used += snprintf(expected + used, sizeof expected - (size_t)used,
                         "%s\n", more);
    got = output_of(command, directory);
    t->commands++;
    if (t->write) {
        fputs(matches_all(expected, got) ? expected : got, t->write);
    } else if (!matches_all(expected, got)) {
        t->wrong++;
        fprintf(stderr, "%s:%u: %s\n-- expected:\n%s-- got:\n%s", t->path, line,
                command, expected, got);
    }
    free(got);
}

static bool lacks(const char *text)
{
    if (strstr(text, "## needs libelf\n") && !symbols_can_be_read)
        return true;
    return strstr(text, "## needs jansson\n") &&
           system("printf '{}' | profilcheck verify - 2>&1 | "
                  "grep -q libjansson-dev") == 0;
}

/* Its directory is away at the end.  False: it was left out. */
static bool run_transcript(struct transcript *t)
{
    char directory[] = "/tmp/transcript.XXXXXX", from[4200], to[4200];
    struct whole_file file;
    char *line;

    assert_true(whole_file_read(&file, t->path));
    t->next = file.text;
    if (lacks(file.text)) {
        free(file.text);
        return false;
    }
    assert_non_null(mkdtemp(directory));
    snprintf(from, sizeof from, "%s", built("mutants"));
    snprintf(to, sizeof to, "%s/mutants", directory);
    assert_int_equal(symlink(from, to), 0);
    while ((line = line_of(t)))
        if (strncmp(line, "$ ", 2) == 0)
            run_command(t, line, directory);
        else if (t->write)
            fprintf(t->write, "%s\n", line);
    free(file.text);
    snprintf(to, sizeof to, "rm -rf %s", directory);
    return system(to) == 0;
}

static void transcript_test(void **state)
{
    struct transcript t = {.path = *state};

    if (!run_transcript(&t))
        skip();
    if (t.wrong)
        fail_msg("%s: %u of %u commands", t.path, t.wrong, t.commands);
    assert_true(t.commands > 0);
}

/* The program is found by its name, and nothing of the caller's environment
 * changes what it prints. */
static void environment(void)
{
    char path[9000];

    snprintf(path, sizeof path, "%s:%s", built("."),
             getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin");
    setenv("PATH", path, 1);
    setenv("SOURCE_DATE_EPOCH", "1800000000", 1);
    setenv("LC_ALL", "C", 1);
    unsetenv("NO_COLOR");
    unsetenv("PROFILCHECK_TIMEOUT_FACTOR");
}

int main(int argc, char **argv)
{
    struct transcript one = {.path = argv[argc - 1], .write = stdout};
    glob_t found = {0};
    size_t count = 0;
    char **paths;
    int failed;

    environment();
    if (argc == 3 && strcmp(argv[1], "--write") == 0)
        return !run_transcript(&one);
    if (argc == 1)
        glob("conformance/command/transcripts/*.txt", 0, NULL, &found);
    paths = argc == 1 ? found.gl_pathv : argv + 1;
    for (; paths && paths[count] && count < TESTS_MOST; count++)
        tests_here[count] = (struct CMUnitTest){paths[count], transcript_test,
                                                NULL, NULL, paths[count]};
    if (!count)
        return 1;
    failed =
        _cmocka_run_group_tests("transcripts", tests_here, count, NULL, NULL);
    globfree(&found);
    return failed;
}
