/* SPDX-License-Identifier: MIT */
/* 64-bit Power, little-endian, ELFv2; see ../arch.h. */
#ifndef CONFORMANCE_ARCH_PPC64LE_H
#define CONFORMANCE_ARCH_PPC64LE_H

#define ARCH_DELIVERS 1

enum {
    ARCH_STUB_BEFORE = 4,
    ARCH_STUB_ALIGN = 4,
    ARCH_FUNCTION_ALIGN = 8,
    ARCH_FUNCTION_TARGET = 56,
};

/* sc; blr */
#define ARCH_STUB_BYTES 0x02, 0x00, 0x00, 0x44, 0x20, 0x00, 0x80, 0x4e

/* b .; blr.  A nop takes its place. */
#define ARCH_WAIT_BYTES 0x00, 0x00, 0x00, 0x48, 0x20, 0x00, 0x80, 0x4e
typedef uint32_t arch_unit;
#define ARCH_LEAVE 0x60000000

/* mflr 0; std 0, 16(1); stdu 1, -32(1); std 2, 24(1); bcl 20, 31, .+4;
 * mflr 12; ld 12, 36(12); mtctr 12; bctrl; ld 2, 24(1); addi 1, 1, 32;
 * ld 0, 16(1); mtlr 0; blr; the address */
#define ARCH_FUNCTION_BYTES                                                    \
    0xa6, 0x02, 0x08, 0x7c, 0x10, 0x00, 0x01, 0xf8, 0xe1, 0xff, 0x21, 0xf8,    \
        0x18, 0x00, 0x41, 0xf8, 0x05, 0x00, 0x9f, 0x42, 0xa6, 0x02, 0x88,      \
        0x7d, 0x24, 0x00, 0x8c, 0xe9, 0xa6, 0x03, 0x89, 0x7d, 0x21, 0x04,      \
        0x80, 0x4e, 0x18, 0x00, 0x41, 0xe8, 0x20, 0x00, 0x21, 0x38, 0x10,      \
        0x00, 0x01, 0xe8, 0xa6, 0x03, 0x08, 0x7c, 0x20, 0x00, 0x80, 0x4e, 0,   \
        0, 0, 0, 0, 0, 0, 0

#define ARCH_USER_END UINT64_C(0x10000000000000)

#define ARCH_PC(context)        ((context)->uc_mcontext.gp_regs[32])
#define ARCH_STACK(context)     ((context)->uc_mcontext.gp_regs[1])
#define ARCH_REGISTERS(context) ((context)->uc_mcontext.gp_regs)
#define ARCH_REGISTERS_SIZE     sizeof(gregset_t)

/* An error is shown by a bit of its own, and is positive. */
#define ARCH_FUNCTIONS                                                         \
    ARCH_FUNCTION(arch_system_call, "    mr 0, 3\n"                            \
                                    "    mr 3, 4\n"                            \
                                    "    mr 4, 5\n"                            \
                                    "    mr 5, 6\n"                            \
                                    "    mr 6, 7\n"                            \
                                    "    mr 7, 8\n"                            \
                                    "    mr 8, 9\n"                            \
                                    "    sc\n"                                 \
                                    "    bnslr\n"                              \
                                    "    neg 3, 3\n"                           \
                                    "    blr\n")                               \
    ARCH_FUNCTION(arch_stub_call, "    mflr 0\n"                               \
                                  "    std 0, 16(1)\n"                         \
                                  "    stdu 1, -32(1)\n"                       \
                                  "    mtctr 6\n"                              \
                                  "    mr 0, 7\n"                              \
                                  "    mr 6, 8\n"                              \
                                  "    bctrl\n"                                \
                                  "    bns 1f\n"                               \
                                  "    neg 3, 3\n"                             \
                                  "1:  addi 1, 1, 32\n"                        \
                                  "    ld 0, 16(1)\n"                          \
                                  "    mtlr 0\n"                               \
                                  "    blr\n")                                 \
    ARCH_FUNCTION(arch_call_on, "    mflr 0\n"                                 \
                                "    std 0, 16(1)\n"                           \
                                "    std 31, -8(1)\n"                          \
                                "    mr 31, 1\n"                               \
                                "    stdu 1, -32(4)\n"                         \
                                "    mr 1, 4\n"                                \
                                "    mtctr 3\n"                                \
                                "    mr 12, 3\n"                               \
                                "    bctrl\n"                                  \
                                "    mr 1, 31\n"                               \
                                "    ld 31, -8(1)\n"                           \
                                "    ld 0, 16(1)\n"                            \
                                "    mtlr 0\n"                                 \
                                "    blr\n")

#endif
