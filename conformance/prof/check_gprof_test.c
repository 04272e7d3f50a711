/* SPDX-License-Identifier: MIT */
/*
 * gprof is the judge of files that were put right: what it tells of them is to
 * the byte what it told of the file before it was spoilt.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "busy_test.h"
#include "check.h"
#include "conformance/built_test.h"
#include "reference/unit_test.h"

static char scratch[] = "/tmp/profilcheck-fixed-XXXXXX";
static char gmon[64], spoilt[64], fixed[64];

/* All that gprof says of it, its complaints too. */
static char *gprof_of(const char *program, const char *file)
{
    char command[4096], *text = NULL;
    size_t length, n;
    FILE *gprof, *out = open_memstream(&text, &length);

    assert_non_null(out);
    snprintf(command, sizeof command, "LC_ALL=C gprof -b -p -q %s %s 2>&1",
             program, file);
    gprof = popen(command, "r");
    assert_non_null(gprof);
    while ((n = fread(command, 1, sizeof command, gprof)) > 0)
        fwrite(command, 1, n, out);
    pclose(gprof);
    fclose(out);
    return text;
}

static void check_it(struct prof_check *check, const char *program,
                     const struct symbols *symbols, const char *file)
{
    static const struct flat_request request = {0};

    prof_check_begin(check, NULL, symbols);
    check->whose = program;
    prof_check_add(check, &request, file);
    prof_check_all(check);
}

static void fix_it(struct prof_check *check, const char *path)
{
    char why[400];

    if (!prof_check_fix(check, path, why, sizeof why))
        fail_msg("%s", why);
    prof_check_end(check);
}

static bool says(const struct prof_check *check, enum prof_ill kind)
{
    for (size_t k = 0; k < check->finding_count; k++)
        if (check->findings[k].kind == kind)
            return true;
    return false;
}

/* As a library leaves it that does not look where its program was loaded. */
TEST(a_shifted_file_is_put_right)
{
    const char *program = built("busy-pg-pie");
    char *before, *shifted, *after;
    struct prof_check check;
    struct symbols symbols;
    char why[256];

    if (!symbols_can_be_read)
        skip();
    assert_true(symbols_load(&symbols, program, why, sizeof why));
    run_busy(program, scratch, "10");
    before = gprof_of(program, gmon);
    assert_non_null(strstr(before, "hash_text"));
    check_it(&check, program, &symbols, gmon);
    assert_false(says(&check, ILL_SHIFTED));
    check.files->base = -UINT64_C(0x555555554000);
    fix_it(&check, spoilt);

    shifted = gprof_of(program, spoilt);
    assert_null(strstr(shifted, "hash_text"));
    check_it(&check, program, &symbols, spoilt);
    assert_true(says(&check, ILL_SHIFTED));
    assert_non_null(strstr(check.findings->what, " 0x555555554000 too high"));
    fix_it(&check, fixed);
    after = gprof_of(program, fixed);
    assert_string_equal(after, before);
    free(before);
    free(shifted);
    free(after);
    symbols_free(&symbols);
}

/* Without its last record, and with a half of it. */
TEST(a_cut_file_is_read_again)
{
    const char *program = built("busy-pg");
    struct prof_check check;
    char *whole, *cut, *less, command[512];

    run_busy(program, scratch, "10");
    check_it(&check, program, NULL, gmon);
    assert_true(check.files->arcs > 3);
    prof_check_end(&check);
    snprintf(command, sizeof command,
             "head -c -21 %s >%s && head -c -10 %s >%s", gmon, spoilt, gmon,
             fixed);
    assert_int_equal(system(command), 0);
    whole = gprof_of(program, spoilt);
    cut = gprof_of(program, fixed);
    assert_null(strstr(whole, "gprof:"));
    assert_non_null(strstr(cut, "gprof:"));
    check_it(&check, program, NULL, fixed);
    assert_true(says(&check, ILL_CUT));
    fix_it(&check, fixed);
    less = gprof_of(program, fixed);
    assert_string_equal(less, whole);
    free(whole);
    free(cut);
    free(less);
}

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(scratch))
        return -1;
    snprintf(gmon, sizeof gmon, "%s/gmon.out", scratch);
    snprintf(spoilt, sizeof spoilt, "%s/spoilt", scratch);
    snprintf(fixed, sizeof fixed, "%s/fixed", scratch);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(gmon);
    unlink(spoilt);
    unlink(fixed);
    return rmdir(scratch);
}

TESTS(set_up, tear_down)
