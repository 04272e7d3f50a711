/* SPDX-License-Identifier: MIT */
/* 32-bit Arm, little-endian, EABI; see ../arch.h.  Stubs are A32 code. */
#ifndef CONFORMANCE_ARCH_ARM_H
#define CONFORMANCE_ARCH_ARM_H

#include <stddef.h>

#define ARCH_DELIVERS 1

enum {
    ARCH_STUB_BEFORE = 4,
    ARCH_STUB_ALIGN = 4,
    ARCH_FUNCTION_ALIGN = 4,
    ARCH_FUNCTION_TARGET = 20,
};

/* svc #0; bx lr */
#define ARCH_STUB_BYTES 0x00, 0x00, 0x00, 0xef, 0x1e, 0xff, 0x2f, 0xe1

/* b .; bx lr.  A nop takes its place. */
#define ARCH_WAIT_BYTES 0xfe, 0xff, 0xff, 0xea, 0x1e, 0xff, 0x2f, 0xe1
typedef uint32_t arch_unit;
#define ARCH_LEAVE 0xe1a00000

/* push {fp, lr}; add fp, sp, #4; ldr ip, [pc, #4]; blx ip; pop {fp, pc}; the
 * address */
#define ARCH_FUNCTION_BYTES                                                    \
    0x00, 0x48, 0x2d, 0xe9, 0x04, 0xb0, 0x8d, 0xe2, 0x04, 0xc0, 0x9f, 0xe5,    \
        0x3c, 0xff, 0x2f, 0xe1, 0x00, 0x88, 0xbd, 0xe8, 0, 0, 0, 0

/* Under a 64-bit kernel; a 32-bit one maps nothing above its own beginning. */
#define ARCH_USER_END UINT64_C(0xffff0000)

#define ARCH_PC(context)        ((context)->uc_mcontext.arm_pc)
#define ARCH_STACK(context)     ((context)->uc_mcontext.arm_sp)
#define ARCH_REGISTERS(context) (&(context)->uc_mcontext.arm_r0)
#define ARCH_REGISTERS_SIZE                                                    \
    (offsetof(mcontext_t, arm_cpsr) + 4 - offsetof(mcontext_t, arm_r0))

#define ARCH_FUNCTIONS                                                         \
    ".arm\n" ARCH_FUNCTION(arch_system_call, "    mov ip, sp\n"                \
                                             "    push {r4, r5, r6, r7}\n"     \
                                             "    mov r7, r0\n"                \
                                             "    mov r0, r1\n"                \
                                             "    mov r1, r2\n"                \
                                             "    mov r2, r3\n"                \
                                             "    ldm ip, {r3, r4, r5}\n"      \
                                             "    svc #0\n"                    \
                                             "    pop {r4, r5, r6, r7}\n"      \
                                             "    bx lr\n")                    \
        ARCH_FUNCTION(arch_stub_call, "    push {r4, r5, r7, lr}\n"            \
                                      "    mov ip, r3\n"                       \
                                      "    ldr r7, [sp, #16]\n"                \
                                      "    ldr r3, [sp, #20]\n"                \
                                      "    blx ip\n"                           \
                                      "    pop {r4, r5, r7, pc}\n")            \
            ARCH_FUNCTION(arch_call_on, "    push {fp, lr}\n"                  \
                                        "    mov fp, sp\n"                     \
                                        "    mov sp, r1\n"                     \
                                        "    blx r0\n"                         \
                                        "    mov sp, fp\n"                     \
                                        "    pop {fp, pc}\n")

#endif
