/* SPDX-License-Identifier: MIT */
/* A machine that exact delivery is not ported to, of whose addresses none can
 * be mapped for a stub; see ../arch.h. */
#ifndef CONFORMANCE_ARCH_NONE_H
#define CONFORMANCE_ARCH_NONE_H

#define ARCH_DELIVERS 0

enum {
    ARCH_STUB_BEFORE = 1,
    ARCH_STUB_ALIGN = 1,
    ARCH_FUNCTION_ALIGN = 1,
    ARCH_FUNCTION_TARGET = 0,
};

typedef uint8_t arch_unit;
#define ARCH_STUB_BYTES                                                        \
    {                                                                          \
        0                                                                      \
    }
#define ARCH_WAIT_BYTES                                                        \
    {                                                                          \
        0                                                                      \
    }
#define ARCH_LEAVE 0
#define ARCH_FUNCTION_BYTES                                                    \
    {                                                                          \
        0, 0, 0, 0, 0, 0, 0, 0                                                 \
    }
#define ARCH_USER_END  UINT64_C(1)
#define ARCH_FUNCTIONS ""

#endif
