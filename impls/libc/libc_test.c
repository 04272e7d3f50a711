/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <string.h>

#include "impls/impl.h"
#include "reference/unit_test.h"

static struct impl *open_as(const char *dialect, char *why, size_t size)
{
    struct impl_options options = {.dialect = dialect};

    why[0] = '\0';
    return impl_libc.open(&options, why, size);
}

static bool receives_ticks(void)
{
    struct sigaction action;

    sigaction(SIGPROF, NULL, &action);
    return action.sa_handler != SIG_DFL;
}

/* A host without profil, musl say, has nothing to be judged. */
static struct impl *open_or_skip(const char *dialect)
{
    char why[300];
    struct impl *impl = open_as(dialect, why, sizeof why);

    if (!impl && strstr(why, "has no profil"))
        skip();
    assert_non_null(impl);
    return impl;
}

TEST(profil_turns_on_and_off)
{
    static const char *const dialects[] = {"glibc", "freebsd", "hpux"};
    unsigned short buffer[4] = {0};
    struct impl_call on = {
        .entry = IMPL_PROFIL,
        .region = {.base = buffer, .size = sizeof buffer, .scale = 0x8000},
    };
    struct impl_call off = {.entry = IMPL_PROFIL};
    struct impl_result r;

    for (size_t k = 0; k < 3; k++) {
        struct impl *impl = open_or_skip(dialects[k]);

        impl->class->call(impl, &on, &r);
        assert_int_equal(r.value, 0);
        assert_true(receives_ticks());
        impl->class->call(impl, &off, &r);
        assert_false(receives_ticks());
        impl->class->close(impl);
    }
}

TEST(glibc_has_sprofil_too_and_the_others_do_not)
{
    struct impl *impl = open_or_skip("glibc");

    assert_int_equal(impl->class->capabilities(impl),
                     IMPL_CAN_PROFIL | IMPL_CAN_SPROFIL);
    impl->class->close(impl);
    impl = open_or_skip("hpux");
    assert_int_equal(impl->class->capabilities(impl), IMPL_CAN_PROFIL);
    impl->class->close(impl);
    impl = open_or_skip("freebsd");
    assert_false(impl->class->capabilities(impl) & IMPL_CAN_SPROFIL);
    impl->class->close(impl);
}

TEST(dialects_of_another_binary_form_are_refused)
{
    static const char *const dialects[] = {"aix", "irix"};
    char why[300];

    for (size_t k = 0; k < 2; k++) {
        assert_null(open_as(dialects[k], why, sizeof why));
        assert_non_null(strstr(why, dialects[k]));
        assert_non_null(strstr(why, "binary form"));
    }
}

TESTS(NULL, NULL)
