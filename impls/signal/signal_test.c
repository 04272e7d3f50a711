/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include <errno.h>

#include "impls/impl.h"
#include "reference/unit_test.h"
#include "stub_fixture.h"

#define BASE (STUB_TEXT + 0x1000)

static uint16_t buffer[32];

static struct impl *open_dialect(const char *dialect)
{
    const struct impl_options options = {.dialect = dialect};
    char why[200] = "";

    return impl_signal.open(&options, why, sizeof why);
}

TEST(each_dialect_has_its_calls)
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

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct impl *impl = open_dialect(rows[i].dialect);

        assert_non_null(impl);
        assert_ptr_equal(impl->class, &impl_signal);
        assert_int_equal(impl_signal.capabilities(impl), rows[i].capabilities);
        impl_signal.close(impl);
    }
}

TEST(an_unknown_dialect_is_refused_with_a_reason)
{
    const struct impl_options options = {.dialect = "plan9"};
    char why[200] = "";

    assert_null(impl_signal.open(&options, why, sizeof why));
    assert_non_null(strstr(why, "plan9"));
}

/* At BASE + 2 and scale 0x8000 aix and hpux round up, the others down. */
TEST(a_call_reaches_the_dialects_own_function)
{
    static const char *const dialects[] = {"aix", "irix", "hpux", "freebsd",
                                           "glibc"};
    struct impl_call on = {.entry = IMPL_PROFIL,
                           .region = {buffer, sizeof buffer, BASE, 0x8000, 0}};
    struct impl_call off = {.entry = IMPL_PROFIL};
    struct impl_result result = {0};

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
    return stub_map() ? RUN_TESTS(NULL, NULL) : 1;
}
