/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <string.h>

#include "reference/unit_test.h"
#include "symbols.h"

/* What the function called last was given. */
static struct {
    void *base;
    unsigned long size, offset, scale;
    unsigned char list[4096];
    int count;
    struct timeval *tvp;
    unsigned flags;
} seen;

static unsigned short buffer[8];

static int as_aix(void *base, unsigned size, unsigned long offset,
                  unsigned scale)
{
    seen.base = base;
    seen.size = size;
    seen.offset = offset;
    seen.scale = scale;
    if (size == (unsigned)-1 && base != buffer)
        memcpy(seen.list, base, 3 * 32);
    errno = EINVAL;
    return -7;
}

static int as_irix(unsigned short *base, unsigned size, unsigned long offset,
                   unsigned scale)
{
    return as_aix(base, size, offset, scale);
}

static void as_hpux(unsigned short *base, size_t size, size_t offset,
                    unsigned scale)
{
    seen.base = base;
    seen.size = size;
    seen.offset = offset;
    seen.scale = scale;
}

static int as_freebsd(char *base, size_t size, uintptr_t offset, int scale)
{
    as_hpux((unsigned short *)(void *)base, size, offset, (unsigned)scale);
    return 3;
}

static int as_sprofil(void *list, int count, struct timeval *tvp,
                      unsigned flags)
{
    seen.base = list;
    if (list != buffer)
        memcpy(seen.list, list, 64);
    seen.count = count;
    seen.tvp = tvp;
    seen.flags = flags;
    return 0;
}

static struct symbols *fake(const char *dialect, symbol profil, symbol sprofil)
{
    struct impl_options options = {.dialect = dialect};
    struct symbols *s;
    char why[200] = "";

    s = symbols_new(&impl_so, &options, why, sizeof why);
    assert_non_null(s);
    s->profil = profil;
    s->sprofil = sprofil;
    memset(&seen, 0, sizeof seen);
    return s;
}

static struct impl_result run(struct symbols *s, const struct impl_call *call)
{
    struct impl_result result;

    symbols_call(&s->impl, call, &result);
    symbols_close(&s->impl);
    return result;
}

static const struct impl_region wide = {
    .base = buffer,
    .size = 0x100000010,
    .offset = 0xfedcba9876543210,
    .scale = 0xfffffffe,
};

/* Two regions, and the words that they are in memory. */
static const struct impl_region two[] = {
    {buffer, 16, 0x1000, 0x8000, 0x1100},
    {buffer + 4, 8, 0x2000, 0xffffffff, 0x2200},
};

static uint64_t word(size_t at)
{
    uint64_t value;

    memcpy(&value, seen.list + at, 8);
    return value;
}

static uint32_t half(size_t at)
{
    uint32_t value;

    memcpy(&value, seen.list + at, 4);
    return value;
}

TEST(an_aix_call_passes_32_bits_of_size)
{
    struct impl_call call = {.entry = IMPL_PROFIL, .region = wide};
    struct impl_result r = run(fake("aix", (symbol)as_aix, NULL), &call);

    assert_ptr_equal(seen.base, buffer);
    assert_int_equal(seen.size, 0x10);
    assert_int_equal(seen.offset, 0xfedcba9876543210);
    assert_int_equal(seen.scale, 0xfffffffe);
    assert_false(r.has_value);
    assert_int_equal(r.error, EINVAL);
}

TEST(an_aix_list_ends_in_an_element_of_zeros)
{
    struct impl_call call = {
        .entry = IMPL_PROFIL_LIST, .list = two, .listed = 2};

    run(fake("aix", (symbol)as_aix, NULL), &call);
    assert_int_equal(seen.size, (unsigned)-1);
    assert_int_equal(seen.offset, 0);
    assert_int_equal(seen.scale, 0);
    assert_int_equal(word(0), 0x1000);
    assert_int_equal(word(8), 0x1100);
    assert_int_equal(word(16), (uintptr_t)buffer);
    assert_int_equal(half(24), 16);
    assert_int_equal(half(28), 0x8000);
    assert_int_equal(word(32), 0x2000);
    assert_int_equal(word(40), 0x2200);
    assert_int_equal(half(60), 0xffffffff);
    for (size_t at = 64; at < 96; at += 8)
        assert_int_equal(word(at), 0);
}

TEST(a_list_address_is_passed_as_it_is)
{
    struct impl_call call = {.entry = IMPL_PROFIL_LIST, .list_address = buffer};

    run(fake("aix", (symbol)as_aix, NULL), &call);
    assert_ptr_equal(seen.base, buffer);
    call.entry = IMPL_SPROFIL;
    run(fake("irix", NULL, (symbol)as_sprofil), &call);
    assert_ptr_equal(seen.base, buffer);
    run(fake("glibc", NULL, (symbol)as_sprofil), &call);
    assert_ptr_equal(seen.base, buffer);
}

TEST(an_irix_list_has_32_bit_sizes_and_its_own_flags)
{
    struct timeval tv;
    struct impl_call call = {.entry = IMPL_SPROFIL,
                             .list = two,
                             .listed = 2,
                             .count = -3,
                             .tvp = &tv,
                             .flags = IMPL_UINT | IMPL_FAST};
    struct impl_result r = run(fake("irix", NULL, (symbol)as_sprofil), &call);

    assert_int_equal(word(0), (uintptr_t)buffer);
    assert_int_equal(half(8), 16);
    assert_int_equal(word(16), 0x1000);
    assert_int_equal(half(24), 0x8000);
    assert_int_equal(half(40), 8);
    assert_int_equal(seen.count, -3);
    assert_ptr_equal(seen.tvp, &tv);
    assert_int_equal(seen.flags, 2 | 4);
    assert_int_equal(r.error, 0);
}

TEST(a_glibc_list_has_64_bit_fields_and_its_own_flags)
{
    struct impl_region far = wide;
    struct impl_call call = {.entry = IMPL_SPROFIL,
                             .list = &far,
                             .listed = 1,
                             .count = 1,
                             .flags = IMPL_USHORT | IMPL_FAST};

    far.scale = 0x123456789a;
    run(fake("glibc", NULL, (symbol)as_sprofil), &call);
    assert_int_equal(word(0), (uintptr_t)buffer);
    assert_int_equal(word(8), 0x100000010);
    assert_int_equal(word(16), 0xfedcba9876543210);
    assert_int_equal(word(24), 0x123456789a);
    assert_int_equal(seen.flags, 2);
    call.flags = IMPL_UINT;
    run(fake("glibc", NULL, (symbol)as_sprofil), &call);
    assert_int_equal(seen.flags, 1);
}

TEST(an_irix_profil_passes_32_bits_of_size)
{
    struct impl_call call = {.entry = IMPL_PROFIL, .region = wide};

    run(fake("irix", (symbol)as_irix, NULL), &call);
    assert_int_equal(seen.size, 0x10);
}

TEST(hpux_returns_nothing)
{
    struct impl_call call = {.entry = IMPL_PROFIL, .region = wide};
    struct impl_result r = run(fake("hpux", (symbol)as_hpux, NULL), &call);

    assert_false(r.has_value);
    assert_int_equal(seen.size, 0x100000010);
    assert_int_equal(seen.scale, 0xfffffffe);
}

TEST(freebsd_returns_what_its_profil_returned)
{
    struct impl_call call = {.entry = IMPL_PROFIL, .region = wide};
    struct impl_result r =
        run(fake("freebsd", (symbol)as_freebsd, NULL), &call);

    assert_true(r.has_value);
    assert_int_equal(r.value, 3);
    assert_int_equal(seen.offset, 0xfedcba9876543210);
}

TEST(options_replace_the_constants)
{
    struct impl_constants constants = {16, 32, 64, 0};
    struct impl_options options = {.dialect = "irix", .constants = &constants};
    struct impl_call call = {.entry = IMPL_SPROFIL,
                             .list = two,
                             .listed = 2,
                             .flags = IMPL_USHORT | IMPL_FAST};
    char why[200];
    struct symbols *s = symbols_new(&impl_so, &options, why, sizeof why);

    assert_non_null(s);
    s->sprofil = (symbol)as_sprofil;
    run(s, &call);
    assert_int_equal(seen.flags, 16 | 64);
}

static unsigned can(const char *dialect, symbol profil, symbol sprofil)
{
    struct symbols *s = fake(dialect, profil, sprofil);
    unsigned capabilities = symbols_capabilities(&s->impl);

    symbols_close(&s->impl);
    return capabilities;
}

TEST(capabilities_follow_symbols_and_dialect)
{
    symbol f = (symbol)as_aix;

    assert_int_equal(can("aix", f, f), IMPL_CAN_PROFIL | IMPL_CAN_LIST);
    assert_int_equal(can("irix", f, f), IMPL_CAN_PROFIL | IMPL_CAN_SPROFIL);
    assert_int_equal(can("irix", NULL, f), IMPL_CAN_SPROFIL);
    assert_int_equal(can("hpux", f, f), IMPL_CAN_PROFIL);
    assert_int_equal(can("freebsd", NULL, f), 0);
    assert_int_equal(can("glibc", f, NULL), IMPL_CAN_PROFIL);
}

TEST(an_unknown_dialect_is_refused_by_name)
{
    struct impl_options options = {.dialect = "vms"};
    char why[200] = "";

    assert_null(symbols_new(&impl_so, &options, why, sizeof why));
    assert_non_null(strstr(why, "vms"));
}

TESTS(NULL, NULL)
