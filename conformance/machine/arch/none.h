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
#define ARCH_STUB_BYTES     0
#define ARCH_WAIT_BYTES     0
#define ARCH_LEAVE          0
#define ARCH_FUNCTION_BYTES 0, 0, 0, 0, 0, 0, 0, 0
#define ARCH_USER_END       UINT64_C(1)
#define ARCH_FUNCTIONS      ""

/* Nothing is delivered, so that none of these is asked for what it is. */
#define ARCH_PC(context)        ((context)->uc_stack.ss_size)
#define ARCH_STACK(context)     ((context)->uc_stack.ss_size)
#define ARCH_REGISTERS(context) (context)
#define ARCH_REGISTERS_SIZE     1

#define ARCH_SYSTEM_CALL_IS_INLINE
static inline long arch_system_call(long number, long a, long b, long c, long d,
                                    long e, long f)
{
    (void)number, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
    return -1;
}

static inline long arch_stub_call(long a, long b, long c, uintptr_t stub,
                                  long number, long d)
{
    (void)stub;
    return arch_system_call(number, a, b, c, d, 0, 0);
}

static inline void arch_call_on(uintptr_t pc, void *top)
{
    (void)pc, (void)top;
}

#endif
