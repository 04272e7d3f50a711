/* SPDX-License-Identifier: MIT */
/* Our own implementations as the harness has them: what no run of the cases
 * says of them. */
#include "impls/impl.h"
#include "impls/perf/fixture.h"
#include "reference/unit_test.h"

#define BASE UINT64_C(0x2aaaaaa00000)

static uint16_t counters[32];

static struct impl *open_as(const struct impl_class *class, const char *dialect)
{
    const struct impl_options options = {.dialect = dialect};
    char why[200] = "";
    struct impl *impl = class->open(&options, why, sizeof why);

    assert_non_null(impl);
    assert_ptr_equal(impl->class, class);
    return impl;
}

TEST(each_dialect_has_its_calls)
{
    enum {
        MONITOR = IMPL_CAN_MONSTARTUP | IMPL_CAN_MONCONTROL | IMPL_CAN_COUNT
    };
    static const struct impl_class *const classes[] = {&impl_signal, &impl_perf,
                                                       &impl_ptrace};
    static const struct {
        const char *dialect;
        unsigned capabilities;
    } rows[] = {
        {"aix", IMPL_CAN_PROFIL | IMPL_CAN_LIST},
        {"irix", IMPL_CAN_PROFIL | IMPL_CAN_SPROFIL},
        {"hpux", IMPL_CAN_PROFIL},
        {"freebsd", IMPL_CAN_PROFIL | IMPL_CAN_MONSTARTUP | IMPL_CAN_MCLEANUP},
        {"glibc", IMPL_CAN_PROFIL | IMPL_CAN_SPROFIL},
        {"aix-monitor", MONITOR | IMPL_CAN_MONITOR | IMPL_CAN_STOP},
        {"gmon", MONITOR | IMPL_CAN_MCLEANUP},
    };

    for (size_t c = 0; c < 3; c++)
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
            struct impl *impl = open_as(classes[c], rows[k].dialect);

            assert_int_equal(impl->class->capabilities(impl),
                             rows[k].capabilities);
            impl->class->close(impl);
        }
}

/* Returns errno. */
static int turn(struct impl *impl, unsigned scale)
{
    struct impl_call call = {
        .entry = IMPL_PROFIL,
        .region = {counters, sizeof counters, BASE, scale, 0}};
    struct impl_result result = {0};

    impl->class->call(impl, &call, &result);
    return result.error;
}

TEST(of_a_row_with_an_impossible_pc_perf_delivers_nothing)
{
    const struct impl_tick ticks[] = {{BASE, 1000}, {UINT64_MAX, 1}};
    struct impl *impl = open_as(&impl_perf, "freebsd");

    skip_without_perf();
    impl_perf.hold(impl, true);
    assert_int_equal(turn(impl, 65536), 0);
    assert_int_equal(impl_perf.deliver(impl, ticks, 2), ENOTSUP);
    assert_non_null(strstr(impl->refused, "0xffffffffffffffff"));
    assert_int_equal(counters[0], 0);
    assert_int_equal(impl_perf.deliver(impl, ticks, 1), 0);
    assert_null(impl->refused);
    assert_int_equal(counters[0], 1000);
    assert_int_equal(turn(impl, 0), 0);
    impl_perf.close(impl);
}

TEST(where_an_engine_is_forbidden_it_says_so_and_why)
{
    static const struct {
        const struct impl_class *class;
        long call;
        const char *knob;
    } rows[] = {{&impl_perf, SYS_perf_event_open, "perf_event_paranoid"},
                {&impl_ptrace, SYS_ptrace, "yama/ptrace_scope"}};

    for (size_t k = 0; k < 2; k++) {
        struct impl *impl = open_as(rows[k].class, "freebsd");

        ASSERT_IN_CHILD(forbid(rows[k].call, EPERM) &&
                        turn(impl, 65536) == EPERM &&
                        impl->class->deliver(impl, NULL, 0) == EPERM &&
                        strstr(impl->refused, "EPERM") &&
                        strstr(impl->refused, rows[k].knob));
        impl->class->close(impl);
    }
}

TESTS(NULL, NULL)
