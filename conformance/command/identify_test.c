/* SPDX-License-Identifier: MIT */
#include "conformance/whole/command_test.h"
#include "conformance/whole/json_reader_test.h"
#include "conformance/workers/opening.h"
#include "reference/unit_test.h"

/* What is said of the plain implementation of a dialect. */
static char *identified(const char *name)
{
    return output_of(WORDS("identify", built("mutants/%s.so", name)));
}

static void check(const char *name, const char *called, const char *conforms)
{
    char *out = identified(name);

    assert_has(out, called);
    assert_has(out, conforms);
    assert_null(strstr(out, "no known choices"));
    free(out);
}

TEST(prototypes_are_found_out)
{
    check("aix", "aix.so, called as aix's:\nprofil, by ", "conforms to: aix\n");
    check("irix", "irix.so, called as irix's:\n", "\nsprofil, by ");
    check("glibc", "glibc.so, called as glibc's:\n", "\nsprofil, by ");
    check("freebsd", "freebsd.so, called as freebsd's:\n",
          "conforms to: freebsd\n");
}

TEST(a_behaviour_is_named_rule_by_rule)
{
    char *out = identified("freebsd");

    assert_has(out, "\n  rounding             down\n");
    assert_has(out, "\n  counter-full         saturate\n");
    assert_has(out, "\n  below-offset         ignored or modular\n");
    assert_has(out, "\n  not to hpux: ");
    assert_has(out, "Scale 0 turned profiling off, scale 1 did not; "
                    "hpux.profil.6 requires");
    assert_has(out, "\n  the same as: no known system\n  near: ");
    free(out);
}

/* Each does what the source of a system does. */
TEST(systems_are_named_with_what_their_rows_rest_on)
{
    static const struct {
        const char *library, *same, *source;
    } rows[] = {
        {"like-clib4", "the same as: clib4\n", "; by clib4 b779124: library"},
        {"like-nuttx", "the same as: nuttx\n", "; by NuttX: sched/sched"},
    };

    for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *out = identified(rows[k].library);

        assert_has(out, rows[k].same);
        assert_has(out, rows[k].source);
        free(out);
    }
}

TEST(of_a_function_that_is_absent_nothing_is_said)
{
    char *out = identified("like-glibc_sprofil");

    assert_has(out, ", called as glibc's:\nsprofil, by ");
    assert_null(strstr(out, "\nprofil, by "));
    assert_null(strstr(out, "conforms to: irix"));
    free(out);
}

TEST(a_stub_is_like_none)
{
    char *out = identified("freebsd-ticks-ENOSYS");

    assert_has(out, "\n  like none of them; the nearest is ");
    assert_has(out, ": 0 cases explained, ");
    assert_null(strstr(out, "the same as"));
    free(out);
}

TEST(the_numbers_are_to_be_had_as_json)
{
    char *out = output_of(
        WORDS("identify", "--format", "json", built("mutants/freebsd.so")));

    assert_true(json_is_one_object(out));
    assert_has(out, "{\"schema\": \"profilcheck.identify.1\", ");
    assert_has(out, "\n    \"rounding\": [\"down\"],");
    assert_has(out, "\n  \"conforms\": [\"freebsd\"],");
    assert_has(out, "\"like\": \"unlike\", \"explained\": ");
    assert_has(out,
               "{\"rule\": \"rounding\", \"here\": [\"down\"], \"there\": ");
    free(out);
}

TEST(a_dialects_prototypes_may_be_asked_for)
{
    char *out = output_of(WORDS("identify", "--dialect", "hpux", "signal"));

    assert_memory_equal(out, "signal, called as hpux's:\n", 26);
    assert_has(out, "conforms to: hpux\n");
    assert_null(strstr(out, "\nsprofil"));
    free(out);
}

TEST(what_void_functions_leave_behind_is_recognised)
{
    static const int64_t values[] = {
        0,           -1,           ERROR_EINVAL, ERROR_EFAULT,
        ERROR_E2BIG, ERROR_EACCES, VALUE_NONE};
    struct event event = {.kind = EVENT_CALL};
    struct observation o = {.outcome = {.events = &event, .count = 1}};

    for (unsigned k = 0; k < sizeof values / sizeof *values; k++) {
        event.value = values[k];
        assert_false(opening_is_void(&o));
    }
    event.value = 4096;
    assert_true(opening_is_void(&o));
    event.kind = EVENT_SLEEP;
    assert_false(opening_is_void(&o));
}

TEST(a_mistake_is_told_before_anything_runs)
{
    ASSERT_USAGE("identify: which implementation?", "identify");
    ASSERT_USAGE("identify: one implementation at a time, not a and b",
                 "identify", "a", "b");
    ASSERT_USAGE("identify: unknown implementation frobs;", "identify",
                 "frobs");
    ASSERT_USAGE("identify: ./none.so: ", "identify", "./none.so");
    ASSERT_USAGE("unknown dialect plan9; choose from", "identify", "--dialect",
                 "plan9", "libc");
    ASSERT_USAGE("identify: --timeout: read 0, expected seconds", "identify",
                 "--timeout", "0", "libc");
    ASSERT_USAGE("identify: libc: ", "identify", "--dialect", "aix", "libc");
    ASSERT_USAGE("identify: unknown format xml; choose from text, json",
                 "identify", "--format", "xml", "libc");
    ASSERT_USAGE("identify: unknown option", "identify", "--frob");
}

TESTS(NULL, NULL)
