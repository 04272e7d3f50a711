/* SPDX-License-Identifier: MIT */
/* 64-bit Arm, little-endian; see ../arch.h. */
#ifndef CONFORMANCE_ARCH_AARCH64_H
#define CONFORMANCE_ARCH_AARCH64_H

#include <stddef.h>

#define ARCH_DELIVERS 1

enum {
    ARCH_STUB_BEFORE = 4,
    ARCH_STUB_ALIGN = 4,
    ARCH_FUNCTION_ALIGN = 8,
    ARCH_FUNCTION_TARGET = 24,
};

/* svc #0; ret */
#define ARCH_STUB_BYTES 0x01, 0x00, 0x00, 0xd4, 0xc0, 0x03, 0x5f, 0xd6

/* b .; ret.  A nop is what may take its place while it is executed. */
#define ARCH_WAIT_BYTES 0x00, 0x00, 0x00, 0x14, 0xc0, 0x03, 0x5f, 0xd6
typedef uint32_t arch_unit;
#define ARCH_LEAVE 0xd503201f

/* stp x29, x30, [sp, #-16]!; mov x29, sp; ldr x16, .+16; blr x16;
 * ldp x29, x30, [sp], #16; ret; the address */
#define ARCH_FUNCTION_BYTES                                                    \
    0xfd, 0x7b, 0xbf, 0xa9, 0xfd, 0x03, 0x00, 0x91, 0x90, 0x00, 0x00, 0x58,    \
        0x00, 0x02, 0x3f, 0xd6, 0xfd, 0x7b, 0xc1, 0xa8, 0xc0, 0x03, 0x5f,      \
        0xd6, 0, 0, 0, 0, 0, 0, 0, 0

#define ARCH_USER_END UINT64_C(0x10000000000000)

#define ARCH_PC(context)        ((context)->uc_mcontext.pc)
#define ARCH_STACK(context)     ((context)->uc_mcontext.sp)
#define ARCH_REGISTERS(context) ((context)->uc_mcontext.regs)
#define ARCH_REGISTERS_SIZE                                                    \
    (offsetof(mcontext_t, pstate) + 8 - offsetof(mcontext_t, regs))

#define ARCH_FUNCTIONS                                                         \
    ARCH_FUNCTION(arch_system_call, "    mov x8, x0\n"                         \
                                    "    mov x0, x1\n"                         \
                                    "    mov x1, x2\n"                         \
                                    "    mov x2, x3\n"                         \
                                    "    mov x3, x4\n"                         \
                                    "    mov x4, x5\n"                         \
                                    "    mov x5, x6\n"                         \
                                    "    svc #0\n"                             \
                                    "    ret\n")                               \
    ARCH_FUNCTION(arch_stub_call, "    mov x8, x4\n"                           \
                                  "    mov x16, x3\n"                          \
                                  "    mov x3, x5\n"                           \
                                  "    br x16\n")                              \
    ARCH_FUNCTION(arch_call_on, "    stp x29, x30, [sp, #-16]!\n"              \
                                "    mov x29, sp\n"                            \
                                "    mov sp, x1\n"                             \
                                "    blr x0\n"                                 \
                                "    mov sp, x29\n"                            \
                                "    ldp x29, x30, [sp], #16\n"                \
                                "    ret\n")

#endif
