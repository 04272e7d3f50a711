/* SPDX-License-Identifier: MIT */
/* An implementation that counts nothing.  What its calls return is the
 * test's to say. */
#ifndef CONFORMANCE_STUB_IMPL_TEST_H
#define CONFORMANCE_STUB_IMPL_TEST_H

#include "impls/impl.h"

static int64_t stub_value(const struct impl_call *call);

static inline unsigned stub_capabilities(const struct impl *impl)
{
    (void)impl;
    return IMPL_CAN_PROFIL;
}

static inline void stub_call(struct impl *impl, const struct impl_call *call,
                             struct impl_result *result)
{
    (void)impl;
    *result =
        (struct impl_result){.has_value = true, .value = stub_value(call)};
}

static inline int stub_deliver(struct impl *impl, const struct impl_tick *ticks,
                               size_t count)
{
    (void)impl, (void)ticks, (void)count;
    return 0;
}

static inline void stub_close(struct impl *impl)
{
    (void)impl;
}

static struct impl *stub_open(const struct impl_options *options, char *why,
                              size_t why_size);

static const struct impl_class stub_class = {
    .name = "stub",
    .summary = "counts nothing",
    .open = stub_open,
    .capabilities = stub_capabilities,
    .call = stub_call,
    .deliver = stub_deliver,
    .close = stub_close,
};

static struct impl *stub_open(const struct impl_options *options, char *why,
                              size_t why_size)
{
    static struct impl stub = {.class = &stub_class};

    (void)options, (void)why, (void)why_size;
    return &stub;
}

#endif
