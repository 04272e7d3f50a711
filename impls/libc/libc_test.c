/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <signal.h>
#include <string.h>

#include "impls/impl.h"

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

static void profil_turns_on_and_off(void **state)
{
    static const char *const dialects[] = {"glibc", "freebsd", "hpux"};
    unsigned short buffer[4] = {0};
    struct impl_call on = {
        .entry = IMPL_PROFIL,
        .region = {.base = buffer, .size = sizeof buffer, .scale = 0x8000},
    };
    struct impl_call off = {.entry = IMPL_PROFIL};
    struct impl_result r;

    (void)state;
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

static void glibc_has_sprofil_too_and_the_others_do_not(void **state)
{
    struct impl *impl = open_or_skip("glibc");

    (void)state;
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

static void dialects_of_another_binary_form_are_refused(void **state)
{
    static const char *const dialects[] = {"aix", "irix"};
    char why[300];

    (void)state;
    for (size_t k = 0; k < 2; k++) {
        assert_null(open_as(dialects[k], why, sizeof why));
        assert_non_null(strstr(why, dialects[k]));
        assert_non_null(strstr(why, "binary form"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(profil_turns_on_and_off),
        cmocka_unit_test(glibc_has_sprofil_too_and_the_others_do_not),
        cmocka_unit_test(dialects_of_another_binary_form_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
