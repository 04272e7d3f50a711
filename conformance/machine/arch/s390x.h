/* SPDX-License-Identifier: MIT */
/* 64-bit z/Architecture, big-endian; see ../arch.h. */
#ifndef CONFORMANCE_ARCH_S390X_H
#define CONFORMANCE_ARCH_S390X_H

#include <stddef.h>

#define ARCH_DELIVERS 1

enum {
    ARCH_STUB_BEFORE = 2,
    ARCH_STUB_ALIGN = 2,
    ARCH_FUNCTION_ALIGN = 8,
    ARCH_FUNCTION_TARGET = 32,
};

/* svc 0; br %r14 */
#define ARCH_STUB_BYTES 0x0a, 0x00, 0x07, 0xfe

/* j .; of its first half a br %r14 is made. */
#define ARCH_WAIT_BYTES 0xa7, 0xf4, 0x00, 0x00
typedef uint16_t arch_unit;
#define ARCH_LEAVE 0x07fe

/* stmg %r14, %r15, 112(%r15); aghi %r15, -160; lgrl %r1, .+22;
 * basr %r14, %r1; lmg %r14, %r15, 272(%r15); br %r14; nopr, three times; the
 * address */
#define ARCH_FUNCTION_BYTES                                                    \
    0xeb, 0xef, 0xf0, 0x70, 0x00, 0x24, 0xa7, 0xfb, 0xff, 0x60, 0xc4, 0x18,    \
        0x00, 0x00, 0x00, 0x0b, 0x0d, 0xe1, 0xeb, 0xef, 0xf1, 0x10, 0x00,      \
        0x04, 0x07, 0xfe, 0x07, 0x00, 0x07, 0x00, 0x07, 0x00, 0, 0, 0, 0, 0,   \
        0, 0, 0

#define ARCH_USER_END UINT64_C(0x20000000000000)

#define ARCH_PC(context)        ((context)->uc_mcontext.psw.addr)
#define ARCH_STACK(context)     ((context)->uc_mcontext.gregs[15])
#define ARCH_REGISTERS(context) (&(context)->uc_mcontext.psw)
#define ARCH_REGISTERS_SIZE                                                    \
    (offsetof(mcontext_t, gregs) + sizeof(gregset_t) -                         \
     offsetof(mcontext_t, psw))

#define ARCH_FUNCTIONS                                                         \
    ARCH_FUNCTION(arch_system_call, "    stmg %r6, %r7, 48(%r15)\n"            \
                                    "    lgr %r1, %r2\n"                       \
                                    "    lgr %r2, %r3\n"                       \
                                    "    lgr %r3, %r4\n"                       \
                                    "    lgr %r4, %r5\n"                       \
                                    "    lgr %r5, %r6\n"                       \
                                    "    lg %r6, 160(%r15)\n"                  \
                                    "    lg %r7, 168(%r15)\n"                  \
                                    "    svc 0\n"                              \
                                    "    lmg %r6, %r7, 48(%r15)\n"             \
                                    "    br %r14\n")                           \
    ARCH_FUNCTION(arch_stub_call, "    stg %r14, 112(%r15)\n"                  \
                                  "    lgr %r1, %r6\n"                         \
                                  "    lgr %r14, %r5\n"                        \
                                  "    lg %r5, 160(%r15)\n"                    \
                                  "    basr %r14, %r14\n"                      \
                                  "    lg %r14, 112(%r15)\n"                   \
                                  "    br %r14\n")                             \
    ARCH_FUNCTION(arch_call_on, "    stmg %r11, %r15, 88(%r15)\n"              \
                                "    lgr %r11, %r15\n"                         \
                                "    lgr %r15, %r3\n"                          \
                                "    aghi %r15, -160\n"                        \
                                "    basr %r14, %r2\n"                         \
                                "    lgr %r15, %r11\n"                         \
                                "    lmg %r11, %r15, 88(%r15)\n"               \
                                "    br %r14\n")

#endif
