/* SPDX-License-Identifier: MIT */
/* 64-bit RISC-V; see ../arch.h. */
#ifndef CONFORMANCE_ARCH_RISCV64_H
#define CONFORMANCE_ARCH_RISCV64_H

#define ARCH_DELIVERS 1

/* QEMU up to 7.2 at least looks for the mask of a handler in the wrong place,
 * and has there what was on the stack of who set it. */
#define ARCH_MASK_IGNORED 1

/* Without the compressed instructions a machine jumps to no odd multiple of 2:
 * the return would be reached all the same, the call not. */
enum {
    ARCH_STUB_BEFORE = 4,
#if defined __riscv_compressed
    ARCH_STUB_ALIGN = 2,
#else
    ARCH_STUB_ALIGN = 4,
#endif
    ARCH_FUNCTION_ALIGN = 8,
    ARCH_FUNCTION_TARGET = 48,
};

/* ecall; ret */
#define ARCH_STUB_BYTES 0x73, 0x00, 0x00, 0x00, 0x67, 0x80, 0x00, 0x00

/* j .; ret.  Of its first half the jump, a nop is made: c.nop where there are
 * compressed instructions, which c.j is one of. */
#if defined __riscv_compressed
#define ARCH_WAIT_BYTES 0x01, 0xa0, 0x82, 0x80
typedef uint16_t arch_unit;
#define ARCH_LEAVE 0x0001
#else
#define ARCH_WAIT_BYTES 0x6f, 0x00, 0x00, 0x00, 0x67, 0x80, 0x00, 0x00
typedef uint32_t arch_unit;
#define ARCH_LEAVE      0x00000013
#endif

/* add sp, sp, -16; sd ra, 8(sp); sd s0, 0(sp); add s0, sp, 16; auipc t0, 0;
 * ld t0, 32(t0); jalr t0; ld ra, 8(sp); ld s0, 0(sp); add sp, sp, 16; ret;
 * nop; the address */
#define ARCH_FUNCTION_BYTES                                                    \
    0x13, 0x01, 0x01, 0xff, 0x23, 0x34, 0x11, 0x00, 0x23, 0x30, 0x81, 0x00,    \
        0x13, 0x04, 0x01, 0x01, 0x97, 0x02, 0x00, 0x00, 0x83, 0xb2, 0x02,      \
        0x02, 0xe7, 0x80, 0x02, 0x00, 0x83, 0x30, 0x81, 0x00, 0x03, 0x34,      \
        0x01, 0x00, 0x13, 0x01, 0x01, 0x01, 0x67, 0x80, 0x00, 0x00, 0x13,      \
        0x00, 0x00, 0x00, 0, 0, 0, 0, 0, 0, 0, 0

#define ARCH_USER_END UINT64_C(0x100000000000000)

#define ARCH_PC(context)        ((context)->uc_mcontext.__gregs[REG_PC])
#define ARCH_STACK(context)     ((context)->uc_mcontext.__gregs[REG_SP])
#define ARCH_REGISTERS(context) ((context)->uc_mcontext.__gregs)
#define ARCH_REGISTERS_SIZE     sizeof(gregset_t)

#define ARCH_FUNCTIONS                                                         \
    ARCH_FUNCTION(arch_system_call, "    mv a7, a0\n"                          \
                                    "    mv a0, a1\n"                          \
                                    "    mv a1, a2\n"                          \
                                    "    mv a2, a3\n"                          \
                                    "    mv a3, a4\n"                          \
                                    "    mv a4, a5\n"                          \
                                    "    mv a5, a6\n"                          \
                                    "    ecall\n"                              \
                                    "    ret\n")                               \
    ARCH_FUNCTION(arch_stub_call, "    mv a7, a4\n"                            \
                                  "    mv t1, a3\n"                            \
                                  "    mv a3, a5\n"                            \
                                  "    jr t1\n")                               \
    ARCH_FUNCTION(arch_call_on, "    add sp, sp, -16\n"                        \
                                "    sd ra, 8(sp)\n"                           \
                                "    sd s0, 0(sp)\n"                           \
                                "    mv s0, sp\n"                              \
                                "    mv sp, a1\n"                              \
                                "    jalr a0\n"                                \
                                "    mv sp, s0\n"                              \
                                "    ld ra, 8(sp)\n"                           \
                                "    ld s0, 0(sp)\n"                           \
                                "    add sp, sp, 16\n"                         \
                                "    ret\n")

#endif
