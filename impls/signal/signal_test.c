/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <errno.h>

#include "impls/impl.h"
#include "stub_fixture.h"

#define BASE (STUB_TEXT + 0x1000)

static uint16_t buffer[32];

static struct impl *open_dialect(const char *dialect)
{
    const struct impl_options options = {.dialect = dialect};
    char why[200] = "";

    return impl_signal.open(&options, why, sizeof why);
}

static void each_dialect_has_its_calls(void **state)
{
    static const struct {
        const char *dialect;
        unsigned capabilities;
    } rows[] = {
        {"aix", IMPL_CAN_PROFIL | IMPL_CAN_LIST},
        {"irix", IMPL_CAN_PROFIL | IMPL_CAN_SPROFIL},
        {"hpux", IMPL_CAN_PROFIL},
        {"freebsd", IMPL_CAN_PROFIL | IMPL_CAN_MONSTARTUP | IMPL_CAN_MCLEANUP},
        {"glibc", IMPL_CAN_PROFIL | IMPL_CAN_SPROFIL},
        {"aix-monitor", IMPL_CAN_MONITOR | IMPL_CAN_STOP | IMPL_CAN_MONSTARTUP |
                            IMPL_CAN_MONCONTROL | IMPL_CAN_COUNT},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct impl *impl = open_dialect(rows[i].dialect);

        assert_non_null(impl);
        assert_ptr_equal(impl->class, &impl_signal);
        assert_int_equal(impl_signal.capabilities(impl), rows[i].capabilities);
        impl_signal.close(impl);
    }
}

static void an_unknown_dialect_is_refused_with_a_reason(void **state)
{
    const struct impl_options options = {.dialect = "plan9"};
    char why[200] = "";

    (void)state;
    assert_null(impl_signal.open(&options, why, sizeof why));
    assert_non_null(strstr(why, "plan9"));
}

/* At BASE + 2 and scale 0x8000 aix and hpux round up, the others down. */
static void a_call_reaches_the_dialects_own_function(void **state)
{
    static const char *const dialects[] = {"aix", "irix", "hpux", "freebsd",
                                           "glibc"};
    struct impl_call on = {.entry = IMPL_PROFIL,
                           .region = {buffer, sizeof buffer, BASE, 0x8000, 0}};
    struct impl_call off = {.entry = IMPL_PROFIL};
    struct impl_result result = {0};

    (void)state;
    if (!STUB_WORKS)
        skip();
    for (int i = 0; i < 5; i++) {
        struct impl *impl = open_dialect(dialects[i]);

        memset(buffer, 0, sizeof buffer);
        impl_signal.call(impl, &on, &result);
        stub_stop_clock();
        assert_int_equal(result.has_value, i != 0 && i != 2);
        assert_int_equal(result.error, 0);
        stub_ticks(BASE + 2, 1);
        impl_signal.call(impl, &off, &result);
        assert_int_equal(buffer[i == 0 || i == 2], 1);
        impl_signal.close(impl);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_dialect_has_its_calls),
        cmocka_unit_test(an_unknown_dialect_is_refused_with_a_reason),
        cmocka_unit_test(a_call_reaches_the_dialects_own_function),
    };

    return stub_map() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
