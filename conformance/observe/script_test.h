/* SPDX-License-Identifier: MIT */
/* Scripts made by hand, for the tests of observing. */
#ifndef CONFORMANCE_SCRIPT_TEST_H
#define CONFORMANCE_SCRIPT_TEST_H

#include "observe.h"
#include "probe.h"

#define TEXT_START   UINT64_C(0x10000000) /* where the profiled text begins */
#define COUNT(array) (sizeof(array) / sizeof *(array))

#define BUFFER(number, bytes)                                                  \
    {                                                                          \
        .kind = OP_BUFFER, .buffer = (number), .size = (bytes)                 \
    }
#define PROFIL(number, bytes, by)                                              \
    {                                                                          \
        .kind = OP_CALL, .call = {                                             \
            .kind = CALL_PROFIL,                                               \
            .region = {.base = {.kind = POINTER_GIVEN, .buffer = (number)},    \
                       .size = (bytes),                                        \
                       .offset = TEXT_START,                                   \
                       .scale = (by)}                                          \
        }                                                                      \
    }
#define TICKS(list)                                                            \
    {                                                                          \
        .kind = OP_TICKS, .ticks = (list), .tick_count = COUNT(list)           \
    }
#define DO(what)                                                               \
    {                                                                          \
        .kind = (what)                                                         \
    }
#define DO_BUFFER(what, number)                                                \
    {                                                                          \
        .kind = (what), .buffer = (number)                                     \
    }
#define ONE_TO_ONE 0x10000

#define CASE(list)                                                             \
    {                                                                          \
        .slug = "by-hand", .script = {(list), COUNT(list), 64, 0, false }      \
    }

static inline void learn(struct observe_options *options)
{
    char why[400];

    probe_capabilities(options, why, sizeof why);
}

static const struct tick three_ticks[] = {
    {TEXT_START, 1}, {TEXT_START + 2, 2}, {TEXT_START + 7, 3}};

#endif
