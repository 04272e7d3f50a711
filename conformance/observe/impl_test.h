/* SPDX-License-Identifier: MIT */
/* Implementations that tests make: what is the same in each. */
#ifndef CONFORMANCE_IMPL_TEST_H
#define CONFORMANCE_IMPL_TEST_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "impls/impl.h"

static const char *habit = ""; /* the path that it was opened with */

static inline bool has_habit(const char *name)
{
    return !strcmp(habit, name);
}

static inline unsigned test_capabilities(const struct impl *impl)
{
    (void)impl;
    return has_habit("sprofil-only") ? IMPL_CAN_SPROFIL
                                     : IMPL_CAN_PROFIL | IMPL_CAN_SPROFIL;
}

static inline void test_close(struct impl *impl)
{
    (void)impl;
}

static inline struct impl *test_open(struct impl *impl,
                                     const struct impl_options *options,
                                     char *why, size_t why_size)
{
    habit = options->path ? options->path : "";
    if (!has_habit("does-not-open"))
        return impl;
    snprintf(why, why_size, "it is shut");
    return NULL;
}

/* One of a class of that name, whose call and whatever else it has follow. */
#define TEST_IMPL(class_name, ...)                                             \
    static const struct impl_class class_name;                                 \
    static struct impl *open_##class_name(const struct impl_options *options,  \
                                          char *why, size_t why_size)          \
    {                                                                          \
        static struct impl impl = {.class = &class_name};                      \
                                                                               \
        return test_open(&impl, options, why, why_size);                       \
    }                                                                          \
    static const struct impl_class class_name = {.name = "test",               \
                                                 .summary = "for tests",       \
                                                 .open = open_##class_name,    \
                                                 .capabilities =               \
                                                     test_capabilities,        \
                                                 .close = test_close,          \
                                                 __VA_ARGS__}

#endif
