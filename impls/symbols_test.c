/* SPDX-License-Identifier: MIT */
/* What no run of the cases says of calls by prototype: numbers that are cut or
 * kept whole, what a library lacks, and constants that are given. */
#include <string.h>

#include "reference/unit_test.h"
#include "symbols.h"

/* What the function called last was given. */
static struct {
    uint64_t size, offset, scale;
    unsigned flags;
    const char *name;
} seen;

static int see(uint64_t size, uint64_t offset, uint64_t scale)
{
    seen.size = size;
    seen.offset = offset;
    seen.scale = scale;
    return 7;
}

static int as_32_bits(void *base, unsigned size, unsigned long offset,
                      unsigned scale)
{
    (void)base;
    return see(size, offset, scale);
}

static int as_64_bits(void *base, size_t size, size_t offset, unsigned scale)
{
    (void)base;
    return see(size, offset, scale);
}

static int sprofil_32(unsigned *list, int count, struct timeval *tvp,
                      unsigned flags)
{
    (void)count, (void)tvp;
    seen.flags = flags;
    return see(list[2], *(uint64_t *)(void *)(list + 4), list[6]);
}

static int sprofil_64(uint64_t *list, int count, struct timeval *tvp,
                      unsigned flags)
{
    (void)count, (void)tvp;
    seen.flags = flags;
    return see(list[1], list[2], list[3]);
}

static struct symbols *made(const char *dialect,
                            const struct impl_constants *constants)
{
    struct impl_options options = {.dialect = dialect, .constants = constants};
    char why[200] = "";
    struct symbols *s = symbols_new(&impl_so, &options, why, sizeof why);

    assert_non_null(s);
    memset(&seen, 0, sizeof seen);
    return s;
}

#define PROFIL  IMPL_PROFIL
#define SPROFIL IMPL_SPROFIL

TEST(sizes_and_scales_are_as_wide_as_the_prototype)
{
    static const struct {
        const char *dialect;
        enum impl_entry entry;
        symbol function;
        uint64_t size, scale;
        bool has_value;
    } rows[] = {
        {"aix", PROFIL, (symbol)as_32_bits, 0x10, 0xfffffffe, false},
        {"irix", PROFIL, (symbol)as_32_bits, 0x10, 0xfffffffe, true},
        {"hpux", PROFIL, (symbol)as_64_bits, 0x100000010, 0xfffffffe, false},
        {"freebsd", PROFIL, (symbol)as_64_bits, 0x100000010, 0xfffffffe, true},
        {"glibc", PROFIL, (symbol)as_64_bits, 0x100000010, 0xfffffffe, true},
        {"irix", SPROFIL, (symbol)sprofil_32, 0x10, 0xfffffffe, true},
        {"glibc", SPROFIL, (symbol)sprofil_64, 0x100000010, 0x12fffffffe, true},
    };
    static const struct impl_region wide = {.size = 0x100000010,
                                            .offset = 0xfedcba9876543210,
                                            .scale = 0x12fffffffe};

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct symbols *s = made(rows[k].dialect, NULL);
        struct impl_call call = {.entry = rows[k].entry,
                                 .region = wide,
                                 .list = &wide,
                                 .listed = 1,
                                 .count = 1};
        struct impl_result r;

        s->profil = s->sprofil = rows[k].function;
        symbols_call(&s->impl, &call, &r);
        assert_int_equal(seen.size, rows[k].size);
        assert_int_equal(seen.offset, wide.offset);
        assert_int_equal(seen.scale, rows[k].scale);
        assert_int_equal(r.has_value, rows[k].has_value);
        assert_true(!r.has_value || r.value == 7);
        symbols_close(&s->impl);
    }
}

TEST(flags_are_the_dialects_own_or_those_that_are_given)
{
    static const struct impl_constants given = {16, 32, 64, 0};
    static const struct {
        const char *dialect;
        const struct impl_constants *constants;
        unsigned flags, seen;
    } rows[] = {
        {"irix", NULL, IMPL_UINT | IMPL_FAST, 2 | 4},
        {"irix", NULL, IMPL_USHORT, 1},
        {"irix", &given, IMPL_USHORT | IMPL_FAST, 16 | 64},
        {"glibc", NULL, IMPL_USHORT | IMPL_FAST, 2},
        {"glibc", NULL, IMPL_UINT, 1},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct symbols *s = made(rows[k].dialect, rows[k].constants);
        struct impl_region one = {0};
        struct impl_call call = {.entry = SPROFIL,
                                 .list = &one,
                                 .listed = 1,
                                 .flags = rows[k].flags};
        struct impl_result r;

        s->sprofil = (symbol)sprofil_32;
        symbols_call(&s->impl, &call, &r);
        assert_int_equal(seen.flags, rows[k].seen);
        symbols_close(&s->impl);
    }
}

static void as_monitor(void *low, ...)
{
    seen.name = low ? "monitor" : "monitor(0)";
}

static void as_mcleanup(void)
{
    seen.name = "_mcleanup";
}

TEST(monitor_is_stopped_by_what_is_there)
{
    struct symbols *s = made("aix-monitor", NULL);
    struct impl_call stop = {.entry = IMPL_MONITOR_STOP};
    struct impl_result r;

    assert_int_equal(symbols_capabilities(&s->impl), 0);
    s->stop = as_mcleanup;
    assert_int_equal(symbols_capabilities(&s->impl), IMPL_CAN_STOP);
    symbols_call(&s->impl, &stop, &r);
    assert_string_equal(seen.name, "_mcleanup");
    s->monitor = (symbol)as_monitor;
    assert_int_equal(symbols_capabilities(&s->impl),
                     IMPL_CAN_STOP | IMPL_CAN_MONITOR);
    symbols_call(&s->impl, &stop, &r);
    assert_string_equal(seen.name, "monitor(0)");
    assert_false(r.has_value);
    symbols_close(&s->impl);
}

TEST(a_dialect_without_prototypes_is_refused)
{
    const struct impl_options options = {.dialect = "vms"};
    char why[200];

    assert_null(symbols_new(&impl_so, &options, why, sizeof why));
    assert_non_null(strstr(why, "vms"));
}

TEST(an_absent_function_is_no_capability)
{
    static const struct {
        const char *dialect;
        bool profil, sprofil;
        unsigned can;
    } rows[] = {
        {"aix", true, true, IMPL_CAN_PROFIL | IMPL_CAN_LIST},
        {"irix", false, true, IMPL_CAN_SPROFIL},
        {"glibc", true, false, IMPL_CAN_PROFIL},
        {"hpux", true, true, IMPL_CAN_PROFIL},
        {"freebsd", false, true, 0},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct symbols *s = made(rows[k].dialect, NULL);

        s->profil = rows[k].profil ? (symbol)as_64_bits : NULL;
        s->sprofil = rows[k].sprofil ? (symbol)sprofil_64 : NULL;
        assert_int_equal(symbols_capabilities(&s->impl), rows[k].can);
        symbols_close(&s->impl);
    }
}

TESTS(NULL, NULL)
