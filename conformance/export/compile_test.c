/* SPDX-License-Identifier: MIT */
#include "compile.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conformance/observe/observe.h"
#include "reference/unit_test.h"

/* How a line of the shell ends in a sandbox, and what it prints; free it. */
static int shell(const char *line, bool writes, char **printed)
{
    char *command[] = {"sh", "-c", (char *)line, NULL};
    size_t size;
    FILE *out = open_memstream(printed, &size);
    int status;

    assert_non_null(out);
    status = run_contained(command, 2, writes, out);
    fclose(out);
    return status;
}

TEST(a_program_ends_as_it_would_elsewhere)
{
    static const struct {
        const char *line;
        int status;
        const char *printed;
    } rows[] = {
        {"echo a; echo b >&2", 0, "a\nb\n"},
        {"exit 3", 3, ""},
        {"echo a; kill -9 $$", 128 + 9, "a\n"},
        {"no-such-program 2>/dev/null", 127, ""},
        {"echo a; sleep 1000", 124, "a\n"},
        {"sleep 1000 & echo a", 0, "a\n"},
        {"head -c 2000000 /dev/zero", 128 + 25, NULL},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *printed;

        assert_int_equal(shell(rows[k].line, false, &printed), rows[k].status);
        if (rows[k].printed)
            assert_string_equal(printed, rows[k].printed);
        free(printed);
    }
}

/* Whether a process has these words. */
static bool runs(const char *words, size_t size)
{
    glob_t found;
    bool runs = false;

    assert_int_equal(glob("/proc/[0-9]*/cmdline", 0, NULL, &found), 0);
    for (size_t k = 0; k < found.gl_pathc; k++) {
        char text[64] = "";
        FILE *in = fopen(found.gl_pathv[k], "r");

        runs |= in && fread(text, 1, sizeof text, in) == size &&
                memcmp(text, words, size) == 0;
        if (in)
            fclose(in);
    }
    globfree(&found);
    return runs;
}

TEST(what_it_started_is_gone_with_it)
{
    static const char daemon[] = "sleep\0001000.0625";
    char *printed;

    assert_int_equal(
        shell("setsid sleep 1000.0625 & sleep 0.1", false, &printed), 0);
    free(printed);
    assert_false(runs(daemon, sizeof daemon));
}

TEST(it_writes_files_only_where_it_may)
{
    char path[] = "/tmp/contained-XXXXXX", line[64], *printed;

    close(mkstemp(path));
    snprintf(line, sizeof line, "rm %s 2>/dev/null", path);
    assert_int_equal(shell(line, false, &printed), 1);
    free(printed);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(shell(line, true, &printed), 0);
    free(printed);
    assert_int_not_equal(access(path, F_OK), 0);
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    return RUN_TESTS(NULL, NULL);
}
